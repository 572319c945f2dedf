"""A lockpick check as a game against the dice: what a player may do after a roll, and what the best of it is worth.

Source: Betrayal, Lockpicking. Chances are whole numbers of 216 ** attempts, so that ties are ties.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, permutations, product

Values = tuple[int, ...]

DICE, SIDES, ROLLS = 3, 6, 216
# A check is over after these; the track that takes the fatigue has 13 spots (Betrayal, Cooldown Track).
MOST_ATTEMPTS, MOST_FATIGUE = 20, 13
# What three dice can show, in no order; every roll and what is set aside together are one of these.
HANDS: tuple[Values, ...] = tuple(combinations_with_replacement(range(1, SIDES + 1), DICE))
# Above the fatigue of any check times all its rolls: opening counts first, fatigue breaks ties.
OPENED: int = (MOST_FATIGUE + 1) * ROLLS**MOST_ATTEMPTS


@dataclass(frozen=True)
class Move:
    """What is done with a roll: `spent` fatigue, and the lock is open, or `kept` dice are set aside.

    `turned_to_key` is the value of the die that is turned onto the key, or shows it; None where no die is.
    """

    spent: int
    is_open: bool = False
    kept: Values = ()
    turned_to_key: int | None = None


@dataclass(frozen=True)
class State:
    """Where a check stands before a roll: the dice set aside, whether the key is matched, the fatigue spent."""

    kept: Values
    is_matched: bool
    spent: int


@dataclass(frozen=True)
class Lock:
    """A difficulty code: its digits, and a key digit that has to be shown before any die may be set aside."""

    digits: Values
    key: int | None = None

    def after(self, state: State, move: Move) -> State:
        """Where a check stands after a move that did not open the lock."""
        return State(move.kept, state.is_matched or move.turned_to_key is not None, state.spent + move.spent)

    @property
    def start(self) -> State:
        return State((), self.key is None, 0)

    @cached_property
    def _prices(self) -> dict[Values, int]:
        return {hand: _price(hand, self.digits) for hand in _hands_of_all_sizes()}

    def price(self, dice: Values) -> int:
        """The least fatigue that makes these dice show every digit; above any budget where they are too few."""
        return self._prices[dice]

    def moves(self, is_matched: bool, dice: Values, budget: int) -> Iterator[Move]:
        """Everything worth doing with these dice, the preferred first: open, then most dice kept, then lowest values.

        Fatigue is spent to open the lock or to match the key: turning a die that is set aside costs the same later,
        when the player knows what it is wanted for. All three are set aside to turn the key's die in the next attempt.
        """
        if is_matched:
            yield from self._open(dice, 0, None, budget)
            yield from (Move(0, kept=kept) for kept in _kept(dice))
            return
        assert self.key is not None
        for value in sorted(set(dice)):
            others = _without(dice, value)
            cost = abs(value - self.key)
            yield from self._open(others, cost, value, budget)
            if cost <= budget:
                for kept in _kept(tuple(sorted((*others, self.key)))):
                    yield Move(cost, kept=kept, turned_to_key=value)
        yield Move(0)

    def _open(self, dice: Values, cost: int, key: int | None, budget: int) -> Iterator[Move]:
        if cost + self.price(dice) <= budget:
            yield Move(cost + self.price(dice), is_open=True, turned_to_key=key)


def _without(dice: Values, value: int) -> Values:
    place = dice.index(value)
    return dice[:place] + dice[place + 1 :]


@cache
def _hands_of_all_sizes() -> tuple[Values, ...]:
    sizes = range(DICE + 1)
    return tuple(hand for size in sizes for hand in combinations_with_replacement(range(1, SIDES + 1), size))


def _price(dice: Values, digits: Values) -> int:
    ways = (sum(abs(die - digit) for die, digit in zip(order, digits, strict=True)) for order in _orders(dice, digits))
    return min(ways, default=MOST_FATIGUE + 1)


def _orders(dice: Values, digits: Values) -> Iterator[Values]:
    return permutations(dice, len(digits)) if len(dice) >= len(digits) else iter(())


@cache
def _kept(dice: Values) -> tuple[Values, ...]:
    """The dice that can be set aside, as sets of values: most dice first, then lowest values."""
    return tuple(kept for size in (3, 2, 1, 0) for kept in sorted(set(combinations(dice, size))))


@cache
def rolls(kept: Values) -> tuple[tuple[Values, int], ...]:
    """What the three dice can show with those set aside, and how many of 216 rolls show it."""
    rolled = Counter(tuple(sorted((*kept, *faces))) for faces in product(range(1, SIDES + 1), repeat=DICE - len(kept)))
    return tuple((hand, ways * SIDES ** len(kept)) for hand, ways in sorted(rolled.items()))


class Policy:
    """How a player decides. `name` is what the player asks for; a policy is made for one lock."""

    name = "frugal"

    def __init__(self, lock: Lock) -> None:
        self.lock = lock
        self._worth: dict[tuple[int, Values, bool, int], int] = {}

    def move(self, left: int, is_matched: bool, dice: Values, budget: int) -> Move:
        """What is done with these dice when `left` attempts follow and `budget` fatigue may still be gained."""
        raise NotImplementedError

    def worth(self, attempts: int, state: State, budget: int) -> int:
        """OPENED for every way to open the lock less the fatigue spent, over all 216 ** attempts ways to roll.

        `budget` is what may still be gained; what the state has spent does not count.
        """
        place = (attempts, state.kept, state.is_matched, budget)
        if place not in self._worth:
            self._worth[place] = 0 if attempts == 0 else self._roll(attempts, state, budget)
        return self._worth[place]

    def _roll(self, attempts: int, state: State, budget: int) -> int:
        total = 0
        for dice, ways in rolls(state.kept):
            move = self.move(attempts - 1, state.is_matched, dice, budget)
            total += ways * self.worth_of(move, attempts - 1, state.is_matched, budget)
        return total

    def worth_of(self, move: Move, left: int, is_matched: bool, budget: int) -> int:
        """What a move is worth, over all 216 ** left ways to go on."""
        ways: int = ROLLS**left
        if move.is_open:
            return (OPENED - move.spent) * ways
        after = self.lock.after(State((), is_matched, 0), move)
        return self.worth(left, after, budget - move.spent) - move.spent * ways

    def chance(self, attempts: int, budget: int) -> float:
        """The chance to open the lock from the start."""
        return read(self.worth(attempts, self.lock.start, budget), attempts)[0]


def read(worth: int, attempts: int) -> tuple[float, float]:
    """Chance and expected fatigue of a worth over 216 ** attempts rolls."""
    opened = -(-worth // OPENED)
    return opened / ROLLS**attempts, (opened * OPENED - worth) / ROLLS**attempts


class Optimal(Policy):
    """The highest chance; ties by least expected fatigue, then most dice kept, then lowest values."""

    name = "optimal"

    def __init__(self, lock: Lock) -> None:
        super().__init__(lock)
        self._moves: dict[tuple[int, bool, Values, int], Move] = {}

    def move(self, left: int, is_matched: bool, dice: Values, budget: int) -> Move:
        place = (left, is_matched, dice, budget)
        if place not in self._moves:
            moves = self.lock.moves(is_matched, dice, budget)
            self._moves[place] = max(moves, key=lambda move: self.worth_of(move, left, is_matched, budget))
        return self._moves[place]


class Frugal(Policy):
    """No fatigue; every die that shows an open digit is set aside."""

    name = "frugal"

    def move(self, left: int, is_matched: bool, dice: Values, budget: int) -> Move:
        return _matching(self.lock, is_matched, dice, 0)


class Greedy(Policy):
    """After each roll the cheapest die is turned onto an open digit, a key first, as long as the budget lasts."""

    name = "greedy"

    def move(self, left: int, is_matched: bool, dice: Values, budget: int) -> Move:
        return _matching(self.lock, is_matched, dice, budget)


def _matching(lock: Lock, is_matched: bool, dice: Values, budget: int) -> Move:
    """Turn the cheapest die onto an open digit while the budget lasts, and set aside what shows a digit.

    Ties go to the lowest die, then to the lowest digit. The die that matches the key counts as a digit from the next
    attempt on.
    """
    spent, key = 0, None
    loose = list(dice)
    if not is_matched:
        assert lock.key is not None
        key = min(loose, key=lambda die: (abs(die - (lock.key or 0)), die))
        if abs(key - lock.key) > budget:
            return Move(0)
        spent = abs(key - lock.key)
        loose.remove(key)
    shown, missing = _turned(loose, list(lock.digits), budget - spent)
    spent += sum(cost for _, cost in shown)
    if not missing:
        return Move(spent, is_open=True, turned_to_key=key)
    kept = [digit for digit, _ in shown]
    if key is not None and lock.key in missing:
        kept.append(lock.key)
    return Move(spent, kept=tuple(sorted(kept)), turned_to_key=key)


def _turned(loose: list[int], missing: list[int], budget: int) -> tuple[list[tuple[int, int]], list[int]]:
    """The digits that dice were turned onto, each with its cost, and those still missing."""
    shown = []
    while loose and missing:
        cost, die, digit = min((abs(die - digit), die, digit) for die in loose for digit in missing)
        if cost > budget:
            break
        budget -= cost
        loose.remove(die)
        missing.remove(digit)
        shown.append((digit, cost))
    return shown, missing


POLICIES: dict[str, type[Policy]] = {policy.name: policy for policy in (Optimal, Greedy, Frugal)}


@cache
def policy(name: str, lock: Lock) -> Policy:
    """The policy of that name for a lock, with everything it has worked out so far."""
    return POLICIES[name](lock)
