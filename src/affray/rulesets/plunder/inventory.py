"""What is held, worn, carried and lying about; Notches, and what breaks."""

from affray.rules.among import first, least, those
from affray.rules.ask import Ask, note, rule
from affray.rules.masks import contains, how_many
from affray.rules.plane import is_within

from .abilities import is_monster, slots
from .body import conditions, counted_wounds
from .events import Event
from .kinds import Carry, Condition, GearKind, Property
from .rulings import ArmorDestroyedHp, Encumbrance
from .state import ITEMS, LYING, World

BREAKS_AT = 3
GRABBED = 5
FLUNG_FEET = 10


@rule("PL-77", "PL-89")
def has(w: World, g: int, prop: int) -> bool:
    return contains(w.gear[g].properties, prop)


@rule("PL-80", "PL-105")
def hand_works(w: World, i: int, hand: int) -> bool:
    """A disabled arm holds and uses nothing."""
    mask = conditions(w, i)
    right = not contains(mask, Condition.RIGHT_ARM_DISABLED)
    left = not contains(mask, Condition.LEFT_ARM_DISABLED)
    if hand == Carry.RIGHT:
        return right
    if hand == Carry.LEFT:
        return left
    return right and left


@rule("PL-80", "PL-105")
def working_hands(w: World, i: int) -> int:
    """How many hands can hold and use something."""
    mask = conditions(w, i)
    lost = mask & (1 << Condition.RIGHT_ARM_DISABLED | 1 << Condition.LEFT_ARM_DISABLED)
    return 2 - how_many(lost)


@rule("PL-38", "PL-80")
def in_hand(w: World, i: int, k: int) -> bool:
    """Whether the thing in place k is held."""
    c = w.creatures[i]
    return c.gear[k] >= 0 and c.carried[k] <= Carry.BOTH


@rule("PL-80")
def held_in(w: World, i: int, hand: int) -> int:
    """The place of what that hand holds, or -1."""
    c = w.creatures[i]
    return first(
        k
        for k in range(ITEMS)
        if in_hand(w, i, k) and (c.carried[k] == hand or c.carried[k] == Carry.BOTH)
    )


@rule("PL-14", "PL-80")
def holding(w: World, i: int, g: int) -> int:
    """The place of a held thing of that kind, or -1."""
    c = w.creatures[i]
    return first(k for k in range(ITEMS) if c.gear[k] == g and in_hand(w, i, k))


@rule("PL-109")
def place_of(w: World, i: int, g: int) -> int:
    """Where a thing of that kind is carried: in hand first, then ready, then packed."""
    c = w.creatures[i]
    return least((c.carried[k], k) for k in range(ITEMS) if c.gear[k] == g)


@rule("PL-92")
def armor_worn(w: World, i: int) -> int:
    """The place of the armor worn, or -1."""
    c = w.creatures[i]
    return first(k for k in range(ITEMS) if c.gear[k] >= 0 and c.carried[k] == Carry.WORN)


@rule("PL-92", "PL-120")
def wound_protection(w: World, i: int) -> int:
    """Worn armor, or a monster's hide (PL-R64)."""
    k = armor_worn(w, i)
    c = w.creatures[i]
    return w.gear[c.gear[k]].protection if k >= 0 else c.hide


@rule("PL-88", "PL-91")
def armor_weight(w: World, i: int) -> int:
    k = armor_worn(w, i)
    c = w.creatures[i]
    return w.gear[c.gear[k]].weight if k >= 0 else c.hide_weight


@rule("PL-95")
def is_unarmed(w: World, i: int) -> bool:
    if any(
        in_hand(w, i, k) and w.gear[w.creatures[i].gear[k]].kind == GearKind.WEAPON
        for k in range(ITEMS)
    ):
        return False
    return w.creatures[i].routine[0] < 0


@rule("PL-109")
def put_away(ask: Ask, w: World, i: int, k: int) -> None:
    """Out of the hand and onto the belt."""
    if k >= 0:
        w.creatures[i].carried[k] = Carry.EQUIPPED
        note(ask, Event.PUTS_AWAY, i, w.creatures[i].gear[k])


