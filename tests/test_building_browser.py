"""Fights built in the builder's page: by mouse, by finger, by keys."""

from __future__ import annotations

import base64
import json
import os
import re
import tomllib
from pathlib import Path

import pytest
from picture_helpers import png_of
from playwright.sync_api import Browser, Route, expect
from rebuilding import Rebuilding
from rebuilding_hands import Finger, Keys, Mouse
from shipped import SAMPLES
from table_browser import PHONE, Person
from table_helpers import Server
from test_building import data_of, in_order
from test_building_maps import a_room
from waiting import until


def _by_keys(person: Person) -> None:
    """A wall, and somebody elsewhere, without a pointer."""
    page = person.page
    page.locator('[data-key="brush wall"]').press("Enter")
    page.locator("svg.map").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("body")).to_have_attribute("data-built", "1")
    page.locator('[data-key="The file"]').press("Enter")
    expect(page.locator("pre.file")).to_contain_text("walls = [[2, 1]]")
    page.locator('[data-key="brush "]').press("Enter")
    page.locator("svg.map").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#refused")).to_contain_text("found [2, 1]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("pre.file")).to_contain_text("at = [3, 1]")


def test_a_fight_is_built_saved_and_played(person: Person, tmp_path: Path) -> None:
    server, page = Server(tmp_path), person.page
    try:
        person.visit(f"{server.url}/build")
        person.must_be_accessible("which game")
        page.get_by_role("link", name="Dungeoneers Tactics").click()
        page.wait_for_selector("body[data-built]")
        _by_keys(person)
        page.locator('[data-key="seek"]').fill("goblin")
        page.locator('[data-key="add goblin foes"]').click()
        expect(page.locator("body")).to_have_attribute("data-built", "3")
        expect(page.locator("pre.file")).to_contain_text('from = "goblin"')
        page.locator('[data-key="ground"]').select_option("water")
        box = page.locator("svg.map").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.8)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.8, steps=8)
        page.mouse.up()
        expect(page.locator("pre.file")).to_contain_text("~~")
        page.keyboard.press("Control+z")
        expect(page.locator("pre.file")).not_to_contain_text("~~")
        expect(page.locator("#chance")).to_contain_text(re.compile(r"heroes win: bold \d+ %"))
        person.must_be_accessible("building")
        page.locator('[data-key="title"]').fill("The well")
        page.locator('[data-key="title"]').press("Enter")
        page.get_by_role("button", name="Play it").click()
        page.wait_for_selector("body[data-seq]")
        expect(page.locator("h1")).to_have_text("The well")
        assert (tmp_path / "encounters" / "the-well.toml").is_file()
        assert not person.problems
    finally:
        server.close()


def _typed(person: Person, **fields: str) -> None:
    """Fields by their keys (`_` stands for a blank), each with Enter; nobody waits."""
    for key, value in fields.items():
        field = person.page.locator(f'[data-key="{key.replace("_", " ")}"]')
        field.fill(value)
        field.press("Enter")


def _pressed(person: Person, *keys: str) -> None:
    for key in keys:
        person.page.locator(f'[data-key="{key}"]').press("Enter")


ENDS = ((0, 0), (0, 3), (6, 3))

HANDS: dict[str, type[Mouse]] = {"mouse": Mouse, "finger": Finger, "keys": Keys}


def must_be_built_anew(browser: Browser, server: Server, hand: type[Mouse], name: str) -> None:
    """Each step a fight that stands, and in the end the file that is shipped."""
    person, wanted = Person(browser, hand.size), data_of(name)
    try:
        for kind in ("weapon", "armor"):  # those of a file's own are in one's library
            for table in wanted.get(kind, []):
                kept = {"ruleset": wanted["ruleset"], "kind": kind, "table": table}
                assert person.page.request.post(f"{server.url}/library/keep", data=kept).ok
        person.visit(f"{server.url}/build?ruleset={wanted['ruleset']}")
        person.page.wait_for_selector("body[data-built]")
        anew = Rebuilding(hand(person), wanted)
        anew.whole()
        written = anew.exported()
        sides = {"sides": written["sides"]} if "sides" in written else {}
        assert in_order(written) == in_order({**sides, **wanted})
        assert not person.problems
    finally:
        person.context.close()


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("mouse", "dungeoneers-tactics/duel"),  # tiles
        ("finger", "story-mode/balance-due"),  # rooms
        ("keys", "plunder/pocket"),  # feet
    ],
)
def test_a_sample_is_built_anew_in_the_browser(
    hand: str, name: str, browser: Browser, server: Server
) -> None:
    must_be_built_anew(browser, server, HANDS[hand], name)


