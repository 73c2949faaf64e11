"""The place at the table: emblems, motion, what is looked at, and a map a finger can use."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from picture_helpers import JPEG, png
from playwright.sync_api import Browser, Locator, expect
from table_browser import PHONE, WIDE, Person
from table_helpers import Server

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")

FINGER = 44
CHOOSE = "(list, value) => { list.value = value; list.dispatchEvent(new Event('change')); }"
UNREADABLE = """() => {
  const boxOf = (one) => one.getBoundingClientRect();
  const names = [...document.querySelectorAll(".sight .means-name")];
  const floor = boxOf(document.querySelector(".map:not(.zone) .floor, .map.zone"));
  const others = [...document.querySelectorAll(".map [data-who], .map .pc"), ...names];
  const meets = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const isOn = (a, b) =>
    a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
  const isClear = (one) =>
    others.every((other) => other === one || !meets(boxOf(one), boxOf(other)));
  const isRead = (one) => isOn(boxOf(one), floor) && isClear(one);
  return names.filter((one) => !isRead(one)).map((one) => one.textContent);
}"""
OVER_AXIS = """() => {
  const boxOf = (one) => one.getBoundingClientRect();
  const axis = [...document.querySelectorAll(".map .axis")].map(boxOf);
  const meets = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const numbers = [...document.querySelectorAll(".map .pc")];
  return numbers.filter((one) => axis.some((other) => meets(boxOf(one), other)))
    .map((one) => one.textContent);
}"""
WATCH_MOTION = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    window.moved.push(this.getAttribute("class") ?? `token ${this.getAttribute("data-who")}`);
    return animate.apply(this, given);
  };
}"""


def seated(browser: Browser, server: Server, encounter: str, size: dict[str, int]) -> Person:
    person = Person(browser, size)
    person.begin(server.url, encounter)
    return person


def leave(person: Person) -> None:
    assert person.problems == [], "no script may fail"
    person.context.close()


IS_WITHIN = """selector => {
  const emblem = document.querySelector(`${selector} .emblem`).getBBox();
  return emblem.width > 0 && emblem.width < 30 && emblem.height < 30;
}"""
"""An emblem that is fetched is drawn as large as one the page brought along, in its own unit."""


def test_tokens_are_emblems_and_move(browser: Browser, server: Server) -> None:
    gm = seated(browser, server, "dungeoneers-tactics/duel", WIDE)
    page = gm.page
    skeleton = page.locator('.map [data-who="1"]')
    expect(skeleton.locator(".emblem")).to_have_attribute("href", "#emblem-death-skull")
    expect(page.locator(".map .init")).to_have_count(0)

    page.evaluate(WATCH_MOTION)
    gm.edit("Skeleton", wounds="1")
    assert page.evaluate("window.moved") == [], "who would rather not see things move does not"
    page.emulate_media(reduced_motion="no-preference")
    gm.edit("Skeleton", wounds="2", x="5")
    assert page.evaluate("window.moved") == ["token 1", "blow"]
    expect(page.locator(".blow")).to_have_count(0)

    page.locator("#open-menu").click()
    page.locator(".looks summary").click()
    gm.acts(lambda: page.locator('[data-key="look-1"]').evaluate(CHOOSE, "rat"))
    gm.must_be_accessible("emblems in the menu")
    page.keyboard.press("Escape")
    expect(skeleton.locator(".emblem")).to_have_attribute("href", "/static/emblems/rat.svg#emblem")
    page.wait_for_function(IS_WITHIN, arg='.map [data-who="1"]')
    page.locator("#open-menu").click()
    page.locator('[data-key="letters"]').check()
    page.keyboard.press("Escape")
    expect(skeleton.locator(".init")).to_have_text("Sk")
    expect(page.locator(".map .emblem")).to_have_count(0)
    page.reload()
    expect(page.locator('.map [data-who="1"] .init')).to_have_text("Sk")
    leave(gm)


OUTSIDE = """() => {
  const { left, right, top, bottom } = document.querySelector(".map").getBoundingClientRect();
  const tokens = [...document.querySelectorAll(".map [data-who]")];
  return tokens.map((e) => e.getBoundingClientRect()).filter(
    (at) => at.left < left - 1 || at.right > right + 1 || at.top < top - 1 || at.bottom > bottom + 1
  ).length;
}"""
"""How many tokens the map's own edge cuts."""


def test_whoever_stands_at_the_edge_is_seen_whole(browser: Browser, server: Server) -> None:
    gm = seated(browser, server, "plunder/pocket", WIDE)
    gm.edit("Kettil", x="0", y="0")
    gm.edit("Orc", x="20", y="0")
    assert gm.page.locator(".map [data-who]").count() == 2
    assert gm.page.evaluate(OUTSIDE) == 0
    leave(gm)


