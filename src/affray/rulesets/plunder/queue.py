"""Everybody declares, everybody rolls one d20, and the dice are resolved from high to low."""

from affray.rules.ask import Ask, note, roll, rule
from affray.rules.pools import D20
from affray.rules.world import clear

from .abilities import ability, is_monster
from .advantage import is_attack, net_state, tell_plights
from .events import Event
from .kinds import Ability, Act, Part, Roll
from .rulings import AdvantageResult, NoCheckActions, NonattackSpells, TieOrder
from .state import World

BEFORE_ALL = 21
AFTER_ALL = 0


@rule("PL-13", "PL-138")
def has_check(w: World, e: int) -> bool:
    """Whether the die decides more than the order (PL-R7, PL-R109)."""
    entry = w.queue[e]
    if entry.act == Act.CAST:
        return is_attack(w, e) or w.rulings.nonattack_spells == NonattackSpells.MAGIC_TARGET
    attack = entry.act == Act.SHOOT or entry.act == Act.ATTACK or entry.act == Act.RALLY
    contest = entry.act == Act.FEINT or entry.act == Act.GRAPPLE or entry.act == Act.SHOVE
    return attack or contest or entry.act == Act.BREAK_FREE or entry.act == Act.TAUNT


@rule("PL-16", "PL-18")
def kept(w: World, e: int, net: int) -> int:
    """The die that counts: the higher with advantage, the lower with disadvantage (PL-R1)."""
    entry = w.queue[e]
    if net == 0 or entry.d2 == 0:
        return entry.d1
    if entry.late and w.rulings.advantage_result == AdvantageResult.REPLACE:
        return entry.d2
    if net > 0:
        return max(entry.d1, entry.d2)
    return min(entry.d1, entry.d2)


@rule("PL-12", "PL-17", "PL-18", "PL-133")
def roll_entry(ask: Ask, w: World, e: int) -> None:
    """One d20, or two where advantage or disadvantage is known already."""
    entry = w.queue[e]
    how = w.rulings.no_check_actions
    if not has_check(w, e) and how != NoCheckActions.ROLL_FOR_ORDER:
        entry.key = BEFORE_ALL if how == NoCheckActions.FIRST else AFTER_ALL
        return
    net = net_state(w, e)
    tell_plights(ask, w, e, entry.target)
    entry.d1 = roll(ask, Roll.ACTION, entry.who, D20)
    if net != 0:
        entry.d2 = roll(ask, Roll.ACTION, entry.who, D20)
        tell_net(ask, w, e, net)
    entry.key = kept(w, e, net)


@rule("PL-17", "PL-18")
def tell_net(ask: Ask, w: World, e: int, net: int) -> None:
    """Which of two dice counts."""
    event = Event.EVEN
    if net != 0:
        event = Event.ADVANTAGE if net > 0 else Event.DISADVANTAGE
    note(ask, event, w.queue[e].who, kept(w, e, net))


@rule("PL-13", "PL-137")
def goes_before(w: World, a: int, b: int) -> bool:
    """Higher dice first; among equals lower Dexterity, then the roster (PL-R4)."""
    first = w.queue[a]
    second = w.queue[b]
    if first.key != second.key:
        return first.key > second.key
    players_first = w.rulings.tie_order == TieOrder.PLAYERS_FIRST
    if players_first and is_monster(w, first.who) != is_monster(w, second.who):
        return is_monster(w, second.who)
    nimble = ability(w, first.who, Ability.DEXTERITY)
    nimbler = ability(w, second.who, Ability.DEXTERITY)
    if nimble != nimbler:
        return nimble < nimbler
    return a < b


@rule("PL-13")
def sort_queue(ask: Ask, w: World) -> None:
    for e in range(w.queued):
        m = e
        while m > 0 and goes_before(w, e, w.order[m - 1]):
            w.order[m] = w.order[m - 1]
            m -= 1
        w.order[m] = e
    for m in range(w.queued):
        entry = w.queue[w.order[m]]
        note(ask, Event.ORDER, entry.who, entry.key, entry.act)


@rule("PL-12", "PL-13")
def roll_next(ask: Ask, w: World) -> None:
    """The next declarer's die; after the last the queue is sorted."""
    if w.turn < w.queued:
        roll_entry(ask, w, w.turn)
        w.turn += 1
    if w.turn >= w.queued:
        sort_queue(ask, w)
        w.turn = 0
        w.part = Part.RESOLVE


@rule("PL-16", "PL-18")
def late_die(ask: Ask, w: World, e: int) -> None:
    """A second d20 when its turn comes, if something has changed since and the die decides."""
    entry = w.queue[e]
    uneven = entry.net != 0 or entry.favored | entry.hampered != 0
    if uneven and entry.d2 == 0 and has_check(w, e):
        tell_plights(ask, w, e, entry.target)
        entry.d2 = roll(ask, Roll.LATE, entry.who, D20)
        entry.late = 1
        if entry.net != 0:
            tell_net(ask, w, e, entry.net)
    elif entry.d2 != 0 and kept(w, e, entry.net) != entry.key:
        tell_plights(ask, w, e, entry.target)
        tell_net(ask, w, e, entry.net)


@rule("PL-15")
def forget_entry(w: World, e: int) -> None:
    clear(w.queue[e])
