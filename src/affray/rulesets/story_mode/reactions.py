"""Instant spells as reactions: in answer to an attack, before it is met."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains, members

from .attacks import (
    attack_harm,
    forget_blow,
    harm_of_success,
    may_block,
    next_target,
    task_level,
)
from .checks import is_success
from .counters import quick_spell_is_countered
from .events import Event
from .kinds import (
    OWN_WAY_OR_NOT,
    REACTIONS,
    Area,
    AttackStage,
    Being,
    Casting,
    Distance,
    Question,
    Reaction,
)
from .magic import cast_task, castable, has_one_target, heals_wounds, spell_targets, touch
from .own_way import react_in_own_way
from .rolling import check_level
from .rulings import AskedToReact
from .space import in_fight, in_reach
from .state import World


@rule("SM-8", "SM-89")
def instant_spells(w: World, j: int) -> int:
    """Spells quick enough for a reaction, for one target each, that have somebody to be cast on."""
    quick = castable(w, j)
    return those(
        spell
        for spell in members(quick)
        if w.spells[spell].casting == Casting.INSTANT
        and has_one_target(w, spell)
        and not heals_wounds(w, spell)
    )


@rule("SM-8", "SM-89")
def may_react(w: World, j: int) -> bool:
    """A player who has the reaction left and an instant spell for it, the target too."""
    c = w.creatures[j]
    if j == w.blow.by or c.being != Being.CHARACTER or c.reacted or not in_fight(w, j):
        return False
    if contains(w.blow.asked, j):
        return False
    return instant_spells(w, j) != 0 or is_asked_anyway(w, j)


@rule("SM-8", "SM-10")
def is_asked_anyway(w: World, j: int) -> bool:
    """At any attack (SM-R85), if no block is asked for, which may be answered so too."""
    if w.rulings.asked_to_react == AskedToReact.KNOWN_WAYS:
        return False
    return attack_harm(w) == 0 or not may_block(w, j)


@rule("SM-8")
def may_answer(w: World, j: int) -> bool:
    c = w.creatures[j]
    return c.being == Being.CHARACTER and c.reacted == 0 and in_fight(w, j)


@rule("SM-8", "SM-63")
def answer_deed(ask: Ask, w: World, i: int) -> None:
    """What else a creature does in its turn may be answered too, in one's own words (SM-R85)."""
    if w.rulings.asked_to_react == AskedToReact.KNOWN_WAYS or w.blow.by >= 0:
        return
    if w.creatures[i].being != Being.CREATURE or not in_fight(w, i):
        return
    for j in range(w.n):
        if may_answer(w, j):
            how = choose(ask, w, j, Question.ANSWER, OWN_WAY_OR_NOT)
            if how == Reaction.OWN_WORDS:
                react_in_own_way(ask, w, j, i, task_level(w, i))


@rule("SM-8", "SM-80", "SM-89")
def react(ask: Ask, w: World, j: int) -> None:
    """The spell is cast at once, unless somebody counters it."""
    b = w.blow
    w.creatures[j].reacted = 1
    note(ask, Event.REACTS, j)
    spell = choose(ask, w, j, Question.SPELL, instant_spells(w, j))
    whom = j
    if not w.spells[spell].on_self:
        whom = choose(ask, w, j, Question.AIM, spell_targets(w, j, spell))
    note(ask, Event.CASTS_ON, j, spell, whom)
    b.quick = spell
    b.quick_by = j
    b.quick_on = whom
    undone = quick_spell_is_countered(ask, w)
    b.quick = -1
    b.quick_by = -1
    b.quick_on = -1
    if undone:
        return
    cast_task(w, w.task, spell, 1 << whom)
    w.task.by_action = 0
    result = check_level(ask, w, j)
    if is_success(result):
        touch(ask, w, j, whom, spell, harm_of_success(w, w.spells[spell].harm, result))


@rule("SM-77", "SM-107")
def go_on_if_it_reaches(ask: Ask, w: World) -> None:
    """A reaction may have moved one of the two out of the attack's reach: then it meets nobody."""
    b = w.blow
    a = w.attacks[b.attack]
    reach = Distance.CLOSE if a.area == Area.BEFORE_CASTER else a.reach
    if in_reach(w, b.by, b.target, reach):
        b.stage = AttackStage.BLOCK
    else:
        note(ask, Event.OUT_OF_REACH, b.by, b.target, b.attack)
        next_target(w)


@rule("SM-89", "SM-107")
def react_step(ask: Ask, w: World) -> None:
    """One who may answer is asked; an attacker who is out of it attacks no more."""
    b = w.blow
    j = first(k for k in range(w.n) if may_react(w, k)) if b.spell < 0 else -1
    if j < 0:
        b.asked = 0
        go_on_if_it_reaches(ask, w)
        return
    b.asked |= 1 << j
    ways = REACTIONS if instant_spells(w, j) else OWN_WAY_OR_NOT
    how = choose(ask, w, j, Question.REACT, ways)
    if how == Reaction.OWN_WORDS:
        react_in_own_way(ask, w, j, b.by, task_level(w, b.by))
    if how != Reaction.YES:
        return
    react(ask, w, j)
    if not in_fight(w, b.by):
        forget_blow(w)
    elif not in_fight(w, b.target):
        next_target(w)
