"""How far apart two are in Plunder, by where cards and lines say they stand."""

from __future__ import annotations

import re
from collections import defaultdict
from math import hypot

from pencil_books import Book


class Distances(Book):
    """Weapons and spells reach as far as their entries say, and a move as far as a speed."""

    needed = reach = 0

    def __init__(self, text: str) -> None:
        super().__init__(text)
        at = [re.match(r"(.+?): .* at \[(\d+), (\d+)\]", line) for line in self.opening]
        self.places = {one[1]: (int(one[2]), int(one[3])) for one in at if one}
        self.meant: dict[str, tuple[str, str]] = {}
        self.shot_with: dict[str, str] = defaultdict(str)

    def entry(self, thing: str) -> str:
        return next((line for line in self.opening if line.startswith(f"{thing}: ")), "")

    def casts(self, spell: str, dice: str) -> None:
        """How far it reaches with so many dice; with none it is as far as with one."""
        found = re.search(r"ranges ([\d/]+)", self.entry(spell) or "")
        usual = re.search(r"spells with nothing else said: ranges (\d+)", "\n".join(self.opening))
        reaches = found[1].split("/") if found else [usual[1]] * 4 if usual else []
        self.reach = int(reaches[max(1, int(dice)) - 1])

    def spell_at(self, who: str, whom: str) -> None:
        self.meant[who] = ("cast", whom)
        assert self.feet(who, whom) <= self.reach, self.lines[self.n]

    def feet(self, who: str, whom: str) -> int:
        (x, y), (other_x, other_y) = self.places[who], self.places[whom]
        return int(hypot(other_x - x, other_y - y))

    def distance(self, number: str, who: str, step: str) -> None:
        assert self.needed + int(step) == int(number), self.lines[self.n]
        self.needed = int(number)
        act, whom = self.meant[who]
        bands = re.search(r"short (\d+), medium (\d+)", self.entry(self.shot_with[who]))
        short, medium = (30, 60) if act == "cast" or not bands else map(int, bands.groups())
        feet = self.feet(who, whom)
        assert int(step) == (-1 if feet <= short else 0 if feet <= medium else 1)

    def aims(self, who: str, thing: str) -> None:
        self.shot_with[who] = thing

    def goes(self, who: str, x: str, y: str) -> None:
        old, new = self.places[who], (int(x), int(y))
        card = next(line for line in self.opening if line.startswith(f"{who}: "))
        speed = re.search(r"speed (\d+)", card)
        assert speed is not None
        pushed = re.match(rf"{re.escape(who)} is pushed (\d+) feet", self.before())
        far = int(pushed[1]) if pushed else int(speed[1])
        assert int(hypot(new[0] - old[0], new[1] - old[1])) <= far, self.lines[self.n]
        self.places[who] = new
