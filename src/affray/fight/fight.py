"""A fight on a tape: the state is the fold of the answers that are live.

Nothing is stored but the tape; the snapshots at the start of every step are a cache. A clone
shares them; a pickle leaves them out and plays the tape again where it is opened.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.latecomers import stay
from affray.fight.answering import first_then
from affray.fight.beside import Beside, BesideEntry, Undo, put_beside, taken_back
from affray.fight.between import Held, Past, Snapshot, after, content_of, told_between
from affray.fight.guarding import require_fit
from affray.fight.hand import put_in
from affray.fight.own_words import hear, require_sayable
from affray.fight.portable import is_portable
from affray.oracles.tape import (
    AGAIN,
    REST,
    Answer,
    Edit,
    Interlude,
    Pending,
    Question,
    Story,
    TakenUp,
    TapeOracle,
    Then,
    fits,
    require_possible,
    stop,
)
from affray.rules.ask import ONGOING
from affray.rules.world import clone

TapeEntry = Answer | Interlude
Recorded = tuple[Question, Answer] | Interlude | Undo | BesideEntry
"""What a tape grows by."""


LEFT = "left the fight"
"""What a card says of somebody who did."""

Answerer = Callable[["Fight", Question, Any], Answer]
"""Whoever answers where a fight's tape has ended, or leaves the question pending."""


