"""What SECURITY.md promises: no connection, no program, and no file but those that were named and the caches."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

# Every file that is opened for writing, made, moved or removed, every connection and every program, as Python tells.
WATCHED = """
import os, sys
seen = []
def watch(event, given):
    if event == "open" and isinstance(given[0], str):
        if (given[2] or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            seen.append((event, given[0]))
    elif event in ("os.rename", "os.link", "os.symlink"):
        seen.extend((event, os.fspath(path)) for path in given[:2])
    elif event in ("os.mkdir", "os.remove", "os.rmdir", "os.truncate", "os.chmod", "shutil.rmtree"):
        seen.append((event, os.fspath(given[0])))
    elif event.startswith(("socket.", "urllib.", "subprocess.", "os.exec", "os.posix_spawn", "os.system", "os.fork")):
        seen.append((event, str(given[0])))
sys.addaudithook(watch)
from tamriel_odds.cli import main
code = main(sys.argv[1:])
sys.stderr.write(f"\\n{seen!r}")
sys.exit(code)
"""
ATTACK = ["cta", "attack", "--skill", "3", "--attack", "[GREEN][RED]", "--armor", "[BLACK]"]
OUTPUTS = [word for kind in ("csv", "json", "png", "svg") for word in (f"--{kind}", f"odds.{kind}")]
NAMED = {"odds.csv", "odds.json", "odds.png", "odds.svg"}
# Matplotlib asks the system for its fonts, the first time.
PROGRAMS = {"fc-list", "system_profiler"}


def watched(folder: Path, *arguments: str) -> set[str]:
    """Runs a command in a folder that holds its caches, too, and returns the files there are now beside the caches."""
    caches = {name: folder / name for name in ("kernels", "fonts", "config", "home")}
    environment = {
        **os.environ,
        "ODDS_CACHE_DIR": str(caches["kernels"]),
        "MPLCONFIGDIR": str(caches["fonts"]),
        "XDG_CONFIG_HOME": str(caches["config"]),
        "HOME": str(caches["home"]),
    }
    done = subprocess.run(
        [sys.executable, "-B", "-c", WATCHED, *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for event, what in ast.literal_eval(done.stderr.splitlines()[-1]):
        if event.startswith("subprocess"):
            assert Path(what).name in PROGRAMS
        else:
            assert not event.startswith(("socket", "urllib", "os.exec", "os.posix_spawn", "os.system", "os.fork"))
            assert (folder / what).is_relative_to(folder) or what == os.devnull, (event, what)
    assert not caches["home"].exists()
    return {
        path.name
        for path in folder.rglob("*")
        if path.is_file() and not any(path.is_relative_to(caches[name]) for name in ("kernels", "fonts"))
    }


def test_an_answer_writes_what_it_was_told_to(tmp_path: Path) -> None:
    assert watched(tmp_path, *ATTACK, "--exact", *OUTPUTS) == NAMED


def test_without_outputs_nothing_is_written(tmp_path: Path, root: Path) -> None:
    assert watched(tmp_path, *ATTACK, "--exact", "--explain", "--want", "0.9") == set()
    assert watched(tmp_path, "units", "list", "--data", str(root / "tests/data/units")) == set()


def test_only_dice_that_are_kept_are_written(tmp_path: Path) -> None:
    assert watched(tmp_path, "dice", "set", "red", "2xblank 3x1 dragonborn") == {"dice.toml"}
    assert watched(tmp_path, *ATTACK, "--exact") == {"dice.toml"}


@pytest.mark.slow
def test_rolling_writes_kernels_beside_it(tmp_path: Path) -> None:
    assert watched(tmp_path, *ATTACK, "--trials", "10000", *OUTPUTS) == NAMED
    assert any((tmp_path / "kernels").rglob("*.nbi"))
