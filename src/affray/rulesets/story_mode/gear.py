"""What is carried and worn, and how much of it there is room for."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, note, rule
from affray.rules.world import clear

from .events import Event
from .kinds import Area, Nature, Severity, Weight
from .rulings import (
    ArmorCapacityRule,
    ArmorScope,
    HeavyCapacityWhen,
    WoundPenaltySource,
)
from .state import CARRIED, World

HARM = (0, 1, 2, 3)
EASE_DEFENSE = (0, 1, 2, 3)
HINDER_STEALTH = (0, 0, 1, 2)


@rule("SM-27", "SM-31")
def harm_of(weight: int) -> int:
    return HARM[weight]


@rule("SM-17", "SM-115")
def worn_armor(w: World, i: int) -> int:
    worn = w.creatures[i].worn
    return w.items[worn].armor if worn >= 0 else Weight.NONE


@rule("SM-17", "SM-18", "SM-19", "SM-20", "SM-93")
def armor_ease(w: World, i: int) -> int:
    """Against every attack, or against blows to the body alone (SM-R23)."""
    if w.rulings.armor_scope == ArmorScope.PHYSICAL_ONLY and is_on_the_mind(w):
        return 0
    return EASE_DEFENSE[worn_armor(w, i)]


@rule("SM-34", "SM-93")
def is_on_the_mind(w: World) -> bool:
    """Whether the attack at hand makes mental wounds."""
    b = w.blow
    if b.weapon >= 0:
        return w.items[b.weapon].nature == Nature.MENTAL
    return b.attack >= 0 and w.attacks[b.attack].nature == Nature.MENTAL


@rule("SM-17", "SM-18", "SM-19", "SM-20")
def armor_stealth(w: World, i: int) -> int:
    return HINDER_STEALTH[worn_armor(w, i)]


@rule("SM-17", "SM-20", "SM-28", "SM-31")
def weighs(w: World, item: int) -> int:
    """How much a thing cuts the capacity of whoever carries it (SM-R21)."""
    thing = w.items[item]
    cost = 1 if thing.weapon == Weight.HEAVY else 0
    if thing.armor == Weight.NONE:
        return cost
    flat = w.rulings.armor_capacity_rule == ArmorCapacityRule.FLAT_ONE
    return cost + 1 if flat or thing.armor == Weight.HEAVY else cost


@rule("SM-22", "SM-25", "SM-41", "SM-42")
def wounds_weigh(w: World, i: int) -> int:
    """Wounds that cut capacity: the two worse kinds, or all of them (SM-R13)."""
    c = w.creatures[i]
    reading = w.rulings.wound_penalty_source
    every = reading == WoundPenaltySource.ALL_ROLLS_AND_CAPACITY_ALL_WOUNDS
    return sum(1 for k in range(c.wounds) if every or c.severity[k] >= Severity.DEBILITATING)


@rule("SM-20", "SM-28", "SM-41", "SM-76")
def capacity(w: World, i: int) -> int:
    """How many slots there are for things."""
    return max(0, unburdened(w, i))


@rule("SM-20", "SM-28", "SM-41", "SM-76")
def unburdened(w: World, i: int) -> int:
    """What wounds and heavy things leave of the slots; below zero where they take more."""
    c = w.creatures[i]
    room = c.capacity - wounds_weigh(w, i)
    for k in range(CARRIED):
        if c.items[k] >= 0:
            room -= weighs(w, c.items[k])
    return room


@rule("SM-26", "SM-76")
def fills(w: World, item: int) -> int:
    """Heavy things fill a slot too, unless their weight stands for it (SM-R22)."""
    instead = w.rulings.heavy_capacity_when == HeavyCapacityWhen.INSTEAD_OF_SLOT
    return 0 if instead and weighs(w, item) > 0 else 1 - w.items[item].needs_no_slot


@rule("SM-26", "SM-76")
def slots_filled(w: World, i: int) -> int:
    c = w.creatures[i]
    return sum(fills(w, g) for g in c.items if g >= 0)


@rule("SM-76")
def has_room_for(w: World, i: int, item: int) -> bool:
    """A thing may be picked up only if all of it fits afterwards."""
    room = max(0, unburdened(w, i) - weighs(w, item))
    return slots_filled(w, i) + fills(w, item) <= room and has_free_place(w, i)


@rule("SM-76")
def has_free_place(w: World, i: int) -> bool:
    """Whether the sheet has a line left; what fills no slot takes one too."""
    c = w.creatures[i]
    return any(g < 0 for g in c.items)


@rule("SM-27", "SM-79")
def carried_weapons(w: World, i: int) -> int:
    """What can be fought with; bare hands are always there (SM-R71)."""
    c = w.creatures[i]
    return 1 << w.fists | those(g for g in c.items if g >= 0 and w.items[g].weapon != Weight.NONE)


@rule("SM-26")
def carried_things(w: World, i: int) -> int:
    """Everything that fills a slot."""
    c = w.creatures[i]
    return those(g for g in c.items if g >= 0 and not w.items[g].needs_no_slot)


@rule("SM-26", "SM-117")
def lay_down(w: World, i: int, k: int) -> None:
    """The thing in this place lies in the zone from now on."""
    c = w.creatures[i]
    item = c.items[k]
    c.items[k] = -1
    if c.worn == item:
        c.worn = -1
    w.ground[w.lying].item = item
    w.ground[w.lying].zone = c.zone
    w.lying += 1


@rule("SM-26", "SM-76")
def no_longer_lies(w: World, lying: int) -> None:
    """What lay there is taken up or lost; the others close up."""
    w.lying -= 1
    for g in range(lying, w.lying):
        w.ground[g].item = w.ground[g + 1].item
        w.ground[g].zone = w.ground[g + 1].zone
    clear(w.ground[w.lying])


@rule("SM-26")
def drop(ask: Ask, w: World, i: int, item: int) -> None:
    c = w.creatures[i]
    for k in range(CARRIED):
        if c.items[k] == item:
            lay_down(w, i, k)
            note(ask, Event.DROPPED, i, item)
            return


@rule("SM-4", "SM-76")
def things_here(w: World, i: int) -> int:
    """What lies in the zone and can be carried."""
    return those(
        w.ground[g].item
        for g in range(w.lying)
        if w.ground[g].zone == w.creatures[i].zone and has_room_for(w, i, w.ground[g].item)
    )


@rule("SM-4", "SM-76")
def pick_up(ask: Ask, w: World, i: int, item: int) -> None:
    """It lies in the own zone."""
    here = w.creatures[i].zone
    lying = first(
        g for g in range(w.lying) if w.ground[g].item == item and w.ground[g].zone == here
    )
    take_up(ask, w, i, lying)


@rule("SM-76", "SM-115")
def take_up(ask: Ask, w: World, i: int, lying: int) -> None:
    """From the ground to a free place on the sheet; armor is put on where none is worn."""
    c = w.creatures[i]
    item = w.ground[lying].item
    no_longer_lies(w, lying)
    for k in range(CARRIED):
        if c.items[k] < 0:
            c.items[k] = item
            if c.worn < 0 and w.items[item].armor != Weight.NONE:
                c.worn = item
            note(ask, Event.PICKED_UP, i, item)
            return


@rule("SM-84", "SM-107")
def is_area(area: int) -> bool:
    return area != Area.SINGLE
