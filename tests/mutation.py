"""Changes one rule constant, comparison or operator of a kernel at a time, and asks whether its tests notice.

`make mutation` prints the survivors and fails where one is not listed below as changing no count. Kernels run as plain
Python, in a copy of the rooms; every change is tried in a process of its own, forked where all but the kernels is
loaded. The tests meant are those of the kernel alone: what only a slower test notices counts as a survivor.
"""

import argparse
import ast
import copy
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("cli.py", "odds", "kernels", "tables")
# Seconds of the processor that the tests of one changed kernel may take: who hangs is noticed.
PATIENCE = 120

TARGETS = {
    "kernels/call_to_arms/shown.py": "tests/kernels/call_to_arms",
    "kernels/call_to_arms/attack.py": "tests/kernels/call_to_arms/test_attack_kernel.py",
    "kernels/betrayal/lockpick.py": "tests/kernels/betrayal/test_lockpick_kernel.py",
    "kernels/skyrim/skill_test.py": "tests/kernels/skyrim/test_skill_test_kernel.py",
    "odds/call_to_arms/choice.py": "tests/odds/call_to_arms/test_choice.py",
    "odds/betrayal/lock.py": "tests/odds/betrayal/test_lockpick.py",
    "odds/skyrim/pushes.py": "tests/odds/skyrim/test_skill_test.py",
}
KERNELS = [target for target in TARGETS if target.startswith("kernels/")]

# Survivors that change no count: by the line they are on, the changes and why.
EMPTY = (
    {"{} > 1 -> {} >= 1", "1 -> 0", "1 -> 2"},
    "rolling a pool of no dice adds nothing; one with dice has 6 faces or more",
)
BUFFER = {"4 -> 5", "1 -> 2"}, "a buffer of more words than are dealt"
HARMLESS: dict[str, tuple[set[str], str]] = {
    "if pool.size > 1:": EMPTY,
    "if pools.shape[1] > 1:": EMPTY,
    "if question.armor_6.shape[1] > 1:": EMPTY,
    "if question.armor_11.shape[1] > 1:": EMPTY,
    "words = np.empty((4 * (tables.calls.max() + 1), BLOCK), np.uint32)": BUFFER,
    "if tables.draws.size == 1:": ({"1 -> 0"}, "a test of one pool comes to the same on the way of several"),
    "most = max(len(effect.bonus) for effect in effects) if effects else 0": (
        {"0 -> 1"},
        "all weights six times as large",
    ),
    "weights = np.zeros(rolled.shape[0] + max(map(len, bonus)) - 1, np.int64)": (
        {"rolled.shape[0] + max(map(len, bonus)) - 1 -> rolled.shape[0] + max(map(len, bonus)) + 1", "1 -> 0"},
        "rows of no weight at the end",
    ),
    "if int(by_stars.max()) * 6**most_dice >= 1 << 63:": (
        {
            "int(by_stars.max()) * 6 ** most_dice >= 1 << 63 -> int(by_stars.max()) * 6 ** most_dice > 1 << 63",
            "1 << 63 -> 1 >> 63",
        },
        "numbers of any size weigh the same, only slower",
    ),
}