@pytest.mark.slow
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_is_built_anew_in_the_browser(
    hand: str, name: str, browser: Browser, server: Server
) -> None:
    must_be_built_anew(browser, server, HANDS[hand], name)


def test_who_types_before_the_server_has_looked_loses_nothing(
    person: Person, tmp_path: Path
) -> None:
    """A new name on its way, a number for whoever has it, and another name half written over."""
    server, page = Server(tmp_path), person.page
    held: list[Route] = []
    try:
        person.visit(f"{server.url}/build?ruleset=skirmish")
        page.wait_for_selector("body[data-built]")
        page.route("**/build/look", lambda route: route.continue_() if held else held.append(route))
        _typed(person, name="Agnes")
        page.locator('[data-key="another-number"]').select_option("armor")
        title = page.locator('[data-key="title"]')
        title.select_text()
        until(lambda: page.evaluate("true") and held, "the name is on its way")
        held[0].continue_()
        expect(page.locator("body")).to_have_attribute("data-built", "2")
        expect(page.locator('[data-key="field armor"]')).to_be_visible()
        page.keyboard.type("The bridge")
        page.keyboard.press("Enter")
        expect(page.locator("body")).to_have_attribute("data-built", "3")
        expect(title).to_have_value("The bridge")
        expect(page.locator('[data-key="who Agnes"]')).to_have_attribute("aria-expanded", "true")
        _pressed(person, "The file")
        written = tomllib.loads(page.locator("pre.file").inner_text())
        assert "armor" in written["creature"][0]["set"]
        assert not person.problems
    finally:
        server.close()


def test_a_quick_stroke_leaves_no_gap(person: Person, server: Server) -> None:
    """Of a hand that is quick the browser tells a few places; between them the wall was open."""
    page = person.page
    person.visit(f"{server.url}/build?ruleset=dungeoneers-tactics")
    page.wait_for_selector("body[data-built]")
    _pressed(person, "The file", "brush wall")
    floor = person.box("svg.map .floor")
    tile = floor["width"] / 7  # of the map one begins with, 7 by 5
    ends = [(floor["x"] + (x + 0.5) * tile, floor["y"] + (y + 0.5) * tile) for x, y in ENDS]
    page.mouse.move(*ends[0])
    page.mouse.down()
    for end in ends[1:]:
        page.mouse.move(*end)
    page.mouse.up()
    expect(page.locator("body")).to_have_attribute("data-built", "1")
    walls = tomllib.loads(page.locator("pre.file").inner_text())["map"]["walls"]
    assert walls == [[0, 0], [0, 1], [0, 2], [0, 3], *([x, 3] for x in range(1, 7))]
    page.mouse.click(*ends[0], button="right")  # its menu is no wall, and nothing is taken away
    _pressed(person, "brush clear")
    page.mouse.click(*ends[1], button="right")
    page.mouse.click(*ends[2])
    expect(page.locator("body")).to_have_attribute("data-built", "2")
    assert tomllib.loads(page.locator("pre.file").inner_text())["map"]["walls"] == walls[:-1]


def test_it_is_built_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    server, person = Server(tmp_path), Person(browser, PHONE)
    try:
        page = person.page
        person.visit(f"{server.url}/build?encounter=story-mode/crypt")
        page.wait_for_selector("body[data-built]")
        person.must_fit("building")
        crypt = page.locator("svg.map .room.floor").last
        crypt.scroll_into_view_if_needed()
        box = crypt.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + 12, box["y"] + box["height"] / 2)
        expect(page.locator("body")).to_have_attribute("data-built", "1")
        page.locator('svg.map [data-who="3"]').tap()
        expect(page.locator('[data-key="who Lich"]')).to_have_attribute("aria-expanded", "true")
        page.locator('[data-key="The file"]').tap()
        expect(page.locator("pre.file")).to_contain_text(
            'name = "Alex"\nfrom = "alex"\nside = "players"\nat = "crypt"'
        )
        assert not person.problems
    finally:
        server.close()
        person.context.close()


