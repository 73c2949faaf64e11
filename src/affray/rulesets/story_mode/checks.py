"""What a check is: a level, steps up and down, five results."""

from affray.rules.ask import rule
from affray.rules.masks import contains
from affray.rules.world import clear

from .gear import armor_ease, armor_stealth
from .kinds import Being, Phase, Result, Roll, Severity, Topic
from .rulings import (
    CombatRollScope,
    CreatureArmor,
    CreatureWoundEffect,
    DcEqual,
    LowDcBands,
    ResultRiders,
    WeaknessEffect,
    WoundPenaltySource,
    WoundStacking,
)
from .state import HIGHEST, Task, World
from .tags import (
    cover_steps,
    finds_weakness,
    item_steps,
    spell_steps,
    spells_on_creature,
    tag_steps,
)

DC_A_LEVEL = 3
QUICKENED = 1
WELL_ABOVE = 5
FAR_BELOW = 6


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
    return sum(1 for k in range(w.creatures[i].wounds) if wound_counts(w, task, i, k))


@rule("SM-25", "SM-39", "SM-54")
def wound_hinders(w: World, task: Task, i: int, k: int) -> bool:
    """Whether a wound is one that hinders this check (SM-R13)."""
    by_table = w.rulings.wound_penalty_source == WoundPenaltySource.SEVERITY_TABLE
    strain = w.creatures[i].severity[k] == Severity.STRAIN
    return not by_table or not strain or is_combat_roll(w, task)


@rule("SM-25")
def wound_counts(w: World, task: Task, i: int, k: int) -> bool:
    """Every wound that hinders, or only the first of them (SM-R15)."""
    if not wound_hinders(w, task, i, k):
        return False
    worst_only = w.rulings.wound_stacking == WoundStacking.WORST_ONLY
    return not worst_only or not any(wound_hinders(w, task, i, m) for m in range(k))


@rule("SM-17", "SM-25", "SM-83", "SM-103")
def opposing_steps(w: World, task: Task) -> int:
    """What the creature whose level this is brings: armor, wounds, spells upon it, its liking."""
    j = task.vs
    if j < 0:
        return 0
    steps = spells_on_creature(w, j) + their_armor(w, task, j)
    return steps - their_wounds(w, task, j) - liking(w, task, j)


@rule("SM-17")
def their_armor(w: World, task: Task, j: int) -> int:
    """What a creature's armor does against an attack on it (SM-R24)."""
    hinders = w.rulings.creature_armor == CreatureArmor.HINDER_ATTACKS
    return armor_ease(w, j) if hinders and task.what == Roll.ATTACK else 0


@rule("SM-25")
def their_wounds(w: World, task: Task, j: int) -> int:
    """How many wounds of a creature ease a check at its level (SM-R16)."""
    eases = w.rulings.creature_wound_effect == CreatureWoundEffect.EASE_PLAYERS
    return wound_steps(w, task, j) if eases else 0


@rule("SM-103")
def liking(w: World, task: Task, j: int) -> int:
    """How much a creature's disposition eases a talk."""
    return w.creatures[j].disposition if contains(task.topics, Topic.SOCIAL) else 0


@rule("SM-17", "SM-18", "SM-19", "SM-20")
def armor_steps(w: World, task: Task, i: int) -> int:
    """Worn armor eases defence and hinders hiding."""
    steps = 0
    if task.armored:
        steps -= armor_ease(w, i)
    if contains(task.topics, Topic.STEALTH):
        steps += armor_stealth(w, i)
    return steps


@rule("SM-97")
def weakness_steps(w: World, task: Task) -> int:
    """What the target is weak to eases the attack, once (SM-R58)."""
    eases = w.rulings.weakness_effect == WeaknessEffect.EASE_ATTACK_ONE
    return -1 if eases and finds_weakness(task) else 0


@rule("SM-6", "SM-7", "SM-89")
def quicken_steps(w: World, task: Task, i: int) -> int:
    """A quickened action is a level harder, unless its spell has paid for that."""
    return QUICKENED if task.by_action and w.creatures[i].quickened and not task.prepaid else 0


@rule("SM-61", "SM-62", "SM-68")
def steps_for(w: World, task: Task, i: int) -> int:
    """All steps, hindering ones positive, whatever they come from."""
    steps = w.creatures[i].situation + quicken_steps(w, task, i)
    steps += tag_steps(w, task, i) + item_steps(w, task, i) + spell_steps(w, task, i)
    steps += cover_steps(w, task, i)
    steps += wound_steps(w, task, i) + armor_steps(w, task, i) + weakness_steps(w, task)
    return steps + opposing_steps(w, task)


@rule("SM-12", "SM-67")
def rider_steps(w: World, task: Task, i: int) -> int:
    """What the last result does to this check; Initiative does not use it up."""
    return 0 if task.what == Roll.INITIATIVE else w.creatures[i].rider


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