COMPARISONS: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE,),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE,),
    ast.GtE: (ast.Gt,),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
}
OPERATORS: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
SWAPPED = {"min": "max", "max": "min"}


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in place of one node."""
    changed: ast.AST
    if isinstance(node, ast.Constant) and type(node.value) is int:
        for value in {node.value + 1, max(node.value - 1, 0)} - {node.value}:
            yield ast.Constant(value)
    elif isinstance(node, ast.Compare):
        for other in COMPARISONS.get(type(node.ops[0]), ()):
            changed = copy.deepcopy(node)
            changed.ops[0] = other()
            yield changed
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        changed = copy.deepcopy(node)
        changed.op = OPERATORS[type(node.op)]()
        yield changed
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        changed = copy.deepcopy(node)
        changed.func = ast.Name(SWAPPED[node.func.id], ast.Load())
        yield changed
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand


@dataclass(frozen=True)
class Mutant:
    """A module with one change, on a line of its source."""

    number: int
    line: str
    change: str
    module: str

    def __str__(self) -> str:
        return f"{self.number}: {self.line}  [{self.change}]"

    @property
    def is_harmless(self) -> bool:
        known, _ = HARMLESS.get(self.line, (set(), ""))
        asked = self.line.removeprefix("if ").partition(" > ")[0]
        return self.change in {change.format(asked, asked) for change in known}


def mutants(source: str) -> Iterator[Mutant]:
    """Every change of a module."""
    tree, lines = ast.parse(source), source.splitlines()
    for statement in ast.walk(tree):
        if isinstance(statement, ast.AnnAssign):
            statement.annotation = ast.Name("object", ast.Load())
    for parent in list(ast.walk(tree)):
        for name, value in list(ast.iter_fields(parent)):
            places = value if isinstance(value, list) else [value]
            for place, node in enumerate(places):
                if not isinstance(node, ast.AST):
                    continue
                for changed in changes(node):
                    put(parent, name, place, changed)
                    number: int = node.lineno  # type: ignore[attr-defined]
                    change = f"{ast.unparse(node)} -> {ast.unparse(changed)}"
                    yield Mutant(number, lines[number - 1].strip(), change, ast.unparse(tree))
                    put(parent, name, place, node)


def put(parent: ast.AST, name: str, place: int, node: ast.AST) -> None:
    value = getattr(parent, name)
    if isinstance(value, list):
        value[place] = node
    else:
        setattr(parent, name, node)


def is_noticed(tests: Path) -> bool:
    """Whether the tests fail, in a fork of this process that has the changed module still to load."""
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        for name in [name for name in sys.modules if name.startswith("tamriel_odds")]:
            del sys.modules[name]
        import pytest

        plain = ["-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:faulthandler", "--assert=plain"]
        code = pytest.main([*plain, "--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml"), str(tests)])
        os._exit(int(code))
    return os.waitpid(child, 0)[1] != 0


def survivors(target: str, package: Path, most_seconds: float) -> int:
    """How many changes of a module nobody notices, beside those that are known to change nothing."""
    source = (ROOT / target).read_text(encoding="utf-8")
    tests, copied = ROOT / TARGETS[target], package / target
    if is_noticed(tests):
        sys.exit(f"{TARGETS[target]} fails without any change")
    tried = harmless = left = 0
    started = time.monotonic()
    for mutant in mutants(source):
        if time.monotonic() - started > most_seconds:
            say(f"{target}: out of time")
            break
        copied.write_text(mutant.module, encoding="utf-8")
        tried += 1
        if not is_noticed(tests):
            harmless += mutant.is_harmless
            left += not mutant.is_harmless
            say(f"{'harmless' if mutant.is_harmless else 'SURVIVES'}  {target}:{mutant}")
    copied.write_text(source, encoding="utf-8")
    seconds = time.monotonic() - started
    say(f"{target}: {tried} changes, {left} survive, {harmless} harmless, {seconds:.0f} s")
    return left


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("targets", nargs="*", default=KERNELS, help=f"of {', '.join(TARGETS)} (the kernels)")
    parser.add_argument("--minutes", type=float, default=10, help="for each of them")
    asked = parser.parse_args()
    os.environ |= {"NUMBA_DISABLE_JIT": "1", "OPENBLAS_NUM_THREADS": "1"}
    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "tamriel_odds"
        package.mkdir()
        for room in ROOMS:
            if (ROOT / room).is_dir():
                shutil.copytree(ROOT / room, package / room, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / room, package / room)
        sys.path.insert(0, folder)
        os.environ["PYTHONPATH"] = folder
        import hypothesis
        import numba
        import pandas
        import pytest

        assert all((hypothesis, numba, pandas, pytest))  # loaded once, before the forks
        return min(1, sum(survivors(target, package, 60 * asked.minutes) for target in asked.targets))


if __name__ == "__main__":
    sys.exit(main())
