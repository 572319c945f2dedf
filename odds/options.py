"""A field of a question as an option: what stands for its value, its line of help, and what was given for it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import option_name, value_type

METAVARS = {int: "N", float: "X", Path: "PATH"}


def metavar(name: str, field: FieldInfo) -> str:
    """What stands for the value: the extra's ``metavar``, the words it can be, or the name of its type."""
    named = extra(field).get("metavar")
    kind, _ = value_type(field.annotation)
    if named is None and extra(field).get("positional"):
        return name.upper()
    if named is None and get_origin(kind) is Literal:
        return "|".join(str(word) for word in get_args(kind))
    return str(named or METAVARS.get(kind, "TEXT"))


def line_of_help(field: FieldInfo) -> str:
    """The description with the limits and the default behind it: ``a penalty [-99..99, default 0]``."""
    facts = [_range(field)] if _range(field) else []
    if field.default_factory is None and not field.is_required() and field.default not in (None, "", ()):
        facts += [f"default {field.default}"] if field.default is not False else []
    return (field.description or "") + (f" [{', '.join(facts)}]" if facts else "")


def given_values(kind: type[BaseModel], given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of `kind` that were given, by option name, one value for each that may not be repeated."""
    for name, field in kind.model_fields.items():
        value = given.get(name)
        if value is None or value is False:
            continue
        if isinstance(value, list) and not value_type(field.annotation)[1]:
            if len(value) > 1:
                raise WrongInput(
                    f"--{option_name(name)}: it is given {len(value)} times, with {' and '.join(value)}; give it once"
                )
            value = value[0]
        yield option_name(name), value


def _range(field: FieldInfo) -> str:
    signs = {"ge": "at least", "gt": "above", "le": "at most", "lt": "below"}
    limits = {sign: getattr(limit, sign) for limit in _limits(field) for sign in signs if hasattr(limit, sign)}
    if set(limits) == {"ge", "le"}:
        return f"{limits['ge']}..{limits['le']}"
    return ", ".join(f"{signs[sign]} {limit}" for sign, limit in limits.items())


def extra(field: FieldInfo) -> dict[str, Any]:
    """What a field says about itself beyond pydantic: positional, metavar, short."""
    return field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}


def _limits(field: Any) -> Iterator[Any]:
    """The limits of a field and of the annotated types within its annotation."""
    for limit in field.metadata:
        yield from _limits(limit) if isinstance(limit, FieldInfo) else [limit]
    yield from _within(getattr(field, "annotation", None))


def _within(annotation: Any) -> Iterator[Any]:
    if get_origin(annotation) is Annotated:
        for limit in annotation.__metadata__:
            yield from _limits(limit) if isinstance(limit, FieldInfo) else [limit]
    for part in get_args(annotation):
        yield from _within(part)
