"""Countering a spell: who may, at what level, and what comes of it."""

from affray.rules.among import first
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains

from .attacks import forget_blow
from .checks import is_success, level_of, set_task
from .events import Event
from .kinds import (
    REACTIONS,
    AttackStage,
    Being,
    Distance,
    Domain,
    Evocation,
    Question,
    Reaction,
    Roll,
    Topic,
)
from .own_way import react_in_own_way
from .rolling import check_level
from .rulings import CounterOpenTo, CreatureSpellLevel
from .space import in_fight, in_reach
from .state import World


@rule("SM-9", "SM-89")
def caster(w: World) -> int:
    """Whose spell is at hand: that of whoever answers with one, or what was answered."""
    return w.blow.quick_by if w.blow.quick >= 0 else w.blow.by


@rule("SM-94")
def spell_level(w: World) -> int:
    """Of the spell at hand; a creature's is what its entry says, or its own (SM-R34)."""
    b = w.blow
    if b.quick >= 0:
        return w.spells[b.quick].level
    if b.spell >= 0:
        return w.spells[b.spell].level
    known = w.attacks[b.attack].spell_level
    if known >= 0 and w.rulings.creature_spell_level == CreatureSpellLevel.CHART:
        return known
    return level_of(w, b.by)


@rule("SM-9", "SM-84", "SM-92")
def knows_counter(w: World, j: int) -> bool:
    c = w.creatures[j]
    return any(s >= 0 and w.spells[s].counters for s in c.spells)


@rule("SM-8", "SM-9", "SM-94", "SM-107")
def may_counter(w: World, j: int) -> bool:
    """Another character within short distance of the caster who can still react (SM-R84)."""
    c = w.creatures[j]
    if j == caster(w) or c.being != Being.CHARACTER or c.reacted or not in_fight(w, j):
        return False
    if not in_reach(w, j, caster(w), Distance.SHORT):
        return False
    return w.rulings.counter_open_to == CounterOpenTo.ANY_PC or knows_counter(w, j)


@rule("SM-107")
def next_to_counter(w: World) -> int:
    return first(j for j in range(w.n) if may_counter(w, j) and not contains(w.blow.asked, j))


@rule("SM-92", "SM-94")
def counter_task(w: World) -> None:
    """A check a level above the spell."""
    set_task(w.task, Roll.COUNTER, spell_level(w) + 1, 1 << Topic.COUNTER)
    w.task.domains = 1 << Domain.TIME
    w.task.evocations = 1 << Evocation.BANISH


@rule("SM-9", "SM-92", "SM-94")
def counter_step(ask: Ask, w: World) -> None:
    """One who may counter is asked; a yes is rolled at once."""
    b = w.blow
    j = next_to_counter(w)
    if j < 0:
        b.asked = 0
        b.stage = AttackStage.ATTACK
        return
    b.asked |= 1 << j
    if counters(ask, w, j):
        forget_blow(w)


@rule("SM-9", "SM-92", "SM-94")
def counters(ask: Ask, w: World, j: int) -> bool:
    """Whether j undoes the spell at hand, asked to."""
    how = choose(ask, w, j, Question.COUNTER, REACTIONS)
    if how == Reaction.OWN_WORDS:
        react_in_own_way(ask, w, j, caster(w), spell_level(w))
    if how != Reaction.YES:
        return False
    w.creatures[j].reacted = 1
    counter_task(w)
    success = is_success(check_level(ask, w, j))
    if success:
        note(ask, Event.COUNTERED, j, caster(w))
    return success


@rule("SM-9", "SM-89", "SM-94", "SM-107")
def quick_spell_is_countered(ask: Ask, w: World) -> bool:
    """A spell that is itself a reaction: whoever may counter it is asked at once, one by one."""
    for j in range(w.n):
        if may_counter(w, j) and counters(ask, w, j):
            return True
    return False
