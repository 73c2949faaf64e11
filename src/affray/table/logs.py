"""The log as a seat reads it: each line is told once, as JSON, and gone on from where it ended.

What was told of steps that are over stays as it is until they are taken back, so that an answer
late in a fight costs no more than an early one. Seats that see the same read the same lines.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from sys import intern
from typing import Any

from pydantic_core import PydanticSerializationError, to_json

from affray.fight.beside import Beside, NewEmblem, is_entry
from affray.fight.fight import Fight
from affray.fight.sealed import first_sealed, is_sealed
from affray.fight.tray import Thrown
from affray.table.game import GAME_MASTER, Game
from affray.table.sealing import Veil, can_hide, is_told
from affray.table.store import Chair
from affray.table.undoing import beside_text
from affray.tell.lines import LineData, folds, is_line, line_of, plain_line
from affray.tell.places import in_places
from affray.tell.unseen import SOMETHING, veiled

LOG_TAIL = 200

WrittenLine = tuple[int, str, int | None]
"""Its number, what it says as JSON without the braces, and the decision that undoes it."""

_plainly = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def as_json(value: Any) -> str:
    """Several times as fast as Python's own, which writes half a character too."""
    try:
        return to_json(value).decode()
    except PydanticSerializationError:
        return _plainly(value)


def said(line: dict[str, Any]) -> str:
    """What a line says, but for its number and what undoes it."""
    return as_json(line)[1:-1]


def view_json(shown: dict[str, Any], **more: Any) -> str:
    """What a seat sees, as it is sent: its lines are JSON already."""
    rest = {**more, **{name: value for name, value in shown.items() if name != "log"}}
    return f'{as_json(rest)[:-1]},"log":{lines_json(shown["log"])}}}'


@lru_cache(16)
def lines_json(lines: tuple[WrittenLine, ...]) -> str:
    """Of the same lines a mark is made, then an answer, then what other chairs are told."""
    written = [
        f'{{"n":{n},{text},"undo":{"null" if undo is None else undo}}}' for n, text, undo in lines
    ]
    return f"[{','.join(written)}]"


