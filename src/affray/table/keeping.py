"""A game that is kept: commands in, each once; everything it causes on the disk, then told."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from affray.book.errors import BadInput
from affray.fight.between import NeedsWhole, fold_past
from affray.fight.fight import Fight, Recorded
from affray.fight.players import Players, Seat, elsewhere
from affray.files.party_file import carry_home
from affray.files.saves import read_fight, tape_text
from affray.rules.ask import Illegal
from affray.table.asides import Asides
from affray.table.damage import DAMAGE, reading
from affray.table.envelopes import read_envelopes
from affray.table.fresh import Fresh
from affray.table.game import Game, NotYours, Refused, require_seat
from affray.table.half_given import read_plans, read_typed, state_of, take_moment, take_state
from affray.table.logs import as_json, log
from affray.table.looks import Look, looks_kept
from affray.table.rows import After, Done
from affray.table.scenery import drawn_of
from affray.table.snapshots import Marks, Since, found_in, give_past, hash_of, taken_up
from affray.table.store import Chair, Conflict, Kept, ListedFight, Store
from affray.table.views import view
from affray.table.watches import Watches
from affray.tell.retelling import RetellingByParts, Retold

Work = Callable[[Game, Chair], None]
"""What a command does, for whoever sits in a chair."""

Stands = tuple[list[Seat], bool, list[Chair]]
"""How a fight is kept but for its tape: who plays, whether it is over, who has come."""

journal = logging.getLogger("affray.table")


class Stale(Exception):
    """The fight has moved on since the command was made."""

    def __init__(self, seq: int) -> None:
        super().__init__("the fight has moved on")
        self.seq = seq


class Reused(Exception):
    """A command's id has been used for another one."""


class Gone(Refused):
    """There is no such fight, or no more."""


