"""Rooms: a tiny game whose space is places, for the tests of what is drawn of them."""

from pathlib import Path

from affray.ruleset import Ruleset

from .rules import TEMPERAMENTS, begin, between, decide, outcome, standing, step
from .state import World, invariant, setup
from .words import WORDS

RULESET = Ruleset(
    package=__name__,
    folder=Path(__file__).parent,
    world=World,
    setup=setup,
    begin=begin,
    step=step,
    between=between,
    outcome=outcome,
    standing=standing,
    invariant=invariant,
    decide=decide,
    temperaments=TEMPERAMENTS,
    words=WORDS,
)
