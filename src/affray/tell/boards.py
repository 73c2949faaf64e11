"""A board as text: tiles and feet with their coordinates, places with their links."""

from __future__ import annotations

from collections.abc import Sequence

from affray.book.words import Board, Token
from affray.tell.grounds import ground_cells, ground_in, ground_legend

FEET_A_CELL = 5
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ARROWS = "\u2191\u2197\u2192\u2198\u2193\u2199\u2190\u2196"
LABEL = 5
"""How wide the number of a row is."""

Cell = tuple[int, int]


def draw_board(board: Board, names: Sequence[str]) -> str:
    """The board with its coordinates, and below it what its signs mean."""
    if board.unit == "zone":
        return _draw_places(board, names)
    scale = FEET_A_CELL if board.unit == "ft" else 1
    columns, rows = -(-board.width // scale), -(-board.height // scale)
    cells = {(x, y): " . " for y in range(rows) for x in range(columns)}
    pictures, ruled = ground_cells(board, scale, columns, rows)
    uneven = ruled | {(x, y): f" {_step(height)}" for x, y, height in board.floors}
    cells |= pictures
    cells |= {(x // scale, y // scale): " ##" for x, y in board.walls}
    cells |= uneven
    cells |= {(thing.x // scale, thing.y // scale): " * " for thing in board.things}
    standing = _who_stands_where(board, scale)
    cells |= {cell: _sign(tokens) for cell, tokens in standing.items()}
    across = "".join(f"{x * scale:>3}" for x in range(columns))
    lines = [
        f"{y * scale:>{LABEL - 1}} " + "".join(cells[x, y] for x in range(columns))
        for y in range(rows)
    ]
    if board.unit == "ft":
        lines = [*lines[::-1], f"  one cell is {scale} ft, north is up"]
    return "\n".join(
        [" " * LABEL + across, *lines, *_legend(board, names, standing, scale, uneven)]
    )


def _step(height: int) -> str:
    """Lower or higher ground, and by how much."""
    return f"{'v' if height < 0 else '^'}{abs(height)}"


def _who_stands_where(board: Board, scale: int) -> dict[Cell, list[Token]]:
    """For every cell somebody covers, those who do."""
    found: dict[Cell, list[Token]] = {}
    for token in board.tokens:
        for cell in [] if token.is_out else _covered(board, token, scale):
            if 0 <= cell[0] * scale < board.width and 0 <= cell[1] * scale < board.height:
                found.setdefault(cell, []).append(token)
    return found


def _covered(board: Board, token: Token, scale: int) -> Sequence[Cell]:
    """The cells of a body: its own, or all of its rectangle."""
    if token.who in board.bodies:
        return board.bodies[token.who]
    x, y = token.x // scale, token.y // scale
    return [(x + east, y + south) for south in range(token.down) for east in range(token.across)]


def _sign(tokens: list[Token]) -> str:
    """A creature by its letter and the way it faces; + where somebody shares its tile."""
    first = tokens[0]
    arrow = ARROWS[first.facing // 45 % 8] if first.facing is not None else " "
    return f" {LETTERS[first.who]}{'+' if len(tokens) > 1 else arrow}"


def _legend(
    board: Board,
    names: Sequence[str],
    standing: dict[Cell, list[Token]],
    scale: int,
    uneven: dict[Cell, str],
) -> list[str]:
    """Who is who and over what, who shares a tile, and what lies where, also under somebody."""
    present = [token for token in board.tokens if not token.is_out]
    over = {t.who: [cell for cell, tokens in standing.items() if t in tokens] for t in present}
    lines = [f"  {LETTERS[t.who]}  {names[t.who]}{_over(over[t.who], uneven)}" for t in present]
    for (x, y), tokens in standing.items():
        if len(tokens) > 1:
            shared = " and ".join(names[t.who] for t in tokens)
            lines.append(f"  +  {shared} share {x * scale}, {y * scale}")
    for thing in board.things:
        cell = (thing.x // scale, thing.y // scale)
        above = standing.get(cell, [])
        under = f", under {names[above[0].who]}" if above else ""
        lines.append(f"  *  {thing.label} at {thing.x}, {thing.y}{_over([cell], uneven)}{under}")
    return [*lines, *_steps(board), *ground_legend(board)]


def _over(cells: Sequence[Cell], uneven: dict[Cell, str]) -> str:
    """The signs of what the rules know of the ground there, which a letter hides."""
    signs = list(dict.fromkeys(uneven[cell].strip() for cell in cells if cell in uneven))
    return f", over {' and '.join(signs)}" if signs else ""


def _steps(board: Board) -> list[str]:
    """Every height there is, the lowest first."""
    heights = sorted({height for _, _, height in board.floors if height})
    said = {height: "lower ground" if height < 0 else "higher ground" for height in heights}
    return [f"  {_step(height)} {said[height]}, by {abs(height)}" for height in heights]


def _draw_places(board: Board, names: Sequence[str]) -> str:
    """Every place with its links and who is there; those in brackets stand close together."""
    lines = []
    for k, place in enumerate(board.places):
        linked = ", ".join(board.places[link].label for link in place.links)
        said = ", ".join([*([place.note] if place.note else []), *ground_in(board, k)])
        note = f"  ({said})" if said else ""
        lines.append(f"  {place.label}{' -- ' if linked else ''}{linked}{note}")
        here = [token for token in board.tokens if token.x == k and not token.is_out]
        things = [f"* {thing.label}" for thing in board.things if thing.x == k]
        if here or things:
            lines.append("    " + "  ".join([*_knots(here, names), *things]))
    return "\n".join(lines)


def _knots(here: list[Token], names: Sequence[str]) -> list[str]:
    """Who stands in a place: knots in brackets first, then those who stand alone."""
    met = sorted({t.knot for t in here if t.knot >= 0})
    knots = [[t for t in here if t.knot == knot] for knot in met]
    close = [knot for knot in knots if len(knot) > 1]
    alone = [t for t in here if not any(t in knot for knot in close)]
    told = [f"({', '.join(names[t.who] for t in knot)})" for knot in close]
    return [*told, *(names[t.who] for t in alone)]
