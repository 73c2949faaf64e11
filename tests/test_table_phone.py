"""A player at a phone: told when they are asked, what has happened, and who plays for them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from table_browser import PHONE, WIDE, Person
from table_helpers import Server

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")


class Sofa:
    """A game master at a wide screen, Ada and Bran at their phones."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.gm, self.ada, self.bran = (Person(browser, size) for size in (WIDE, PHONE, PHONE))
        made = self.gm.begin(server.url, "skirmish/bridge", 7)
        self.ada.open(made["seats"][0]["link"])
        self.bran.open(made["seats"][1]["link"])

    @property
    def people(self) -> list[Person]:
        return [self.gm, self.ada, self.bran]


@pytest.fixture
def sofa(server: Server, browser: Browser) -> Iterator[Sofa]:
    found = Sofa(server, browser)
    yield found
    for person in found.people:
        assert person.problems == [], "no script may fail"
        person.context.close()


def test_whoever_reads_the_log_is_told_that_they_are_asked(sofa: Sofa) -> None:
    ada, bran = sofa.ada, sofa.bran
    mark = bran.page.locator("nav.jump").get_by_role("link", name="You are asked")
    bran.choose("press")
    assert bran.state == "waiting"
    expect(mark).to_have_count(0)
    bran.page.locator("nav.jump >> text=Log").click()
    ada.choose("press")
    ada.choose("strike", "Grim")
    assert bran.state == "plan"
    expect(mark).to_be_in_viewport()
    expect(bran.page.locator("#say")).to_contain_text("You are asked.")
    bran.must_be_accessible("asked, reading the log")
    bran.must_fit("asked, reading the log")
    mark.click()
    expect(bran.page.locator("#asked")).to_be_in_viewport()


def test_a_tapped_plan_says_its_chance_where_it_is_confirmed(sofa: Sofa) -> None:
    """The bar may lie over the plan: what one says yes to stands in it, with room to be read."""
    ada = sofa.ada
    sofa.bran.choose("press")
    ada.choose("press")
    ada.page.locator('#start [data-key="strike|Grim"]').click()
    said = re.compile(r"Strike Grim, Snick wounded [\d.]+ %:")
    expect(ada.page.locator("#tap span").first).to_contain_text(said)
    assert ada.box("#tap > span")["width"] > PHONE["width"] / 3
    ada.must_be_accessible("a plan tapped once")
    ada.must_fit("a plan tapped once")


def test_the_question_says_what_has_just_happened(sofa: Sofa) -> None:
    ada, bran = sofa.ada, sofa.bran
    ada.choose("press")
    bran.choose("press")
    ada.choose("strike", "Grim")
    assert bran.state == "plan"
    recent = bran.page.locator("#start .recent li")
    told = [line["text"] for line in bran.view()["log"] if not line["roll"] | bool(line["heading"])]
    assert recent.all_inner_texts() == told[-4:], "in the order they happened"
    lower = bran.box("#asked")["y"]
    assert bran.box(".recent")["y"] < lower, "above the question"
    bran.must_be_accessible("what just happened")
    bran.must_fit("what just happened")
    bran.page.locator(".recent a").click()
    expect(bran.page.locator("#log-head")).to_be_in_viewport()
    expect(sofa.gm.page.locator("#start .recent")).to_be_hidden()


def test_what_was_told_before_ones_own_answer_is_not_news(sofa: Sofa) -> None:
    ada, bran = sofa.ada, sofa.bran
    ada.choose("press")
    bran.choose("press")
    ada.choose("strike", "Grim")
    assert _first_news(ada) == "Ada strikes at Grim."
    assert _first_news(bran) == "Ada takes a stance: press.", "sealed until he answered"
    assert sofa.gm.view()["since"] == 0, "they have answered nothing yet"


def _first_news(person: Person) -> str:
    view = person.view()
    return str(view["log"][view["since"]]["text"])


def test_a_nudge_is_seen_by_who_nudged(sofa: Sofa) -> None:
    sofa.ada.page.locator('[data-key="my-name"]').fill("Anna")
    sofa.ada.acts(sofa.ada.page.locator('[data-key="say-name"]').click)
    sofa.bran.choose("press")
    button = sofa.bran.page.locator('[data-key="nudge-Ada"]')
    expect(button).to_have_text("Nudge Anna")
    button.click()
    expect(button).to_have_text("Anna was nudged")
    above = sofa.bran.box(".waiting .note")
    assert sofa.bran.box(".awaited .btn")["y"] >= above["y"] + above["height"] + 4


def test_a_rule_is_a_quiet_mark_to_guests_in_the_question_as_in_the_log(sofa: Sofa) -> None:
    """Its number is for who looks it up: one tap away, and read to those who hear the page."""
    ada = sofa.ada
    cited = ada.page.locator("#start .cites a").first
    expect(cited).to_have_text(re.compile(r"SK-\d+"))
    expect(cited).to_have_css("font-size", "0px")
    ada.must_be_accessible("a rule in the question")
    ada.must_fit("a rule in the question")


