"""The builder's page while the server has not answered: nothing that was done meanwhile is lost."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from table_browser import Person
from table_helpers import Server
from waiting import until

LOOK = "**/build/look"


class Builder:
    """The builder's page, whose answers can be held back."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []
        self.is_held = False
        page.route(LOOK, self._answer)

    def _answer(self, route: Route) -> None:
        if self.is_held:
            self.held.append(route)
        else:
            route.continue_()

    def hold(self) -> None:
        """From now on the server looks at nothing."""
        self.is_held = True

    def let_go(self) -> None:
        """The server looks at what was held back, and at everything after it at once."""
        until(lambda: self.page.evaluate("true") and self.held, "a change is on its way")
        self.is_held = False
        for route in self.held:
            route.continue_()

    def type(self, key: str, value: str) -> None:
        field = self.page.locator(f'[data-key="{key}"]')
        field.fill(value)
        field.press("Enter")

    def press(self, key: str) -> None:
        self.page.locator(f'[data-key="{key}"]').click()

    def stands_at(self, changes: int) -> None:
        expect(self.page.locator("body")).to_have_attribute("data-built", str(changes))

    def file(self) -> dict[str, Any]:
        return tomllib.loads(self.page.locator("pre.file").text_content() or "")

    def exported(self) -> dict[str, Any]:
        with self.page.expect_download() as sent:
            self.press("Export")
            self.let_go()
        return tomllib.loads(Path(sent.value.path()).read_text())


@pytest.fixture
def builder(person: Person, server: Server) -> Builder:
    person.visit(f"{server.url}/build?encounter=skirmish/bridge")
    person.page.wait_for_selector("body[data-built]")
    return Builder(person.page)


def test_two_new_names_and_a_number_are_all_taken(builder: Builder) -> None:
    builder.page.locator('[data-key="another-number"]').select_option("armor")
    builder.stands_at(1)
    builder.hold()
    builder.type("name", "Agnes")
    builder.type("name", "Berta")
    builder.type("field armor", "4")
    builder.let_go()
    builder.stands_at(4)
    first = builder.file()["creature"][0]
    assert (first["name"], first["set"]["armor"]) == ("Berta", 4)
    expect(builder.page.locator('[data-key="who Berta"]')).to_have_attribute(
        "aria-expanded", "true"
    )


def test_what_is_exported_has_the_last_change(builder: Builder) -> None:
    builder.hold()
    builder.type("title", "The bridge at night")
    assert builder.exported()["title"] == "The bridge at night"


def test_what_is_played_has_the_last_change(builder: Builder) -> None:
    builder.hold()
    builder.type("title", "The bridge by day")
    builder.press("Play it")
    builder.let_go()
    builder.page.wait_for_selector("body[data-seq]")
    expect(builder.page.locator("h1")).to_have_text("The bridge by day")


def test_nothing_is_saved_when_the_last_change_is_refused(builder: Builder) -> None:
    """Whoever saves before they are told would believe that it is in."""
    builder.page.locator('[data-key="another-number"]').select_option("armor")
    builder.stands_at(1)
    builder.hold()
    builder.type("field armor", "-400")
    builder.press("Save")
    builder.let_go()
    expect(builder.page.locator("#refused")).to_contain_text("-400")
    assert builder.page.url.endswith("skirmish/bridge")
    builder.press("Save")  # now they have been told
    builder.page.wait_for_url("**/build?encounter=~*")


def test_undo_takes_back_what_is_still_on_its_way(builder: Builder) -> None:
    before = builder.file()
    builder.type("title", "First")
    builder.stands_at(1)
    builder.hold()
    builder.type("title", "Second")
    builder.press("Undo")
    builder.let_go()
    redo = builder.page.locator('[data-key="Redo"]')
    expect(redo).to_be_enabled()
    assert builder.file() == {**before, "title": "First"}
    redo.click()
    builder.stands_at(2)
    assert builder.file()["title"] == "Second"


def test_undo_of_what_is_refused_takes_back_nothing_more(builder: Builder) -> None:
    builder.page.locator('[data-key="another-number"]').select_option("armor")
    builder.stands_at(1)
    builder.hold()
    builder.type("field armor", "-400")
    builder.press("Undo")
    builder.let_go()
    expect(builder.page.locator("#refused")).to_contain_text("-400")
    builder.type("title", "Later")
    builder.stands_at(2)
    assert "armor" in builder.file()["creature"][0]["set"]


def test_a_name_that_was_taken_back_still_means_the_same_one(builder: Builder) -> None:
    first = builder.file()["creature"][0]["name"]
    builder.type("name", "Agnes")
    builder.stands_at(1)
    builder.hold()
    builder.type("title", "Night")
    builder.press("Undo")
    builder.press("Undo")
    builder.page.locator('[data-key="another-number"]').select_option("armor")
    builder.let_go()
    expect(builder.page.locator("pre.file")).to_contain_text("armor")
    found = builder.file()["creature"][0]
    assert found["name"] == first
    assert "armor" in found["set"]


def test_two_grounds_taken_out_at_once_are_these_two(builder: Builder) -> None:
    builder.page.goto(builder.page.url.replace("skirmish/bridge", "plunder/ford-at-dusk"))
    builder.page.wait_for_selector("body[data-built]")
    areas = builder.file()["ground"]["area"]
    builder.press("Ground")
    builder.hold()
    builder.press("area 0")
    builder.press("area 1")
    builder.let_go()
    builder.stands_at(2)
    assert builder.file()["ground"]["area"] == areas[2:]
