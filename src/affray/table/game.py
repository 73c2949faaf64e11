"""A fight as it is being played at the table: its chairs, and what is half given.

It knows no store and draws no views: `views` read it, `keeping` keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from affray.fight.beside import FAIR, FRIENDLY, Habit, Undo, emblem_of
from affray.fight.decisions import Decision, decisions
from affray.fight.fight import Fight
from affray.fight.following import (
    Following,
    dropped_words,
    go_on_all,
    refused_words,
    unasked_words,
)
from affray.fight.owners import needs_by_owner
from affray.fight.players import Players
from affray.oracles.tape import Faces, Question
from affray.table.envelopes import Envelope, Envelopes, OpenQuestion
from affray.table.store import Chair, ListedFight, now

GAME_MASTER = 0
"""The number of the game master's chair."""


class Refused(Exception):
    """What was asked for cannot be done, and by which rules."""

    def __init__(self, reason: str, rules: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.rules = rules


class NotYours(Exception):
    """It is for somebody else to do."""


def require_seat(chair: Chair) -> None:
    """Who only looks on changes nothing."""
    if chair.watches:
        raise NotYours("who looks on does nothing here")


@dataclass(frozen=True)
class DiceToRoll:
    """Dice somebody has yet to roll and type: the asked one's (0) or the other side's (1)."""

    side: int
    who: int
    needs: list[tuple[int, int]]


@dataclass(frozen=True)
class HiddenByHand:
    """A creature the game master has hidden, from one place on the tape to another."""

    who: int
    since: int
    until: int | None = None


Cell = tuple[int, int]
"""A part of the map that is covered or not: a tile, five feet each way, or a place (k, 0)."""


@dataclass(frozen=True)
class Fog:
    """Which cells were covered, from one place on the tape on."""

    since: int
    cells: frozenset[Cell]


@dataclass(frozen=True)
class Laid:
    """A picture as the ground: how far right and down of the map's corner, how wide (its height
    follows by its ratio), both in the board's unit, and how much of it shows, in percent. It can
    be sent only whole: where fog lies players have none of it, unless the game master lets them
    (`through_fog`)."""

    mark: str
    x: float
    y: float
    wide: float
    ratio: float
    opacity: int = 100
    through_fog: bool = False


@dataclass
class Game:
    """A fight, who sits at it, and the plans and dice that are already given.

    `asked_back` are the places on the tape that chairs have asked to be taken back to, `sealed`
    the answers nobody may know yet, by creature, `facing` which of several a chair answers for
    now, `stands_in` the chairs the game master answers for, until what is asked is answered;
    `astray` is what was said along with plans and came to nothing, by whose plan it was;
    `advice` is whether the table gives any, once somebody has said so; `hidden` are those whom
    the game master hides by hand, `fog` is what was covered when, `pictures` are the marks of
    those that are tokens, by creature, and `laid` is one that is the ground; `carried` is what a
    party's file was told of its end, `begun` when it was begun anew.
    """

    id: str
    card: ListedFight
    chairs: list[Chair]
    fight: Fight
    players: Players
    following: dict[int, Following] = field(default_factory=dict)
    typed: dict[int, Faces] = field(default_factory=dict)
    asked_back: dict[int, int] = field(default_factory=dict)
    sealed: dict[int, Envelope] = field(default_factory=dict)
    facing: dict[int, int] = field(default_factory=dict)
    stands_in: frozenset[int] = frozenset()
    patience: int = 0
    advice: bool | None = None
    carried: str = ""
    ended: str = ""
    begun: str = ""
    astray: dict[int, list[str]] = field(default_factory=dict)
    hidden: list[HiddenByHand] = field(default_factory=list)
    fog: list[Fog] = field(default_factory=list)
    pictures: dict[int, str] = field(default_factory=dict)
    laid: Laid | None = None

    def __post_init__(self) -> None:
        self.envelopes = Envelopes(self.fight, self.players, self.sealed)
        self._moment: Question | None = None
        self._asked: OpenQuestion | None = None
        self.logs: dict[int, Any] = {}
        self.reviewed: Any = None
        self.scenery: Any = None
        self.films: dict[int, Any] = {}
        self.told_beside: dict[tuple[int, frozenset[int]], tuple[Undo, str]] = {}
        self.forget_answers()

    def settle(self) -> None:
        """Go on for those whose plans or dice are already given, up to the next open question."""
        while (pending := self.fight.pending) is not None:
            if pending.is_chance:
                if self.hands():
                    break
                shown = [self.typed.get(side, ()) for side in (0, 1)]
                self.typed = {}
                self.fight.answer(self.players.rolled(self.fight, pending, *shown))
            elif self.envelopes.is_open:
                if not self.envelopes.lay(self.following, self.lay_by):
                    break
            else:
                go_on_all(self.fight, self.following, self._speaks)
                if self.fight.pending is pending:
                    break
        self._look_for_astray()
        self.forget_answers()

    def _look_for_astray(self) -> None:
        """What was said along with plans and is not legal now, or was never asked for."""
        for who, plan in list(self.following.items()):
            if plan.is_refused(self.fight):
                self.astray[who] = refused_words(self.fight, {who: plan})
            elif plan.is_done(self.fight):
                self.lay_by(who)

    def lay_by(self, who: int) -> None:
        """A plan goes on no more: what nobody has asked for is told its owner."""
        plan = self.following.pop(who, None)
        if plan is not None and plan.unused:
            self.astray[who] = unasked_words(self.fight, plan)

    # Who may do what

    def holds(self, chair: Chair, who: int) -> bool:
        """Whether a creature's questions go here; a seat nobody took is the game master's, and
        so is one he stands in for."""
        if not chair.is_gm:
            return who in chair.creatures
        return not any(
            other.taken and who in other.creatures and other.n not in self.stands_in
            for other in self.player_chairs
        )

    def _speaks(self, who: int, other: int) -> bool:
        """Whether one person answers for both."""
        is_same = any(self.holds(c, who) and self.holds(c, other) for c in self.chairs)
        return is_same and self.players.seats[other].is_person

    def holder(self, who: int) -> Chair:
        """Whoever is waited for where a creature is asked."""
        held = [c for c in self.player_chairs if who in c.creatures and c.taken]
        return held[0] if held else self.chairs[GAME_MASTER]

    @property
    def player_chairs(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.is_player]

    def set_taken(self, n: int, taken: bool) -> None:
        self.chairs = [replace(c, taken=taken) if c.n == n else c for c in self.chairs]

    def hands(self) -> list[DiceToRoll]:
        """The dice the pending roll still waits for, by those who roll them."""
        pending = self.fight.pending
        if pending is None or not pending.is_chance:
            return []
        needs = needs_by_owner(pending, self.fight.ruleset.words.rolls[pending.name])
        both = [DiceToRoll(0, pending.who, needs[0]), DiceToRoll(1, pending.vs, needs[1])]
        return [hand for hand in both if self._is_awaited(hand)]

    def _is_awaited(self, hand: DiceToRoll) -> bool:
        if hand.side in self.typed or not hand.needs or hand.who < 0:
            return False
        return self.players.types_dice(hand.who)

    def mark_the_end(self) -> None:
        """When it was over; what is taken back is not."""
        self.ended = (self.ended or now()) if self.fight.is_over else ""

    def mark_the_start(self) -> None:
        """It is begun anew: what was played before takes no time of it."""
        self.begun = now()

    def drop_plans(self) -> None:
        """What was half given belongs to a past that is no more; what was said along is named."""
        dropped = {who: dropped_words(self.fight, one) for who, one in self.following.items()}
        self.astray = {who: said for who, said in dropped.items() if said}
        self.following = {}
        self.typed = {}
        self.asked_back = {}
        self.sealed.clear()

    def take_plans_back(self) -> None:
        """The same where what is half sealed goes with it."""
        half = {who: self.envelopes.half_said(who) for who in self.envelopes.outstanding}
        self.drop_plans()
        for who, said in half.items():
            self.tell_astray(who, said)

    def drop_plan(self, who: int) -> None:
        """Of one creature alone, because somebody else decides for it."""
        plan, half = self.following.pop(who, None), self.envelopes.half_said(who)
        self.tell_astray(who, [*(dropped_words(self.fight, plan) if plan else ()), *half])
        self.envelopes.empty(who)

    def tell_astray(self, who: int, said: list[str]) -> None:
        """What came to nothing, to be read by the owner of the plan it was said along with."""
        if said:
            self.astray[who] = [*self.astray.get(who, []), *said]

    @property
    def habit(self) -> str:
        """How this table holds it with taking back: as chosen, else by who has come."""
        chosen = [one.said.habit for one in self.fight.beside if isinstance(one.said, Habit)]
        if chosen:
            return chosen[-1]
        return FRIENDLY if self.is_alone else FAIR

    @property
    def is_alone(self) -> bool:
        """Whether the game master is alone at the table."""
        return not any(chair.taken for chair in self.player_chairs)

    @property
    def gives_advice(self) -> bool:
        """Whether one may ask what to do: as was said, else where nobody has it easier by it."""
        return self.is_alone if self.advice is None else self.advice

    def emblem(self, i: int) -> str:
        """What a creature's token shows: as the game master chose, else as its file says."""
        return emblem_of(self.fight, i)

    # What is worked out once for a state of the fight

    def _seat_everybody(self) -> None:
        """Whoever came late has a seat; who was taken back is nobody's any more."""
        n = len(self.fight.names)
        if len(self.players.seats) != n:
            self.players.sit(self.fight)
        if any(i >= n for chair in self.chairs for i in chair.creatures):
            self.chairs = [
                replace(chair, creatures=tuple(i for i in chair.creatures if i < n))
                for chair in self.chairs
            ]
        self.hidden = [one for one in self.hidden if one.who < n]
        self.pictures = {who: mark for who, mark in self.pictures.items() if who < n}

    def forget_answers(self) -> None:
        self._seat_everybody()
        end = len(self.fight.live)  # what was taken back has taken its places along
        self.hidden = [replace(one, since=min(one.since, end)) for one in self.hidden]
        self.fog = [replace(one, since=min(one.since, end)) for one in self.fog]
        self.state = object()
        self._decisions: list[Decision] | None = None
        self.screened: bool | None = None
        self.endings: dict[int, dict[str, Any] | None] = {}
        self.setting: tuple[int, Any] | None = None
        if self._moment is not self.fight.pending or self._moment is None:
            self._moment, self._asked = self.fight.pending, None
            self.facing, self.stands_in = {}, frozenset()
            self.odds: dict[Any, dict[str, Any]] = {}

    def asked_of(self, who: int) -> OpenQuestion:
        """What a creature is asked: in everybody's fight, or in secret in one of its own."""
        if self.envelopes.is_open:
            return self.envelopes.asked_of(who)
        if self._asked is None or self._asked.question is not self.fight.pending:
            self._asked = OpenQuestion(self.fight)
        return self._asked

    def asked_now(self) -> list[int]:
        """The people's creatures the fight is waiting for."""
        pending = self.fight.pending
        if pending is None:
            return []
        if pending.is_chance:
            return [hand.who for hand in self.hands()]
        if self.envelopes.is_open:
            return self.envelopes.outstanding
        return [] if self.players.seats[pending.who].thinks else [pending.who]

    def thinking_now(self) -> list[int]:
        """For whom the computer thinks; while all seal, whether or not it has sealed: how long
        it took is for nobody to see."""
        pending = self.fight.pending
        if pending is None or pending.is_chance:
            return []
        if self.envelopes.is_open:
            return self.envelopes.thinkers
        return [pending.who] if self.players.seats[pending.who].thinks else []

    def asked_here(self, chair: Chair) -> int | None:
        """For whom a chair is asked now; of several, the one it has turned to."""
        mine = [who for who in self.asked_now() if self.holds(chair, who)]
        faced = self.facing.get(chair.n, -1)
        return faced if faced in mine else next(iter(mine), None)

    def decisions(self) -> list[Decision]:
        if self._decisions is None:
            self._decisions = decisions(self.fight, self.players.seats, are_watched=True)
        return self._decisions
