"""Dungeoneers Spotlight in the browser: one vote, a map with drops, a tile entered by a click."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from table_browser import Person
from table_helpers import Server


@pytest.fixture
def gm(browser: Browser, tmp_path: Path) -> Iterator[Person]:
    server = Server(tmp_path)
    person = Person(browser)
    person.begin(server.url, "dungeoneers-spotlight/narrow-bridge")
    yield person
    assert person.problems == [], "no script may fail"
    person.context.close()
    server.close()


def test_the_spotlight_is_given_with_one_click(gm: Person) -> None:
    assert "who shall take the spotlight" in gm.text("#asked")
    gm.acts(gm.page.locator("#start .plan").first.click)
    assert "What is Freya's move?" in gm.text("#asked")
    gm.must_be_accessible("a move")
    gm.must_fit("a move")
    gm.keep_image("spotlight")
    gm.choose("strike", "Guard 1")
    assert "Freya has the spotlight" in gm.text(".lines")
