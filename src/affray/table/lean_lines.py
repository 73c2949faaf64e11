"""Lines of the log as they are sent to one who has those before them: without what goes unsaid.

A round of a large fight is seventy lines in one answer. Most of a line says that it is no roll,
no heading, nobody's harm; and who rolls says so of the line, of the roll and of every hand of dice.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from affray.table.logs import WrittenLine, as_json

UNSAID: dict[str, Any] = {
    "rules": [],
    "heading": "",
    "roll": False,
    "story": False,
    "beside": False,
    "who": "",
    "harms": False,
    "headline": False,
    "typed": False,
    "rolled": None,
    "working": [],
}
"""What a line is that does not say it."""


def lean_json(lines: tuple[WrittenLine, ...]) -> str:
    """Their numbers follow one another, and the first is said beside them."""
    written = [
        _lean(text) if undo is None else f'{_lean(text)},"undo":{undo}' for _, text, undo in lines
    ]
    return f"[{','.join(f'{{{line}}}' for line in written)}]"


@lru_cache(4_000)
def _lean(text: str) -> str:
    """Made once for all seats that are told the same; a line always has its text."""
    line = json.loads(f"{{{text}}}")
    said = {name: one for name, one in line.items() if UNSAID.get(name, ...) != one}
    if line["rolled"] is not None:
        said["rolled"] = _lean_roll(line["rolled"], line["who"])
    return as_json(said)[1:-1]


def _lean_roll(roll: dict[str, Any], who: str) -> dict[str, Any]:
    """Whose it is only where it is not the line's, a result only where it is not the total."""
    sides = {
        name: _lean_side(roll[name], roll["who"])
        for name in ("dice", "against")
        if isinstance(roll[name], dict)
    }
    said = {**roll, **sides}
    if roll["who"] == who:
        del said["who"]
    if roll["against"] is None:
        del said["against"]
    if not isinstance(roll["result"], bool) and roll["result"] == roll["dice"]["total"]:
        del said["result"]
    return said


def _lean_side(side: dict[str, Any], who: str) -> dict[str, Any]:
    hands = [
        {name: one for name, one in hand.items() if name != "owner" or one != who}
        for hand in side["hands"]
    ]
    lean = {**side, "hands": hands}
    return {name: one for name, one in lean.items() if one is not None}
