"""Attacks: the attacker's roll or the defender's, with everything that can get between."""

from affray.rules.among import first
from affray.rules.ask import Ask, choose, margin, note, rule
from affray.rules.masks import contains, members
from affray.rules.pools import D20, PLUS
from affray.rules.world import clear

from .checks import (
    forget_task,
    is_rolled_for,
    is_success,
    level_of,
    rider_of,
    set_task,
    steps_for,
)
from .events import Event
from .gear import harm_of
from .harm import capped, cure_of, take_harm
from .kinds import (
    REACTIONS,
    AttackStage,
    Being,
    Distance,
    Material,
    Nature,
    Question,
    Reaction,
    Result,
    Roll,
    Topic,
)
from .own_way import react_in_own_way
from .rolling import check_level, tell_causes, tell_steps
from .rulings import (
    AndResultsHarm,
    BlockCloseTo,
    BlockMode,
    CombatTaskLevel,
    CreatureNonattack,
    ReactionWindow,
    SuccessButAttack,
    SuccessButDefense,
    WeaknessEffect,
)
from .space import close, in_fight, is_enemy
from .state import Task, World
from .tags import counts_as


@rule()
def forget_blow(w: World) -> None:
    clear(w.blow)


@rule("SM-2", "SM-3")
def task_level(w: World, j: int) -> int:
    """The creature's own level, or the scene's (SM-R5)."""
    if w.rulings.combat_task_level == CombatTaskLevel.SCENE:
        return max(0, w.scene_level)
    return level_of(w, j)


@rule("SM-107")
def first_left(w: World) -> int:
    """The next target in the order of the list."""
    return first(j for j in members(w.blow.left))


@rule("SM-107")
def next_target(w: World) -> None:
    """On to the next target, or the attack is over."""
    b = w.blow
    b.asked = 0
    b.harm = 0
    b.target = -1
    while b.left and b.target < 0:
        j = first_left(w)
        b.left &= ~(1 << j)
        if in_fight(w, j):
            b.target = j
    if b.target < 0:
        forget_blow(w)
    else:
        b.stage = AttackStage.REACT


@rule("SM-27", "SM-29", "SM-93")
def attack_harm(w: World) -> int:
    """What the creature's attack does, before anything is added or capped."""
    a = w.attacks[w.blow.attack]
    return a.harm + harm_of(a.weight)


@rule("SM-108")
def weapon_materials(w: World, i: int, weapon: int) -> int:
    """Of the weapon, of what it is loaded with, and magic where it is."""
    thing = w.items[weapon]
    materials = thing.materials
    if thing.ammunition and w.creatures[i].loaded >= 0:
        materials |= 1 << w.creatures[i].loaded
    if thing.magic:
        materials |= 1 << Material.MAGIC
    return materials


@rule("SM-108")
def attack_materials(w: World, attack: int) -> int:
    """Of a creature's attack, and magic where it is a spell."""
    a = w.attacks[attack]
    return a.materials | (1 << Material.MAGIC) if a.magic else a.materials


@rule("SM-109")
def group_of(w: World, j: int) -> int:
    """The group it belongs to, as a mask that is empty where it belongs to none."""
    group = w.creatures[j].group
    return 1 << group if group >= 0 else 0


@rule("SM-2", "SM-7", "SM-109", "SM-118")
def attack_task(w: World, task: Task, j: int, ranged: int, materials: int) -> None:
    """An attack with something of these materials, at the target's level."""
    c = w.creatures[j]
    topic = Topic.RANGED if ranged else Topic.MELEE
    set_task(task, Roll.ATTACK, task_level(w, j), 1 << topic)
    task.vs = j
    task.attacked = group_of(w, j)
    task.materials = counts_as(materials)
    task.weakness = c.weakness
    task.by_action = 1


@rule("SM-2", "SM-109")
def weapon_task(w: World, task: Task, i: int, weapon: int, j: int) -> None:
    """A character's attack with this weapon on this target."""
    attack_task(w, task, j, w.items[weapon].ranged, weapon_materials(w, i, weapon))


@rule("SM-97")
def weakness_bonus(w: World, j: int, materials: int) -> int:
    if w.rulings.weakness_effect != WeaknessEffect.PLUS_ONE_HARM:
        return 0
    return 1 if w.creatures[j].weakness & counts_as(materials) else 0


