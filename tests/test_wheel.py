"""The wheel holds every module and data file of the repository, and nothing else."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOMS = ("odds/", "kernels/", "tables/", "cli.py")


def test_the_wheel_holds_every_module_and_data_file(tmp_path: Path, root: Path) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    files = [file for file in listed if file and (root / file).exists()]
    # Built from a copy: a build folder in the repository may hold modules that are long gone.
    for file in files:
        (tmp_path / "copy" / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / file, tmp_path / "copy" / file)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-build-isolation",
    ]
    subprocess.run([*pip, "--wheel-dir", tmp_path / "wheel", tmp_path / "copy"], check=True, stdin=subprocess.DEVNULL)
    (wheel,) = (tmp_path / "wheel").glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert held == {f"tamriel_odds/{file}" for file in files if file.startswith(ROOMS)}
