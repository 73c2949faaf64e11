"""A hand at the builder's page: with a mouse, a finger or keys."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from playwright.sync_api import CDPSession, Locator
from table_browser import PHONE, WIDE, Person

Point = tuple[int, int]
Place = Point | str
Pixel = tuple[float, float]


class Mouse:
    """Buttons are clicked, ground is drawn with the button held down."""

    size = WIDE
    draws = True

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page

    def press(self, button: Locator) -> None:
        button.click()

    def touch(self, place: Place, pixel: Pixel) -> None:
        self.page.mouse.click(*pixel)

    def draw(self, tiles: Sequence[Point], pixels: Sequence[Pixel]) -> None:
        self.page.mouse.move(*pixels[0])
        self.page.mouse.down()
        for pixel in pixels[1:]:
            self.page.mouse.move(*pixel)
        self.page.mouse.up()


class Finger(Mouse):
    """On a phone: nothing but touches, as the browser has them from its screen."""

    size = PHONE

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self.screen: CDPSession = person.context.new_cdp_session(person.page)

    def press(self, button: Locator) -> None:
        button.tap()

    def touch(self, place: Place, pixel: Pixel) -> None:
        self.page.touchscreen.tap(*pixel)

    def draw(self, tiles: Sequence[Point], pixels: Sequence[Pixel]) -> None:
        """Slowly, and at rest in the end: a swipe would swallow the touch after it."""
        began = time.time() - 1 - len(pixels)
        for k, (x, y) in enumerate(pixels):
            self._send("touchMove" if k else "touchStart", [{"x": x, "y": y}], began + k)
        self._send("touchEnd", [], began + 1 + len(pixels))

    def _send(self, kind: str, points: list[dict[str, float]], when: float) -> None:
        touch = {"type": kind, "touchPoints": points, "timestamp": when}
        self.screen.send("Input.dispatchTouchEvent", touch)


class Keys(Mouse):
    """Nothing that points: on the map arrows lead to where the page says the cursor is."""

    draws = False

    def press(self, button: Locator) -> None:
        button.press(" " if button.get_attribute("type") == "checkbox" else "Enter")

    def touch(self, place: Place, pixel: Pixel) -> None:
        self.page.locator("svg.map").focus()
        self.page.keyboard.press("Shift+ArrowLeft")  # it says where one is when one moves
        while (away := self._away(place)) is not None:
            self.page.keyboard.press(away)
        self.page.keyboard.press("Enter")

    def draw(self, tiles: Sequence[Point], pixels: Sequence[Pixel]) -> None:
        for tile, pixel in zip(tiles, pixels, strict=True):
            self.touch(tile, pixel)

    def _away(self, place: Place) -> str | None:
        """The next key on the way there, if any: from room to room, or by one; feet by five."""
        said = self.page.locator("#say").text_content() or ""
        if isinstance(place, str):
            return None if said == place else "ArrowRight"
        found = re.match(r"column (\d+), row (\d+)|(\d+), (\d+) feet", said)
        assert found, said
        x, y = (int(n) for n in found.groups() if n)
        is_feet = found[3] is not None
        east, south = place[0] - x, (y - place[1] if is_feet else place[1] - y)
        if not east and not south:
            return None
        near = is_feet and abs(east or south) < 5
        names = ("ArrowRight", "ArrowLeft") if east else ("ArrowDown", "ArrowUp")
        return f"{'Shift+' if near else ''}{names[(east or south) < 0]}"
