"""Saves as they are written: read as anybody has arranged them, and entry by entry."""

from __future__ import annotations

import io
import threading
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
import tomli_w
from fastapi.testclient import TestClient
from table_helpers import WORKERS, Served
from terminal_keyboard import BOLD, TYPING, begin, play
from waiting import PATIENCE

from affray.book.errors import BadInput
from affray.cli.main import run
from affray.fight.beside import Beside, Habit, Undo, put_beside
from affray.files.save_text import parse_save
from affray.files.saves import load_save, parts_of
from affray.files.tapefile import inline
from affray.table.limits import Limits
from affray.table.web.app import create_app

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def saved() -> Path:
    """A fight with typed dice, an undo and an edit on its tape."""
    game = begin("duel", [TYPING, BOLD])
    play(
        game,
        "press",
        "4 4 1 1",
        "6 6",
        "",
        "press",
        "undo 2",
        "brace",
        "edit Grim wounds=1",
        "press",
    )
    return game.path


def last_header_first(text: str) -> str:
    """The tape before the table of who plays whom."""
    fight, save, after = text.partition("[save]\n")
    who, first, tape = after.partition("\n[[tape]]\n")
    return f"{fight}{first}{tape}\n{save}{who}"


def as_one_list(text: str) -> str:
    tape = [inline(entry) for entry in tomllib.loads(text)["tape"]]
    return f"tape = [\n{', '.join(tape)}]\n{text.partition('[[tape]]')[0]}"


DICE = "dice.d6 = [\n4,\n4, 1, 1]"
ARRANGED: dict[str, Callable[[str], str]] = {
    "with comments": lambda text: text.replace("\n[[tape]]\n", "\n# so it was\n[[tape]] # one\n\n"),
    "with other line ends": lambda text: text.replace("\n", "\r\n"),
    "with blanks": lambda text: text.replace("[[tape]]\nwho =", "  [[ tape ]]\n\n  who   ="),
    "without empty lines": lambda text: text.replace("\n\n[[tape]]", "\n[[tape]]"),
    "who plays whom last": last_header_first,
    "dice in tables": lambda text: text.replace("dice = { d6 = [4, 4, 1, 1] }", DICE),
    "as a program writes it": lambda text: tomli_w.dumps(tomllib.loads(text)),
    "as one list": as_one_list,
}


@pytest.mark.parametrize("how", ARRANGED)
def test_a_save_is_read_however_it_is_arranged(saved: Path, how: str) -> None:
    whole = load_save(saved)
    text = saved.read_bytes().decode()
    arranged = ARRANGED[how](text)
    assert arranged != text
    saved.write_bytes(arranged.encode())
    again = load_save(saved)
    assert again.fight.live == whole.fight.live
    assert again.players.seats == whole.players.seats
    assert again.keeper.entries == whole.keeper.entries == text.count("[[tape]]")
    encounter, seats, entries = parts_of(arranged, "mine.toml")
    assert (encounter.title, seats) == (whole.fight.encounter.title, whole.players.seats)
    tapes = [tomllib.loads(entry)["tape"] for entry in entries]
    assert [one for (one,) in tapes] == tomllib.loads(text)["tape"]


def test_what_is_wrong_is_told_by_its_line_in_the_file(saved: Path) -> None:
    text = saved.read_text()
    third = text.replace("[[tape]]\n", "[[tape]]\n# x\n").split("[[tape]]")
    third[3] += "who = = 1\n"
    broken = "[[tape]]".join(third)
    line = broken[: broken.index("who = = 1")].count("\n") + 1
    saved.write_text(broken)
    with pytest.raises(
        BadInput, match=rf"is not TOML \(Invalid value \(at line {line}, column 7\)"
    ):
        load_save(saved)
    saved.write_text(broken.replace("who = = 1", "x = " + "9" * 30))
    with pytest.raises(BadInput, match=f"toml: line {line}: found a number of 30 digits"):
        load_save(saved)
    saved.write_text(last_header_first(text).replace("[save]", "[save]\nseed = ="))
    line = saved.read_text()[: saved.read_text().index("seed = =")].count("\n") + 1
    with pytest.raises(BadInput, match=rf"\(at line {line}, column 8\)"):
        load_save(saved)


