"""My library: one's own creatures and things, a file each, used by any fight of their game."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect
from table_browser import NARROWEST, Person
from table_helpers import Server

from affray.book.encounter import read_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.cli.main import run
from affray.fight.players import Seat
from affray.files import library
from affray.files.saves import load_save, new_save
from affray.table import building, my_library
from affray.table.web.app import create_app

FIGHT = """
ruleset = "skirmish"
title = "Mine"

[[creature]]
name = "Ada"
from = "night-knight"
side = "heroes"
at = 1

[[creature]]
name = "Orc"
from = "brute"
side = "foes"
at = 4
"""
AXE = {"id": "moon-axe", "name": "Moon axe", "bite": "2d6", "wounds": 2}
KNIGHT = {"id": "night-knight", "might": 5, "guard": 4, "armor": 8, "weapon": "moon-axe"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AFFRAY_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def mine(home: Path) -> Path:
    """A weapon and a creature that wields it."""
    skirmish = SHELF.get("skirmish")
    library.keep(skirmish, "weapon", AXE)
    library.keep(skirmish, "creature", KNIGHT)
    return home / "library" / "skirmish"


@pytest.fixture
def at(home: Path, tmp_path: Path) -> TestClient:
    return TestClient(create_app(tmp_path / "data"))


def write(path: Path, text: str = FIGHT) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


# Files


def test_a_fight_on_the_command_line_names_it(
    mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fight = write(tmp_path / "fight.toml")
    assert run(["sim", str(fight), "-n", "5", "--engine", "python"]) == 0
    w = read_encounter(fight).world()
    assert (w.creatures[0].might, w.weapons[w.creatures[0].weapon].wounds) == (5, 2)
    (mine / "weapon" / "moon-axe.toml").unlink()
    assert run(["sim", str(fight), "-n", "5", "--engine", "python"]) == 2
    told = capsys.readouterr().err
    assert "night-knight.toml: creature[night-knight].weapon: " in told
    assert "no weapon of the book or of your library is called 'moon-axe'" in told


def test_a_fight_that_was_begun_keeps_its_own_copy(mine: Path, tmp_path: Path) -> None:
    fight = read_encounter(write(tmp_path / "fight.toml"))
    game = new_save(fight, [Seat("person"), Seat("person")], 3, tmp_path / "save.toml")
    library.keep(SHELF.get("skirmish"), "weapon", {**AXE, "id": "sun-axe"})
    with pytest.raises(BadInput, match="no weapon is called 'sun-axe'"):
        game.fight.edit({"Orc": {"weapon": "sun-axe"}})  # the save would not hold it
    library.remove(SHELF.get("skirmish"), "weapon", "moon-axe")
    library.keep(SHELF.get("skirmish"), "creature", {"id": "night-knight", "might": 1}, again=True)
    w = load_save(tmp_path / "save.toml").fight.world
    assert (w.creatures[0].might, w.weapons[w.creatures[0].weapon].wounds) == (5, 2)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[creature]]\nid = 'night-knight'\nmihgt = 3", "no field is called 'mihgt'; did you me"),
        ("[[creature]]\nid = 'night-knight'\nmight = 900", "might: found 900, expected"),
        ("[[creature]]\nid = 'other'\nmight = 3", "id: found 'other', expected 'night-knight'"),
        ("[[creature]]\nid = 'night-knight'\n[[creature]]\nid = 'x'", "found 2, expected one"),
        ("[[weapon]]\nid = 'night-knight'", "is called 'weapon'; expected creature, ruleset"),
        ("ruleset = 'plunder'", "ruleset: found 'plunder', expected 'skirmish'"),
        ("might =", "is not TOML"),
    ],
)
def test_a_bad_entry_says_what_is_wrong(mine: Path, tmp_path: Path, text: str, told: str) -> None:
    (mine / "creature" / "night-knight.toml").write_text(text)
    with pytest.raises(BadInput, match=r"night-knight\.toml: ") as bad:
        read_encounter(write(tmp_path / "fight.toml")).world()
    assert told in str(bad.value)
    (entry,) = [one for one in library.listed(SHELF.get("skirmish")) if one.kind == "creature"]
    assert told in entry.problem
    assert str(mine) not in entry.problem, "where it lies is nobody's business"


@pytest.mark.parametrize("name", ["../up", "a/b", "", "Axe", "con", ".x", "a\\b", "x" * 61, "é"])
def test_no_name_leads_out_of_the_folder(mine: Path, name: str) -> None:
    (mine.parent.parent / "up.toml").write_text("[[weapon]]\nid = '../up'\nbite = 'd6'\n")
    before = sorted(mine.parent.parent.rglob("*"))
    with pytest.raises(BadInput, match="id: found"):
        library.keep(SHELF.get("skirmish"), "weapon", {**AXE, "id": name})
    with pytest.raises(BadInput, match="id: found"):
        library.remove(SHELF.get("skirmish"), "weapon", name)
    with pytest.raises(BadInput, match="is called"):
        library.read(SHELF.get("skirmish"), "weapon", name)
    assert sorted(mine.parent.parent.rglob("*")) == before


def test_it_is_sent_on_whole_and_taken_in_elsewhere(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    skirmish = SHELF.get("skirmish")
    text = library.exported(skirmish, "creature", "night-knight")
    assert tomllib.loads(text)["weapon"] == [AXE], "what it wields comes along"
    fight = write(tmp_path / "beside.toml", f'homebrew = "sent.toml"\n{FIGHT}')
    monkeypatch.setenv("AFFRAY_HOME", str(tmp_path / "elsewhere"))
    write(tmp_path / "sent.toml", text)
    assert read_encounter(fight).world().creatures[0].might == 5, "it is homebrew as it stands"
    assert {one.id for one in library.bring(skirmish, "sent.toml", text)} == {
        "night-knight",
        "moon-axe",
    }
    assert [one.problem for one in library.listed(skirmish)] == ["", ""]
    with pytest.raises(BadInput, match="is there already, and another"):
        library.bring(skirmish, "sent.toml", text.replace("might = 5", "might = 6"))
    with pytest.raises(BadInput, match="ruleset: found 'skirmish', expected 'plunder'"):
        library.bring(SHELF.get("plunder"), "sent.toml", text)
    with pytest.raises(BadInput, match="which is the book's own"):
        library.keep(skirmish, "weapon", {**AXE, "id": "sword"})


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("might = 5", "might = -5", r"sent\.toml: creature\[night-knight\]\.might: found -5"),
        ('ruleset = "skirmish"', 'ruleset = "plunder"', "expected 'skirmish': it is of another g"),
        ('weapon = "moon-axe"', 'weapon = "sun-axe"', r"sent\.toml: .*'sun-axe'"),
    ],
)
def test_a_file_comes_in_whole_or_not_at_all(
    home: Path, before: str, after: str, told: str
) -> None:
    """And what is wrong is said of the file that was brought, not of one that is not there yet."""
    skirmish = SHELF.get("skirmish")
    sent = library.text_of(skirmish, {"weapon": [AXE], "creature": [KNIGHT]})
    assert before in sent
    with pytest.raises(BadInput, match=told):
        library.bring(skirmish, "sent.toml", sent.replace(before, after))
    assert library.listed(skirmish) == []


def test_it_is_listed_taken_in_and_sent_on_in_the_terminal(
    mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["library", "skirmish", "--export", "creature/night-knight"]) == 0
    sent = write(tmp_path / "sent.toml", capsys.readouterr().out.replace("night-", "day-"))
    assert run(["library", "skirmish", "--add", str(sent)]) == 0
    assert "day-knight" in capsys.readouterr().out
    (mine / "weapon" / "moon-axe.toml").write_text("[[weapon]]\nid = 'moon-axe'\nbite = 7\n")
    assert run(["library", "skirmish"]) == 1
    assert "bite: found 7, expected dice" in " ".join(capsys.readouterr().out.split())
    assert run(["library", "skirmish", "--export", "weapon/../moon-axe"]) == 2


# Over HTTP


def test_a_changed_creature_is_kept_and_used_again(at: TestClient) -> None:
    draft = building.blank("skirmish")
    who = draft["creature"][0]["name"]
    draft["creature"][0]["set"] = {"armor": 9, "wounds": 1}
    asked = {"draft": draft, "who": who, "id": "old-guard"}
    built = at.post("/build/library", json=asked).json()
    assert built["draft"]["creature"][0]["from"] == "old-guard"
    assert "set" not in built["draft"]["creature"][0], built["draft"]["creature"][0]
    assert built["creatures"][0]["fields"]["armor"] == 9
    assert tomllib.loads(built["whole"])["homebrew"]["creature"][0]["id"] == "old-guard"
    assert "homebrew" not in built["text"]
    parts = at.get("/build/parts", params={"ruleset": "skirmish"}).json()
    (own,) = [one for one in parts["creatures"] if one["own"]]
    assert own["id"] == "old-guard"
    more = {"draft": building.blank("skirmish"), "content": "old-guard", "side": "foes"}
    assert at.post("/build/more", json=more).json()["creatures"][-1]["fields"]["armor"] == 9
    again = at.post("/build/library", json={**asked, "draft": building.blank("skirmish")})
    assert (again.status_code, "is there already" in again.json()["error"]) == (422, True)


def test_shelves_are_kept_and_refused_over_http(at: TestClient, home: Path) -> None:
    keep: dict[str, Any] = {"ruleset": "skirmish", "kind": "weapon", "table": AXE}
    shelves = at.post("/library/keep", json=keep).json()
    weapons = next(one for one in shelves["kinds"] if one["kind"] == "weapon")
    assert [one["id"] for one in weapons["own"]] == ["moon-axe"]
    one = {"ruleset": "skirmish", "kind": "weapon", "id": "moon-axe"}
    assert 'id = "moon-axe"' in at.get("/library/file", params=one).json()["text"]
    for path, body in (
        ("/library/keep", {**keep, "table": {**AXE, "id": "../../x"}}),
        ("/library/keep", {**keep, "kind": "../weapon"}),
        ("/library/keep", {**keep, "ruleset": ".."}),
        ("/library/keep", {**keep, "table": {**AXE, "bite": "9d9"}}),
        ("/library/bring", {"ruleset": "skirmish", "name": "x.toml", "text": "x ="}),
        ("/library/remove", {**one, "id": "../weapon/moon-axe"}),
    ):
        refused = at.post(path, json=body)
        assert 400 <= refused.status_code < 500, path
        assert str(home) not in refused.text
    page = at.get("/library/cards", params={"ruleset": "skirmish"}).text
    assert "Moon axe" in page
    assert at.post("/library/remove", json=one).is_success
    assert not (home / "library" / "skirmish" / "weapon" / "moon-axe.toml").exists()


def test_what_a_setup_derives_stays_with_the_fight(home: Path) -> None:
    """A number that the rules work out when a fight begins is no part of a creature's kind."""
    draft = building.blank("dungeoneers-tactics")
    who = draft["creature"][0]["name"]
    draft["creature"][0]["set"] = {"x": 5, "power": 4}
    kept = my_library.keep_creature(draft, who, "worn", again=False)
    (entry,) = library.listed(SHELF.get("dungeoneers-tactics"))
    assert (entry.table["power"], "x" in entry.table) == (4, False)
    assert kept["creature"][0]["set"] == {"x": 5}, "the fight is what it was"


