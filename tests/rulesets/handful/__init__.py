"""Handful: a dice game for the tests, made of what Skirmish leaves out of the seam."""

from affray.book.ruleset import ruleset_of

RULESET = ruleset_of(__name__)
