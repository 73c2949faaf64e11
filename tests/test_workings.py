"""What a number is made of stands behind its line, as data: a word, an amount and the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from table_helpers import Table, read_log, seeded

from affray.book.encounter import find_encounter
from affray.fight.fight import Fight
from affray.fight.players import Players, Seat
from affray.rulesets.dungeoneers_spotlight.events import packet_parts, told_packet
from affray.rulesets.dungeoneers_spotlight.kinds import Origin
from affray.tell.narration import tell, transcript

__all__ = ["seeded"]

GAMES = {
    "dungeoneers-tactics/duel": "Skeleton's nature, on 1",
    "dungeoneers-spotlight/suori-and-the-skeleton": "weapon",
    "plunder/regdar-and-the-orc": "Dexterity",
    "rpg-hell/wolf-road": "",
    "story-mode/warehouse-wolf": "level",
}


def played(name: str, seed: int = 3) -> Fight:
    encounter = find_encounter(name)
    fight = Fight(encounter, Players([Seat("bold")] * len(encounter.entrants), seed))
    fight.run()
    return fight


@pytest.mark.parametrize("name", GAMES)
def test_causes_are_folded_behind_the_line_they_lead_to(name: str) -> None:
    fight = played(name)
    lines, told = read_log(fight), tell(fight)
    assert len(lines) < len(told), "this game tells causes"
    folded = [line.text for line in told if not line.folds]
    assert [line["text"] for line in lines] == folded, "and none is lost"
    parts = [part for line in lines for part in line["working"]]
    assert all(part["label"] and part["rules"] for part in parts)
    assert any(part["label"] == GAMES[name] for part in parts) or not GAMES[name]


def test_the_transcript_tells_every_cause() -> None:
    assert "Skeleton's nature makes 2 of 1 wound." in transcript(played("dungeoneers-tactics/duel"))


def packed(*numbers: int) -> int:
    n = 0
    for one in numbers:
        n = n * 1000 + one
    return n


def test_harm_is_a_chain_of_numbers_that_add_up() -> None:
    made = packed(2, 1, 0, 2, 0, 2 * Origin.WEAPON)
    met = packed(0, 1, 1, 0, 0, 0)
    parts = packet_parts(made, met)
    assert parts == [
        ("weapon", 2),
        ("body", 1),
        ("critical", 3),
        ("physical defense", -1),
        ("vulnerability", 1),
    ]
    assert told_packet("Rat", made, met).endswith(f"= {sum(n for _, n in parts)}.")


def lines_of(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.gm.view()["log"]
    return found


def test_the_table_sends_the_working_with_its_line(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, "dungeoneers-tactics/duel")
    for _ in range(12):
        worked = [line for line in lines_of(table) if line["working"]]
        if worked:
            break
        offered = [offer["name"] for offer in table.gm.view()["pending"]["offers"]]
        wanted = "attack" if "attack" in offered else offered[-1]
        target = "Skeleton" if wanted == "attack" else None
        table.gm.must("plan", name=wanted, target=target)
    part = worked[0]["working"][0]
    assert part == {"label": "Skeleton's nature, on 1", "amount": 1, "rules": part["rules"]}
    assert "DT-72" in part["rules"]
    assert not any("nature makes" in line["text"] for line in lines_of(table))
    assert [line["n"] for line in lines_of(table)] == list(range(len(lines_of(table))))
