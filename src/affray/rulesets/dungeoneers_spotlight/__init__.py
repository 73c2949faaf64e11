"""Dungeoneers Spotlight: no turns, one move in the spotlight, one of the game master's."""

from pathlib import Path

from affray.ruleset import Ruleset

from .policy import TEMPERAMENTS, decide
from .rules import begin, between, outcome, standing, step
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
