"""Wounds and stress: one packet through all its steps, and death."""

from affray.rules.ask import Ask, note, rule
from affray.rules.world import clear

from .kinds import Damage, Event
from .rulings import CriticalWounds, OverstressOrder
from .sheet import (
    alive,
    energy_defense,
    is_physical,
    max_wounds,
    past_capacity,
    physical_defense,
    resistance,
    stress_capacity,
    vulnerability,
)
from .space import break_holds
from .state import RUNES, World
from .tokens import lose_tokens

BREAKING_POINT = 3
UNTYPED = -1


@rule("DS-97", "DS-98", "DS-115", "DS-151")
def die(ask: Ask, w: World, i: int, wounds: int) -> None:
    """Holds end, runes fade, nothing drags or drops the body any more."""
    c = w.creatures[i]
    c.dead = 1
    c.prone = 0
    c.hanging = 0
    c.airborne = 0
    c.falling = 0
    c.fallen = 0
    forget_ledge(w, i)
    note(ask, Event.DEAD, i, wounds, max_wounds(w, i))
    break_holds(w)
    for k in range(RUNES):
        if w.runes[k].caster == i:
            forget_rune(w, k)
    if w.forcing.who == i:
        forget_forcing(w)
    lose_tokens(ask, w, i)


@rule("DS-84")
def forget_rune(w: World, k: int) -> None:
    clear(w.runes[k])


@rule("DS-88")
def forget_ledge(w: World, i: int) -> None:
    c = w.creatures[i]
    c.edge = 0
    c.brink_x = 0
    c.brink_y = 0


@rule("DS-142")
def forget_forcing(w: World) -> None:
    clear(w.forcing)


@rule("DS-95", "DS-96", "DS-97", "DS-98", "DS-99")
def sustain(ask: Ask, w: World, i: int, n: int) -> None:
    """What armor and stress have left over: death by too much, or at the limit."""
    c = w.creatures[i]
    if n <= 0 or not alive(w, i):
        return
    most = max_wounds(w, i)
    kills = n > most or c.wounds >= most
    c.wounds = min(most, c.wounds + n)
    note(ask, Event.WOUNDS, i, n, c.wounds)
    if kills:
        die(ask, w, i, n)


@rule("DS-100")
def behind_armor(w: World, i: int, n: int, damage: int) -> int:
    """PD or ED takes off, down to 1 and no further."""
    defense = physical_defense(w, i) if is_physical(damage) else energy_defense(w, i)
    return min(n, max(1, n - defense))


@rule("DS-49", "DS-129", "DS-130")
def by_nature(w: World, i: int, n: int, damage: int) -> int:
    """Vulnerability adds, resistance takes, once for the packet."""
    if damage < 0:
        return n
    return max(0, n + vulnerability(w, i, damage) - resistance(w, i, damage))


@rule("DS-95", "DS-100", "DS-104", "DS-48")
def lessen(w: World, i: int, n: int, damage: int, pierced: bool) -> int:
    """Doubled past capacity, then armor, then traits (DS-R42)."""
    if n <= 0:
        return 0
    doubled = past_capacity(w, i)
    first = w.rulings.overstress_order == OverstressOrder.DOUBLE_THEN_DEFENSE
    if doubled and first:
        n *= 2
    if damage >= 0 and not pierced:
        n = behind_armor(w, i, n, damage)
    if doubled and not first:
        n *= 2
    return by_nature(w, i, n, damage)


@rule("DS-101", "DS-102")
def absorb(ask: Ask, w: World, i: int, n: int) -> int:
    """Free stress takes wounds one for one; what is left over is sustained (DS-R45)."""
    c = w.creatures[i]
    taken = min(n, max(0, stress_capacity(w, i) - c.stress))
    if taken > 0:
        c.stress += taken
        note(ask, Event.ABSORBED, i, taken, c.stress)
    return n - taken


@rule("DS-95", "DS-48")
def wound(ask: Ask, w: World, i: int, n: int, damage: int, pierced: bool) -> None:
    """One packet of one type."""
    if n <= 0 or not alive(w, i):
        return
    suffer(ask, w, i, lessen(w, i, n, damage, pierced), damage)


@rule("DS-95")
def suffer(ask: Ask, w: World, i: int, n: int, damage: int) -> None:
    """What is left after armor and traits meets the stress, and then the body."""
    if n <= 0:
        note(ask, Event.NOT_HURT, i)
    else:
        sustain(ask, w, i, absorb(ask, w, i, n))


@rule("DS-108", "DS-109")
def wound_again(
    ask: Ask,
    w: World,
    i: int,
    base: int,
    plus: int,
    damage: int,
    criticals: int,
    cap: bool,
    pierced: bool,
) -> None:
    """The wounds of a roll, once more for each critical (DS-R41).

    `base` is what the weapon or spell is marked with, `plus` what is added to it.
    """
    times = 1 + criticals
    how = w.rulings.critical_wounds
    if how == CriticalWounds.PER_APPLICATION and not cap:
        total = sum(lessen(w, i, base + plus, damage, pierced) for _ in range(times))
        suffer(ask, w, i, total, damage)
        return
    n = (base + plus) * times
    if how == CriticalWounds.WEAPON_ONLY:
        n = base * times + plus
    wound(ask, w, i, min(n, 1) if cap else n, damage, pierced)


@rule("DS-94")
def wound_by_fall(ask: Ask, w: World, i: int, n: int) -> None:
    """Only traits count: no armor, no doubling, no absorption."""
    sustain(ask, w, i, by_nature(w, i, n, Damage.BLUDGEONING))


@rule("DS-103")
def stress_of(w: World, i: int, n: int) -> int:
    """What a gain comes to: twice as much past capacity."""
    return 2 * n if past_capacity(w, i) else n


@rule("DS-103", "DS-105")
def gain_stress(ask: Ask, w: World, i: int, n: int) -> None:
    """Past capacity a gain is doubled; past three times the capacity it wounds as well."""
    if n <= 0 or not alive(w, i):
        return
    c = w.creatures[i]
    gained = stress_of(w, i, n)
    c.stress += gained
    note(ask, Event.STRESS, i, gained, c.stress)
    if c.stress > BREAKING_POINT * stress_capacity(w, i):
        note(ask, Event.BROKEN, i)
        wound(ask, w, i, 1, UNTYPED, False)


@rule("DS-107")
def relieve(ask: Ask, w: World, i: int, n: int) -> None:
    c = w.creatures[i]
    c.stress = max(0, c.stress - n)
    note(ask, Event.RELIEVED, i, n, c.stress)


@rule("DS-107")
def heal(ask: Ask, w: World, i: int, n: int) -> None:
    c = w.creatures[i]
    c.wounds = max(0, c.wounds - n)
    note(ask, Event.HEALED, i, n, c.wounds)
