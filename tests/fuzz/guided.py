"""Fuzzing that watches which branches it reaches: `python tests/fuzz/guided.py notation|units [SECONDS]`, on Linux.

`make fuzz` installs atheris and runs both. Three seconds or 700 MB for one input, or any error that is no refusal, end
it with the input in build/fuzz; what reached something new is kept there and is where the next run begins.
"""

import runpy
import shutil
import sys
from contextlib import suppress
from pathlib import Path

import atheris  # type: ignore[import-not-found]

with atheris.instrument_imports(include=["tamriel_odds.odds"]):
    from tamriel_odds.odds.call_to_arms.battlescribe import parse
    from tamriel_odds.odds.call_to_arms.notation import read, read_attack
    from tamriel_odds.odds.errors import WrongInput

HERE = Path(__file__).parent
KEPT = HERE.parents[1] / "build" / "fuzz"
DATA = HERE.parent / "data"
DEFAULT_SECONDS = 120


def read_notation(content: bytes) -> None:
    for call in (read, read_attack):
        with suppress(WrongInput):
            call(content.decode("utf-8", "replace"))


def read_units(content: bytes) -> None:
    with suppress(WrongInput):
        parse(content, "units.cat")


TARGETS = {"notation": read_notation, "units": read_units}


def main(target: str, seconds: int) -> None:
    corpus, words = KEPT / target, KEPT / "words"
    corpus.mkdir(parents=True, exist_ok=True)
    samples = runpy.run_path(str(HERE / "test_notation.py"))
    if target == "notation":
        for number, card in enumerate(samples["CARDS"]):
            (corpus / f"card-{number}").write_text(card, encoding="utf-8")
    else:
        for file in [*(DATA / "units").iterdir(), *(DATA / "rosters").iterdir()]:
            shutil.copy(file, corpus)
    plain = [piece for piece in samples["PIECES"] if piece.isascii() and piece.isprintable() and '"' not in piece]
    words.write_text("".join(f'"{piece}"\n' for piece in plain), encoding="ascii")
    bounds = [f"-max_total_time={seconds}", "-timeout=3", "-rss_limit_mb=700", "-max_len=6000", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *bounds, f"-dict={words}", f"-artifact_prefix={KEPT}/", str(corpus)], TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else DEFAULT_SECONDS)
