"""One honest number a plan: the chance that it does what it is for, the same wherever it stands."""

from __future__ import annotations

from fractions import Fraction

from affray.book.encounter import Encounter
from affray.book.heads import NO_AIM, Aim
from affray.book.ruleset import Ruleset
from affray.book.words import ANSWER
from affray.conformance.playing import Some, middles, quick_odds, usual
from affray.fight.plans import Offer, offers
from affray.odds.data import odds_data
from affray.odds.of_plans import position_of
from affray.odds.upshot import CERTAIN, NO_DICE, Odds
from affray.tell.narration import tell_number

SOME_POSITIONS = 16
MOST_PLANS = 60
FAILURES = ("not ", "no ", "miss", "fail")


def test_every_plan_says_what_it_is_for(ruleset: Ruleset) -> None:
    """A head, or nothing dice decide; what nobody has said is neither."""
    words = ruleset.words
    names = [head.name for group in words.heads for head in group]
    assert len(set(names)) == len(names), "two heads with one name"
    plans = {plan.name for plan in words.plans} - {ANSWER}
    assert set(words.aims) == plans, "every plan has an aim, if only NO_AIM"
    asked = [asked.aim for asked in words.questions.values()]
    for aim in [*words.aims.values(), *asked]:
        if isinstance(aim, Aim) and aim != NO_AIM:
            assert set(aim.wanted) <= set(names), aim.name
            assert not aim.name.startswith(FAILURES), "a plan is never for its own failure"


def test_a_plan_has_one_honest_number(encounter: Encounter, some: Some) -> None:
    looked_at = 0
    for fight in middles(encounter, some(SOME_POSITIONS)):
        for offer in offers(fight):
            if looked_at >= some(MOST_PLANS):
                return
            odds = quick_odds(position_of(fight, offer.who), offer, usual(encounter))
            assert not isinstance(odds, str), f"{offer.label} is offered and has no odds: {odds}"
            if odds is not None:
                _must_be_honest(encounter, offer, odds)
                looked_at += 1
    assert looked_at > 0


def _must_be_honest(encounter: Encounter, offer: Offer, odds: Odds) -> None:
    names = {head.name for group in encounter.ruleset.words.heads for head in group}
    assert (odds.number is None) == (offer.aim == NO_AIM), offer.label
    came_true = sum((o.p for o in odds.outcomes if o.comes_off), Fraction(0))
    if odds.number is None:
        assert came_true == 0
        assert odds.word == ("" if odds.stages else NO_DICE), offer.label
    else:
        assert set(offer.aim.wanted) <= names, offer.label
        assert offer.aim.of != "target" or offer.aimed_at, f"{offer.label} has no target"
        assert 0 <= odds.number.p <= 1
        assert odds.number.p == came_true, offer.label
        assert odds.word == (CERTAIN if odds.number.p == 1 else ""), offer.label
    _must_be_told_alike(odds)
    if odds.grouped is not None:
        assert sum(share.p for share in odds.grouped.shares) == 1
        assert any(share.grade for share in odds.grouped.shares), "never: nothing, 100 %"
    for harm, worse in zip(odds.harm, odds.harm[1:], strict=False):
        assert harm.p > worse.p > 0


def _must_be_told_alike(odds: Odds) -> None:
    """In words and as data: the page has the latter, for list, map and token."""
    data, said = odds_data(odds, how=False), tell_number(odds)
    assert data["word"] == odds.word
    if odds.number is None:
        assert data["number"] is None
        assert not said or said[0] in (odds.word, f"{odds.actor} may be {_harm(odds)}")
    else:
        assert Fraction(data["number"]["p"]) == odds.number.p
        shown = odds.word or f"{float(odds.number.p) * 100:.2f} %"
        assert said[0].endswith(f"{odds.number.name}: {shown}")


def _harm(odds: Odds) -> str:
    return ", ".join(f"{harm.grade} {float(harm.p) * 100:.2f} %" for harm in odds.harm)
