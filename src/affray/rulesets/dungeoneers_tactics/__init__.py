"""Dungeoneers Tactics: tiles, facing, stress; hit, pierce, wounds."""

from affray.book.ruleset import ruleset_of

RULESET = ruleset_of(__name__)
