"""What the places mean to a creature: asked of the rules. Plain Python, never compiled."""

from affray.book.sight import Area, Sight
from affray.book.words import Names, kebab
from affray.rules.masks import members

from .gear import carried_weapons
from .kinds import Distance
from .space import distance, is_enemy, zones_apart
from .state import World


def sight(w: World, i: int, names: Names) -> Sight:
    """Which places its weapons reach, and how far off each enemy is."""
    here = w.creatures[i].zone
    areas = []
    for g in members(carried_weapons(w, i)):
        reach = w.items[g].reach
        places = [z for z in range(w.zonecount) if zones_apart(w, here, z) <= reach]
        if places and here >= 0:
            label = f"{names['items'][g]}, {how_far(reach)}"
            areas.append(Area("range", label, "SM-77", places=places))
    enemies = [j for j in range(w.n) if is_enemy(w, i, j) and w.creatures[j].zone >= 0]
    return Sight(areas, {j: how_far(distance(w, i, j)) for j in enemies})


def how_far(far: int) -> str:
    return kebab(Distance(far)).replace("-", " ")