@rule("SM-2", "SM-27", "SM-31", "SM-66")
def harm_of_success(w: World, harm: int, result: int) -> int:
    """Any success does the whole harm (SM-R9, SM-R11); what does none still does none."""
    if result == Result.SUCCESS_BUT and harm > 0:
        if w.rulings.success_but_attack == SuccessButAttack.NO_HARM:
            return 0
        if w.rulings.success_but_attack == SuccessButAttack.MINUS_ONE_MIN_ONE:
            return max(1, harm - 1)
    if (
        result == Result.SUCCESS_AND
        and harm > 0
        and w.rulings.and_results_harm == AndResultsHarm.PLUS_ONE_CAPPED
    ):
        return harm + 1
    return harm


@rule("SM-2", "SM-29", "SM-34", "SM-97")
def weapon_attack(ask: Ask, w: World) -> None:
    """A character strikes: the player rolls at the target's level."""
    b = w.blow
    i = b.by
    j = first_left(w)
    thing = w.items[b.weapon]
    weapon_task(w, w.task, i, b.weapon, j)
    materials = w.task.materials
    magic = thing.magic
    if w.creatures[j].being == Being.CHARACTER:
        result = duel(ask, w, i, j)
    else:
        result = check_level(ask, w, i)
    if is_success(result):
        harm = harm_of_success(w, harm_of(thing.weapon), result)
        harm += weakness_bonus(w, j, materials) if harm else 0
        harm = capped(harm, magic)
        cure = cure_of(thing.incurable, thing.beyond_magic)
        take_harm(ask, w, j, harm, thing.nature, cure, thing.carries_over)
    forget_blow(w)


@rule("SM-102")
def difference_result(difference: int) -> int:
    """Player against player: by how much one beats the other."""
    if difference >= 5:
        return Result.SUCCESS_AND
    if difference >= 1:
        return Result.SUCCESS
    if difference == 0:
        return Result.SUCCESS_BUT
    return Result.FAIL_BUT if difference > -5 else Result.FAIL_AND


@rule("SM-102")
def steps_in_duel(ask: Ask, w: World, i: int) -> int:
    """What moves one's die, told by its names."""
    steps = steps_for(w, w.task, i) + w.creatures[i].rider
    tell_causes(ask, w, i)
    tell_steps(ask, Event.TO_THE_DIE, i, 0, -steps)
    return steps


@rule("SM-102")
def duel(ask: Ask, w: World, i: int, j: int) -> int:
    """Both players roll; here alone steps are added to the dice."""
    w.task.vs = -1
    materials = w.task.materials
    mine = steps_in_duel(ask, w, i)
    defense_task(w, i, w.items[w.blow.weapon].nature, materials)
    theirs = steps_in_duel(ask, w, j)
    forget_task(w.task)
    w.creatures[i].rider = 0
    w.creatures[j].rider = 0
    w.creatures[i].rolled = 1
    difference = margin(ask, Roll.DUEL, i, D20 - mine * PLUS, j, D20 - theirs * PLUS)
    result = difference_result(difference)
    w.creatures[i].rider = rider_of(w, result)
    note(ask, Event.DUEL, i, result, j)
    return result


@rule("SM-3", "SM-17", "SM-93", "SM-109")
def defense_task(w: World, by: int, nature: int, materials: int) -> None:
    """Defence against this attacker, eased by armor."""
    topics = 1 << Topic.DEFENSE
    if nature == Nature.MENTAL:
        topics |= 1 << Topic.MENTAL_DEFENSE
    else:
        topics |= 1 << Topic.PHYSICAL_DEFENSE
    set_task(w.task, Roll.DEFENSE, task_level(w, by), topics)
    if w.creatures[by].being == Being.CREATURE:
        w.task.vs = by
    w.task.attacker = group_of(w, by)
    w.task.materials = counts_as(materials)
    w.task.armored = 1


@rule("SM-3", "SM-93", "SM-109")
def meet_attack(w: World, what: int) -> None:
    """Defend, block or resist the attack at hand; what does no harm is resisted unarmored."""
    a = w.attacks[w.blow.attack]
    materials = attack_materials(w, w.blow.attack)
    defense_task(w, w.blow.by, a.nature, materials)
    w.task.what = what
    if what == Roll.RESIST:
        w.task.armored = 0
    if what == Roll.BLOCK:
        w.task.topics |= 1 << Topic.BLOCK


@rule("SM-10", "SM-107")
def may_block(w: World, j: int) -> bool:
    """Another player character with a reaction left, and the attacker close (SM-R32)."""
    b = w.blow
    c = w.creatures[j]
    if j == b.target or c.being != Being.CHARACTER or c.reacted or not in_fight(w, j):
        return False
    if c.side != w.creatures[b.target].side or contains(b.asked, j):
        return False
    by_reactor = close(w, j, b.by)
    by_ally = close(w, b.target, b.by)
    if w.rulings.block_close_to == BlockCloseTo.REACTOR:
        return by_reactor
    if w.rulings.block_close_to == BlockCloseTo.ALLY:
        return by_ally
    return by_reactor or by_ally


