"""Rooms: a tiny game whose space is places, for the tests of what is drawn of them."""

from affray.book.ruleset import ruleset_of

RULESET = ruleset_of(__name__)
