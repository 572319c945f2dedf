"""Every test runs without the dice, data and settings of whoever runs it."""

import os
import signal
from pathlib import Path

import pytest

# In the background of a script Ctrl-C is ignored, and whoever tests it would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def nobodys_settings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    for name in [name for name in os.environ if name.startswith("ODDS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.getbasetemp() / "config"))


@pytest.fixture
def root() -> Path:
    """The root of the repository."""
    return Path(__file__).parents[1]
