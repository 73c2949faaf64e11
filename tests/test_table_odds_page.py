"""Odds on the page: asked for in the order they are seen, called off when they no longer are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Request, Route, expect
from slow_odds import News, news, prepare_when_allowed
from table_browser import Person
from table_helpers import WORKERS, Served

from affray.table.preparing import Preparer
from affray.table.web.app import create_app

__all__ = ["news"]

AT_ONCE = 4
MOST_TURNS = 1000
HIT = {"outcome": "hit", "headlines": ["hit"], "p": "1/2", "percent": 61.2, "tells": True}
MISS = {"outcome": "miss", "headlines": ["miss"], "p": "1/2", "percent": 38.8, "tells": False}
FOUND = {
    "heads": [], "outcomes": [HIT, MISS], "expected": {}, "assumed": {}, "changed": {},
    "how": [], "lines": 2,
}  # fmt: skip


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    served = Served(create_app(tmp_path, workers=WORKERS))
    yield served
    served.close()


@pytest.fixture
def person(browser: Browser) -> Iterator[Person]:
    found = Person(browser)
    yield found
    assert found.problems == [], "no script may fail"
    found.page.unroute_all(behavior="ignoreErrors")
    found.context.close()


class Held:
    """Requests for odds of some plans, in the order they were sent; the others are answered."""

    def __init__(self, person: Person, *names: str) -> None:
        self.person = person
        self.names = names
        self.routes: list[Route] = []
        self.called_off: list[str] = []
        person.page.route("**/odds?*", self._hold)
        person.page.on("requestfailed", self._fail)

    def _hold(self, route: Route) -> None:
        if not self.names or _plan(route.request).split("|")[0] in self.names:
            self.routes.append(route)
        else:
            route.fulfill(json=FOUND)

    def _fail(self, request: Request) -> None:
        if "/odds?" in request.url:
            self.called_off.append(_plan(request))

    def wait_for(self, n: int) -> None:
        """Until so many have been sent."""
        for _ in range(MOST_TURNS):
            if len(self.routes) >= n:
                return
            self.person.settle()
        raise AssertionError(f"only {self.plans}")

    @property
    def plans(self) -> list[str]:
        return [_plan(route.request) for route in self.routes]


def _plan(request: Request) -> str:
    query = parse_qs(urlsplit(request.url).query)
    return "|".join([*query["plan"], *query.get("target", [""])])


def test_what_is_seen_is_asked_for_first_and_drawn_as_it_comes(
    person: Person, server: Served
) -> None:
    held = Held(person)
    person.begin(server.url, "dungeoneers-tactics/bridge-brawl")
    page = person.page
    held.wait_for(2)
    assert held.plans[0] == "attack|Ogre", "its working is open"
    assert "urgent=true" in held.routes[0].request.url
    assert held.plans[1] == "attack|Goblin"
    person.settle()
    assert len(held.plans) <= AT_ONCE
    held.routes[1].fulfill(json=FOUND)
    expect(page.locator('[data-odds="attack|Goblin"]')).to_contain_text("61 %")
    expect(page.locator('[data-odds="attack|Ogre"]')).to_contain_text("working it out")


ORDER = """async ([listed, attack]) => {
  const { wantedNow } = await import("/static/wanted.js");
  const rows = listed.map(key => `<i data-odds="${key}"></i>`).join("");
  document.querySelector("#start").innerHTML = `${rows}<i data-worked="${listed[1]}"></i>`;
  const [name, target] = attack.split("|");
  const pending = { who: 0, offers: [{ name, target, target_who: 1 }] };
  const view = { pending, creatures: [{ who: 0, side: 0 }, { who: 1, side: 1 }] };
  return [false, true].map(hasSome => wantedNow(view, hasSome));
}"""


def test_attacks_come_first_once_there_are_numbers(person: Person, server: Served) -> None:
    person.begin(server.url, "skirmish/bridge")
    before, after = person.page.evaluate(ORDER, [["drink|", "hide|", "hit|Ogre"], "hit|Ogre"])
    assert before["opened"] == after["opened"] == ["hide|"]
    assert before["others"][:3] == ["drink|", "hide|", "hit|Ogre"]
    assert after["others"][:3] == ["hit|Ogre", "drink|", "hide|"]


def test_what_is_no_longer_seen_is_called_off(person: Person, server: Served) -> None:
    held = Held(person, "attack", "grapple")
    person.begin(server.url, "dungeoneers-tactics/bridge-brawl")
    page = person.page
    group = page.locator('#start [data-key="group|grapple"]')
    with page.expect_request(lambda r: "plan=grapple" in r.url):
        group.click()
    group.click()
    with page.expect_event("requestfailed", lambda r: "plan=grapple" in r.url):
        page.locator('#start [data-key="attack|Goblin"]').focus()  # and the map shows that instead
    assert not any(plan.startswith("attack") for plan in held.called_off), "those are still seen"
    with page.expect_event("requestfailed", lambda r: "plan=attack" in r.url):
        person.choose("defend")


def test_sampled_odds_say_so(person: Person, server: Served) -> None:
    page = person.page
    sampled = {**FOUND, "sampled": {"lines": 20000, "within": 0.004}}
    page.route("**/odds?*", lambda route: route.fulfill(json=sampled))
    person.begin(server.url, "dungeoneers-tactics/bridge-brawl")
    row = page.locator('[data-odds="attack|Ogre"]')
    expect(row).to_contain_text("about 61 %")
    expect(row).to_contain_text("sampled: 95 % within 0.4 points")
    expect(page.locator(".working")).to_contain_text("20,000 of them were drawn by chance")
    expect(page.locator(".working")).not_to_contain_text("1/2")
    pick = page.locator('#map [data-key="map|attack|Ogre"]')
    expect(pick).to_have_attribute("aria-label", re.compile(r"about 61 % \(sampled: 95 %"))
    person.must_be_accessible("sampled")
    person.must_fit("sampled")


def test_the_page_says_when_the_rules_are_compiled(
    person: Person, tmp_path: Path, news: News
) -> None:
    """And asks anew for what it still waits for."""
    held = Held(person)
    preparer = Preparer(prepare=prepare_when_allowed)
    served = Served(create_app(tmp_path, workers=WORKERS, preparer=preparer))
    news.next()
    person.begin(served.url, "skirmish/bridge")
    page = person.page
    expect(page.locator("#compiling")).to_be_visible()
    person.must_be_accessible("compiling")
    person.must_fit("compiling")
    page.evaluate("window.isTheSamePage = true")
    news.hears("compiling skirmish")
    held.wait_for(2)
    with page.expect_request("**/odds?*"):
        news.go_on()
    expect(page.locator("#compiling")).to_be_hidden()
    assert page.evaluate("window.isTheSamePage === true")
    assert sorted(held.called_off) == sorted(held.plans[:2])
    served.close()
