"""The page says first what people ask: the bold number is what a plan is for, never a miss."""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import expect
from table_browser import Person
from table_helpers import Server

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")


def chance(name: str, who: str, percent: int) -> dict[str, Any]:
    return {"name": name, "who": who, "p": f"{percent}/100", "percent": percent}


def outcome(headlines: list[str], percent: int, comes_off: bool = False) -> dict[str, Any]:
    said = {"outcome": ", ".join(headlines), "headlines": headlines}
    return {**said, "p": f"{percent}/100", "percent": percent, "comes_off": comes_off}


def share(name: str, grade: str, percent: int) -> dict[str, Any]:
    return {"name": name, "grade": grade, "p": f"{percent}/100", "percent": percent}


AMOUNTS = [{"amount": n, "p": "1/3", "percent": 100 / 3} for n in (0, 1, 2)]

ODDS = {
    "actor": "Suori",
    "number": chance("hurt", "Ogre", 42),
    "word": "",
    "harm": [{"grade": "hurt", "p": "12/100", "percent": 12}],
    "grouped": {"who": "Ogre", "shares": [share("nothing", "", 58), share("hurt", "hurt", 42)]},
    "heads": [
        chance("hit", "Ogre", 45),
        chance("hurt", "Ogre", 42),
        chance("dead", "Ogre", 0),
        chance("hurt", "Goblin", 5),
        chance("hurt", "Suori", 12),
    ],
    "outcomes": [
        outcome(["miss"], 55),
        outcome(["hit", "Ogre soaks 1"], 42, comes_off=True),
        outcome(["hit", "deflected"], 3),
    ],
    "expected": {
        "Ogre": {
            "stress": {
                "mean": "21/50", "value": 0.42, "verb": "gains", "word": "stress",
                "amounts": AMOUNTS,
            }
        }
    },
    "assumed": {}, "how": [], "lines": 3,
}  # fmt: skip


def test_the_bold_number_is_what_the_plan_is_for(person: Person, server: Server) -> None:
    page = person.page
    person.is_told_odds(ODDS)
    person.begin(server.url, "dungeoneers-tactics/bridge-brawl")
    row = page.locator('[data-odds="attack|Ogre"]')
    expect(row.locator("b")).to_have_text("42 %")
    expect(row.locator(".top .word")).to_have_text("hurt")
    expect(row.locator(".minor")).to_have_text("hit 45 %, dead 0 %, Goblin hurt 5 %")
    expect(row.locator(".own-harm")).to_have_text("you may be hurt 12 %")
    expect(page.locator('#map [data-pc="attack|Ogre"]')).to_have_text("42 %")
    token = page.locator('#map [data-key="map|attack|Ogre"]')
    expect(token.locator("title")).to_have_text("Attack Ogre: hurt 42 %; you may be hurt 12 %")
    expect(page.locator('[data-odds="attack|Goblin"] .top .word')).to_have_text("Ogre hurt")
    working = page.locator(".working")
    if not working.is_visible():
        page.locator('[data-key="how|attack|Ogre"]').click()
    expect(working.locator(".the-number b")).to_have_text("42 %")
    expect(working.locator(".grouped li")).to_have_text(["nothing58/10058 %", "hurt42/10042 %"])
    expect(working.locator(".histogram th")).to_have_text(["0", "1", "2"])
    expect(working.locator(".every").first).not_to_be_visible()
    working.locator(".all-outcomes summary").click()
    expect(working.locator(".heads li").first).to_have_text("hit45/10045 %")
    expect(working.locator(".every li").first).to_contain_text("Ogre soaks 1")
    expect(working).to_contain_text("Ogre gains 0.42 stress")
    person.must_be_accessible("heads")
    person.must_fit("heads")


def test_a_plan_for_nothing_dice_decide_has_a_word(person: Person, server: Server) -> None:
    """Real odds: a number where there is one, and plainly none where nothing is rolled."""
    made = person.page.request.post(
        f"{server.url}/fights", data={"encounter": "dungeoneers-tactics/duel"}
    ).json()
    person.open(made["gm"])
    row = person.page.locator('.plan [data-odds^="attack|"]').first
    expect(row.locator(".top .word")).to_have_text("hurt")
    expect(row.locator(".minor")).to_contain_text("hit ")
    person.page.locator('[data-key="defend|"]').focus()
    expect(person.page.locator(".the-number")).to_have_text("no dice")
