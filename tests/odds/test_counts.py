"""Every kernel counts the same whatever the threads, the chunks and the cuts, for any seed and number of trials."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tamriel_odds.odds.betrayal.battle import Battle
from tamriel_odds.odds.betrayal.draw import Draw
from tamriel_odds.odds.betrayal.lockpick import Lockpick
from tamriel_odds.odds.betrayal.turns import Turns
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.cast import Cast
from tamriel_odds.odds.call_to_arms.duel import Duel
from tamriel_odds.odds.call_to_arms.skill_test import SkillOrAttributeTest
from tamriel_odds.odds.call_to_arms.tokens_over_time import Bleed
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box, Question, Roll, build
from tamriel_odds.odds.rolling import CHUNK, CONTRADICTION, Roller, exact, largest_z, run
from tamriel_odds.odds.settings import LARGEST_SEED
from tamriel_odds.odds.skyrim import combat_states
from tamriel_odds.odds.skyrim.combat import Combat
from tamriel_odds.odds.skyrim.skill_test import SkillTest

BOX = Box.shipped()
ATTACK = {"skill": 4, "attack": "[GREEN][RED] / [SWORDS]: Piercing (1)", "armor": "[BLACK] (1)", "health": 2}
SIDES = {"skill_a": 4, "attack_a": "[GREEN][RED]", "armor_a": "[YELLOW]", "health_a": 3}
SIDES |= {"skill_b": 5, "attack_b": "[RED]", "armor_b": "[RED]", "health_b": 2}

# One question for each module of kernels/ that rolls trials.
QUESTIONS: dict[str, tuple[type[Question], dict[str, Any]]] = {
    "betrayal.battle": (Battle, {"file": "jailbreak", "target": "weakest"}),
    "betrayal.lockpick": (Lockpick, {"code": "3-5-6", "attempts": 3, "fatigue": 2}),
    "betrayal.overland": (Draw, {"deck": "overland", "general": 2, "drawn": 3}),
    "betrayal.turns": (Turns, {"dice": "wrecking blow, combat", "stamina": 2, "cooldown": 2, "rounds": 3, "health": 9}),
    "call_to_arms.area": (Cast, {"skill": 4, "attack": "[GREEN][YELLOW]", "armor": "[YELLOW]", "targets": 3}),
    "call_to_arms.attack": (Attack, ATTACK),
    "call_to_arms.fight": (Duel, SIDES),
    "call_to_arms.fought": (Attack, {**ATTACK, "block": "spend", "block_skill": 4, "block_dice": "[RED]"}),
    "call_to_arms.full_fight": (Duel, {**SIDES, "stamina_b": 2, "with_a": ("target-defensive-posture",)}),
    "call_to_arms.large_attack": (Attack, {"skill": 4, "attack": "3 red 3 black", "armor": "3 yellow 3 red"}),
    "chain": (Bleed, {"tokens": 2, "health": 3, "endurance": 4}),
    "deck": (Draw, {"deck": "trainer", "drawn": 4, "wanted": (2,)}),
    "skyrim.combat": (Combat, {"file": "draugr"}),
    "skyrim.combat_walk": (Combat, {"file": "draugr"}),
    "skyrim.skill_test": (SkillTest, {"need": 2, "symbol": "circle", "pushes": 3}),
    "sums": (SkillOrAttributeTest, {"as": "detect", "attribute": 4}),
}
each_kernel = pytest.mark.parametrize("kernel", QUESTIONS)
SEEDS = (0, 2**31, 2**32 + 1, 2**63, 2**64 - 1)
TRIALS = 3001


@cache
def roll_of(kernel: str) -> Roll:
    kind, options = QUESTIONS[kernel]
    with pytest.MonkeyPatch.context() as patch:
        if kernel == "skyrim.combat":  # rolled rule by rule where there are more states than can be listed
            patch.setattr(combat_states, "WALKED_ENDS", 0)
        roll = build(kind, options).roll(BOX)
        assert roll.kernel() == kernel
        return roll


def counted(kernel: str, first: int = 0, end: int = TRIALS, seed: int = 1, threads: int = 1, chunk: int = CHUNK) -> Any:
    with Roller(roll_of(kernel), seed, threads, chunk) as roller:
        return roller.roll(first, end).tolist()


@cache
def whole(kernel: str, end: int = TRIALS) -> Any:
    return counted(kernel, end=end)


def test_every_kernel_that_rolls_trials_is_asked(root: Path) -> None:
    kernels = root / "kernels"
    rolling = [
        path.relative_to(kernels).with_suffix("").as_posix().replace("/", ".")
        for path in kernels.rglob("*.py")
        if re.search(r"^def roll_trials\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert sorted(rolling) == sorted(QUESTIONS)


@each_kernel
@pytest.mark.parametrize(("threads", "chunk"), [(1, 64), (2, 1000), (3, 7), (8, 1), (8, 1024), (8, CHUNK)])
def test_counts_depend_on_neither_threads_nor_chunks(kernel: str, threads: int, chunk: int) -> None:
    end = TRIALS if chunk > 7 else 200
    assert counted(kernel, end=end, threads=threads, chunk=chunk) == whole(kernel, end)


@each_kernel
@pytest.mark.parametrize("trials", [1, 2, 1023, 1024, 1025])
def test_every_trial_is_counted_once(kernel: str, trials: int) -> None:
    assert sum(whole(kernel, trials)) == trials
    parts = [np.array(counted(kernel, first, end)) for first, end in ((0, trials // 3), (trials // 3, trials))]
    assert (parts[0] + parts[1]).tolist() == whole(kernel, trials)


@each_kernel
def test_every_seed_rolls_dice_of_its_own(kernel: str) -> None:
    rolled = set()
    for seed in (*SEEDS, 1):
        with Roller(roll_of(kernel), seed, 1) as roller:
            rolled.add(roller.cells(0, TRIALS).tobytes())
        assert sum(counted(kernel, seed=seed, threads=2, chunk=1000)) == TRIALS
    assert len(rolled) == len(SEEDS) + 1


@each_kernel
@pytest.mark.parametrize("first", [2**32 - 500, 10**12 - 1000])
def test_trials_far_out_are_cut_like_the_first(kernel: str, first: int) -> None:
    parts = [np.array(counted(kernel, first + step, first + step + 250)) for step in range(0, 1000, 250)]
    assert sum(parts).tolist() == counted(kernel, first, first + 1000)  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", SEEDS)
def test_seeds_of_64_bits_are_answered_and_told(seed: int) -> None:
    tally = run(Attack(**ATTACK), trials=TRIALS, seed=seed)
    assert tally.seed == seed
    assert largest_z(tally, exact(Attack(**ATTACK))) < CONTRADICTION


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"seed": -1}, "--seed -1: it must be at least 0"),
        ({"seed": LARGEST_SEED + 1}, f"--seed {LARGEST_SEED + 1}: it must be at most {LARGEST_SEED}"),
        ({"seed": 1.5}, "--seed 1.5: it must be a whole number"),
        ({"trials": 0}, "--trials 0: it must be at least 1"),
        ({"trials": -5}, "--trials -5: it must be at least 1"),
        ({"trials": 10.5}, "--trials 10.5: it must be a whole number"),
        ({"precision": 0}, "--precision 0: it must be above 0"),
        ({"level": 2}, "--level 2: it must be at most 0.9999999"),
        ({"threads": 0}, "--threads 0: it must be at least 1"),
    ],
    ids=str,
)
def test_what_cannot_be_rolled_is_refused_from_python_too(how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ImpossibleQuestion, match=f"^{re.escape(sentence)}"):
        run(Attack(**ATTACK), **{"trials": 10, **how})


# Slow


@pytest.mark.slow
@each_kernel
def test_an_odd_number_of_many_trials_is_counted_whole(kernel: str) -> None:
    trials = 10_000_019 if kernel in ("call_to_arms.attack", "betrayal.lockpick", "skyrim.skill_test") else 1_000_003
    counts = counted(kernel, end=trials, threads=3)
    assert sum(counts) == trials
    assert counts == counted(kernel, end=trials, threads=2, chunk=77_777)


@pytest.mark.slow
@each_kernel
def test_fifty_repeats_count_the_same(kernel: str) -> None:
    """Threads finish in another order every time, and share a buffer each: what they count does not change."""
    repeats = {tuple(counted(kernel, end=TRIALS, threads=8, chunk=100)) for _ in range(50)}
    assert repeats == {tuple(whole(kernel))}


PLAIN = """
import json, sys
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("counts", sys.argv[1])
counts = module_from_spec(spec)
spec.loader.exec_module(counts)
print(json.dumps({kernel: counts.counted(kernel, end=60) for kernel in counts.QUESTIONS}))
"""


@pytest.mark.slow
def test_plain_python_counts_what_compiled_code_counts() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}
    done = subprocess.run([sys.executable, "-c", PLAIN, __file__], env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout) == {kernel: whole(kernel, 60) for kernel in QUESTIONS}
