"""One list for all who seal at once: who declares what, and what the computer would."""

from __future__ import annotations

from affray.book.errors import meant
from affray.fight.following import Following, set_out
from affray.fight.plans import barred
from affray.fight.players import Players
from affray.fight.sealed import as_asked, asked_in_secret, is_secret, is_secret_asked
from affray.fight.suggesting import Suggestion, suggested
from affray.terminal.menu import Menu
from affray.terminal.said import lost_lines

HEAD = "All seal at once. Enter: as listed; NAME PLAN: another; all PLAN: the same for all."
ALL = "all"


class Declaring:
    """The plans of those who are asked in secret in one step, as far as they are typed."""

    def __init__(self, menu: Menu, players: Players) -> None:
        self.menu, self.players = menu, players
        self.typed: dict[int, Suggestion] = {}
        self._at = -1

    def asked(self) -> list[int]:
        """The people who are to seal in this step; nobody where it is one alone, or half way."""
        fight = self.menu.fight
        if self._at != fight.step_start[0]:
            self._at, self.typed = fight.step_start[0], {}
        if not is_secret_asked(fight) or fight.pending is None:
            return []
        who = fight.pending.who
        if any(q.who == who and is_secret(fight, (q, a)) for q, a in fight.said_in_step()):
            return []
        found = [i for i in asked_in_secret(fight) if self.players.seats[i].is_person]
        return found if len(found) > 1 else []

    def take_over(self, typed: dict[int, Suggestion]) -> list[str]:
        """After a change by hand: what is legal still stays typed; what is not is said."""
        asked, fight, out = self.asked(), self.menu.fight, []
        for who, (offer, extra) in typed.items():
            twin = as_asked(fight, who, self.players)
            pending = twin.pending if who in asked else None
            if pending is not None and barred(twin, pending, list(offer.answers)) is None:
                self.typed[who] = (offer, extra)
            else:
                out.append(f"  {fight.names[who]}: {offer.label} is not open any more")
        return out

    def lines(self) -> list[str]:
        asked, names = self.asked(), self.menu.fight.names
        return [HEAD, *(f"  {names[who]}: {self._label(who)}" for who in asked)] if asked else []

    def _label(self, who: int) -> str:
        return ", ".join(offer.label for offer, _ in self._plans(who))

    def _plans(self, who: int) -> list[Suggestion]:
        if who in self.typed:
            return [self.typed[who]]
        return suggested(self.menu.fight, self.players, who)

    def hears(self, text: str, following: dict[int, Following]) -> list[str] | None:
        """What there is to say to what was typed at the list; None where that was not meant."""
        asked = self.asked()
        if not asked:
            return None
        if not text:
            return self._seal(asked, following)
        word, _, plan = text.partition(" ")
        if word.lower() == ALL:
            problems = [said for who in asked if (said := self._type(who, plan.strip()))]
            return problems or self._seal(asked, following)
        return self._one(text, asked)

    def _one(self, text: str, asked: list[int]) -> list[str] | None:
        """'Bran brace': somebody's plan, whoever is asked first."""
        names = self.menu.fight.names
        for who in asked:
            begins = text[: len(names[who])]
            if meant(begins, [names[who]]) == names[who] and text[len(begins) :][:1] == " ":
                said = self._type(who, text[len(begins) :].strip())
                return [said] if said else []
        return None

    def _type(self, who: int, plan: str) -> str:
        """Take a plan down for somebody; why not, if so."""
        twin = as_asked(self.menu.fight, who, self.players)
        menu = Menu(twin)
        menu.numbers, menu.labels = self.menu.numbers, self.menu.labels
        menu.open()
        offer = menu.find(plan)
        if offer is None:
            return f"  {twin.names[who]}: {menu.refusal(plan)}"
        self.typed[who] = (offer, {})
        return ""

    def _seal(self, asked: list[int], following: dict[int, Following]) -> list[str]:
        """As listed, in the order of the rules; what a plan leaves open is asked. Of the plans
        before it is said what came to nothing."""
        fight, at = self.menu.fight, self._at
        lost = [line for who in asked for line in lost_lines(fight, following.get(who))]
        plans = {who: self._plans(who) for who in asked}
        while is_secret_asked(fight) and fight.step_start[0] == at and fight.pending is not None:
            who = fight.pending.who
            if who not in plans:
                break
            for offer, extra in plans.pop(who):
                following[who] = set_out(fight, offer, extra)
                following[who].silent = frozenset(extra)
        return lost
