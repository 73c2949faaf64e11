"""An evening with friends: the host opens the network, phones come by the one link, seats change
hands, and the network is closed again."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import patient_http
import pytest
from playwright.sync_api import Browser, expect
from table_browser import NARROWEST, Person
from table_helpers import WORKERS, Served, Server

from affray.table.hostkey import HostKey
from affray.table.store import Store
from affray.table.web.app import create_app
from affray.table.web.entrance import LOCAL, Entrance
from affray.table.web.network import Network


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """On this machine, with an address of its own that stands for the one in a network."""
    network = Network(lambda: "127.0.0.2", allows_local=True)
    entrance = Entrance(LOCAL, key=HostKey(tmp_path))
    found = Served(create_app(tmp_path, entrance, workers=WORKERS, network=network))
    yield found
    found.close()


def sit_down(guest: Person, link: str, hero: str, name: str) -> None:
    guest.visit(link)
    guest.must_be_accessible(f"the seats, for {name}")
    guest.must_fit("the seats")
    tops = guest.page.locator(".hues label").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert tops.count(tops[-1]) > 1, "no colour stands alone on a line"
    guest.page.get_by_role("radio", name=hero).check()
    guest.page.get_by_label("What are you called?").fill(name)
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.wait_for_selector("body[data-seq]")


def test_friends_come_by_one_link(person: Person, browser: Browser, served: Served) -> None:
    gm, page = person, person.page
    gm.visit(served.url)
    gm.must_be_accessible("the start page")
    link = _open_to_the_network(gm)
    phone, laptop = Person(browser, NARROWEST), Person(browser)
    sit_down(phone, link, "Regdar", "Anna")
    expect(phone.page.locator("#seat")).to_have_text("Anna (Regdar)")
    expect(page.locator("#sharing .who li").first).to_contain_text("Anna")
    expect(page.locator("#sharing .who li").first).not_to_contain_text("not here")
    expect(page.locator(".map .worn.blue .worn-mark")).to_have_count(1)
    page.locator('[data-key="watch"]').click()
    laptop.visit(page.locator("#watch-link").input_value())
    expect(laptop.page.locator("#seat")).to_have_text("Looking on")
    expect(laptop.page.locator("#undo")).to_be_hidden()
    expect(laptop.page.locator("#asked")).to_contain_text("Waiting for")
    expect(laptop.page.locator("#start button, #share:visible")).to_have_count(0)
    laptop.context.clear_cookies()
    page.keyboard.press("Escape")
    expect(page.locator("#cards article", has_text="Regdar")).to_contain_text("Anna")
    while gm.state == "plan":
        gm.choose(gm.view()["pending"]["offers"][-1]["name"])
    assert phone.state == "plan"
    expect(page.locator("#asked")).to_contain_text("Waiting for Anna (Regdar)")
    phone.choose("stay")
    _hand_over(phone, laptop)

    page.locator("#share").click()
    page.get_by_role("switch", name="Open to your network").click()
    expect(page.locator(".qr")).to_have_count(0)
    expect(laptop.page.locator("#connection")).to_be_visible()
    assert gm.state, "here it goes on"
    for guest in (phone, laptop):
        assert guest.problems == []
        guest.context.close()


def _open_to_the_network(gm: Person) -> str:
    """Begin the ford, and let the network in; the one link."""
    page = gm.page
    row = page.locator('form[id="begin-plunder/ford-at-dusk"]')
    expect(row).to_contain_text("Regdar, Geldan and Milos against four goblins and Archer")
    row.get_by_role("button", name="Play").click()
    page.wait_for_selector("body[data-seq]")
    page.locator("#share").click()
    switch = page.get_by_role("switch", name="Open to your network")
    expect(switch).not_to_be_checked()
    expect(page.locator(".qr")).to_have_count(0)
    switch.click()
    expect(page.locator(".qr")).to_be_visible()
    link: str = page.locator("#the-link").input_value()
    assert link.startswith("http://127.0.0.2:")
    gm.must_be_accessible("the share panel")
    gm.must_fit("the share panel")
    return link


def _hand_over(phone: Person, laptop: Person) -> None:
    """Who sat at the phone goes on at the laptop."""
    phone.page.locator("#open-menu").click()
    phone.page.locator('[data-key="hand-over"]').click()
    expect(phone.page.locator(".qr")).to_be_visible()
    phone.must_be_accessible("one's own seat")
    over = phone.page.locator("#over-link-Regdar").input_value()
    laptop.visit(over)
    expect(laptop.page.get_by_label("What are you called?")).to_have_value("Anna")
    laptop.page.get_by_role("button", name="Sit down").click()
    expect(laptop.page.locator("#seat")).to_have_text("Anna (Regdar)")
    expect(phone.page.locator("#asked")).to_have_text("You no longer sit here")


ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "line", re.findall(r"^affray (table .+)$", (ROOT / "docs" / "table.md").read_text(), re.M)
)
def test_what_the_guide_shows_opens_the_table(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sample = ROOT / "src" / "affray" / "rulesets" / "skirmish" / "encounters" / "duel.toml"
    shutil.copy(sample, tmp_path / "my-fight.toml")
    (tmp_path / "campaign").mkdir()
    shutil.copy(sample, tmp_path / "campaign" / "one.toml")
    data = tmp_path / "table"
    given = ["--no-browser", "--no-compile", "--port", "0", "--data", str(data)]
    server = Server(data, arguments=[*line.split(), *given])
    try:
        page = patient_http.get(server.url).text
        assert ('value="./one.toml"' in page) == line.endswith("campaign")
        assert len(Store(data).cards()) == (0 if line.endswith("campaign") else 1)
    finally:
        server.close()
