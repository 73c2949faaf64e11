"""What is worked out of whole fights, as it is seen: who thinks, advice, how it went."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from table_helpers import WORKERS, Served

from affray.table.web.app import create_app

if TYPE_CHECKING:
    from table_browser import Person

pytestmark = pytest.mark.browser


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    served = Served(create_app(tmp_path, workers=WORKERS))
    yield served.url
    served.close()


def looks(person: Person, name: str) -> None:
    """A picture for whoever wants one."""
    if folder := os.environ.get("AFFRAY_PICTURES"):
        person.page.screenshot(path=f"{folder}/{name}.png")


def test_advice_then_who_thinks_then_how_it_went(person: Person, url: str) -> None:
    page = person.page
    person.begin(url, "skirmish/duel")
    page.locator('[data-key="advice"]').click()
    expect(page.locator(".advice li")).not_to_have_count(0)
    expect(page.locator(".advice .note")).not_to_contain_text("Thinking on")
    looks(person, "advice")
    person.must_be_accessible("advice")
    person.must_fit("advice")
    person.seat(1, "clever:0.3s")
    person.seat(0, "bold")
    expect(page.locator("body")).to_have_attribute("data-state", "over")
    page.locator('[data-key="review"]').click()
    expect(page.locator(".review .verdict")).not_to_contain_text("worked out")
    before = page.locator("#review-point").inner_text()
    page.locator('[data-key="review-at"]').focus()
    page.keyboard.press("End")
    expect(page.locator("#review-point")).not_to_have_text(before)
    page.locator('[data-key="review-log"]').click()
    assert page.evaluate("document.activeElement.dataset.line") is not None
    looks(person, "review")
    person.must_be_accessible("review")
    person.must_fit("review")


def test_the_start_page_says_how_deadly_a_fight_is(person: Person, url: str) -> None:
    page = person.page
    person.visit(url)
    box = page.locator('details[data-forecast="skirmish/duel"]')
    box.locator("summary").click()
    expect(box.locator(".line")).to_contain_text("heroes win: bold")
    expect(box.locator("table")).to_contain_text("played clever")
    looks(person, "start")
    person.must_be_accessible("start page")
    person.must_fit("start page")


def test_whoever_stops_an_answer_keeps_what_there_is(person: Person, url: str) -> None:
    """The button led back to an empty form."""
    page = person.page
    person.visit(url)
    thinking = "seat=heroes%3Dclever%3A100&seat=foes%3Dclever%3A100"
    asked = f"{url}/lab/skirmish/bridge?ask=sensitivity&n=20&{thinking}"
    page.goto(asked)
    rows = page.locator("#tables tbody tr")
    expect(rows).not_to_have_count(0)
    page.get_by_role("link", name="Stop").click()
    expect(page.locator("#said")).to_contain_text("Stopped after")
    expect(page.locator("#working")).to_be_hidden()
    assert rows.count() > 0
    assert page.url == asked
    person.must_be_accessible("an answer that was stopped")
