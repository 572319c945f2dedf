"""BattleScribe files that are broken, cut, padded and lied to about: read, repaired, or refused with a sentence."""

import io
import os
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from tamriel_odds.odds.call_to_arms.unit_files import check, list_units, show_unit
from tamriel_odds.odds.call_to_arms.units import armor_of, attack_of, block_of, find_unit
from tamriel_odds.odds.errors import WrongInput

DATA = Path(__file__).parents[1] / "data"
OURS = tuple(file.read_bytes() for folder in ("units", "rosters") for file in sorted((DATA / folder).iterdir()))
# The community's files, where there are some: a quarter of a megabyte each, hence fewer examples.
REAL = os.environ.get("TAMRIEL_ODDS_BATTLESCRIBE")
PIECES = (
    *(b"<", b">", b"/>", b"</", b"&", b"&lt;", b"&amp;#x0;", b"&#0;"),
    *(b"&#x1F3B2;", b'"', b"'", b"=", b"\0", b"\xff\xfe", b"\xc3"),
    *(b"<profile>", b"</profile>", b'<profile name="Rat" typeName="Follower">'),
    *(b"<selection>", b"</selection>", b"<!--", b"-->"),
    *(b"<![CDATA[", b"]]>", b"<?xml version='1.0' encoding='utf-16'?>"),
    *(b"<!DOCTYPE a [", b"<!ENTITY a 'b'>", b"[GREEN]", b"[RED"),
    *(b"<characteristic name='Health'>", b"</characteristic>"),
    *(b"<characteristics>", b"9" * 25, b"-1", b"\n\n", b"\xc2\xa0", b"xmlns=''"),
    *(b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"name="),
    *(b"typeName=", b"(", b")", b": ", b" / ", b"///", b"A" * 400),
)  # fmt: skip


def packed(content: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("inside.cat", content)
    return stream.getvalue()


@pytest.fixture
def read_it_all(tmp_path: Path) -> Any:
    """Everything that is done with a unit file; returns its units."""

    def read(content: bytes, suffix: str = ".cat") -> int:
        file = tmp_path / f"file{suffix}"
        file.write_bytes(content)
        units = []
        with suppress(WrongInput):
            check([file])
            units = list_units([file])
        for row in units[:3]:
            with suppress(WrongInput):
                unit = find_unit(row.name, [file])
                assert show_unit(unit)
                for part in (attack_of, armor_of, block_of):
                    with suppress(WrongInput):
                        part(unit)
        return len(units)

    return read


def test_our_own_files(fuzz: Any, mutated: Any, read_it_all: Any) -> None:
    fuzz(60, mutated(OURS, PIECES), read_it_all)


def test_zip_files(fuzz: Any, mutated: Any, read_it_all: Any) -> None:
    fuzz(60, mutated([packed(content) for content in OURS], PIECES), lambda content: read_it_all(content, ".catz"))


def test_any_bytes_at_all(fuzz: Any, read_it_all: Any) -> None:
    fuzz(60, st.tuples(st.binary(max_size=60), st.sampled_from((".cat", ".catz"))), lambda given: read_it_all(*given))


def test_bombs(fuzz: Any, read_it_all: Any) -> None:
    """Entities that would unfold, zeros that were packed a thousandfold, and tags within tags."""
    nested = b"<catalogue>" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</catalogue>"
    entities = b"".join(b"<!ENTITY a%d '&a%d;&a%d;'>" % (n, n - 1, n - 1) for n in range(1, 60))
    unfolding = b"<!DOCTYPE a [<!ENTITY a0 'ha'>" + entities + b"]><catalogue>&a59;</catalogue>"
    zeros = packed(b"\0" * 2**27)
    dice = b"<catalogue><profile typeName='Follower' name='a'><characteristic name='Armor'>" + b"[RED]" * 3999
    long = dice + b"</characteristic></profile></catalogue>"
    for content in (nested, unfolding, zeros, long, packed(long), packed(nested)):
        fuzz(1, st.just(content), read_it_all)


if REAL:

    def test_real_files(fuzz: Any, mutated: Any, read_it_all: Any) -> None:
        files = [file.read_bytes() for file in sorted(Path(REAL).iterdir()) if file.suffix in (".cat", ".gst", ".ros")]
        assert files
        assert sum(map(read_it_all, files)) > 100
        fuzz(12, mutated(files, PIECES, 30), read_it_all)
