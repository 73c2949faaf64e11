"""The page says first what people ask: the bold number is what a plan is for, never a miss."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from table_browser import Person
from table_helpers import Server

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    yield found
    found.close()


def head(name: str, who: str, percent: int, tells: bool = False) -> dict[str, Any]:
    return {"name": name, "who": who, "p": f"{percent}/100", "percent": percent, "tells": tells}


def outcome(headlines: list[str], percent: int, tells: bool = False) -> dict[str, Any]:
    said = {"outcome": ", ".join(headlines), "headlines": headlines}
    return {**said, "p": f"{percent}/100", "percent": percent, "tells": tells}


ODDS = {
    "heads": [
        head("hit", "Ogre", 45),
        head("hurt", "Ogre", 42, tells=True),
        head("dead", "Ogre", 0),
        head("hurt", "Goblin", 5),
    ],
    "outcomes": [
        outcome(["miss"], 55),
        outcome(["hit", "Ogre soaks 1"], 42, tells=True),
        outcome(["hit", "deflected"], 3),
    ],
    "expected": {
        "Ogre": {"stress": {"mean": "21/50", "value": 0.42, "verb": "gains", "word": "stress"}}
    },
    "assumed": {}, "changed": {}, "how": [], "lines": 3,
}  # fmt: skip


def test_the_bold_number_is_what_the_plan_is_for(person: Person, server: Server) -> None:
    page = person.page
    page.route("**/odds?*", lambda route: route.fulfill(json=ODDS))
    person.begin(server.url, "dungeoneers-tactics/bridge-brawl")
    row = page.locator('[data-odds="attack|Ogre"]')
    expect(row.locator("b")).to_have_text("42 %")
    expect(row.locator(".top .word")).to_have_text("hurt")
    expect(row.locator(".minor")).to_have_text("hit 45 %, dead 0 %, Goblin hurt 5 %")
    expect(page.locator('#map [data-pc="attack|Ogre"]')).to_have_text("42 %")
    expect(page.locator('[data-odds="attack|Goblin"] .top .word')).to_have_text("Ogre hurt")
    person.must_be_accessible("heads")
    person.must_fit("heads")


def test_the_working_lists_them_first(person: Person, server: Server) -> None:
    page = person.page
    page.route("**/odds?*", lambda route: route.fulfill(json=ODDS))
    person.begin(server.url, "dungeoneers-tactics/bridge-brawl")
    working = page.locator(".working")
    if not working.is_visible():
        page.locator('[data-key="how|attack|Ogre"]').click()
    lists = working.locator(".outcomes")
    expect(lists.nth(0).locator("li")).to_have_text(
        ["hit45/10045 %", "hurt42/10042 %", "dead0/1000 %", "Goblin hurt5/1005 %"]
    )
    expect(lists.nth(1).locator("li").first).to_contain_text("Ogre soaks 1")
    expect(working).to_contain_text("Ogre gains 0.42 stress")


def test_real_odds_have_them(person: Person, server: Server) -> None:
    made = person.page.request.post(
        f"{server.url}/fights", data={"encounter": "dungeoneers-tactics/duel"}
    ).json()
    person.open(made["gm"])
    row = person.page.locator('.plan [data-odds^="attack|"]').first
    expect(row.locator(".top .word")).to_have_text("hurt")
    expect(row.locator(".minor")).to_contain_text("hit ")