UNSEEN = said(plain_line(SOMETHING))


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line: its place on the tape, what it says, and whether it was said beside the fight.

    `told` is how much of the story had been told with it.
    """

    at: int
    said: str
    is_beside: bool = False
    told: int = 0


@dataclass(frozen=True, slots=True)
class _Place:
    """An item of the story that is to be told, and the place on the tape before it."""

    k: int = 0
    at: int = -1


class Log:
    """The lines of a story, for one chair or for all that see the same of it."""

    def __init__(self, chair: Chair, past: list[LogLine] | None = None, start: Any = None) -> None:
        """Of a fight that was taken up in its middle: the lines of before, and where that is."""
        self.chair = chair
        self._first = (past or [], _Place(start.told, start.at - 1) if start else _Place())
        self._done, self._next = list(self._first[0]), self._first[1]
        self._step: tuple[int, Any] = (0, start)
        """The step that follows what is done: its number, and the snapshot it began with."""
        self._drawn: tuple[object, list[LogLine]] = (None, [])
        self._said_beside: dict[str, str] = {}
        self._known_beside: dict[int, tuple[object, str]] = {}
        self._lines_beside: dict[int, tuple[object, LogLine]] = {}
        self._tail: tuple[object, tuple[WrittenLine, ...]] = (None, ())

    def lines(self, game: Game) -> list[LogLine]:
        """Every line there is, drawn once for a state of the game."""
        if self._drawn[0] is not game.state:
            self._drawn = (game.state, self._with_beside(game, self._told(game)))
        return self._drawn[1]

    def is_whole(self, told: int) -> bool:
        """Whether all of the story up to there has become lines of its own, and none beside."""
        return self._next.k == told and not (self._drawn[1] and self._drawn[1][-1].is_beside)

    def tail(self, game: Game) -> tuple[WrittenLine, ...]:
        """The last lines for those who undo none of them."""
        if self._tail[0] is not game.state:
            told = self.lines(game)
            first = max(0, len(told) - LOG_TAIL)
            tail = ((n, line.said, None) for n, line in enumerate(told[first:], start=first))
            self._tail = (game.state, tuple(tail))
        return self._tail[1]

    def _told(self, game: Game) -> list[LogLine]:
        """What the story tells; while answers are sealed, up to them."""
        fight, veil = game.fight, Veil(game, self.chair)
        k, snapshot = self._step
        if not (0 <= k < len(fight.snapshots) and fight.snapshots[k] is snapshot):
            self._done, self._next = list(self._first[0]), self._first[1]
        self._step = (len(fight.snapshots) - 1, fight.snapshots[-1])
        over = _Reading(fight, veil, self._next, self._done)
        over.read(fight.snapshots[-1].told)
        self._next = over.open[0] if over.open else over.at
        now = _Reading(fight, veil, self._next, self._done[-1:])
        now.read(first_sealed(fight) if is_sealed(fight) else len(fight.story))
        now.let_stand()
        return self._done + now.lines[len(self._done[-1:]) :]

    def _with_beside(self, game: Game, told: list[LogLine]) -> list[LogLine]:
        """What was said beside the fight stands before what came after it on the tape."""
        fight = game.fight
        said = [one for one in fight.beside if one.at >= fight.past.entries]
        told_of = [one for one in said if not isinstance(one.said, NewEmblem)]  # a look is seen
        beside = [one for one in told_of if not one.is_unseen or is_told(fight, one)]
        out: list[LogLine] = []
        done = 0
        for at, several in groupby(beside, key=lambda one: one.at):
            k = bisect_left(told, at, key=lambda line: line.at)
            before = told[k - 1].told if k else 0
            out += told[done:k]
            out += [self._line_beside(game, one, before) for one in several]
            done = k
        return [*out, *told[done:]] if out else told

    def _line_beside(self, game: Game, one: Beside, before: int) -> LogLine:
        """The line of before, where it still stands there: there may be hundreds of them."""
        text, known = self._beside(game, one), self._lines_beside.get(id(one.said))
        if known is not None:
            line = known[1]
            if line.said is text and line.at == one.at and line.told == before:
                return line
        line = LogLine(one.at, text, is_beside=True, told=before)
        self._lines_beside[id(one.said)] = (one.said, line)
        return line

    def _beside(self, game: Game, one: Beside) -> str:
        """What was said beside the fight is the same for ever, unless somebody hides."""
        known = self._known_beside.get(id(one.said))
        if known is not None and (self.chair.is_gm or game.fight.ruleset.words.hiding is None):
            return known[1]
        text = beside_text(game, self.chair, one)
        if text not in self._said_beside:
            self._said_beside[text] = said(plain_line(text, is_beside=True))
        self._known_beside[id(one.said)] = (one.said, self._said_beside[text])
        return self._said_beside[text]


class _Reading:
    """A part of a story as it is read: lines, and parts of a working whose line is yet to come."""

    def __init__(self, fight: Fight, veil: Veil, first: _Place, lines: list[LogLine]) -> None:
        self.fight, self.veil = fight, veil
        self.at = first
        self.lines = lines
        self.open: list[_Place] = []

    def read(self, end: int | None) -> None:
        story, encounter = self.fight.story, self.fight.encounter
        while self.at.k < (len(story) if end is None else end):
            here, item = self.at, story[self.at.k]
            self.at = _Place(here.k + 1, here.at + is_entry(item))
            if not is_line(item):
                continue
            if self.veil.is_hidden(here.k, item):
                self._tell_unseen()
            elif folds(encounter, item):
                self.open.append(here)
            else:
                self._tell(here.k, [story[part.k] for part in self.open])
                self.open = []

    def _tell_unseen(self) -> None:
        """Once, however much it was."""
        self.let_stand()
        if not self.lines or self.lines[-1].said != UNSEEN:
            self.lines.append(LogLine(self.at.at, UNSEEN, told=self.at.k))

    def let_stand(self) -> None:
        """What leads to no line, or to none yet, stands for itself."""
        parts, self.open = self.open, []
        for part in parts:
            self._tell(part.k, [], part.at)

    def _tell(self, k: int, working: list[Any], at: int | None = None) -> None:
        fight, unseen = self.fight, self.veil.unseen_at(k)
        told = line_of(fight.encounter, fight.story[k], working)
        told["text"] = in_places(fight, k, told["text"], unseen)
        if unseen:
            told |= _without(told, fight.names, unseen)
        text = intern(said(told))  # most seats are told the same
        self.lines.append(LogLine(self.at.at if at is None else at, text, told=k + 1))


def _without(told: LineData, names: Sequence[str], unseen: frozenset[int]) -> LineData:
    """What of a line is another for somebody who does not see them."""
    working = [{**part, "label": veiled(part["label"], names, unseen)} for part in told["working"]]
    hides = told["who"] in {names[i] for i in unseen}
    about = {"who": "", "harms": False, "headline": False} if hides else {}
    return {"text": veiled(told["text"], names, unseen), "working": working, **about}


# What a seat is sent of it


def log_of(game: Game, chair: Chair) -> Log:
    """One for all, unless there are those who can hide from a seat."""
    hides = can_hide(game, chair) or (_is_screened(game) and not chair.is_gm)
    reader = chair if hides else game.chairs[GAME_MASTER]
    if reader.n not in game.logs:
        game.logs[reader.n] = Log(reader)
    found: Log = game.logs[reader.n]
    return found


def _is_screened(game: Game) -> bool:
    """Whether dice were thrown that not all have seen."""
    if game.screened is None:
        said = (one.said for one in game.fight.beside)
        game.screened = any(isinstance(thrown, Thrown) and thrown.hidden for thrown in said)
    return game.screened


def log(game: Game, chair: Chair, since: int | None = None) -> tuple[WrittenLine, ...]:
    """What happened, a sentence each; the last ones, or all from a number on."""
    found = log_of(game, chair)
    if since is None and not chair.is_gm:
        return found.tail(game)
    told = found.lines(game)
    first = max(0, len(told) - LOG_TAIL) if since is None else since
    places = [decision.at for decision in game.decisions()] if chair.is_gm else []
    return tuple(_numbered(told, first, places))


def _numbered(told: list[LogLine], first: int, places: list[int]) -> Iterator[WrittenLine]:
    """The lines from a number on, each with the last decision up to it: what is taken back when
    that line is undone. Both are in the order of the tape."""
    passed = 0
    for n in range(first, len(told)):
        line = told[n]
        if line.is_beside:
            yield n, line.said, None
            continue
        while passed < len(places) and places[passed] <= line.at:
            passed += 1
        yield n, line.said, places[passed - 1] if passed else None


def since_answered(game: Game, chair: Chair) -> int:
    """The number of the first line that came of this seat's last decision, or after it."""
    own = (d.at for d in reversed(game.decisions()) if game.holds(chair, d.who))
    last = next(own, -1)
    told = log_of(game, chair).lines(game)
    n = len(told)
    while n and told[n - 1].at >= last + told[n - 1].is_beside:
        n -= 1
    return n
