"""The exact odds of a fight: attack by attack over the distribution of its states (float64)."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.fight import Fight, Turn
from tamriel_odds.odds.call_to_arms.fight_exchange import Exchange, Pair
from tamriel_odds.odds.call_to_arms.fight_model import INCAPACITATED, STAGGERED, STANDING, Model
from tamriel_odds.odds.call_to_arms.fight_outcomes import Struck, outcomes_of
from tamriel_odds.odds.call_to_arms.fight_tolls import ATTACKED, Body, begun, ended, renewed, risen
from tamriel_odds.odds.call_to_arms.variants import FOLLOWS_UP

MOST_STATES, MOST_MOVES = 1 << 16, 3_000_000
# What outcomes of attack rolls come to, some ten seconds of them: many may lead to the same few states.
MOST_LANDED = 500_000


class State(NamedTuple):
    """What changes of a fight; `total` and `spent` stay 0 where nobody asks for them."""

    bodies: tuple[Body, ...]
    total: int = 0
    spent: int = 0
    follow_up: int = 0

    def having(self, model: int, body: Body) -> "State":
        return self._replace(bodies=(*self.bodies[:model], body, *self.bodies[model + 1 :]))

    @property
    def is_over(self) -> bool:
        return any(body.health == 0 for body in self.bodies)


class Rules:
    """The moves of a fight: which states an attack of the plan leads to, and how likely."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.asks_total = any(name == "total" for name, _ in fight.reads)
        self.asks_spent = any(name == "spent" for name, _ in fight.reads)
        self._struck: dict[tuple[int, bool], dict[Struck, float]] = {}
        self.landed = 0

    def start(self) -> State:
        bodies = [
            Body(
                model.health, model.status, int(model.token), model.stamina + model.boosts,
                magicka=model.magicka, avoids=int(model.avoids_death), extra=int(model.extra),
            )
            for model in self.fight.models
        ]  # fmt: skip
        return State(tuple(bodies))

    def after(self, state: State, turn: Turn) -> dict[State, float]:
        """The states that an attack of the plan leads to, with what begins before it and ends after it."""
        attacked: defaultdict[State, float] = defaultdict(float)
        for opened, share in self._opened(state, turn):
            for struck, part in self._attacked(opened, turn):
                attacked[struck] += share * part
        if not (turn.closes or turn.flips or turn.ends):
            return attacked
        reached: defaultdict[State, float] = defaultdict(float)
        for struck, share in attacked.items():
            for closed, part in self._closed(struck, turn):
                reached[closed] += share * part
        return reached

    def _opened(self, state: State, turn: Turn) -> Iterator[tuple[State, float]]:
        """The start of an activation: Reserves come back, the Block Token goes, tokens take their toll."""
        if not turn.opens:
            yield state, 1.0
            return
        model, body = self.fight.models[turn.attacker], state.bodies[turn.attacker]
        if body.status != INCAPACITATED:
            stamina = min(body.stamina + 1, max(model.stamina, body.stamina))
            body = body._replace(stamina=stamina, magicka=min(body.magicka + 1, model.magicka), token=0)
        if not self.fight.tracked[turn.attacker]:
            yield state.having(turn.attacker, body), 1.0
            return
        bodies = begun(body, model) if self.fight.suffers[turn.attacker] else {body._replace(began=body.status): 1.0}
        for left, share in bodies.items():
            yield state.having(turn.attacker, left), share

    def _attacked(self, state: State, turn: Turn) -> Iterator[tuple[State, float]]:
        """What one attack comes to, from the choice of its variant to what it brings its attacker."""
        body, target = state.bodies[turn.attacker], state.bodies[turn.target]
        can = body.can_act and body.magicka >= turn.magicka and state.follow_up >= turn.is_follow_up
        if not can or state.is_over:
            yield state._replace(follow_up=0), 1.0
            return
        variant = self._variant(state, turn)
        cost = self.fight.costs[variant]
        acted = body.acted | ATTACKED * self.fight.tracked[turn.attacker]
        paid = body._replace(stamina=max(body.stamina - cost, 0), magicka=body.magicka - turn.magicka, acted=acted)
        state = state.having(turn.attacker, paid)._replace(spent=state.spent + cost * self.asks_spent)
        may_reroll = target.stamina > 0 and target.status != INCAPACITATED
        for struck, probability in self._outcomes(variant, may_reroll).items():
            for left, share in self._landed(state, turn, variant, struck).items():
                yield left, probability * share

    def _variant(self, state: State, turn: Turn) -> int:
        choice = self.fight.choices[turn.choice]
        own, target = state.bodies[turn.attacker], state.bodies[turn.target]
        stamina, extra = min(own.stamina, choice.shape[1] - 1), min(own.extra, choice.shape[0] - 1)
        return int(choice[extra, stamina, int(own.status == STAGGERED), target.status, target.token, target.health])

    def _outcomes(self, variant: int, may_reroll: bool) -> dict[Struck, float]:
        key = variant, may_reroll
        if key not in self._struck:
            self._struck[key] = outcomes_of(self.fight.roll_of(variant), self.fight.strikes, may_reroll)
        return self._struck[key]

    def _landed(self, state: State, turn: Turn, variant: int, struck: Struck) -> dict[State, float]:
        """The states that one outcome of an attack roll leads to."""
        granted = int(bool(struck.brings & FOLLOWS_UP)) * struck.is_hit * (not turn.is_follow_up)
        total = state.total + struck.damage * self.asks_total
        pair = Pair(state.bodies[turn.attacker], state.bodies[turn.target])
        pairs = Exchange(self.fight, turn, struck, self.fight.spends[variant]).exchanged(pair)
        self.landed += len(pairs)
        reached: defaultdict[State, float] = defaultdict(float)
        for one, share in pairs.items():
            after = state.having(turn.attacker, one.attacker).having(turn.target, one.target)
            reached[after._replace(total=total, follow_up=granted)] += share
        return reached

    def _closed(self, state: State, turn: Turn) -> Iterator[tuple[State, float]]:
        """The end of an activation, and of those that recover without one."""
        states: dict[State, float] = {state: 1.0}
        if turn.closes:
            model, body = self.fight.models[turn.attacker], state.bodies[turn.attacker]
            if self.fight.tracked[turn.attacker]:
                bodies = ended(body, model, state.is_over)
                states = {state.having(turn.attacker, left): share for left, share in bodies.items()}
            else:
                states = {state.having(turn.attacker, _recovered(body, model)): 1.0}
        for number in turn.flips:
            states = self._risen(states, number)
        for after, share in states.items():
            yield self._renewed(after) if turn.ends and not after.is_over else after, share

    def _renewed(self, state: State) -> State:
        bodies = zip(state.bodies, self.fight.models, strict=True)
        return state._replace(bodies=tuple(renewed(body, model) for body, model in bodies))

    def _risen(self, states: dict[State, float], number: int) -> dict[State, float]:
        model = self.fight.models[number]
        reached: defaultdict[State, float] = defaultdict(float)
        for state, share in states.items():
            body = state.bodies[number]
            bodies = {body: 1.0}
            if state.is_over:
                reached[state] += share
                continue
            if self.fight.suffers[number] and not model.lies:
                bodies = begun(body, model, acts=False)
            for left, part in bodies.items():
                reached[state.having(number, risen(left, model))] += share * part
        return reached


