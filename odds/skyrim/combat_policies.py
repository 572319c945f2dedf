"""What the players of a combat do, as rows: rules, potions, pushes a round, the attack after sneaking."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tamriel_odds.odds.names import plain
from tamriel_odds.odds.skyrim.attacks import TYPES
from tamriel_odds.odds.skyrim.bonuses import summons_of
from tamriel_odds.odds.skyrim.combat_arrays import BY_CURRENT
from tamriel_odds.odds.skyrim.combat_cast import Cast
from tamriel_odds.odds.skyrim.combat_notation import TRACKS, WrongAt
from tamriel_odds.odds.skyrim.combat_players import ESCAPE, REST, Player
from tamriel_odds.odds.skyrim.when import OF_THE_DIE, VARIABLES, Condition


@dataclass
class Uses:
    """How often each player can still use an action or a potion: a place to count for each."""

    cast: Cast
    left: list[list[int]] = field(init=False)
    names: list[dict[str, int]] = field(init=False)
    are_renewed: list[list[bool]] = field(init=False)

    def __post_init__(self) -> None:
        self.left = [[] for _ in self.cast.file.player]
        self.names = [{} for _ in self.cast.file.player]
        self.are_renewed = [[] for _ in self.cast.file.player]

    def place(self, player: int, times: int, name: str, is_renewed: bool = False) -> int:
        """The place that counts; an action and its variants share it."""
        if name not in self.names[player]:
            self.names[player][name] = len(self.left[player])
            self.left[player].append(times)
            self.are_renewed[player].append(is_renewed)
        return self.names[player][name]

    def renewed(self, player: int) -> list[int]:
        """How often each can be used again in the next Encounter, 0 for what is used up."""
        pairs = zip(self.left[player], self.are_renewed[player], strict=True)
        return [times * is_renewed for times, is_renewed in pairs] + [0] * (self.most - len(self.left[player]))

    @property
    def most(self) -> int:
        return max(map(len, self.left))


@dataclass
class Policies:
    """The rows of potions, rules, comparisons and players."""

    cast: Cast
    uses: Uses
    potions: list[list[int]] = field(default_factory=list)
    rules: list[list[int]] = field(default_factory=list)
    comparisons: list[list[int]] = field(default_factory=list)
    players: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for number, player in enumerate(self.cast.file.player):
            for place, potion in enumerate(player.potion):
                use = self.uses.place(number, potion.uses, f"+ potion {place}")
                self.potions.append([number, use, *potion.heal, len(self.rules)])
                self._add(potion.when, 0)
            begin = len(self.rules)
            for rule in player.rule:
                if plain(rule.do) == ESCAPE:
                    self._add(rule.when, 0)
            escapes_end = len(self.rules)
            for place, rule in enumerate(player.rule):
                if plain(rule.do) != ESCAPE:
                    self._add(rule.when, self.cast.done_named(number, rule.do, "rule", place, "do"))
            self._add(Condition(()), self.cast.done_named(number, REST))
            row = [*player.maxima, escapes_end, len(self.rules), begin, escapes_end]
            self.players.append([*row, *self._fixed(number, player)])

    def _add(self, condition: Condition, do: int) -> None:
        begin, names = len(self.comparisons), list(VARIABLES)
        for one in condition.comparisons:
            self.comparisons.append([names.index(one.variable), one.low, one.high, int(one.is_not)])
        self.rules.append([begin, len(self.comparisons), do])

    def _fixed(self, number: int, player: Player) -> list[int]:
        """What of a player no rule changes: the Follower, sneaking, summons, pushes."""
        follower = self.cast.file.follower_named(player.follower) + 1 if player.follower else 0
        sneaks = [int(player.sneaks), self._sneak_attack(number, player)]
        return [follower, *sneaks, summons_of(player), self._limit(player)]

    def _sneak_attack(self, number: int, player: Player) -> int:
        """The free attack after sneaking: the one named, else the first offensive action that is no Spell."""
        attacks = [action for action in player.action if action.damage and not action.spell]
        if player.sneak_attack is not None:
            place = self.cast.done_named(number, player.sneak_attack, "sneak_attack")
            if self.cast.done[place].action not in attacks:
                told = f"player {player.name!r}: {player.sneak_attack!r} is no attack without a Spell"
                raise WrongAt(told, "player", number, "sneak_attack")
            return place
        return self.cast.done_named(number, attacks[0].name) if attacks else -1

    def _limit(self, player: Player) -> int:
        """Pushes of a round: 2, 3 with a track of 8, 4 with one of 10 (Skyrim, Pushing in Combat)."""
        if player.push_limit is not None:
            return player.push_limit
        if self.cast.file.pushes_by_current:
            return BY_CURRENT
        return 2 + (max(player.maxima) >= 8) + (max(player.maxima) >= 10)


def warnings_of(cast: Cast, rounds: int) -> Iterator[str]:
    """The rules of players that can never be followed, each with the reason."""
    file = cast.file
    for number, player in enumerate(file.player):
        maxima = dict(zip(TRACKS, player.maxima, strict=True))
        ranges = {name: (low, min(high, maxima.get(name, high))) for name, (low, high) in VARIABLES.items()}
        ranges["final_blows"] = (0, player.final_blows)
        ranges["round"] = (1, rounds)
        ranges["players"] = (1, len(file.player))
        ranges["encounter"] = (1, cast.stages[-1].cleared + 1)
        ranges["innate"] = (0, int(player.race is not None))
        for place, kind in enumerate(TYPES):
            ranges[kind] = (0, max(enemy.armor[place] for enemy in file.enemy))
        ranges["armor"] = (1, max(sum(enemy.armor) for enemy in file.enemy))
        earlier: list[Condition] = []
        for rule in player.rule:
            told = f"player {player.name!r}: the rule `{rule.when.text}: {rule.do}` can never be followed"
            is_escape = plain(rule.do) == ESCAPE
            if is_escape and any(one.variable in OF_THE_DIE for one in rule.when.comparisons):
                yield f"{told}: who escapes does so before the enemy die is rolled"
            elif not rule.when.can_hold(ranges):
                yield f"{told}: nothing it asks for can be so"
            elif not is_escape and any(before.holds_with(rule.when, ranges) for before in earlier):
                yield f"{told}: an earlier rule always comes first"
            if not is_escape and _is_always_possible(cast, number, rule.do):
                earlier.append(rule.when)


def _is_always_possible(cast: Cast, player: int, do: str) -> bool:
    done = cast.done[cast.done_named(player, do)]
    action = done.action
    return not (any(action.cost) or action.times or action.summon or done.innate)
