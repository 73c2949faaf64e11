"""The check: a level, steps up and down, one d20, five results."""

from affray.rules.ask import Ask, note, roll, rule
from affray.rules.masks import contains
from affray.rules.pools import D20
from affray.rules.world import clear

from .gear import armor_ease, armor_stealth
from .kinds import Being, Event, Phase, Result, Roll, Severity, Topic
from .rulings import (
    CombatRollScope,
    CreatureWoundEffect,
    DcEqual,
    InitiativeModifier,
    LowDcBands,
    ResultRiders,
    RoutineAuto,
    WeaknessEffect,
    WoundPenaltySource,
    WoundStacking,
)
from .state import HIGHEST, Task, World
from .tags import finds_weakness, item_steps, spell_steps, spells_on_creature, tag_steps

DC_A_LEVEL = 3
QUICKENED = 1
WELL_ABOVE = 5
FAR_BELOW = 6
STEP_BITS = 5
EVEN = 16
"""In a packed number of steps: none."""
ON_THE_DIE = 512
"""Beside a check's level: the steps move the die, not the level."""


@rule("SM-62")
def kept_within(level: int) -> int:
    return min(HIGHEST, max(0, level))


@rule("SM-11", "SM-60", "SM-72")
def level_of(w: World, j: int) -> int:
    """A creature's own level, else the scene's (SM-R16 may let wounds lower it)."""
    c = w.creatures[j]
    level = c.level if c.level >= 0 else max(0, w.scene_level)
    if w.rulings.creature_wound_effect == CreatureWoundEffect.LOWER_LEVEL:
        level -= c.wounds
    return max(0, level)


@rule("SM-12", "SM-39")
def is_combat_roll(w: World, task: Task) -> bool:
    """Any roll while a fight is on, or only the three that make a fight (SM-R14)."""
    if w.phase == Phase.END:
        return False
    if w.rulings.combat_roll_scope == CombatRollScope.ANY_ROLL_IN_FIGHT:
        return True
    what = task.what
    return what == Roll.ATTACK or what == Roll.DEFENSE or what == Roll.INITIATIVE


@rule("SM-25", "SM-35", "SM-39", "SM-40", "SM-41", "SM-42", "SM-54")
def wound_steps(w: World, task: Task, i: int) -> int:
    """One step a wound, a Strain only in combat rolls; they add up (SM-R13, SM-R15)."""
    c = w.creatures[i]
    by_table = w.rulings.wound_penalty_source == WoundPenaltySource.SEVERITY_TABLE
    steps = sum(
        1
        for k in range(c.wounds)
        if not by_table or c.severity[k] != Severity.STRAIN or is_combat_roll(w, task)
    )
    if w.rulings.wound_stacking == WoundStacking.WORST_ONLY:
        return min(1, steps)
    return steps


@rule("SM-25", "SM-83", "SM-103")
def opposing_steps(w: World, task: Task) -> int:
    """What the creature whose level this is brings: its wounds, spells upon it, its liking."""
    j = task.vs
    if j < 0:
        return 0
    steps = spells_on_creature(w, j)
    if w.rulings.creature_wound_effect == CreatureWoundEffect.EASE_PLAYERS:
        steps -= wound_steps(w, task, j)
    if contains(task.topics, Topic.SOCIAL):
        steps -= w.creatures[j].disposition
    return steps


@rule("SM-17", "SM-18", "SM-19", "SM-20", "SM-97")
def armor_and_weakness(w: World, task: Task, i: int) -> int:
    steps = 0
    if task.armored:
        steps -= armor_ease(w, i)
    if contains(task.topics, Topic.STEALTH):
        steps += armor_stealth(w, i)
    if w.rulings.weakness_effect == WeaknessEffect.EASE_ATTACK_ONE and finds_weakness(task):
        steps -= 1
    return steps


@rule("SM-6", "SM-7", "SM-89")
def quicken_steps(w: World, task: Task, i: int) -> int:
    """A quickened action is a level harder, unless its spell has paid for that."""
    return QUICKENED if task.by_action and w.creatures[i].quickened and not task.prepaid else 0


@rule("SM-61", "SM-62", "SM-68")
def steps_for(w: World, task: Task, i: int) -> int:
    """All steps, hindering ones positive, whatever they come from."""
    steps = w.creatures[i].situation + quicken_steps(w, task, i)
    steps += tag_steps(w, task, i) + item_steps(w, task, i) + spell_steps(w, task, i)
    steps += wound_steps(w, task, i) + armor_and_weakness(w, task, i)
    return steps + opposing_steps(w, task)


