"""Where something is as people say it: so far from somebody, and on which side of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import atan2, degrees
from typing import Any

from affray.book.ruler import Ruler
from affray.book.words import Board, Token
from affray.fight.beside import is_noted
from affray.fight.fight import Fight
from affray.rules.plane import bearing_x, bearing_y

NONE_OF_THEM: frozenset[int] = frozenset()
POINTS = (
    "north of", "north-east of", "east of", "south-east of",
    "south of", "south-west of", "west of", "north-west of",
)  # fmt: skip
AROUND = ("in front of", "to the right of", "behind", "to the left of")
"""Seen from somebody who faces somewhere."""


def place_words(
    ruler: Ruler,
    world: Any,
    board: Board,
    names: Sequence[str],
    at: tuple[int, int],
    but: frozenset[int],
) -> str:
    """'6 ft to the left of Orc': a point by whoever stands nearest, but for some.

    Nothing where the board has no points, or nobody to go by.
    """  # fmt: skip
    seen = [t for t in board.tokens if t.who not in but and not t.is_out and t.x >= 0]
    if board.unit == "zone" or not seen:
        return ""
    apart = {t.who: ruler.points(world, t.x, t.y, *at) for t in seen}
    nearest = min(seen, key=lambda t: (apart[t.who], t.who))
    if (nearest.x, nearest.y) == at:
        return f"where {names[nearest.who]} is"
    side = _side(board, nearest, at)
    return f"{ruler.says(apart[nearest.who])} {side} {names[nearest.who]}"


def _side(board: Board, token: Token, at: tuple[int, int]) -> str:
    east, south = at[0] - token.x, at[1] - token.y
    if board.unit == "ft":
        south = -south  # north is up there
    bearing = degrees(atan2(east, -south)) % 360
    if token.facing is None:
        return POINTS[round(bearing / 45) % 8]
    return AROUND[round((bearing - token.facing) / 90) % 4]


POINT = re.compile(r"\[(-?\d+), (-?\d+)\]")
"""How a sentence names a point: for keyboards, and in files; who runs may be past the edge."""

SOMEWHERE = "a spot of the map"
MINUTES = 60 / len(POINTS)
"""Of a bearing, to each point of the compass."""


class Places:
    """How points of a board are said to somebody who does not see those that are `unseen`."""

    def __init__(
        self,
        fight: Fight,
        world: Any,
        unseen: frozenset[int] = NONE_OF_THEM,
        board: Callable[[], Board | None] | None = None,
        gone: Mapping[int, tuple[int, int]] | None = None,
    ) -> None:
        self.fight, self.world, self.unseen = fight, world, unseen
        self.gone = gone or {}
        self.words = fight.ruleset.words
        self._draw = board
        self._board: list[Board | None] = []

    @property
    def board(self) -> Board | None:
        """Drawn when it is asked for first. (`cached_property` has all threads wait for each.)"""
        if not self._board:
            board = self._draw() if self._draw else self._drawn()
            self._board = [self._moved(board) if board is not None and self.gone else board]
        return self._board[0]

    def _drawn(self) -> Board | None:
        draw = self.words.board
        return draw(self.world, self.fight.encounter.called) if draw is not None else None

    def _moved(self, board: Board) -> Board:
        """With those who have gone somewhere since where they are."""
        tokens = [
            replace(t, x=self.gone[t.who][0], y=self.gone[t.who][1]) if t.who in self.gone else t
            for t in board.tokens
        ]
        return replace(board, tokens=tokens)

    def near(self, at: tuple[int, int], but: frozenset[int] = NONE_OF_THEM) -> str:
        """A point by whoever stands nearest; nothing where nobody does."""
        if self.words.ruler is None or self.board is None:
            return ""
        hidden = self.unseen | but
        return place_words(self.words.ruler, self.world, self.board, self.fight.names, at, hidden)

    def said(self, text: str, but: frozenset[int] = NONE_OF_THEM) -> str:
        """A text without coordinates: every point in it by whoever stands near."""

        def spot(found: re.Match[str]) -> str:
            near = self.near((int(found[1]), int(found[2])), but)
            return f"a spot {near}" if near else SOMEWHERE

        return POINT.sub(spot, text)

    def told(self, item: Any, text: str) -> str:
        """A sentence of the story: who moved is no mark to go by."""
        return self.said(text, frozenset({item[1]}) if is_noted(item) else NONE_OF_THEM)

    def chosen(self, who: int, answers: Sequence[tuple[int, int]]) -> list[str]:
        """What somebody has answered, part by part: points in words, and what a yes was said to."""
        asked = [(self.words.question_name(q), q, option) for q, option in answers]
        parts, last = [], ("", 0)
        for name, question, option in asked:
            if name in SECOND:
                parts.append(self._point(who, last if last[0] == SECOND[name] else None, option))
            elif name not in FIRST:
                parts.append(self._option(name, question, option))
            last = (name, option)
        said = [part for part in parts if part]
        return said or [f"no ({name.replace('-', ' ')})" for name, _, _ in asked[:1]]

    @property
    def _names(self) -> dict[str, list[str]]:
        return self.fight.encounter.called

    def _option(self, name: str, question: int, option: int) -> str:
        said, spaced = self.words.option(question, option, self._names), name.replace("-", " ")
        if self.words.questions[question].of == "number":
            return f"{spaced} {said}"
        return {"yes": spaced, "no": ""}.get(said, said)

    def _point(self, who: int, first: tuple[str, int] | None, second: int) -> str:
        """Where the two numbers of a point lead: a bearing and feet, or a column and a row."""
        token = next((t for t in self.board.tokens if t.who == who), None) if self.board else None
        if first is None or token is None:
            return ""
        if first[0] == "column":
            near = self.near((first[1], second), frozenset({who}))
            return f"to a spot {near}" if near else f"to {SOMEWHERE}"
        east, north = bearing_x(first[1], second), bearing_y(first[1], second)
        near = self.near((token.x + east, token.y + north), frozenset({who}))
        way = POINTS[round(first[1] / MINUTES) % len(POINTS)].removesuffix(" of")
        return f"{second} ft {way}" + (f", to a spot {near}" if near else "")


FIRST = ("bearing", "column")
SECOND = {"feet": "bearing", "row": "column"}
"""The questions a point of a map is asked by, and what is asked before each."""


def in_places(fight: Fight, k: int, text: str, unseen: frozenset[int]) -> str:
    """A line of the story that names a point, saying where that is by whoever stood near."""
    if not POINT.search(text):
        return text
    start = fight.snapshots[bisect_right(fight.snapshots, k, key=lambda start: start.told) - 1]
    gone = _gone(fight, start.told, k)
    return Places(fight, start.world, unseen, gone=gone).told(fight.story[k], text)


def _gone(fight: Fight, since: int, k: int) -> dict[int, tuple[int, int]]:
    """Where those are who went somewhere in the same step, before a line: all may move at once."""
    told = fight.ruleset.words.told
    lines: list[Any] = [item for item in fight.story[since:k] if is_noted(item)]
    return {who: (x, y) for event, who, x, y in lines if told[event].goes}
