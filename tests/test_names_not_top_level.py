"""The rooms are reached as tamriel_odds.odds and so on: `tables` alone would be PyTables."""

from importlib.util import find_spec

import pytest


@pytest.mark.parametrize("name", ["tables", "kernels", "odds", "cli"])
def test_a_room_is_not_importable_by_its_bare_name(name: str) -> None:
    assert find_spec(name) is None


def test_the_rooms_are_found_under_the_one_name() -> None:
    assert all(find_spec(f"tamriel_odds.{name}") for name in ("tables", "kernels", "odds", "cli"))
