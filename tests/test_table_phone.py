"""A player at a phone: told when they are asked, what has happened, and who plays for them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from table_browser import PHONE, WIDE, Person, browser
from table_helpers import Server

__all__ = ["browser"]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")


class Sofa:
    """A game master at a wide screen, Ada and Bran at their phones."""

    def __init__(self, data: Path, browser: Browser) -> None:
        self.server = Server(data)
        self.gm, self.ada, self.bran = (Person(browser, size) for size in (WIDE, PHONE, PHONE))
        body = {"encounter": "skirmish/bridge"}
        made = self.gm.page.request.post(f"{self.server.url}/fights", data=body).json()
        self.gm.open(made["gm"])
        self.ada.open(made["seats"][0]["link"])
        self.bran.open(made["seats"][1]["link"])

    @property
    def people(self) -> list[Person]:
        return [self.gm, self.ada, self.bran]


@pytest.fixture
def sofa(tmp_path: Path, browser: Browser) -> Iterator[Sofa]:
    found = Sofa(tmp_path, browser)
    yield found
    for person in found.people:
        assert person.problems == [], "no script may fail"
        person.context.close()
    found.server.close()


def test_whoever_reads_the_log_is_told_that_they_are_asked(sofa: Sofa) -> None:
    ada, bran = sofa.ada, sofa.bran
    mark = bran.page.locator("nav.jump").get_by_role("link", name="You are asked")
    assert bran.state == "waiting"
    expect(mark).to_have_count(0)
    bran.page.locator("nav.jump >> text=Log").click()
    ada.choose("press")
    assert bran.state == "plan"
    expect(mark).to_be_in_viewport()
    expect(bran.page.locator("#say")).to_contain_text("You are asked.")
    bran.must_be_accessible("asked, reading the log")
    bran.must_fit("asked, reading the log")
    mark.click()
    expect(bran.page.locator("#asked")).to_be_in_viewport()
    bran.choose("press")
    expect(mark).to_have_count(0)
