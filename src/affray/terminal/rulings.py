"""Rules and rulings at the keyboard: read one, see how they are read here, read one otherwise."""

from __future__ import annotations

from affray.book.errors import BadInput, unknown
from affray.book.switching import Readings, readings_in
from affray.fight.beside import Replayed, items_before
from affray.fight.fight import Fight
from affray.fight.switching import from_the_beginning, otherwise, switch, take_back
from affray.oracles.tape import Switched
from affray.tell.otherwise import how_far, told_otherwise

WOULD, START, BACK = "would", "start", "back"


def rule_lines(fight: Fight, rule_id: str) -> list[str]:
    rules = fight.ruleset.book.rules
    found = rules.get(rule_id.upper())
    if found is None:
        raise BadInput(unknown("rule", rule_id.upper(), list(rules)))
    narrower = [f"  narrower: {found.narrower}"] if found.narrower else []
    return [f"  {found.id}: {found.statement}", *narrower]


def ruling_lines(fight: Fight, text: str) -> list[str]:
    """How the rulings are read now; with one and a reading, have it read so."""
    said, _, how = text.partition(" ")
    if not said:
        return _listed(fight)
    if said == BACK and not how:
        return [f"  Taken back. {how_far(take_back(fight))}"]
    readings = _read(said)
    if how == WOULD:
        return told_otherwise(fight, readings, otherwise(fight, readings))
    if how == START:
        found = from_the_beginning(fight, readings)
        return [f"  Read so from the beginning. {how_far(found)}"]
    if how:
        raise BadInput(f"found {how!r}, expected {WOULD} or {START}", field="ruling")
    switch(fight, readings)
    return []


def _read(said: str) -> Readings:
    name, equals, reading = said.partition("=")
    if not equals:
        raise BadInput(f"found {said!r}, expected NAME=READING or {BACK}", field="ruling")
    return {name: reading}


def _listed(fight: Fight) -> list[str]:
    """Those that are read otherwise than by default are marked."""
    now = readings_in(fight.encounter, fight.world)
    lines = []
    for one in fight.ruleset.book.switches:
        mark = "*" if now[one.name] != one.default else " "
        others = ", ".join(name for name in one.reading_names if name != now[one.name])
        lines.append(f" {mark}{one.id} {one.name} = {now[one.name]}  (or {others})")
    return lines or ["  No rule of this game can be read in more than one way."]


def told_from(fight: Fight) -> int:
    """From where on what came of a switch is told."""
    again = [one.at for one in fight.beside if isinstance(one.said, Replayed)]
    switched = [k for k, item in enumerate(fight.story) if isinstance(item, Switched)]
    if again:
        return max(items_before(fight, again[-1]), switched[-1] if switched else 0)
    return switched[-1] if switched else len(fight.story)
