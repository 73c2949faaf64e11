"""People at the table's page: each a browser context of its own, driven through what is shown."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    Request,
    Response,
    Route,
    WebSocket,
    expect,
    sync_playwright,
)
from waiting import PATIENCE, until

IMAGES = Path(__file__).parent.parent / "docs" / "images"
LARGEST_IMAGE = 300_000
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PICTURE = {"width": 1200, "height": 760}
NARROWEST = {"width": 360, "height": 740}
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first without a window of its own, which nobody looks at: a quarter less work a test."""
MILLISECONDS = PATIENCE * 1000
expect.set_options(timeout=MILLISECONDS)
SLOW = "AFFRAY_SLOW_PAGES"
BAD_LINE = {"offline": False, "latency": 150, "downloadThroughput": 150_000, "uploadThroughput": -1}
MEASURE = """selector => {
  const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
  return width && height ? { x, y, width, height } : null;
}"""
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
ODDS = "**/odds"
HIGHEST = 99
"""As a wish for a die: its highest face."""


def find_chromium() -> str:
    """Debian's Chromium; the tests bring none of their own."""
    found = next((path for name in NAMES if (path := shutil.which(name))), "")
    if not found:
        pytest.skip("no Chromium here: apt-get install chromium-headless-shell")
    return found


def open_browser() -> Iterator[Browser]:
    """One for all tests of a process: a context of it is a person of their own."""
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()


