"""Fog on the map: the game master covers parts of it and uncovers them again.

Whoever stands in it is hidden as by the game master's own hand: named, placed and counted nowhere
a player is sent, and no plan of theirs is aimed at them. Nobody is hidden from their own side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from affray.book.ground import Patch
from affray.book.maps import as_boxes
from affray.book.words import Board, Token
from affray.table.game import Cell, Fog, Game, NotYours, Refused
from affray.table.hidden import hidden_at, hidden_now, since_when
from affray.table.store import Chair

FEET = 5
"""Across a cell of a map in feet: about a person."""

MOST_CHANGES = 100
"""That are remembered: what was told under older fog is told as under the oldest of them."""


# What is covered


def cell_size(board: Board) -> int:
    return FEET if board.unit == "ft" else 1


def cells_of_map(board: Board) -> list[Cell]:
    """Every cell there is; on a map of places each of them is one."""
    if board.unit == "zone":
        return [(k, 0) for k in range(len(board.places))]
    size = cell_size(board)
    wide, tall = -(-board.width // size), -(-board.height // size)
    return [(x, y) for y in range(tall) for x in range(wide)]


def cell_at(board: Board, x: int, y: int) -> Cell:
    """Where a point lies; the far edge of a map in feet belongs to its last cells."""
    if board.unit == "ft":
        return (min(x, board.width - 1) // FEET, min(y, board.height - 1) // FEET)
    return (x, 0 if board.unit == "zone" else y)


def _stands_on(board: Board, token: Token) -> set[Cell]:
    """All the cells of a body."""
    body = board.bodies.get(token.who)
    if board.unit != "tile":
        return {cell_at(board, token.x, token.y)}
    wide, tall = max(1, token.across), max(1, token.down)
    return set(body or [(token.x + i, token.y + j) for i in range(wide) for j in range(tall)])


def covered(board: Board, cells: frozenset[Cell]) -> frozenset[int]:
    """Who stands in the fog, from head to foot."""
    on_map = [token for token in board.tokens if token.x >= 0]
    return frozenset(t.who for t in on_map if _stands_on(board, t) <= cells)


# Who is hidden by it


def fog_now(game: Game) -> frozenset[Cell]:
    return game.fog[-1].cells if game.fog else frozenset()


@dataclass(frozen=True)
class Hidden:
    """What the game master hid at a moment: whom by hand, and what lay in the fog."""

    by_hand: frozenset[int]
    fog: frozenset[Cell]


def hidden_from_now(game: Game) -> Hidden:
    return Hidden(hidden_now(game), fog_now(game))


def hidden_then(game: Game, at: int) -> Hidden:
    """At a place on the tape; where the fog was changed there, all that lay in either."""
    lay = [fog.cells for fog, until in _spans(game) if fog.since <= at <= (until or at)]
    return Hidden(hidden_at(game, at), frozenset().union(*lay))


def _spans(game: Game) -> list[tuple[Fog, int | None]]:
    """How the fog lay, each until when."""
    ends: list[int | None] = [*(fog.since for fog in game.fog[1:]), None][: len(game.fog)]
    return list(zip(game.fog, ends, strict=True))


def in_fog_during(
    game: Game, chair: Chair, first: int, last: int, worlds: Sequence[Any]
) -> frozenset[int]:
    """Who was hidden by it from one place on the tape to another, at both ends."""
    for fog, until in reversed(_spans(game)):
        if fog.since <= first and (until is None or until >= last):
            before, after = (in_fog(game, chair, world, fog.cells) for world in worlds)
            return before & after
    return frozenset()


def in_fog(game: Game, chair: Chair, world: Any, cells: frozenset[Cell]) -> frozenset[int]:
    """Who is hidden from a chair by fog that lies so."""
    board = game.fight.encounter.board(world) if cells else None
    if board is None:
        return frozenset()
    return covered(board, cells) - friends_of(game, chair, world)


def friends_of(game: Game, chair: Chair, world: Any) -> frozenset[int]:
    """Those of a chair's own side; who only looks on, or leads, sees with all the players."""
    own = chair.creatures or [who for other in game.player_chairs for who in other.creatures]
    everybody = range(int(world.n))
    sides = {int(world.creatures[who].side) for who in own if who in everybody}
    return frozenset(i for i in everybody if int(world.creatures[i].side) in sides)


# What the game master does with it


