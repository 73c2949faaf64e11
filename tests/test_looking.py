"""What the map means to a creature is what the rules say: where it shoots, whom a wall hides."""

from __future__ import annotations

from typing import Any

import pytest

from affray.book.encounter import find_encounter
from affray.book.sight import Sight
from affray.book.words import Names
from affray.fight.fight import Fight, nobody
from affray.rules.masks import contains
from affray.rules.world import clone
from affray.rulesets.dungeoneers_spotlight.space import floor_at, solid
from affray.rulesets.dungeoneers_spotlight.state import World as Spotlight
from affray.rulesets.dungeoneers_spotlight.strikes import weapons_on
from affray.rulesets.dungeoneers_tactics.attack import weapons_for
from affray.rulesets.dungeoneers_tactics.space import is_wall


def looked(which: str, name: str) -> tuple[Any, int, Sight, Names]:
    fight = Fight(find_encounter(which), nobody)
    fight.run()
    i, words = fight.names.index(name), fight.ruleset.words
    assert words.sight is not None
    known = fight.encounter.names
    return fight.world, i, words.sight(fight.world, i, known), known


def stand(w: Any, j: int, x: int, y: int) -> bool:
    """Put somebody on a tile's floor, if they can stand there."""
    d = w.creatures[j]
    d.x, d.y = x, y
    if isinstance(w, Spotlight):
        d.z = floor_at(w, x, y)
        return not solid(w, x, y)
    return not is_wall(w, x, y)


@pytest.mark.parametrize(
    ("which", "name", "foe", "kind", "weapons"),
    [
        ("dungeoneers-tactics/hexers-tower", "Brenna", "Goblin 1", "gear", weapons_for),
        ("dungeoneers-spotlight/narrow-bridge", "Archer 1", "Freya", "items", weapons_on),
    ],
)
def test_a_range_is_just_where_the_rules_let_one_shoot(
    which: str, name: str, foe: str, kind: str, weapons: Any
) -> None:
    w, i, sight, known = looked(which, name)
    (area,) = [area for area in sight.areas if area.means == "range"]
    moved, j, bow = clone(w), known["creatures"].index(foe), known[kind].index(area.label)
    tiles = [(x, y) for y in range(w.height) for x in range(w.width)]
    legal = [at for at in tiles if stand(moved, j, *at) and contains(weapons(moved, i, j), bow)]
    assert sorted(area.tiles) == sorted(legal)
    assert legal


@pytest.mark.parametrize(
    ("which", "name", "other", "said"),
    [
        ("dungeoneers-tactics/hexers-tower", "Ulfarmi", "Hexer", "no clear line (DT-R50)"),
        ("dungeoneers-spotlight/goblin-warren", "Suori", "Hexer 1", "no clear line (DS-145)"),
        ("story-mode/warehouse-wolf", "Nox", "Werewolf", "far"),
    ],
)
def test_what_is_in_the_way_is_said(which: str, name: str, other: str, said: str) -> None:
    _, _, sight, known = looked(which, name)
    assert sight.notes[known["creatures"].index(other)] == said


def test_places_are_within_a_weapons_range_or_not() -> None:
    for name, places in (("Vex-7", [0, 1, 2]), ("Nox", [0])):
        _, _, sight, _ = looked("story-mode/warehouse-wolf", name)
        assert [list(area.places) for area in sight.areas] == [places]
