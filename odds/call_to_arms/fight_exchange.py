"""One outcome of an attack roll, applied to both models of a fight: who is left as what, and how likely (float64)."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tamriel_odds.odds.call_to_arms.fight import WHEN_HIT, WHEN_TARGETED, Fight, Turn
from tamriel_odds.odds.call_to_arms.fight_model import STAGGERED, STANDING
from tamriel_odds.odds.call_to_arms.fight_outcomes import Struck
from tamriel_odds.odds.call_to_arms.fight_tolls import Body, Hit, afflicted, by_test, drunk, spread, suffered
from tamriel_odds.odds.call_to_arms.variants import STAGGERS, STAGGERS_ON_DAMAGE


class Pair(NamedTuple):
    """Who attacks and who is attacked."""

    attacker: Body
    target: Body


Pairs = dict[Pair, float]
Step = Callable[[Pair], Iterator[tuple[Pair, float]]]


def then(pairs: Pairs, step: Step) -> Pairs:
    reached: defaultdict[Pair, float] = defaultdict(float)
    for pair, share in pairs.items():
        for after, part in step(pair):
            reached[after] += share * part
    return reached


class Exchange:
    """An attack of the plan whose roll is known; `spends` says when the target spends its Block Token."""

    def __init__(self, fight: Fight, turn: Turn, struck: Struck, spends: int) -> None:
        self.fight, self.struck, self.spends = fight, struck, spends
        self.own, self.other = fight.models[turn.attacker], fight.models[turn.target]
        self.afflicts, self.braces = fight.afflicts(turn), fight.braces(turn)
        # What cannot matter to the target is left out.
        self.hit = Hit(struck.damage, struck.brings & self.afflicts if self.afflicts else struck.brings)

    def exchanged(self, pair: Pair) -> Pairs:
        """The bodies it leaves, in the order of the rules."""
        pairs: Pairs = {self._paid(pair): 1.0}
        if self.spends == WHEN_TARGETED or (self.spends == WHEN_HIT and self.struck.is_hit):
            pairs = then(pairs, self._spent)
        pairs = then(pairs, self._hurt)
        if self.afflicts:
            pairs = then(pairs, self._given_tokens)
        reached: defaultdict[Pair, float] = defaultdict(float)
        for one, share in pairs.items():
            reached[self._restored(one)] += share
        return reached

    def _paid(self, pair: Pair) -> Pair:
        """What the roll itself cost: Extra Damage, a reroll; and the Potion of Custom Fit."""
        own, other = pair
        if self.struck.extra:
            own = own._replace(extra=0)
        if self.struck.rerolled:
            other = other._replace(stamina=other.stamina - 1)
        return Pair(own, drunk(other, self.other, self.struck.fits))

    def _spent(self, pair: Pair) -> Iterator[tuple[Pair, float]]:
        """The Block Token goes, perhaps to be kept after all, and may be a Shield Bash."""
        own, other = pair
        model = self.other
        can_bash = other.status == STANDING and bool(model.bash)
        bashes = can_bash and model.bash[min(other.stamina, len(model.bash) - 1)]
        health = min(other.health + self.struck.saves, max(model.most_health, other.health))
        other = other._replace(token=0, health=health)
        others = {other: 1.0}
        if model.quick is not None:
            others = spread(others, lambda one: by_test(model, model.quick, one._replace(token=1), one))
        for body, share in others.items():
            if not bashes:
                yield Pair(own, body), share
                continue
            paid = body._replace(stamina=body.stamina - model.bash_cost)
            for reeling, part in self._reeled(own):
                yield Pair(reeling, paid), share * part

    def _reeled(self, own: Body) -> Iterator[tuple[Body, float]]:
        """The attacker's own Staggered Token."""
        if own.status != STANDING or self.own.is_relentless:
            yield own, 1.0
        elif self.own.has_tower:
            yield from by_test(self.own, self.own.endures, own, own._replace(status=STAGGERED))
        else:
            yield own._replace(status=STAGGERED), 1.0

    def _hurt(self, pair: Pair) -> Iterator[tuple[Pair, float]]:
        """Damage and injury, and a Staggered Token that the target answers."""
        if not self.braces:
            for left, share in suffered(pair.target, self.other, self.hit):
                yield pair._replace(target=left), share
            return
        plain = self.hit._replace(brings=self.hit.brings & ~(STAGGERS | STAGGERS_ON_DAMAGE))
        for left, share in suffered(pair.target, self.other, plain):
            for standing, part in self._braced(pair, left):
                yield standing, share * part

    def _braced(self, pair: Pair, left: Body) -> Iterator[tuple[Pair, float]]:
        brings, model = self.hit.brings, self.other
        pushed = brings & STAGGERS or (brings & STAGGERS_ON_DAMAGE and self.hit.damage)
        was_injured = self.hit.damage >= pair.target.health
        by_push = bool(pushed) and not was_injured and left.status == STANDING and left.health > 0
        by_injury = was_injured and left.status == STAGGERED and left.health > 0
        if not (by_push or by_injury):
            yield pair._replace(target=left), 1.0
            return
        standing, staggered = left._replace(status=pair.target.status), left._replace(status=STAGGERED)
        answers = {staggered: 1.0}
        if model.has_tower:
            answers = spread({staggered: 1.0}, lambda one: by_test(model, model.endures, standing, one))
        for body, share in answers.items():
            if not model.returns or body.status != STAGGERED:
                yield pair._replace(target=body), share
                continue
            for reeling, part in self._reeled(pair.attacker):
                yield Pair(reeling, body), share * part

    def _given_tokens(self, pair: Pair) -> Iterator[tuple[Pair, float]]:
        for left, share in afflicted(pair.target, self.other, self.hit, self.fight.drain):
            yield pair._replace(target=left), share

    def _restored(self, pair: Pair) -> Pair:
        """The Potion of the attack, what it restores, and the Magicka of a Ward that is hit."""
        own, other = drunk(pair.attacker, self.own, self.struck.potion), pair.target
        if any(self.struck.gains):
            health, stamina, magicka = self.struck.gains
            own = own._replace(
                health=min(own.health + health, max(self.own.most_health, own.health)),
                stamina=min(own.stamina + stamina, max(self.own.stamina, own.stamina)),
                magicka=min(own.magicka + magicka, max(self.own.magicka, own.magicka)),
            )
        if self.other.absorbs and self.struck.is_hit and other.ward:
            other = other._replace(magicka=min(other.magicka + 1, self.other.magicka))
        return Pair(own, other)
