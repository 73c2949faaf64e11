"""Room at the table: cards, tab stops, keys, what is said beside it; and nothing read as null."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect
from table_browser import NARROWEST, PHONE, WIDE, Person
from table_helpers import Server

SMALL = {"width": 1280, "height": 800}
MANY = {
    "plunder": "bone-cellar",
    "dungeoneers-spotlight": "goblin-warren",
    "dungeoneers-tactics": "ossuary-party",
    "rpg-hell": "wolf-road",
    "story-mode": "coven",
    "skirmish": "bridge",
}
READ = """() => {
  const bad = [];
  const wrong = /\\bnull\\b|\\bundefined\\b|\\bNaN\\b|\\[object /;
  for (const element of document.querySelectorAll("body *")) {
    for (const name of ["aria-label", "title", "aria-keyshortcuts", "alt"]) {
      const said = element.getAttribute(name) ?? "";
      if (wrong.test(said)) bad.push(`${name}: ${said}`);
    }
    if (!element.getClientRects().length) continue;
    for (const id of (element.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean))
      if (!document.getElementById(id)) bad.push(`no #${id}`);
  }
  if (wrong.test(document.body.innerText)) bad.push(document.body.innerText.match(wrong)[0]);
  return bad;
}"""
"""What a screen reader would read that nobody meant."""

CLIPPED = """() => {
  const asked = "#start .plan-go, #start .group-go, #start .btn, .strip li";
  const bad = [];
  for (const row of document.querySelectorAll(`${asked}, .log .line, .card-go, .stats > div`)) {
    const box = row.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const text = row.textContent.slice(0, 60);
    if (row.scrollWidth > row.clientWidth + 1 && getComputedStyle(row).overflowX === "hidden")
      bad.push(`${row.className}: ${text}`);
    const list = row.closest(".stats");
    if (!list || list.closest(".open")) continue;
    const around = list.getBoundingClientRect();
    const isShown = box.top < around.bottom - 1;
    if (isShown && box.bottom > around.bottom + 1) bad.push(`half: ${text}`);
    if (isShown && box.right > around.right + 1) bad.push(`cut: ${text}`);
  }
  return bad;
}"""
"""Rows of which only a part can be read."""

FONT = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
CSS = Path(__file__).parents[1] / "src/affray/table/web/static/affray.css"


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def overflow(box: Locator) -> int:
    return int(box.evaluate("e => e.scrollHeight - e.clientHeight"))


@pytest.mark.parametrize("slug", MANY)
def test_many_creatures_have_room_and_nothing_is_null_or_clipped(
    slug: str, url: str, browser: Browser
) -> None:
    """Over several questions, on a small laptop and on the narrowest phone, day and night."""
    person = Person(browser, SMALL)
    try:
        person.begin(url, f"{slug}/{MANY[slug]}")
        page = person.page
        for k in range(2):
            person.catch_up()
            page.wait_for_function("() => !document.querySelector('.plans .wait')")
            assert page.evaluate(READ) == []
            assert page.evaluate(CLIPPED) == []
            if page.locator(".creature").count() <= 9:
                assert overflow(page.locator("#cards")) <= 0, "nine fit without scrolling"
            tall = page.evaluate("document.documentElement.scrollHeight")
            assert tall <= SMALL["height"], "the window itself does not scroll"
            assert person.box(".map-window")["height"] > 0.7 * person.box("#map")["height"]
            page.set_viewport_size({"width": NARROWEST["width"], "height": NARROWEST["height"]})
            person.settle()
            assert page.evaluate(READ) == []
            assert page.evaluate(CLIPPED) == []
            if k == 0:
                person.must_be_accessible(f"{slug}, narrow")
            page.set_viewport_size({"width": SMALL["width"], "height": SMALL["height"]})
            page.emulate_media(color_scheme="dark")
            person.settle()
            if k == 0:
                person.must_be_accessible(f"{slug}, at night")
            last = page.locator("#start .more .btn, #start .plan-go").last
            if last.count():
                last.click()
        assert person.problems == []
    finally:
        person.context.close()


ARROW = 16
CUT_OFF = """arrow => [...document.querySelectorAll('.roster select')].filter(one => {
  const [line, style] = [document.createElement('span'), getComputedStyle(one)];
  line.textContent = one.selectedOptions[0].text.replace(/\\s*…$/, '');
  for (const like of ['fontSize', 'fontFamily', 'fontSizeAdjust']) line.style[like] = style[like];
  Object.assign(line.style, { position: 'absolute', whiteSpace: 'nowrap' });
  document.body.append(line);
  const wide = line.getBoundingClientRect().width;
  line.remove();
  return wide > one.clientWidth - parseFloat(style.paddingLeft) - arrow;
}).map(one => one.selectedOptions[0].text)"""
"""Choices that cannot be read to their end, where it stands whom they are for."""

ON_EACH_OTHER = """() => {
  const laid = (e) => e.getClientRects().length && getComputedStyle(e).position !== "absolute";
  const parts = [...document.querySelectorAll("#start > *, #start .answers > *")];
  const shown = parts.filter((e) => laid(e) && !e.matches(".answers"));
  const boxes = shown.map((e) => [e.className, e.getBoundingClientRect()]);
  const over = boxes.slice(1).filter(([, box], k) => box.top < boxes[k][1].bottom - 1);
  return over.map(([name]) => name);
}"""
"""Parts of the question that lie on the one before them."""


def test_who_answers_for_many_reads_all_and_a_tool_covers_no_map(person: Person, url: str) -> None:
    page = person.page
    page.set_viewport_size({"width": SMALL["width"], "height": SMALL["height"]})
    person.begin(url, "plunder/bone-cellar")
    person.acts(page.locator('[data-key="seal-all"]').click)
    expect(page.locator(".roster li")).to_have_count(6)
    page.wait_for_function("() => !document.querySelector('.plans .wait')")
    for _ in range(2):
        assert page.evaluate(ON_EACH_OTHER) == []
        assert person.box("#start .plans")["height"] > 80, "two plans can be seen"
        page.locator("#ruler-on").click()
        person.settle()
    page.locator("#ruler-on").click()
    person.settle()
    tool, window = person.box("#ruler"), person.box(".map-window")
    assert tool["y"] >= window["y"] + window["height"]
    person.must_be_accessible("a form of six, and the ruler")
    person.acts(page.locator('[data-key="seal-all"]').click)
    expect(page.locator("#asked")).to_contain_text("declare")
    assert page.evaluate(CUT_OFF, ARROW) == []


def test_what_has_become_of_somebody_is_read_whoever_plays_them(url: str, browser: Browser) -> None:
    gm, guest = Person(browser, SMALL), Person(browser, PHONE)
    try:
        made = gm.begin(url, "plunder/ford-at-dusk")
        guest.open(made["seats"][0]["link"])
        guest.page.locator('[data-key="my-name"]').fill("Annabella")
        guest.page.locator('[data-key="say-name"]').click()
        gm.edit("Regdar", dead="true", hp="0")
        card = gm.page.locator(".creature", has_text="Regdar")
        expect(card).to_contain_text("Annabella")
        expect(card.locator(".presence")).to_have_text("here")
        tags = card.locator(".tags")
        expect(tags).to_have_text("dead")
        assert tags.evaluate("e => e.scrollWidth <= e.clientWidth")
    finally:
        for person in (gm, guest):
            person.context.close()


def test_a_card_opens_and_stays_open(person: Person, url: str) -> None:
    person.begin(url, "dungeoneers-tactics/duel")
    page = person.page
    card = page.locator(".creature").first
    go = card.locator(".card-go")
    expect(card.locator(".rest")).to_be_hidden()
    closed = person.box(".creature .brief")["height"]
    assert closed < 4 * float(page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))
    go.focus()
    page.keyboard.press("Enter")
    expect(go).to_have_attribute("aria-expanded", "true")
    expect(card.locator(".sheet")).to_contain_text("warhammer")
    person.must_be_accessible("an open card")
    person.choose("end")
    expect(page.locator(".creature").first.locator(".rest")).to_be_visible()


def test_tab_goes_from_plan_to_plan_and_arrows_into_one(person: Person, url: str) -> None:
    person.begin(url, "plunder/ford-at-dusk")
    page = person.page
    rows = page.locator("#start .plan-go")
    assert rows.count() >= 2
    rows.first.focus()
    page.keyboard.press("Tab")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(rows.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#start .how").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(rows.first).to_be_focused()


def test_a_working_longer_than_its_room_is_one_stop_of_the_tab_key(
    url: str, browser: Browser
) -> None:
    """It has to be reached to be scrolled; its ten fields and links were stops then as well."""
    person = Person(browser, SMALL)
    try:
        person.begin(url, "dungeoneers-tactics/duel")
        page, rows = person.page, person.page.locator("#start .plan-go")
        page.wait_for_function("() => !document.querySelector('.plans .wait')")
        working = page.locator("#start .plan").first.locator(".working")
        rows.first.focus()
        assert overflow(working) > 1, "it has to be scrolled here"
        page.keyboard.press("Tab")
        expect(working).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(working.locator("select").first).to_be_focused()
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowDown")
        expect(working).to_be_focused()
        page.keyboard.press("Tab")
        expect(rows.nth(1)).to_be_focused()
    finally:
        person.context.close()


def test_single_keys_can_be_turned_off_and_stay_off(person: Person, url: str) -> None:
    person.begin(url, "skirmish/bridge")
    page = person.page
    seq = person.view()["seq"]
    page.locator("#open-menu").click()
    page.locator('[data-key="single-keys"]').uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.locator("#start kbd").first).to_be_hidden()
    page.reload()
    page.wait_for_selector("body[data-seq]")
    page.keyboard.press("1")
    assert person.view()["seq"] == seq, "no key chooses anything"
    page.locator("#open-menu").click()
    page.locator('[data-key="single-keys"]').check()
    page.keyboard.press("Escape")
    person.acts(lambda: page.keyboard.press("1"))


def test_text_grows_with_the_screen(person: Person) -> None:
    page, sizes = person.page, []
    for wide, tall in ((360, 740), (1280, 800), (1920, 1080), (2560, 1440), (3840, 2160)):
        page.set_viewport_size({"width": wide, "height": tall})
        page.set_content(f"<style>{CSS.read_text(encoding='utf-8')}</style>")
        sizes.append(round(float(page.evaluate(FONT)), 1))
    assert sizes[0] == sizes[1] == 17
    assert sizes[1] < sizes[2] < sizes[3] < sizes[4] <= 28


def test_a_name_somebody_said_is_whole_on_their_card(url: str, browser: Browser) -> None:
    """Beside a creature's of two words and what has become of it: "Ben" was read as "Ber"."""
    gm, ben = Person(browser, WIDE), Person(browser, PHONE)
    try:
        made = gm.begin(url, "dungeoneers-tactics/bridge-brawl", 7)
        ben.open(made["seats"][1]["link"])
        seq = ben.view()["seq"]
        name = {"do": "call", "name": "Ben", "colour": "", "cmd_id": "called-ben", "seq": seq}
        assert ben.page.request.post(f"{ben.at}/commands", data=name).ok
        gm.edit("Gate warden", prone="true")
        person = gm.page.locator(".card-go .person")
        expect(person).to_have_text("played by Ben")
        for size in (WIDE, SMALL):
            gm.page.set_viewport_size({"width": size["width"], "height": size["height"]})
            gm.settle()
            assert person.evaluate("e => e.scrollWidth <= e.clientWidth"), size
            assert person.evaluate("e => e.clientWidth > e.querySelector('.hue').offsetWidth + 15")
    finally:
        for one in (gm, ben):
            one.context.close()


def test_while_it_is_said_who_goes_nobody_is_told_that_they_are_next(
    url: str, browser: Browser
) -> None:
    """They read "You are next" below a strip that named them, and another was chosen."""
    george, lena = Person(browser, WIDE), Person(browser, PHONE)
    try:
        made = george.begin(url, "story-mode/subway-minions", 7)
        lena.open(made["seats"][2]["link"])
        expect(george.page.locator("#start")).to_contain_text("Who of you goes next?")
        strip = george.page.locator(".strip")
        expect(strip).not_to_contain_text("acting now")
        expect(strip).not_to_contain_text("next")
        expect(lena.page.locator("#start")).not_to_contain_text("You are next")
        george.choose("George")
        expect(strip).to_contain_text("Georgeacting now")
        expect(lena.page.locator("#start")).to_contain_text("You are next.")
    finally:
        for one in (george, lena):
            one.context.close()


def test_people_point_measure_and_whisper(url: str, browser: Browser) -> None:
    gm, ada, bran = (Person(browser, size) for size in (WIDE, PHONE, WIDE))
    try:
        made = gm.begin(url, "skirmish/bridge", 7)
        ada.open(made["seats"][0]["link"])
        bran.open(made["seats"][1]["link"])
        floor = gm.box(".map .floor")
        gm.page.mouse.move(floor["x"] + 20, floor["y"] + 20)
        gm.page.keyboard.press("p")
        for person in (gm, ada, bran):
            expect(person.page.locator(".ping text")).to_have_text("Game master")
        bran.page.keyboard.press("m")
        bran.page.locator('[data-key="ruler-0"]').select_option("Bran")
        bran.page.locator('[data-key="ruler-1"]').select_option("Grim")
        expect(bran.page.locator("#ruler b")).to_have_text("2 tiles")
        bran.must_be_accessible("the ruler")
        ada.page.locator("#whisper").click()
        ada.page.locator('[data-key="word-to"]').select_option(label="Bran")
        ada.page.locator('[data-key="word-text"]').fill("now, together")
        ada.must_be_accessible("a word to one")
        ada.must_fit("a word to one")
        ada.page.get_by_role("button", name="Say it").click()
        expect(bran.page.locator("#words li")).to_have_text("Ada now, together")
        expect(ada.page.locator("#words li")).to_have_text("To Bran now, together")
        gm.catch_up()
        assert "together" not in gm.sent()
        assert [person.problems for person in (gm, ada, bran)] == [[], [], []]
    finally:
        for person in (gm, ada, bran):
            person.context.close()
