"""Instant spells as reactions: in answer to an attack, before it is met."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains, members

from .attacks import forget_blow, harm_of_success, next_target
from .checks import is_success
from .events import Event
from .kinds import Answer, Being, Casting, Question, Stage
from .magic import cast_task, castable, has_one_target, heals_wounds, spell_targets, touch
from .rolling import check_level
from .space import in_fight
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
    return not contains(w.blow.asked, j) and instant_spells(w, j) != 0


@rule("SM-8", "SM-80", "SM-89")
def react(ask: Ask, w: World, j: int) -> None:
    """The spell is cast at once; nobody counters it."""
    w.creatures[j].reacted = 1
    note(ask, Event.REACTS, j)
    spell = choose(ask, w, j, Question.SPELL, instant_spells(w, j))
    whom = j
    if not w.spells[spell].on_self:
        whom = choose(ask, w, j, Question.AIM, spell_targets(w, j, spell))
    note(ask, Event.CASTS_ON, j, spell, whom)
    cast_task(w, w.task, spell, 1 << whom)
    w.task.by_action = 0
    result = check_level(ask, w, j)
    if is_success(result):
        touch(ask, w, j, whom, spell, harm_of_success(w, w.spells[spell].harm, result))


@rule("SM-89", "SM-107")
def react_step(ask: Ask, w: World) -> None:
    """One who may answer is asked; an attacker who is out of it attacks no more."""
    b = w.blow
    j = first(k for k in range(w.n) if may_react(w, k)) if b.spell < 0 else -1
    if j < 0:
        b.asked = 0
        b.stage = Stage.BLOCK
        return
    b.asked |= 1 << j
    if choose(ask, w, j, Question.REACT, 3) == Answer.NO:
        return
    react(ask, w, j)
    if not in_fight(w, b.by):
        forget_blow(w)
    elif not in_fight(w, b.target):
        next_target(w)
