"""An encounter built anew in the builder's page, from nothing but what is shown there, by a hand
that has a mouse, a finger or keys. What is typed is typed by all three."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from itertools import groupby
from typing import Any

from playwright.sync_api import Locator
from rebuilding_hands import Mouse, Point

from affray.book.ground import BY_SIGN, KINDS, OPEN
from affray.table import building

Data = dict[str, Any]

DONE = """n => {
  const refused = document.getElementById("refused");
  return Number(document.body.dataset.built) > n || !refused.hidden;
}"""
STANDS = """([n, key]) => {
  const chosen = document.querySelector(`[data-key="${key}"]`);
  return Number(document.body.dataset.built) > n || chosen.ariaExpanded === "false";
}"""
AWAY = "for the time being"
"""The room people wait in while the others are built."""


class Refused(Exception):
    """What the rules say to it."""


class Rebuilding:
    """One encounter, step by step; each step is a draft the rules allow."""

    def __init__(self, hand: Mouse, wanted: Data) -> None:
        self.hand, self.page, self.wanted = hand, hand.page, wanted
        self.parts = building.parts_of(wanted["ruleset"])
        self.how = {one["kind"]: one for one in self.parts["ground"]}

    def whole(self) -> None:
        self._typed("title", self.wanted["title"])
        self._alone()
        self._place()
        self._bare()
        for k, one in enumerate(self.wanted["creature"]):
            if k:
                self._comes(one)
            self._standing(one)
        if "zone" in self.wanted:
            self._done(lambda: self._press(f"no {AWAY}"))
        self._ground()
        for a, b in self.wanted.get("map", {}).get("close", []):
            self._tick(f"{a} and {b}", f"{b} and {a}")
        for name, reading in self.wanted.get("rulings", {}).items():
            self._open("How the rules are read")
            self._chosen(name, reading)

    def exported(self) -> Data:
        """What the page writes for somebody else; things of one's own may stand there or beside."""
        with self.page.expect_download() as download:
            self._press("Export")
        written = tomllib.loads(download.value.path().read_text(encoding="utf-8"))
        own = written.pop("homebrew", {})
        return {**written, **own}

    @property
    def file(self) -> Data:
        """As the page has it."""
        return tomllib.loads(self.page.locator("pre.file").text_content() or "")

    # What a hand does

    def _at(self, key: str) -> Locator:
        return self.page.locator(f'[data-key="{key}"]')

    def _press(self, key: str) -> None:
        self.hand.press(self._at(key))

    def _open(self, part: str) -> None:
        if not self._at(part).evaluate("summary => summary.parentElement.open"):
            self._press(part)

    def _done(self, act: Any) -> None:
        """Something that changes the draft; what is refused fails with what was said."""
        before = self._built()
        self.page.evaluate('document.getElementById("refused").hidden = true')
        act()
        self.page.wait_for_function(DONE, arg=before)
        refused = self.page.locator("#refused")
        if refused.is_visible():
            raise Refused(refused.text_content())

    def _typed(self, key: str, value: object) -> None:
        field, text = self._at(key), str(value)
        if field.input_value() == text:
            return
        field.fill(text)
        self._done(lambda: field.press("Enter"))

    def _chosen(self, key: str, option: str) -> None:
        if self._at(key).input_value() != option:
            self._done(lambda: self._at(key).select_option(option))

    def _tick(self, *keys: str) -> None:
        self._open("Rooms")
        found = next(one for key in keys if (one := self._at(key)).count())
        self._done(lambda: self.hand.press(found))

    # Where

    def _place(self) -> None:
        fields, of_map = self.wanted.get("set", {}), self.wanted.get("map", {})
        for one in self.parts["scene"]:
            value = fields.get(one["name"], "")
            if one["options"]:
                self._chosen(one["name"], str(value))
            else:
                self._typed(one["name"], value)
        if "size" in of_map or "rows" in of_map:
            rows = of_map.get("rows", [""])
            wide, deep = of_map.get("size", [len(rows[0]), len(rows)])
            unit = "feet" if self.parts["unit"] == "ft" else "tiles"
            self._typed(f"Wide, {unit}", wide)
            self._typed(f"Deep, {unit}", deep)
        for name in (self.parts["map"] or {"numbers": {}})["numbers"]:
            self._typed(name, of_map.get(name, ""))
        if "zone" in self.wanted:
            self._rooms()

    def _rooms(self) -> None:
        self._open("Rooms")
        before = [room["id"] for room in self.file["zone"]]
        self._room(AWAY)
        self._chosen("at", AWAY)
        for room in before:
            self._done(lambda room=room: self._press(f"no {room}"))
        rooms = self.wanted["zone"]
        for room in rooms:
            self._room(room["id"])
        for room in rooms:
            for other in room.get("links", []):
                ways = [
                    f"a way from {a} to {b}" for a, b in ((room["id"], other), (other, room["id"]))
                ]
                self._tick(*ways)
            if room.get("exit"):
                self._tick(f"{room['id']} leads out")

    def _room(self, name: str) -> None:
        self._at("room").fill(name)
        button = self.page.get_by_role("button", name="Add", exact=True)
        self._done(lambda: self.hand.press(button))

    # On the map

    def _pixel(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the map is on the screen, in tiles or feet."""
        self.page.locator("svg.map").scroll_into_view_if_needed()
        floor = self.hand.person.box("svg.map .floor")
        if floor["x"] < 0:  # on a phone a wide map is shown in part at first
            self.hand.press(self.page.get_by_role("button", name="Whole map"))
            floor = self.hand.person.box("svg.map .floor")
        wide, deep = self._extent()
        down = deep - y if self.parts["unit"] == "ft" else y
        return floor["x"] + x * floor["width"] / wide, floor["y"] + down * floor["height"] / deep

    def _extent(self) -> tuple[int, int]:
        of_map = self.file.get("map", {})
        if "rows" in of_map:
            return len(of_map["rows"][0]), len(of_map["rows"])
        wide, deep = of_map.get("size", self.parts["extent"])
        return wide, deep

    def _spot(self, point: Any) -> tuple[float, float]:
        """The middle of a tile, or a point in feet."""
        x, y = point
        half = 0.5 if self.parts["unit"] == "tile" else 0
        return self._pixel(x + half, y + half)

    def _touch(self, point: Any) -> None:
        self.hand.touch(point, self._spot(point))

    def _draw(self, tiles: list[Any]) -> None:
        self.hand.draw(tiles, [self._spot(tile) for tile in tiles])

    def _brush(self, kind: str) -> None:
        if kind not in self.how or self.how[kind]["rule"]:
            self._press(f"brush {kind}")
        else:
            self._at("ground").select_option(kind)

    def _ground(self) -> None:
        of_map, ground = self.wanted.get("map", {}), self.wanted.get("ground", {})
        for kind, about in self.how.items():
            if about["how"] == "tiles":
                self._lay(kind, [tuple(tile) for tile in of_map.get(about["key"], [])])
        signs = {one["key"]: kind for kind, one in self.how.items() if one["how"] == "sign"}
        self._rows(of_map.get("rows", []), signs)
        for box in of_map.get("plateaus", []):
            self._brush("plateau")
            self._at("height").fill(str(box["height"]))
            self._touch(box["from"])
            self._done(lambda box=box: self._touch(box["to"]))
        if self.parts["unit"] != "zone":
            self._open("Ground")
            self._chosen("base", ground.get("base", ""))
        self._rows(ground.get("rows", []), BY_SIGN)
        for area in ground.get("area", []):
            self._area(area)

    def _rows(self, rows: list[str], kinds: dict[str, str]) -> None:
        for sign in sorted({sign for row in rows for sign in row} - {OPEN}):
            tiles = [
                (x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one == sign
            ]
            self._lay(kinds[sign], tiles)

    def _lay(self, kind: str, tiles: list[Point]) -> None:
        """Tiles beside each other by one stroke."""
        if not tiles:
            return
        self._brush(kind)
        for _, row in groupby(enumerate(sorted(tiles, key=lambda at: at[::-1])), _run):
            run = [tile for _, tile in row]
            for part in [run] if self.hand.draws else [[tile] for tile in run]:
                self._done(lambda part=part: self._draw(part))

    def _bare(self) -> None:
        """Without the ground one begins with."""
        of_map = self.file.get("map", {})
        keys = [one["key"] for one in self.how.values() if one["how"] == "tiles"]
        self._lay("clear", [tuple(tile) for key in keys for tile in of_map.get(key, [])])

    def _area(self, area: Data) -> None:
        if "in" in area:
            self._in_rooms(area)
            return
        self._brush(area["kind"])
        if KINDS[area["kind"]].stands:
            self._at("size").fill(str(area.get("size", 0)))
            for at in area["at"]:
                self._done(lambda at=at: self._touch(at))
            return
        if self.parts["unit"] == "tile":
            self._press("form shape")
        for at in area.get("path") or self._corners(area):
            self.hand.touch(at, self._pixel(*at))
        self._done(lambda: self._press("close-shape"))

    def _corners(self, box: Data) -> list[Any]:
        """Of a box; in tiles it holds those at both ends."""
        more = 1 if self.parts["unit"] == "tile" else 0
        return [box["from"], [n + more for n in box["to"]]]

    def _in_rooms(self, area: Data) -> None:
        self._open("Ground")
        self._at("kind").select_option(area["kind"])
        self._at("count").fill(str(area.get("count", 1)))
        for room in self.wanted["zone"]:
            tick = self._at(f"in {room['id']}")
            if tick.is_checked() != (room["id"] in area["in"]):
                self.hand.press(tick)
        self._done(lambda: self._press("lay"))

    # Who

    def _alone(self) -> None:
        """The first who is wanted, and nobody of those one begins with."""
        blank = [one["name"] for one in self.file["creature"]]
        self._comes(self.wanted["creature"][0])
        for name in blank:
            self._press(f"who {name}")
            self._done(lambda: self._press("gone"))
        self._press(f"who {self.file['creature'][0]['name']}")

    def _comes(self, one: Data) -> None:
        self._at("seek").fill(one.get("from", "nobody of"))
        self._done(lambda: self._press(f"add {one.get('from', '')} {one['side']}"))

    def _standing(self, one: Data) -> None:
        """Whoever is chosen: called, standing and made as they should be."""
        self._typed("name", one["name"])
        if "emblem" in one:
            self._chosen("emblem", one["emblem"])
        if one.get("stays"):
            self._done(lambda: self._press("stays"))
        self._stands(one)
        self._fields(dict(one.get("set", {})))

    def _fields(self, fields: Data) -> None:
        """What leans on another number is held until that one is given."""
        for field, value in fields.items():
            with suppress(Refused):
                self._field(field, value)

    def _stands(self, one: Data) -> None:
        """By a touch of the map; where somebody stands already a touch is meant for them."""
        at, before = one["at"], self._found(one["name"])["at"]
        if at == before:
            return
        if isinstance(at, str):
            k = [room["id"] for room in self.file["zone"]].index(at)
            room = self.page.locator("svg.map .room.floor").nth(k)
            room.scroll_into_view_if_needed()
            box = room.bounding_box()
            assert box is not None
            pixel = (box["x"] + 12, box["y"] + box["height"] / 2)
            self._done(lambda: self.hand.touch(at, pixel))
            return
        self._press("brush ")
        before = self._built()
        self._touch(at if isinstance(at, list) else [at, 0])
        self.page.wait_for_function(STANDS, arg=[before, f"who {one['name']}"])
        if self._built() == before:
            self._press(f"who {one['name']}")
            self._typed("Column", at[0])
            self._typed("Row", at[1])

    def _built(self) -> int:
        return int(self.page.locator("body").get_attribute("data-built") or 0)

    def _found(self, name: str) -> Data:
        return next(one for one in self.file["creature"] if one["name"] == name)

    def _field(self, field: str, value: Any) -> None:
        key = f"field {field}"
        if field not in self._found(self._at("name").input_value()).get("set", {}):
            self._done(lambda: self._at("another-number").select_option(field))
        if isinstance(value, dict):
            for part, number in value.items():
                self._entered(f"{key} {part}", number)
        else:
            self._entered(key, value)

    def _entered(self, key: str, value: Any) -> None:
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        text = text.lower() if isinstance(value, bool) else text
        if self._at(key).evaluate("field => field.tagName") == "SELECT":
            self._chosen(key, text)
        else:
            self._typed(key, text)


def _run(numbered: tuple[int, Point]) -> tuple[int, int]:
    k, (x, y) = numbered
    return y, x - k