@rule("SM-12", "SM-67")
def rider_steps(w: World, task: Task, i: int) -> int:
    """What the last result does to this check; Initiative does not use it up."""
    return 0 if task.what == Roll.INITIATIVE else w.creatures[i].rider


@rule("SM-63", "SM-68")
def tell_task(ask: Ask, w: World, i: int) -> None:
    """What the check is and what moves it: one number a cause, packed for the telling."""
    task = w.task
    moved = tag_steps(w, task, i) + EVEN
    moved |= (item_steps(w, task, i) + EVEN) << STEP_BITS
    moved |= (armor_and_weakness(w, task, i) + EVEN) << 2 * STEP_BITS
    moved |= (wound_steps(w, task, i) + EVEN) << 3 * STEP_BITS
    moved |= (opposing_steps(w, task) + EVEN) << 4 * STEP_BITS
    moved |= (spell_steps(w, task, i) + EVEN) << 5 * STEP_BITS
    moved |= (quicken_steps(w, task, i) + EVEN) << 6 * STEP_BITS
    moved |= (w.creatures[i].situation + EVEN) << 7 * STEP_BITS
    moved |= (rider_steps(w, task, i) + EVEN) << 8 * STEP_BITS
    check = 32 * task.base + task.what
    on_the_die = w.rulings.initiative_modifier == InitiativeModifier.PLUS_ONE
    if on_the_die and task.what == Roll.INITIATIVE:
        check |= ON_THE_DIE
    note(ask, Event.TASK, i, moved, check)


@rule("SM-61", "SM-62", "SM-63")
def level_for(w: World, task: Task, i: int) -> int:
    """The level of a check as it is for this one, the rider of the last included."""
    return kept_within(task.base + steps_for(w, task, i) + rider_steps(w, task, i))


@rule("SM-60", "SM-64", "SM-65", "SM-66")
def band(w: World, die: int, level: int) -> int:
    """Which of the five results a die gives (SM-R7, SM-R8)."""
    dc = DC_A_LEVEL * level
    if die == 1:
        return Result.FAIL_AND
    if die >= dc + WELL_ABOVE:
        return Result.SUCCESS_AND
    least = dc + (1 if w.rulings.dc_equal == DcEqual.SUCCESS_BUT else 0)
    if die >= least:
        return Result.SUCCESS
    two_fails = w.rulings.low_dc_bands == LowDcBands.TWO_IS_FAIL_BUT
    if die <= dc - FAR_BELOW or (die == 2 and two_fails):
        return Result.FAIL_BUT
    return Result.SUCCESS_BUT


@rule("SM-66")
def is_success(result: int) -> bool:
    return result >= Result.SUCCESS_BUT


@rule("SM-67")
def rider_of(w: World, result: int) -> int:
    """What a result does to the next roll (SM-R12)."""
    riders = w.rulings.result_riders
    if riders == ResultRiders.NARRATIVE:
        return 0
    if result == Result.SUCCESS_AND:
        return -1
    if riders == ResultRiders.MINIMAL or result == Result.SUCCESS:
        return 0
    return -1 if result == Result.FAIL_BUT else 1


@rule("SM-1", "SM-118")
def who_rolls(w: World, i: int) -> int:
    """Only players roll: for an ally the first living character's, else the first one's."""
    if w.creatures[i].being == Being.CHARACTER:
        return i
    first = -1
    for k in range(w.n):
        c = w.creatures[k]
        if c.being == Being.CHARACTER and c.side == w.creatures[i].side:
            if not c.dead:
                return k
            if first < 0:
                first = k
    return first if first >= 0 else i


@rule("SM-1", "SM-118")
def is_rolled_for(w: World, j: int) -> bool:
    """A character, or one with a character on its side whose player rolls."""
    return w.creatures[j].being == Being.CHARACTER or who_rolls(w, j) != j


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


@rule()
def forget_task(task: Task) -> None:
    clear(task)


@rule("SM-63")
def set_task(task: Task, what: int, base: int, topics: int) -> None:
    """A check of this kind at this level, about these topics."""
    forget_task(task)
    task.what = what
    task.base = base
    task.topics = topics
