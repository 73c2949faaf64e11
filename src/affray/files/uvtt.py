"""Maps of other programs: Universal VTT files (.uvtt, .dd2vtt, .df2vtt), read and written.

There walls are lines and doors lie in them; here both take tiles. A line along the edge of tiles
takes those to its right or below it; one across a tile takes that; where it goes through a corner
between two of them, a third shuts the gap. What finds no place is told.
A map that was written here also has its tiles, so that it comes back as it went.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from affray.book.errors import BadInput
from affray.book.ground import Ruled
from affray.book.plain import plain
from affray.book.ruleset import Ruleset
from affray.book.words import Words

SUFFIXES = (".uvtt", ".dd2vtt", ".df2vtt")
MOST_LINES, MOST_POINTS = 5_000, 20_000
LONGEST = 20_000  # tiles of the map that all lines go through together; one has some hundreds
MOST_LIGHTS, MOST_NAMED = 60, 10
STEP = 0.125
"""Of a tile: so far along a line one looks whether it is in another."""

HAIR = 0.02
"""Of a tile: what is so near a line of the grid lies on it. Other programs write short floats, and
a wall at 1.999996 took the tiles on its other side."""

OWN = "affray"
"""Where our tiles stand in a file: other programs pass over what they do not know."""

TAKEN = (
    "line_of_sight", "objects_line_of_sight", "portals", "lights", "resolution", "image", OWN,
)  # fmt: skip
ABOUT = ("format", "software", "creator", "version", "name")
"""What a file says of itself."""

LIT = "ffffffff"
"""A place with no light of its own to speak of: everything is seen."""

FARTHEST = 1_000_000
FORMAT, PIXELS = 0.3, 100

Data = dict[str, Any]
FloatPoint = tuple[float, float]
Tile = tuple[int, int]
Ends = tuple[FloatPoint, FloatPoint]
Corners = dict[Tile, set[Tile]]
"""Of corners of tiles: those of the lines that touch them."""


@dataclass
class Imported:
    """A map as parts of an encounter's file, and what was made of everything in it; its picture
    as it is written there, and how many tiles that covers from its corner on. Of a map that is
    too large a part: where that begins, and where it may at most."""

    map: Data
    ground: Data
    report: list[str] = field(default_factory=list)
    image: str = ""
    covers: float = 0
    begins: Tile = (0, 0)
    farthest: Tile = (0, 0)


def read_uvtt(text: str, ruleset: Ruleset, begins: Tile = (0, 0)) -> Imported:
    """A map for this game, from this tile of a larger one on; `report` says what was left out, and
    why."""
    data = _parsed(text)
    size, origin, made = _extent(data, ruleset, begins)
    report = made.report
    own = _own(data, origin, size)
    if own is None:
        if OWN in data:
            report.append("its tiles are not those of its lines, which are taken")
        own = _of_lines(data, origin, size, report)
    walls, doors = own
    if doors and "door" not in ruleset.words.ground:
        report.append(f"{_tiles_of('door', doors)}: the game has none, so wall is laid there")
        walls, doors = walls | doors, set()
    _lay(made, ruleset.words, "wall", walls - doors)
    _lay(made, ruleset.words, "door", doors)
    lights = _lights(data, origin, size, report)
    if lights:
        made.ground["area"] = [{"kind": "torch", "at": [list(tile) for tile in sorted(lights)]}]
    report += _left_out(data)
    if isinstance(data.get("image"), str):
        made.image = data["image"]
    made.covers = float(data["resolution"]["map_size"]["x"])
    return made


def _parsed(text: str) -> Data:
    try:
        data = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as bad:
        raise BadInput(f"is no Universal VTT file ({bad})") from None
    if not isinstance(data, dict) or not isinstance(data.get("resolution"), dict):
        raise BadInput("is no Universal VTT file; expected a resolution with a map_size")
    return data


def _no_number(name: str) -> Any:
    raise ValueError(f"found {name}, expected a number")


def _extent(data: Data, ruleset: Ruleset, begins: Tile) -> tuple[Tile, FloatPoint, Imported]:
    """How large the map is here, where it begins there, and what is cut off."""
    form = ruleset.words.map
    if form is None or form.unit:
        raise BadInput(f"{ruleset.book.name} has no map of tiles to lay this on")
    resolution = data["resolution"]
    size, origin = _point(resolution, "map_size"), _point(resolution, "map_origin", (0.0, 0.0))
    if size is None or origin is None or not all(1 <= n <= 10_000 for n in size):
        raise BadInput(f"resolution: found {resolution!r:.80}, expected map_size x and y in tiles")
    wide, tall = (min(form.most, max(form.least, math.ceil(n))) for n in size)
    made = Imported({"size": [wide, tall]}, {})
    made.farthest = max(0, math.ceil(size[0]) - wide), max(0, math.ceil(size[1]) - tall)
    x, y = made.begins = min(begins[0], made.farthest[0]), min(begins[1], made.farthest[1])
    if made.farthest != (0, 0):
        found = f"{size[0]:g} by {size[1]:g} tiles"
        taken = f"of it {wide} by {tall} are taken, the game's most"
        made.report.append(f"the map has {found}; {taken}, from column {x} and row {y} on")
    return (wide, tall), (origin[0] + x, origin[1] + y), made


def _point(of: Data, key: str, usual: FloatPoint | None = None) -> FloatPoint | None:
    found = of.get(key)
    return usual if found is None else _xy(found)


def _xy(found: Any) -> FloatPoint | None:
    if not isinstance(found, dict):
        return None
    said = (found.get("x"), found.get("y"))
    numbers = [n for n in said if isinstance(n, int | float) and not isinstance(n, bool)]
    if len(numbers) < 2 or not all(abs(n) < FARTHEST for n in numbers):
        return None
    return float(numbers[0]), float(numbers[1])


def _listed(data: Data, key: str) -> list[Any]:
    """What a file lists there; programs leave it out or write null where there is nothing."""
    found = data.get(key)
    if found is None:
        return []
    if not isinstance(found, list) or len(found) > MOST_LINES:
        raise BadInput(f"{key}: expected a list of at most {MOST_LINES:,}")
    return found


def _lines(data: Data, key: str) -> Iterator[list[FloatPoint]]:
    """Lists of points; what is none is refused, and so is more than any map has."""
    seen = 0
    for line in _listed(data, key):
        points = [_xy(one) for one in line] if isinstance(line, list) else [None]
        seen += len(points)
        whole = [point for point in points if point is not None]
        if len(whole) != len(points) or seen > MOST_POINTS:
            raise BadInput(f"{key}: expected lines of points x and y, {MOST_POINTS:,} at most")
        yield whole


def _own(data: Data, origin: FloatPoint, size: Tile) -> tuple[set[Tile], set[Tile]] | None:
    """The tiles of walls and doors that were written here, as long as the lines are theirs:
    whoever changed those since, in another program, meant them."""
    said = data.get(OWN)
    if not isinstance(said, dict) or origin != (0.0, 0.0) or data.get("objects_line_of_sight"):
        return None
    walls, doors = _tiles(said.get("walls"), size), _tiles(said.get("doors"), size)
    if walls is None or doors is None:
        return None
    written = _written(walls, doors)
    return (walls, doors) if all(data.get(key) == written[key] for key in written) else None


def _tiles(found: Any, size: Tile) -> set[Tile] | None:
    """Tiles of the map; None where there is anything else, or more than it has."""
    if not isinstance(found, list) or len(found) > size[0] * size[1]:
        return None
    pairs = [one for one in found if isinstance(one, list) and len(one) == 2]
    tiles = {(x, y) for x, y in pairs if type(x) is int and type(y) is int and _is_on((x, y), size)}
    return tiles if len(tiles) == len(found) else None


def _of_lines(
    data: Data, origin: FloatPoint, size: Tile, report: list[str]
) -> tuple[set[Tile], set[Tile]]:
    """The tiles under walls and doors of a file, which have no gap where its lines have none."""
    walls = [*_lines(data, "line_of_sight"), *_lines(data, "objects_line_of_sight")]
    doors = _doors(data, report)
    pieces = (ends for line in (*walls, *doors) for ends in pairwise(line))
    if sum(_length(*ends, origin, size) for ends in pieces) > LONGEST:
        raise BadInput(f"its lines are too long, expected {LONGEST:,} tiles in all at most")
    at = Corners()
    under, shut = (
        {
            tile
            for line in lines
            for ends in pairwise(line)
            for tile in _under(ends, origin, size, at)
        }
        for lines in (walls, doors)
    )
    return under | {tile for tile in _between(at, under | shut) if _is_on(tile, size)}, shut


def _doors(data: Data, report: list[str]) -> list[list[FloatPoint]]:
    """Where doors are shut; one that stands open is open ground here."""
    portals = [one if isinstance(one, dict) else {} for one in _listed(data, "portals")]
    whole = [one for one in portals if isinstance(one.get("bounds"), list)]
    shut = [one["bounds"] for one in whole if one.get("closed") is not False]
    if len(portals) > len(whole):
        report.append(f"doors without bounds, left out: {len(portals) - len(whole)}")
    if len(whole) > len(shut):
        report.append(f"doors that stand open, open ground here: {len(whole) - len(shut)}")
    return list(_lines({"portals": shut}, "portals"))


def _lights(data: Data, origin: FloatPoint, size: Tile, report: list[str]) -> set[Tile]:
    lights = _listed(data, "lights")
    found = [_xy(one.get("position")) for one in lights if isinstance(one, dict)]
    tiles = (_tile((x - origin[0], y - origin[1])) for x, y in filter(None, found))
    taken = sorted({tile for tile in tiles if _is_on(tile, size)})[:MOST_LIGHTS]
    if lights:
        report.append(f"lights: torches for {len(taken)} of {len(lights)}, picture only")
    return set(taken)


def _left_out(data: Data) -> list[str]:
    """What a file has besides, and nothing here means."""
    around = data.get("environment")
    light = around.get("ambient_light") if isinstance(around, dict) else None
    report = []
    if light not in (None, "", LIT):
        report.append(f"its light ({plain(str(light))[:8]}) stays there: say how dark it is here")
    others = sorted(plain(key)[:20] for key in {*data} - {*TAKEN, *ABOUT, "environment"})
    if others:
        report.append(f"left out, as nothing here means it: {', '.join(others[:MOST_NAMED])}")
    return report


def _under(ends: Ends, origin: FloatPoint, size: Tile, at: Corners) -> set[Tile]:
    """The tiles of the map that a straight line goes through, remembered at the corners of tiles
    that it touches."""
    points = [(x - origin[0], y - origin[1]) for x, y in _along(*ends, origin, size)]
    tiles = {tile for tile in map(_tile, points) if _is_on(tile, size)}
    tips = ((x - origin[0], y - origin[1]) for x, y in ends)
    for x, y in (*tips, *points):
        corner = round(x), round(y)
        if tiles and math.hypot(x - corner[0], y - corner[1]) < STEP:
            at.setdefault(corner, set()).update(tiles)
    return tiles


def _between(at: Corners, taken: set[Tile]) -> Iterator[Tile]:
    """What shuts the gap at a corner where lines go on, and their tiles touch nowhere else: one
    looks and walks through there. The tile to the right, and below if it can be."""
    for (x, y), through in at.items():
        falling, rising = {(x - 1, y - 1), (x, y)}, {(x, y - 1), (x - 1, y)}
        for pair, others in ((falling, rising), (rising, falling)):
            if pair <= through and not others & taken:
                yield max(others)


def _along(a: FloatPoint, b: FloatPoint, origin: FloatPoint, size: Tile) -> Iterator[FloatPoint]:
    """Points along it, so close that no tile is missed, as far as it lies on the map."""
    (ax, ay), (bx, by) = a, b
    first, last = _on_map(a, b, origin, size)
    steps = max(1, math.ceil(_length(a, b, origin, size) / STEP))
    for k in range(steps if first < last else 0):
        part = first + (last - first) * (k + 0.5) / steps  # its middle: corners are not grazed
        yield ax + part * (bx - ax), ay + part * (by - ay)


def _length(a: FloatPoint, b: FloatPoint, origin: FloatPoint, size: Tile) -> float:
    """How long it is, in tiles, as far as it lies on the map."""
    first, last = _on_map(a, b, origin, size)
    return (last - first) * math.hypot(b[0] - a[0], b[1] - a[1]) if first < last else 0.0


def _on_map(a: FloatPoint, b: FloatPoint, origin: FloatPoint, size: Tile) -> tuple[float, float]:
    """From which part of a line to which it lies on the map, or a little beside it."""
    first, last = 0.0, 1.0
    for k in (0, 1):
        low, high, far = origin[k] - 1, origin[k] + size[k] + 1, b[k] - a[k]
        if far:
            ends = sorted(((low - a[k]) / far, (high - a[k]) / far))
            first, last = max(first, ends[0]), min(last, ends[1])
        elif not low <= a[k] <= high:
            return 0.0, 0.0
    return first, last


def _tile(point: FloatPoint) -> Tile:
    return math.floor(point[0] + HAIR), math.floor(point[1] + HAIR)


def _is_on(tile: Tile, size: Tile) -> bool:
    return 0 <= tile[0] < size[0] and 0 <= tile[1] < size[1]


def _lay(made: Imported, words: Words, kind: str, tiles: set[Tile]) -> None:
    """Tiles of this kind, where the game has it; else they are told, and picture only."""
    ruled = words.ground.get(kind)
    if not tiles:
        return
    count = _tiles_of(kind, tiles)
    if ruled is None:
        made.report.append(f"{count}: the game has none, so the ground is open there")
    elif ruled.tiles:
        made.map[ruled.tiles] = [list(tile) for tile in sorted(tiles)]
        made.report.append(f"{count} ({ruled.rule})")
    elif ruled.sign:
        _sign(made, ruled, tiles)
        made.report.append(f"{count} ({ruled.rule})")


def _tiles_of(kind: str, tiles: set[Tile]) -> str:
    return f"{len(tiles)} {'tile' if len(tiles) == 1 else 'tiles'} of {kind}"


def _sign(made: Imported, ruled: Ruled, tiles: set[Tile]) -> None:
    """In rows, as games write it that draw their map."""
    size = made.map.pop("size", None)
    rows = made.map.get("rows") or ["." * size[0]] * size[1]
    made.map["rows"] = [
        "".join(ruled.sign if (x, y) in tiles else sign for x, sign in enumerate(row))
        for y, row in enumerate(rows)
    ]


# Writing


def uvtt_text(
    size: Tile,
    walls: Iterable[Tile],
    doors: Iterable[Tile],
    lights: Iterable[Tile] = (),
    image: bytes = b"",
    pixels: int = PIXELS,
) -> str:
    """The map for other programs: the outlines of walls as lines, doors as portals, lights, and a
    picture from the map's corner on with so many pixels a tile; the tiles, for ourselves."""
    walls, doors = set(walls), set(doors)
    data = {
        "format": FORMAT,
        "resolution": {
            "map_origin": _at(0, 0), "map_size": _at(*size), "pixels_per_grid": pixels,
        },
        **_written(walls, doors),
        "lights": [_light(x + 0.5, y + 0.5) for x, y in sorted(lights)],
        "environment": {"baked_lighting": True, "ambient_light": LIT},
        "image": base64.b64encode(image).decode(),
        OWN: {"walls": sorted(walls), "doors": sorted(doors)},
    }  # fmt: skip
    return json.dumps(data, indent=1) + "\n"


