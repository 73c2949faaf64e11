"""What the map means to a creature: asked of the rules, tile by tile. Never compiled."""

from affray.book.sight import Area, Meaning, Sight
from affray.book.words import Names
from affray.rules.masks import members
from affray.rules.world import clone

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
    c, moved = w.creatures[i], clone(w)
    d = moved.creatures[other]
    found = []
    for y in range(c.y - far, c.y + far + 1):
        for x in range(c.x - far, c.x + far + 1):
            d.x, d.y = x, y
            inside = not is_wall(w, x, y) and distance(moved, i, other) <= far
            if inside and sees(moved, i, other):
                found.append((x, y))
    return found


def seen(w: World, i: int) -> list[tuple[int, int]]:
    """The tiles a creature sees from where it stands: where another would be in sight."""
    moved, other, found = clone(w), 0 if i else 1, []
    if other >= w.n:
        return []
    d = moved.creatures[other]
    for y in range(w.height):
        for x in range(w.width):
            d.x, d.y = x, y
            if not is_wall(w, x, y) and sees(moved, i, other):
                found.append((x, y))
    return found
