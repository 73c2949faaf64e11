"""Resolving the queue: what has become impossible is lost, the rest is carried out."""

from affray.rules.among import most, those
from affray.rules.ask import Ask, note, rule
from affray.rules.masks import members, smallest

from .actions import (
    bandage,
    break_free,
    contest_number,
    dodge,
    douse,
    evade,
    feint,
    fetch,
    grapple,
    pick_up,
    press,
    rally,
    shove,
    taunt,
)
from .advantage import is_attack, net_state
from .attack import resolve_attack, target_number, void_attack
from .blows import check_death
from .body import able
from .bonus import bonus_action
from .defense import melee_defense
from .events import Event
from .kinds import Ability, Act, Bonus, Roll, Unsettled
from .magic import cast_now, spell_targets
from .possible import possible, why_not
from .queue import forget_entry, kept, late_die
from .reach import can_feint, strikers_at
from .rulings import (
    OpportunityExtraTriggers,
    OpportunityLimit,
    OpportunityMulti,
    TieOrder,
)
from .spell_rolls import judge_targets
from .state import World

FROZEN = 1
STRUCK_FIRST = 2
"""Frozen, and struck at for laying itself open: it may no longer be able."""


@rule("PL-14", "PL-19", "PL-63", "PL-137")
def freeze(w: World, e: int) -> None:
    """Read whether it is possible, its number and its advantage from the state as it is."""
    entry = w.queue[e]
    entry.frozen = FROZEN
    entry.valid = 1 if possible(w, e) else 0
    entry.why = 0 if entry.valid else why_not(w, e)
    entry.net = net_state(w, e)
    entry.number = 0
    entry.feint = 0
    if not entry.valid:
        return
    if entry.act == Act.ATTACK or entry.act == Act.SHOOT:
        entry.number = target_number(w, e)
        entry.feint = w.creatures[entry.target].feinted
    elif entry.act == Act.CAST:
        entry.others = spell_targets(w, e)
        judge_targets(w, e)
    elif entry.act == Act.PICK_UP:
        entry.others = strikers_at(w, entry.who)
    else:
        entry.number = deed_number(w, e)
    if entry.act == Act.SHOOT or entry.act == Act.CAST:
        expose(w, e)


@rule("PL-19", "PL-63", "PL-64", "PL-68", "PL-123", "PL-137")
def deed_number(w: World, e: int) -> int:
    """What a Feint, Grapple, Shove or Taunt must reach."""
    entry = w.queue[e]
    if entry.act == Act.FEINT:
        return contest_number(w, entry.who, entry.target, Ability.CUNNING)
    if entry.act == Act.GRAPPLE or entry.act == Act.SHOVE:
        return contest_number(w, entry.who, entry.target, Ability.STRENGTH)
    if entry.act == Act.TAUNT:
        return contest_number(w, entry.who, entry.target, Ability.COURAGE)
    return 0


@rule("PL-61")
def expose(w: World, e: int) -> None:
    """Shooting and casting under an enemy's nose, where it counts as an opening (PL-R26)."""
    entry = w.queue[e]
    extra = w.rulings.opportunity_extra_triggers
    if extra == OpportunityExtraTriggers.RANGED_AND_SPELLS:
        entry.open = strikers_at(w, entry.who)


@rule("PL-13", "PL-137")
def freeze_group(ask: Ask, w: World) -> None:
    """Equal dice are judged on the state before any of them (PL-R4)."""
    first = w.queue[w.order[w.turn]]
    if first.frozen:
        return
    together = w.rulings.tie_order == TieOrder.SIMULTANEOUS
    equal = sum(1 for m in range(w.turn, w.queued) if w.queue[w.order[m]].key == first.key)
    if together and equal > 1:
        note(ask, Event.TOGETHER, first.who, first.key, equal)
    for m in range(w.turn, w.queued):
        if w.queue[w.order[m]].key == first.key and (together or m == w.turn):
            freeze(w, w.order[m])


