"""What the map means to a creature: asked of the rules, tile by tile. Never compiled."""

from affray.book.sight import Area, Meaning, Sight, tiles_where
from affray.book.words import Names
from affray.rules.masks import members

from .aim import is_obscured, weapons_held
from .space import distance, is_wall, sees
from .state import World


def sight(w: World, i: int, names: Names) -> Sight:
    """How far what it holds gets, who is hard to hit from afar, and whom a wall hides."""
    others = [j for j in range(w.n) if j != i and not w.creatures[j].world]
    if not others:
        return Sight()
    areas = []
    for g in members(weapons_held(w, i)):
        weapon, name = w.weapons[g], names["weapons"][g]
        tiles = tiles_within(w, i, others[0], weapon.range)
        means: Meaning = "range" if weapon.ranged else "reach"
        far = "1 tile" if weapon.range == 1 else f"{weapon.range} tiles"
        areas.append(Area(means, f"{name}, {far}", "RH-78", tiles=tiles))
    said = {j: [said for said, is_so in _about(w, i, j) if is_so] for j in others}
    return Sight(areas, {j: ", ".join(lines) for j, lines in said.items() if lines})


def _about(w: World, i: int, j: int) -> list[tuple[str, bool]]:
    blocked = ("no clear line (RH-78)", not sees(w, i, j))
    return [blocked, ("obscured (RH-115)", bool(is_obscured(w, j)))]


def tiles_within(w: World, i: int, other: int, far: int) -> list[tuple[int, int]]:
    """Where another would stand in sight and no farther off."""

    def is_so(moved: World, x: int, y: int) -> bool:
        near = not is_wall(moved, x, y) and distance(moved, i, other) <= far
        return near and sees(moved, i, other)

    c = w.creatures[i]
    columns, rows = range(c.x - far, c.x + far + 1), range(c.y - far, c.y + far + 1)
    return tiles_where(w, other, columns, rows, is_so)


def seen(w: World, i: int) -> list[tuple[int, int]]:
    """The tiles a creature sees from where it stands: where another would be in sight."""
    other = 0 if i else 1
    if other >= w.n:
        return []

    def is_so(moved: World, x: int, y: int) -> bool:
        return not is_wall(moved, x, y) and sees(moved, i, other)

    return tiles_where(w, other, range(w.width), range(w.height), is_so)