def test_files_come_as_other_programs_write_them(person: Person, tmp_path: Path) -> None:
    """A table in Windows' letters; a map whose picture is an address, and larger than a message."""
    server, page = Server(tmp_path), person.page
    picture = base64.b64encode(png_of(os.urandom(450 * 600 * 3), 600, 450))
    room = {**json.loads(a_room()), "image": f"data:image/png;base64,{picture.decode()}"}
    table = "name;from\nJ\xf6rg;skeleton\n".encode("cp1252")
    try:
        person.visit(f"{server.url}/build?ruleset=dungeoneers-tactics")
        page.wait_for_selector("body[data-built]")
        chooser = page.locator("input[accept*=dd2vtt]")
        chooser.set_input_files({"name": "them.csv", "mimeType": "text/csv", "buffer": table})
        expect(page.locator("#hint")).to_have_text("them.csv: 1 of the roster came.")
        expect(page.locator("#people")).to_contain_text("J\xf6rg")
        wide = "name\tfrom\nZo\xeb\tskeleton\n".encode("utf-16")  # "Unicode text", of Excel
        chooser.set_input_files({"name": "more.tsv", "mimeType": "text/plain", "buffer": wide})
        expect(page.locator("#people")).to_contain_text("Zo\xeb")
        buffer = json.dumps(room).encode()
        chooser.set_input_files({"name": "room.dd2vtt", "mimeType": "", "buffer": buffer})
        expect(page.locator("#hint")).to_contain_text("its picture is the ground")
        expect(page.locator("svg.map image")).to_have_count(1)
        assert not person.problems
    finally:
        server.close()


def test_which_part_of_a_large_map_is_built_on(person: Person, server: Server) -> None:
    page, large = person.page, json.loads(a_room())
    large["resolution"]["map_size"] = {"x": 40, "y": 24}
    buffer = json.dumps({**large, "portals": []}).encode()
    person.visit(f"{server.url}/build?ruleset=dungeoneers-tactics")
    page.wait_for_selector("body[data-built]")
    chooser = page.locator("input[accept*=dd2vtt]")
    chooser.set_input_files({"name": "large.dd2vtt", "mimeType": "", "buffer": buffer})
    column = page.get_by_label("from column")
    expect(column).to_have_value("0")
    expect(page.locator("#hint")).to_contain_text("from column 0 and row 0 on")
    page.locator('[data-key="The file"]').press("Enter")
    expect(page.locator("pre.file")).to_contain_text("[9, 2]")
    column.fill("3")
    column.press("Enter")
    expect(page.locator("#hint")).to_contain_text("from column 3 and row 0 on")
    expect(page.locator("pre.file")).not_to_contain_text("[9, 2]")
    expect(column).to_have_value("3")
    column.fill("99")
    column.press("Enter")
    expect(page.locator("#hint")).to_contain_text("from column 16 and row 0 on")
    person.must_be_accessible("a part of a large map")


FRONT = """door => [...document.querySelectorAll("svg.map .wallbase")]
  .every(wall => wall.compareDocumentPosition(door) & Node.DOCUMENT_POSITION_FOLLOWING)"""


def test_a_door_is_seen_among_walls(person: Person, server: Server) -> None:
    page = person.page
    person.visit(f"{server.url}/build?ruleset=dungeoneers-spotlight")
    page.wait_for_selector("body[data-built]")
    for k, kind in enumerate(("wall", "door")):
        page.locator(f'[data-key="brush {kind}"]').press("Enter")
        page.locator("svg.map").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator("body")).to_have_attribute("data-built", str(k + 1))
    door = page.locator("svg.map .g-door")
    expect(door).to_have_count(1)
    assert door.evaluate(FRONT), "the wall's hatching is drawn over it"
