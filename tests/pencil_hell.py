"""The book of RPG Hell: dice, stacks, Armor, and what every blow comes to, by the log alone."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from pencil_books import Book


class Hell(Book):
    """RPG Hell: every die given lay there and buys something, and stacks and Armor add up."""

    carried = ("Health", "Armor", "Strain")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.pools: dict[str, list[int]] = {}
        self.given: list[int] = []
        self.kept: dict[str, int] = {}
        self.stacks: dict[str, Counter[str]] = defaultdict(Counter)
        self.damage: dict[str, int] = {}
        self.blow: int | None = None
        self.sum = 0
        at = [re.match(r"(.+?): .* at \[(\d+), (\d+)\]", line) for line in self.opening]
        self.places = {one[1]: (int(one[2]), int(one[3])) for one in at if one}

    def stands(self, who: str, x: str, y: str) -> None:
        self.places[who] = (int(x), int(y))

    def stays(self, who: str, x: str, y: str) -> None:
        assert self.places[who] == (int(x), int(y)), self.lines[self.n]

    def is_moved(self, who: str, n: str, way: str) -> None:
        x, y = self.places[who]
        east = ("east" in way) - ("west" in way)
        south = ("south" in way) - ("north" in way)
        self.places[who] = (x + int(n) * east, y + int(n) * south)

    def rolls(self, who: str, faces: str) -> None:
        self.pools[who] = [int(face) for face in faces.split()]

    def unlocks(self, who: str, face: str) -> None:
        self.pools[who].append(int(face))

    def gives(self, who: str, one: str, other: str | None) -> None:
        self.given = [int(face) for face in (one, other) if face]
        for face in self.given:
            self.pools[who].remove(face)
        after = self.lines[self.n + 1]
        assert " gives a " not in after, f"{after}: what were {self.given} given for?"
        assert not re.match(r"Round |.+'s turn\.|.+: \w+ is \d+ now", after), self.given

    def keeps(self, who: str, face: str) -> None:
        self.kept[who] = int(face)

    def gives_kept(self, who: str, face: str) -> None:
        """Out of turn the die that was kept is all that is given."""
        assert self.kept.pop(who) == int(face), self.lines[self.n]
        self.given = [int(face)]

    def marked(self, dice: str, mark: str) -> None:
        assert sum(self.given) == int(dice), self.lines[self.n]
        self.sum = int(dice) + int(mark)

    def on_sum(self, n: str) -> None:
        self.sum += int(n)

    def least_sum(self, least: str) -> None:
        assert self.sum < int(least), self.lines[self.n]
        self.sum = int(least)

    def attacks(self, total: str) -> None:
        assert (self.sum or sum(self.given)) == int(total), self.lines[self.n]
        self.sum = 0
        after = self.lines[self.n + 1]
        if "counts as low" not in after:
            assert (" sum is high." in after) is (int(total) >= 9), after
            assert (" sum is low." in after) is (int(total) <= 4), after

    def against(self, total: str) -> None:
        """Whoever is struck besides has a sum of its own, by its own mark."""
        assert (self.sum or sum(self.given)) == int(total), self.lines[self.n]
        self.sum = 0

    def base(self, n: str) -> None:
        self.blow = int(n)

    def adds(self, n: str, how: str, who: str, why: str) -> None:
        """A cause of damage, or of stacks where no weapon was told."""
        if self.blow is not None:
            self.blow += int(n) * (1 if how == "more" else -1)

    def parries(self, n: str) -> None:
        if self.blow is not None:
            self.blow = max(0, self.blow - int(n))

    def dodges(self, left: str) -> None:
        if self.blow is not None:
            assert (max(0, self.blow) + 1) // 2 == int(left), self.lines[self.n]
            self.blow = int(left)

    def has(self, who: str, effect: str, n: str) -> None:
        self.stacks[who][effect] = int(n)

    def decays(self, who: str, effect: str, n: str) -> None:
        whole = effect in ("slow", "stun", "sparking")
        assert int(n) == (0 if whole else self.stacks[who][effect] - 1), self.lines[self.n]
        self.stacks[who][effect] = int(n)

    def is_rid(self, who: str, effect: str) -> None:
        self.stacks[who][effect] = 0

    def mark_used(self, who: str, n: str) -> None:
        self.stacks[who]["marked"] -= 1
        assert self.stacks[who]["marked"] == int(n)

    def cancels(self, who: str, n: str) -> None:
        self.stacks[who]["wet"] -= int(n)
        self.stacks[who]["burn"] -= int(n)

    def takes(self, who: str, n: str, kind: str) -> None:
        self.damage[who] = int(n)
        if kind == "attack" and self.blow is not None:
            assert self.blow == int(n), self.lines[self.n]
            self.blow = None
        if kind in ("burn", "bleed"):
            assert self.stacks[who][kind] == int(n), self.lines[self.n]

    def armor(self, who: str, n: str, left: str) -> None:
        doubled = re.match(r"(\d+) counts as (\d+) against", self.before())
        worth = int(doubled[2]) if doubled else self.damage[who]
        assert not doubled or (int(doubled[1]), worth) == (self.damage[who], 2 * self.damage[who])
        sheet = self.sheets[who]
        assert min(sheet["Armor"], worth) == int(n), self.lines[self.n]
        sheet.becomes("Armor", -int(n), int(left))

    def shielded(self, who: str, n: str, now: str) -> None:
        """What the same caster granted before is renewed: the line says what there is then."""
        assert int(n) <= int(now)
        self.sheets[who]["Armor"] = int(now)

    def contest(self, who: str, bonus: str | None) -> None:
        """The Stat that stands on the card as the dice have it, with what poison takes."""
        last = self.lines[max(0, self.n - 2) : self.n]
        stat = [re.match(rf"{re.escape(who)}'s \w+ is (-?\d+)\.", line) for line in last]
        poison = [re.match(r"(\d+) off .+'s Body for poison", line) for line in last]
        value = sum(int(found[1]) for found in stat if found)
        assert any(stat), self.lines[self.n]
        assert value - sum(int(f[1]) for f in poison if f) == int(bonus or 0), self.lines[self.n]

    def hides(self, who: str, score: str) -> None:
        rolled = re.match(r".+ rolls to hide: .* = (\d+)", self.before())
        assert int(score) == (int(rolled[1]) if rolled else sum(self.given))

    def keep(self) -> None:
        self.read(
            {
                r"(.+?): (Health .*)": self.ends,
                r"(.+?): Health .* at \[(\d+), (\d+)\]": self.stays,
                r"(.+) rolls the Combat Dice: \d+d6 \(([\d ]+)\)": self.rolls,
                r"(.+) (?:goes to|ends up at) \[(\d+), (\d+)\]": self.stands,
                r"(.+) stays at \[(\d+), (\d+)\]": self.stays,
                r"(.+) is moved (\d+) tiles? ([a-z-]+)\.": self.is_moved,
                r"(.+) takes the kept die back: (\d)": self.unlocks,
                r"(.+) gives a (\d)(?: and a (\d))?\.": self.gives,
                r"(.+) keeps a die: (\d)": self.keeps,
                r"(.+) gives the kept die, a (\d)": self.gives_kept,
                r"(\d+) on .+'s dice and (\d+) for the mark": self.marked,
                r"(\d+) more on .+'s sum for ": self.on_sum,
                r".+: .+'s sum is (\d+) at the least": self.least_sum,
                r".+ attacks .+ with a sum of (\d+)": self.attacks,
                r"Against .+'s sum is (\d+)": self.against,
                r".+ does (\d+) damage by itself": self.base,
                r"(\d+) (more|less) on (.+?) for (.+)\.  ": self.adds,
                r".+ parries (\d+)": self.parries,
                r".+ dodges: (\d+) of the damage is left": self.dodges,
                r"(.+) has ([a-z]+) (\d+)\.": self.has,
                r"(.+): ([a-z]+) is (\d+) now": self.decays,
                r"(.+) is rid of (\w+)\.": self.is_rid,
                r"A mark on (.+) is used, (\d+) left": self.mark_used,
                r"(.+)'s Wet and Burn take each other away: (\d+)": self.cancels,
                r"(.+) takes (\d+) damage \((\w+)\)": self.takes,
                r"(.+)'s Armor takes (\d+), (\d+) left": self.armor,
                r"(.+) has (\d+) Armor of a passing kind, (\d+) in all": self.shielded,
                r"(.+) rolls (?:for the contest|to hold out): 2d6(?:\+(\d+))? ": self.contest,
                r"(.+) is (?:fully )?hidden: (\d+),": self.hides,
                r"(.+) finds no place to hide: (\d+) of": self.hides,
            }
        )
