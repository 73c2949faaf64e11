"""The log goes on from where it ended, and is what it would be if it were told from the start."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from table_helpers import Seat, Table, game_of, read_log

from affray.book.encounter import find_encounter
from affray.fight.fight import Fight
from affray.fight.players import Players
from affray.fight.players import Seat as SeatOf
from affray.table.lobby import Lobby
from affray.table.logs import Log, LogLine, log_of
from affray.tell.lines import line_of
from affray.tell.narration import tell

GAMES = [
    "skirmish/bridge",
    "dungeoneers-tactics/duel",
    "dungeoneers-spotlight/suori-and-the-skeleton",
    "plunder/regdar-and-the-orc",
    "rpg-hell/wolf-road",
    "story-mode/warehouse-wolf",
]


def from_the_start(table: Table) -> list[list[LogLine]]:
    game = _game(table)
    return [Log(log_of(game, chair).chair).lines(game) for chair in game.chairs]


def gone_on(table: Table) -> list[list[LogLine]]:
    game = _game(table)
    return [log_of(game, chair).lines(game) for chair in game.chairs]


def _game(table: Table) -> Any:
    lobby: Lobby = table.app.state.lobby
    return lobby.kept(table.id).game


def answer(seats: list[Seat]) -> bool:
    """Whoever is asked takes the last plan that needs no more said; False when nobody is asked."""
    for seat in seats:
        pending = seat.view()["pending"]
        if pending is None:
            return False
        if pending["mine"] and pending["number"]:
            option = pending["usual"] or str(pending["number"]["legal"][0])
            seat.must("answer", question=pending["question"], option=option)
            return True
        for offer in reversed(pending["offers"]):
            said = {"name": offer["name"], "target": offer["target"]}
            if seat.do("plan", **said).status_code == 200:
                return True
    raise AssertionError("nobody could answer")


@pytest.mark.parametrize("name", GAMES)
def test_going_on_is_telling_it_from_the_start(tmp_path: Path, name: str) -> None:
    """After answers of several seats, undos far and near, and an edit by hand."""
    table = Table(tmp_path, name, players=2)
    seats = [table.gm, *table.players]
    for k in range(12):
        if not answer(seats) or k == 8:
            table.gm.must("undo", to=0, fresh=True)
        elif k % 4 == 2:
            table.gm.must("undo")
        assert gone_on(table) == from_the_start(table)
    who = table.gm.view()["creatures"][0]["name"]
    field, value = next(iter(table.gm.view()["fields"][who].items()))
    table.gm.do("edit", creature=who, set={field: value})
    assert gone_on(table) == from_the_start(table)
    assert any(line.is_beside for line in gone_on(table)[0]), "what was taken back is told"


def test_a_line_says_whom_it_is_about_and_whether_it_harms_them(tmp_path: Path) -> None:
    assert all(find_encounter(name).ruleset.words.harms for name in GAMES)
    table = Table(tmp_path, "skirmish/bridge")
    while not (hurt := [line for line in table.gm.view()["log"] if line["harms"]]):
        assert answer([table.gm])
    assert hurt[0]["text"].startswith(f"{hurt[0]['who']} is wounded")
    (first, *_) = [line for line in table.gm.view()["log"] if "takes a stance" in line["text"]]
    assert (first["who"], first["harms"]) == (first["text"].split()[0], False)


def test_lines_of_steps_that_are_over_are_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, "skirmish/bridge")
    while answer([table.gm]) and len(_game(table).fight.snapshots) < 12:
        pass
    told: list[Any] = []

    def counted(*given: Any) -> Any:
        told.append(given)
        return line_of(*given)

    monkeypatch.setattr("affray.table.logs.line_of", counted)
    lines = gone_on(table)[0]
    before = len(lines)
    table.gm.must("undo")
    assert len(told) < before, "what was over is not told again"
    told.clear()
    assert table.gm.view()["log"]
    assert told == [], "nor for who looks again"


def test_chairs_that_see_the_same_share_their_lines(tmp_path: Path) -> None:
    table = Table(tmp_path, "skirmish/bridge", players=2)
    lobby: Lobby = table.app.state.lobby
    first, second = (lobby.kept(table.id).look(n).lines for n in (1, 2))
    assert first is second


def test_what_nothing_follows_yet_stands_for_itself() -> None:
    encounter = find_encounter("dungeoneers-tactics/duel")
    fight = Fight(encounter, Players([SeatOf("bold")] * len(encounter.entrants), 3))
    fight.run()
    cause = next(line for line in tell(fight) if line.folds)
    whole, story, steps = read_log(fight), fight.story, fight._snapshots
    game = game_of(fight)
    log = log_of(game, game.chairs[0])
    at = next(k for k in range(len(story)) if _last_text(fight, k) == cause.text)
    fight.story = story[: at + 1]
    fight._snapshots = [step for step in steps if step.told <= at]
    assert json.loads(f"{{{log.lines(game)[-1].said}}}")["text"] == cause.text
    fight.story, fight._snapshots = story, steps
    game.forget_answers()
    texts = [json.loads(f"{{{line.said}}}")["text"] for line in log.lines(game)]
    assert texts == [line["text"] for line in whole], "then it stands behind what it led to"
    assert cause.text not in texts


def _last_text(fight: Fight, k: int) -> str:
    story = fight.story
    fight.story = story[k : k + 1]
    try:
        return next((line.text for line in tell(fight)), "")
    finally:
        fight.story = story


def test_what_was_taken_back_is_lined_up_once(tmp_path: Path) -> None:
    """However often a fight was begun again, the next answer finds those lines as they were."""
    table = Table(tmp_path, "skirmish/duel")
    gm = table.gm
    for _ in range(3):
        assert answer([gm])
        gm.must("undo", to=0)
    beside = [line for line in gone_on(table)[0] if line.is_beside]
    assert answer([gm])
    now = [line for line in gone_on(table)[0] if line.is_beside]
    assert len(beside) == 3
    assert [id(line) for line in now] == [id(line) for line in beside]
    assert gone_on(table) == from_the_start(table)