@rule("PL-24", "PL-61", "PL-100")
def hardest(w: World, mask: int) -> int:
    """The enemy with the highest Defense."""
    return most((melee_defense(w, k), k) for k in members(mask))


@rule("PL-24", "PL-61", "PL-100")
def strikers_left(w: World, mask: int, k: int, once: bool) -> int:
    """Who still strikes after k has: nobody where one check stands for all."""
    return 0 if once else mask & ~(1 << k)


@rule("PL-61")
def unspent(w: World, mask: int) -> int:
    """Strikers who may still strike this round (PL-R23)."""
    if w.rulings.opportunity_limit == OpportunityLimit.UNLIMITED:
        return mask
    return those(k for k in members(mask) if not w.creatures[k].struck)


@rule("PL-13", "PL-15")
def finish(w: World, e: int) -> None:
    """The action is spent, and the next in the queue is due."""
    forget_entry(w, e)
    w.order[w.turn] = 0
    w.turn += 1


@rule("PL-61")
def pick_up_step(ask: Ask, w: World, e: int) -> bool:
    """One check against each enemy at hand, then the thing; True when it is done."""
    entry = w.queue[e]
    strikers = unspent(w, entry.others)
    if strikers:
        once = w.rulings.opportunity_multi == OpportunityMulti.HIGHEST_ONCE
        k = hardest(w, strikers) if once else smallest(strikers)
        entry.others = strikers_left(w, strikers, k, once)
        evade(ask, w, Roll.OPPORTUNITY, entry.who, k)
        entry.frozen = STRUCK_FIRST
        return False
    pick_up(ask, w, entry.who, entry.item)
    return True


@rule("PL-62", "PL-63", "PL-64", "PL-66", "PL-67", "PL-68", "PL-99", "PL-109")
def do_deed(ask: Ask, w: World, e: int) -> None:
    entry = w.queue[e]
    i = entry.who
    j = entry.target
    value = kept(w, e, entry.net)
    if entry.act == Act.DODGE:
        dodge(ask, w, i)
    elif entry.act == Act.FEINT:
        feint(ask, w, i, j, value, entry.number)
    elif entry.act == Act.GRAPPLE:
        grapple(ask, w, i, j, value, entry.number)
    elif entry.act == Act.SHOVE:
        shove(ask, w, i, j, value, entry.number)
    elif entry.act == Act.BREAK_FREE:
        break_free(ask, w, i, value)
    elif entry.act == Act.RALLY:
        rally(ask, w, i, value)
    else:
        do_lesser(ask, w, e)


@rule("PL-9", "PL-99", "PL-109", "PL-116", "PL-122", "PL-123", "PL-126")
def do_lesser(ask: Ask, w: World, e: int) -> None:
    entry = w.queue[e]
    i = entry.who
    j = entry.target
    if entry.act == Act.TAUNT:
        taunt(ask, w, i, j, kept(w, e, entry.net), entry.number)
    elif entry.act == Act.FETCH:
        fetch(ask, w, i, entry.item)
    elif entry.act == Act.PRESSURE:
        press(ask, w, i, j)
    elif entry.act == Act.BANDAGE:
        bandage(ask, w, i, j)
    elif entry.act == Act.DOUSE:
        douse(ask, w, i, j)
    elif entry.act == Act.AIM:
        w.creatures[i].aiming = 1
        note(ask, Event.AIMS, i)
    elif entry.act == Act.SOMETHING_ELSE:
        note(ask, Event.DOES_IT, i)
    elif entry.act == Act.GAZE:
        w.blow.victim = j
        w.blow.striker = i
        w.blow.special = w.gear[entry.weapon].special
        w.blow.stage = Unsettled.SAVE


@rule("PL-8", "PL-58", "PL-113")
def cast_step(ask: Ask, w: World, e: int) -> bool:
    """Part of a spell; the exhaustion of its cantrip can kill the caster when it is over."""
    caster = w.queue[e].who
    done = cast_now(ask, w, e)
    if done:
        check_death(ask, w, caster)
    return done


