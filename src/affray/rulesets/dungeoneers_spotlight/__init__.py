"""Dungeoneers Spotlight: no turns, one move in the spotlight, one of the game master's."""

from affray.book.ruleset import ruleset_of

RULESET = ruleset_of(__name__)
