"""One's own encounters: a folder of them, one that is opened at once, one that is dropped."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from attack_helpers import browser, new_party
from fastapi.testclient import TestClient
from table_helpers import WORKERS, Server

from affray.book.called import alike, read_called
from affray.book.encounter import find_encounter
from affray.book.home import home
from affray.cli.main import run
from affray.fight.players import Seat
from affray.files.saves import new_save
from affray.table import collection
from affray.table.collection import Collection
from affray.table.web.app import create_app
from affray.tell.matchup import plural, who_fights

pytestmark = pytest.mark.program

FIGHT = """
ruleset = "skirmish"
title = "{title}"

[[creature]]
name = "Ada"
from = "knight"
side = "heroes"
at = 1

[[creature]]
name = "Goblin 1"
from = "brute"
side = "foes"
at = 2

[[creature]]
name = "Goblin 2"
from = "brute"
side = "foes"
at = 3
"""


def write(folder: Path, name: str, text: str = "") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text or FIGHT.format(title=path.stem), encoding="utf-8")
    return path


def test_who_fights_whom() -> None:
    told = who_fights(find_encounter("plunder/ford-at-dusk"))
    assert told == "Regdar, Geldan and Milos against four goblins and Archer"
    assert who_fights(find_encounter("rpg-hell/wolf-road")).endswith("; world: Cart")
    words = {"wolf": "wolves", "guardsman": "guardsmen", "harpy": "harpies", "dwarf": "dwarfs"}
    assert {one: plural(one) for one in words} == words


def test_a_folder_is_listed_and_a_broken_file_spoils_nothing(tmp_path: Path) -> None:
    named = tmp_path / "campaign"
    for name in ("b.toml", "deep/a.toml", ".hidden/c.toml", "a/b/c/d/too-deep.toml"):
        write(named, name)
    write(named, "broken.toml", FIGHT.format(title="x").replace('"knight"', '"knigth"'))
    write(named, "worse.toml", "no TOML [")
    write(named, "homebrew.toml", '[[creature_kind]]\nid = "x"\n')
    write(collection.folder(), "own.toml")
    assert run(["new", "party", str(named / "watch.toml"), "--from", "skirmish/bridge"]) == 0
    mine = Collection(named)
    listed = {one.ref: one for one in mine.listed()}
    assert list(listed) == [
        "./broken.toml",
        "./worse.toml",
        "./deep/a.toml",
        "./b.toml",
        "~/own.toml",
    ]
    assert listed["~/own.toml"].who == "Ada against two goblins"
    broken = listed["./broken.toml"].problem
    assert broken.startswith("broken.toml: ")
    assert "knigth" in broken
    assert "not TOML" in listed["./worse.toml"].problem
    assert list(mine.parties()) == ["watch"]
    assert mine.read("./b.toml").title == "b"
    write(named, "b.toml", FIGHT.format(title="changed"))
    os.utime(named / "b.toml", ns=(1, 1))
    assert "changed" in [one.title for one in mine.listed()], "read again when it is another"


def test_the_start_page_lists_a_hundred_and_begins_one(tmp_path: Path) -> None:
    for k in range(100):
        write(collection.folder(), f"fight-{k:03}.toml")
    write(collection.folder(), "broken.toml", "title = [")
    new_party("watch")
    client = TestClient(create_app(tmp_path / "table", workers=WORKERS))
    page = client.get("/").text
    assert page.count('data-ref="~/fight-') == 100
    assert "Ada against two goblins" in page
    assert "broken.toml: is not TOML" in page
    assert str(home()) in page, "where they lie is said"
    answer = client.post("/fights", json={"encounter": "~/fight-042.toml", "party": "watch"})
    assert answer.status_code == 422, "more members than places"
    made = client.post(
        "/fights", json={"encounter": "~/fight-042.toml", "party": "watch", "member": ["Ada"]}
    )
    assert made.status_code == 201
    assert "fight-042" in client.get(made.json()["gm"]).text


@pytest.mark.parametrize(
    "ref",
    ["~/../secret.toml", "~/missing.toml", "./x.toml", "~//etc/passwd", "~", "./", "~/\x00.toml"],
)
def test_nothing_but_what_is_listed_is_read(tmp_path: Path, ref: str) -> None:
    write(home(), "secret.toml")
    client = browser(create_app(tmp_path / "table", workers=WORKERS), "http://localhost")
    answer = client.post("/fights", json={"encounter": ref})
    assert answer.status_code == 422
    assert str(tmp_path) not in answer.text


def drop(client: TestClient, name: str, text: str | bytes) -> Any:
    return client.post("/encounters", params={"name": name}, content=text)


def test_a_file_is_dropped_and_kept(tmp_path: Path) -> None:
    client = browser(create_app(tmp_path / "table", workers=WORKERS), "http://localhost")
    text = FIGHT.format(title="Dropped")
    assert not collection.folder().exists(), "made when it is needed"
    for name in ("mine.toml", "mine.toml", "mine.TOML"):
        answer = drop(client, name, text)
        assert (answer.status_code, answer.json()) == (201, {"title": "Dropped"})
    assert (collection.folder() / "mine.toml").read_text(encoding="utf-8") == text
    assert 'value="~/mine.toml"' in client.get("/").text
    new_party("watch")
    party = (home() / "parties" / "watch.toml").read_text(encoding="utf-8")
    assert drop(client, "others.toml", party).status_code == 201
    assert (home() / "parties" / "others.toml").exists()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("mine.toml", FIGHT.format(title="Another"), "mine.toml: is there already"),
        ("bad.toml", FIGHT.replace("knight", "knigth"), "bad.toml: creature[Ada].from"),
        ("bad.toml", 'ruleset = "chess"', "bad.toml: ruleset: no ruleset is called 'chess'"),
        ("bad.toml", "[" * 50, "bad.toml: line 1: found lists or tables more than 32 deep"),
        ("bad.toml", b"\xff\xfe", "bad.toml: is not text (byte 0)"),
        ("bad.toml", 'title = "\\u202e"', "bad.toml: title"),
        ("bad.toml", "[save]\n", "bad.toml: save.version: missing"),
        ("bad.toml", 'ruleset = "skirmish"\nhomebrew = "/etc/passwd"', "in the same folder"),
        ("../up.toml", FIGHT, "name: found '../up.toml'"),
        ("con.toml", FIGHT, "name: found 'con.toml'"),
        ("them.CSV", "name", "name: found 'them.CSV': open maps and rosters in Build a fight"),
        ("cave.dd2vtt", "{}", "open maps and rosters in Build a fight"),
        ("a.txt", FIGHT, "name: found 'a.txt'"),
        (".toml", FIGHT, "name: found '.toml'"),
    ],
)
def test_what_is_dropped_and_cannot_be_is_refused_in_one_line(
    tmp_path: Path, name: str, text: str | bytes, said: str
) -> None:
    client = browser(create_app(tmp_path / "table", workers=WORKERS), "http://localhost")
    assert drop(client, "mine.toml", FIGHT.format(title="Dropped")).status_code == 201
    answer = drop(client, name, text)
    assert answer.status_code == 422
    assert said in answer.json()["error"]
    assert "\n" not in answer.json()["error"]
    assert str(tmp_path) not in answer.text
    assert [path.name for path in home().rglob("*.toml")] == ["mine.toml"]


def test_a_table_is_opened_at_a_fight(tmp_path: Path) -> None:
    path = write(tmp_path, "my-fight.toml")
    given = ["table", str(path), "--no-browser", "--no-compile", "--port", "0"]
    server = Server(tmp_path / "table", arguments=[*given, "--data", str(tmp_path / "table")])
    try:
        assert server.process.stdout is not None
        lines = [server.process.stdout.readline() for _ in "12"]
        assert "game master's link" in lines[0]
        assert f"{server.url}/fights/" in lines[1]
    finally:
        server.close()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("nowhere.toml", "nowhere.toml: no such file"),
        ("skirmish/nowhere", "no encounter is called 'skirmish/nowhere'"),
        ("nowhere", "no ruleset is called 'nowhere'"),
    ],
)
def test_a_table_is_opened_at_nothing_else(
    what: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["table", what, "--no-browser", "--data", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err


def test_a_save_is_no_encounter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = tmp_path / "save.toml"
    new_save(find_encounter("skirmish/duel"), [Seat(), Seat("bold")], 8, save)
    assert run(["table", str(save), "--no-browser", "--data", str(tmp_path / "table")]) == 2
    assert "is a saved fight" in capsys.readouterr().err


def test_a_seed_has_one_limit(tmp_path: Path) -> None:
    client = TestClient(create_app(tmp_path, workers=WORKERS))
    for seed, code in ((2**63 - 1, 201), (2**63, 422), (-1, 422)):
        body = {"encounter": "skirmish/duel", "seed": seed}
        assert client.post("/fights", json=body).status_code == code
        status = run(["sim", "skirmish/duel", "-n", "1", "--engine", "python", "--seed", str(seed)])
        assert status == (0 if code == 201 else 2)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "x" * 25, "a\u202eb", "a\u200bb", "\u3164", "\u2800", "\u0301a", "x" + 4 * "\u0301",
     "\u200d", "a\u200d", "a\x00", "a\ud800", "\ue000", "a\u00adb", "!?", "a\u2066b"],
)  # fmt: skip
def test_a_name_that_cannot_be_shown_is_none(text: str) -> None:
    assert read_called(text, 24) == ""


@pytest.mark.parametrize(
    "text",
    ["Anna", "Zo\u00eb", "\u5c71\u7530", "\u0645\u0631\u06cc\u0645", "\U0001f409", "K-2", "O'Neil"],
)
def test_a_name_is_a_name(text: str) -> None:
    assert read_called(f"  {text} ", 24) == text


def test_names_that_read_alike_are_one() -> None:
    assert alike("ANNA") == alike("\uff21nna") == alike("an\u200cna")
    assert alike("Anna") != alike("Anne")