def change(game: Game, chair: Chair, how: str, cells: Iterable[Cell]) -> None:
    """Cover some cells or uncover them, all of them, or what the heroes see from where they are."""
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
    board = game.fight.encounter.board(game.fight.world)
    if board is None:
        raise Refused("this fight has no map")
    if game.fight.ruleset.words.hiding is None:
        raise Refused("this game does not say what odds are without somebody unseen")
    known, before = set(cells_of_map(board)), fog_now(game)
    beyond = [cell for cell in cells if cell not in known]
    if beyond:
        raise Refused(f"cells: found {list(beyond[0])}, which is not on the map")
    after = _after(game, board, how, frozenset(cells))
    if after != before:
        _lay(game, after)


def _after(game: Game, board: Board, how: str, cells: frozenset[Cell]) -> frozenset[Cell]:
    before = fog_now(game)
    match how:
        case "cover":
            return before | cells
        case "uncover":
            return before - cells
        case "cover-all":
            return frozenset(cells_of_map(board))
        case "see":
            return before - _seen(game, board)
        case _:
            return frozenset()


def _lay(game: Game, cells: frozenset[Cell]) -> None:
    """From the step on that is being played; fog of the same step is one."""
    now = since_when(game, game.fight.step_start[0])
    kept = [fog for fog in game.fog or [Fog(0, frozenset())] if fog.since < now]
    first, *others = [*kept, Fog(now, cells)][-MOST_CHANGES:]
    game.fog = [replace(first, since=0), *others]


def _seen(game: Game, board: Board) -> set[Cell]:
    """What the players' own see from where they stand, and the walls beside it."""
    seen_by = game.fight.ruleset.words.seen
    if seen_by is None:
        raise Refused("the rules of this game do not say what is seen from where")
    world = game.fight.world
    there = {t.who for t in board.tokens if t.x >= 0 and not t.is_out}
    own = {who for chair in game.player_chairs for who in chair.creatures} & there
    seen = {cell for who in own for cell in seen_by(world, who)}
    seen |= {cell for t in board.tokens if t.who in own for cell in _stands_on(board, t)}
    return seen | {wall for wall in board.walls if any(n in seen for n in _beside(*wall))}


def _beside(x: int, y: int) -> list[Cell]:
    return [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


# What players are sent of the map


def uncovered(board: Board, cells: frozenset[Cell]) -> Board:
    """A map without what the fog lies on."""
    if not cells:
        return board

    def is_seen(x: int, y: int) -> bool:
        return cell_at(board, x, y) not in cells

    patches = [_cut(board, patch, cells) for patch in board.ground.patches]
    return replace(
        board,
        walls=[wall for wall in board.walls if is_seen(*wall)],
        floors=[floor for floor in board.floors if is_seen(*floor[:2])],
        things=[thing for thing in board.things if is_seen(thing.x, thing.y)],
        ground=replace(board.ground, patches=[patch for patch in patches if patch is not None]),
    )


def _cut(board: Board, patch: Patch, cells: frozenset[Cell]) -> Patch | None:
    """What is seen of a piece of ground; a shape is whole, or not there."""
    if patch.spots:
        spots = [spot for spot in patch.spots if cell_at(board, *spot) not in cells]
        return replace(patch, spots=spots) if spots else None
    if patch.places:
        places = [place for place in patch.places if (place, 0) not in cells]
        return replace(patch, places=places) if places else None
    if patch.path:
        return patch if any(cell_at(board, x, y) not in cells for x, y in patch.path) else None
    boxes = [left for box in patch.boxes for left in _cut_box(board, box, cells)]
    return replace(patch, boxes=boxes) if boxes else None


def _cut_box(
    board: Board, box: tuple[int, int, int, int], cells: frozenset[Cell]
) -> list[tuple[int, int, int, int]]:
    x, y, across, down = box
    points = [(x + i, y + j) for i in range(max(1, across)) for j in range(max(1, down))]
    if board.unit == "tile":
        return as_boxes([point for point in points if point not in cells])
    return [box] if any(cell_at(board, *point) not in cells for point in points) else []


def shown_fog(board: Board, cells: frozenset[Cell]) -> dict[str, Any] | None:
    """As it is drawn."""
    if not cells:
        return None
    return {"size": cell_size(board), "boxes": as_boxes(sorted(cells))}


def brush(game: Game) -> dict[str, Any] | None:
    """What the game master covers with, and whether the rules know what is seen from where."""
    words = game.fight.ruleset.words
    if words.board is None or words.hiding is None:
        return None
    return {"sees": words.seen is not None}