class Fight:
    """One fight: what was answered so far, and what is asked now."""

    def __init__(
        self,
        encounter: Encounter,
        answerer: Answerer,
        record: Callable[[Recorded], None] | None = None,
    ) -> None:
        begun = encounter.start_index >= 0
        first = Snapshot(0, Held(encounter.world()), 0, begun, resting=encounter.is_between)
        encounter.library.own = None  # what it was begun with is all its save will hold
        self._open(encounter, first)
        self.answerer = answerer
        self.record = record or _forgotten

    def _open(self, encounter: Encounter, first: Snapshot) -> None:
        """A fight in which nothing has been answered yet."""
        self.encounter = encounter
        stay(encounter, int(first.world.n))
        self.ruleset = encounter.ruleset
        self.past = Past()
        self.live: list[TapeEntry] = []
        self.story: Story = []
        self.pending: Question | None = None
        self.world = first.world
        self.fresh = 0
        self.beside: list[Beside] = []
        self.undone: dict[tuple[int, tuple[int, ...]], Answer] = {}
        self._snapshots = [first]
        self.people: tuple[int, ...] | None = None  # the creatures they play, if a table says so
        self._over, self._borrowed = False, 0
        self._content: dict[str, list[Any]] = {}
        self._oracle = TapeOracle([], 0, stop)

    def begin_at(self, first: Snapshot, past: Past) -> None:
        """From its middle on: numbers are those of the whole, what was before is blank."""
        self._open(self.encounter, first)
        self.past, self.live, self.story = past, past.blank_entries, past.blank_story

    def clone(
        self,
        answerer: Answerer | None = None,
        record: Callable[[Recorded], None] | None = None,
    ) -> Fight:
        """A fight of its own that stands where this one does; what has been is shared.

        It stops at every question and keeps nothing unless it is told otherwise: there is
        one save, and whoever answers here may not want to be asked there.
        """
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.encounter = self.encounter.apart()
        twin.answerer = answerer or nobody
        twin.record = record or _forgotten
        twin.live, twin.story, twin.beside = self.live[:], self.story[:], self.beside[:]
        twin.undone, twin._snapshots = self.undone.copy(), self._snapshots[:]
        twin._content = {name: held[:] for name, held in content_of(self.world)}
        twin._borrowed = len(self._snapshots)
        twin.world = twin._owned(self.world)
        twin._settle()
        return twin

    def _settle(self) -> None:
        """Take over the snapshot that is to be played on from, if it is another fight's still.

        An edit brings content into lists that all states of one fight share, in the order of
        its encounter's names: the states of a clone must share lists of their own.
        """
        last = len(self._snapshots) - 1
        if last < self._borrowed:
            held = self._snapshots[last]
            self._snapshots[last] = replace(held, held=Held(self._owned(held.world)))
            self._borrowed = last

    def _owned(self, world: Any) -> Any:
        own = clone(world)
        for name, held in self._content.items():
            setattr(own, name, held)
        return own

    def __getstate__(self) -> dict[str, Any]:
        """The encounter, how it began, and the tape; whoever answers, where that can be.

        Never whoever keeps it: two fights that write into one save would spoil it.
        """
        first = self._snapshots[0]
        has_run = self.pending is not None or self._over or len(self._snapshots) > 1
        return {
            "encounter": self.encounter,
            "first": replace(first, held=Held(self._owned(first.world))),
            "live": self.live[:],
            "undone": self.undone.copy(),
            "fresh": self.fresh,
            "beside": self.beside[:],
            "has_run": has_run,
            "answerer": self.answerer if is_portable(self.answerer, self) else nobody,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._open(state["encounter"], state["first"])
        self.live, self.undone = state["live"], state["undone"]
        self.fresh, self.beside = state["fresh"], state["beside"]
        self.answerer, self.record = nobody, _forgotten
        if state["has_run"]:
            self.run()
        self.answerer = state["answerer"]

    @property
    def names(self) -> list[str]:
        return self.encounter.names["creatures"]

    def card(self, i: int) -> str:
        """What a creature's card says now."""
        if i in self.left:
            return LEFT
        return self.ruleset.words.card(self.world, i, self.encounter.called).text

    @property
    def is_over(self) -> bool:
        return self._over

    @property
    def outcome(self) -> int:
        """A side, nobody, or still going on."""
        return self.ruleset.outcome(self.world)

    @property
    def step_start(self) -> tuple[int, Any]:
        """How many entries were live when the step began, and the world then."""
        last = self._snapshots[-1]
        return last.at, last.world

    @property
    def snapshots(self) -> Sequence[Snapshot]:
        """The start of every step that was begun. It grows at its end, and shrinks there."""
        return self._snapshots

    def step_of(self, at: int) -> int:
        """The number of the step in which the entry at that place was given."""
        return bisect_right(self._snapshots, at, key=lambda snapshot: snapshot.at)

    @property
    def has_begun(self) -> bool:
        return self._snapshots[-1].begun

    def told_in_step(self) -> Story:
        """What happened since the step began."""
        return self.story[self._snapshots[-1].told :]

    def said_in_step(self) -> list[tuple[Question, Answer]]:
        """What was asked and answered since the step began."""
        return [item for item in self.told_in_step() if isinstance(item[0], Question)]

    def said_so_far(self) -> list[tuple[Question, Answer]]:
        """What the step under way has asked before what it asks whoever answers now."""
        return [item for item in self._oracle.story if isinstance(item[0], Question)]

    def run(self) -> None:
        """Go on until a question is pending or the fight is over."""
        self.pending = None
        while not self._step():
            pass

    def _step(self) -> bool:
        """Take one step; True when the fight cannot go on by itself."""
        start = self._turned(self._snapshots[-1])
        self._over = self._is_finished(start)
        self.world = clone(start.world)
        if self._over:
            return True
        hears = partial(hear, self.encounter)
        oracle = self._oracle = TapeOracle(self.live, start.at, self._beyond, hears)
        try:
            goes_on = self.part()(oracle, self.world)
        except Pending as pending:
            self.pending = pending.question
            self._tell(start, oracle)
            return True
        finally:
            oracle.beyond = stop  # a fight that holds itself would wait for the garbage
        self._tell(start, oracle)
        again = partial(self.part(), TapeOracle(self.live, start.at, stop))
        require_fit(self.world, start.world, again)
        held, told, resting = Held(self.world), len(self.story), start.resting and bool(goes_on)
        rested = start.resting and not resting
        self._snapshots.append(Snapshot(oracle.at, held, told, True, resting, rested, start.left))
        return False

    @property
    def left(self) -> Mapping[int, Any]:
        """Those who left the fight, as they were when they did."""
        return self._snapshots[-1].left

    @property
    def is_rested(self) -> bool:
        return self._snapshots[-1].rested

    @property
    def is_resting(self) -> bool:
        return self._snapshots[-1].resting

    def part(self) -> Callable[[Any, Any], bool | None]:
        """What is being played: the beginning, a step, or what is done between fights."""
        start = self._snapshots[-1]
        if start.resting:
            return self.ruleset.between
        return self.ruleset.step if start.begun else self.ruleset.begin

    def _is_finished(self, start: Snapshot) -> bool:
        if start.resting or start.rested:
            return start.rested
        return start.begun and self.ruleset.outcome(start.world) != ONGOING

    def _turned(self, start: Snapshot) -> Snapshot:
        """Apply the edits that stand at the start of this step, and what came after a fight."""
        held = start
        while held.at < len(self.live) and not isinstance(entry := self.live[held.at], Answer):
            held = after(self.encounter, held, entry)
        if held is not start:
            del self.story[start.told :]
            for entry in self.live[start.at : held.at]:
                assert not isinstance(entry, Answer)
                self.story.extend(told_between(entry))
            self._snapshots.append(replace(held, told=len(self.story)))
        return self._snapshots[-1]

    def _tell(self, start: Snapshot, oracle: TapeOracle) -> None:
        del self.story[start.told :]
        self.story.extend(oracle.story)

    def _beyond(self, question: Question, world: Any) -> Answer:
        answer = self._require(question, self.answerer(self, question, world))
        self.record((question, answer))  # first: what cannot be kept has not happened
        self.live.append(answer)
        return answer

    def _require(self, question: Question, answer: Answer) -> Answer:
        return require_sayable(self.encounter, question, require_possible(question, answer))

    def answer(self, answer: Answer) -> None:
        """Answer the pending question and go on."""
        assert self.pending is not None
        self._require(self.pending, answer)
        waiting, self.answerer = self.answerer, first_then(answer, self.answerer)
        try:
            self.run()
        finally:
            self.answerer = waiting

    @property
    def first(self) -> int:
        """How many entries stand for good: what other rules told is not taken back by these."""
        return 1 if self.live and isinstance(self.live[0], TakenUp) else 0

    def undo(self, keep: int, fresh: bool = False, by: str = "", granted: str = "") -> None:
        """Take back all but the first `keep` entries; the same question reuses its dice."""
        if not 0 <= keep <= len(self.live):
            problem = f"found {keep}, expected 0 to {len(self.live)} entries to keep"
            raise BadInput(problem, field="undo")
        if keep < self.first:
            raise BadInput("what another version of the rules told is not taken back", field="undo")
        self.past.require(keep)  # before it is on the tape
        undo = Undo(keep, fresh, by, granted, people=self.people)
        self.record(undo)
        self.forget(undo)
        self.run()

    def say_beside(self, said: BesideEntry) -> None:
        """What is no part of the fight, and is kept with it."""
        self.record(said)
        self.beside.append(Beside(len(self.live), said, []))

    def forget(self, undo: Undo) -> None:
        """Fold an undo into what is live, and say beside it what it took."""
        keep = undo.keep
        self.past.require(keep)
        taken = taken_back(self, undo)
        put_beside(self.beside, taken)
        if undo.fresh:
            self.fresh += 1
            self.undone.clear()
        else:
            self._remember(keep)
        del self.live[keep:]
        while self._snapshots[-1].at > keep:
            self._snapshots.pop()
        self._snapshots[-1].held.unfold()
        stay(self.encounter, int(self._snapshots[-1].world.n))
        self._settle()
        del self.story[self._snapshots[-1].told :]

    def _remember(self, keep: int) -> None:
        at = (start := self._snapshots[max(0, self.step_of(keep) - 1)]).at
        for item in self.story[start.told :]:
            if isinstance(item[0], Question):
                while at < len(self.live) and not isinstance(self.live[at], Answer):
                    at += 1
                answer = item[1]
                if at >= keep and isinstance(answer, Answer) and item[0].is_chance:
                    self.undone[at, item[0].identity] = answer
                if at == keep and isinstance(answer, Answer) and answer.typed:
                    del self.undone[at, item[0].identity]  # mistyped: to be typed again
                at += 1

    def remembered(self, question: Question) -> Answer | None:
        """The dice this same roll had before an undo, if they still fit."""
        found = self.undone.get((len(self.live), question.identity))
        if found is None or not found.dice:
            return None
        if fits(found.dice, question.needs) and fits(found.against, question.vs_needs):
            return found
        return None

    @property
    def can_then(self) -> list[str]:
        """What may follow when it is over; after a rest alone there is no fight to fight again."""
        sides = [c.side for i, c in enumerate(self.world.creatures) if self._stands(i)]
        if not self.is_over or 0 not in sides:
            return []
        return [REST] if self.encounter.is_between else [REST, AGAIN]

    def then(self, what: str) -> None:
        """When the fight is over: rest, or fight again with what lasts."""
        if not self.can_then:
            raise BadInput(f"nobody of the {self.encounter.sides[0]} is left to go on", field=what)
        self.record(Then(what))
        self.live.append(Then(what))
        self.run()

    def _stands(self, i: int) -> bool:
        return bool(self.ruleset.standing(self.world, i))

    def edit(self, changes: dict[str, Any], by: str = "") -> None:
        """Change the world by hand; this step's answers are asked again."""
        put_in(self, Edit(changes), by)


def _forgotten(entry: Recorded) -> None:
    """Nobody keeps the tape."""


def nobody(fight: Fight, question: Question, world: Any) -> Answer:
    """Nobody answers: every question is left pending."""
    raise Pending(question, world)
