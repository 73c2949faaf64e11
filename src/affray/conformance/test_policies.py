"""Policies answer legally, and are blind to what others keep secret."""

from __future__ import annotations

import random
from enum import IntEnum
from typing import Any

from affray.book.encounter import Encounter
from affray.book.ruleset import Ruleset
from affray.conformance.playing import Some, fresh, share_of
from affray.fight.loop import play
from affray.oracles.dice import Dice
from affray.rules.ask import NOBODY, RANDOM
from affray.rules.layout import Field
from affray.rules.world import clone


class Suspicious(Dice):
    """Asks every policy twice, the second time with the others' secrets scrambled."""

    __slots__ = ("asked", "encounter", "numbers")

    def __init__(self, encounter: Encounter, fight: int, temperament: int) -> None:
        seats = [temperament] * len(encounter.entrants)
        super().__init__(51, fight, encounter.ruleset.decide, seats)
        self.encounter = encounter
        self.numbers = random.Random(fight)
        self.asked = 0

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        before = self.policy_n
        scrambled = clone(w)
        scramble(scrambled, who, self.numbers)
        other = super().choose(scrambled, who, question, mask)
        self.policy_n = before
        answer = super().choose(w, who, question, mask)
        assert answer == other, self._peeked(who, question)
        self.asked += 1
        return answer

    def _peeked(self, who: int, question: int) -> str:
        asked = self.encounter.ruleset.words.question_name(question)
        name = self.encounter.names["creatures"][who]
        return f"policy.py: decide answers {asked!r} of {name} by another's secret"


def secret_fields(ruleset: Ruleset) -> list[tuple[Field, Field]]:
    """(list of the world, secret field of its records): element i belongs to creature i."""
    return [
        (outer, inner)
        for outer in ruleset.world.layout.fields.values()
        if outer.record and outer.is_list
        for inner in outer.layout.fields.values()
        if inner.secret or outer.secret
    ]


def scramble(w: Any, who: int, numbers: random.Random) -> None:
    for outer in type(w).layout.fields.values():
        if not (outer.record and outer.is_list):
            continue
        for inner in outer.layout.fields.values():
            if inner.secret or outer.secret:
                for i, one in enumerate(getattr(w, outer.name)):
                    if i != who:
                        setattr(one, inner.name, _anything(inner, numbers))


def _anything(f: Field, numbers: random.Random) -> Any:
    def one() -> int:
        if isinstance(f.of, type) and issubclass(f.of, IntEnum):
            return int(numbers.choice(list(f.of)))
        return numbers.randrange(8)

    return [one() for _ in range(f.capacity)] if f.is_list else one()


def test_policies_are_blind_to_secrets(encounter: Encounter, some: Some) -> None:
    ruleset = encounter.ruleset
    for temperament in range(1, len(ruleset.temperaments)):
        asked = 0
        for k in range(some(share_of(encounter, 100)) if secret_fields(ruleset) else 1):
            dice = Suspicious(encounter, k, temperament)
            play(ruleset, dice, fresh(encounter))
            asked += dice.asked
        assert asked > 0


def test_secret_questions_are_questions(ruleset: Ruleset) -> None:
    assert ruleset.book.secret <= set(ruleset.words.question_names)
    if ruleset.book.secret:
        assert secret_fields(ruleset), "a sealed answer needs a secret field to lie in"


def test_random_is_the_first_temperament(ruleset: Ruleset) -> None:
    assert ruleset.temperaments[RANDOM] == "random"
    assert len(set(ruleset.temperaments)) == len(ruleset.temperaments)


def test_policies_end_fights(encounter: Encounter, some: Some) -> None:
    """Every temperament against every other: a policy that stalls would never end."""
    ruleset = encounter.ruleset
    count = range(len(ruleset.temperaments))
    pairs = [(mine, theirs) for mine in count for theirs in count]
    for seed in range(some(3)):
        for mine, theirs in pairs:
            seats = [mine if e.side == encounter.sides[0] else theirs for e in encounter.entrants]
            outcome = play(ruleset, Dice(seed, 0, ruleset.decide, seats), fresh(encounter))
            assert outcome in (*range(len(encounter.sides)), NOBODY)
