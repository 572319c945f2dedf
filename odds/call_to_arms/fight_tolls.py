"""What tokens take of a model in a fight, move by move: bodies and how likely each is (float64)."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from tamriel_odds.odds.call_to_arms.aftermath import passes
from tamriel_odds.odds.call_to_arms.fight_model import (
    FELLED,
    INCAPACITATED,
    INJURED,
    LEFT_INCAPACITATED,
    LEFT_STAGGERED,
    MOST_BLEEDING,
    OVERKILL,
    POTION,
    REMOVED,
    STAGGERED,
    STANDING,
    UNHURT,
    UNINJURED,
    WOUNDED,
    Model,
    State,
    Ward,
)
from tamriel_odds.odds.call_to_arms.variants import (
    BLEEDS,
    BURNS,
    BURNS_IF_FAILED,
    FREEZES,
    INCAPACITATES,
    POISONS,
    POISONS_IF_FAILED,
    PUNISHES,
    SHOCKS,
    STAGGERS,
    STAGGERS_ON_DAMAGE,
    TAKES_TOKEN,
    TIRES,
)
from tamriel_odds.odds.dice import Die


class Body(NamedTuple):
    """What changes of a model. `began` and `acted` hold during its own activation."""

    health: int
    status: int
    token: int
    stamina: int
    bleed: int = 0
    burning: int = 0
    poison: int = 0
    magicka: int = 0
    avoids: int = 0
    began: int = STANDING
    acted: int = 0
    extra: int = 0
    ward: int = 0

    @property
    def ails(self) -> bool:
        return bool(self.bleed or self.burning)

    @property
    def is_down(self) -> bool:
        return self.status == INCAPACITATED

    @property
    def can_act(self) -> bool:
        return self.health > 0 and not self.is_down


REMOVED_BODY = Body(0, STANDING, 0, 0)
ATTACKED, FOUGHT_FIRE = 1, 2
Spread = Mapping[Body, float]
Step = Callable[[Body], Iterator[tuple[Body, float]]]


def spread(bodies: Spread, step: Step) -> dict[Body, float]:
    """The bodies that a step leads to, from each of these."""
    reached: defaultdict[Body, float] = defaultdict(float)
    for body, share in bodies.items():
        for after, part in step(body):
            reached[after] += share * part
    return reached


def drunk(body: Body, model: Model, potions: int) -> Body:
    """Potions restore Health where any is lost, else Stamina, else Magicka."""
    for _ in range(potions):
        if body.health < model.most_health:
            body = body._replace(health=body.health + 1)
        elif body.stamina < model.stamina:
            body = body._replace(stamina=body.stamina + 1)
        elif body.magicka < model.magicka:
            body = body._replace(magicka=body.magicka + 1)
    return body


class Hit(NamedTuple):
    """Damage, what comes along with it, and whether it is an Attack's, which alone can be Overkill."""

    damage: int
    brings: int = 0
    is_attack: bool = True


