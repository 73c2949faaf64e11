"""Attacks for one die: the other hand, and the one who watches."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, rule
from affray.rules.masks import members

from .aim import (
    band,
    forget_swing,
    is_loaded,
    may_strike,
    ready_weapon,
    sum_against,
    swing_range,
    weapons_held,
    works,
)
from .attack import swing
from .dice import dies, give_die
from .harm import alive, spend_strain
from .kinds import (
    Does,
    Effect,
    Question,
)
from .paying import art_strain
from .rulings import SingleDieAttackSum
from .state import HELD, World


@rule("RH-90")
def single_die_sum(w: World, face: int) -> int:
    """What one die sums to as an attack (RH-R76)."""
    return 7 if w.rulings.single_die_attack_sum == SingleDieAttackSum.SEVEN else face


@rule("RH-90", "RH-127")
def second_blades(w: World, i: int) -> int:
    """One-handed weapons besides the one just used, with somebody in their reach."""
    c = w.creatures[i]
    mask = 0
    if c.swung < 0 or w.weapons[c.swung].hands > 1:
        return 0
    same = sum(1 for held in c.weapons if held == c.swung)
    for k in range(HELD):
        g = c.weapons[k]
        other = g >= 0 and (g != c.swung or same > 1)
        if other and w.weapons[g].hands <= 1 and single_targets(w, i, g):
            mask |= 1 << g
    return mask


@rule("RH-90", "RH-163")
def single_targets(w: World, i: int, weapon: int) -> int:
    """Whom one die could be given for."""
    return those(
        j
        for j in range(w.n)
        if w.creatures[j].side != w.creatures[i].side
        and may_strike(w, i, j)
        and single_dies(w, i, j, weapon)
    )


@rule("RH-90", "RH-163")
def single_dies(w: World, i: int, j: int, weapon: int) -> int:
    from_pool = dies(w, i)
    if not is_loaded(w, i, weapon):
        return 0
    ready_weapon(w, i, j, weapon)
    mask = those(k for k in members(from_pool) if works(w, single_die_sum(w, k + 1), 0))
    forget_swing(w)
    return mask


@rule("RH-90")
def second_blade(ask: Ask, w: World, i: int, art: int) -> None:
    """Another blow with the other hand, for one die."""
    c = w.creatures[i]
    weapon = choose(ask, w, i, Question.WEAPON, second_blades(w, i))
    j = choose(ask, w, i, Question.TARGET, single_targets(w, i, weapon))
    k = choose(ask, w, i, Question.DIE, single_dies(w, i, j, weapon))
    face = give_die(ask, w, i, k)
    spend_strain(ask, w, i, art_strain(w, art))
    if not alive(w, i):
        return
    ready_weapon(w, i, j, weapon)
    swing(ask, w, single_die_sum(w, face), 0)
    c.swung = -1


@rule("RH-76")
def overwatch_known(w: World, k: int) -> bool:
    c = w.creatures[k]
    if c.locked == 0 or c.stacks[Effect.SILENCED] > 0:
        return False
    return any(a >= 0 and w.arts[a].does == Does.OVERWATCH for a in c.arts)


@rule("RH-76")
def watch_weapon(w: World, k: int, j: int, before: int) -> int:
    """A weapon into whose reach j has come, from so many tiles off before; or -1."""
    held = weapons_held(w, k)
    raw = single_die_sum(w, w.creatures[k].locked)
    found = -1
    for g in members(held):
        if found < 0 and may_strike(w, k, j) and is_loaded(w, k, g):
            ready_weapon(w, k, j, g)
            reach = swing_range(w, band(w, sum_against(w, k, j, raw), raw, w.swing.unmet))
            if works(w, raw, 0) and before > max(reach, w.weapons[g].throw_range):
                found = g
            forget_swing(w)
    return found