def _written(walls: set[Tile], doors: set[Tile]) -> Data:
    """Walls and doors as other programs have them."""
    portals = [
        {
            "position": _at(x + 0.5, y + 0.5), "bounds": [_at(x, y + 0.5), _at(x + 1, y + 0.5)],
            "rotation": 0, "closed": True, "freestanding": False,
        }
        for x, y in sorted(doors)
    ]  # fmt: skip
    lines = [[_at(*a), _at(*b)] for a, b in sorted(_outlines(walls))]
    return {"line_of_sight": lines, "portals": portals}


def _at(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def _light(x: float, y: float) -> Data:
    """As far as a torch shines there."""
    glow = {"range": 6, "intensity": 1, "color": "ffffad58", "shadows": True}
    return {"position": _at(x, y), **glow}


def _outlines(walls: set[Tile]) -> Iterator[tuple[Tile, Tile]]:
    """The edges of wall tiles beyond which there is none."""
    for x, y in walls:
        sides = {
            (x, y - 1): ((x, y), (x + 1, y)), (x, y + 1): ((x, y + 1), (x + 1, y + 1)),
            (x - 1, y): ((x, y), (x, y + 1)), (x + 1, y): ((x + 1, y), (x + 1, y + 1)),
        }  # fmt: skip
        yield from (edge for beyond, edge in sides.items() if beyond not in walls)
