"""Whom one's weapons and attacks reach."""

from affray.rules.among import those
from affray.rules.ask import rule
from affray.rules.masks import smallest

from .gear import carried_weapons
from .kinds import Distance
from .space import distance, in_reach, is_enemy
from .state import World

NO_REACH = -1
"""Of one who has nothing to strike with."""


@rule("SM-2", "SM-77")
def reached_with(w: World, i: int, reach: int) -> int:
    """Enemies within this distance."""
    return those(j for j in range(w.n) if is_enemy(w, i, j) and in_reach(w, i, j, reach))


@rule("SM-77")
def nearest(w: World, i: int) -> int:
    """How far the nearest enemy is; farther than anything reaches where there is none."""
    return min(
        (distance(w, i, j) for j in range(w.n) if is_enemy(w, i, j)), default=Distance.ANYWHERE + 1
    )


@rule("SM-27", "SM-77", "SM-79")
def weapons_reaching(w: World, i: int, far: int) -> int:
    """Weapons at hand that reach so far; to touch is to stand close."""
    left = carried_weapons(w, i)
    mask = 0
    while left:
        g = smallest(left)
        left &= left - 1
        if far <= max(w.items[g].reach, Distance.CLOSE):
            mask |= 1 << g
    return mask


@rule("SM-2", "SM-27", "SM-77", "SM-79")
def usable_weapons(w: World, i: int) -> int:
    """Weapons that reach an enemy."""
    return weapons_reaching(w, i, nearest(w, i))


@rule("SM-2", "SM-77")
def weapons_for(w: World, i: int, j: int) -> int:
    """Weapons that reach this enemy."""
    return weapons_reaching(w, i, distance(w, i, j)) if is_enemy(w, i, j) else 0


@rule("SM-2", "SM-77")
def in_weapons_reach(w: World, i: int) -> int:
    """Enemies some weapon reaches."""
    left = carried_weapons(w, i)
    longest = NO_REACH
    while left:
        longest = max(longest, w.items[smallest(left)].reach)
        left &= left - 1
    return reached_with(w, i, longest)


@rule("SM-77", "SM-95")
def attacks_for(w: World, i: int, j: int) -> int:
    """Attacks of a creature that reach this enemy."""
    if not is_enemy(w, i, j):
        return 0
    c = w.creatures[i]
    far = distance(w, i, j)
    return those(a for a in c.attacks if a >= 0 and far <= max(w.attacks[a].reach, Distance.CLOSE))


@rule("SM-77", "SM-95")
def in_attacks_reach(w: World, i: int) -> int:
    """Enemies some attack of a creature reaches."""
    c = w.creatures[i]
    longest = max((w.attacks[a].reach for a in c.attacks if a >= 0), default=NO_REACH)
    return reached_with(w, i, longest) if longest != NO_REACH else 0
