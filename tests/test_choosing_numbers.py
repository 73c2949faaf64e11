"""What the lab's page lists to be changed."""

from __future__ import annotations

import pytest

from affray.book.encounter import find_encounter
from affray.lab.changes import Change, vary
from affray.lab.questions import what_can_be_changed
from affray.lab.variations import candidates


@pytest.mark.parametrize("name", ["dungeoneers-tactics/duel", "rpg-hell/gate-duel"])
def test_who_has_none_of_what_another_has_may_come_to_have_it(name: str) -> None:
    """An unarmored creature's armor could be named, and not chosen from the page's list."""
    encounter = find_encounter(name)
    tried, listed = candidates(encounter), what_can_be_changed(encounter)["a number"]
    assert {change.what for change, _ in tried} < {what for what, _ in listed}
    new = [one for one in listed if one[0] not in {change.what for change, _ in tried}]
    assert {was for _, was in new} == {"0"}
    for what, _ in new:
        assert vary(encounter, [], [Change(what, "+0")])
    assert ("Suori.natural_av", "0") in new or name != "dungeoneers-tactics/duel"


def test_what_is_not_for_somebody_is_not_offered() -> None:
    listed = dict(what_can_be_changed(find_encounter("story-mode/coven"))["a number"])
    assert "Witch.level" in listed
    assert "Lena.level" not in listed, "a character has none"