class Person:
    """Somebody at a page, and everything that was ever sent to them."""

    def __init__(self, browser: Browser, size: dict[str, int] = WIDE) -> None:
        self.is_phone = is_phone = size["width"] < 700
        self.context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            has_touch=is_phone, is_mobile=is_phone, reduced_motion="reduce",
        )  # fmt: skip
        self.page = self.context.new_page()
        self.page.set_default_timeout(MILLISECONDS)
        if os.environ.get(SLOW):
            self._slow_down()
        self.finished: list[Request] = []
        self.frames: list[str] = []
        self.problems: list[str] = []
        self.page.on("requestfinished", lambda request: self.finished.append(request))
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def _slow_down(self) -> None:
        """An old phone on a bad line: what a test does not wait for comes too late here."""
        line = self.context.new_cdp_session(self.page)
        line.send("Emulation.setCPUThrottlingRate", {"rate": 6})
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", BAD_LINE)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    # What they see

    @property
    def state(self) -> str:
        """plan or dice when they are asked, else waiting, busy or over."""
        self.catch_up()
        return self.page.locator("body").get_attribute("data-state") or ""

    def text(self, selector: str) -> str:
        self.catch_up()
        return self.page.locator(selector).inner_text()

    @property
    def at(self) -> str:
        return re.split(r"[?#]", self.page.url)[0]

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.request.get(f"{self.at}/view").json()
        return found

    def is_told_odds(self, odds: dict[str, Any]) -> None:
        """From now on all odds this page asks for are these."""

        def answer(route: Route) -> None:
            plans = json.loads(route.request.post_data or "")["plans"]
            lines = [json.dumps({"k": k, "odds": odds, "error": ""}) for k in range(len(plans))]
            kind = "application/x-ndjson"
            route.fulfill(content_type=kind, body="".join(f"{one}\n" for one in lines))

        self.page.route(ODDS, answer)

    def catch_up(self) -> None:
        """Wait until the page shows what the server would tell this seat now."""
        seq = self.view()["seq"]
        self.page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq)

    def sent(self, since: int = 0) -> str:
        """Every answer and every word of the live line that reached this browser."""
        data = [r for r in self.finished[since:] if "/static/" not in r.url]
        return "\n".join([*(_body(request) for request in data), *self.frames])

    # What they do

    def visit(self, url: str) -> None:
        answer = self.page.goto(url)
        assert answer is not None
        assert answer.ok, answer.text()

    def begin(self, url: str, encounter: str, seed: int = 3) -> Any:
        """A new fight whose dice are always the same, as its game master; links for the others."""
        made = self.page.request.post(f"{url}/fights", data={"encounter": encounter, "seed": seed})
        links = made.json()
        self.open(links["gm"])
        return links

    def open(self, link: str) -> None:
        self.visit(link)
        self.page.wait_for_selector("body[data-seq]")

    def acts(self, act: Callable[[], None]) -> None:
        """Do something that sends a command, and see what came of it."""
        self.catch_up()  # what was seen too long ago is refused
        with self.page.expect_response(_is_command) as sent:
            act()
        assert sent.value.status == 200, sent.value.text()
        self.catch_up()

    def choose(self, name: str, target: str = "") -> None:
        """A plan by its button; one that warns has to be chosen twice, and so has a tapped one."""
        self.catch_up()  # what is offered now may stand in no group
        button = self.page.locator(f'#start [data-key="{name}|{target}"]')
        if not button.is_visible():
            self.page.locator(f'#start [data-key="group|{name}"]').click()
        if button.locator(".warn").count():
            button.click()
            self.page.wait_for_selector(".warn b")
        elif self.is_phone:
            button.click()
            self.page.wait_for_selector("#tap:not([hidden])")
        self.acts(button.click)

    def can(self, name: str, target: str = "") -> bool:
        self.catch_up()
        return self.page.locator(f'#start [data-key="{name}|{target}"]').count() > 0

    def box(self, selector: str) -> dict[str, float]:
        """Where the first such element lies, found and measured in one turn of the page: a map
        that is drawn anew in between would leave a locator with what is gone."""
        self.settle()
        found = self.page.evaluate(MEASURE, selector)
        assert found, f"{selector} is not shown"
        return {str(name): float(value) for name, value in found.items()}

    def settle(self) -> None:
        """Wait until the page has drawn what a new size asks for."""
        self.page.evaluate(TWO_FRAMES)

    def go_to(self, east: float, north: float) -> None:
        """Click a point of the map, in shares of its width and height."""
        floor = self.box(".map .floor")
        x, y = floor["x"] + east * floor["width"], floor["y"] + (1 - north) * floor["height"]
        self.page.mouse.click(x, y)
        self.page.wait_for_selector(".warn b")
        self.acts(lambda: self.page.mouse.click(x, y))

    def step_on(self, column: int, row: int) -> None:
        """Click a tile of the map."""
        floor = self.box(".map .floor")
        board = self.view()["board"]
        x = floor["x"] + (column + 0.5) * floor["width"] / board["width"]
        y = floor["y"] + (row + 0.5) * floor["height"] / board["height"]
        self.acts(lambda: self.page.mouse.click(x, y))

    def lay_back(self) -> None:
        """Let go of every die that lies picked."""
        picked = self.page.locator(".tray input:checked")
        while picked.count():
            picked.first.click()

    def roll(self, wish: int = HIGHEST) -> None:
        """Type one face into every box, as high as was wished and the die goes."""
        boxes = self.page.locator("#start .dbox")
        for k in range(boxes.count()):
            sides = int(boxes.nth(k).inner_text().strip().removeprefix("d"))
            boxes.nth(k).locator("input").fill(str(min(wish, sides)))
        self.acts(lambda: self.page.locator('[data-key="send-dice"]').click())

    def undo(self) -> None:
        self.acts(self.page.locator("#undo").click)

    def ask_to_undo(self) -> None:
        """Others are bothered by it, so it is said twice."""
        self.page.locator("#undo").click()
        self.acts(self.page.locator('[data-key="undo-ask"]').click)

    def type_own_dice(self) -> None:
        self.acts(lambda: self.page.locator('[data-key="dice-true"]').check())

    def seat(self, who: int, player: str) -> None:
        """The game master's menu: who plays a creature."""
        self._in_menu(lambda: self.page.locator(f'[data-key="player-{who}"]').select_option(player))

    def edit(self, creature: str, **fields: str) -> None:
        """The game master's menu: a change by hand."""
        self.page.locator("#open-menu").click()
        self.page.locator('[data-key="edit-who"]').select_option(creature)
        for k, (field, value) in enumerate(fields.items()):
            if k:
                self.page.locator('[data-key="edit-more"]').click()
            self.page.locator(f'[data-key="edit-field-{k}"]').fill(field)
            self.page.locator(f'[data-key="edit-value-{k}"]').fill(value)
        self.acts(self.page.locator('[data-key="edit-send"]').click)
        self.page.keyboard.press("Escape")

    def _in_menu(self, act: Callable[[], Any]) -> None:
        self.page.locator("#open-menu").click()
        self.acts(act)
        self.page.keyboard.press("Escape")

    def link_to(self, seat: str) -> str:
        """The game master makes links for everybody, and copies one."""
        self.page.locator("#share").click()
        shown = self.page.locator(f"#link-{seat}")
        until(lambda: shown.is_visible() or self._ask_for_links(), "the links are there")
        link = shown.input_value()
        self.page.keyboard.press("Escape")
        return link

    def _ask_for_links(self) -> bool:
        """News may draw the dialog anew under the finger: then one presses again."""
        self.page.locator('[data-key="links"]').click()
        self.settle()
        return False

    # How good the page is

    def must_be_accessible(self, where: str) -> None:
        self.page.wait_for_load_state()  # a link that was clicked shows the new page in pieces
        found = Axe().run(self.page)
        assert found.violations_count == 0, f"{where}: {found.generate_report()}"

    def must_fit(self, where: str) -> None:
        """On a wide screen a table never scrolls as a whole, on the narrowest nothing sideways."""
        self.page.wait_for_load_state()
        size = self.page.viewport_size
        assert size is not None
        if size["width"] >= WIDE["width"] and self.page.locator("body[data-seq]").count():
            tall = self.page.evaluate("document.documentElement.scrollHeight")
            assert tall <= size["height"], f"{where}: {tall} pixels tall"
        self.page.set_viewport_size({"width": NARROWEST["width"], "height": NARROWEST["height"]})
        self.settle()
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= NARROWEST["width"], f"{where}: {wide} pixels"
        self.page.set_viewport_size(size)
        self.settle()

    def weight(self) -> int:
        """What the page and everything it needs weighs, packed."""
        files = {r.url: r for r in self.finished if r.resource_type != "fetch"}
        return sum(len(gzip.compress(_raw(request))) for request in files.values())

    def keep_image(self, name: str) -> None:
        """For the documentation, only when asked for: tests leave no traces."""
        if not os.environ.get("AFFRAY_SCREENSHOTS"):
            return
        size = self.page.viewport_size
        assert size is not None
        if size["width"] > PICTURE["width"]:
            self.page.set_viewport_size({"width": PICTURE["width"], "height": PICTURE["height"]})
        self.page.wait_for_function("() => !document.querySelector('.wait')")
        IMAGES.mkdir(exist_ok=True)
        path = IMAGES / f"{name}.png"
        self.page.screenshot(path=path)
        self.page.set_viewport_size(size)
        assert path.stat().st_size < LARGEST_IMAGE, f"{name}: {path.stat().st_size} bytes"


def _is_command(response: Response) -> bool:
    return (
        response.request.method == "POST"
        and re.search(r"/commands(\?|$)", response.url) is not None
    )


def _raw(request: Request) -> bytes:
    response = request.response()
    assert response is not None
    return response.body() if response.status == 200 else b""


def _body(request: Request) -> str:
    return _raw(request).decode()
