"""RPG Hell: roll the pool, see the dice, spend them by their faces."""

from affray.book.ruleset import ruleset_of

RULESET = ruleset_of(__name__)
