"""Two people, two browsers, one whole fight of each system, with everything that can go wrong."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route
from table_browser import Person
from table_helpers import Server

MOST_TURNS = 80

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")


class Evening:
    """A server that can be killed, a game master, and a player whose link the game master made."""

    def __init__(self, data: Path, browser: Browser) -> None:
        self.data = data
        self.server = Server(data)
        self.gm = Person(browser)
        self.player = Person(browser)

    def begin(self, encounter: str, seat: str) -> None:
        """One click on the start page; then a link for the other, out of the share menu."""
        self.gm.visit(self.server.url)
        self.gm.page.locator(f'li.fight form:has([value="{encounter}"]) button').last.click()
        self.gm.page.wait_for_selector("body[data-seq]")
        self.player.open(self.gm.link_to(seat))
        for person in self.people:
            person.page.evaluate("window.isTheSamePage = true")

    @property
    def people(self) -> list[Person]:
        return [self.gm, self.player]

    def kill_and_come_back(self) -> None:
        """kill -9 in the middle of it; both pages catch up, and neither is loaded again."""
        before = [person.text("#asked") for person in self.people]
        self.server.kill()
        for person in self.people:
            person.page.wait_for_selector("#connection:not([hidden])")
        self.server = Server(self.data, self.server.port)
        for person, asked in zip(self.people, before, strict=True):
            person.page.wait_for_selector("#connection[hidden]", state="attached")
            person.catch_up()
            assert person.page.evaluate("window.isTheSamePage === true")
            assert person.text("#asked") == asked, "where it was left"

    def asked(self) -> Person | None:
        """Whoever is asked now; nobody when it is over."""
        return next((p for p in self.people if p.state in ("plan", "dice")), None)


@pytest.fixture
def evening(tmp_path: Path, browser: Browser) -> Iterator[Evening]:
    found = Evening(tmp_path, browser)
    yield found
    for person in found.people:
        assert person.problems == [], "no script may fail"
        person.context.close()
    found.server.close()


def test_a_whole_fight_of_tactics(evening: Evening) -> None:
    gm, suori = evening.gm, evening.player
    evening.begin("dungeoneers-tactics/duel", "Suori")
    suori.keep_image("tactics")
    _regret(suori)
    gm.seat(1, "person")
    suori.type_own_dice()
    assert gm.state == "waiting"
    suori.choose("attack", "Skeleton")
    assert suori.state == "dice"
    assert " against " in suori.text(".goal"), "what is to be beaten"
    suori.must_be_accessible("typed dice")
    suori.must_fit("typed dice")
    suori.roll()
    suori.page.locator("#log .cite a").first.click()
    suori.page.wait_for_selector("#rule-note:popover-open >> text=DT-")
    suori.page.locator("#rule-note button").click()
    suori.page.locator("#log summary").first.click()
    assert suori.page.locator(".typed-in").count() >= 2, "typed dice keep their double frame"
    _ask_to_undo(suori, gm)
    assert (suori.state, suori.page.locator(".boxes").count()) == ("dice", 1), "to be typed again"
    assert "Taken back by Suori (granted by Game master)" in suori.text("#log")
    if suori.text("#undo-verb") == "Undo":
        suori.undo()
    else:
        _ask_to_undo(suori, gm)
    assert suori.state == "plan", "the attack was taken back, too"
    suori.choose("attack", "Skeleton")
    evening.kill_and_come_back()
    suori.roll(1)
    gm.edit("Skeleton", wounds="1")
    assert "By hand, Skeleton: wounds = 1." in suori.text("#log")
    _fight_on(evening)
    assert [person.state for person in evening.people] == ["over", "over"]
    assert gm.text("#asked") == suori.text("#asked") == "The heroes have won."
    gm.must_be_accessible("over")


def _fight_on(evening: Evening) -> None:
    """To the end: the heroes strike, the game master has nothing to add."""
    for _ in range(MOST_TURNS):
        who = evening.asked()
        if who is None:
            break
        if who.state == "dice":
            who.roll()
        elif who is evening.player and who.can("attack", "Skeleton"):
            who.choose("attack", "Skeleton")
        else:
            who.choose("end")


def _ask_to_undo(player: Person, gm: Person) -> None:
    """What has been rolled is taken back by asking, and once more when it was refused."""
    assert player.text("#undo-verb") == "Ask to undo"
    player.ask_to_undo()
    assert player.text("#undo-verb") == "Asked to undo"
    gm.acts(gm.page.locator('[data-key="undo-false-Suori"]').click)
    player.page.wait_for_selector("#undo-verb >> text=Refused. Ask again to undo")
    player.ask_to_undo()
    assert player.text("#undo-verb") == "Asked to undo"
    assert gm.text("#undo-asked").startswith("Suori asks to take back: ")
    gm.acts(gm.page.locator('[data-key="undo-true-Suori"]').click)
    assert not gm.page.locator("#undo-asked").is_visible()


def _regret(suori: Person) -> None:
    """A changed detail is warned of beside the plan, before anything is sent."""
    stress = suori.page.locator("#with-stress")
    stress.select_option("4")
    suori.page.wait_for_selector(".plan .warn >> text=past your endurance")
    stress.select_option("0")
    suori.page.wait_for_selector(".plan .warn", state="detached")


def test_a_whole_fight_of_plunder(evening: Evening) -> None:
    gm, regdar = evening.gm, evening.player
    evening.begin("plunder/regdar-and-the-orc", "Regdar")
    gm.seat(1, "person")
    regdar.type_own_dice()
    assert re.search(r"round\s*1.*3\s*movement", regdar.text("#strip"), re.DOTALL | re.IGNORECASE)
    _go_around(evening)
    _seal(evening)
    evening.kill_and_come_back()
    regdar.roll()
    gm.edit("Orc", hp="1")
    for _ in range(MOST_TURNS):
        who = evening.asked()
        if who is None:
            break
        _play_on(evening, who)
    assert [person.state for person in evening.people] == ["over", "over"]
    assert gm.text("#asked") == regdar.text("#asked") == "The party have won."


def _go_around(evening: Evening) -> None:
    """A click on the map is a bearing and feet; with an enemy in reach it has to be meant."""
    gm, regdar = evening.gm, evening.player
    regdar.go_to(21 / 60, 33 / 60)
    assert gm.state == "plan", "the orc is asked as well"
    gm.choose("stay")
    assert re.search(r"Regdar goes to a spot \d+ ft .+ Orc\.", regdar.text("#log"))
    regdar.choose("hold")  # nothing to shoot with that one would throw away


WITHOUT_IFS = """() => {
  const page = document.documentElement.cloneNode(true);
  page.querySelectorAll(".ifs").forEach((one) => one.remove());
  return page.outerHTML;
}"""
"""The page but for what anybody might answer, which is open to all."""


def _seal(evening: Evening) -> None:
    """What Regdar declares reaches the other browser when the orc has declared, and not before."""
    gm, regdar = evening.gm, evening.player
    gm.catch_up()
    before = len(gm.finished)
    for plan in ("dodge", "taunt"):  # the first is taken back, which shows nowhere either
        regdar.choose(plan, "" if plan == "dodge" else "Orc")
        assert gm.state == "plan"
        if plan == "dodge":
            regdar.undo()
    assert gm.page.request.get(f"{gm.at}/log").ok
    hidden = re.compile(r"\btaunt\b|Regdar declares: ", re.IGNORECASE)
    sent = re.sub(r'"options":\s*\[[^]]*\]', "", gm.sent(before))  # what anybody might answer
    assert not hidden.search(sent), "nor on the wire"
    assert not hidden.search(gm.page.evaluate(WITHOUT_IFS)), "nor in the page"
    assert not hidden.search(gm.page.request.get(f"{gm.at}/log").text())
    gm.choose("hold")
    for person in evening.people:
        assert "Regdar declares: taunt, meant for Orc." in person.text("#log")


def _play_on(evening: Evening, who: Person) -> None:
    """Regdar strikes with the best dice there are; the orc lets things happen."""
    wishes = ("attack", "stay", "hold") if who is evening.player else ("stay", "hold", "dodge")
    if who.state == "dice":
        return who.roll()
    foe = "Orc" if who is evening.player else "Regdar"
    plan = next(plan for plan in wishes if who.can(plan) or who.can(plan, foe))
    return who.choose(plan, "" if who.can(plan) else foe)


def test_dice_are_picked_in_rpg_hell(evening: Evening) -> None:
    hale = evening.player
    evening.begin("rpg-hell/gate-duel", "Hale")
    _walk_with_a_die(hale)
    before = _pool(hale)
    hale.page.locator('#start [data-key="attack|Dog"]').focus()
    tray = hale.page.locator(".tray")
    _pick_wrongly(hale)
    hale.lay_back()
    dice = tray.locator("input")
    dice.nth(1).focus()
    hale.page.keyboard.press("Space")
    dice.nth(3).click()
    low, high = before[1], before[3]
    hale.page.wait_for_selector(f"text=pair: {low} {high}")
    assert tray.locator("input:checked").count() == 2
    assert hale.text(".tally") == f"{low} + {high} = {low + high}"
    hale.must_be_accessible("the tray")
    hale.must_fit("the tray")
    hale.keep_image("hell-wide")
    hale.choose("attack", "Dog")
    assert _pool(hale) == [before[0], before[2]], "those faces left the pool"
    assert re.search(rf"Hale attacks Dog with a sum of {low + high}\b", hale.text("#log"))


def _pool(person: Person) -> list[int]:
    """The dice on the card of whoever has some."""
    person.catch_up()
    shown = person.page.locator(".pool")
    faces = [int(face) for face in shown.locator(".vh").inner_text().split()]
    assert shown.locator("svg").count() == len(faces)
    return faces


def _walk_with_a_die(hale: Person) -> None:
    """The second die for a move, to a tile beside the dog, by a click on it."""
    before = _pool(hale)
    hale.page.locator('#start [data-key="move|"]').click()
    focused = hale.page.evaluate("document.activeElement.id")
    assert focused == "with-column", "it has to be said where to"
    hale.page.locator(".tray input").nth(1).click()
    hale.page.wait_for_selector(f"text=die: {before[1]}")
    hale.must_be_accessible("a walk by tiles")
    view = hale.view()
    here, dog = view["board"]["tokens"][:2]
    move = next(o for o in view["pending"]["offers"] if o["name"] == "move")
    beside = [
        (x, y)
        for x, y in move["tiles"]
        if max(abs(x - dog["x"]), abs(y - dog["y"])) == 1 and (x, y) != (here["x"], here["y"])
    ]
    hale.step_on(*beside[0])
    assert re.search(r"Hale goes to a spot 1 tile .+ Dog\.", hale.text("#log"))
    assert _pool(hale) == [before[0], *before[2:]]


def _pick_wrongly(hale: Person) -> None:
    """A single die is no pair: said calmly, and the plan is not sent with other dice."""
    hale.lay_back()
    assert hale.text(".tally") == "pick 2 more"
    seq = hale.view()["seq"]
    hale.page.locator('#start [data-key="attack|Dog"]').click()
    assert hale.page.evaluate("document.activeElement.closest('.tray') !== null")
    assert hale.view()["seq"] == seq


def test_a_question_of_dice_stands_by_itself(evening: Evening) -> None:
    """Drawn as if the server asked for a pair now: no plan leaves that open in this fight."""
    hale = evening.player
    evening.begin("rpg-hell/gate-duel", "Hale")
    dice = {"hand": [2, 2, 5], "options": {"two-two": [2, 2], "two-five": [2, 5]}}

    def ask_for_dice(route: Route) -> None:
        view = route.fetch().json()
        view["pending"] |= {"question": "pair", "usual": "two-five", "dice": dice, "offers": []}
        route.fulfill(json=view)

    hale.page.route("**/view", ask_for_dice)
    kept = {"seq": 1, "view": hale.view()}
    hale.page.route("**/commands*", lambda route: route.fulfill(json=kept))
    hale.page.reload()
    box = hale.page.get_by_role("checkbox")
    hale.page.wait_for_selector(".tray")
    assert box.nth(1).get_attribute("aria-label") == "die showing 2, 2 of 2"
    assert [box.nth(k).is_checked() for k in range(3)] == [True, False, True], "the usual ones"
    hale.must_be_accessible("a question of dice")
    hale.must_fit("a question of dice")
    box.nth(1).click()
    box.nth(2).click()
    assert hale.text(".tally") == "pick 1 more"
    box.nth(0).click()
    with hale.page.expect_request("**/commands*") as sent:
        hale.page.keyboard.press("Enter")
    command = sent.value.post_data_json
    assert command is not None
    assert (command["question"], command["option"]) == ("pair", "two-two")
    hale.page.unroute_all(behavior="ignoreErrors")


def test_a_foreign_seat_is_refused(evening: Evening) -> None:
    gm, regdar = evening.gm, evening.player
    evening.begin("plunder/regdar-and-the-orc", "Regdar")
    mine = {"cmd_id": "not-for-you", "seq": gm.view()["seq"], "do": "plan", "name": "stay"}
    answer = gm.page.request.post(f"{gm.at}/commands", data=mine)
    assert (answer.status, answer.json()["error"]) == (403, "it is for Regdar to answer")
    edit = {"do": "edit", "creature": "Orc", "set": {"hp": 0}}
    edit |= {"cmd_id": "not-your-hand", "seq": regdar.view()["seq"]}
    assert regdar.page.request.post(f"{regdar.at}/commands", data=edit).status == 403
    assert regdar.state == "plan"
