"""What is asked: dice, notation, units, rulings, questions, and the run that answers them.

`run` and `exact` answer a question such as `Attack`; each name is imported when it is first used. Questions that are
not named here stand in their modules (``tamriel_odds.odds.betrayal.pool``); `odds COMMAND --help` shows their fields.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tamriel_odds.odds.answer import Distribution, Tally
    from tamriel_odds.odds.betrayal.battle import Battle
    from tamriel_odds.odds.betrayal.enemy_turn import EnemyTurn
    from tamriel_odds.odds.betrayal.engage import Engage
    from tamriel_odds.odds.betrayal.lockpick import Lockpick
    from tamriel_odds.odds.betrayal.pool import Pool
    from tamriel_odds.odds.betrayal.turns import Turns
    from tamriel_odds.odds.call_to_arms.activation import Activation
    from tamriel_odds.odds.call_to_arms.attack import Attack
    from tamriel_odds.odds.call_to_arms.cast import Cast
    from tamriel_odds.odds.call_to_arms.duel import Duel
    from tamriel_odds.odds.call_to_arms.locks import Chest, Door
    from tamriel_odds.odds.call_to_arms.skill_test import SkillOrAttributeTest
    from tamriel_odds.odds.compare import Option
    from tamriel_odds.odds.errors import WrongInput
    from tamriel_odds.odds.own_dice import load_dice
    from tamriel_odds.odds.question import Box
    from tamriel_odds.odds.rolling import exact, run
    from tamriel_odds.odds.settings import Settings
    from tamriel_odds.odds.skyrim.combat import Combat, Dungeon
    from tamriel_odds.odds.skyrim.skill_test import SkillTest

_MODULES = {
    "Activation": "call_to_arms.activation",
    "Attack": "call_to_arms.attack",
    "Battle": "betrayal.battle",
    "Box": "question",
    "Cast": "call_to_arms.cast",
    "Chest": "call_to_arms.locks",
    "Combat": "skyrim.combat",
    "Distribution": "answer",
    "Door": "call_to_arms.locks",
    "Duel": "call_to_arms.duel",
    "Dungeon": "skyrim.combat",
    "EnemyTurn": "betrayal.enemy_turn",
    "Engage": "betrayal.engage",
    "Lockpick": "betrayal.lockpick",
    "Option": "compare",
    "Pool": "betrayal.pool",
    "Settings": "settings",
    "SkillOrAttributeTest": "call_to_arms.skill_test",
    "SkillTest": "skyrim.skill_test",
    "Tally": "answer",
    "Turns": "betrayal.turns",
    "WrongInput": "errors",
    "exact": "rolling",
    "load_dice": "own_dice",
    "run": "rolling",
}

__all__ = [
    "Activation",
    "Attack",
    "Battle",
    "Box",
    "Cast",
    "Chest",
    "Combat",
    "Distribution",
    "Door",
    "Duel",
    "Dungeon",
    "EnemyTurn",
    "Engage",
    "Lockpick",
    "Option",
    "Pool",
    "Settings",
    "SkillOrAttributeTest",
    "SkillTest",
    "Tally",
    "Turns",
    "WrongInput",
    "exact",
    "load_dice",
    "run",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        from tamriel_odds.odds.names import meant, nearest

        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{meant(nearest(name, __all__))}")
    return getattr(import_module(f"tamriel_odds.odds.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