def test_a_seat_nobody_sits_in_is_free_in_the_menu(sofa: Sofa) -> None:
    gm, bran = sofa.gm, sofa.bran
    gm.page.locator("#share").click()
    gm.page.locator('[data-key="take-Bran"]').click()
    expect(bran.page.locator("#asked")).to_have_text("You no longer sit here")
    gm.page.keyboard.press("Escape")
    gm.page.locator("#open-menu").click()
    others = gm.page.get_by_label("Who is at the table").locator("li")
    expect(others).to_have_text(["Adahere", "Branfree"])


def test_a_plan_without_a_number_says_what_it_is_for(server: Server, browser: Browser) -> None:
    """Below the small ones, each reason once; and in the bar, where one says yes."""
    hale = Person(browser, PHONE)
    hale.begin(server.url, "rpg-hell/gate-duel", 7)
    reasons = hale.page.locator("#start .good-for li", has_text="set aside for a later turn")
    expect(reasons).to_have_count(1)
    expect(reasons).to_contain_text("Keep a one, Keep a four, Keep a five, Keep a six:")
    hale.page.locator('#start [data-key="keep-one|"]').click()
    expect(hale.page.locator("#tap")).to_contain_text("Keep a one, set aside for a later turn")
    hale.must_be_accessible("what plans are for")
    hale.must_fit("what plans are for")
    hale.context.close()


# Seats that are taken back, or handed to the computer


def test_a_seat_that_was_called_back_is_asked_nothing(sofa: Sofa) -> None:
    gm, ada = sofa.gm, sofa.ada
    ada.type_own_dice()
    ada.choose("press")
    sofa.bran.choose("press")
    ada.choose("strike", "Grim")
    assert ada.state == "dice"
    gm.page.locator("#share").click()
    gm.page.locator('[data-key="take-Ada"]').click()
    asked = ada.page.locator("#asked")
    expect(asked).to_have_text("You no longer sit here")
    expect(ada.page.locator("#start form, #start button, #start input")).to_have_count(0)
    expect(ada.page.locator("#undo")).to_be_disabled()
    expect(ada.page.locator("#to-question")).to_have_text("Question")
    expect(ada.page.locator("#connection")).to_be_hidden()
    expect(ada.page.locator("#cards .now")).to_have_count(0)
    ada.must_be_accessible("called back")
    ada.open(gm.page.locator("#link-Ada").input_value())
    assert ada.state == "dice", "a new link takes it up where it was"


def test_a_seat_handed_to_the_computer_says_so(sofa: Sofa) -> None:
    assert sofa.ada.state == "plan"
    sofa.gm.seat(0, "bold")
    assert sofa.ada.state == "waiting"
    expect(sofa.ada.page.locator("#start")).to_contain_text("The computer plays Ada now.")
    expect(sofa.ada.page.locator("#say")).to_contain_text("The computer plays Ada now.")
    expect(sofa.bran.page.locator("#start")).not_to_contain_text("The computer plays")


def test_what_is_said_to_somebody_is_seen_wherever_they_read(sofa: Sofa) -> None:
    gm, ada, bran = sofa.people
    bran.choose("press")
    ada.page.locator("nav.jump >> text=Log").click()
    bran.page.locator('[data-key="nudge-Ada"]').click()
    expect(ada.page.locator("#nudged")).to_be_in_viewport()
    ada.must_be_accessible("nudged")
    gm.page.locator("#whisper").click()
    gm.page.locator('[data-key="word-text"]').fill("behind you")
    gm.page.keyboard.press("Enter")
    expect(ada.page.locator("#words >> text=behind you")).to_be_in_viewport()
    ada.must_fit("a whisper, reading the log")
    presence = gm.page.locator("#cards article", has_text="Ada").locator(".presence")
    expect(presence).to_have_text("here")
    ada.context.set_offline(True)
    expect(ada.page.locator("#connection")).to_be_in_viewport()
    expect(presence).to_have_text("away")
    ada.context.set_offline(False)


def test_whoever_comes_by_a_seats_link_says_their_name_or_skips_it(sofa: Sofa) -> None:
    ada, bran, gm = sofa.ada, sofa.bran, sofa.gm
    expect(gm.page.locator("#who-are-you")).to_be_hidden()
    bran.page.locator('[data-key="skip-name"]').click()
    expect(bran.page.locator("#who-are-you")).to_be_hidden()
    ada.must_be_accessible("asked for a name")
    ada.page.locator('[data-key="my-name"]').fill("Anna")
    ada.acts(ada.page.locator('[data-key="say-name"]').click)
    expect(ada.page.locator("#who-are-you")).to_be_hidden()
    expect(gm.page.locator("#cards article", has_text="Ada").locator(".person")).to_contain_text(
        "Anna"
    )


def test_who_comes_and_goes_takes_no_click_from_anybody(sofa: Sofa) -> None:
    """The list is drawn anew for it, but not under a finger: the click would be lost."""
    ada, bran = sofa.ada, sofa.bran
    button = ada.box('#start [data-key="press|"]')
    ada.page.mouse.move(button["x"] + 9, button["y"] + 9)
    ada.page.mouse.down()
    bran.context.set_offline(True)
    there = ada.page.locator("#cards article", has_text="Bran").locator(".presence")
    expect(there).to_have_text("away")
    ada.page.mouse.up()
    expect(ada.page.locator("#tap")).to_be_visible()
    bran.context.set_offline(False)
