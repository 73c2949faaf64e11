"""Every page is for everybody: found by those who hear it, narrow as a phone, light to load."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser
from table_browser import PHONE, WIDE, Person
from table_helpers import Server

MOST_WEIGHT = 150_000


def test_every_page_is_open_to_everybody(tmp_path: Path, browser: Browser) -> None:
    """axe finds nothing, nothing scrolls sideways at 360 pixels, and no page is heavy."""
    server = Server(tmp_path)
    try:
        for size in (WIDE, PHONE):
            person = Person(browser, size)
            _look_around(person, server.url, "phone" if size is PHONE else "wide")
            assert person.problems == []
            person.context.close()
    finally:
        server.close()


def _look_around(person: Person, url: str, size: str) -> None:
    page = person.page
    person.visit(url)
    person.must_be_accessible(f"start, {size}")
    person.must_fit("start")
    if size == "wide":
        person.keep_image("start")
    person.visit(f"{url}/rules/{'plunder' if size == 'wide' else 'dungeoneers-tactics'}")
    person.must_be_accessible(f"rules, {size}")
    person.must_fit("rules")
    person.finished.clear()
    fight = page.request.post(f"{url}/fights", data={"encounter": "plunder/ford-at-dusk"}).json()
    person.open(fight["gm"])
    assert person.weight() < MOST_WEIGHT
    _look_at_the_table(person, size)


def _look_at_the_table(person: Person, size: str) -> None:
    page = person.page
    person.must_be_accessible(f"plans, {size}")
    person.must_fit("plans")
    if size == "phone":
        person.keep_image("plunder-phone")
    page.locator('#start [data-key="go|"]').click()
    typed = page.evaluate("document.activeElement.id")
    assert typed == ("" if size == "phone" else "with-bearing"), "no keyboard over a phone's map"
    page.locator("#with-bearing").fill("15")
    page.locator("#with-feet").fill("20")
    page.keyboard.press("Tab")
    page.wait_for_selector(".plan .what >> text=20 ft east")
    person.must_be_accessible(f"a walk by its fields, {size}")
    page.emulate_media(color_scheme="dark")
    person.must_be_accessible(f"at night, {size}")
    if size == "wide":
        person.keep_image("night")
    page.locator("#open-menu").click()
    person.must_be_accessible(f"menu, {size}")
    person.must_fit("menu")
    page.keyboard.press("Escape")
    go = page.locator('[data-key="walk"]')
    if size == "phone":
        go.click()
        go = page.locator('#tap [data-key="tap-go"]')
        assert go.is_visible(), "a finger slips: tapped once, nothing is done"
        person.must_be_accessible("tapped once")
    person.acts(go.click)
    assert person.text("#asked").startswith("How does Geldan move")
    if size == "wide":
        _look_at_targets(person)


COVERED = """() => [...document.querySelectorAll(".plan")].filter(plan => {
  const [number, how] = [plan.querySelector(".odds b"), plan.querySelector(".how")];
  return number && how && number.getBoundingClientRect().right > how.getBoundingClientRect().left;
}).map(plan => plan.dataset.plan)"""
"""Plans whose number is cut by the button that explains it."""


def _look_at_targets(person: Person) -> None:
    """Numbers beside the targets, once the moves are made and shots are declared."""
    person.page.emulate_media(color_scheme="light")
    for _ in ("Geldan", "Milos"):
        person.choose("stay")
    assert "ranged" in person.text("#strip [aria-current]")
    person.page.wait_for_selector(".map .pc:not(:empty)")
    person.must_be_accessible("targets")
    person.page.set_viewport_size({"width": 1100, "height": 900})
    person.settle()
    assert person.page.evaluate(COVERED) == [], "no number is under the cell beside it"
    person.page.set_viewport_size({"width": WIDE["width"], "height": WIDE["height"]})
    person.settle()
    person.keep_image("plunder")
