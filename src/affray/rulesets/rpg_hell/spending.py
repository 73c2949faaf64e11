"""How a whole turn of RPG Hell is judged: what its dice may be spent on, and what counts."""

from __future__ import annotations

from affray.book.turn import Turn
from affray.rules.among import least
from affray.rules.grid import EAST_OF, LARGEST_MAP, SOUTH_OF, tiles_apart
from affray.rules.masks import contains, members

from .kinds import Act, Phase, Question
from .space import distance
from .state import World


def harm_done(before: World, after: World, target: int) -> int:
    """Armor and Health the target has lost."""
    was = before.creatures[target]
    now = after.creatures[target]
    return was.health + was.armor + was.temp_armor - now.health - now.armor - now.temp_armor


def turn_is_over(w: World, who: int) -> bool:
    return w.phase >= Phase.END or w.order[w.turn] != who


def column_toward(w: World, who: int, target: int, mask: int) -> int:
    """The column of the tile within reach that is nearest to the target."""
    column = -1
    best = 0
    for y in range(w.height):
        for x in range(w.width):
            if contains(w.reached[y], x):
                far = farness(w, target, x, y)
                if column < 0 or far < best:
                    column = x
                    best = far
    return column


def row_toward(w: World, who: int, target: int, mask: int) -> int:
    """The row of that column that is nearest to the target."""
    x = column_toward(w, who, target, mask)
    return least((farness(w, target, x, y), y) for y in members(mask))


def way_toward(w: World, who: int, target: int, mask: int) -> int:
    """Of the ways that are open the one that leads nearest to the target."""
    c = w.creatures[who]
    return least(
        (farness(w, target, c.x + EAST_OF[way], c.y + SOUTH_OF[way]), way) for way in members(mask)
    )


def feet_toward(w: World, who: int, target: int, mask: int) -> int:
    """As far as one can, but not past the target."""
    far = distance(w, who, target)
    return least((abs(n - far), n) for n in members(mask))


def farness(w: World, target: int, x: int, y: int) -> int:
    """How far a tile is from a creature; of those as far, the one more on its row is nearer."""
    t = w.creatures[target]
    return tiles_apart(x, y, t.x, t.y) * LARGEST_MAP + abs(y - t.y)


SPENDING = Turn(
    considers={
        Question.ACTION: 1 << Act.ATTACK
        | 1 << Act.MOVE
        | 1 << Act.ART
        | 1 << Act.UNLOCK
        | 1 << Act.HOLD,
        Question.ART: "all",
        Question.MODE: "all",
        Question.DIRECTION: way_toward,
        Question.FEET: feet_toward,
        Question.RIDER: "all",
        Question.TARGET: "target",
        Question.WEAPON: "all",
        Question.PAIR: "all",
        Question.DIE: "all",
        Question.COLUMN: column_toward,
        Question.ROW: row_toward,
    },
    counts=harm_done,
    over=turn_is_over,
    what="Armor and Health lost by moves, attacks and arts (things and wrestling are left out)",
)
