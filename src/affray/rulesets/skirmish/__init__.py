"""Skirmish: a tiny game with everything a ruleset has, and the engine's reference fight."""

from affray.book.ruleset import ruleset_of

RULESET = ruleset_of(__name__)
