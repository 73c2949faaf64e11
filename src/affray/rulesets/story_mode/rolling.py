"""A check being made: what moves it is told by its name, then one d20 is rolled."""

from affray.rules.ask import Ask, note, roll, rule
from affray.rules.masks import smallest
from affray.rules.pools import D20

from .checks import (
    DC_A_LEVEL,
    armor_steps,
    band,
    forget_task,
    level_for,
    liking,
    quicken_steps,
    rider_of,
    rider_steps,
    steps_for,
    their_armor,
    their_wounds,
    weakness_steps,
    who_rolls,
    wound_counts,
)
from .events import EVEN, Event
from .harm import name_of
from .kinds import Being, Result, Roll
from .rulings import InitiativeModifier, RoutineAuto
from .state import CARRIED, World
from .tags import (
    cover_steps,
    item_eases,
    spell_on_creature,
    spell_step,
    spells_upon,
    tag_at,
    tag_places,
    tag_step,
)


@rule("SM-61", "SM-62", "SM-68")
def tell_steps(ask: Ask, cause: int, who: int, what: int, steps: int) -> None:
    """One cause by its name, where it moves anything."""
    if steps != 0:
        note(ask, cause, who, what, EVEN + steps)


@rule("SM-68", "SM-69", "SM-78")
def tell_sheet(ask: Ask, w: World, i: int) -> None:
    """Tags, things, armor and spells of the one who rolls."""
    c = w.creatures[i]
    for k in range(tag_places(w, i)):
        tag = tag_at(w, i, k)
        if tag >= 0:
            tell_steps(ask, Event.BY_TAG, i, tag, tag_step(w, w.task, i, tag))
    for k in range(CARRIED):
        if c.items[k] >= 0 and item_eases(w, w.task, c.items[k]):
            tell_steps(ask, Event.BY_ITEM, i, c.items[k], -1)
    tell_steps(ask, Event.BY_ARMOR, i, c.worn, armor_steps(w, w.task, i))
    for k in range(spells_upon(w, i)):
        tell_steps(ask, Event.BY_SPELL, i, c.under[k], spell_step(w, w.task, c.under[k]))
    for k in range(c.wounds):
        if wound_counts(w, w.task, i, k):
            tell_steps(ask, Event.BY_WOUND, i, name_of(w, i, k), 1)
    tell_steps(ask, Event.BY_COVER, i, w.covers[c.zone].spell, cover_steps(w, w.task, i))


@rule("SM-17", "SM-25", "SM-83", "SM-97", "SM-103")
def tell_other(ask: Ask, w: World) -> None:
    """What the one it is made against brings: a weakness, armor, wounds, spells, liking."""
    found = smallest(w.task.weakness & w.task.materials)
    tell_steps(ask, Event.BY_WEAKNESS, 0, found, weakness_steps(w, w.task))
    j = w.task.vs
    if j < 0:
        return
    tell_steps(ask, Event.BY_ARMOR, j, w.creatures[j].worn, their_armor(w, w.task, j))
    wounds = their_wounds(w, w.task, j)
    tell_steps(ask, Event.BY_THEIR_WOUNDS, j, wounds, -wounds)
    for k in range(spells_upon(w, j)):
        spell = w.creatures[j].under[k]
        tell_steps(ask, Event.BY_SPELL, j, spell, spell_on_creature(w, j, spell))
    tell_steps(ask, Event.BY_LIKING, j, 0, -liking(w, w.task, j))


@rule("SM-7", "SM-67", "SM-68")
def tell_causes(ask: Ask, w: World, i: int) -> None:
    """All that moves the check, one by one."""
    tell_sheet(ask, w, i)
    tell_other(ask, w)
    tell_steps(ask, Event.BY_QUICKENING, i, 0, quicken_steps(w, w.task, i))
    tell_steps(ask, Event.BY_SITUATION, i, 0, w.creatures[i].situation)
    tell_steps(ask, Event.BY_RESULT, i, 0, rider_steps(w, w.task, i))


@rule("SM-12", "SM-63", "SM-68")
def tell_task(ask: Ask, w: World, i: int) -> None:
    """What the check is, what moves it, and where that leads (SM-R3)."""
    task = w.task
    note(ask, Event.TASK, i, task.base, task.what)
    tell_causes(ask, w, i)
    on_the_die = w.rulings.initiative_modifier == InitiativeModifier.PLUS_ONE
    level = level_for(w, task, i)
    if task.what == Roll.INITIATIVE and on_the_die:
        tell_steps(ask, Event.TO_THE_DIE, i, 0, -steps_for(w, task, i))
    elif level != task.base:
        note(ask, Event.COMES_TO, i, level, DC_A_LEVEL * level)


@rule("SM-60", "SM-63", "SM-64")
def check_level(ask: Ask, w: World, i: int) -> int:
    """Roll against the task's level; the result is told as a prompt for the story."""
    level = level_for(w, w.task, i)
    w.task.level = level
    c = w.creatures[i]
    is_character = c.being == Being.CHARACTER
    tell_task(ask, w, i)
    c.rider = 0
    if w.task.by_action:
        c.rolled = 1
    result: int = Result.SUCCESS
    if level > 0 or w.rulings.routine_auto == RoutineAuto.ROLL:
        result = band(w, roll(ask, w.task.what, who_rolls(w, i), D20), level)
        if is_character:
            c.rider = rider_of(w, result)
    note(ask, Event.FAIL_AND + result, i, DC_A_LEVEL * level, level)
    forget_task(w.task)
    return result
