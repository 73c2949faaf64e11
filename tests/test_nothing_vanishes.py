"""What is thrown, dropped or struck from a hand lies somewhere: none of it is lost."""

from __future__ import annotations

from affray.book.encounter import find_encounter
from affray.oracles.dice import Dice
from affray.rules.ask import RANDOM
from affray.rulesets.dungeoneers_spotlight.gear import lay_at
from affray.rulesets.plunder.blows import drop_everything
from affray.rulesets.plunder.state import World as PlunderWorld
from affray.rulesets.rpg_hell.forced import lay_down
from affray.rulesets.rpg_hell.state import CREATURES, HELD


def test_every_hand_of_rpg_hell_may_throw_what_it_holds() -> None:
    w = find_encounter("rpg-hell/wolf-road").world()
    for _ in range(CREATURES * HELD):
        lay_down(w, 0, 1, 1)
    assert sum(thing.weapon == 0 for thing in w.ground) == CREATURES * HELD


def test_what_both_hands_of_everybody_held_lies_there() -> None:
    """Plunder's dead let go of everything, sixteen of them with sword and shield."""
    encounter = find_encounter("plunder/bone-cellar")
    w: PlunderWorld = encounter.world()
    dice = Dice(1, 0, encounter.ruleset.decide, [RANDOM] * w.n)
    for _ in range(16):
        copy = find_encounter("plunder/bone-cellar").world()
        w.creatures[0] = copy.creatures[0]
        drop_everything(dice, w, 0, 0)
    assert sum(thing.gear >= 0 for thing in w.ground) == 32


def test_spotlight_keeps_every_dropped_thing() -> None:
    w = find_encounter("dungeoneers-spotlight/goblin-warren").world()
    for _ in range(32):
        lay_at(w, 0, 0)
    assert sum(thing.item == 0 for thing in w.ground) == 32