@rule("SM-107")
def next_blocker(w: World) -> int:
    """The first on the list who may still step in."""
    return first(j for j in range(w.n) if may_block(w, j))


@rule("SM-8", "SM-10")
def block_step(ask: Ask, w: World) -> None:
    """One who may block is asked; a yes is rolled at once (SM-R31)."""
    b = w.blow
    j = next_blocker(w)
    late = b.stage == AttackStage.LATE_BLOCK
    if j < 0 or attack_harm(w) == 0:
        b.asked = 0
        b.stage = AttackStage.HARM if late else AttackStage.DEFEND
        return
    b.asked |= 1 << j
    how = choose(ask, w, j, Question.BLOCK, REACTIONS)
    if how == Reaction.OWN_WORDS:
        react_in_own_way(ask, w, j, b.by, task_level(w, b.by))
    if how != Reaction.YES:
        return
    w.creatures[j].reacted = 1
    meet_attack(w, Roll.BLOCK)
    if is_success(check_level(ask, w, j)):
        note(ask, Event.BLOCKED, j, b.target, b.by)
        next_target(w)
    elif w.rulings.block_mode == BlockMode.REDIRECT:
        b.target = j
        b.harm = attack_harm(w)
        b.stage = AttackStage.HARM
    elif w.rulings.block_mode == BlockMode.REPLACE:
        b.harm = attack_harm(w)
        b.stage = AttackStage.HARM


@rule("SM-3", "SM-27", "SM-66")
def harm_past_defense(w: World, harm: int, result: int) -> int:
    """Any success keeps all of it off, any failure lets all of it through (SM-R10, SM-R11)."""
    if result == Result.SUCCESS_BUT:
        if w.rulings.success_but_defense == SuccessButDefense.HALF_HARM_DOWN:
            return harm // 2
        if w.rulings.success_but_defense == SuccessButDefense.FULL_HARM:
            return harm
    if is_success(result):
        return 0
    if (
        result == Result.FAIL_AND
        and harm > 0
        and w.rulings.and_results_harm == AndResultsHarm.PLUS_ONE_CAPPED
    ):
        return harm + 1
    return harm


@rule("SM-3", "SM-93", "SM-107")
def defend_step(ask: Ask, w: World) -> None:
    """The target's player rolls, and cannot choose not to; a creature's own kind is just hit.

    What does no harm is resisted, or just works (SM-R30).
    """
    b = w.blow
    j = b.target
    harm = attack_harm(w)
    if not is_rolled_for(w, j):
        b.harm = harm
        b.stage = AttackStage.HARM
        return
    if harm == 0 and w.rulings.creature_nonattack == CreatureNonattack.AUTOMATIC:
        b.stage = AttackStage.HARM
        return
    if harm == 0:
        meet_attack(w, Roll.RESIST)
        if is_success(check_level(ask, w, j)):
            next_target(w)
        else:
            b.stage = AttackStage.HARM
        return
    meet_attack(w, Roll.DEFENSE)
    b.harm = harm_past_defense(w, harm, check_level(ask, w, j))
    if b.harm == 0:
        next_target(w)
    elif w.rulings.reaction_window == ReactionWindow.AFTER_FAILED_ROLL:
        b.stage = AttackStage.LATE_BLOCK
    else:
        b.stage = AttackStage.HARM


@rule("SM-118")
def ally_attack(ask: Ask, w: World) -> None:
    """An ally strikes at a creature: a player rolls, at the enemy's level."""
    b = w.blow
    j = struck_by_ally(w)
    a = w.attacks[b.attack]
    materials = attack_materials(w, b.attack)
    attack_task(w, w.task, j, 1 if a.reach > Distance.CLOSE else 0, materials)
    result = check_level(ask, w, b.by)
    if is_success(result):
        harm = harm_of_success(w, attack_harm(w), result)
        harm += weakness_bonus(w, j, materials) if harm else 0
        cure = cure_of(a.incurable, a.beyond_magic)
        take_harm(ask, w, j, capped(harm, a.magic), a.nature, cure, a.carries_over)
    b.left &= ~(1 << j)
    if b.left == 0:
        forget_blow(w)


@rule("SM-118")
def struck_by_ally(w: World) -> int:
    """The next enemy creature an ally of the characters strikes at, or nobody."""
    i = w.blow.by
    return first(
        j
        for j in range(w.n)
        if contains(w.blow.left, j)
        and w.creatures[j].being == Being.CREATURE
        and is_enemy(w, i, j)
        and (is_rolled_for(w, i) or not is_rolled_for(w, j))
    )