@rule("PL-80", "PL-82", "PL-109")
def draw_weapon(ask: Ask, w: World, i: int, g: int, two_hands: int) -> None:
    """Take a ready thing in hand, as part of a declaration; nothing is asked for it."""
    k = place_of(w, i, g)
    c = w.creatures[i]
    if k < 0 or c.carried[k] > Carry.EQUIPPED:
        return
    before = c.carried[k]
    if two_hands:
        empty_hands(ask, w, i, k)
        c.carried[k] = Carry.BOTH
    elif before == Carry.BOTH or before == Carry.EQUIPPED:
        hand = Carry.RIGHT if hand_works(w, i, Carry.RIGHT) else Carry.LEFT
        if before == Carry.EQUIPPED:
            put_away(ask, w, i, held_in(w, i, hand))
        c.carried[k] = hand
    if c.carried[k] != before:
        drawn = before == Carry.EQUIPPED
        note(ask, Event.READY if drawn else Event.SHIFTS, i, g, c.carried[k])
    if not two_hands:
        take_up_shield(ask, w, i)


@rule("PL-80", "PL-109")
def empty_hands(ask: Ask, w: World, i: int, k: int) -> None:
    """Both hands for the thing in place k: what else they hold is put away."""
    for hand in range(2):
        held = held_in(w, i, hand)
        if held != k:
            put_away(ask, w, i, held)


@rule("PL-80", "PL-84", "PL-109")
def draw_to_throw(ask: Ask, w: World, i: int, g: int) -> None:
    """A ready thing comes into a free hand, or into the right; the other keeps what it holds."""
    k = place_of(w, i, g)
    c = w.creatures[i]
    if k < 0 or c.carried[k] != Carry.EQUIPPED:
        return
    hand = first(h for h in range(2) if held_in(w, i, h) < 0 and hand_works(w, i, h))
    if hand < 0:
        hand = Carry.RIGHT if hand_works(w, i, Carry.RIGHT) else Carry.LEFT
        free_hand(ask, w, i, hand)
    c.carried[k] = hand
    note(ask, Event.READY, i, g, hand)


@rule("PL-80", "PL-109")
def free_hand(ask: Ask, w: World, i: int, hand: int) -> None:
    """A hand lets go of what it holds."""
    k = held_in(w, i, hand)
    if k < 0:
        return
    c = w.creatures[i]
    to = where_to(w, i, k, hand)
    if to == Carry.EQUIPPED:
        put_away(ask, w, i, k)
    else:
        c.carried[k] = to
        note(ask, Event.SHIFTS, i, c.gear[k], to)


@rule("PL-80", "PL-109")
def where_to(w: World, i: int, k: int, hand: int) -> int:
    """What both hands held stays in the other; what one hand held goes onto the belt."""
    other = Carry.LEFT if hand == Carry.RIGHT else Carry.RIGHT
    shared = w.creatures[i].carried[k] == Carry.BOTH and hand_works(w, i, other)
    return other if shared else Carry.EQUIPPED


@rule("PL-80", "PL-109")
def take_up_shield(ask: Ask, w: World, i: int) -> None:
    """A shield on the back comes to a hand that is free again."""
    c = w.creatures[i]
    for k in range(ITEMS):
        ready = c.gear[k] >= 0 and c.carried[k] == Carry.EQUIPPED
        shield = ready and has(w, c.gear[k], Property.BULL_RUSH)
        if shield and held_in(w, i, Carry.LEFT) < 0 and hand_works(w, i, Carry.LEFT):
            c.carried[k] = Carry.LEFT
            note(ask, Event.READY, i, c.gear[k], Carry.LEFT)


@rule("PL-84", "PL-105", "PL-109")
def lay_down(w: World, i: int, k: int, x: int, y: int) -> None:
    """What place k holds lies on the ground from now on."""
    c = w.creatures[i]
    for m in range(LYING):
        thing = w.ground[m]
        if thing.gear < 0 and c.gear[k] >= 0:
            thing.gear = c.gear[k]
            thing.notches = c.notches[k]
            thing.x = on_ground(x, w.width)
            thing.y = on_ground(y, w.height)
            empty_place(w, i, k)
    empty_place(w, i, k)


@rule("PL-135")
def on_ground(at: int, most: int) -> int:
    """Nothing flies off the map."""
    return min(most, max(0, at))


@rule()
def empty_place(w: World, i: int, k: int) -> None:
    c = w.creatures[i]
    c.gear[k] = -1
    c.notches[k] = 0
    c.carried[k] = 0


@rule("PL-61")
def lying_near(w: World, i: int, g: int) -> int:
    """The place of a thing of that kind on the ground within arm's reach, or -1."""
    return lying_within(w, i, g, GRABBED)


