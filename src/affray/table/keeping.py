"""A game that is kept: commands in, each once; everything it causes on the disk, then told."""

from __future__ import annotations

import itertools
import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from affray.book.encounter import Encounter
from affray.fight.beside import Habit
from affray.fight.fight import Fight, Recorded
from affray.fight.following import Following
from affray.fight.plans import Offer, find_plan
from affray.fight.players import Players, Seat, Seed, default_seats, usual_player
from affray.files.party_file import carry_home
from affray.files.saves import header_text, read_fight, tape_text
from affray.oracles.tape import Faces
from affray.table.game import GAME_MASTER, Game, NotYours, Refused
from affray.table.logs import log
from affray.table.store import After, Chair, Conflict, Done, Kept, ListedFight, Store, now
from affray.table.views import view
from affray.tell.retelling import Retelling

Work = Callable[[Game, Chair], None]
"""What a command does, for whoever sits in a chair."""

Watch = tuple[int, int, Callable[[], None]]
"""A chair, the number it had seen, and whom to tell when that has moved."""

DAMAGE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError)
"""What comes of a row whose fields are not what was written there."""

Stands = tuple[list[Seat], bool, dict[int, bool]]
"""How a fight is kept but for its tape: who plays, whether it is over, who has come."""

_numbers = itertools.count()
journal = logging.getLogger("affray.table")


class Stale(Exception):
    """The fight has moved on since the command was made."""

    def __init__(self, seq: int) -> None:
        super().__init__("the fight has moved on")
        self.seq = seq


class Gone(Refused):
    """There is no such fight, or no more."""


class Damaged(Exception):
    """What is kept of a fight cannot be read."""


@contextmanager
def reading(fight: str) -> Iterator[None]:
    """A damaged row is the trouble of its fight alone; the log of the server says more."""
    try:
        yield
    except DAMAGE as bad:
        journal.exception("what is kept of fight %r cannot be read", fight)
        raise Damaged("this fight cannot be read as it is kept; the host must look") from bad


