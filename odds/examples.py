"""The example files that come with the program, and the text of a file that a user has named, or of an example."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from tamriel_odds.odds.errors import BadFile
from tamriel_odds.odds.files import alike, exists, read_text
from tamriel_odds.odds.names import meant, nearest, offer, plain


def examples_in(folder: str) -> dict[str, str]:
    """The texts of the example files below ``odds/data``, by name."""
    entries = sorted(files("tamriel_odds.odds").joinpath(f"data/{folder}").iterdir(), key=lambda entry: entry.name)
    return {
        entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8")
        for entry in entries
        if entry.name.endswith(".toml")
    }


def example_named(name: str, examples: Mapping[str, str]) -> str:
    """The text of one example; BadFile with the names there are otherwise."""
    for known, text in examples.items():
        if plain(name) == plain(known):
            return text
    raise BadFile(f"example {name!r}: there is no such example{offer(name, examples)}")


def text_or_example(path: Path, examples: Mapping[str, str], what: str = "file") -> str:
    """The text of the file, or of the example of that name where there is no such file; BadFile where neither is."""
    if not exists(path) and str(path) in examples:
        return examples[str(path)]
    try:
        return read_text(path, what)
    except FileNotFoundError:
        near = meant(nearest(str(path), examples)) or alike(path) or offer(str(path), examples)
        raise BadFile(f"{path}: there is no such file, and no example of that name{near}") from None