@rule("PL-61", "PL-84")
def lying_within(w: World, i: int, g: int, feet: int) -> int:
    """The place of a thing of that kind on the ground within so many feet, or -1."""
    c = w.creatures[i]
    return first(
        m
        for m in range(LYING)
        if w.ground[m].gear == g and is_within(w.ground[m].x, w.ground[m].y, c.x, c.y, feet)
    )


@rule("PL-61")
def things_near(w: World, i: int) -> int:
    """Kinds of things on the ground within arm's reach."""
    c = w.creatures[i]
    return those(
        thing.gear
        for thing in w.ground
        if thing.gear >= 0 and is_within(thing.x, thing.y, c.x, c.y, GRABBED)
    )


@rule("PL-61", "PL-109")
def takes_up(w: World, i: int, g: int, notches: int) -> int:
    """A thing comes into a free hand, or onto the belt: where it is then."""
    c = w.creatures[i]
    for k in range(ITEMS):
        if c.gear[k] < 0:
            c.gear[k] = g
            c.notches[k] = notches
            c.carried[k] = Carry.EQUIPPED
            for hand in range(2):
                free = c.carried[k] == Carry.EQUIPPED and held_in(w, i, hand) < 0
                if free and hand_works(w, i, hand):
                    c.carried[k] = hand
            return c.carried[k]
    return Carry.EQUIPPED


@rule("PL-61")
def has_room(w: World, i: int) -> bool:
    return any(g < 0 for g in w.creatures[i].gear)


@rule("PL-57", "PL-91", "PL-109", "PL-111")
def slots_used(w: World, i: int) -> int:
    """Things, Wounds, Exhaustion and known spells."""
    c = w.creatures[i]
    used = counted_wounds(w, i) + c.exhaustion + sum(w.gear[g].slots for g in c.gear if g >= 0)
    return used + sum(1 for s in c.spells if s >= 0)


@rule("PL-109")
def load_declared(w: World, i: int) -> int:
    """The slots in use once what is to be dropped with this move has been."""
    c = w.creatures[i]
    used = slots_used(w, i)
    if not w.sealed[i].lighten:
        return used
    for back in range(ITEMS):
        k = ITEMS - 1 - back
        stowed = c.gear[k] >= 0 and c.carried[k] == Carry.PACKED
        if stowed and used > slots(w, i):
            used -= w.gear[c.gear[k]].slots
    return used


@rule("PL-25", "PL-109")
def load_speed(w: World, i: int, speed: int) -> int:
    """What the load leaves of a speed (PL-R18)."""
    how = w.rulings.encumbrance
    if is_monster(w, i) or how == Encumbrance.OFF:
        return speed
    free = slots(w, i) - load_declared(w, i)
    if free < 0:
        return 0
    if how == Encumbrance.SHEET_BANDS:
        if free >= 6:
            return speed
        return min(speed, 30 if free >= 4 else 20 if free >= 2 else 10)
    return speed


@rule("PL-109")
def lighten(ask: Ask, w: World, i: int) -> None:
    """Drop packed things, the last first, until the load can be moved."""
    c = w.creatures[i]
    for back in range(ITEMS):
        k = ITEMS - 1 - back
        if c.gear[k] >= 0 and c.carried[k] == Carry.PACKED and slots_used(w, i) > slots(w, i):
            note(ask, Event.OVERLOADED, i, slots_used(w, i), slots(w, i))
            note(ask, Event.DROPPED, i, c.gear[k])
            lay_down(w, i, k, c.x, c.y)


@rule("PL-90", "PL-110")
def armor_breaks(ask: Ask, w: World, i: int, g: int) -> None:
    """Its Hit Points go with it (PL-R66)."""
    if w.rulings.armor_destroyed_hp == ArmorDestroyedHp.DROP_MAX:
        c = w.creatures[i]
        levels = c.hit_dice if is_monster(w, i) else c.level
        c.max_hp = max(1, c.max_hp - levels * w.gear[g].hit_points)
        c.hp = min(c.hp, c.max_hp)
        note(ask, Event.LESS_TO_LOSE, i, c.hp, c.max_hp)


@rule("PL-50", "PL-51", "PL-110")
def notch(ask: Ask, w: World, i: int, k: int) -> None:
    """One Notch more; the third destroys."""
    c = w.creatures[i]
    g = c.gear[k]
    c.notches[k] += 1
    note(ask, Event.NOTCH, i, g, c.notches[k])
    if c.notches[k] >= BREAKS_AT:
        note(ask, Event.BROKEN, i, g)
        empty_place(w, i, k)
        if w.gear[g].kind == GearKind.ARMOR:
            armor_breaks(ask, w, i, g)
