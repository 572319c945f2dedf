"""The rows of whole processes: from the command to its end, the first answer that compiles, and peak memory."""

import shlex
import sys
from pathlib import Path

from tamriel_odds.benchmarks.registry import FIRST, MEMORY, START, Command
from tamriel_odds.odds.call_to_arms.attack import Attack

ODDS = str(Path(sys.executable).with_name("odds"))
ATTACK = (ODDS, *shlex.split(Attack.example)[1:])
CHART = (*ATTACK, "--png", "odds.png", "--force")
SIDE = '--skill-{0} 4 --attack-{0} "[GREEN][RED]" --armor-{0} "[YELLOW]" --health-{0} 3'
DUEL = (ODDS, *shlex.split(f"cta duel {SIDE.format('a')} {SIDE.format('b')}"))

COMMANDS = (
    Command(START, "odds --help", (ODDS, "--help"), 0.12),
    Command(START, "odds cta attack --help", (ODDS, "cta", "attack", "--help")),
    Command(START, "exact answer", (*ATTACK, "--exact")),
    Command(START, "answer of 10^7 trials", ATTACK, 0.7),
    Command(START, "answer with a chart", CHART, 1.1),
    Command(FIRST, "attack", ATTACK, 2.0),
    Command(FIRST, "duel", DUEL, is_long=True),
    Command(FIRST, "combat", (ODDS, "skyrim", "combat", "draugr"), is_long=True),
    Command(MEMORY, "10^7 trials", ATTACK),
    Command(MEMORY, "10^7 trials and a chart", CHART),
    Command(MEMORY, "10^8 trials", (*ATTACK, "--trials", str(10**8))),
    Command(MEMORY, "10^9 trials", (*ATTACK, "--trials", str(10**9)), 300e6, is_long=True),
)
