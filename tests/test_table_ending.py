"""The page when a fight is over, and the tray beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from table_browser import Person
from table_helpers import WORKERS, Served

from affray.table.web.app import create_app

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
"""As on plain http, where a local network's phones are."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    served = Served(create_app(tmp_path, workers=WORKERS))
    yield served
    served.close()


def hand_over(person: Person, player: str) -> None:
    order = {"cmd_id": f"handed-to-{player}", "seq": person.view()["seq"], "do": "seat"}
    given = {**order, "creature": "Ada", "player": player}
    assert person.page.request.post(f"{person.at}/commands", data=given).ok


def test_an_ending_worth_seeing(person: Person, server: Served) -> None:
    page = person.page
    page.add_init_script(NO_CLIPBOARD)
    made = page.request.post(
        f"{server.url}/fights", data={"encounter": "skirmish/duel", "seed": 5}
    ).json()
    person.open(made["gm"])
    page.locator("#throw-open").click()
    page.locator("#throw-dice").fill("2d6+1")
    page.locator("#throw").click()
    expect(page.locator(".lines")).to_contain_text(re.compile(r"throws: 2d6\+1 \(\d \d\) = \d"))
    hand_over(person, "bold")
    ending = page.locator(".ending")
    expect(ending).to_contain_text("Out of the fight")
    found = person.view()["ending"]
    expect(ending.locator(".fallen li")).to_have_text([fall["text"] for fall in found["fallen"]])
    expect(ending.locator(".told")).to_have_text(" ".join(found["story"]))
    page.evaluate("addEventListener('copy', () => (window.copied = String(getSelection())))")
    page.locator('.ending [data-key="copy-story"]').click()
    expect(page.locator("#say")).to_have_text("Copied.")
    assert page.evaluate("window.copied") == " ".join(found["story"])
    person.must_be_accessible("ending")
    person.must_fit("ending")
    can = person.view()["can_then"]
    expect(page.locator('.ending [data-key="rest"]')).to_have_count(int("rest" in can))
    hand_over(person, "person")
    person.catch_up()
    again = page.locator('.ending [data-key="from-the-start"]')
    again.click()
    expect(again).to_have_text("All of it is taken back. Begin anew")
    again.click()
    expect(page.locator("#asked")).to_contain_text("What stance does Ada take?")
    expect(page.locator(".lines")).to_contain_text("throws: 2d6+1")