def suffered(body: Body, model: Model, hit: Hit) -> Iterator[tuple[Body, float]]:
    """What becomes of a model, with the probability of each face of its Endurance Test."""
    injury = WOUNDED if hit.damage else UNINJURED
    if hit.damage >= body.health:
        injury = OVERKILL if hit.is_attack and hit.damage >= 2 * body.health else INJURED
    state = State(body.is_down, body.ails, bool(body.avoids), bool(hit.brings & INCAPACITATES))
    if injury in (INJURED, OVERKILL) and not body.is_down:
        body = body._replace(avoids=0)
    for fate, share in model.shares(injury, state, hit.brings // PUNISHES % 16):
        yield _left(body, model, hit, fate), share


def _left(body: Body, model: Model, hit: Hit, fate: int) -> Body:
    potions, outcome = divmod(fate, POTION)
    token = 0 if hit.brings & TAKES_TOKEN else body.token
    if outcome == REMOVED:
        return REMOVED_BODY
    if outcome in (UNHURT, FELLED):
        health = body.health - hit.damage + potions
        if outcome == FELLED:
            return body._replace(health=health, status=INCAPACITATED, token=0)
        pushed = hit.brings & STAGGERS or (hit.brings & STAGGERS_ON_DAMAGE and hit.damage)
        status = STAGGERED if pushed and body.status == STANDING else body.status
        return body._replace(health=health, status=status, token=token)
    status = {LEFT_STAGGERED: STAGGERED, LEFT_INCAPACITATED: INCAPACITATED}.get(outcome, body.status)
    token = 0 if status == INCAPACITATED else token
    return body._replace(health=min(1 + potions, model.most_health), status=status, token=token)


def afflicted(body: Body, model: Model, hit: Hit, drain: Die | None) -> Iterator[tuple[Body, float]]:
    """The tokens of an attack that dealt damage to a model still in play, and what Frost and Shock take."""
    if not (hit.damage and body.health):
        yield body, 1.0
        return
    bodies: dict[Body, float] = {body: 1.0}
    brings = hit.brings
    if brings & FREEZES:
        bodies = spread(bodies, lambda one: iter([(one._replace(burning=0), 1.0)]))
    for reserve, bit, point in (("stamina", FREEZES, brings & TIRES), ("magicka", SHOCKS, 0)):
        drained = [face.number for face in drain.faces] if brings & bit and drain is not None else [0]
        bodies = spread(bodies, partial(_drained, reserve, [lost + bool(point) for lost in drained]))
    for token, gives, if_failed in (("burning", BURNS, BURNS_IF_FAILED), ("poison", POISONS, POISONS_IF_FAILED)):
        if brings & (gives | if_failed):
            bodies = spread(bodies, partial(_given, model, token, bool(brings & if_failed)))
    if brings & BLEEDS:
        bodies = spread(bodies, lambda one: iter([(one._replace(bleed=min(one.bleed + 1, MOST_BLEEDING)), 1.0)]))
    yield from bodies.items()


def _given(model: Model, token: str, is_tested: bool, body: Body) -> Iterator[tuple[Body, float]]:
    held = getattr(body, token)
    given = body._replace(**{token: 1 if token == "burning" else held + 1})
    if not is_tested:
        yield given, 1.0
        return
    yield from by_test(model, model.endures, body, given)


def by_test(
    model: Model, attribute: int | None, passed: Body, failed: Body, penalty: int = 0
) -> Iterator[tuple[Body, float]]:
    """Where an Attribute Test leads, with the Potions it shows."""
    assert model.die is not None
    assert attribute is not None
    faces = model.die.faces
    for face in faces:
        after = passed if passes(face, attribute, penalty) else failed
        yield drunk(after, model, int("potion" in face.signs)), 1 / len(faces)


def _drained(reserve: str, losses: Sequence[int], body: Body) -> Iterator[tuple[Body, float]]:
    for lost in losses:
        yield body._replace(**{reserve: max(getattr(body, reserve) - lost, 0)}), 1 / len(losses)


def begun(body: Body, model: Model, acts: bool = True) -> dict[Body, float]:
    """The start of an activation: Burning, Poison, the tests of Bleed, and an Adversary's test of fire."""
    if model.lies and body.is_down:
        return {body: 1.0}
    bodies = {body._replace(began=body.status if acts else STANDING): 1.0}
    bodies = spread(bodies, lambda one: _stung(one, model, one.burning))
    bodies = spread(bodies, lambda one: _stung(one, model, one.poison))
    bodies = spread(bodies, lambda one: iter(_bled(one, model).items()))
    if model.is_adversary and acts:
        bodies = spread(bodies, lambda one: iter(_fire_fought(one, model, FOUGHT_FIRE).items()))
    return bodies


def _stung(body: Body, model: Model, damage: int) -> Iterator[tuple[Body, float]]:
    if not (damage and body.health):
        yield body, 1.0
        return
    yield from suffered(body, model, Hit(damage, is_attack=False))


def _bled(body: Body, model: Model) -> dict[Body, float]:
    """A test for every Bleed Token."""
    bodies: dict[Body, float] = {body: 1.0}
    for _ in range(body.bleed if body.health else 0):
        bodies = spread(bodies, lambda one: by_test(model, model.endures, one._replace(bleed=one.bleed - 1), one))
    return bodies


def acted(body: Body, model: Model) -> dict[Body, float]:
    """What an Action costs who bleeds: 1 damage, then a Bleed Token goes."""
    if not (body.bleed and body.can_act):
        return {body: 1.0}
    hurt = dict_of(suffered(body, model, Hit(1, is_attack=False)))
    return spread(hurt, lambda one: iter([(one._replace(bleed=max(one.bleed - 1, 0)), 1.0)]))


def _fire_fought(body: Body, model: Model, mark: int) -> dict[Body, float]:
    """The Special Action of who burns: an Agility Test."""
    if not (body.burning and body.can_act):
        return {body: 1.0}
    body = body._replace(acted=body.acted | mark)
    tested = dict_of(by_test(model, model.agility, body._replace(burning=0), body))
    return spread(tested, lambda one: iter(acted(one, model).items()))


def dict_of(bodies: Iterator[tuple[Body, float]]) -> dict[Body, float]:
    reached: defaultdict[Body, float] = defaultdict(float)
    for body, share in bodies:
        reached[body] += share
    return reached


def ended(body: Body, model: Model, is_over: bool) -> dict[Body, float]:
    """The end of an activation: what the attacks cost who bleeds, fire or Block, Recover."""
    if is_over:
        return {body: 1.0}
    bodies: dict[Body, float] = {body: 1.0}
    if body.acted & ATTACKED:
        bodies = acted(body, model)
    bodies = spread(bodies, lambda one: iter(_second_action(one, model).items()))
    return spread(bodies, lambda one: iter([(stood_up(one, model), 1.0)]))


def _second_action(body: Body, model: Model) -> dict[Body, float]:
    if not body.can_act or body.acted & FOUGHT_FIRE:
        return {body: 1.0}
    if body.burning and not model.is_adversary:
        return _fire_fought(body, model, FOUGHT_FIRE)
    if not model.blocks:
        return {body: 1.0}
    if model.ward is not None and not body.ward:
        return _ward_cast(body, model, model.ward)
    return spread(acted(body, model), lambda one: iter([(one._replace(token=int(one.can_act)), 1.0)]))


def _ward_cast(body: Body, model: Model, ward: Ward) -> dict[Body, float]:
    """The Special Action that raises a Ward, where it can be paid."""
    if body.magicka < ward.cost:
        return {body: 1.0}
    body = body._replace(magicka=body.magicka - ward.cost)
    tested = dict_of(by_test(model, ward.attribute, body._replace(ward=1), body, ward.difficulty))
    return spread(tested, lambda one: iter(acted(one, model).items()))


def stood_up(body: Body, model: Model) -> Body:
    """Recover: Staggered is lost where it was there from the beginning, Incapacitated becomes Staggered."""
    if not body.health:
        return REMOVED_BODY
    began = body.began
    body = body._replace(began=STANDING, acted=0, ward=0 if body.is_down else body.ward)
    if not body.is_down:
        keeps = body.status == STAGGERED and began == STANDING and not model.is_adversary
        return body._replace(status=STAGGERED if keeps else STANDING)
    if model.lies:
        return body
    return REMOVED_BODY if body.ails else body._replace(status=STAGGERED)


def risen(body: Body, model: Model) -> Body:
    """A model that recovers without acting."""
    if body.is_down:
        return REMOVED_BODY if body.ails else body._replace(status=STAGGERED)
    return body if model.lies else body._replace(status=STANDING)


def renewed(body: Body, model: Model) -> Body:
    """What comes back at the end of a round, and what can be done once in each."""
    stamina, extra = max(body.stamina, model.boosts), max(body.extra, int(model.extra))
    if not body.can_act:
        return body._replace(stamina=stamina, extra=extra)
    health, stamina_back, magicka = model.regenerates
    return body._replace(
        health=min(body.health + health, max(model.most_health, body.health)),
        stamina=max(min(body.stamina + stamina_back, max(model.stamina, body.stamina)), model.boosts),
        magicka=min(body.magicka + magicka, max(model.magicka, body.magicka)),
        extra=extra,
    )
