"""What a blow of Plunder is told to do is what somebody takes of it, in every scenario there is.

A part of the damage that the rules add and `modifier_parts` does not tell is noticed here.
"""

from __future__ import annotations

import re
from pathlib import Path

from affray.book.encounter import read_encounter
from affray.files.scenario import play_script
from affray.tell.narration import tell

SCENARIOS = sorted((Path(__file__).parent / "scenarios" / "plunder").glob("*.toml"))
DOES = re.compile(r".+ does (\d+): -?\d+ |(\d+) of it get past ")
TAKES = re.compile(r".+ takes (\d+) damage")
ELSE = re.compile(r"Now |.+ rolls |.+ strikes .+ for |.*burns\.|.+ gives .+ a Wound instead")
"""What begins another blow, or does harm that is told without its parts."""


def harm_told(scenario: Path) -> list[tuple[int, int]]:
    """(what a blow does by the sentence of its parts, what is taken of it), one after another."""
    does, found = "", []
    for line in tell(play_script(read_encounter(scenario))):
        if made := DOES.match(line.text):
            does = made[1] or made[2]
        elif took := TAKES.match(line.text):
            found += [(int(does), int(took[1]))] if does else []
            does = ""
        elif ELSE.match(line.text):
            does = ""
    return found


def test_the_parts_of_a_blow_are_all_of_it() -> None:
    told = {path.stem: harm_told(path) for path in SCENARIOS}
    assert sum(map(len, told.values())) > 500
    wrong = {name: harm for name, harm in told.items() if any(a != b for a, b in harm)}
    assert wrong == {}, "does: takes; the rules add what the sentence does not tell"