def test_no_entry_holds_a_second_one_or_another_table(saved: Path) -> None:
    text = saved.read_text()
    for table in ('[["tape"]]', "  [notes]"):
        saved.write_text(f"{text}{table}\nx = 1\n")
        with pytest.raises(BadInput, match=r"tape\[\d+\]: found table '(tape|notes)' in it"):
            load_save(saved)
    saved.write_text("tape = []\n" + text)
    with pytest.raises(BadInput, match="tape: stands there twice"):
        load_save(saved)


def test_an_entry_is_read_when_it_is_come_to(saved: Path) -> None:
    heard: list[tuple[int, int]] = []

    def heed(done: int, total: int) -> None:
        heard.append((done, total))
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load_save(saved, heed)
    n = saved.read_text().count("[[tape]]")
    assert heard == [(0, n), (1, n), (2, n)]
    _, tape = parse_save(saved.read_text() + '[[tape]]\nwho = "\\u001b"\n', "mine.toml")
    assert len(tape) == n + 1
    with pytest.raises(BadInput, match=rf"tape\[{n + 1}\].who: found .*without control"):
        list(tape)


def test_a_tape_that_takes_long_says_how_far_it_is(
    saved: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("affray.cli.progress.EVERY", 0.0)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(["play", str(saved)]) == 0
    assert " answers, " in capsys.readouterr().err


class Looked(list[Beside]):
    """How often anything in it was looked at."""

    looks = 0

    def __getitem__(self, k: Any) -> Any:
        self.looks += 1
        return super().__getitem__(k)

    def __iter__(self) -> Any:
        raise AssertionError("all of it is gone through")


def test_an_undo_moves_what_was_said_after_it_alone() -> None:
    """All that was ever said was gone through by each: 400,000 of them were never done."""
    said = Looked([Beside(at, Habit("fair"), []) for at in [*[0] * 1000, 4, 5]])
    put_beside(said, Beside(3, Undo(3), []))
    assert said.looks <= 5
    assert [said[k].at for k in range(998, 1003)] == [0, 0, 3, 3, 3]


# At the table


def test_a_table_works_at_one_save_for_so_long(saved: Path, tmp_path: Path) -> None:
    limits = Limits(seconds_to_play_again=0)
    app = create_app(tmp_path / "table", workers=WORKERS, limits=limits)
    answer = TestClient(app).post("/encounters?name=mine.toml", content=saved.read_bytes())
    assert answer.status_code == 422
    n = saved.read_text().count("[[tape]]")
    said = f"mine.toml: found {n} entries, and 0 s of work were enough for "
    assert said in answer.json()["error"]


def test_others_are_answered_while_a_save_is_played_again(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, go_on = threading.Event(), threading.Event()

    def slow(*_: object) -> str:
        began.set()
        assert go_on.wait(PATIENCE)
        raise BadInput("was slow")

    monkeypatch.setattr("affray.table.forking.create_from", slow)
    served = Served(create_app(tmp_path / "table", workers=WORKERS))
    said: list[int] = []
    url = f"{served.url}/encounters?name=mine.toml"
    body = saved.read_bytes()
    dropping = threading.Thread(
        target=lambda: said.append(httpx2.post(url, content=body, timeout=PATIENCE).status_code)
    )
    try:
        dropping.start()
        assert began.wait(PATIENCE)
        assert httpx2.get(f"{served.url}/healthz", timeout=PATIENCE).status_code == 200
        assert not said
        go_on.set()
        dropping.join(PATIENCE)
        assert said == [422]
    finally:
        go_on.set()
        served.close()