def test_a_plan_that_is_looked_at_is_seen_on_the_map(browser: Browser, server: Server) -> None:
    gm = seated(browser, server, "dungeoneers-tactics/duel", WIDE)
    page = gm.page
    page.locator('#start [data-key="attack|Skeleton"]').focus()
    expect(page.locator(".sight .means-reach")).to_have_count(1)
    expect(page.locator(".sight .means-threat")).to_have_count(0)
    expect(page.locator(".key").get_by_text("your reach")).to_be_visible()
    expect(page.locator(".key").get_by_text("foes threaten")).to_be_hidden()
    page.locator('.map [data-key^="map|move"]').first.focus()
    expect(page.locator(".sight .means-threat")).to_have_count(1)
    expect(page.locator(".key").get_by_text("foes threaten")).to_be_visible()
    key = page.locator(".key")
    expect(key).to_contain_text("picture only: stone, coffin, bones, candles")
    whole = gm.box(".map")["width"]
    page.get_by_role("button", name="Larger map").click()
    assert gm.box(".map")["width"] == pytest.approx(1.5 * whole, rel=0.02)
    gm.must_be_accessible("a map made larger")
    gm.must_fit("a map made larger")
    page.get_by_role("button", name="Whole map").click()
    assert gm.box(".map")["width"] == pytest.approx(whole, rel=0.02)
    leave(gm)


@pytest.mark.parametrize("name", ["skirmish/bridge", "dungeoneers-tactics/bridge-brawl"])
def test_a_number_hides_no_number_of_a_place(name: str, browser: Browser, server: Server) -> None:
    gm = seated(browser, server, name, {"width": 1280, "height": 800})
    while not gm.page.locator(".map .pc").count():
        offer = gm.view()["pending"]["offers"][0]
        gm.choose(offer["name"], offer["target"] or "")
    expect(gm.page.locator(".map .pc").first).not_to_be_empty()
    assert gm.page.evaluate(OVER_AXIS) == []
    leave(gm)


@pytest.mark.parametrize("name", ["plunder/ford-at-dusk", "plunder/pocket", "story-mode/crypt"])
def test_a_range_is_named_where_it_can_be_read(name: str, browser: Browser, server: Server) -> None:
    """On the floor, beyond which rings are cut off, on no token, no number and no other name."""
    gm = seated(browser, server, name, WIDE)
    aimed = next(one for one in gm.view()["pending"]["offers"] if one["target"])
    gm.page.locator(f'#start [data-key="{aimed["name"]}|{aimed["target"]}"]').focus()
    expect(gm.page.locator(".sight .means-name").first).to_be_visible()
    assert gm.page.evaluate(UNREADABLE) == []
    leave(gm)


