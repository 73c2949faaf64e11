"""Dungeoneers Spotlight in the browser: one vote, a map with drops, a tile entered by a click."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from table_browser import Person
from table_helpers import Server


@pytest.fixture
def gm(browser: Browser, server: Server) -> Iterator[Person]:
    person = Person(browser)
    person.begin(server.url, "dungeoneers-spotlight/narrow-bridge")
    yield person
    assert person.problems == [], "no script may fail"
    person.context.close()


def test_the_spotlight_is_given_with_one_click(gm: Person) -> None:
    assert "who shall take the spotlight" in gm.text("#asked")
    gm.acts(gm.page.locator("#start .plan").first.click)
    assert "What is Freya's move?" in gm.text("#asked")
    gm.must_be_accessible("a move")
    gm.must_fit("a move")
    gm.keep_image("spotlight")
    gm.choose("strike", "Guard 1")
    assert "Freya has the spotlight" in gm.text(".lines")


def test_a_body_is_drawn_as_the_tiles_it_covers(gm: Person, tmp_path: Path) -> None:
    """A Huge drake is an L of three tiles, not four, and its token stands on one of them."""
    url = gm.page.url.split("/fights/")[0]
    gm.begin(url, "dungeoneers-spotlight/ash-roost")
    token = next(t for t in gm.view()["board"]["tokens"] if t["name"] == "Drake 1")
    assert len(token["tiles"]) == 3
    covered = gm.page.locator('.cover[data-covers="Drake 1"] .covered').get_attribute("d") or ""
    assert covered.count("M") == 3
    floor, board = gm.box(".map .floor"), gm.view()["board"]
    body = gm.page.locator(
        '.map [aria-label^="Drake 1"] .body, .map [aria-label*="Drake 1, "] .body'
    )
    box = body.first.bounding_box()
    assert box is not None
    column = int((box["x"] + box["width"] / 2 - floor["x"]) * board["width"] / floor["width"])
    row = int((box["y"] + box["height"] / 2 - floor["y"]) * board["height"] / floor["height"])
    assert [column, row] in token["tiles"]
    gm.must_be_accessible("a map with a large body")
