"""A fight as it is being played at the table: its chairs, and what is half given.

It knows no store and draws no views: `views` read it, `keeping` keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from affray.fight.beside import FAIR, FRIENDLY, Habit, Undo
from affray.fight.decisions import Decision, decisions
from affray.fight.fight import Fight
from affray.fight.following import Following
from affray.fight.owners import needs_by_owner
from affray.fight.plans import Offer, offers
from affray.fight.players import Players
from affray.oracles.tape import Faces
from affray.table.store import Chair, ListedFight

GAME_MASTER = 0
"""The number of the game master's chair."""


class Refused(Exception):
    """What was asked for cannot be done, and by which rules."""

    def __init__(self, reason: str, rules: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.rules = rules


class NotYours(Exception):
    """It is for somebody else to do."""


@dataclass(frozen=True)
class Hand:
    """Dice somebody has yet to roll and type: the asked one's (0) or the other side's (1)."""

    side: int
    who: int
    needs: list[tuple[int, int]]


@dataclass
class Game:
    """A fight, who sits at it, and the plans and dice that are already given.

    `asked_back` are the places on the tape that chairs have asked to be taken back to,
    `carried` is what a party's file was told of its end.
    """

    id: str
    card: ListedFight
    chairs: list[Chair]
    fight: Fight
    players: Players
    following: dict[int, Following] = field(default_factory=dict)
    typed: dict[int, Faces] = field(default_factory=dict)
    asked_back: dict[int, int] = field(default_factory=dict)
    carried: str = ""

    def __post_init__(self) -> None:
        self.logs: dict[int, Any] = {}
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
            elif pending.who in self.following:
                self.following[pending.who].go_on(self.fight)
                if self.fight.pending is pending:
                    del self.following[pending.who]
            else:
                break
        self.forget_answers()

    # Who may do what

    def holds(self, chair: Chair, who: int) -> bool:
        """Whether a creature's questions go here; a seat nobody took is the game master's."""
        if not chair.is_gm:
            return who in chair.creatures
        return not any(other.taken and who in other.creatures for other in self.player_chairs)

    @property
    def player_chairs(self) -> list[Chair]:
        return [chair for chair in self.chairs if not chair.is_gm]

    def set_taken(self, n: int, taken: bool) -> None:
        self.chairs = [replace(c, taken=taken) if c.n == n else c for c in self.chairs]

    def hands(self) -> list[Hand]:
        """The dice the pending roll still waits for, by those who roll them."""
        pending = self.fight.pending
        if pending is None or not pending.is_chance:
            return []
        needs = needs_by_owner(pending, self.fight.ruleset.words.rolls[pending.name])
        both = [Hand(0, pending.who, needs[0]), Hand(1, pending.vs, needs[1])]
        return [hand for hand in both if self._is_awaited(hand)]

    def _is_awaited(self, hand: Hand) -> bool:
        if hand.side in self.typed or not hand.needs or hand.who < 0:
            return False
        return self.players.types_dice(hand.who)

    def drop_plans(self) -> None:
        """What was half given belongs to a past that is no more."""
        self.following = {}
        self.typed = {}
        self.asked_back = {}

    @property
    def habit(self) -> str:
        """How this table holds it with taking back: as chosen, else by who has come."""
        chosen = [one.said.habit for one in self.fight.beside if isinstance(one.said, Habit)]
        if chosen:
            return chosen[-1]
        return FAIR if any(chair.taken for chair in self.player_chairs) else FRIENDLY

    # What is worked out once for a state of the fight

    def forget_answers(self) -> None:
        self.state = object()
        self._offers: list[Offer] | None = None
        self._decisions: list[Decision] | None = None
        self.odds: dict[Any, dict[str, Any]] = {}

    def offers(self) -> list[Offer]:
        if self._offers is None:
            self._offers = offers(self.fight)
        return self._offers

    def decisions(self) -> list[Decision]:
        if self._decisions is None:
            self._decisions = decisions(self.fight, self.players.seats, are_watched=True)
        return self._decisions
