"""Wounds and stress: one packet through all its steps, and death."""

from affray.rules.ask import Ask, note, rule
from affray.rules.world import clear

from .events import DIGITS, Event
from .kinds import Damage, Origin
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
from .state import ENDLESS, RUNES, World
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
    break_holds(ask, w)
    for k in range(RUNES):
        if w.runes[k].caster == i:
            note(ask, Event.RUNE_FADES, i, w.runes[k].x, w.runes[k].y)
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
    return min(n, max(1, n - defense_against(w, i, damage)))


@rule("DS-100")
def defense_against(w: World, i: int, damage: int) -> int:
    return physical_defense(w, i) if is_physical(damage) else energy_defense(w, i)


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
    suffer(ask, w, i, lessen(w, i, n, damage, pierced))


@rule("DS-95")
def suffer(ask: Ask, w: World, i: int, n: int) -> None:
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
    origin: int,
    marked: int,
    body: int,
    extra: int,
    damage: int,
    criticals: int,
    cap: bool,
    pierced: bool,
) -> None:
    """The wounds of a roll, once more for each critical (DS-R41).

    A weapon or a spell is `marked` with some; a striker's body and `extra` add to them: one of
    a power strike, those of extra arca.
    """
    times = 1 + criticals
    how = w.rulings.critical_wounds
    made = packed(marked, body, extra, times, how, 2 * origin + (1 if cap else 0))
    plus = body + extra
    if how == CriticalWounds.PER_APPLICATION and not cap:
        tell_packet(ask, w, i, made, marked + plus, damage, pierced)
        suffer(ask, w, i, times * lessen(w, i, marked + plus, damage, pierced))
        return
    n = (marked + plus) * times
    if how == CriticalWounds.WEAPON_ONLY and origin == Origin.WEAPON:
        n = marked * times + plus
    n = min(n, 1) if cap else n
    tell_packet(ask, w, i, made, n, damage, pierced)
    wound(ask, w, i, n, damage, pierced)


@rule()
def packed(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """Six numbers that are told as one."""
    return ((((a * DIGITS + b) * DIGITS + c) * DIGITS + d) * DIGITS + e) * DIGITS + f


@rule("DS-95")
def tell_packet(ask: Ask, w: World, i: int, made: int, n: int, damage: int, pierced: bool) -> None:
    """Of what a packet is made up, and what it meets on its way: every number of the chain."""
    if n <= 0 or not alive(w, i):
        return
    doubled = past_capacity(w, i)
    first = w.rulings.overstress_order == OverstressOrder.DOUBLE_THEN_DEFENSE
    typed = damage >= 0
    defense = defense_against(w, i, damage) if typed and not pierced else 0
    weak = vulnerability(w, i, damage) if typed else 0
    hard = resistance(w, i, damage) if typed else 0
    twice = (1 if first else 2) if doubled else 0
    energy = 1 if typed and not is_physical(damage) else 0
    note(ask, Event.PACKET, i, made, packed(twice, defense, weak, hard, energy, damage + 1))


@rule("DS-94")
def wound_by_fall(ask: Ask, w: World, i: int, n: int) -> None:
    """Only traits count: no armor, no doubling, no absorption."""
    weak = vulnerability(w, i, Damage.BLUDGEONING)
    hard = resistance(w, i, Damage.BLUDGEONING)
    made = packed(n, 0, 0, 1, 0, 2 * Origin.FALL)
    note(ask, Event.PACKET, i, made, packed(0, 0, weak, hard, 0, Damage.BLUDGEONING + 1))
    sustain(ask, w, i, by_nature(w, i, n, Damage.BLUDGEONING))


@rule("DS-103")
def stress_of(w: World, i: int, n: int) -> int:
    """What a gain comes to: twice as much past capacity."""
    return 2 * n if past_capacity(w, i) else n


@rule("DS-103", "DS-105")
def gain_stress(ask: Ask, w: World, i: int, n: int, cause: int) -> None:
    """Past capacity a gain is doubled; past three times the capacity it wounds as well."""
    if n <= 0 or not alive(w, i):
        return
    c = w.creatures[i]
    gained = stress_of(w, i, n)
    c.stress = min(ENDLESS, c.stress + gained)
    note(ask, Event.STRESS, i, packed(0, 0, 0, n, gained, cause), c.stress)
    if c.stress > BREAKING_POINT * stress_capacity(w, i):
        note(ask, Event.BROKEN, i)
        made = packed(1, 0, 0, 1, 0, 2 * Origin.BREAKING_POINT)
        tell_packet(ask, w, i, made, 1, UNTYPED, False)
        wound(ask, w, i, 1, UNTYPED, False)


@rule("DS-107")
def relieve(ask: Ask, w: World, i: int, n: int) -> None:
    c = w.creatures[i]
    eased = min(n, c.stress)
    c.stress -= eased
    note(ask, Event.RELIEVED, i, eased, c.stress)


@rule("DS-107")
def heal(ask: Ask, w: World, i: int, n: int) -> None:
    c = w.creatures[i]
    healed = min(n, c.wounds)
    c.wounds -= healed
    note(ask, Event.HEALED, i, healed, c.wounds)
