"""The start page as a shelf: one's own fights and the samples found, added to, made parties of."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect
from table_browser import NARROWEST, Person
from table_helpers import WORKERS, Server
from test_collection import FIGHT, write

from affray.book.shelf import SHELF
from affray.files import library
from affray.files.party import find_party
from affray.table.collection import Collection
from affray.table.web.app import create_app


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AFFRAY_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def at(home: Path, tmp_path: Path) -> TestClient:
    return TestClient(create_app(tmp_path / "data", workers=WORKERS))


def test_folders_are_told_apart(home: Path) -> None:
    write(home / "encounters", "night/harbour/quay.toml")
    write(home / "encounters", "field.toml")
    assert {one.title: one.folder for one in Collection().listed()} == {
        "field": "",
        "quay": "night/harbour",
    }


def test_a_fight_is_listed_anew_when_the_library_has_changed(home: Path) -> None:
    shelf, skirmish = Collection(), SHELF.get("skirmish")
    library.keep(skirmish, "creature", {"id": "night-knight", "might": 4})
    text = FIGHT.format(title="Mine").replace('from = "knight"', 'from = "night-knight"')
    write(home / "encounters", "mine.toml", text)
    assert [one.problem for one in shelf.listed()] == [""]
    library.remove(skirmish, "creature", "night-knight")
    (listed,) = shelf.listed()
    assert "no creature of the book or of your library is called 'night-knight'" in listed.problem


def test_a_party_is_made_rested_and_read(at: TestClient) -> None:
    wanted = {"encounter": "dungeoneers-tactics/duel", "name": "bridge watch"}
    made = at.post("/parties", json=wanted)
    assert (made.status_code, made.json()) == (201, {"name": "bridge watch"})
    party = find_party("bridge watch")
    page = at.get("/parties/bridge watch").text
    assert all(f"<h2>{name}</h2>" in page for name in party.names)
    assert "equipped" in page, "what they carry stands on it"
    assert "Bridge watch" in at.get("/").text
    assert at.post("/rests", json={"party": "bridge watch"}).status_code == 201
    again = at.post("/parties", json=wanted)
    assert (again.status_code, "exists already" in again.json()["error"]) == (422, True)


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".hidden", "con", "x" * 61])
def test_no_name_of_a_party_leads_elsewhere(at: TestClient, home: Path, name: str) -> None:
    refused = at.post("/parties", json={"encounter": "skirmish/bridge", "name": name})
    assert 400 <= refused.status_code < 500
    assert str(home) not in refused.text
    assert not [path for path in home.rglob("*") if path.is_file()]
    assert at.get("/parties/nobody").status_code == 404


def test_somebody_finds_a_fight_and_adds_one(person: Person, tmp_path: Path) -> None:
    write(tmp_path / "encounters", "night/quay.toml")
    server, page = Server(tmp_path), person.page
    shown = page.locator("li.fight:not([hidden])")
    try:
        page.set_viewport_size({"width": NARROWEST["width"], "height": NARROWEST["height"]})
        person.visit(server.url)
        expect(page.get_by_role("heading", name="night")).to_be_visible()
        page.locator("#sought").fill("skirmish bridge")
        expect(page.locator("#found")).to_have_text("1 fight")
        expect(page.locator("#of-yours")).to_be_hidden()  # what was found stands where one looks
        person.must_be_accessible("shelf")
        person.must_fit("shelf")
        page.evaluate("window.stays = true")
        page.locator("#sought").fill("")
        name, text = "added.toml", FIGHT.format(title="Added").encode()
        page.locator("#file").set_input_files(
            {"name": name, "mimeType": "text/plain", "buffer": text}
        )
        expect(page.locator('li.fight[data-ref="~/added.toml"]')).to_be_visible()
        assert page.evaluate("window.stays"), "the page was not left for it"
        page.locator("#which").select_option("own")
        expect(shown).to_have_count(2)
        page.locator('li.fight[data-ref="~/added.toml"] button').click()
        page.wait_for_selector("body[data-seq]")
        person.visit(server.url)
        page.locator("#which").select_option("recent")
        expect(shown).to_have_count(1)
        page.locator("#which").select_option("skirmish")
        page.locator("li.system:not([hidden]) details.small summary").click()
        page.locator("li.system:not([hidden]) form.making input").fill("The watch")
        page.locator("li.system:not([hidden]) form.making button").click()
        expect(page.get_by_role("heading", name="The watch")).to_be_visible()
        person.must_be_accessible("sheets")
        assert not person.problems
    finally:
        server.close()
