"""Rules stay in the subset that CPython and the compiler read alike."""

from __future__ import annotations

from affray.conformance.subset import problems
from affray.ruleset import SHELF, Ruleset


def test_rules_stay_in_the_subset(ruleset: Ruleset) -> None:
    assert problems(ruleset) == []


def test_a_ruleset_is_found_under_its_own_name(ruleset: Ruleset) -> None:
    assert ruleset.slug in SHELF.slugs()
    assert SHELF.get(ruleset.slug) is ruleset
    assert ruleset.encounter_files(), "a ruleset comes with at least one encounter"
