"""The compiler takes every rule as it stands, also those no encounter comes to."""

from __future__ import annotations

from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.compiler.check import problems


def test_rules_stay_in_the_subset(ruleset: Ruleset) -> None:
    found = [str(problem) for problem in problems(ruleset)]
    assert not found, "; ".join(found)


def test_a_ruleset_is_found_under_its_own_name(ruleset: Ruleset) -> None:
    assert ruleset.slug in SHELF.slugs()
    assert SHELF.get(ruleset.slug) is ruleset
    assert ruleset.encounter_files(), "a ruleset comes with at least one encounter"
