"""Every test runs without the dice, data and settings of whoever runs it."""

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def nobodys_settings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    for name in [name for name in os.environ if name.startswith("ODDS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.getbasetemp() / "config"))


@pytest.fixture
def root() -> Path:
    """The root of the repository."""
    return Path(__file__).parents[1]