# In a browser


def test_somebody_keeps_things_and_builds_with_them(person: Person, tmp_path: Path) -> None:
    server, page = Server(tmp_path), person.page
    try:
        person.visit(f"{server.url}/library?ruleset=skirmish")
        page.wait_for_selector("body[data-shown]")
        page.locator('[data-key="kind"]').select_option("weapon")
        page.locator('[data-key="name"]').fill("Moon axe")
        page.locator('[data-key="field bite"]').fill("2x6")
        page.locator('[data-key="keep"]').press("Enter")
        expect(page.locator("#refused")).to_contain_text("weapon[moon-axe].bite: ")
        page.locator('[data-key="field bite"]').fill("2d6")
        page.locator('[data-key="keep"]').press("Enter")
        expect(page.locator("#mine")).to_contain_text("Moon axe")
        page.set_viewport_size({"width": NARROWEST["width"], "height": NARROWEST["height"]})
        person.must_fit("my library")
        person.must_be_accessible("my library")
        page.get_by_role("link", name="Cards to print").click()
        expect(page.get_by_role("heading", name="Moon axe")).to_be_visible()
        person.must_be_accessible("cards")
        page.emulate_media(media="print")
        expect(page.get_by_role("link", name="Back to the library")).to_be_hidden()
        page.emulate_media(media="screen")
        person.visit(f"{server.url}/build?ruleset=skirmish")
        page.wait_for_selector("body[data-built]")
        page.locator('[data-key="another-number"]').select_option("weapon")
        page.locator('[data-key="field weapon"]').fill("moon-axe")
        page.locator('[data-key="field weapon"]').press("Enter")
        page.locator('[data-key="keep-one"]').click()
        expect(page.locator(".book")).to_contain_text("my library")
        assert len(list((tmp_path / "library" / "skirmish" / "creature").iterdir())) == 1
        assert not person.problems
    finally:
        server.close()


