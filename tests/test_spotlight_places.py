"""Where everybody is in Dungeoneers Spotlight follows from the lines: tile and height."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from affray.book.encounter import read_encounter
from affray.files.scenario import play_script
from affray.tell.narration import tell

FILES = Path(__file__).parent / "scenarios" / "dungeoneers-spotlight"
RULES = (44, 45, 46, 47, 88, 90, 91, 92, 110, 141, 142, 148)
"""Travel, flight, climbing, force, ledges, falls and what is dragged along."""
SCENARIOS = [file for n in RULES for file in sorted(FILES.glob(f"ds-{n}-*.toml"))]

TILE = re.compile(r"(.+) (?:goes to|ends up at) \[(\d+), (\d+)\]\.")
HEIGHT = re.compile(r"(.+) (?:is at|climbs to) a height of (-?\d+)")
FALL = re.compile(r"(.+) falls (\d+) tiles?, ")

Places = dict[str, list[int]]


def places_in(w: Any, names: list[str]) -> Places:
    return {name: [c.x, c.y, c.z] for name, c in zip(names, w.creatures, strict=False)}


def follow(line: str, at: Places) -> str:
    """What a line says of somebody's place, carried on; the kind of line it is."""
    if found := TILE.match(line):
        at[found[1]][:2] = [int(found[2]), int(found[3])]
        return "tile"
    if found := HEIGHT.match(line):
        at[found[1]][2] = int(found[2])
        return "height"
    if found := FALL.match(line):
        at[found[1]][2] -= int(found[2])
        return "fall"
    return "other"


def test_every_tile_and_height_can_be_followed() -> None:
    seen: Counter[str] = Counter()
    for file in SCENARIOS:
        encounter = read_encounter(file)
        at = places_in(encounter.world(), encounter.names["creatures"])
        fight = play_script(encounter)
        seen.update(follow(line.text, at) for line in tell(fight))
        w = fight.world
        moving = w.forcing.who >= 0 or any(c.edge for c in w.creatures[: w.n])
        if not moving:
            assert at == places_in(w, encounter.names["creatures"]), file.name
            seen["held"] += 1
    assert min(seen[kind] for kind in ("tile", "height", "fall")) > 3, seen
    assert seen["held"] > 50, seen
