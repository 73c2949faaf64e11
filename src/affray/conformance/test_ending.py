"""The end of a fight is read from what happened, and told the same way every time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from affray.book.encounter import Encounter
from affray.conformance.playing import usual, watch
from affray.fight.fight import Fight, nobody
from affray.tell.ending import EVEN, ending, ending_data
from affray.tell.story import MOST_SENTENCES


def test_every_fight_has_an_end_worth_telling(encounter: Encounter) -> None:
    *_, last = watch(encounter, 51, 0, usual(encounter))
    fight = Fight(encounter, nobody)
    fight.live = [answer for _, answer in last.tape]
    fight.run()
    found = ending(fight)
    assert found is not None
    assert ending_data(found) == ending_data(ending(fight))
    assert 2 <= len(found.story) <= MOST_SENTENCES
    assert all(text and "{" not in text for text in found.story)
    stood, stand = _standing(encounter, encounter.world()), _standing(encounter, fight.world)
    assert {fall.name for fall in found.fallen} >= stood - stand, "who stands no more has fallen"
    assert all(fall.told for fall in found.fallen)
    for lucky in (found.luckiest, found.unluckiest):
        assert lucky is None or Fraction(0) < lucky.p < EVEN


def _standing(encounter: Encounter, world: Any) -> set[str]:
    names = encounter.names["creatures"]
    return {name for i, name in enumerate(names) if encounter.ruleset.standing(world, i)}
