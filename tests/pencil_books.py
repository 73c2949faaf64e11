"""Books kept of a fight by its log alone, one kind a game.

Nothing here knows a rule: cards, things and lines are all there is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from test_pencil import (
    PART,
    ROLL,
    Sheet,
    cards,
    check_carried,
    check_parts,
    check_roll,
    check_target,
)


class Book:
    """What a reader has written down: a card each, and whatever lines have told since."""

    carried: tuple[str, ...] = ()

    def __init__(self, text: str) -> None:
        self.opening = text.split("\n\n")[1].splitlines()
        self.sheets = cards(text)
        self.lines = [line.strip() for line in text.split("\n\n", 2)[2].splitlines()]
        self.seen: Counter[str] = Counter()
        self.n = 0

    def before(self) -> str:
        return self.lines[self.n - 1] if self.n else ""

    def read(self, entries: dict[str, Callable[..., None]]) -> None:
        """Every line is held against what it may say; who reads it keeps the book."""
        for n, line in enumerate(self.lines):
            self.n = n
            check_roll(line)
            check_parts(line)
            check_carried(line, self.sheets)
            for pattern, entry in entries.items():
                found = re.match(pattern, line)
                if found:
                    self.seen[entry.__name__] += 1
                    entry(*found.groups())

    def ends(self, who: str, card: str) -> None:
        """The last lines are cards again: what was kept in the book stands on them."""
        for field, now in re.findall(r"(?:^|  )([A-Za-z]+) (-?\d+)(?=/|  |$)", card):
            if field in self.carried:
                assert self.sheets[who][field] == int(now), (who, field, self.sheets[who])


class Spotlight(Book):
    """Dungeoneers Spotlight: points, tokens, heroism, villainy and arca are paid out of a purse."""

    carried = ("wounds", "stress", "arca")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.purses = {who: self.purse(who) for who in self.sheets}
        self.villainy = 0
        self.rearmed: set[str] = set()
        found = [re.match(r"([a-z][a-z ]+): (?:arca (\d+)|)", line) for line in self.opening]
        self.spells = {spell[1]: int(spell[2] or 1) for spell in found if spell}
        self.drawn = self.bane = self.spent = self.fall = 0

    def purse(self, who: str) -> Sheet:
        card = next(line for line in self.opening if line.startswith(f"{who}: "))
        tokens = re.search(r"tokens (\d+)", card)
        return Sheet({"points": 6, "tokens": int(tokens[1]) if tokens else 0, "heroism": 0})

    def new_round(self) -> None:
        for purse in self.purses.values():
            purse["points"] = 6

    def points(self, who: str, n: str, left: str) -> None:
        self.purses[who].becomes("points", -int(n), int(left))

    def token(self, who: str, left: str) -> None:
        self.purses[who].becomes("tokens", -1, int(left))

    def hands_on(self, giver: str, taker: str) -> None:
        self.purses[giver]["tokens"] -= 1
        self.purses[taker]["tokens"] += 1

    def all_tokens(self, n: str) -> None:
        for purse in self.purses.values():
            purse["tokens"] = int(n)

    def heroism(self, who: str, how: str, n: str, now: str) -> None:
        sign = 1 if how == "gains" else -1
        self.purses[who].becomes("heroism", sign * int(n), int(now))

    def gains_villainy(self, now: str) -> None:
        self.villainy += 1
        assert self.villainy == int(now)

    def spends_villainy(self, n: str, left: str) -> None:
        self.villainy -= int(n)
        assert self.villainy == int(left)

    def declares_spell(self) -> None:
        self.drawn = self.bane = self.spent = 0

    def dearer(self, n: str) -> None:
        self.bane += int(n)

    def draws(self, n: str) -> None:
        self.drawn = int(n)

    def spends_arca(self, n: str) -> None:
        self.spent = int(n)

    def casts(self, spell: str, extra: str) -> None:
        cost = self.spells[spell] + self.bane + int(extra) - self.drawn
        assert cost == self.spent, self.lines[self.n]

    def defended(self, who: str, kind: str, n: str) -> None:
        """What takes wounds off is what stands on the card, however many there were."""
        if who not in self.rearmed:
            assert self.sheets[who]["PD" if kind == "physical" else "ED"] == int(n)

    def fall_counts(self, deep: str) -> None:
        self.fall = 1 + int(deep) // 5

    def falls(self, wounds: str) -> None:
        assert self.fall == int(wounds)

    def rearms(self, who: str) -> None:
        self.rearmed.add(who)

    def checks(self, who: str) -> None:
        assert re.match(rf"{re.escape(who)} needs \d+\.|\d+ (?:boon|bane) for", self.before())

    def keep(self) -> None:
        rearms = "has .+ ready at once|stows|takes .+ in hand|drops|picks up"
        self.read(
            {
                r"(.+?): (size .*)": self.ends,
                r"Round \d+\.": self.new_round,
                r"(.+) spends (\d+) action points?, (\d+) left": self.points,
                r"(.+)'s player spends a token, (\d+) left": self.token,
                r"(.+) gives (.+) a token": self.hands_on,
                r"The last token is spent: every player has (\d+) again": self.all_tokens,
                r"(.+)'s player (gains|spends) (\d+) heroism, (?:now )?(\d+)": self.heroism,
                r"The game master's villainy is (\d+) now": self.gains_villainy,
                r"The game master spends (\d+) villainy, (\d+) left": self.spends_villainy,
                r".+ declares the spell ": self.declares_spell,
                r"(\d+) arca more for ": self.dearer,
                r".+ draws (\d+) arca from the place": self.draws,
                r".+ spends (\d+) arca, \d+ left": self.spends_arca,
                r".+ casts (.+) with (\d+) extra arca": self.casts,
                r"(\d+) of \d+ tiles? count: 1 wound": self.fall_counts,
                r"Harm to .+?: fall (\d+)": self.falls,
                r"Harm to (.+?): .*(physical|energy) defense -(\d+)": self.defended,
                rf"(.+?) (?:{rearms})": self.rearms,
                r"(.+) rolls to (?:climb|break the fall|pierce)": self.checks,
            }
        )


class Tactics(Book):
    """Dungeoneers Tactics: dice by score and cause on both sides, points, and every wound."""

    carried = ("wounds", "stress", "magica")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.more: Counter[str] = Counter()
        self.target: Counter[str] = Counter()
        self.resists: dict[str, str] = {}
        self.actions: dict[str, int] = {}
        self.steps: dict[str, int] = {}
        self.wounds = 0

    def cause(self, n: str, who: str) -> None:
        self.more[who] += int(n)

    def uses(self, who: str, score: str) -> None:
        self.resists[who] = score

    def turn(self, who: str, actions: str, steps: str) -> None:
        self.actions = {who: int(actions)}
        self.steps = {who: int(steps)}

    def walks(self, who: str) -> None:
        if who in self.steps:
            self.steps[who] -= 1
            assert self.steps[who] >= 0, self.lines[self.n]

    def sprints(self, who: str, more: str, now: str) -> None:
        if who in self.steps:
            self.steps[who] += int(more)
            assert self.steps[who] == int(now), self.lines[self.n]

    def hampered(self, *whom: str | None) -> None:
        """Who is hobbled, held or holds loses points by rules of its own; they are not followed."""
        for who in filter(None, whom):
            self.steps.pop(who, None)

    def acts(self, who: str) -> None:
        if who in self.actions:
            self.actions[who] -= 1
            assert self.actions[who] >= 0, self.lines[self.n]

    def rolls(self, who: str, what: str, whom: str) -> None:
        mine = {"to hit": "prowess", "power against": "power", "to break": self.resists.get(who)}
        theirs = {"to hit": "prowess", "power against": self.resists.get(whom), "to break": "power"}
        rolled = ROLL.search(self.lines[self.n])
        assert rolled is not None, self.lines[self.n]
        for one, pool, score in (
            (who, rolled["pool"], mine[what]),
            (whom, rolled["vs_pool"], theirs[what]),
        ):
            own = sum(int(n) for n in re.findall(r"(\d+)d\d+", (pool or "").partition("-")[0]))
            assert own == self.sheets[one][score or ""] + self.more[one], self.lines[self.n]
        self.more.clear()

    def part(self, *_: str) -> None:
        check_target(self.lines[self.n], self.target)

    def other_roll(self) -> None:
        check_target(self.lines[self.n], self.target)
        self.more.clear()

    def deals(self, n: str) -> None:
        self.wounds = int(n)

    def doubled(self, n: str, twice: str) -> None:
        assert (self.wounds, 2 * self.wounds) == (int(n), int(twice))
        self.wounds = int(twice)

    def changed(self, n: str, how: str) -> None:
        self.wounds = max(0, self.wounds + int(n) * (1 if how == "more" else -1))

    def soaked(self, n: str) -> None:
        self.wounds -= int(n)
        assert self.wounds >= 0

    def sustained(self, n: str) -> None:
        assert self.wounds == int(n), self.lines[self.n]

    def keep(self) -> None:
        acts = "attacks|disengages|defends|sprints|grapples for|pushes|casts|drinks"
        kinds = "to hit|power against|to break"
        ways = "(?:north|south)(?:-(?:east|west))?|east|west"
        self.read(
            {
                r"(.+?): (wounds .*)": self.ends,
                r"([+-]\d+) (?:die|dice) for (.+): ": self.cause,
                r"(.+) uses its (power|prowess)": self.uses,
                PART.pattern: self.part,
                r"(.+)'s turn: (\d+) action points?, (-?\d+) movement points?": self.turn,
                rf"(.+?) (?:moves|turns) (?:{ways})\.": self.walks,
                r"(.+) stands up\.": self.walks,
                r"(.+) sprints: (\d+) movement points? more, (-?\d+) in all": self.sprints,
                r"(.+) is hobbled|(.+) holds (.+)\.  ": self.hampered,
                rf"(.+?) (?:{acts})": self.acts,
                rf"(.+?) rolls ({kinds}) (.+?)(?:'s hold)?(?: from behind, .+)?: ": self.rolls,
                r".+ rolls (?:to pierce|a spell attack|mind|to overcome)": self.other_roll,
                r".+ (?:pierces the armor|takes effect) for (\d+)": self.deals,
                r"Past 3 times .+ is overloaded: (\d+)": self.deals,
                r".+ is overstressed: (\d+) wounds? doubled to (\d+)": self.doubled,
                r".+ is (?:vulnerable|hardy).*: (\d+) wounds? (more|less)": self.changed,
                r".+ takes (\d+) wounds? as stress, now ": self.soaked,
                r".+ sustains (\d+) wounds? and has ": self.sustained,
            }
        )
