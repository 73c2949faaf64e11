"""Story Mode: only players roll, everything hostile is one number, and wounds last."""

from affray.book.ruleset import ruleset_of

RULESET = ruleset_of(__name__)
