"""Who takes part in a combat: its stages, every action that a player can take, and the dice of each test."""

from dataclasses import dataclass
from functools import cached_property

from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.skyrim.bonuses import sneak_of
from tamriel_odds.odds.skyrim.combat_arrays import TRAP
from tamriel_odds.odds.skyrim.combat_file import CombatFile
from tamriel_odds.odds.skyrim.combat_notation import WrongAt
from tamriel_odds.odds.skyrim.combat_players import ESCAPE, INNATES, REST, Action, Player
from tamriel_odds.odds.skyrim.pushes import SKILL_DICE, TEST_DICE

RESTING = Action.model_construct(
    name=REST, kind="special", skill=None, need=None, cost=(0, 0, 0), damage=None, heal=(2, 2, 0), to="self",
    summon=None, times=None, spell=False, push="never", health_pushes=False,
)  # fmt: skip


@dataclass(frozen=True)
class Done:
    """An action as a player can take it, with the innate ability used beside it."""

    player: int
    action: Action
    innate: str = ""

    @property
    def name(self) -> str:
        return f"{self.action.name} + {self.innate}" if self.innate else self.action.name


@dataclass(frozen=True)
class Stage:
    """Enemies that are fought together, from left to right; whether Stamina and Health came back before."""

    enemies: tuple[int, ...]
    recovers: bool
    cleared: int


@dataclass
class Cast:
    """A file with the dice it is rolled with."""

    file: CombatFile
    box: Box

    @property
    def die(self) -> Die:
        return self.box.dice["test"]

    @property
    def faces(self) -> list[str]:
        """The symbol of each face of the enemy die."""
        return [face.signs[0] for face in self.box.dice["enemy"].faces]

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """Encounters one after another; in each, traps come first and are a stage of their own."""
        file, stages = self.file, []
        listed = [[file.enemy_named(name) for name in encounter.enemies] for encounter in file.encounter]
        if not listed:
            listed = [[place for place, enemy in enumerate(file.enemy) for _ in range(enemy.count)]]
        for number, enemies in enumerate(listed):
            traps = [(enemy,) for enemy in enemies if file.enemy[enemy].trap]
            rest = tuple(enemy for enemy in enemies if not file.enemy[enemy].trap)
            for place, group in enumerate([*traps, *([rest] if rest else [])]):
                stages.append(Stage(group, number > 0 and place == 0, number))
        if not stages:
            raise WrongAt("nobody is to be fought: every [[enemy]] has count = 0", "enemy", 0, "count")
        return tuple(stages)

    @cached_property
    def done(self) -> tuple[Done, ...]:
        """Every action of every player, resting last; those that rules use with an innate ability besides."""
        found = []
        for number, player in enumerate(self.file.player):
            found += [Done(number, action) for action in (*player.action, RESTING)]
            race = player.race_or_none
            if race is not None and race.innate in INNATES:
                found += [Done(number, action, race.innate) for action in player.action if _suits(race.innate, action)]
        return tuple(found)

    def done_named(self, player: int, name: str, *where: str | int) -> int:
        """The action that a rule names: ``swing``, ``rest``, ``swing + berserk``; `where` in the player it does."""
        wanted = [plain(part) for part in name.split("+")]
        names = {}
        for place, done in enumerate(self.done):
            if done.player == player:
                names[done.name] = place
                if wanted == [plain(part) for part in done.name.split("+")]:
                    return place
        who = self.file.player[player].name
        told = f"player {who!r}: there is no action {name!r}{offer(name, [*names, ESCAPE])}"
        raise WrongAt(told, "player", player, *where)

    @property
    def is_legendary(self) -> bool:
        return any("legendary" in player.levels.values() for player in self.file.player)

    def dice_of(self, done: Done) -> int:
        """The dice of an action's test."""
        level = SKILL_DICE[self.file.player[done.player].level(done.action.skill)]
        return TEST_DICE + level + self.file.story_mode if done.action.need else 0

    def opening_dice(self, player: Player, opens: int) -> int:
        """The dice of the test that opens a stage: Sneak has its values, disarming the dice of Lockpicking."""
        if opens == TRAP:
            return TEST_DICE + SKILL_DICE[player.level("lockpicking")] + self.file.story_mode
        return (0 if self.file.hard_mode else TEST_DICE) + sneak_of(player) + self.file.story_mode


def _suits(innate: str, action: Action) -> bool:
    if innate == "berserk":
        return (
            action.damage is not None
            and action.need is not None
            and not action.spell
            and "magic" not in action.damage.types
        )
    return innate != "battle-cry" or action.damage is not None
