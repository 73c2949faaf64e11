"""What the ground of a place is: its kinds, as encounter files write them, and their rules.

A kind that has no rule in a game is a picture there: it is drawn and named, and no rule asks
for it. A kind that has one is part of the game's own `[map]`, and is written nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.book.errors import unknown
from affray.book.maps import as_boxes, is_point, read_rows
from affray.book.pictured import LaidPicture, read_laid
from affray.book.toml_tables import TomlTable

Point = tuple[int, int]
Box = tuple[int, int, int, int]

OPEN = "."
"""In rows: what the ground is everywhere else."""

MOST_CORNERS = 60
MOST_AREAS = 120
LARGEST = 400
MOST_IN_A_PLACE = 8


@dataclass(frozen=True)
class GroundKind:
    """A kind of ground and its sign, in rows of a file and on a board as text.

    What `stands` is a figure on single spots; all else covers the ground.
    """

    name: str
    sign: str
    stands: bool = False


KINDS = {
    kind.name: kind
    for kind in (
        GroundKind("water", "~"),
        GroundKind("grass", '"'),
        GroundKind("earth", ","),
        GroundKind("road", ":"),
        GroundKind("stone", "_"),
        GroundKind("wood", "="),
        GroundKind("rubble", "%"),
        GroundKind("ash", "'"),
        GroundKind("fire", "&"),
        GroundKind("bones", ";"),
        GroundKind("rails", "|"),
        GroundKind("dark", "`"),
        GroundKind("light", "!"),
        GroundKind("rough", "/"),
        GroundKind("wall", "#"),
        GroundKind("door", "+"),
        GroundKind("ledge", ">"),
        GroundKind("pit", "v"),
        GroundKind("plateau", "^"),
        GroundKind("tree", "t", stands=True),
        GroundKind("pine", "p", stands=True),
        GroundKind("reeds", "w", stands=True),
        GroundKind("boulder", "o", stands=True),
        GroundKind("pillar", "@", stands=True),
        GroundKind("barrel", "b", stands=True),
        GroundKind("crate", "c", stands=True),
        GroundKind("shelf", "s", stands=True),
        GroundKind("desk", "d", stands=True),
        GroundKind("candles", "i", stands=True),
        GroundKind("torch", "y", stands=True),
        GroundKind("campfire", "f", stands=True),
        GroundKind("nest", "n", stands=True),
        GroundKind("coffin", "x", stands=True),
        GroundKind("tomb", "m", stands=True),
        GroundKind("altar", "a", stands=True),
        GroundKind("stairs", "z", stands=True),
        GroundKind("mill", "k", stands=True),
        GroundKind("tower", "h", stands=True),
        GroundKind("tent", "e", stands=True),
        GroundKind("train", "r", stands=True),
        GroundKind("cauldron", "u", stands=True),
    )
}
"""Every kind by its name."""

BY_SIGN = {kind.sign: kind.name for kind in KINDS.values()}


@dataclass(frozen=True)
class Ruled:
    """A kind of ground that has a rule in a game: which, and where files write it in [map]: as a
    `sign` of its rows, as a list of `tiles`, or as `boxes` with a height."""

    rule: str
    sign: str = ""
    tiles: str = ""
    boxes: str = ""

    @property
    def written(self) -> str:
        """Where, for people."""
        return f"[map] rows, as {self.sign}" if self.sign else f"[map] {self.tiles or self.boxes}"


@dataclass(frozen=True)
class Patch:
    """Ground of one kind, in the board's unit: boxes (x, y, across, down), the corners of a
    shape, spots on which a figure stands, or places. `size` is a figure's, 0 the usual; `count`
    how many of them stand in a place."""

    kind: str
    boxes: Sequence[Box] = ()
    path: Sequence[Point] = ()
    spots: Sequence[Point] = ()
    places: Sequence[int] = ()
    size: int = 0
    count: int = 0


@dataclass(frozen=True)
class Ground:
    """All of a place's ground: what lies everywhere, what else lies where, the rules some kinds
    of it have, and a picture of one's own over it."""

    base: str = ""
    patches: Sequence[Patch] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    picture: LaidPicture | None = None


NO_GROUND = Ground()


@dataclass(frozen=True)
class Extent:
    """How far a board goes: in tiles or feet, or by the names of its places."""

    unit: str
    width: int
    height: int
    places: Sequence[str] = ()

    @property
    def of_tiles(self) -> bool:
        return self.unit == "tile"


def read_ground(table: TomlTable, extent: Extent, ruled: Mapping[str, Ruled]) -> Ground:
    """[ground] base, rows of signs, [[ground.area]] tables, and a picture."""
    base = _kind(table, "base", ruled) if "base" in table else ""
    if base and KINDS[base].stands:
        raise table.bad("base", f"found {base!r}, which stands on single spots, expected a ground")
    patches = _from_rows(table, extent, ruled)
    areas = list(table.tables("area"))
    if len(areas) > MOST_AREAS:
        raise table.bad("area", f"found {len(areas)}, expected at most {MOST_AREAS}")
    patches += [_area(area, extent, ruled) for area in areas]
    picture = read_laid(table, extent.width)
    table.finish()
    return Ground(base, patches, picture=picture)