class KeptGame:
    """A game and its place in the store. One command at a time.

    `seq` counts the commands that are kept. A chair is told its own number in `seen`, which
    moves when what it sees does: how many commands a sealed answer took shows to nobody else.
    """

    game: Game
    seq: int
    seen: list[int]
    shown: list[dict[str, Any]]

    def __init__(self, store: Store, fight: str) -> None:
        self.store = store
        self.id = fight
        self.lock = threading.RLock()
        self.retelling = Retelling()
        self._watching: dict[int, Watch] = {}
        self._watches = threading.Lock()
        self.new_entries: list[str] = []
        self.is_spoiled = False
        self._load()

    def _load(self) -> None:
        """Take the fight up from what is kept: the same text a save holds, read the same way."""
        with reading(self.id):
            kept = self.store.load(self.id)
            if kept is not None:
                self._take_up(kept)
        if kept is None:
            raise Gone("this fight is not there any more")
        self._tell_watching()

    def _take_up(self, kept: Kept) -> None:
        fight, players = read_fight(kept.text, f"fight {self.id}")
        players.seats, players.are_watched = kept.players, True
        plans = _read_plans(kept.state.get("plans", []), fight.encounter)
        typed = _read_typed(kept.state.get("typed", {}))
        asked = {int(n): at for n, at in kept.state.get("asked_back", {}).items()}
        self.game = Game(self.id, kept.card, kept.chairs, fight, players, plans, typed, asked)
        taken = {chair.n: chair.taken for chair in kept.chairs}
        self.stood: Stands = (kept.players, kept.card.finished, taken)
        self.seq, self.kept_entries = kept.seq, kept.entries
        self.new_entries = []
        fight.record = self._record
        fight.run()
        self.is_spoiled = False
        if not kept.told:
            self.store.keep_told(self.id, self._told())
        self._carry_home()
        self.seen = kept.state.get("seen", [self.seq] * len(kept.chairs))
        self.shown = self._views()

    def _record(self, entry: Recorded) -> None:
        self.new_entries.append(tape_text(entry, self.game.fight.encounter))

    def _views(self) -> list[dict[str, Any]]:
        return [view(self.game, chair) for chair in self.game.chairs]

    def refresh(self) -> None:
        """Read the fight anew where a command failed half way, or another program wrote to it."""
        if self.is_spoiled or self.store.seq(self.id) != self.seq:
            self._load()

    @property
    def card(self) -> ListedFight:
        return self.game.card

    @property
    def chairs(self) -> list[Chair]:
        return self.game.chairs

    @property
    def can_rest(self) -> bool:
        """Whether what everybody sees is what is kept."""
        return not self.is_spoiled and not self.new_entries

    def look_again(self) -> None:
        with self.lock:
            self.refresh()

    def look(self, n: int, just_done: bool = False) -> dict[str, Any]:
        """What a chair sees now, with its number; its lines are JSON already."""
        with self.lock:
            if not just_done:
                self.refresh()
            return {"seq": self.seen[n], **self.shown[n]}

    def log(self, n: int, since: int) -> dict[str, Any]:
        """What a chair is told from a line on, with its number."""
        with self.lock:
            self.refresh()
            return {"seq": self.seen[n], "log": log(self.game, self.game.chairs[n], since)}

    # Commands

    def carry_out(self, n: int, cmd_id: str, seq: int, work: Work) -> dict[str, Any]:
        """Do it once, whoever asks how often; what was not kept has not happened."""
        with self.lock:
            with reading(self.id):
                before = self.store.command(self.id, cmd_id)
            if before is not None:
                if before.chair != n:
                    raise NotYours("another seat has used that command id")
                return before.answer
            self.refresh()
            if seq != self.seen[n]:
                raise Stale(self.seen[n])
            try:
                work(self.game, self.game.chairs[n])
                self.game.settle()
                self.game.set_taken(n, True)
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

    def _keep(self, n: int, cmd_id: str) -> dict[str, Any]:
        game, shown = self.game, self._views()
        moved = [k == n or shown[k] != self.shown[k] for k in range(len(game.chairs))]
        seen = [k + is_moved for k, is_moved in zip(self.seen, moved, strict=True)]
        answer = {"seq": seen[n]}
        plans = [_write_plan(plan) for plan in game.following.values()]
        state = {
            "plans": plans, "typed": game.typed, "asked_back": game.asked_back, "seen": seen,
        }  # fmt: skip
        done = Done(cmd_id, self.seq + 1, n, answer, state)
        self.store.keep(self.id, done, self._after())
        self.seq, self.seen, self.shown = self.seq + 1, seen, shown
        self.kept_entries += len(self.new_entries)
        self.new_entries = []
        game.card = replace(game.card, finished=game.fight.is_over)
        if self._carry_home():
            self.shown = self._views()
        self.stood = self._stands()
        self._tell_watching()
        return answer

    def _carry_home(self) -> bool:
        """Once the end is kept, the party's file is told of it; True when there is news."""
        game, fight = self.game, self.game.fight
        ended = fight.is_over and fight.encounter.company is not None
        before = game.carried
        game.carried = carry_home(fight, self.id) if ended else ""
        return game.carried != before

    def _stands(self) -> Stands:
        game = self.game
        taken = {chair.n: chair.taken for chair in game.chairs}
        return (game.players.seats, game.fight.is_over, taken)

    def _after(self) -> After:
        stands, before = self._stands(), self.stood
        return After(
            entries=self.new_entries,
            first_entry=self.kept_entries,
            players=self.game.players.seats,
            finished=self.game.fight.is_over,
            taken={n: taken for n, taken in stands[2].items() if taken != before[2].get(n)},
            told=self._told(),
            stands_otherwise=stands[:2] != before[:2],
        )

    def _told(self) -> str:
        """What other versions of the rules will read of this fight."""
        entries = self.kept_entries + len(self.new_entries)
        return self.retelling.text(self.game.fight, self.game.players.seed, entries)

    def take(self, n: int) -> bool:
        """A player has opened their link; True when that was news."""
        if self.chairs[n].is_gm or self.chairs[n].taken:
            return False
        with self.lock:
            self.refresh()
            if self.game.chairs[n].taken:
                return False
            cmd_id = f"taken-{secrets.token_hex(8)}"
            self.carry_out(n, cmd_id, self.seen[n], lambda game, chair: None)
            return True

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


def create_fight(store: Store, encounter: Encounter, seed: Seed, habit: str = "") -> str:
    """A new fight: the game master, a seat for each of the first side, the rest the computer's."""
    of_side = [encounter.sides.index(entrant.side) for entrant in encounter.entrants]
    seats = default_seats(of_side, usual_player(encounter.ruleset))
    entries: list[str] = []

    def record(entry: Recorded) -> None:
        entries.append(tape_text(entry, encounter))

    fight = Fight(encounter, Players(seats, seed, are_watched=True), record)
    if habit:
        fight.hold_it(Habit(habit))
    fight.run()
    people = [i for i, seat in enumerate(seats) if seat.is_person]
    chairs = [Chair(GAME_MASTER, True, "Game master")]
    chairs += [Chair(n, False, fight.names[i], (i,)) for n, i in enumerate(people, start=1)]
    card = ListedFight(
        secrets.token_hex(8), encounter.title, encounter.ruleset.slug, now(), fight.is_over
    )
    told = Retelling().text(fight, seed, len(entries))
    after = After(entries, 0, seats, fight.is_over, {}, told)
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