@rule("PL-61", "PL-115")
def has_begun(w: World, e: int) -> bool:
    """Whether this is the rest of a spell, or of a picking up that was struck at."""
    entry = w.queue[e]
    picking = entry.act == Act.PICK_UP and entry.frozen == STRUCK_FIRST
    return entry.cast == 1 or picking


@rule("PL-14", "PL-16", "PL-36", "PL-133")
def carry_out(ask: Ask, w: World, e: int) -> bool:
    """The action itself, late die first; True when nothing of it is left."""
    entry = w.queue[e]
    if w.queued > 1 and not has_begun(w, e):
        note(ask, Event.ACTS, entry.who, entry.key, entry.act)
        natural = w.creatures[entry.who].routine[0] >= 0 and entry.weapon >= 0
        if natural and entry.target >= 0:
            note(ask, Event.GOES_FOR, entry.who, entry.target, entry.weapon)
    if not entry.valid:
        note(ask, Event.VOID, entry.who, entry.why, entry.target)
        if entry.act == Act.ATTACK or entry.act == Act.SHOOT:
            void_attack(ask, w, e)
        return True
    if entry.act == Act.CAST:
        if not entry.cast:
            late_die(ask, w, e)
        return cast_step(ask, w, e)
    if entry.act == Act.PICK_UP:
        return pick_up_step(ask, w, e)
    late_die(ask, w, e)
    if entry.act == Act.ATTACK or entry.act == Act.SHOOT:
        resolve_attack(ask, w, e)
    else:
        do_deed(ask, w, e)
    return True


@rule("PL-14", "PL-69")
def bonus_possible(w: World, e: int) -> bool:
    """Whether it still can be done; the attack it comes before may be lost already."""
    entry = w.queue[e]
    if not able(w, entry.who):
        return False
    return entry.bonus == Bonus.RALLY or can_feint(w, entry.who, entry.target)


@rule("PL-19", "PL-63", "PL-69", "PL-137")
def do_bonus(ask: Ask, w: World, e: int) -> None:
    """A bonus action, and what it makes easier for its own attack: nothing else is read anew."""
    entry = w.queue[e]
    if not entry.valid:
        bonus_action(ask, w, e)
        return
    net = net_state(w, e)
    number = target_number(w, e)
    feint = w.creatures[entry.target].feinted
    bonus_action(ask, w, e)
    entry.net = max(-1, min(1, entry.net + net_state(w, e) - net))
    entry.number += target_number(w, e) - number
    entry.feint += w.creatures[entry.target].feinted - feint


@rule("PL-13", "PL-61", "PL-69")
def resolve_next(ask: Ask, w: World) -> None:
    """One action of the queue, or the part of it that is due."""
    freeze_group(ask, w)
    e = w.order[w.turn]
    entry = w.queue[e]
    strikers = unspent(w, entry.open)
    if strikers and entry.valid and able(w, entry.who):
        once = w.rulings.opportunity_multi == OpportunityMulti.HIGHEST_ONCE
        k = hardest(w, strikers) if once else smallest(strikers)
        entry.open = strikers_left(w, strikers, k, once)
        going_for = entry.target if is_attack(w, e) else -1
        evade(ask, w, Roll.OPPORTUNITY, entry.who, k, going_for)
        entry.frozen = STRUCK_FIRST
        return
    if entry.frozen == STRUCK_FIRST and not able(w, entry.who):
        entry.valid = 0
        entry.why = why_not(w, e)
    if entry.bonus != Bonus.NONE and bonus_possible(w, e):
        if w.queued > 1:
            note(ask, Event.ACTS_FIRST, entry.who, entry.key, entry.bonus)
        do_bonus(ask, w, e)
        return
    if carry_out(ask, w, e):
        finish(w, e)
    if w.turn >= w.queued:
        w.queued = 0
        w.turn = 0
