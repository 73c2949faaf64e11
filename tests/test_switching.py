"""Rulings switched while a fight is on: from now on, from the beginning, and back again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from shipped import GAMES
from table_browser import Person
from table_helpers import Server, Table, seeded
from terminal_keyboard import play

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.book.switching import readings_in
from affray.cli.main import run
from affray.fight.fight import Fight, nobody
from affray.fight.players import Seat, usual_player
from affray.fight.switching import from_the_beginning, otherwise, switch, take_back
from affray.files.saves import load_save, new_save, recorded
from affray.oracles.tape import Answer, Switched
from affray.rules.masks import members
from affray.rules.world import pack
from affray.tell.otherwise import differences, how_far

__all__ = ["seeded"]

BRIDGE = "skirmish/bridge"


def fought(path: Path, name: str, seed: int = 3) -> Fight:
    """A fight the computer plays to its end, and keeps."""
    found = find_encounter(name)
    seats = [Seat(usual_player(found.ruleset))] * len(found.entrants)
    fight = new_save(found, seats, seed, path).fight
    fight.run()
    return fight


def answers(fight: Fight) -> list[Any]:
    return [entry for entry in fight.live if isinstance(entry, Answer)]


def readings(fight: Fight) -> dict[str, str]:
    return readings_in(fight.encounter, fight.world)


def reread(path: Path) -> Fight:
    fight = recorded(path)
    fight.run()
    return fight


# In every game


@pytest.mark.parametrize("game", GAMES)
def test_the_tape_holds_a_switch_from_the_beginning_and_back(game: str, tmp_path: Path) -> None:
    path = tmp_path / "save.toml"
    fight = fought(path, next(iter(SHELF.get(game).encounter_files())))
    before, said = pack(fight.world), answers(fight)
    ruling = fight.ruleset.book.switches[0]
    other = next(name for name in ruling.reading_names if name != readings(fight)[ruling.name])
    found = from_the_beginning(fight, {ruling.name: other}, by="Ada")
    assert readings(fight)[ruling.name] == other
    assert [a.dice for a in answers(fight)[: found.fits]] == [a.dice for a in said[: found.fits]]
    again = reread(path)
    assert (pack(again.world), again.live) == (pack(fight.world), fight.live)
    take_back(fight, by="Ada")
    assert (pack(fight.world), answers(fight)) == (before, said), "all of it is there again"
    assert pack(reread(path).world) == before


def test_what_would_have_been_different_is_told_up_to_where_answers_fit(tmp_path: Path) -> None:
    fight = fought(tmp_path / "save.toml", BRIDGE)
    before = (pack(fight.world), len(fight.live), (tmp_path / "save.toml").read_bytes())
    found = otherwise(fight, {"ties": "target"})
    assert (pack(fight.world), len(fight.live)) == before[:2], "nothing was changed by asking"
    assert (tmp_path / "save.toml").read_bytes() == before[2]
    assert 0 < found.fits < found.answers
    assert how_far(found).startswith(f"{found.fits} of {found.answers} answers fit; then, in round")
    same = otherwise(fight, {"ties": readings(fight)["ties"]})
    assert (same.is_whole, differences(fight, same)) == (True, [])
    other = otherwise(fight, {"blow_meets": "target"})
    (first, *_) = differences(fight, other)
    assert first.was != first.now


def test_what_the_rules_tell_before_the_first_question_is_no_difference() -> None:
    """Neither in a fight nobody has answered yet, nor in one that was begun anew already."""
    fight = Fight(find_encounter("plunder/regdar-and-the-orc"), nobody)
    fight.run()
    assert fight.story, "rounds and phases are told before anybody is asked"
    reading = {"repeat_kind": "type-and-location"}
    assert differences(fight, otherwise(fight, reading)) == []
    from_the_beginning(fight, reading)
    assert differences(fight, otherwise(fight, {"repeat_kind": "type"})) == []


def test_from_now_on_leaves_what_was(tmp_path: Path) -> None:
    path = tmp_path / "save.toml"
    found = find_encounter(BRIDGE)
    game = new_save(found, [Seat("person")] * len(found.entrants), 3, path)
    fight = game.fight
    fight.run()
    assert fight.pending is not None
    fight.answer(Answer(members(fight.pending.mask)[0]))
    with pytest.raises(BadInput, match="ties = striker holds already"):
        switch(fight, {"ties": "striker"})
    with pytest.raises(BadInput, match="no reading is called 'nobody'"):
        switch(fight, {"ties": "nobody"})
    assert len(fight.live) == 1, "what was refused has not happened"
    switch(fight, {"ties": "target"}, by="Ada")
    assert fight.live == [Switched({"ties": "target"}, by="Ada")], "the step is asked again"
    assert readings_in(fight.encounter, fight.snapshots[0].world)["ties"] == "striker"
    assert readings(load_save(path).fight)["ties"] == "target"
    fight.undo(0)
    assert readings(fight)["ties"] == "striker"
    assert readings(reread(path))["ties"] == "striker"


def test_a_later_switch_gives_way_and_the_next_fight_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "save.toml"
    found = find_encounter(BRIDGE)
    fight = new_save(found, [Seat("person")] * len(found.entrants), 3, path).fight
    fight.run()
    switch(fight, {"ties": "target", "blow_meets": "target"})
    from_the_beginning(fight, {"ties": "striker"})
    assert readings(fight) == {"ties": "striker", "blow_meets": "target"}
    next_fight = fight.encounter.again(fight.world)
    assert readings_in(fight.encounter, next_fight)["blow_meets"] == "target"


# On the command line


def test_a_terminal_switches_and_a_replay_tells_the_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "save.toml"
    fight = fought(path, BRIDGE)
    assert run(["replay", str(path), "--ruling", "blow_meets=target"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Under blow_meets = target, with the same answers and dice:\n  was: ")
    assert f"All {len(fight.live)} answers fit." in told
    assert run(["replay", str(path), "--ruling", "ties=x"]) == 2
    assert run(["replay", str(path), "--ruling", "ties=target", "--watch"]) == 2
    assert "--ruling: goes with none of" in capsys.readouterr().err
    other = find_encounter(BRIDGE)
    seats = [Seat("person"), Seat("person"), Seat("bold"), Seat("bold")]
    game = new_save(other, seats, 3, tmp_path / "two.toml")
    typed = ["ruling", "ruling ties", "ruling ties=target", "ruling ties=striker start", "quit"]
    lines = play(game, *typed).screen
    assert any("SK-R1 ties = striker  (or target)" in line for line in lines)
    assert any("ruling: found 'ties', expected NAME=READING or back" in line for line in lines)
    assert any(line.startswith("  From here on: Who wins when") for line in lines)
    assert any("Read so from the beginning. All 0 answers fit." in line for line in lines)


# At the table


def test_only_the_game_master_switches_and_all_are_told(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, BRIDGE, players=1)
    gm, player = table.gm, table.players[0]
    said = {"ruling": "ties", "reading": "target", "since": "now"}
    assert player.do("ruling", **said).status_code == 403
    assert player.do("ruling-back").status_code == 403
    assert player.get("otherwise", ruling="ties", reading="target").status_code == 403
    assert gm.do("ruling", **{**said, "reading": "x"}).status_code == 422
    assert gm.do("ruling-back").status_code == 422
    gm.must("ruling", **said)
    assert any(line.startswith("From here on, says") for line in player.log())
    assert {one["name"]: one["now"] for one in player.get("readings").json()["rulings"]} == {
        "ties": "target",
        "blow_meets": "helper",
    }
    page = player.get("rulings").text
    assert "read otherwise than usually in 1 of 2 places" in page
    assert "The striker rolls its might, the target its guard" in page, "the rule itself"
    told = gm.get("otherwise", ruling="ties", reading="striker").json()
    assert (told["fits"], told["answers"]) == (0, 0)
    gm.must("ruling", ruling="ties", reading="striker", since="start")
    assert any("with ties = striker from the beginning" in line for line in player.log())
    gm.must("ruling-back")
    table.restart()
    assert player.get("readings").json()["rulings"][0]["now"] == "target", "it is kept"
    assert any("played again, as it was before" in line for line in player.log())


def test_a_switch_shows_nothing_of_what_is_sealed(tmp_path: Path, seeded: None) -> None:
    """Two tables that differ in a sealed stance alone are told the same of a switch."""
    told = []
    for stance in ("press", "brace"):
        table = Table(tmp_path / stance, BRIDGE, players=2)
        gm, player, other = table.gm, *table.players
        player.must("answer", question="stance", option=stance)
        gm.must("ruling", ruling="ties", reading="target", since="start")
        asked = gm.get("otherwise", ruling="ties", reading="striker").json()
        told.append((asked, gm.log(), other.log(), other.get("readings").json()))
    assert told[0] == told[1]


def test_the_game_master_reads_a_rule_otherwise(person: Person, server: Server) -> None:
    page = person.page
    person.begin(server.url, BRIDGE)
    page.locator("#open-menu").click()
    page.locator('[data-key="rulings"]').click()
    page.locator('[data-key="ruling-would"]').click()
    expect(page.locator(".otherwise")).to_contain_text("answers fit")
    person.must_be_accessible("rulings")
    page.locator('[data-key="ruling-now"]').click()
    expect(page.locator('[data-key="ruling"] option').first).to_contain_text("* SK-R1")
    page.locator('[data-key="ruling-start"]').click()
    expect(page.locator('[data-key="ruling-back"]')).to_be_visible()
    page.get_by_role("link", name="House rules, to print").click()
    expect(page.get_by_role("heading", name="House rules")).to_be_visible()
    person.must_be_accessible("house rules")
    assert not person.problems
