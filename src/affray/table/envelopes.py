"""Envelopes: what is sealed in a step, held beside the tape until the last is in.

Everybody who is asked in secret is asked at once, each in a fight of their own, in which the
others have said anything legal: nobody's screen is drawn from what another has sealed. When the
last is in, all is laid on the tape in the order of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from affray.book.encounter import Encounter
from affray.fight.fight import Fight
from affray.fight.following import Following, dropped_words, refused_words, set_out
from affray.fight.plans import Offer, barred, offers, unusable
from affray.fight.players import Players
from affray.fight.sealed import (
    as_asked,
    asked_in_secret,
    asks_still,
    before_seal,
    is_secret,
    is_secret_asked,
    place_of_seal,
)
from affray.fight.suggesting import on_the_tape, suggested
from affray.oracles.tape import Question
from affray.table.written_offers import read_offer, write_offer

COMPUTER = -1
"""As `by`: the computer has answered, for one who is away."""

MOST_ORDERS = 62
"""More than any sealed answer takes, piece by piece."""


@dataclass(frozen=True)
class GivenPlan:
    """A plan as it was given, with what was said of its details; `silent` are those of them that
    nobody has said, but were filled in."""

    offer: Offer
    extra: dict[int, int] = field(default_factory=dict)
    silent: frozenset[int] = frozenset()

    def carried_out(self, taken: Following) -> Following:
        taken.silent |= self.silent
        return taken


@dataclass
class Envelope:
    """What one creature is to do, as far as it is said; `by` is the chair that said it.

    `lost` is what was in it until the game master changed something.
    """

    orders: list[GivenPlan] = field(default_factory=list)
    by: int = 0
    lost: str = ""

    @property
    def label(self) -> str:
        """What is in it, for those who may read it; its details are said by `declaring`."""
        return self.orders[0].offer.label.removesuffix("...").rstrip() if self.orders else ""

    @property
    def details(self) -> list[tuple[int, int]]:
        """What was answered besides, in the order of the questions."""
        more = [answer for order in self.orders[1:] for answer in order.offer.answers]
        anew = {question for question, _ in more}
        said = [one for order in self.orders for one in order.extra.items() if one[0] not in anew]
        return sorted([*more, *said])


class OpenQuestion:
    """What somebody is asked, in a fight in which they can be: everybody's, or one of their own.

    What is worked out of it stays for as long as it stands. `astray` is what was said before, and
    is not legal here, `dropped` what is lost of it where it is taken out.
    """

    def __init__(self, fight: Fight, plan: Following | None = None) -> None:
        self.fight, self.pending = fight, fight.pending
        self.astray = refused_words(fight, {0: plan}) if plan is not None else []
        self.dropped = dropped_words(fight, plan) if plan is not None else []
        self._offers: list[Offer] | None = None
        self.shown: dict[frozenset[int], dict[str, Any]] = {}
        self.suggested: list[GivenPlan] | None = None

    @property
    def question(self) -> Question:
        assert self.pending is not None
        return self.pending

    @property
    def offers(self) -> list[Offer]:
        if self._offers is None:
            self._offers = offers(self.fight)
        return self._offers


class Envelopes:
    """Those of the step under way, by creature."""

    def __init__(self, fight: Fight, players: Players, held: dict[int, Envelope]) -> None:
        self.fight, self.players = fight, players
        self.held = held
        self._moment: Question | None = None
        self._asked: dict[int, OpenQuestion] = {}
        self._fresh: dict[int, OpenQuestion] = {}
        self._laid: dict[int, list[GivenPlan]] = {}
        self._round: list[int] = []
        self._thinkers: list[int] = []

    # Who is asked

    @property
    def is_open(self) -> bool:
        """Whether something is to be sealed now."""
        return is_secret_asked(self.fight)

    def _look(self) -> None:
        """A fight that goes on makes a new question: what was known of the one before is over."""
        if self._moment is not self.fight.pending or self._moment is None:
            self._moment, self._round, self._thinkers = self.fight.pending, [], []
            self._asked, self._fresh, self._laid = {}, {}, {}
            if self.is_open:
                seats, asked = self.players.seats, asked_in_secret(self.fight)
                self._round = [i for i in asked if seats[i].is_person]
                self._thinkers = [i for i in asked if seats[i].thinks]

    @property
    def asked(self) -> list[int]:
        """The people's creatures who are asked in secret now, in the order of the rules."""
        self._look()
        return self._round

    @property
    def thinkers(self) -> list[int]:
        """Those for whom the computer thinks about what to seal, or has."""
        self._look()
        return self._thinkers

    @property
    def laid(self) -> list[int]:
        """The people's creatures whose answers of this step are on the tape, and not shown."""
        said = [q.who for q, _ in self.fight.said_in_step() if is_secret(self.fight, (q, None))]
        known = dict.fromkeys(said)
        return [i for i in known if self.players.seats[i].is_person and i not in self.asked]

    @property
    def sealing(self) -> list[int]:
        """Everybody whose sealed answer may still be changed, in the order of the rules."""
        return [*self.laid, *self.asked] if self.is_open else []

    def of(self, who: int, owner: int) -> Envelope:
        """What one has sealed, also where it lies on the tape; that its owner has put there."""
        if who not in self.laid:
            return self.held.get(who, Envelope())
        if who not in self._laid:
            found = on_the_tape(self.fight, self.players, who)
            self._laid[who] = [GivenPlan(one, its, frozenset(its)) for one, its in found]
        return Envelope(self._laid[who], owner)

    @property
    def outstanding(self) -> list[int]:
        return [who for who in self.asked if not self.is_shut(who)]

    @property
    def unthought(self) -> list[int]:
        """Those for whom the computer has yet to seal something."""
        return [who for who in self.thinkers if not self.is_shut(who)]

    def is_shut(self, who: int) -> bool:
        """Whether one has given a whole answer."""
        if who in self.laid:
            return True
        is_begun = who in self.held and bool(self.held[who].orders)
        return is_begun and not asks_still(self.asked_of(who).fight, who, self._at)

    @property
    def _at(self) -> int:
        return self.fight.step_start[0]

    def asked_of(self, who: int) -> OpenQuestion:
        """What one is asked in secret, after what is in their envelope."""
        orders = self.held[who].orders if who in self.held else []
        if not orders:
            return self.fresh(who)
        self._look()
        if who not in self._asked:
            twin = self._twin(who)
            plan: Following | None = None
            for order in orders:
                plan = set_out(twin, order.offer, order.extra, plan)
            self._asked[who] = OpenQuestion(twin, plan)
        return self._asked[who]

    def fresh(self, who: int) -> OpenQuestion:
        """What one is asked in secret first."""
        self._look()
        if who not in self._fresh:
            self._fresh[who] = OpenQuestion(self._twin(who))
        return self._fresh[who]

    def _twin(self, who: int) -> Fight:
        return as_asked(self._before(who), who, self.players)

    def _before(self, who: int) -> Fight:
        """The fight as it stands before one's own answer, also where that is on the tape."""
        return before_seal(self.fight, who) if who in self.laid else self.fight

    # What is put in, and taken out

    def put(self, who: int, order: GivenPlan, by: int) -> None:
        """One more piece of an answer; a whole one is put in anew."""
        old = self.held.get(who, Envelope())
        before = [] if self.is_shut(who) or len(old.orders) >= MOST_ORDERS else old.orders
        self._change(who, Envelope([*before, order], by))

    def half_said(self, who: int) -> list[str]:
        """What is lost with an envelope that is not shut yet: said along, and not asked for."""
        return self.asked_of(who).dropped if self.is_open and who in self.held else []

    def empty(self, who: int, lost: str = "") -> None:
        self._change(who, Envelope(lost=lost) if lost else None)

    def lift(self, who: int, by: str, owner: Callable[[int], int]) -> None:
        """Take one's answer off the tape: what others laid after it is theirs, and stays sealed."""
        at, laid = place_of_seal(self.fight, who), self.laid
        assert at is not None, "it lies on the tape"
        others = {i: self.of(i, owner(i)) for i in laid[laid.index(who) + 1 :]}
        self.fight.undo(at, by=by)
        self.held.update(others)

    def _change(self, who: int, envelope: Envelope | None) -> None:
        """What was put in last stands last."""
        self.held.pop(who, None)
        self._asked.pop(who, None)
        if envelope is not None:
            self.held[who] = envelope

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """What is refused half way has put nothing in."""
        before = dict(self.held)
        try:
            yield
        except BaseException:
            self.held.clear()
            self.held.update(before)
            self._asked = {}
            raise

    def last_of(self, chair: int, holds: Callable[[int], bool]) -> int | None:
        """The envelope a chair would take back first: of its own, what was put in last."""
        if not self.is_open:
            return None
        mine = [i for i, e in self.held.items() if e.orders and holds(i) and i in self.asked]
        held = next((i for i in reversed(mine) if self.held[i].by == chair), None)
        return held if held is not None else next((i for i in self.laid[::-1] if holds(i)), None)

    def put_back(self, held: dict[int, Envelope]) -> None:
        """After a change by hand: what is legal still stays, of the rest it is said that it was."""
        for who, old in held.items():
            if who not in self.asked:
                continue
            for order in old.orders:
                if not self._is_open_to(who, order):
                    self.empty(who, lost=old.label)
                    break
                self.put(who, order, old.by)

    def _is_open_to(self, who: int, order: GivenPlan) -> bool:
        fight = self.asked_of(who).fight
        if not asks_still(fight, who, self._at) or fight.pending is None:
            return False
        if barred(fight, fight.pending, list(order.offer.answers)) is not None:
            return False
        return not order.extra or not unusable(fight, order.offer, order.extra)

    # All are in

    def lay(self, following: dict[int, Following], lay_by: Callable[[int], None]) -> bool:
        """Once the last is in, lay everything on the tape; False when it was not to be. Plans
        from before are laid by.

        By the rules' order: whoever's question comes first is laid first, whenever it was given.
        """
        if not self.is_open or self.outstanding or self.unthought:
            return False
        all_in = [*self.asked, *self.thinkers]
        at, left = self._at, {who: list(self.held[who].orders) for who in all_in}
        for who in left:
            lay_by(who)
        while self.is_open and self._at == at:
            asked = self.fight.pending
            assert asked is not None
            if asked.who in following:
                following[asked.who].go_on(self.fight)
            if self.fight.pending is asked:
                if not left.get(asked.who):
                    break  # it is asked once more, and in the rules' order
                order = left[asked.who].pop(0)
                before = following.get(asked.who)
                taken = set_out(self.fight, order.offer, order.extra, before)
                following[asked.who] = order.carried_out(taken)
                if self.fight.pending is asked:
                    break
        self.held.clear()
        return True

    # What the computer would do

    def suggested(self, who: int) -> list[GivenPlan]:
        """What a policy would seal for somebody, as a plan and its details."""
        first = self.fresh(who)
        if first.suggested is None:
            found = suggested(self._before(who), self.players, who, first.offers)
            first.suggested = [GivenPlan(one, its, frozenset(its)) for one, its in found]
        return first.suggested


# As they are kept


def write_envelopes(held: dict[int, Envelope]) -> list[dict[str, Any]]:
    return [
        {
            "who": who,
            "by": one.by,
            "lost": one.lost,
            "orders": [
                {
                    **write_offer(o.offer),
                    "extra": list(o.extra.items()),
                    "silent": sorted(o.silent),
                }
                for o in one.orders
            ],
        }
        for who, one in held.items()
    ]


def read_envelopes(written: list[dict[str, Any]], encounter: Encounter) -> dict[int, Envelope]:
    return {
        one["who"]: Envelope(
            [
                GivenPlan(
                    read_offer(o, encounter), dict(o["extra"]), frozenset(o.get("silent", ()))
                )
                for o in one["orders"]
            ],
            one["by"],
            one["lost"],
        )
        for one in written
    }
