"""What the map means to a creature: asked of the rules. Plain Python, never compiled."""

from affray.book.sight import Area, Sight
from affray.book.words import Names
from affray.rules.masks import members

from .body import hostile, present
from .reach import feint_feet, ranged_weapons
from .state import World


def sight(w: World, i: int, names: Names) -> Sight:
    """Where foes fight, how far its own arm goes, and its bow."""
    c = w.creatures[i]
    enemies = [j for j in range(w.n) if present(w, j) and hostile(w, i, j)]
    discs = [(w.creatures[j].x, w.creatures[j].y, feint_feet(w, j)) for j in enemies]
    areas = [
        Area("threat", "foes' melee", "PL-40", discs=discs),
        Area("reach", "your melee", "PL-40", discs=[(c.x, c.y, feint_feet(w, i))]),
    ]
    for g in members(ranged_weapons(w, i)):
        weapon = w.gear[g]
        bands = {"short": weapon.short, "medium": weapon.medium, "long": weapon.long}
        for name, feet in bands.items():
            if feet > 0:
                disc = (c.x, c.y, feet)
                areas.append(Area("range", f"{name} {feet} ft", "PL-45", discs=[disc]))
    return Sight(areas)
