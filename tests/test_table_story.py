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


YARD = """
ruleset = "story-mode"
title = "A yard"
start = "Ghoul"
zone = [{ id = "yard" }]
map = { close = [["Ann", "Ben", "Ghoul"]] }
creature = [
  { name = "Ann", side = "heroes", set = { being = "character", harm = 2, situation = 10 } },
  { name = "Ben", side = "heroes", set = { being = "character" } },
  { name = "Ghoul", side = "foes", set = { level = 4, attacks = ["claws"], obsession = "Ann" } },
]
set.Ghoul = { goes_for = "obsessed" }
"""
"""The Ghoul plays itself, goes for Ann, and she cannot save herself."""


def _say(person: Person, text: str) -> None:
    field = person.page.get_by_label("In your own words")
    field.fill(text)
    person.acts(lambda: field.press("Enter"))


def test_a_reaction_and_a_wound_are_put_in_own_words(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "encounters").mkdir()
    (tmp_path / "encounters" / "yard.toml").write_text(YARD)
    server = Server(tmp_path)
    person = Person(browser, PHONE)
    person.begin(server.url, "~/yard.toml")
    person.must_be_accessible("own words")
    person.must_fit("own words on a phone")
    _say(person, "throws <b>sand</b>")
    person.choose("haste")
    assert "Ben reacts: throws <b>sand</b>." in person.text(".lines")
    _say(person, "a broken pride")
    assert "Ann calls it: a broken pride." in person.text(".lines")
    assert "a broken pride" in person.text("#cards")
    assert person.problems == [], "no script may fail"
    person.context.close()
    server.close()
