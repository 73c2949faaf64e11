"""What the game master changes by hand: several fields at once, seen as they are before."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from table_browser import Person
from table_helpers import Server, Table, seeded

__all__ = ["seeded"]

SEVERITIES = '["lingering", "strain"]'


def test_wounds_and_their_severities_change_together(tmp_path: Path, seeded: None) -> None:
    gm = Table(tmp_path, "story-mode/crypt").gm
    before = gm.view()["fields"]["Lich"]
    assert (before["wounds"], before["severity"], before["zone"]) == (0, [], "crypt")
    alone = gm.do("edit", creature="Lich", set={"wounds": 2})
    assert alone.status_code == 422
    assert alone.json()["error"].startswith("This cannot be: Lich has wounds = 2, but")
    nowhere = gm.do("edit", creature="Lich", set={"at": "hall"})
    assert nowhere.json()["error"].endswith("where a creature stands is zone")
    view = gm.must("edit", creature="Lich", set={"wounds": "2", "severity": SEVERITIES})
    told = "By hand, Lich: wounds = 2, severity = lingering strain."
    assert told in [line["text"] for line in view["log"]]
    assert view["fields"]["Lich"]["severity"] == ["lingering", "strain"]


def test_the_fight_itself_can_be_changed(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, "story-mode/crypt", players=1)
    gm = table.gm
    view = gm.must("edit", creature="", set={"scene_level": "4"})
    assert "By hand, scene_level = 4." in [line["text"] for line in view["log"]]
    wrong = gm.do("edit", creature="", set={"turn": 1})
    assert wrong.json()["error"] == ("no field is called 'turn'; expected scene_level, safe, round")
    assert table.players[0].do("edit", creature="", set={"round": 3}).status_code == 403


def test_the_scene_is_sent_as_one_would_write_it(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, "story-mode/crypt", players=1)
    assert table.gm.view()["scene"] == {"scene_level": 6, "safe": False, "round": 1}
    assert "scene" not in table.players[0].view()


SCENES = [
    ("dungeoneers-tactics/duel", "ambient", -1, "ambient: found -1, expected 0 to 100 (DT-87)"),
    ("dungeoneers-spotlight/pocket", "round", 0, "round: found 0, expected 1 to 81 (DS-14)"),
    ("plunder/pocket", "round", 61, "round: found 61, expected 0 to 60 (PL-1)"),
    ("rpg-hell/gate-duel", "weather", "fog", "weather: no weather is called 'fog'; expected clear"),
    ("story-mode/crypt", "scene_level", -2, "scene_level: found -2, expected -1 to 10 (SM-72)"),
    (
        "story-mode/crypt",
        "scene_level",
        -1,
        "This cannot be: scene_level is -1, expected 0 to 10 once a fight is on (SM-72)",
    ),
]


@pytest.mark.parametrize(("fought", "field", "value", "said"), SCENES)
def test_a_scene_beyond_its_range_is_refused_with_it(
    tmp_path: Path, seeded: None, fought: str, field: str, value: Any, said: str
) -> None:
    """A level of -1, which is one that is not rolled yet, counted as 0 in the middle of a fight."""
    gm = Table(tmp_path, fought).gm
    refused = gm.do("edit", creature="", set={field: str(value)})
    assert (refused.status_code, refused.json()["error"][: len(said)]) == (422, said)


def test_players_are_not_sent_every_field(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, "skirmish/bridge", players=1)
    assert "fields" not in table.players[0].view()
    assert "sealed" not in table.gm.view()["fields"]["Ada"]


@pytest.fixture
def gm(server: Server, browser: Browser) -> Iterator[Person]:
    person = Person(browser)
    person.begin(server.url, "story-mode/crypt")
    yield person
    assert person.problems == [], "no script may fail"
    person.context.close()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
def test_the_form_tells_what_is_and_what_came_of_it(gm: Person) -> None:
    page = gm.page
    note, now = page.locator("#by-hand-note"), page.locator("#edit-now-0")
    page.locator("#open-menu").click()
    _key(gm, "edit-who").select_option("Lich")
    _key(gm, "edit-field-0").fill("wounds")
    expect(now).to_have_text("now 0")
    _key(gm, "edit-value-0").fill("2")
    _key(gm, "edit-send").click()
    expect(note).to_contain_text("This cannot be: Lich has wounds = 2")
    _key(gm, "edit-more").click()
    _key(gm, "edit-field-1").fill("severity")
    expect(note).not_to_contain_text("cannot be")
    expect(page.locator("#edit-now-1")).to_have_text("now []")
    _key(gm, "edit-value-1").fill(SEVERITIES)
    gm.must_be_accessible("two fields by hand")
    gm.must_fit("two fields by hand")
    gm.acts(_key(gm, "edit-send").click)
    expect(note).to_have_text("Changed.")
    expect(_key(gm, "edit-field-1")).to_have_count(0)
    _key(gm, "edit-field-0").fill("wounds")
    expect(now).to_have_text("now 2")
    expect(note).not_to_have_text("Changed.")


def test_the_scene_is_changed_in_the_form(gm: Person) -> None:
    """It offered creatures alone."""
    page = gm.page
    page.locator("#open-menu").click()
    whose = page.get_by_label("whose")
    whose.select_option(label="the scene")
    known = page.locator("#fields option")
    expect(known).to_have_count(3)
    assert [one.get_attribute("value") for one in known.all()] == ["scene_level", "safe", "round"]
    page.get_by_label("field").press_sequentially("scene_level")
    expect(page.locator("#edit-now-0")).to_have_text("now 6")
    page.keyboard.press("Tab")
    page.keyboard.type("-1")
    gm.must_be_accessible("the scene by hand")
    gm.must_fit("the scene by hand")
    page.keyboard.press("Enter")
    note = page.locator("#by-hand-note")
    expect(note).to_contain_text("scene_level is -1, expected 0 to 10 once a fight is on")
    page.get_by_label("becomes").fill("4")
    gm.acts(lambda: page.keyboard.press("Enter"))
    expect(note).to_have_text("Changed.")
    assert gm.view()["scene"]["scene_level"] == 4
    expect(whose).to_have_value("")
    whose.select_option("Lich")
    assert len(known.all()) > 3, "those of the creature are offered again"


def test_a_field_is_given_once_and_by_name(gm: Person) -> None:
    gm.page.locator("#open-menu").click()
    _key(gm, "edit-field-0").fill("harm")
    _key(gm, "edit-value-0").fill("3")
    _key(gm, "edit-more").click()
    _key(gm, "edit-value-1").fill("7")
    _key(gm, "edit-send").click()
    note = gm.page.locator("#by-hand-note")
    expect(note).to_have_text("Which field becomes 7?")
    _key(gm, "edit-field-1").fill("harm")
    _key(gm, "edit-send").click()
    expect(note).to_have_text("harm is given twice.")


def test_news_do_not_take_the_keyboard_away(gm: Person) -> None:
    gm.page.locator("#open-menu").click()
    _key(gm, "edit-field-0").press_sequentially("wou")
    _key(gm, "start-over").dispatch_event("click")
    gm.page.request.post(f"{gm.at}/commands", data=_a_seat(gm))
    expect(gm.page.locator('[data-key="player-0"]')).to_have_value("careful")
    gm.page.keyboard.type("nds")
    expect(_key(gm, "edit-field-0")).to_have_value("wounds")
    expect(_key(gm, "start-over")).to_contain_text("All of it is taken back")


def _a_seat(gm: Person) -> dict[str, Any]:
    """A command from somewhere else."""
    creature = gm.view()["creatures"][0]["name"]
    told = {"cmd_id": "from-elsewhere", "seq": gm.view()["seq"], "do": "seat"}
    return {**told, "creature": creature, "player": "careful"}


def test_a_fight_is_started_over_when_asked_twice(gm: Person) -> None:
    gm.seat(gm.view()["creatures"][-1]["who"], "person")
    gm.edit("Alex", harm="3")
    assert "By hand, Alex: harm = 3." in gm.text("#log")
    gm.page.locator("#open-menu").click()
    _key(gm, "start-over").click()
    expect(_key(gm, "start-over")).to_contain_text("All of it is taken back")
    gm.must_be_accessible("start over")
    gm.acts(_key(gm, "start-over").click)
    gm.page.keyboard.press("Escape")
    assert "By hand" not in gm.text("#log")
    assert gm.view()["creatures"][-1]["player"] == "person", "seats stay"


def _key(gm: Person, name: str) -> Locator:
    return gm.page.locator(f'[data-key="{name}"]')


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
def test_somebody_comes_where_the_map_is_touched_and_leaves_again(gm: Person) -> None:
    page = gm.page
    note, cards = page.locator("#coming-note"), page.locator("button.card-go")
    before = cards.count()
    page.locator("#open-menu").click()
    _key(gm, "come-kind").select_option("Lich")
    gm.must_be_accessible("who comes, who leaves")
    gm.must_fit("who comes, who leaves")
    gm.acts(_key(gm, "come-send").click)
    expect(note).to_have_text("They have come.")
    expect(cards).to_have_count(before + 1)
    _key(gm, "come-where").select_option("touched")
    _key(gm, "come-name").fill("Shade")
    _key(gm, "come-send").click()
    expect(page.locator("#map.picking")).to_be_visible()
    room = page.locator("#map .room.floor").first
    gm.acts(lambda: room.click(position={"x": 12, "y": 12}))
    expect(note).to_have_text("They have come.")
    expect(cards).to_have_count(before + 2)
    _key(gm, "leave-who").select_option("Shade")
    gm.acts(_key(gm, "leave-send").click)
    expect(note).to_have_text("They have left.")
    expect(cards.filter(has_text="Shade")).to_contain_text("left the fight")
