"""A fight watched again: its moments, each as one chair could see it then.

A moment is the end of a step of which that chair is told something, so neither their number nor
what they show tells of what it was not. Each is drawn once for a state of the game, by the same
code that draws the table, and sent as what has changed since the one before.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from affray.book.words import Board
from affray.fight.sealed import is_secret
from affray.fight.secrets import hide
from affray.oracles.tape import Question
from affray.rules.world import clone
from affray.table.fog import hidden_then
from affray.table.game import Game, NotYours, Refused
from affray.table.logs import LogLine, as_json, lines_json, log_of
from affray.table.sealing import unseen_by
from affray.table.store import Chair
from affray.table.views import Scene, mine_in, role_of, staged
from affray.tell.narration import outcome_text

BLOCK = 32
"""Moments that are sent at once."""

EVERYBODY, THE_GAME_MASTER = "everybody", "game-master"
"""As whose eyes one looks through: what all see, or what only one does."""

LOOKS_ON = Chair(-1, False, "Everybody")
"""Whoever sees what every side may see, and plays nobody."""


@dataclass(frozen=True)
class Moment:
    """The end of a step, and the lines that were told with it."""

    step: int
    first: int
    last: int


class Film:
    """The moments of a fight for one chair, as it stood when the film was begun; they are drawn
    when they are asked for and written once, and nobody waits for that who plays meanwhile."""

    def __init__(self, game: Game, chair: Chair) -> None:
        self.game, self.chair = game, chair
        self.lines = log_of(game, chair).lines(game)
        self.steps = list(game.fight.snapshots)
        self.moments = _to_the_end(list(self._found()))
        self._asked = [_asked_at(game, moment.step) for moment in self.moments]
        self._mine = set(mine_in(game, chair))
        self._end = _end(game)
        self._blocks: dict[int, str] = {}
        self.file = ""
        """The whole of it as a page of its own, once somebody has asked for that."""

    def _found(self) -> Iterator[Moment]:
        """A heading alone is no moment: it belongs to what comes under it."""
        steps, first, told, is_news = self.steps, 0, 0, False
        for k, step in enumerate(steps):
            while told < len(self.lines) and self.lines[told].told <= step.told:
                is_news = is_news or not _is_heading(self.lines[told])
                told += 1
            if is_news or k in (0, len(steps) - 1):
                yield Moment(k, first, told)
                first, is_news = told, False

    def __len__(self) -> int:
        return len(self.moments)

    def about(self) -> dict[str, Any]:
        """What is the same in every moment."""
        game, chair = self.game, self.chair
        return {
            "title": game.card.title,
            "ruleset": game.card.ruleset,
            "system": game.fight.ruleset.book.name,
            "sides": list(game.fight.encounter.sides),
            "seat": chair.name,
            "role": role_of(chair),
            "moments": len(self),
            "block": BLOCK,
        }

    def block(self, n: int) -> str:
        """Some moments as JSON: the first as it stands, the others by what has changed."""
        if not 0 <= n * BLOCK < len(self):
            raise Refused(f"block: found {n}, expected 0 to {(len(self) - 1) // BLOCK}")
        if n not in self._blocks:
            self._blocks[n] = self._write(range(n * BLOCK, min(len(self), (n + 1) * BLOCK)))
        return self._blocks[n]

    def _write(self, those: range) -> str:
        first = before = self.state(those[0])
        frames = []
        for m in those:
            state = self.state(m)
            changed = as_json(changes(before, state))
            frames.append(f'{{"changes":{changed},"log":{self._log(self.moments[m])}}}')
            before = state
        begun = as_json({**self.about(), "first": those[0], "state": first})
        return f'{begun[:-1]},"frames":[{",".join(frames)}]}}'

    def _log(self, moment: Moment) -> str:
        told = enumerate(self.lines[moment.first : moment.last], start=moment.first)
        return lines_json(tuple((n, line.said, None) for n, line in told))

    def told(self, m: int) -> list[dict[str, Any]]:
        """The lines of a moment."""
        found: list[dict[str, Any]] = json.loads(self._log(self.moments[m]))
        return found

    def state(self, m: int) -> dict[str, Any]:
        """What stood on the table at a moment."""
        over, outcome = self._end if m == len(self) - 1 else (False, "")
        shown = staged(self.game, self.chair, self._scene(m))
        return {**shown, "over": over, "outcome_text": outcome}

    def board(self, m: int) -> Board | None:
        """The map at a moment, with those who are seen on it."""
        scene = self._scene(m)
        board = self.game.fight.encounter.board(scene.world)
        unseen = unseen_by(self.game, self.chair, scene.world, scene.hidden) | scene.left
        if board is None or not unseen:
            return board
        return replace(board, tokens=[t for t in board.tokens if t.who not in unseen])

    def _scene(self, m: int) -> Scene:
        start = self.steps[self.moments[m].step]
        world = clone(start.world)
        hide(world, self._mine)
        return Scene(world, self._asked[m], hidden_then(self.game, start.at), frozenset(start.left))


def _end(game: Game) -> tuple[bool, str]:
    """Whether it is over, and how."""
    fight = game.fight
    if not fight.is_over or fight.encounter.is_between:
        return fight.is_over, ""
    return True, outcome_text(fight.encounter, fight.outcome)


def _to_the_end(moments: list[Moment]) -> list[Moment]:
    """An end of which nothing is told is that of the moment before."""
    *before, last = moments
    if not before or not moments[-2].step or last.first < last.last:
        return moments
    return [*before[:-1], replace(before[-1], step=last.step)]


def _is_heading(line: LogLine) -> bool:
    return bool(json.loads(f"{{{line.said}}}")["heading"])


def _asked_at(game: Game, step: int) -> frozenset[int]:
    """Whom a step asks first, in the open."""
    fight, first = game.fight, game.fight.snapshots[step].told
    item = fight.story[first] if first < len(fight.story) else (fight.pending, None)
    question = item[0]
    if not isinstance(question, Question) or question.is_chance or is_secret(fight, item):
        return frozenset()
    return frozenset({question.who})


FilmChange = list[Any] | dict[str, Any]
"""A value instead of the one before, in a list; or what has changed inside it, by name or place."""


def changes(before: Any, after: Any) -> FilmChange:
    """What makes one of the other; nothing (`{}`) where they are the same."""
    if before == after:
        return {}
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        pairs = [(name, before[name], after[name]) for name in after]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = [(str(k), before[k], after[k]) for k in range(len(after))]
    else:
        return [after]
    return {name: changes(old, new) for name, old, new in pairs if old != new}


def patched(before: Any, change: FilmChange) -> Any:
    """The other way: what a page does with what it is sent."""
    if isinstance(change, list):
        return change[0]
    if isinstance(before, list):
        return [patched(one, change.get(str(k), {})) for k, one in enumerate(before)]
    if not change:
        return before
    return {name: patched(one, change.get(name, {})) for name, one in before.items()}


# Through whose eyes


def eyes(game: Game, chair: Chair, wanted: str) -> Chair:
    """Whose knowledge is shown: one's own; a game master may look through anybody's eyes, and
    through his own only if he says so."""
    if not chair.is_gm:
        if wanted:
            raise NotYours("another seat's knowledge is not yours to see")
        return chair
    if wanted == THE_GAME_MASTER:
        return chair
    if wanted in ("", EVERYBODY):
        return LOOKS_ON
    seats = {seat.name: seat for seat in game.player_chairs}
    if wanted not in seats:
        known = ", ".join([EVERYBODY, THE_GAME_MASTER, *seats])
        raise Refused(f"by: found {wanted!r}, expected one of {known}")
    return seats[wanted]


def looks(game: Game, chair: Chair) -> Mapping[str, str]:
    """Through whose eyes a chair may look, and what that is called."""
    if not chair.is_gm:
        return {}
    seats = {seat.name: seat.called for seat in game.player_chairs}
    return {EVERYBODY: "Everybody", **seats, THE_GAME_MASTER: "Game master"}


def film_of(game: Game, chair: Chair) -> Film:
    """The film of a fight as it stands; its moments are drawn once however many ask."""
    held = game.films.get(chair.n)
    if held is None or held[0] is not game.state:
        held = game.films[chair.n] = (game.state, Film(game, chair))
    found: Film = held[1]
    return found
