"""Plans that begin alike are tried out once: what is offered is what each alone would find."""

from __future__ import annotations

from itertools import pairwise

import pytest
from test_clone import one_of_each

from affray.book.encounter import find_encounter
from affray.book.words import ANSWER
from affray.fight.answers_after import legal_after_each, legal_then
from affray.fight.fight import Fight, nobody
from affray.fight.plans import Offer, asked_of, barred, offers
from affray.fight.players import Players, Seat
from affray.oracles.tape import Answer, Question
from affray.rules.masks import members

DECISIONS = 12


def moments(name: str) -> list[Fight]:
    """A fight where somebody has a choice, again and again, as the computer plays it."""
    encounter = find_encounter(name)
    players = Players([Seat("random")] * len(encounter.entrants), seed=5)
    fight = Fight(encounter, nobody)
    fight.run()
    out: list[Fight] = []
    while fight.pending is not None and len(out) < DECISIONS:
        if not fight.pending.is_chance and len(members(fight.pending.mask)) > 1:
            out.append(fight.clone())
        fight.answer(_said(players, fight, fight.pending))
    return out


def _said(players: Players, fight: Fight, asked: Question) -> Answer:
    return players(fight, asked, fight.world)


@pytest.mark.parametrize("name", one_of_each())
def test_each_plan_alone_finds_the_same(name: str) -> None:
    found = moments(name)
    assert found
    for fight in found:
        pending = fight.pending
        assert pending is not None
        offered = {(id(one.plan), one.target) for one in offers(fight)}
        for plan in [one for one in fight.ruleset.words.plans if one.name != ANSWER]:
            targets = range(len(fight.encounter.called[plan.targets])) if plan.targets else [-1]
            for target in targets:
                answers = plan.answers_for(fight.world, pending.who, target)
                is_open = answers is not None and barred(fight, pending, answers) is None
                assert is_open == ((id(plan), target) in offered), (plan.name, target)


@pytest.mark.parametrize("name", one_of_each())
def test_what_is_legal_then_is_what_is_asked_then(name: str) -> None:
    for fight in moments(name)[:4]:
        for offer in offers(fight):
            _require_same(fight, offer)


@pytest.mark.parametrize("name", one_of_each())
def test_what_a_number_leaves_to_the_next_is_what_is_asked_then(name: str) -> None:
    """A game may say at once what follows from a number; it is what trying each would show."""
    words = find_encounter(name).ruleset.words
    followers = [question for question, asked in words.questions.items() if asked.follows]
    found = 0
    for fight, offer in [(here, one) for here in moments(name) for one in offers(here)]:
        asked = [one.question for one in asked_of(fight, offer, {})]
        for first, second in [(a, b) for a, b in pairwise(asked) if b.name in followers]:
            each = legal_after_each(fight, offer, first, second.name)
            assert each == {
                k: legal_then(fight, offer, second.name, {first.name: k})
                for k in members(first.mask)
            }
            found += 1
    assert bool(found) == bool(followers)


def _require_same(fight: Fight, offer: Offer) -> None:
    asked = asked_of(fight, offer, {})
    for first in asked[:1]:
        for option in members(first.question.mask)[:3]:
            then = asked_of(fight, offer, {first.question.name: option})
            for one in then[1:]:
                mask = legal_then(fight, offer, one.question.name, {first.question.name: option})
                assert mask == one.question.mask
