"""What a number is made of stands behind its line, as data: a word, an amount and the rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from story_stage import a_character, a_creature, stage, typed
from table_helpers import Table, read_log, seeded
from terminal_keyboard import BOLD, TYPING

from affray.book.encounter import find_encounter
from affray.fight.fight import Fight
from affray.fight.players import Players, Seat
from affray.rulesets.dungeoneers_spotlight.events import packet_parts, told_packet
from affray.rulesets.dungeoneers_spotlight.kinds import Origin
from affray.tell.narration import tell, transcript

__all__ = ["seeded"]

GAMES = {
    "dungeoneers-tactics/duel": "Skeleton is vulnerable to bludgeoning",
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


def without_places(text: str) -> str:
    """A log tells a point of the map by who stands near, a file by its numbers."""
    return re.sub(r" (?:a spot [^.]*|where [^.]* is|\[\d+, \d+\])(?=[.,])", " there", text)


@pytest.mark.parametrize("name", GAMES)
def test_causes_are_folded_behind_the_line_they_lead_to(name: str) -> None:
    fight = played(name)
    lines, told = read_log(fight), tell(fight)
    assert len(lines) < len(told), "this game tells causes"
    folded = [line.text for line in told if not line.folds]
    assert [without_places(line["text"]) for line in lines] == [
        without_places(text) for text in folded
    ], "and none is lost"
    parts = [part for line in lines for part in line["working"]]
    assert all(part["label"] and part["rules"] for part in parts)
    assert any(part["label"] == GAMES[name] for part in parts) or not GAMES[name]


def test_the_transcript_tells_every_cause() -> None:
    assert "Skeleton is vulnerable to bludgeoning: 1 wound more." in transcript(
        played("dungeoneers-tactics/duel")
    )


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
    assert part == {
        "label": "Skeleton's armor by nature",
        "amount": 4,
        "rules": part["rules"],
    }
    assert "DT-140" in part["rules"]
    assert not any("vulnerable to" in line["text"] for line in lines_of(table))
    assert [line["n"] for line in lines_of(table)] == list(range(len(lines_of(table))))


# At the keyboard


def _blow(*lines: str) -> str:
    """Ann, with a tag for melee, is about to roll against level 4."""
    ann = a_character("Ann", tags=["hex-blade"], items=["silver-knife"])
    staged = stage("Ann", ann, a_creature("Ghoul", 4), map={"close": [["Ann", "Ghoul"]]})
    return typed(staged, [TYPING, BOLD], "attack Ghoul weapon=silver-knife", *lines).text


ROLLED = "    Ann rolls to attack: 1d20 (20) = 20  [SM-2 SM-63]  (how 1)\n"
CAUSE = "    -1 for Ann's tag hex-blade.  [SM-69 SM-70 SM-109]\n"


def test_a_line_stands_alone_until_somebody_asks_how() -> None:
    told = _blow("20")
    assert ROLLED in told
    assert "hex-blade" not in told
    asked = _blow("20", "how").partition("> how\n")[2]
    assert asked.startswith(f"{CAUSE}    So it is 3(9) for Ann.")
    assert _blow("20", "how 1").partition("> how 1\n")[2].startswith(CAUSE)


def test_what_leads_to_a_roll_is_told_before_its_dice_are_typed() -> None:
    told = _blow("how", "20")
    before, _, after = told.partition("> how\n")
    assert after.startswith(CAUSE)
    assert ROLLED in after
    assert "hex-blade" not in before


def test_a_roll_that_was_taken_back_has_all_its_causes_again() -> None:
    told = _blow("20", "undo", "attack Ghoul weapon=silver-knife", "20", "how")
    assert "(how 2)" in told
    assert told.partition("> how\n")[2].startswith(f"{CAUSE}    So it is 3(9) for Ann.")


@pytest.mark.parametrize("wrong", ["2", "0", "x"])
def test_a_working_that_is_not_there_is_refused(wrong: str) -> None:
    assert f"  how: found '{wrong}', expected 1 to 1" in _blow("20", f"how {wrong}")


def test_a_replay_tells_every_cause_only_where_it_is_asked_for() -> None:
    fight = played("story-mode/warehouse-wolf")
    plain, whole = transcript(fight, how=False), transcript(fight)
    assert " tag " not in plain
    assert set(plain.splitlines()) < set(whole.splitlines())
    assert " tag " in whole


def test_advice_is_refused_in_the_words_that_were_typed() -> None:
    told = _blow("20", "advise much")
    assert "  advise: found 'much', expected PLAYOUTS (1 to 1,000,000) or SECONDSs" in told
