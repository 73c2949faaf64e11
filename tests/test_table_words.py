"""What the page says, and how long it goes on saying it."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Browser, expect
from table_browser import Person
from table_helpers import Server

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")


def begin(person: Person, server: Server, encounter: str) -> None:
    person.begin(server.url, encounter)


SHOWN = {
    "a healing-potion for Ada's long-bow": "a healing potion for Ada's long bow",
    "go north-east": "go north-east",
    "kept in /tmp/eyes-web/home now": "kept in /tmp/eyes-web/home now",
    "no severity is called 'lingering-trauma'": "no severity is called 'lingering-trauma'",
    'found "deep-cut", try step-in': 'found "deep-cut", try step in',
    "the foes' step-in, the heroes' step-out": "the foes' step in, the heroes' step out",
}
PLAIN = "async texts => texts.map((await import('/static/dom.js')).plain)"


def test_names_lose_their_hyphens_but_paths_and_quotes_do_not(
    person: Person, server: Server
) -> None:
    person.visit(server.url)
    assert person.page.evaluate(PLAIN, list(SHOWN)) == list(SHOWN.values())


def test_a_refusal_goes_with_the_moment_it_was_said_of(person: Person, server: Server) -> None:
    begin(person, server, "skirmish/bridge")
    page, stale = person.page, {"error": "the fight has moved on", "seq": 1}
    page.route("**/commands", lambda route: route.fulfill(status=409, json=stale))
    page.locator('#start [data-key="press|"]').click()
    expect(page.locator("#start .error")).to_contain_text("has moved on since you looked")
    page.unroute("**/commands")
    press = {"do": "plan", "name": "press", "cmd_id": "elsewhere", "seq": person.view()["seq"]}
    assert page.request.post(f"{person.at}/commands", data=press).ok
    person.catch_up()
    expect(page.locator("#start .error")).to_have_count(0)


def test_a_double_click_does_one_thing(person: Person, server: Server) -> None:
    """Its second half was meant for what stood there; a click of its own is one again."""
    begin(person, server, "skirmish/bridge")
    mouse = person.page.mouse
    plan = person.box('#start [data-key="press|"]')
    x, y = plan["x"] + 80, plan["y"] + 12
    person.acts(lambda: mouse.click(x, y))
    seq = person.view()["seq"]
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    assert person.page.locator("#start").get_attribute("aria-busy") is None
    person.acts(lambda: mouse.click(x, y))
    assert person.view()["seq"] == seq + 1


def test_links_are_copied_without_a_clipboard(person: Person, server: Server) -> None:
    """On plain http there is none; and links to this machine alone are said to be that."""
    page = person.page
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    begin(person, server, "skirmish/bridge")
    page.evaluate("addEventListener('copy', ({ target }) => (window.copied = target.value))")
    page.locator("#share").click()
    page.locator('[data-key="links"]').click()
    copy = page.locator('[data-key="copy-Ada"]')
    copy.click()
    expect(copy).to_contain_text("Copied")
    assert page.evaluate("window.copied") == page.locator("#link-Ada").input_value()
    expect(page.locator("#only-here")).to_contain_text("on this computer only")
    person.must_be_accessible("links")
    person.must_fit("links")


def test_odds_that_came_too_late_are_asked_for_again(person: Person, server: Server) -> None:
    page = person.page
    person.is_told_odds({"too_many": True})
    begin(person, server, "skirmish/bridge")
    row = page.locator('.plan[data-plan="brace|"]')
    expect(row.locator(".odds")).to_have_text("not worked out in time")
    page.unroute("**/odds")
    row.locator(".how").click()
    expect(row.locator(".odds")).to_contain_text("%")


def test_who_waits_has_room_to_read(person: Person, browser: Browser, server: Server) -> None:
    body = {"encounter": "dungeoneers-tactics/duel"}
    made = person.page.request.post(f"{server.url}/fights", data=body).json()
    person.open(made["gm"])
    asked = {part: person.box(part)["height"] for part in ("#cards", "#log", "#map")}
    suori = Person(browser)
    suori.open(made["seats"][0]["link"])
    assert person.state == "waiting"
    for part in ("#cards", "#log"):
        assert person.box(part)["height"] > asked[part] + 200
    assert person.box("#map")["height"] > asked["#map"], "what is not asked for is the map's"
    person.must_be_accessible("waiting")
    suori.context.close()