def _recovered(body: Body, model: Model) -> Body:
    if body.status == INCAPACITATED:
        return body._replace(status=INCAPACITATED if model.lies else STAGGERED)
    return body._replace(token=max(body.token, int(model.blocks)), status=STANDING)


def enumerated(fight: Fight) -> NDArray[np.float64] | None:
    """The probability of each cell; None where the states are too many."""
    rules = Rules(fight)
    numbers: dict[State, int] = {rules.start(): 0}
    states: list[State] = list(numbers)
    moves: dict[Turn, _Moves] = {}
    cells: NDArray[np.float64] = np.zeros(fight.answers.cells)
    shares: NDArray[np.float64] = np.ones(1)
    for turn in fight.plan:
        # The same attack comes again every round, at another moment.
        known = moves.setdefault(replace(turn, moment=0), _Moves())
        for number in np.flatnonzero(shares):
            if number not in known.seen:
                known.add(int(number), rules.after(states[number], turn), numbers, states)
                if rules.landed > MOST_LANDED:
                    return None
        if len(states) > MOST_STATES or sum(len(one.to) for one in moves.values()) > MOST_MOVES:
            return None
        shares = known.step(shares, len(states))
        for number in np.flatnonzero(shares):
            if states[number].is_over:
                cells[_cell(fight, states[number], turn.moment)] += shares[number]
                shares[number] = 0.0
    for number in np.flatnonzero(shares):
        cells[_cell(fight, states[number], fight.never)] += shares[number]
    return cells.reshape(fight.answers.shape)


class _Moves:
    """The moves of one attack of the plan from every state that it was met in."""

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.start: list[int] = []
        self.to: list[int] = []
        self.share: list[float] = []

    def add(self, number: int, reached: dict[State, float], numbers: dict[State, int], states: list[State]) -> None:
        self.seen.add(number)
        for state, share in reached.items():
            if state not in numbers:
                numbers[state] = len(states)
                states.append(state)
            self.start.append(number)
            self.to.append(numbers[state])
            self.share.append(share)

    def step(self, shares: NDArray[np.float64], states: int) -> NDArray[np.float64]:
        # A state that was met before need not be one of this turn's.
        known: NDArray[np.float64] = np.zeros(states)
        known[: len(shares)] = shares
        onward = known[self.start] * np.array(self.share)
        return np.asarray(np.bincount(self.to, onward, minlength=states), np.float64)


def _cell(fight: Fight, state: State, moment: int) -> int:
    of_fight = {"total": state.total, "spent": state.spent, "moment": moment}
    place = [of_fight[name] if name in of_fight else getattr(state.bodies[model], name) for name, model in fight.reads]
    return int(np.ravel_multi_index(place, fight.answers.shape))
