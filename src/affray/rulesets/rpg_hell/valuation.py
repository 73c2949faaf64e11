"""What a policy goes by: who is an enemy, who is weak and near, which weapon serves best."""

from affray.rules.among import least, most, those
from affray.rules.ask import rule
from affray.rules.masks import is_single, members, smallest

from .aim import can_swing, forget_swing, ready_weapon, weapons_held
from .harm import alive, conscious
from .space import distance
from .state import World


@rule()
def enemy(w: World, i: int, j: int) -> bool:
    t = w.creatures[j]
    neutral = t.neutral or w.creatures[i].neutral
    return t.side != w.creatures[i].side and alive(w, j) and not t.world and not neutral


@rule()
def life_left(w: World, j: int) -> int:
    """What it takes to bring a creature down; those out cold come last."""
    c = w.creatures[j]
    left = c.health + c.armor + c.temp_armor + 2 * c.dodge + 4 * (4 - c.door)
    if c.health <= -2 * c.level:
        left += 100  # falls by itself
    if c.neutral:
        left += 1000
    return left if conscious(w, j) else left + 500


@rule()
def weakest(w: World, mask: int) -> int:
    return least((life_left(w, j), j) for j in members(mask))


@rule()
def nearest_enemy(w: World, i: int) -> int:
    """The nearest, those out cold last; or -1."""
    return least(
        (distance(w, i, j) + (0 if conscious(w, j) else 100), j)
        for j in range(w.n)
        if enemy(w, i, j)
    )


@rule()
def weapon_worth(w: World, i: int, g: int) -> int:
    """Base damage, and a little for what a high sum adds; thrown ones are kept for last."""
    ready_weapon(w, i, -1, g)
    worth = 4 * w.swing.base - 3 * w.swing.unmet
    if w.swing.on_high >= 0:
        worth += 2 + w.lines[w.swing.on_high].damage
    forget_swing(w)
    return worth


@rule()
def best_weapon(w: World, i: int, mask: int) -> int:
    if is_single(mask):
        return smallest(mask)
    return most((weapon_worth(w, i, g), g) for g in members(mask))


@rule()
def reaches_enemy(w: World, i: int, g: int) -> bool:
    """Whether a weapon reaches an enemy, and not only somebody neutral."""
    return any(enemy(w, i, j) and can_swing(w, i, j, g) for j in range(w.n))


@rule()
def would_be_thrown(w: World, i: int, j: int, g: int) -> bool:
    """Whether a weapon leaves the hand when it is used on j."""
    arm = w.weapons[g]
    return arm.throw_range > 0 and not arm.ranged and distance(w, i, j) > arm.range


@rule()
def strikes_with(w: World, i: int, g: int) -> bool:
    """Whether a weapon reaches an enemy and stays in hand."""
    return any(
        enemy(w, i, j) and can_swing(w, i, j, g) and not would_be_thrown(w, i, j, g)
        for j in range(w.n)
    )


@rule()
def worth_using(w: World, i: int, mask: int) -> int:
    """Of these weapons those that reach an enemy in hand; one of several may also be thrown."""
    kept = those(g for g in members(mask) if strikes_with(w, i, g))
    held = weapons_held(w, i)
    return kept if kept or is_single(held) else on_enemies(w, i, mask)


@rule()
def within_reach(w: World, i: int, mask: int) -> int:
    """Of these targets those for whom nobody has to throw the only weapon in hand."""
    held = weapons_held(w, i)
    if not is_single(held):
        return mask
    near = those(j for j in members(mask) if not would_be_thrown(w, i, j, smallest(held)))
    return near if near else mask


@rule()
def on_enemies(w: World, i: int, mask: int) -> int:
    """The weapons of these that reach an enemy; where nobody is neutral, all do."""
    if not any(w.creatures[j].neutral for j in range(w.n)):
        return mask
    return those(g for g in members(mask) if reaches_enemy(w, i, g))
