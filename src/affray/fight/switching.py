"""Switching a ruling in a fight that is on: from now on, or from the beginning.

From the beginning the same is answered and rolled again, as far as it fits what is asked then.
All of it goes onto the tape as it happens, so that whoever reads it later needs to know nothing
of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from affray.book.errors import BadInput
from affray.book.rulings import check_rulings
from affray.book.switching import Readings, readings_in
from affray.book.toml_tables import TomlTable
from affray.fight.beside import Beside, Replayed, Undo, is_entry
from affray.fight.fight import Fight, nobody
from affray.fight.hand import put_in
from affray.fight.sealed import first_sealed, is_sealed
from affray.oracles.tape import Answer, ByHand, Interlude, Question, Story, Switched, fits, value_of
from affray.rules.ask import Illegal


@dataclass(frozen=True)
class Fitted:
    """How much of what was answered fits another reading, and what is asked where it ends."""

    fight: Fight
    fits: int
    answers: int
    asked: Question | None = None
    instead: Question | None = None
    """What was answered there, where that is an answer."""

    @property
    def is_whole(self) -> bool:
        return self.fits == self.answers


# From now on


def switch(fight: Fight, readings: Readings, by: str = "") -> None:
    """Read rulings otherwise from this step on; its answers are asked again."""
    if fight.is_over:
        raise BadInput("the fight is over; only from the beginning can it be read otherwise")
    put_in(fight, Switched(_news(fight, readings), by=by), by)


def _news(fight: Fight, readings: Readings) -> Readings:
    check_rulings(fight.ruleset, readings, TomlTable({}, "", "ruling"))
    now = readings_in(fight.encounter, fight.world)
    news = {name: reading for name, reading in readings.items() if now[name] != reading}
    if not news:
        held = ", ".join(f"{name} = {reading}" for name, reading in readings.items())
        raise BadInput(f"{held} holds already", field="ruling")
    return news


# From the beginning


def otherwise(fight: Fight, readings: Readings) -> Fitted:
    """How it would have gone under other readings; nothing of it is kept."""
    check_rulings(fight.ruleset, readings, TomlTable({}, "", "ruling"))
    fight.past.require(fight.first)
    twin = fight.clone()
    twin.forget(Undo(fight.first))
    twin.run()
    put_in(twin, _first(fight, readings))
    return feed(twin, _without(entries_of(fight), readings))


def from_the_beginning(fight: Fight, readings: Readings, by: str = "") -> Fitted:
    """Have the fight begin under other readings, and what was answered follow as far as it fits."""
    check_rulings(fight.ruleset, readings, TomlTable({}, "", "ruling"))
    what = ", ".join(f"{name} = {reading}" for name, reading in readings.items())
    said = [_first(fight, readings, by), *_without(entries_of(fight), readings)]
    return _replay(fight, said, Replayed(what, whole=True, by=by))


def take_back(fight: Fight, by: str = "") -> Fitted:
    """As it was before the last switch from the beginning, with what was answered then."""
    last = last_replayed(fight)
    if last is None:
        raise BadInput("no ruling was switched from the beginning", field="ruling")
    said = [item for item in last.taken if is_entry(item)]
    return _replay(fight, said, Replayed("", whole=True, back=True, by=by))


def last_replayed(fight: Fight) -> Beside | None:
    """The last switch from the beginning, with what it took."""
    found = [one for one in fight.beside if isinstance(one.said, Undo) and one.said.replayed]
    return found[-1] if found else None


def _replay(fight: Fight, said: Story, told: Replayed) -> Fitted:
    fight.past.require(fight.first)
    undo = Undo(fight.first, by=told.by, replayed=True)
    fight.record(undo)
    fight.forget(undo)
    waiting, fight.answerer = fight.answerer, nobody
    try:
        fight.run()
        found = feed(fight, said)
    finally:
        fight.answerer = waiting
    fight.say_beside(Replayed(told.what, found.is_whole, told.back, told.by))
    fight.run()
    return found


def _first(fight: Fight, readings: Readings, by: str = "") -> Switched:
    """What stands before all else: these readings and those it was begun anew under before."""
    held = fight.live[fight.first] if len(fight.live) > fight.first else None
    before = held.readings if isinstance(held, Switched) and held.anew else {}
    return Switched({**before, **readings}, anew=fight.first == 0, by=by)


def entries_of(fight: Fight) -> Story:
    """What was asked and answered, and done by hand; while answers are sealed, up to them."""
    return [item for item in seen_by_all(fight) if is_entry(item)][fight.first :]


def seen_by_all(fight: Fight) -> Story:
    """The story; while answers are sealed, up to them."""
    return fight.story[: first_sealed(fight) if is_sealed(fight) else None]


def _without(said: Story, readings: Readings) -> Story:
    """The same without what was said of these rulings later: they hold from the beginning on."""
    out: Story = []
    for item in said:
        if isinstance(item, Switched):
            left = {k: v for k, v in item.readings.items() if k not in readings}
            if item.anew or not left:
                continue
            item = item._replace(readings=left)
        out.append(item)
    return out


def feed(fight: Fight, said: Story) -> Fitted:
    """Answer as before, one after the other, until an answer is none to what is asked."""
    answers = sum(1 for item in said if _is_answer(item))
    done = 0
    for item in said:
        if not _takes(fight, item):
            was = item[0] if _is_answer(item) else None
            return Fitted(fight, done, answers, fight.pending, was)  # type: ignore[arg-type]
        done += _is_answer(item)
    return Fitted(fight, done, answers, fight.pending)


def _is_answer(item: Any) -> bool:
    return isinstance(item[0], Question)


def _takes(fight: Fight, item: Any) -> bool:
    try:
        if not _is_answer(item):
            return _done_by_hand(fight, item)
        answer = _same(item[0], item[1], fight.pending) if fight.pending else None
        if answer is None:
            return False
        fight.answer(answer)
    except (BadInput, Illegal):
        return False
    return True


def _done_by_hand(fight: Fight, entry: Interlude) -> bool:
    """A change by hand at the start of a step, or what came after a fight."""
    if isinstance(entry, ByHand):
        if len(fight.live) > fight.step_start[0]:
            return False
        put_in(fight, entry)
        return True
    if not fight.is_over:
        return False
    fight.record(entry)
    fight.live.append(entry)
    fight.run()
    return True


def _same(was: Question, answer: Answer, now: Question) -> Answer | None:
    """The same option or the same dice, if they answer what is asked now."""
    if (was.kind, was.name, was.who) != (now.kind, now.name, now.who):
        return None
    if not now.is_chance:
        return answer if now.mask >> answer.value & 1 else None
    if answer.dice or answer.against:
        if not (fits(answer.dice, now.needs) and fits(answer.against, now.vs_needs)):
            return None
        return replace(answer, value=value_of(now, answer.dice, answer.against))
    return answer if was.identity == now.identity else None