def test_names_may_be_in_any_letters(person: Person, tmp_path: Path) -> None:
    """What no id can be made of had none: it could not be kept, and a second fight not saved."""
    server, page = Server(tmp_path), person.page
    try:
        for called, made in (("Топор", "weapon-1"), ("斧", "weapon-2")):
            person.visit(f"{server.url}/library?ruleset=skirmish")
            page.wait_for_selector("body[data-shown]")
            page.locator('[data-key="kind"]').select_option("weapon")
            page.locator('[data-key="name"]').fill(" ")
            page.locator('[data-key="keep"]').press("Enter")
            expect(page.locator("#refused")).to_have_text("It needs a name, under Called.")
            page.locator('[data-key="name"]').fill(called)
            page.locator('[data-key="keep"]').press("Enter")
            expect(page.locator("#mine")).to_contain_text(f"{called} {made}")
        person.visit(f"{server.url}/build?ruleset=skirmish")
        page.wait_for_selector("body[data-built]")
        page.locator('[data-key="name"]').fill("Ада")
        page.locator('[data-key="name"]').press("Enter")
        page.locator('[data-key="keep-one"]').click()
        expect(page.locator("#say")).to_have_text("Ада is in your library as creature-1.")
        page.locator('[data-key="title"]').fill("Бой: Zoë's end")
        page.locator('[data-key="title"]').press("Enter")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#say")).to_have_text("Saved.")
        assert (tmp_path / "encounters" / "бой-zoë-s-end.toml").is_file()
        assert not person.problems
    finally:
        server.close()