def _kind(table: TomlTable, key: str, ruled: Mapping[str, Ruled]) -> str:
    """A kind that is a picture in this game."""
    kind = table.choice(key, list(KINDS), "kind of ground")
    if kind in ruled:
        has = f"found {kind!r}, which has a rule here ({ruled[kind].rule})"
        raise table.bad(key, f"{has}; expected it in {ruled[kind].written}")
    return kind


def _from_rows(table: TomlTable, extent: Extent, ruled: Mapping[str, Ruled]) -> list[Patch]:
    if "rows" not in table:
        return []
    if not extent.of_tiles:
        raise table.bad("rows", "found rows, expected [[ground.area]] tables: it has no tiles")
    drawn = [kind.sign for kind in KINDS.values() if kind.name not in ruled]
    rows = read_rows(table, [OPEN, *drawn], max(extent.width, extent.height)) or []
    if (len(rows[0]), len(rows)) != (extent.width, extent.height):
        found = f"found {len(rows)} rows of {len(rows[0])}"
        raise table.bad("rows", f"{found}, expected {extent.height} of {extent.width} as the map")
    tiles_of: dict[str, list[Point]] = {}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign != OPEN:
                tiles_of.setdefault(BY_SIGN[sign], []).append((x, y))
    return [
        Patch(kind, spots=tiles) if KINDS[kind].stands else Patch(kind, boxes=as_boxes(tiles))
        for kind, tiles in tiles_of.items()
    ]


def _area(area: TomlTable, extent: Extent, ruled: Mapping[str, Ruled]) -> Patch:
    """kind, and where: from and to, path, at, or in; the size of a figure, or their count."""
    kind = _kind(area, "kind", ruled)
    said = [key for key in ("from", "path", "at", "in") if key in area]
    ways = ["in"] if extent.unit == "zone" else ["at"] if KINDS[kind].stands else ["from", "path"]
    if len(said) != 1 or said[0] not in ways:
        found = " and ".join(said) or "nothing that says where"
        raise area.bad("", f"found {found}, expected {' or '.join(ways)} for {kind}")
    patch = _READERS[said[0]](area, kind, extent)
    area.finish()
    return patch


def _box(area: TomlTable, kind: str, extent: Extent) -> Patch:
    """From one tile to another, both of them in it; in feet from corner to corner."""
    first, last = _points(area, "from", extent, 1)[0], _points(area, "to", extent, 1)[0]
    left, right = sorted((first[0], last[0]))
    top, bottom = sorted((first[1], last[1]))
    more = 1 if extent.of_tiles else 0
    return Patch(kind, boxes=[(left, top, right - left + more, bottom - top + more)])


def _shape(area: TomlTable, kind: str, extent: Extent) -> Patch:
    return Patch(kind, path=_points(area, "path", extent, 3))


def _spots(area: TomlTable, kind: str, extent: Extent) -> Patch:
    size = area.integer("size", 0, high=LARGEST)
    return Patch(kind, spots=_points(area, "at", extent, 1), size=size)


def _places(area: TomlTable, kind: str, extent: Extent) -> Patch:
    count = area.integer("count", 1, low=1, high=MOST_IN_A_PLACE) if KINDS[kind].stands else 0
    named = area.texts("in")
    for name in named:
        if name not in extent.places:
            raise area.bad("in", unknown("place", name, list(extent.places)))
    return Patch(kind, places=[extent.places.index(name) for name in named], count=count)


_READERS = {"from": _box, "path": _shape, "at": _spots, "in": _places}


def _points(area: TomlTable, key: str, extent: Extent, least: int) -> list[Point]:
    """One point [x, y], or a list of them, all of them on the map."""
    value: Any = area.raw(key)
    points = [value] if is_point(value) else value
    if not isinstance(points, list) or not least <= len(points) <= MOST_CORNERS:
        expected = "[x, y]" if least == 1 else f"{least} to {MOST_CORNERS} points [x, y]"
        raise area.bad(key, f"found {value!r}, expected {expected}")
    for point in points:
        if not is_point(point) or not _is_within(point, extent, key):
            far = f"up to [{extent.width}, {extent.height}]"
            raise area.bad(key, f"found {point!r}, expected a point [x, y] of the map, {far}")
    return [(x, y) for x, y in points]


def _is_within(point: Sequence[int], extent: Extent, key: str) -> bool:
    """On a tile of the map; corners of a shape, and all feet, may lie on its edge."""
    more = 0 if extent.of_tiles and key != "path" else 1
    return 0 <= point[0] < extent.width + more and 0 <= point[1] < extent.height + more
