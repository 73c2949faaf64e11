"""Small stages for Story Mode: who stands on them, and a keyboard for the people who play."""

from __future__ import annotations

from typing import Any

from terminal_keyboard import Keyboard, play

from affray.book.encounter import Encounter, encounter_from
from affray.book.toml_tables import TomlTable
from affray.fight.players import Seat
from affray.files.saves import new_save

CHARACTER = {"being": "character"}
BURST = {"id": "burst", "evocations": ["create"], "domains": ["earth"], "harm": 1}
AREA = {**BURST, "area": "around-target", "duration": "instant"}


def a_character(
    name: str, side: str = "heroes", content: str = "", **changes: Any
) -> dict[str, Any]:
    who = {"name": name, "side": side, "set": changes}
    return {**who, "from": content} if content else {**who, "set": {**CHARACTER, **changes}}


def a_creature(name: str, level: int, **changes: Any) -> dict[str, Any]:
    return {"name": name, "side": "foes", "set": {"level": level, **changes}}


def stage(start: str, *creatures: dict[str, Any], **parts: Any) -> Encounter:
    data = {
        "ruleset": "story-mode",
        **({"start": start} if start else {}),
        "set": {"scene_level": 5},
        "zone": [{"id": "nave"}],
        "creature": list(creatures),
        **parts,
    }
    return encounter_from(TomlTable(data, "people"), "people")


def typed(encounter: Encounter, seats: list[Seat], *lines: str, how: bool = False) -> Keyboard:
    return play(new_save(encounter, seats, 1), *lines, how=how)


def the_coven() -> Encounter:
    nave = [a_character("Eldrin", content="eldrin"), a_character("Alex", content="alex")]
    return stage("Witch", *nave, {"name": "Witch", "side": "foes", "from": "witch"})


def the_burst() -> Encounter:
    caster = a_character("Eldrin", spells=["burst"], situation=-4)
    others = [a_character("Alex"), a_creature("Witch", 5), a_creature("Ghoul", 3)]
    close = {"close": [["Alex", "Ghoul"]]}
    return stage("Eldrin", caster, *others, spell=[AREA], map=close)
