"""The rooms are kept apart: who may import what, read from the sources."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted(path for room in ("odds", "kernels", "tables") for path in (ROOT / room).rglob("*.py"))
LIBRARY = sys.stdlib_module_names

ALLOWED = {
    "odds": {*LIBRARY, "numpy", "pydantic", "defusedxml", "platformdirs", "tomlkit", "tamriel_odds.odds"},
    "kernels": {"numpy", "numba", "typing", "tamriel_odds.kernels"},
    "tables": {*LIBRARY, "numpy", "pandas", "matplotlib", "rich", "tamriel_odds.odds", "tamriel_odds.tables"},
}
# What the command line imports for type checkers only.
TYPES_ONLY = {
    "pydantic.fields", "tamriel_odds.odds.question", "tamriel_odds.odds.series",
}  # fmt: skip
# What a single file may import beyond its room.
FILES = {"kernels/jit.py": {*LIBRARY, "platformdirs"}, "odds/cluster.py": {"dask", "distributed"}}


def imports(source: str, within: ast.AST | None = None, is_inside: bool = False) -> Iterator[tuple[str, bool]]:
    """Every module that is imported, and whether that happens inside a function; relative imports count as ``.``."""
    for node in ast.iter_child_nodes(within or ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, is_inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." if node.level else node.module or "", is_inside
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            target = node.args[0]
            text = target.values[0] if isinstance(target, ast.JoinedStr) and target.values else target
            yield str(text.value) if isinstance(text, ast.Constant) else "", is_inside
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from imports(source, node, is_inside or is_function)


def stands_in(module: str, rooms: set[str]) -> bool:
    return any(module == room or module.startswith((f"{room}.", f"{room}/")) for room in rooms)


def forbidden(file: str, source: str) -> list[str]:
    """The imports of one file that its room does not allow."""
    room = file.partition("/")[0]
    allowed = ALLOWED[room] | FILES.get(file, set())
    wrong = []
    for module, is_inside in imports(source):
        if room == "odds" and module.startswith("tamriel_odds.kernels"):
            if not is_inside:
                wrong.append(f"{module} outside a function")
        elif module and not stands_in(module.rstrip("."), allowed):
            wrong.append(module)
    return wrong


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_room_imports_only_what_its_row_in_the_design_allows(path: Path) -> None:
    assert forbidden(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("odds/dice.py", "import pandas", ["pandas"]),
        ("odds/dice.py", "def show():\n    from rich.table import Table", ["rich.table"]),
        (
            "odds/rolling.py",
            "from tamriel_odds.kernels.tally import tally",
            ["tamriel_odds.kernels.tally outside a function"],
        ),
        ("odds/rolling.py", "def run():\n    from tamriel_odds.kernels.tally import tally", []),
        ("odds/rolling.py", "def run(k):\n    import_module(f'tamriel_odds.kernels.{k}')", []),
        ("odds/rolling.py", "from tamriel_odds.tables import frame", ["tamriel_odds.tables"]),
        ("odds/rolling.py", "from . import dice", ["."]),
        ("kernels/words.py", "import math", ["math"]),
        ("kernels/jit.py", "import os", []),
        ("kernels/words.py", "from tamriel_odds.odds.dice import Die", ["tamriel_odds.odds.dice"]),
        ("tables/frames.py", "import numba", ["numba"]),
        ("tables/frames.py", "from tamriel_odds.kernels.tally import tally", ["tamriel_odds.kernels.tally"]),
        ("tables/frames.py", "import odds", ["odds"]),
    ],
)
def test_the_guard_sees_a_wrong_import(file: str, source: str, wrong: list[str]) -> None:
    assert forbidden(file, source) == wrong


def test_the_command_line_imports_nothing_heavy_on_its_own() -> None:
    outside = {module for module, is_inside in imports((ROOT / "cli.py").read_text(encoding="utf-8")) if not is_inside}
    light = {f"tamriel_odds.odds.{name}" for name in ("errors", "interruption", "names")}
    for module in outside - TYPES_ONLY:
        assert stands_in(module, {*LIBRARY, "typer", *light}), module


def test_every_command_is_a_short_function_without_arithmetic() -> None:
    tree = ast.parse((ROOT / "cli.py").read_text(encoding="utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    rows = next(node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ROWS")
    assert isinstance(rows.value, ast.Tuple)
    for row in rows.value.elts:
        for target in row.args[4:]:  # type: ignore[attr-defined]
            command = functions[target.id]
            assert (command.end_lineno or 0) - command.body[0].lineno < 15, target.id
            assert not any(
                isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub | ast.Mult | ast.Div | ast.Pow)
                for node in ast.walk(command)
            ), target.id


def test_only_the_command_line_stands_at_the_root() -> None:
    assert [path.name for path in ROOT.glob("*.py")] == ["cli.py"]
