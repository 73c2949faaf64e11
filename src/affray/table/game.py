"""One fight being played at the table: commands in, everything they cause kept, then told."""

from __future__ import annotations

import itertools
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from affray.book.encounter import Encounter
from affray.fight.decisions import Decision, decisions
from affray.fight.fight import Fight, Recorded
from affray.fight.owners import needs_by_owner
from affray.fight.plans import Following, Offer, find_plan, offers
from affray.fight.players import Players, Seat, default_seats, usual_player
from affray.files.party_file import carry_home
from affray.files.saves import header_text, read_fight, tape_text
from affray.oracles.tape import Faces
from affray.table.store import After, Chair, Conflict, Done, ListedFight, Store, now

GAME_MASTER = 0
"""The number of the game master's chair."""

Work = Callable[["Game", Chair], None]
"""What a command does, for whoever sits in a chair."""

Look = Callable[["Game", Chair], dict[str, Any]]
"""What a chair may see of a fight."""


Watch = tuple[int, int, Callable[[], None]]
"""A chair, the number it had seen, and whom to tell when that has moved."""

_numbers = itertools.count()


class Refused(Exception):
    """What was asked for cannot be done, and by which rules."""

    def __init__(self, reason: str, rules: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.rules = rules


class NotYours(Exception):
    """It is for somebody else to do."""


class Stale(Exception):
    """The fight has moved on since the command was made."""

    def __init__(self, seq: int) -> None:
        super().__init__("the fight has moved on")
        self.seq = seq


@dataclass(frozen=True)
class Hand:
    """Dice somebody has yet to roll and type: the asked one's (0) or the other side's (1)."""

    side: int
    who: int
    needs: list[tuple[int, int]]


class Game:
    """A fight, its chairs and its place in the store. One command at a time.

    `seq` counts the commands that are kept. A chair is told its own number in `seen`, which
    moves when what it sees does: how many commands a sealed answer took shows to nobody else.
    """

    fight: Fight
    players: Players
    card: ListedFight
    chairs: list[Chair]
    seq: int
    seen: list[int]
    carried: str = ""
    shown: list[dict[str, Any]]

    def __init__(self, store: Store, fight: str, look: Look) -> None:
        self.store = store
        self.id = fight
        self.look = look
        self.lock = threading.RLock()
        self._watching: dict[int, Watch] = {}
        self._watches = threading.Lock()
        self._load()

    def _load(self) -> None:
        """Take the fight up from what is kept: the same text a save holds, read the same way."""
        kept = self.store.load(self.id)
        if kept is None:
            raise KeyError(self.id)
        self.fight, self.players = read_fight(kept.text, f"fight {self.id}")
        self.card, self.chairs, self.seq = kept.card, kept.chairs, kept.seq
        self.players.seats = kept.players
        self.kept_entries = kept.entries
        self.new_entries: list[str] = []
        self.fight.record = self._record
        self.fight.run()
        self.following = _read_plans(kept.state.get("plans", []), self.fight.encounter)
        self.typed = _read_typed(kept.state.get("typed", {}))
        self.is_spoiled = False
        self._forget_answers()
        self._carry_home()
        self.seen = kept.state.get("seen", [self.seq] * len(self.chairs))
        self.shown = [self.look(self, chair) for chair in self.chairs]
        self._tell_watching()

    def _record(self, entry: Recorded) -> None:
        self.new_entries.append(tape_text(entry, self.fight.encounter))

    def refresh(self) -> None:
        """Read the fight anew where a command failed half way, or another program wrote to it."""
        if self.is_spoiled or self.store.seq(self.id) != self.seq:
            self._load()

    def look_again(self) -> None:
        with self.lock:
            self.refresh()

    # Commands

    def carry_out(self, n: int, cmd_id: str, seq: int, work: Work) -> dict[str, Any]:
        """Do it once, whoever asks how often; what was not kept has not happened."""
        with self.lock:
            before = self.store.command(self.id, cmd_id)
            if before is not None:
                if before.chair != n:
                    raise NotYours("another seat has used that command id")
                return before.answer
            self.refresh()
            if seq != self.seen[n]:
                raise Stale(self.seen[n])
            try:
                work(self, self.chairs[n])
                self._settle()
                self.set_taken(n, True)
                return self._keep(n, cmd_id)
            except (Refused, NotYours):
                self.is_spoiled = bool(self.new_entries)
                raise
            except Conflict:
                self._load()
                raise Stale(self.seen[n]) from None
            except BaseException:
                self.is_spoiled = True
                raise

    def _settle(self) -> None:
        """Go on for those whose plans or dice are already given, up to the next open question."""
        while (pending := self.fight.pending) is not None:
            if pending.is_chance:
                if self.hands():
                    return
                shown = [self.typed.get(side, ()) for side in (0, 1)]
                self.typed = {}
                self.fight.answer(self.players.rolled(self.fight, pending, *shown))
            elif pending.who in self.following:
                self.following[pending.who].go_on(self.fight)
                if self.fight.pending is pending:
                    del self.following[pending.who]
            else:
                return

    def _keep(self, n: int, cmd_id: str) -> dict[str, Any]:
        self._forget_answers()
        shown = [self.look(self, chair) for chair in self.chairs]
        moved = [k == n or shown[k] != self.shown[k] for k in range(len(self.chairs))]
        seen = [k + is_moved for k, is_moved in zip(self.seen, moved, strict=True)]
        answer = {"seq": seen[n]}
        plans = [_write_plan(plan) for plan in self.following.values()]
        state = {"plans": plans, "typed": self.typed, "seen": seen}
        done = Done(cmd_id, self.seq + 1, n, answer, state)
        self.store.keep(self.id, done, self._after())
        self.seq, self.seen, self.shown = self.seq + 1, seen, shown
        self.kept_entries += len(self.new_entries)
        self.new_entries = []
        self.card = replace(self.card, finished=self.fight.is_over)
        if self._carry_home():
            self.shown = [self.look(self, chair) for chair in self.chairs]
        self._tell_watching()
        return answer

    def _carry_home(self) -> bool:
        """Once the end is kept, the party's file is told of it; True when there is news."""
        ended = self.fight.is_over and self.fight.encounter.company is not None
        before = self.carried
        self.carried = carry_home(self.fight, self.id) if ended else ""
        return self.carried != before

    def _after(self) -> After:
        return After(
            entries=self.new_entries,
            first_entry=self.kept_entries,
            players=self.players.seats,
            finished=self.fight.is_over,
            taken={chair.n: chair.taken for chair in self.chairs},
        )

    # Whoever works for a moment of the fight

    def watch(self, n: int, seen: int, moved: Callable[[], None]) -> Callable[[], None]:
        """Call `moved` when what a chair sees is no longer that; returns how to stop it.

        It has a lock of its own: who watches never waits for a command.
        """
        with self._watches:
            number = next(_numbers)
            self._watching[number] = (n, seen, moved)
        self._tell_watching()
        return lambda: self._unwatch(number)

    def _unwatch(self, number: int) -> None:
        with self._watches:
            self._watching.pop(number, None)

    def _tell_watching(self) -> None:
        with self._watches:
            passed = [k for k, (n, seen, _) in self._watching.items() if self.seen[n] != seen]
            told = [self._watching.pop(k)[2] for k in passed]
        for moved in told:
            moved()

    # Who may do what

    def holds(self, chair: Chair, who: int) -> bool:
        """Whether a creature's questions go here; a seat nobody took is the game master's."""
        if not chair.is_gm:
            return who in chair.creatures
        return not any(other.taken and who in other.creatures for other in self.player_chairs)

    @property
    def player_chairs(self) -> list[Chair]:
        return [chair for chair in self.chairs if not chair.is_gm]

    def take(self, n: int) -> bool:
        """A player has opened their link; True when that was news."""
        with self.lock:
            self.refresh()
            if self.chairs[n].is_gm or self.chairs[n].taken:
                return False
            cmd_id = f"taken-{secrets.token_hex(8)}"
            self.carry_out(n, cmd_id, self.seen[n], lambda game, chair: None)
            return True

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

    # What is worked out once for a state of the fight

    def _forget_answers(self) -> None:
        self._offers: list[Offer] | None = None
        self._decisions: list[Decision] | None = None
        self.odds: dict[Any, dict[str, Any]] = {}

    def offers(self) -> list[Offer]:
        if self._offers is None:
            self._offers = offers(self.fight)
        return self._offers

    def decisions(self) -> list[Decision]:
        if self._decisions is None:
            self._decisions = decisions(self.fight, self.players.seats)
        return self._decisions


def create_fight(store: Store, encounter: Encounter, seed: int) -> str:
    """A new fight: the game master, a seat for each of the first side, the rest the computer's."""
    of_side = [encounter.sides.index(entrant.side) for entrant in encounter.entrants]
    seats = default_seats(of_side, usual_player(encounter.ruleset))
    entries: list[str] = []

    def record(entry: Recorded) -> None:
        entries.append(tape_text(entry, encounter))

    fight = Fight(encounter, Players(seats, seed), record)
    fight.run()
    people = [i for i, seat in enumerate(seats) if seat.is_person]
    chairs = [Chair(GAME_MASTER, True, "Game master")]
    chairs += [Chair(n, False, fight.names[i], (i,)) for n, i in enumerate(people, start=1)]
    card = ListedFight(
        secrets.token_hex(8), encounter.title, encounter.ruleset.slug, now(), fight.is_over
    )
    after = After(entries, 0, seats, fight.is_over, {})
    header = header_text(encounter, seats, seed)
    store.create(card, encounter.ruleset.book.version, header, chairs, after)
    return card.id


# Plans and dice that are half given, as they are kept


def _write_plan(plan: Following) -> dict[str, Any]:
    offer = plan.offer
    return {
        "name": offer.name,
        "label": offer.label,
        "who": offer.who,
        "answers": offer.answers,
        "target": offer.target,
        "is_plan": offer.plan is not None,
        "extra": list(plan.extra.items()),
        "left": plan.left,
        "seen": plan.seen,
        "at": plan.at,
    }


def _read_plans(written: list[dict[str, Any]], encounter: Encounter) -> dict[int, Following]:
    out = {}
    for one in written:
        answers = tuple((q, a) for q, a in one["answers"])
        plan = find_plan(encounter, one["name"]) if one["is_plan"] else None
        offer = Offer(one["name"], one["label"], one["who"], answers, one["target"], plan)
        following = Following(offer, dict(one["extra"]))
        following.left = [(q, a) for q, a in one["left"]]
        following.at = one["at"]
        following.seen = one["seen"]
        out[offer.who] = following
    return out


def _read_typed(written: dict[str, Any]) -> dict[int, Faces]:
    return {
        int(side): tuple((sides, tuple(shown)) for sides, shown in faces)
        for side, faces in written.items()
    }


def with_player(seats: list[Seat], who: int, seat: Seat) -> list[Seat]:
    return [seat if i == who else old for i, old in enumerate(seats)]
