"""Where an answer comes from, in words: the line that asks it again, method, dice, rulings and notes."""

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version

from tamriel_odds.odds.answer import Answer, Tally
from tamriel_odds.odds.question import quoted
from tamriel_odds.odds.rolling import CONTRADICTION, LEVEL, SEED, TRIALS
from tamriel_odds.odds.rulings import rulings


@cache
def program_version() -> str:
    return version("tamriel-odds")


def command_line(answer: Answer) -> str:
    """The line that gives this answer again, the options of the run included where they are not the usual ones.

    A run that was cut by --precision is asked again by the trials it came to: trial number i rolls the same dice.
    """
    words = [*answer.further, *answer.files]
    if not isinstance(answer, Tally):
        words.append("--exact")
    else:
        words += ["--trials", str(answer.trials)] if answer.trials != TRIALS else []
        words += ["--seed", str(answer.seed)] if answer.seed != SEED else []
    words += ["--level", repr(answer.level)] if answer.level != LEVEL else []
    return line_of_words(words, before=answer.question.command_line())


def line_of_words(words: Sequence[str], before: str = "") -> str:
    """Words as a command line to copy, behind one that is such a line already."""
    return " ".join([*([before] if before else []), *map(quoted, words)])


def method(answer: Answer) -> str:
    """How the answer was found, and the level of its intervals: ``simulated: 1 000 trials, seed 1; 95% intervals``."""
    level = level_text(answer.level)
    if isinstance(answer, Tally):
        trials = f"{answer.trials:,}".replace(",", " ")
        return f"simulated: {trials} trial{'s' * (answer.trials != 1)}, seed {answer.seed}; {level} intervals"
    return f"exact; {level} intervals have no width"


def level_text(level: float) -> str:
    """The level as people write it: ``95%``, ``99.9%``."""
    return f"{float(f'{level * 100:.12g}'):.12g}%"


def verdict(z: float) -> str:
    """Whether simulation and exact answer agree: ``largest z-score 1.23, within 4.5``."""
    return f"largest z-score {z:.2f}, {'beyond' if z > CONTRADICTION else 'within'} {CONTRADICTION}"


# What is said of faces of each certainty that no rulebook prints.
UNPRINTED = {
    "assumed": "are assumed, nobody has published them: type in {own}",
    "reported": "are reported by one public source: hold them against {own}, and type in what differs",
}


def faces_text(answers: Sequence[Answer]) -> list[str]:
    """A sentence about the dice of these answers whose faces are assumed, one about those reported, and the way out."""
    dice = {die.name: die for answer in answers for die in answer.dice}
    told = []
    for certainty, said in UNPRINTED.items():
        names = [die.name for die in dice.values() if die.certainty == certainty]
        if names:
            listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
            word, own = ("die", "that of your box") if len(names) == 1 else ("dice", "those of your box")
            told.append(f"The faces of the {listed} {word} {said.format(own=own)} with `odds dice set`.")
    return told


def notes(answer: Answer) -> list[str]:
    """What a player should be told once about this answer."""
    told = [*answer.roll.notes, *answer.remarks]
    if isinstance(answer, Tally) and not answer.precision_reached:
        told.append(f"the precision asked for was not reached in {answer.trials} trials")
    return told


def rulings_text(answer: Answer) -> list[str]:
    """Our readings of the rulebook that the answer rests on, each with its name first."""
    return [str(rulings()[name]) for name in answer.roll.rulings]
