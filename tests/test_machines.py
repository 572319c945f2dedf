"""Machines that are short of something: a disk that is full or read-only, a home, time, a wide terminal."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tamriel_odds import cli

ATTACK = [
    "cta",
    "attack",
    "--skill",
    "3",
    "--attack",
    "[GREEN][RED] / [SWORDS]: Piercing (1)",
    "--armor",
    "[BLACK] (1)",
]
FEW = ["--trials", "10000"]
LOCK = ["betrayal", "lockpick", "3-5-6", "--attempts", "2", "--fatigue", "1", "--exact"]
NAMESPACE = ["unshare", "--map-root-user", "--mount", "sh", "-c"]


def can_mount() -> bool:
    try:
        return subprocess.run([*NAMESPACE, "mount -t tmpfs none /tmp"], capture_output=True).returncode == 0
    except OSError:
        return False


needs_mounts = pytest.mark.skipif(not can_mount(), reason="mounting needs a namespace of one's own")


def line(*arguments: str) -> list[str]:
    return [sys.executable, "-B", "-m", "tamriel_odds.cli", *arguments]


def done(call: Sequence[str], without: Sequence[str] = (), **environment: str) -> tuple[int, bytes, bytes]:
    ours = {name: value for name, value in os.environ.items() if name not in without} | environment
    ended = subprocess.run(call, env=ours, stdin=subprocess.DEVNULL, capture_output=True)
    return ended.returncode, ended.stdout, ended.stderr


def below(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("columns", ["1", "10", "20", "39"])
@pytest.mark.parametrize(
    "arguments", [[*ATTACK, "--exact"], LOCK, ["dice", "show"], ["rulings"], ["--help"]], ids=lambda words: words[0]
)
def test_a_narrow_terminal_gets_the_whole_answer(
    arguments: list[str], columns: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    for width in (columns, "80"):
        monkeypatch.setenv("COLUMNS", width)
        assert cli.main(arguments) == 0
        out, err = capsys.readouterr()
        assert err == ""
        said.append({word for word in out.split() if word.rstrip("%").replace(".", "", 1).isdigit()})
    assert said[1] - said[0] == set()


@needs_mounts
@pytest.mark.parametrize("is_there", [False, True], ids=["new", "replaced"])
def test_a_full_disk_under_the_outputs_leaves_them_as_they_were(tmp_path: Path, is_there: bool) -> None:
    """Room for the table and not for the chart: neither is written, nor is anything left beside them."""
    names = ("odds.csv", "odds.png")
    outputs = [word for name in names for word in (f"--{name[5:]}", str(tmp_path / name))]
    before = 'mount -t tmpfs -o size=12k none "$0" && cd "$0" && '
    before += "echo mine | tee odds.csv >odds.png && " if is_there else ""
    after = '; code=$?; for file in .* *; do test -f "$file" && echo "$file" && cat "$file"; done; exit $code'
    script = f'{before}"$@"{after}'
    code, out, err = done([*NAMESPACE, script, str(tmp_path), *line(*ATTACK, "--exact", "-q", *outputs, "--force")])
    assert code == 2
    assert out.splitlines() == ([b"odds.csv", b"mine", b"odds.png", b"mine"] if is_there else [])
    assert err.startswith(f"odds: {tmp_path / 'odds.png'}: cannot be written".encode())
    assert len(err.splitlines()) == 1


# Slow: kernels are compiled without a cache.


@pytest.mark.slow
def test_a_folder_that_cannot_be_a_cache_costs_nothing(tmp_path: Path) -> None:
    """No home in the environment, and a file where the cache should be."""
    (tmp_path / "file").write_text("mine")
    code, out, err = done(line(*ATTACK, *FEW), ["HOME"], ODDS_CACHE_DIR=str(tmp_path / "file"))
    assert (code, err) == (0, b"")
    assert b"damage" in out
    assert below(tmp_path) == {"file": b"mine"}


@pytest.mark.slow
@needs_mounts
def test_a_read_only_install_and_home_answer(tmp_path: Path, root: Path) -> None:
    package = tmp_path / "tamriel_odds"
    package.mkdir()
    shutil.copy(root / "cli.py", package)
    for room in ("odds", "kernels", "tables"):
        shutil.copytree(root / room, package / room, ignore=shutil.ignore_patterns("__pycache__"))
    before = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*"))
    mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && ! touch "$0/x" 2>/dev/null && exec "$@"'
    home = {"HOME": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    home |= {name: str(tmp_path / "none") for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "MPLCONFIGDIR")}
    assert done([*NAMESPACE, mount, str(tmp_path), *line(*ATTACK, *FEW)], **home) == done(line(*ATTACK, *FEW))
    assert sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*")) == before


@pytest.mark.slow
@needs_mounts
@pytest.mark.parametrize("size", ["4k", "64k"])
def test_a_full_disk_under_the_cache_costs_the_cache_alone(tmp_path: Path, size: str) -> None:
    """Twice on the same disk: what was left of the first attempt to cache does not harm the second."""
    mount = f'mount -t tmpfs -o size={size} none "$0" && "$@" && "$@"'
    ended = done([*NAMESPACE, mount, str(tmp_path), *line(*ATTACK, *FEW)], ODDS_CACHE_DIR=str(tmp_path))
    code, out, err = done(line(*ATTACK, *FEW))
    assert ended == (code, out + out, err + err)


@pytest.mark.slow
def test_three_commands_at_once_fill_one_cold_cache(tmp_path: Path) -> None:
    wanted = done(line(*ATTACK, *FEW))
    environment = {**os.environ, "ODDS_CACHE_DIR": str(tmp_path)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    running = [subprocess.Popen(line(*ATTACK, *FEW), env=environment, **pipes) for _ in range(3)]  # type: ignore[call-overload]
    for process in running:
        out, err = process.communicate(timeout=300)
        assert (process.returncode, out, err) == wanted
    assert any(name.endswith(".nbi") for name in below(tmp_path))
    assert done(line(*ATTACK, *FEW), ODDS_CACHE_DIR=str(tmp_path)) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("is_there", [False, True], ids=["new", "replaced"])
def test_ctrl_c_during_a_long_run_leaves_files_as_they_were(tmp_path: Path, is_there: bool) -> None:
    names = ("odds.csv", "odds.json", "odds.svg", "odds.png")
    if is_there:
        for name in names:
            (tmp_path / name).write_text("mine")
    before = below(tmp_path)
    outputs = [word for name in names for word in (f"--{name[5:]}", str(tmp_path / name))]
    call = line(*ATTACK, "--trials", str(10**12), "--seed", "random", *outputs, "--force")
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stderr is not None
        assert running.stderr.readline().startswith(b"seed ")
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, b"", b"")
    assert below(tmp_path) == before


@pytest.mark.slow
def test_ctrl_c_at_any_moment_leaves_files_whole_or_absent(tmp_path: Path) -> None:
    """From the first moment of the process to its last, in thirty steps; nothing half written stays behind."""
    names = {"odds.csv", "odds.json", "odds.svg"}
    call = line(*ATTACK, *FEW, *(word for name in sorted(names) for word in (f"--{name[5:]}", name)))
    (tmp_path / "whole").mkdir()
    started = time.monotonic()
    subprocess.run(call, cwd=tmp_path / "whole", capture_output=True, check=True)
    length, whole = time.monotonic() - started, below(tmp_path / "whole")
    assert set(whole) == names
    for step in range(30):
        folder = tmp_path / str(step)
        folder.mkdir()
        with subprocess.Popen(call, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            time.sleep(length * (step + 1) / 28)
            run.send_signal(signal.SIGINT)
            run.communicate(timeout=60)
        left = below(folder)
        assert not [name for name in left if name.startswith(".odds-")]
        assert all(whole[name] == content for name, content in left.items())
