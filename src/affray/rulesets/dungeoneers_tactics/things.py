"""Things change hands: into the hand, into the pack, onto the ground and up again."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains, how_many, largest, members

from .events import Event
from .gear import HANDS, hands, hands_full
from .kinds import Question
from .rulings import EquipCostAp
from .space import alive, covers
from .state import CARRIED, EQUIPPED, LYING, World


@rule("DT-130", "DT-163")
def change_cost(w: World) -> int:
    """What a change of equipment costs in action points (DT-R67)."""
    return 1 if w.rulings.equip_cost_ap == EquipCostAp.ONE else 0


@rule("DT-130", "DT-145")
def has_place(w: World, i: int, g: int) -> bool:
    """Whether a place is free for it, or will be once the hands have made room."""
    free = any(held < 0 for held in w.creatures[i].equipped)
    return free or hands_full(w, i) + hands(w, g) > HANDS


@rule("DT-130")
def can_take(w: World, i: int) -> int:
    """What lies in the pack and could be wielded."""
    return those(
        g for g in w.creatures[i].carried if g >= 0 and hands(w, g) > 0 and has_place(w, i, g)
    )


@rule("DT-163")
def at_feet(w: World, i: int) -> int:
    """What lies where a creature stands."""
    mask = 0
    for m in range(LYING):
        thing = w.ground[m]
        here = thing.gear >= 0 and covers(w, i, thing.x, thing.y)
        if here and has_place(w, i, thing.gear):
            mask |= 1 << thing.gear
    return mask


@rule("DT-133", "DT-163")
def lay(w: World, g: int, owner: int, x: int, y: int) -> None:
    """On the ground from now on, and still somebody's."""
    m = first(m for m in range(LYING) if w.ground[m].gear < 0)
    thing = w.ground[m]
    thing.gear = g
    thing.owner = owner
    thing.x = x
    thing.y = y


@rule("DT-133")
def throw(ask: Ask, w: World, i: int, j: int, g: int) -> None:
    """A thrown weapon has left the hand and lies where its target stands."""
    c = w.creatures[i]
    k = first(k for k in range(EQUIPPED) if c.equipped[k] == g)
    if k >= 0:
        c.equipped[k] = -1
        lay(w, g, i, w.creatures[j].x, w.creatures[j].y)
        note(ask, Event.THROWN, i, g, j)


@rule("DT-130")
def into_pack(w: World, i: int, g: int) -> bool:
    """False where the pack is full."""
    c = w.creatures[i]
    k = first(k for k in range(CARRIED) if c.carried[k] < 0)
    if k >= 0:
        c.carried[k] = g
    return k >= 0


@rule("DT-130", "DT-163")
def put_away(ask: Ask, w: World, i: int, g: int) -> None:
    """From the hand into the pack; where that is full it falls to the ground."""
    c = w.creatures[i]
    k = first(k for k in range(EQUIPPED) if c.equipped[k] == g)
    c.equipped[k] = -1
    if into_pack(w, i, g):
        note(ask, Event.PUT_AWAY, i, g)
    else:
        lay(w, g, i, c.x, c.y)
        note(ask, Event.LAID_DOWN, i, g)


@rule("DT-130")
def in_hand(w: World, i: int) -> int:
    """What fills a wield slot."""
    return those(g for g in w.creatures[i].equipped if g >= 0 and hands(w, g) > 0)


@rule("DT-130")
def pack_room(w: World, i: int) -> int:
    return sum(1 for g in w.creatures[i].carried if g < 0)


@rule("DT-130", "DT-131")
def free_hands(ask: Ask, w: World, i: int, needed: int) -> None:
    """What is in hand makes room; which of it goes is asked where that makes a difference."""
    while hands_full(w, i) + needed > HANDS:
        held = in_hand(w, i)
        goes = largest(held)
        all_go = needed == 2 and pack_room(w, i) >= how_many(held)
        if how_many(held) > 1 and not all_go:
            goes = choose(ask, w, i, Question.PUT_AWAY, held)
        put_away(ask, w, i, goes)


@rule("DT-130", "DT-131", "DT-145")
def wield(ask: Ask, w: World, i: int, g: int) -> None:
    free_hands(ask, w, i, hands(w, g))
    c = w.creatures[i]
    k = first(k for k in range(EQUIPPED) if c.equipped[k] < 0)
    c.equipped[k] = g


@rule("DT-130")
def equip(ask: Ask, w: World, i: int) -> None:
    """From the pack into the hand."""
    g = choose(ask, w, i, Question.ITEM, can_take(w, i))
    c = w.creatures[i]
    k = first(k for k in range(CARRIED) if c.carried[k] == g)
    c.carried[k] = -1
    c.ap -= change_cost(w)
    wield(ask, w, i, g)
    note(ask, Event.EQUIP, i, g)


@rule("DT-163")
def take_up(ask: Ask, w: World, i: int) -> None:
    """From the ground into the hand."""
    g = choose(ask, w, i, Question.ITEM, at_feet(w, i))
    m = first(
        m
        for m in range(LYING)
        if w.ground[m].gear == g and covers(w, i, w.ground[m].x, w.ground[m].y)
    )
    w.ground[m].gear = -1
    w.creatures[i].ap -= change_cost(w)
    wield(ask, w, i, g)
    note(ask, Event.TAKEN_UP, i, g)


@rule("DT-163")
def has_room(w: World, i: int, g: int) -> bool:
    free_slot = any(held < 0 for held in w.creatures[i].equipped)
    return (free_slot and hands_full(w, i) + hands(w, g) <= HANDS) or pack_room(w, i) > 0


@rule("DT-163")
def who_gathers(w: World, g: int, owner: int) -> int:
    """Whose it was, or the first living comrade with room for it; -1 where nobody is left."""
    side = w.creatures[owner].side
    fit = those(
        i for i in range(w.n) if alive(w, i) and w.creatures[i].side == side and has_room(w, i, g)
    )
    return owner if contains(fit, owner) else first(i for i in members(fit))


@rule("DT-163")
def gather(ask: Ask, w: World) -> None:
    """After a fight the survivors take up what they and their dead have thrown and dropped."""
    for m in range(LYING):
        g = w.ground[m].gear
        i = who_gathers(w, g, w.ground[m].owner) if g >= 0 else -1
        if i >= 0:
            w.ground[m].gear = -1
            if hands_full(w, i) + hands(w, g) <= HANDS:
                wield(ask, w, i, g)
            else:
                into_pack(w, i, g)
            note(ask, Event.TAKEN_UP, i, g)
