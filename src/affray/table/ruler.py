"""The ruler: distances by the game's own rule, between what a chair can see."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from affray.book.errors import unknown
from affray.book.ruler import Ruler
from affray.book.words import Board, Token
from affray.table.game import Game, Refused
from affray.table.scenery import shown_world
from affray.table.sealing import unseen_by
from affray.table.store import Chair

POINT = re.compile(r"(\d{1,5}),(\d{1,5})")


@dataclass(frozen=True)
class RulerEnd:
    """An end of the ruler: a creature, or a point."""

    who: int
    x: int
    y: int


def size_of(game: Game) -> tuple[int, int]:
    """The farthest one can point to; on a map of places, its last place."""
    return _size(_board(game, game.fight.world))


def measure(game: Game, chair: Chair, first: str, last: str) -> dict[str, Any]:
    """How far it is from one to the other, each a creature's name or a point 'x,y'."""
    ruler = game.fight.ruleset.words.ruler
    if ruler is None:
        raise Refused("this game measures no distances")
    mine = {i for i in range(len(game.fight.names)) if game.holds(chair, i)}
    world = shown_world(game, mine)
    board = _board(game, world)
    unseen = unseen_by(game, chair, world)
    ends = [_end(game, board, unseen, field, text) for field, text in (("a", first), ("b", last))]
    return {"text": ruler.says(_apart(ruler, world, board, *ends)), "rules": list(ruler.rules)}


def _board(game: Game, world: Any) -> Board:
    draw = game.fight.ruleset.words.board
    if draw is None:
        raise Refused("this fight has no map")
    return draw(world, game.fight.encounter.called)


def _size(board: Board) -> tuple[int, int]:
    return (len(board.places) - 1, 0) if board.places else (board.width, board.height)


def _end(game: Game, board: Board, unseen: frozenset[int], field: str, text: str) -> RulerEnd:
    point = POINT.fullmatch(text)
    if point is not None:
        x, y = int(point[1]), int(point[2])
        wide, tall = _size(board)
        if x > wide or y > tall:
            raise Refused(
                f"{field}: found {text}, expected a point of the map, up to {wide},{tall}"
            )
        return RulerEnd(-1, x, y)
    seen = {t.who: t for t in board.tokens if t.who not in unseen and t.x >= 0}
    names = {game.fight.names[who]: token for who, token in seen.items()}
    if text not in names:
        raise Refused(f"{field}: {unknown('creature', text, list(names))}")
    token = names[text]
    return RulerEnd(token.who, token.x, token.y)


def _apart(ruler: Ruler, world: Any, board: Board, a: RulerEnd, b: RulerEnd) -> int:
    if a.who >= 0 and b.who >= 0:
        return ruler.apart(world, a.who, b.who)
    tiles = [(p, q) for p in _covered(board, a) for q in _covered(board, b)]
    return min(ruler.points(world, *p, *q) for p, q in tiles)


def _covered(board: Board, end: RulerEnd) -> list[tuple[int, int]]:
    """A point, or every tile of a body."""
    token: Token | None = next((t for t in board.tokens if t.who == end.who), None)
    if token is None or board.unit != "tile":
        return [(end.x, end.y)]
    body = board.bodies.get(token.who)
    if body:
        return list(body)
    return [(token.x + i, token.y + j) for i in range(token.across) for j in range(token.down)]
