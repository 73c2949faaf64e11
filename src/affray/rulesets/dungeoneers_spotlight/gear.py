"""Hands and things: drawing, stowing, dropping, picking up, drinking, doors."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains, members

from .events import Event
from .harm import heal, relieve
from .kinds import ItemKind, NextStep, Question, Slot, Task
from .rulings import StandUp
from .sheet import carried_mask, equipped_mask, free_hands, has_slot, held_mask, reach
from .space import distance_to, east, floor_at, south
from .state import CARRIED, EQUIPPED, HELD, LYING, World


@rule("DS-116")
def let_loose(w: World, i: int, item: int) -> None:
    """Out of the hand that merely holds it."""
    c = w.creatures[i]
    for k in range(HELD):
        if c.held[k] == item:
            c.held[k] = -1
            return


@rule("DS-116")
def take_off(w: World, i: int, item: int) -> None:
    """No longer equipped or held, one of it."""
    c = w.creatures[i]
    for k in range(EQUIPPED):
        if c.equipped[k] == item:
            c.equipped[k] = -1
            return
    let_loose(w, i, item)


@rule("DS-116")
def take_out(w: World, i: int, item: int) -> None:
    c = w.creatures[i]
    for k in range(CARRIED):
        if c.carried[k] == item:
            c.carried[k] = -1
            return


@rule("DS-116")
def can_carry(w: World, i: int) -> bool:
    return any(g < 0 for g in w.creatures[i].carried)


@rule("DS-116")
def put_in(w: World, i: int, item: int) -> None:
    c = w.creatures[i]
    for k in range(CARRIED):
        if c.carried[k] < 0:
            c.carried[k] = item
            return


@rule("DS-116", "DS-149")
def put_on(w: World, i: int, item: int) -> None:
    c = w.creatures[i]
    for k in range(EQUIPPED):
        if c.equipped[k] < 0:
            c.equipped[k] = item
            return


@rule("DS-116", "DS-149")
def take_in_hand(w: World, i: int, item: int) -> None:
    """Equipped at once where its slots are free, else merely held, else carried."""
    c = w.creatures[i]
    if has_slot(w, i, item):
        put_on(w, i, item)
        return
    for k in range(HELD):
        if c.held[k] < 0 and free_hands(w, i) > 0 and w.items[item].slot == Slot.WIELD:
            c.held[k] = item
            return
    put_in(w, i, item)


@rule("DS-120", "DS-149")
def lay_down(w: World, item: int, x: int, y: int) -> None:
    """A thing lies on the floor of a tile."""
    for k in range(LYING):
        g = w.ground[k]
        if g.item < 0:
            g.item = item
            g.x = x
            g.y = y
            g.z = floor_at(w, x, y)
            return


@rule("DS-37", "DS-120", "DS-149")
def lay_at(w: World, item: int, i: int) -> None:
    """Where i is: on a tile its body covers, which of the largest the first one need not be."""
    c = w.creatures[i]
    lay_down(w, item, c.x + east(w, i, 0), c.y + south(w, i, 0))


@rule("DS-149")
def in_hands(w: World, i: int) -> int:
    """What can be dropped: things equipped in wield slots, and things held."""
    mask = held_mask(w, i)
    worn = equipped_mask(w, i)
    return mask | those(g for g in members(worn) if w.items[g].hands > 0)


@rule("DS-149")
def drop_item(ask: Ask, w: World, i: int) -> None:
    """Free of charge, while a move is declared."""
    item = choose(ask, w, i, Question.ITEM, in_hands(w, i))
    take_off(w, i, item)
    lay_at(w, item, i)
    note(ask, Event.DROPPED, i, item)


@rule("DS-51")
def drawable(w: World, i: int) -> int:
    """Carried things that can be equipped or at least held."""
    held = carried_mask(w, i)
    return those(g for g in members(held) if fits_hands(w, i, g))


@rule("DS-116")
def has_free_grip(w: World, i: int) -> bool:
    return any(g < 0 for g in w.creatures[i].held)


@rule("DS-51")
def equippable(w: World, i: int) -> int:
    """Things held that could be equipped: the hand that holds them counts as free."""
    c = w.creatures[i]
    return those(g for g in c.held if g >= 0 and has_slot(w, i, g, 1))


@rule("DS-51")
def potions(w: World, i: int) -> int:
    held = carried_mask(w, i)
    return those(g for g in members(held) if w.items[g].kind == ItemKind.POTION)


@rule("DS-51")
def near_items(w: World, i: int) -> int:
    """What lies within reach and can go anywhere."""
    mask = 0
    for k in range(LYING):
        g = w.ground[k]
        near = g.item >= 0 and distance_to(w, i, g.x, g.y, g.z) <= reach(w, i)
        if near and (can_carry(w, i) or fits_hands(w, i, g.item)):
            mask |= 1 << g.item
    return mask


@rule("DS-51", "DS-116")
def fits_hands(w: World, i: int, item: int) -> bool:
    """Whether a thing can be equipped, or at least held."""
    g = w.items[item]
    wields = g.slot == Slot.WIELD and g.hands > 0 and free_hands(w, i) > 0
    return has_slot(w, i, item) or (wields and has_free_grip(w, i))


@rule("DS-51")
def near_door(w: World, i: int, x: int, y: int) -> bool:
    shut = contains(w.doors[y], x)
    return shut and distance_to(w, i, x, y, w.creatures[i].z) <= reach(w, i)


@rule("DS-51")
def door_columns(w: World, i: int) -> int:
    return those(x for x in range(w.width) if any(near_door(w, i, x, y) for y in range(w.height)))


@rule("DS-51")
def door_rows(w: World, i: int, x: int) -> int:
    return those(y for y in range(w.height) if near_door(w, i, x, y))


@rule("DS-51", "DS-149")
def tasks(w: World, i: int) -> int:
    """The single tasks an Interact can be now; of levers and the like the people know more."""
    mask = 1 << Task.SOMETHING_ELSE
    if drawable(w, i):
        mask |= 1 << Task.DRAW
    if in_hands(w, i) and can_carry(w, i):
        mask |= 1 << Task.STOW
    if equippable(w, i):
        mask |= 1 << Task.EQUIP
    if near_items(w, i):
        mask |= 1 << Task.PICK_UP
    if potions(w, i):
        mask |= 1 << Task.DRINK
    if door_columns(w, i):
        mask |= 1 << Task.OPEN
    stands = w.rulings.stand_up == StandUp.INTERACT
    if stands and w.creatures[i].prone:
        mask |= 1 << Task.STAND_UP
    return mask


@rule("DS-51")
def task_items(w: World, i: int, task: int) -> int:
    if task == Task.DRAW:
        return drawable(w, i)
    if task == Task.STOW:
        return in_hands(w, i)
    if task == Task.EQUIP:
        return equippable(w, i)
    if task == Task.PICK_UP:
        return near_items(w, i)
    return potions(w, i)


@rule("DS-51")
def declare_task(ask: Ask, w: World, i: int) -> None:
    """One task, and what it is done with."""
    m = w.move
    m.task = choose(ask, w, i, Question.TASK, tasks(w, i))
    if m.task == Task.OPEN:
        m.x = choose(ask, w, i, Question.COLUMN, door_columns(w, i))
        m.y = choose(ask, w, i, Question.ROW, door_rows(w, i, m.x))
    elif m.task < Task.STAND_UP:
        m.item = choose(ask, w, i, Question.ITEM, task_items(w, i, m.task))


@rule("DS-51")
def pick_up(ask: Ask, w: World, i: int, item: int) -> None:
    for k in range(LYING):
        g = w.ground[k]
        near = g.item == item and distance_to(w, i, g.x, g.y, g.z) <= reach(w, i)
        if near:
            g.item = -1
            g.x = 0
            g.y = 0
            g.z = 0
            take_in_hand(w, i, item)
            note(ask, Event.PICKED_UP, i, item)
            return


@rule("DS-51", "DS-107")
def drink(ask: Ask, w: World, i: int, item: int) -> None:
    take_out(w, i, item)
    note(ask, Event.DRUNK, i, item)
    g = w.items[item]
    if g.relieve_stress > 0:
        relieve(ask, w, i, g.relieve_stress)
    if g.restore_wounds > 0:
        heal(ask, w, i, g.restore_wounds)


@rule("DS-51", "DS-149")
def do_task(ask: Ask, w: World) -> None:
    """Interact: no roll, one task."""
    m = w.move
    i = m.who
    item = m.item
    if m.task == Task.DRAW:
        take_out(w, i, item)
        take_in_hand(w, i, item)
        note(ask, Event.DRAWN, i, item)
    elif m.task == Task.STOW:
        take_off(w, i, item)
        put_in(w, i, item)
        note(ask, Event.STOWED, i, item)
    elif m.task == Task.EQUIP:
        let_loose(w, i, item)
        take_in_hand(w, i, item)
        note(ask, Event.DRAWN, i, item)
    elif m.task == Task.PICK_UP:
        pick_up(ask, w, i, item)
    elif m.task == Task.DRINK:
        drink(ask, w, i, item)
    elif m.task == Task.OPEN:
        w.doors[m.y] &= ~(1 << m.x)
        note(ask, Event.OPENED, i, m.x, m.y)
    elif m.task == Task.STAND_UP:
        w.creatures[i].prone = 0
        note(ask, Event.STANDS, i)
    else:
        note(ask, Event.SOMETHING_ELSE, i)
    w.stage = NextStep.AFTER