class KeptGame:
    """A game and its place in the store. One command at a time.

    `seq` counts the commands that are kept. A chair is told a number of its own (`looks`), which
    moves when what it sees does: how many commands a sealed answer took shows to nobody else.
    What a chair sees is drawn when somebody looks, and once.
    """

    game: Game
    seq: int
    looks: list[Look]
    since: Since | None = None
    taken_up_at: int
    """How many entries of the tape were not read."""

    def __init__(self, store: Store, fight: str) -> None:
        self.store = store
        self.id = fight
        self.lock = threading.RLock()
        self.asides = Asides()
        self._drawn: set[int] = set()
        self._in_pieces: set[int] = set()
        """Chairs that are told what has changed: only for them is that worked out."""
        self._watches = Watches()
        self.new_entries: list[str] = []
        self.is_spoiled = False
        self._load()

    def _load(self, whole: bool = False, before: int | None = None) -> None:
        """Take the fight up from what is kept: the same text a save holds, read the same way; of
        a long one only what came after a snapshot, if there is one and it will do."""
        with self.store.owning(self.id), reading(self.id):
            if whole or not self._is_taken_up_quickly(before):
                kept = self.store.load(self.id)
                if kept is None:
                    raise Gone("this fight is not there any more")
                self._take_up(kept, *read_fight(kept.text, f"fight {self.id}"))
                self.marks = Marks(self.store, self.id, hash_of(kept.text))
                self.taken_up_at = 0
        self._tell_watching()

    def _is_taken_up_quickly(self, before: int | None) -> bool:
        """From the last snapshot that will do, of those before an entry."""
        for entries in self.store.snapshots(self.id):
            try:
                if (before is None or entries < before) and self._is_taken_up_at(entries):
                    return True
            except (*DAMAGE, BadInput, Illegal, NeedsWhole):
                journal.info("a snapshot of fight %r will not do", self.id, exc_info=True)
        return False

    def _is_taken_up_at(self, entries: int) -> bool:
        found = found_in(self.store, self.id, entries)
        kept = self.store.load(self.id, entries) if found is not None else None
        if found is None or kept is None:
            return False
        data, tape = found
        self._take_up(kept, *taken_up(kept.text, f"fight {self.id}", data), data)
        tape.update("".join(self.store.tape(self.id, entries)).encode("utf-8", "surrogatepass"))
        self.marks = Marks(self.store, self.id, tape, entries)
        self.taken_up_at = entries
        return True

    def _take_up(
        self, kept: Kept, fight: Fight, players: Players, data: dict[str, Any] | None = None
    ) -> None:
        if any(i not in range(len(fight.names)) for c in kept.chairs for i in c.creatures):
            raise ValueError("a chair plays somebody who is not there")
        players.seats, players.are_watched = kept.players, True
        players.let_think(elsewhere)
        plans = read_plans(kept.state.get("plans", []), fight.encounter)
        typed = read_typed(kept.state.get("typed", {}))
        asked = {int(n): at for n, at in kept.state.get("asked_back", {}).items()}
        sealed = read_envelopes(kept.state.get("sealed", []), fight.encounter)
        about = (self.id, kept.card, kept.chairs)
        self.game = Game(*about, fight, players, plans, typed, asked, sealed)
        take_state(self.game, kept.state)
        self.since = give_past(self.game, data) if data is not None else None
        self.stood: Stands = (kept.players, kept.card.finished, kept.chairs)
        self.seq, self.kept_entries = kept.seq, kept.entries
        self.new_entries = []
        fight.record = self._record
        fight.run()
        self.game.forget_answers()
        self.is_spoiled = False
        if self.since is not None:
            self.since.require_enough(self.game)
        self.retelling = RetellingByParts(as_json)
        if not self.retelling.take_up(fight, kept.told_lines):
            if self.since is not None:
                raise NeedsWhole
            self.store.keep_told(self.id, replace(self._told(), takes_back=True))
        fold_past(fight.snapshots)
        self._carry_home()
        self.looks = looks_kept(kept.state, len(kept.chairs), kept.seq)
        self._drawn, self._fresh = set(), Fresh(self.game, kept.state.get("fresh", []))
        take_moment(self.game, kept.state)

    def _record(self, entry: Recorded) -> None:
        self.new_entries.append(tape_text(entry, self.game.fight.encounter))

    def _view(self, n: int) -> dict[str, Any]:
        return view(self.game, self.game.chairs[n])

    def _look(self, n: int) -> Look:
        """What a chair sees now."""
        if n not in self._drawn:
            self.looks[n] = self.looks[n].drawn(self._view(n), in_pieces=n in self._in_pieces)
            self._drawn.add(n)
            self._has_seen(n)
        return self.looks[n]

    def _has_seen(self, n: int, has_acted: bool = False) -> None:
        self._fresh.keep(self.game, n, self.looks[n].number, has_acted)

    def fresh(self, n: int) -> int:
        """The number from which on a chair has seen what it is asked now."""
        return self._fresh.since(n, self.looks[n].number)

    def refresh(self) -> None:
        """Read the fight anew where a command failed half way, or another program wrote to it."""
        if self.is_spoiled or self.store.seq(self.id) != self.seq:
            self._load()

    @contextmanager
    def owned(self) -> Iterator[None]:
        """The fight as it is now, and nobody else's: no other thread's, no other server's."""
        with self.lock, self.store.owning(self.id):
            self.refresh()
            yield

    @property
    def card(self) -> ListedFight:
        return self.game.card

    @property
    def chairs(self) -> list[Chair]:
        return self.game.chairs

    def look_again(self) -> None:
        with self.lock:
            self.refresh()

    def look(self, n: int, just_done: bool = False) -> Look:
        """What a chair sees now, with its number."""
        with self.lock:
            if not just_done:
                self.refresh()
            return self._look(n)

    def tell_changes(self, n: int) -> None:
        """From now on somebody wants to know what has changed for a chair."""
        if n not in self._in_pieces:
            with self.lock:
                self._in_pieces.add(n)
                self.looks[n] = self.looks[n].in_pieces()

    def number(self, n: int) -> int:
        """Of what a chair sees now."""
        with self.lock:
            return self._look(n).number

    def catch_up(self, chairs: Iterable[int]) -> None:
        """Draw what has changed for those who look, and tell whoever watches them."""
        with self.lock:
            for n in {*chairs, *self._watches.chairs} - self._drawn:
                self._look(n)
        self._tell_watching()

    def is_behind(self, chairs: Iterable[int]) -> bool:
        """Whether somebody looks who has not been shown how it is now."""
        return not self._drawn.issuperset((*chairs, *self._watches.chairs))

    def log(self, n: int, since: int) -> dict[str, Any]:
        """What a chair is told from a line on, with its number."""
        with self.lock:
            self.refresh()
            if self.since is not None and since < self.since.first_line:
                self._load(whole=True)
            told = log(self.game, self.game.chairs[n], since)
            return {"seq": self._look(n).number, "log": told}

    @contextmanager
    def whole(self) -> Iterator[Game]:
        """The game with all of its past, and nobody else's while it is looked at."""
        with self.lock:
            self.refresh()
            if self.since is not None:
                self._load(whole=True)
            yield self.game

    # Commands

    def carry_out(
        self, n: int, cmd_id: str, seq: int, work: Work, said: str = "", is_own: bool = True
    ) -> dict[str, Any]:
        """Do it once, whoever asks how often; what was not kept has not happened. What is `said`
        tells a command that comes again from another one of the same id. What is not the chair's
        own, the computer's say, moves its number only where it sees something else by it."""
        with self.lock, self.store.owning(self.id):
            with reading(self.id):
                before = self.store.command(self.id, cmd_id)
            if before is not None:
                if before.chair != n:
                    raise NotYours("another seat has used that command id")
                if before.said and before.said != said:
                    raise Reused("this command id has been used for another command")
                return before.answer
            self.refresh()
            require_seat(self.game.chairs[n])
            now_at = self.number(n)
            if not self.fresh(n) <= seq <= now_at:
                raise Stale(now_at)
            if self.store.is_shared:
                self._draw_all()
            try:
                self._do(n, work)
                return self._keep(n, cmd_id, said, is_own)
            except (Refused, NotYours):
                self.is_spoiled = bool(self.new_entries)
                raise
            except Conflict:
                self._load()
                raise Stale(self.number(n)) from None
            except BaseException:
                self.is_spoiled = True
                raise

    def _draw_all(self) -> None:
        """Everybody's number as this server's pages have it and as any other's do: what nobody
        looks at here somebody may look at there."""
        for n in range(len(self.looks)):
            self._look(n)

    def _do(self, n: int, work: Work) -> None:
        """Where that reaches back beyond where the fight was taken up, it is taken up further
        back, until it does not."""
        while True:
            try:
                self._work(n, work)
                return
            except NeedsWhole:
                if self.since is None:
                    raise
                have_seen = self._drawn
                self._load(before=self.taken_up_at)
                for k in have_seen:  # their number is further than the one that is kept
                    self._look(k)

    def _work(self, n: int, work: Work) -> None:
        seats = self.game.players.seats
        self.game.fight.people = tuple(i for i, seat in enumerate(seats) if seat.is_person)
        work(self.game, self.game.chairs[n])
        self.game.settle()
        self.game.set_taken(n, True)
        if self.since is not None:
            self.since.require_enough(self.game)

    def _keep(self, n: int, cmd_id: str, said: str, is_own: bool) -> dict[str, Any]:
        self.game.mark_the_end()
        game, in_pieces = self.game, n in self._in_pieces
        look = self.looks[n].drawn(self._view(n), is_own, in_pieces)
        drawn_up = [Look(self.seq) for _ in game.chairs[len(self.looks) :]]
        looks = [look if k == n else other for k, other in enumerate([*self.looks, *drawn_up])]
        answer = {"seq": look.number}
        state = {**state_of(game, looks), "fresh": self._fresh.still(game, n)}
        done = Done(cmd_id, self.seq + 1, n, answer, state, said)
        self.store.keep(self.id, done, self._after())
        fold_past(game.fight.snapshots)
        self.seq, self.looks, self._drawn = self.seq + 1, looks, {n}
        self._has_seen(n, has_acted=is_own)
        self.kept_entries += len(self.new_entries)
        new, self.new_entries = self.new_entries, []
        self.marks.go_on(game, self.kept_entries, new, self.retelling.lines)
        game.card = replace(game.card, finished=game.fight.is_over)
        if self._carry_home():
            again = look.drawn(self._view(n), in_pieces=in_pieces)
            self.looks[n] = replace(again, number=look.number)
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
        return (self.game.players.seats, self.game.fight.is_over, self.game.chairs)

    def _after(self) -> After:
        stands, before = self._stands(), self.stood
        return After(
            entries=self.new_entries,
            first_entry=self.kept_entries,
            players=self.game.players.seats,
            finished=self.game.fight.is_over,
            chairs=[chair for chair in stands[2] if chair not in before[2]],
            told=self._told(),
            stands_otherwise=stands[:2] != before[:2],
        )

    def _told(self) -> Retold:
        """What other versions of the rules will read of this fight, as far as it is new."""
        entries = self.kept_entries + len(self.new_entries)
        game, drawn = self.game, partial(drawn_of, self.game)
        return self.retelling.news(game.fight, game.players.seed, entries, drawn)

    def is_untaken(self, n: int) -> bool:
        return self.chairs[n].is_player and not self.chairs[n].taken

    def take(self, n: int) -> bool:
        """A player has opened their link; True when that was news."""
        if not self.is_untaken(n):
            return False
        with self.owned():
            if self.game.chairs[n].taken:
                return False
            cmd_id = f"taken-{secrets.token_hex(8)}"
            self.carry_out(n, cmd_id, self.number(n), lambda game, chair: None)
            return True

    # Whoever works for a moment of the fight

    def watch(self, n: int, seen: int, moved: Callable[[], None]) -> Callable[[], None]:
        """Call `moved` when what a chair sees is no longer that; returns how to stop it.

        Who watches never waits for a command.
        """
        stop = self._watches.add((n, seen, moved))
        self._tell_watching()
        return stop

    def _tell_watching(self) -> None:
        self._watches.tell(self.fresh)
