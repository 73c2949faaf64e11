"""Sealed answers: what one is asked in secret depends on nothing the others seal in that step.

A table asks all of them at once because of it, each in a fight of their own in which the others
have said anything legal (`fight/sealed.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from affray.book.encounter import Encounter
from affray.conformance.playing import Some
from affray.fight.fight import Fight
from affray.fight.plans import offers
from affray.fight.players import Players, Seat
from affray.fight.sealed import (
    Filling,
    anything,
    as_asked,
    asked_in_secret,
    asks_still,
    is_secret_asked,
)
from affray.oracles.tape import Answer, Pending, Question
from affray.rules.masks import members

SOME_ROUNDS = 12
"""How often it is looked at what everybody seals, in one fight."""

MOST_ANSWERS = 600
FIGHTS = 3
"""Where one goes by in which no two are ever asked at once, there are others."""

WORLDS = 3
"""How many different things the others seal."""


def test_what_is_sealed_depends_on_nothing_others_seal(encounter: Encounter, some: Some) -> None:
    """Who is asked, what, with which options, plans, words and warnings: the same whatever the
    others sealed in the step, up to the end of one's own answer."""
    if not encounter.ruleset.secret_questions:
        return
    looked = 0
    for k, fight in enumerate(_sealing(encounter)):
        if looked and k >= some(SOME_ROUNDS):
            return
        asked = asked_in_secret(fight)
        assert asked, "a sealed question is pending, and nobody is asked in secret"
        for world in range(1, WORLDS):
            found = asked_in_secret(fight, _others(f"{k} {world}"))
            assert found == asked, "who is asked in secret depends on what another has sealed"
        for who in asked:
            first, *others = (_asked(fight, who, k, world) for world in range(WORLDS))
            for other in others:
                assert other == first, _named(fight, who)
            looked += len(asked) > 1
    seen = f"in {FIGHTS} fights of {MOST_ANSWERS} answers at most"
    assert looked, f"no two were ever asked in secret in one step, {seen}"


def _named(fight: Fight, who: int) -> str:
    return f"what {fight.names[who]} is asked in secret depends on what another has sealed"


def _sealing(encounter: Encounter) -> Iterator[Fight]:
    """Fights wherever their people are to seal something; they answer at random."""
    numbers = random.Random(encounter.name)
    for k in range(FIGHTS):
        fight = Fight(encounter, Players([Seat()] * len(encounter.entrants), seed=17 + k))
        fight.run()
        seen = -1
        for _ in range(MOST_ANSWERS):
            if fight.pending is None:
                break
            if is_secret_asked(fight) and fight.step_start[0] != seen:
                seen = fight.step_start[0]
                yield fight
            fight.answer(Answer(numbers.choice(members(fight.pending.mask))))


def _asked(fight: Fight, who: int, k: int, world: int) -> list[Any]:
    """All that one is asked while others seal this or that; their own answers stay the same."""
    own = random.Random(f"{k} {who}")
    at = fight.step_start[0]
    twin = as_asked(fight, who, _left_to_them, _others(f"{k} {who} {world}") if world else anything)
    told = []
    while asks_still(twin, who, at):
        assert twin.pending is not None
        told.append(_shown(twin, twin.pending))
        twin.answer(Answer(own.choice(members(twin.pending.mask))))
    return told


def _left_to_them(fight: Fight, question: Question, world: Any) -> Answer:
    raise Pending(question, world)


def _others(seed: str) -> Filling:
    numbers = random.Random(seed)
    return lambda fight, question, world: numbers.choice(members(question.mask))


def _shown(fight: Fight, asked: Question) -> Any:
    """Everything a question shows to the one who is asked."""
    words, names, w = fight.ruleset.words, fight.encounter.names, fight.world
    warned = [words.warning(asked.name, w, asked.who, k, names) for k in members(asked.mask)]
    prompt = words.prompt(asked.name, asked.who, names, w)
    usual = words.usual(asked.name, w, asked.who, asked.mask)
    open_now = [(o.name, o.label, o.answers, o.target, o.note) for o in offers(fight)]
    return asked, prompt, usual, warned, open_now
