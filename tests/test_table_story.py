"""Story Mode in the browser: rooms that are walked by a click, results that ask for the story."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator
from table_browser import PHONE, Person
from table_helpers import Server

MOST_ANSWERS = 40


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    yield found
    found.close()


@pytest.fixture
def gm(browser: Browser, server: Server) -> Iterator[Person]:
    person = Person(browser)
    person.begin(server.url, "story-mode/crypt")
    yield person
    assert person.problems == [], "no script may fail"
    person.context.close()


def _room(person: Person, name: str) -> Locator:
    return person.page.locator(f'.place.open[data-zone="{name}"]')


def _until_asked_to_act(person: Person) -> None:
    """Whoever may go first goes; reactions are kept; dice are the computer's.

    A wound has more names than there are rows: those are small buttons.
    """
    for _ in range(MOST_ANSWERS):
        if "do?" in person.text("#asked"):
            return
        for plan in ("let-it", "let-cast"):
            if person.can(plan):
                person.choose(plan)
                break
        else:
            first = person.page.locator("#start .plan, #start .more button").first
            person.acts(first.click)
    raise AssertionError("nobody was asked to act")


def test_a_room_is_entered_by_a_click(gm: Person) -> None:
    _until_asked_to_act(gm)
    gm.must_be_accessible("rooms")
    gm.must_fit("rooms")
    gm.keep_image("story-wide")
    free = gm.page.locator(".place.open")
    assert free.count() > 0, "a room next door can be clicked"
    there = free.first.get_attribute("data-zone")
    assert there is not None
    gm.acts(lambda: _room(gm, there).click(position={"x": 20, "y": 30}))
    assert f"goes to the {there}." in gm.text(".lines")


def test_a_result_asks_for_the_story(gm: Person) -> None:
    _until_asked_to_act(gm)
    for _ in range(MOST_ANSWERS):
        story = gm.page.locator(".lines .story")
        if story.count():
            break
        _until_asked_to_act(gm)
        gm.choose("hide" if gm.can("hide") else "done")
    assert "For the story" in story.first.inner_text()
    gm.must_be_accessible("a prompt")


def test_it_fits_a_phone(browser: Browser, server: Server) -> None:
    person = Person(browser, PHONE)
    person.begin(server.url, "story-mode/balance-due")
    _until_asked_to_act(person)
    person.must_fit("a phone")
    assert person.page.locator(".map .place").count() == 2
    person.context.close()