def test_a_finger_finds_what_it_means(browser: Browser, server: Server) -> None:
    road = seated(browser, server, "rpg-hell/wolf-road", PHONE)
    wide = road.view()["board"]["width"]
    assert road.box(".map .floor")["width"] / wide >= FINGER - 0.5, "a tile is a target"
    mover = road.box(".map .now .body")
    pane = road.box(".map-window")
    assert pane["x"] <= mover["x"] <= pane["x"] + pane["width"], "who is asked is in sight"
    road.must_fit("a large map")
    road.page.get_by_role("button", name="Whole map").tap()
    assert road.box(".map")["width"] <= PHONE["width"]
    larger = '.zoom [data-key="Larger map"]'
    before = road.box(larger)
    road.page.locator(larger).tap()
    assert road.box(larger) == before, "a second tap finds it where the first did"
    leave(road)

    ford = seated(browser, server, "plunder/ford-at-dusk", PHONE)
    ford.page.locator("#map").scroll_into_view_if_needed()
    archer = ford.box('.map [data-key="map|close|Archer"] .target')
    x, y = archer["x"] + archer["width"] + 2, archer["y"] + archer["height"] / 2
    ford.page.touchscreen.tap(x, y)
    expect(ford.page.locator("#tap")).to_contain_text("Archer")
    expect(ford.page.locator(".map .armed")).to_have_count(1)
    ford.must_be_accessible("tapped once")
    ford.page.locator('[data-key="tap-cancel"]').tap()
    expect(ford.page.locator("#tap")).to_be_hidden()
    point = tap_ground(ford)
    assert re.search(r"^Go \d+ ft [a-z-]+", ford.text("#tap b")), "the bar names the point"
    mark = ford.box(".map .way-end")
    middle = (mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
    assert max(abs(a - b) for a, b in zip(point, middle, strict=True)) < FINGER, "it is marked"
    ford.must_fit("a point tapped once")
    leave(ford)


def test_a_finger_that_goes_somewhere_taps_where(browser: Browser, server: Server) -> None:
    ford = seated(browser, server, "plunder/ford-at-dusk", PHONE)
    ford.page.locator('#start [data-key="go|"]').tap()
    expect(ford.page.locator("#tap")).to_contain_text("Go: tap the map where.")
    expect(ford.page.locator(".map .floor")).to_be_in_viewport(ratio=0.99)
    ford.must_be_accessible("a point to be tapped")
    ford.page.locator('[data-key="tap-cancel"]').tap()
    expect(ford.page.locator("#tap")).to_be_hidden()
    ford.page.locator('#start [data-key="go|"]').tap()
    point = tap_ground(ford)
    ford.acts(lambda: ford.page.touchscreen.tap(*point))
    assert ford.view()["me"]["undo"]["what"].startswith("Regdar: Go "), "the second tap goes there"
    leave(ford)


def tap_ground(person: Person) -> tuple[float, float]:
    """A finger beside whoever is asked; nothing moves under it."""
    person.page.locator("#map").scroll_into_view_if_needed()
    top = person.box("#map")["y"]
    mover = person.box(".map .now .body")
    point = (mover["x"] + mover["width"] / 2, mover["y"] + mover["height"] + 30)
    person.page.touchscreen.tap(*point)
    expect(person.page.locator("#tap")).to_be_visible()
    assert abs(person.box("#map")["y"] - top) < 1
    return point


def test_pictures_of_ones_own_and_fog(browser: Browser, server: Server, tmp_path: Path) -> None:
    (tmp_path / "bone.png").write_bytes(png(300, 200))
    (tmp_path / "crypt.jpg").write_bytes(JPEG)
    (tmp_path / "evil.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    gm = seated(browser, server, "dungeoneers-tactics/duel", WIDE)
    hero = Person(browser, PHONE)
    hero.open(gm.link_to("Suori"))
    page, seen = gm.page, hero.page.locator('.map [data-who="1"]')

    page.locator("#open-menu").click()
    page.locator(".looks summary").click()
    page.locator('[data-key="picture-1"]').set_input_files(tmp_path / "evil.svg")
    expect(page.locator("#picture-why")).to_contain_text("expected a PNG, JPEG or WebP")
    page.locator('[data-key="picture-1"]').set_input_files(tmp_path / "bone.png")
    expect(page.locator('[data-key="picture-off-1"]')).to_be_visible()
    page.keyboard.press("Escape")
    kind = "image => fetch(image.getAttribute('href')).then(a => a.headers.get('content-type'))"
    assert seen.locator("image").evaluate(kind) == "image/png"

    page.locator("#lay-on").click()
    page.locator('[data-key="lay-file"]').set_input_files(tmp_path / "crypt.jpg")
    page.locator('[data-key="lay-wide"]').fill("14")
    gm.acts(lambda: page.keyboard.press("Tab"))
    assert hero.page.locator(".laid").evaluate(kind) in ("image/webp", "image/jpeg")
    gm.must_be_accessible("the ground's picture")

    _cover_and_uncover(gm, hero, seen)
    leave(gm)
    leave(hero)


def _cover_and_uncover(gm: Person, hero: Person, seen: Locator) -> None:
    """All of it in fog, then the one tile somebody stands on out of it again."""
    page = gm.page
    page.locator("#fog-on").click()
    expect(page.locator("#laying")).to_be_hidden()
    gm.acts(page.locator('[data-key="fog-cover-all"]').click)
    expect(hero.page.locator(".fog .fog-bank")).to_have_count(1)
    expect(seen).to_have_count(0)
    expect(page.locator("#cards")).to_contain_text("in the fog")
    gm.must_be_accessible("fog")
    page.locator('[data-key="fog-uncover"]').check(force=True)
    box = page.locator('.map [data-who="1"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    gm.acts(page.mouse.up)
    expect(seen).to_have_count(1)
    hero.must_be_accessible("fog, for a player")
    gm.acts(page.locator('[data-key="fog-clear"]').click)
    page.locator('[data-key="fog-cover"]').check(force=True)
    floor = gm.box(".map .floor")
    page.mouse.move(floor["x"] + 2, floor["y"] + 2)
    page.mouse.down()
    page.mouse.move(floor["x"] + floor["width"] - 2, floor["y"] + 2)
    gm.acts(page.mouse.up)
    board = gm.view()["board"]
    assert board["fog"]["boxes"] == [[0, 0, board["width"], 1]], "a quick stroke leaves gaps"
