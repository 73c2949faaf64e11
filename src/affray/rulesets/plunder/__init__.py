"""Plunder: sealed declarations, one d20 each, hits aimed at limbs, Wounds that fill the pack."""

from affray.book.ruleset import ruleset_of

RULESET = ruleset_of(__name__)
