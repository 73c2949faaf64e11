"""Whom and where the computer's creatures want: targets, ways, tiles."""

from affray.rules.among import least
from affray.rules.ask import rule
from affray.rules.grid import LARGEST_MAP
from affray.rules.masks import contains, is_single, members, smallest

from .kinds import (
    Act,
    NextStep,
    Way,
)
from .routes import (
    approached,
    foe_on_foot,
    nearest_foe,
    prey,
    seeks_wall,
    tile_at_wall,
    tile_climbed_to,
    tile_flown_to,
    tile_toward,
    wants_climb,
)
from .state import World
from .valuation import (
    best_push,
    best_strike,
    best_target_of,
    foes_in,
    strike_worth,
)


@rule()
def target_wanted(w: World, i: int, mask: int) -> int:
    """For a push whoever stands at a drop; for a spell or a blow whom it hurts most."""
    m = w.move
    helps = m.act == Act.SPELLCAST and m.spell >= 0 and w.spells[m.spell].attack == 0
    if helps:
        mask &= ~foes_in(w, i, mask)
    elif foes_in(w, i, mask):
        mask = foes_in(w, i, mask)
    if m.act == Act.PUSH and foes_in(w, i, mask):
        return best_push(w, i, mask)
    if m.act == Act.SPELLCAST and m.spell >= 0:
        j = best_target_of(w, i, m.spell)
        if j >= 0 and contains(mask, j):
            return j
        return i if contains(mask, i) else smallest(mask)
    best = smallest(mask)
    most = strike_worth(w, i, best)
    for j in members(mask):
        if strike_worth(w, i, j) > most:
            most = strike_worth(w, i, j)
            best = j
    return best


@rule()
def way_wanted(w: World, i: int, mask: int) -> int:
    if contains(mask, Way.PULL_UP):
        return Way.PULL_UP
    if contains(mask, Way.STAND_UP):
        return Way.STAND_UP
    may_stop = contains(mask, Way.STOP)
    climbs = w.creatures[i].hanging == 1 and tile_climbed_to(w, i, prey(w, i)) >= 0
    if may_stop and best_strike(w, i) > 0 and not climbs:
        return Way.STOP
    if contains(mask, Way.CLIMB) and (climbs or wants_climb(w, i, prey(w, i))):
        return Way.CLIMB
    if may_stop and approached(w, i) < 0:
        return Way.STOP
    if contains(mask, Way.FLY):
        return Way.FLY
    return Way.GROUND if contains(mask, Way.GROUND) else smallest(mask)


@rule()
def height_wanted(w: World, i: int, mask: int) -> int:
    """As high as the prey is."""
    j = prey(w, i)
    wanted = w.creatures[j].z - w.lowest if j >= 0 else 0
    return least((abs(k - wanted), k) for k in members(mask))


@rule()
def tile_wanted(w: World, i: int) -> int:
    """Column and row in one: nearer to the prey or to the wall before it; -1 where none is."""
    if w.stage == NextStep.RUNE:
        return -1
    walked = foe_on_foot(w, i)
    j = walked if walked >= 0 else nearest_foe(w, i)
    if j < 0:
        return -1
    if w.move.way == Way.CLIMB:
        return tile_climbed_to(w, i, j)
    if w.move.way == Way.GROUND and walked < 0 and seeks_wall(w, i, j):
        return tile_at_wall(w, i, j)
    tile = tile_toward(w, i, j)
    return tile if tile >= 0 else tile_flown_to(w, j)


@rule()
def column_wanted(w: World, i: int, mask: int) -> int:
    if is_single(mask):
        return smallest(mask)
    tile = tile_wanted(w, i)
    x = tile // LARGEST_MAP
    return x if tile >= 0 and contains(mask, x) else smallest(mask)


@rule()
def row_wanted(w: World, i: int, mask: int) -> int:
    if is_single(mask):
        return smallest(mask)
    tile = tile_wanted(w, i)
    y = tile % LARGEST_MAP
    return y if tile >= 0 and contains(mask, y) else smallest(mask)
