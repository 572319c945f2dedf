"""Files of combats, written where a test can read them."""

from collections.abc import Callable
from pathlib import Path

import pytest

Written = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write the text of a combat and tell where."""

    def write(text: str) -> Path:
        file = tmp_path / "combat.toml"
        file.write_text(text, encoding="utf-8")
        return file

    return write
