"""Four people seal at once, one on a phone, one whose line is cut: a round of Plunder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from table_browser import PHONE, WIDE, Person
from table_helpers import Server

CELLAR = "plunder/bone-cellar"
QUIET = ("hold", "stay", "no-spell")
MOST_TURNS = 60


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.close()


ONE_LINE = 40


def far(person: Person) -> str:
    """How far everybody is, as somebody reads it."""
    person.catch_up()
    return person.text("#sealed-so-far")


def test_four_people_seal_at_once(server: Server, browser: Browser) -> None:
    everybody = [Person(browser, size) for size in (WIDE, WIDE, PHONE, WIDE)]
    gm, regdar, milos, ysmay = everybody
    links = {seat["name"]: seat["link"] for seat in gm.begin(server.url, CELLAR)["seats"]}
    for one, name in ((regdar, "Regdar"), (milos, "Milos"), (ysmay, "Ysmay")):
        one.open(links[name])
    _declare_no_spells(gm, regdar, ysmay)
    assert [one.state for one in everybody] == ["plan"] * 4, "all are asked at the same time"
    for one in everybody:
        expect(one.page).to_have_title("You are asked · The bone cellar · Affray")
    assert far(regdar) == "0 of 4 have sealed; waiting for you, the game master, Milos and Ysmay."
    _think_again(milos)
    ysmay.context.set_offline(True)
    _seal_several(gm)
    expect(gm.page).to_have_title("Waiting for Regdar and Ysmay · The bone cellar · Affray")
    assert far(regdar) == "2 of 4 have sealed; waiting for you and Ysmay."
    ysmay.context.set_offline(False)
    ysmay.choose("stay")
    expect(ysmay.page.locator("#asked")).to_have_text("Sealed. Waiting for Regdar")
    regdar.choose("stay")
    assert "Kettil declares a move: close with Skeleton 1." in milos.text("#log"), (
        "as the computer would"
    )
    for _ in range(MOST_TURNS):
        if regdar.view()["round"] > 1:
            break
        _go_on(next(one for one in everybody if one.state == "plan"))
    assert {one.view()["round"] for one in everybody} == {2}
    for one in everybody:
        assert one.problems == [], "no script may fail"
        one.context.close()


def _go_on(one: Person) -> None:
    """Several at once by their form; else the quietest plan there is."""
    if one.page.locator('[data-key="seal-all"]').count():
        return one.acts(one.page.locator('[data-key="seal-all"]').click)
    offers = {offer["name"]: offer for offer in one.view()["pending"]["offers"]}
    quiet = [offers[name] for name in QUIET if name in offers] or list(offers.values())
    return one.choose(quiet[0]["name"], quiet[0]["target"] or "")


def _declare_no_spells(gm: Person, regdar: Person, ysmay: Person) -> None:
    """Only two of them know any: the others wait, and read for whom."""
    assert regdar.state == "waiting"
    assert far(regdar) == "0 of 2 have sealed."
    assert regdar.text("#asked") == "Waiting for Ysmay and the game master"
    gm.choose("no-spell")
    expect(regdar.page).to_have_title("Waiting for Ysmay · The bone cellar · Affray")
    regdar.page.locator('[data-key="nudge-Ysmay"]').click()
    expect(ysmay.page.locator("#nudged")).to_contain_text("Regdar waits for you.")
    ysmay.choose("no-spell")


def _think_again(milos: Person) -> None:
    """On a phone: seal, read what one has sealed, change it."""
    milos.choose("stay")
    expect(milos.page.locator(".own")).to_contain_text("You have sealed: Stay here")
    expect(milos.page.locator("#asked")).to_be_in_viewport()  # not only the end of it
    assert abs(milos.box("#open-menu")["y"] - milos.box(".brand")["y"]) < ONE_LINE
    milos.must_be_accessible("sealed, on a phone")
    milos.must_fit("sealed, on a phone")
    milos.acts(milos.page.locator(".own button").click)
    assert milos.state == "plan"
    milos.choose("stay")


def _seal_several(gm: Person) -> None:
    """Those nobody has come for are one form of the game master's."""
    names = gm.page.locator(".roster .name").all_inner_texts()
    assert names == ["Torbane", "Geldan", "Kettil"]
    gm.must_be_accessible("the game master's form")
    gm.page.locator(".roster select").first.select_option(label="Stay here")
    gm.acts(gm.page.locator('[data-key="seal-all"]').click)
    assert gm.state == "waiting"
