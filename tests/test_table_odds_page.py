"""Odds on the page: asked for in the order they are seen, called off when they no longer are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect
from slow_odds import News, news, prepare_when_allowed, when_allowed
from table_browser import ODDS, Person
from table_helpers import WORKERS, Served
from waiting import until

from affray.table.preparing import Preparer
from affray.table.web.app import create_app
from affray.table.workers import Workers

__all__ = ["news"]

ORDER = ("Ogre", "Goblin")
HIT = {"outcome": "hit", "headlines": ["hit"], "p": "1/2", "percent": 61.2, "comes_off": True}
MISS = {"outcome": "miss", "headlines": ["miss"], "p": "1/2", "percent": 38.8, "comes_off": False}
FOUND = {
    "actor": "Suori", "number": {"name": "hit", "who": "", "p": "1/2", "percent": 61.2}, "word": "",
    "harm": [], "grouped": None, "heads": [], "outcomes": [HIT, MISS], "expected": {},
    "assumed": {}, "how": [], "lines": 2,
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


def asked_in(request: Request) -> list[str]:
    """The plans a request asks for, those that are urgent with a mark."""
    plans = json.loads(request.post_data or "")["plans"]
    return [f"{one['plan']}|{one['target'] or ''}{'!' * one['urgent']}" for one in plans]


class Held:
    """Requests for odds, in the order they were sent; none is answered."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.asked: list[Request] = []
        self.called_off: list[Request] = []
        person.page.route(ODDS, lambda route: self.asked.append(route.request))
        person.page.on("requestfailed", lambda request: self.called_off.append(request))

    def wait_for(self, plan: str) -> Request:
        """Until a request for it has been sent that still stands."""
        found: list[Request] = []

        def is_asked() -> bool:
            self.person.settle()
            stand = [one for one in self.asked if one not in self.called_off]
            found[:] = [one for one in stand if plan in asked_in(one)]
            return bool(found)

        until(is_asked, f"{plan} is asked for")
        return found[0]

    def wait_until_called_off(self, request: Request) -> None:
        def is_called_off() -> bool:
            self.person.settle()
            return request in self.called_off

        until(is_called_off, f"{asked_in(request)} are called off")


def test_all_that_is_seen_is_one_request_and_called_off_when_it_is_not(
    person: Person, server: Served
) -> None:
    held = Held(person)
    person.begin(server.url, "dungeoneers-tactics/bridge-brawl")
    page = person.page
    first = held.wait_for("attack|Ogre!")
    assert asked_in(first)[:2] == ["attack|Ogre!", "attack|Goblin"], "its working is open"
    group = page.locator('#start [data-key="group|grapple"]')
    group.click()
    more = held.wait_for("grapple|Goblin")
    assert not any(plan.startswith("attack") for plan in asked_in(more)), "those are on their way"
    group.click()
    page.locator('#start [data-key="attack|Goblin"]').focus()  # and the map shows that instead
    held.wait_until_called_off(more)
    held.wait_for("attack|Ogre!")
    person.choose("defend")
    held.wait_until_called_off(first)


def test_odds_are_drawn_as_they_come(person: Person, tmp_path: Path, news: News) -> None:
    """Over a real line, packed as it is: every number shows while the next is worked out."""
    workers = Workers(most=1, work=when_allowed)
    served = Served(create_app(tmp_path, workers=workers))
    person.begin(served.url, "dungeoneers-tactics/bridge-brawl")
    ogre, goblin = (person.page.locator(f'[data-odds="attack|{who}"]') for who in ORDER)
    news.hears("begun Attack Ogre")
    expect(ogre).to_contain_text("working it out")
    news.go_on()
    expect(ogre).to_contain_text("50 %")
    news.hears("begun Attack Goblin")
    expect(goblin).to_contain_text("working it out")
    news.go_on()
    expect(goblin).to_contain_text("50 %")
    served.close()
    workers.close()


def test_sampled_odds_say_so(person: Person, server: Served) -> None:
    page = person.page
    sampled = {**FOUND, "sampled": {"lines": 20000, "within": 0.004}}
    person.is_told_odds(sampled)
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
    first = held.wait_for("press|!")
    with page.expect_request(ODDS) as again:
        news.go_on()
    expect(page.locator("#compiling")).to_be_hidden()
    assert page.evaluate("window.isTheSamePage === true")
    assert asked_in(again.value) == asked_in(first)
    held.wait_until_called_off(first)
    served.close()


def test_what_somebody_else_does_can_be_supposed(person: Person, server: Served) -> None:
    """The number follows, says what it stands on, and is as before when that is taken back; what is
    supposed is not sent with the plan."""
    page = person.page
    person.begin(server.url, "skirmish/bridge")
    while page.locator('#start [data-key="strike|Grim"]').count() == 0:
        person.choose("press")
    page.locator('#start [data-key="how|strike|Grim"]').click()
    working = page.locator('[data-working="strike|Grim"]')
    row = page.locator('[data-odds="strike|Grim"]')
    expect(working).to_contain_text("Snick: step in: yes (bold)")
    before = row.inner_text()
    assert not working.locator("select#if-Snick\\.step-in").is_visible(), "behind one line"
    working.locator(".ifs summary").click()
    working.get_by_label("Snick: step in").select_option("no")
    expect(working).to_contain_text("Snick: step in: no (given)")
    expect(row).to_contain_text("if Snick: step in no")
    expect(page.locator('#map [data-pc="strike|Grim"]')).to_contain_text("if: ")
    expect(working.get_by_label("Snick: step in")).to_have_value("no")
    working.get_by_label("Snick: step in").select_option("as taken for granted")
    expect(working).to_contain_text("Snick: step in: yes (bold)")
    assert row.inner_text() == before
    working.get_by_label("Snick: step in").select_option("no")
    expect(row).to_contain_text("if Snick")
    person.choose("strike", "Grim")


def test_what_a_foe_declares_in_secret_can_be_supposed(person: Person, server: Served) -> None:
    """Where all declare at once: who is left out is counted in, and what follows is asked of it."""
    page = person.page
    person.begin(server.url, "plunder/regdar-and-the-orc")
    for name in ("stay", "hold"):
        person.choose(name)
    page.locator('#start [data-key="how|attack|Orc"]').click()
    working = page.locator('[data-working="attack|Orc"]')
    row = page.locator('[data-odds="attack|Orc"]')
    expect(working).to_contain_text("Orc: action: hold (left out)")
    working.locator(".ifs summary").click()
    expect(working.get_by_label("Orc: action").locator("option").first).to_have_text(
        "as taken for granted: hold (left out)"
    )
    working.get_by_label("Orc: action").select_option("shove")
    expect(working).to_contain_text("Orc: action: shove (given)")
    expect(row).to_contain_text("if Orc: action shove")
    person.must_be_accessible("supposing")
    person.choose("attack", "Orc")
