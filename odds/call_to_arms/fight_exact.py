"""The exact odds of a fight: attack by attack over the distribution of its states (float64)."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.fight import WHEN_HIT, WHEN_TARGETED, Fight, Turn
from tamriel_odds.odds.call_to_arms.fight_model import INCAPACITATED, STAGGERED, STANDING, Model
from tamriel_odds.odds.call_to_arms.fight_tolls import ATTACKED, Blow, Body, afflicted, begun, ended, risen, suffered
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.call_to_arms.variants import FOLLOWS_UP, block_of, joint_of

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll

MOST_STATES, MOST_MOVES = 1 << 16, 3_000_000


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


class Struck(NamedTuple):
    """One outcome of an attack roll, `saves` the Potion of a Block Test."""

    damage: int
    is_hit: int
    potion: int
    brings: int
    saves: int = 0


class Rules:
    """The moves of a fight: which states an attack of the plan leads to, and how likely."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.asks_total = any(name == "total" for name, _ in fight.reads)
        self.asks_spent = any(name == "spent" for name, _ in fight.reads)
        self._struck: dict[int, dict[Struck, float]] = {}

    def start(self) -> State:
        bodies = [
            Body(
                model.health, model.status, int(model.token), model.stamina,
                magicka=model.magicka, avoids=int(model.avoids_death),
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
        if not (turn.closes or turn.flips):
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
            body = body._replace(stamina=min(body.stamina + 1, model.stamina), token=0)
        if not self.fight.suffers[turn.attacker]:
            yield state.having(turn.attacker, body), 1.0
            return
        for left, share in begun(body, model).items():
            yield state.having(turn.attacker, left), share

    def _attacked(self, state: State, turn: Turn) -> Iterator[tuple[State, float]]:
        own, target = self.fight.models[turn.attacker], self.fight.models[turn.target]
        body = state.bodies[turn.attacker]
        if not body.can_act or state.follow_up < turn.is_follow_up or state.is_over:
            yield state._replace(follow_up=0), 1.0
            return
        variant = self._variant(state, turn)
        cost = self.fight.costs[variant]
        acted = body.acted | ATTACKED * (turn.opens and self.fight.suffers[turn.attacker])
        paying = body._replace(stamina=max(body.stamina - cost, 0), acted=acted)
        state = state.having(turn.attacker, paying)._replace(spent=state.spent + cost * self.asks_spent)
        spends, afflicts = self.fight.spends[variant], self.fight.afflicts(turn)
        for struck, probability in self._outcomes(variant).items():
            drunk = state.having(turn.attacker, _drink(state.bodies[turn.attacker], own, struck.potion))
            granted = int(bool(struck.brings & FOLLOWS_UP)) * struck.is_hit * (not turn.is_follow_up)
            total = state.total + struck.damage * self.asks_total
            attacked = state.bodies[turn.target]
            if spends == WHEN_TARGETED or (spends == WHEN_HIT and struck.is_hit):
                health = min(attacked.health + struck.saves, target.most_health)
                attacked = attacked._replace(token=0, health=health)
            blow = Blow(struck.damage, struck.brings & afflicts if afflicts else struck.brings)
            for hurt, share in suffered(attacked, target, blow):
                for left, part in afflicted(hurt, target, blow, self.fight.drain) if afflicts else ((hurt, 1.0),):
                    after = drunk.having(turn.target, left)._replace(total=total, follow_up=granted)
                    yield after, probability * share * part

    def _variant(self, state: State, turn: Turn) -> int:
        choice = self.fight.choices[turn.choice]
        own, target = state.bodies[turn.attacker], state.bodies[turn.target]
        stamina = min(own.stamina, choice.shape[0] - 1)
        return int(choice[stamina, int(own.status == STAGGERED), target.status, target.token, target.health])

    def _outcomes(self, variant: int) -> dict[Struck, float]:
        if variant not in self._struck:
            self._struck[variant] = outcomes_of(self.fight.roll_of(variant), self.fight)
        return self._struck[variant]

    def _closed(self, state: State, turn: Turn) -> Iterator[tuple[State, float]]:
        """The end of an activation, and of those that recover without one."""
        states: dict[State, float] = {state: 1.0}
        if turn.closes:
            model, body = self.fight.models[turn.attacker], state.bodies[turn.attacker]
            if self.fight.suffers[turn.attacker]:
                bodies = ended(body, model, state.is_over)
                states = {state.having(turn.attacker, left): share for left, share in bodies.items()}
            else:
                states = {state.having(turn.attacker, _recovered(body, model)): 1.0}
        for number in turn.flips:
            states = self._risen(states, number)
        yield from states.items()

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


def outcomes_of(roll: "AttackRoll", fight: Fight) -> dict[Struck, float]:
    """The probabilities of what an attack roll comes to."""
    block = block_of(roll)
    if block is None or not isinstance(roll, FoughtRoll):
        return _outcomes_of(roll, fight)
    outcomes: defaultdict[Struck, float] = defaultdict(float)
    for saves in (0, 1):
        faces = tuple(face for face in block.die.faces if ("potion" in face.signs) == bool(saves))
        if not faces:
            continue
        part = replace(roll, block=replace(block, die=replace(block.die, faces=faces)))
        for struck, probability in _outcomes_of(part, fight).items():
            outcomes[struck._replace(saves=saves)] += probability * len(faces) / len(block.die.faces)
    return outcomes


def _outcomes_of(roll: "AttackRoll", fight: Fight) -> dict[Struck, float]:
    names = ("damage", "hit", "critical", "potion", "effect")
    axes, joint = joint_of(roll)
    joint = joint.sum(axis=tuple(place for place, name in enumerate(axes) if name not in names))
    kept = [name for name in axes if name in names]
    joint = joint.transpose([kept.index(name) for name in names])
    outcomes: defaultdict[Struck, float] = defaultdict(float)
    for damage, hit, critical, potion, option in zip(*np.nonzero(joint), strict=True):
        brings = fight.strikes.brings(roll, int(critical) * len(roll.options) + int(option)) if hit else 0
        place = (damage, hit, critical, potion, option)
        outcomes[Struck(int(damage), int(hit), int(potion), brings)] += float(joint[place])
    return outcomes


def _drink(body: Body, model: Model, potion: int) -> Body:
    """A Potion restores Health where any is lost, else Stamina."""
    if potion and body.health < model.most_health:
        return body._replace(health=body.health + 1)
    return body._replace(stamina=min(body.stamina + potion, model.stamina))


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
