"""Sealed declarations: what everyone wants to do, told to nobody until all have said it."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, choose, rule
from affray.rules.masks import contains, is_single, members
from affray.rules.world import clear

from .asides import asides, declare_aside, reveal_asides
from .blows import locations_of
from .body import able, hostile, present, sees, suffers
from .inventory import (
    draw_to_throw,
    draw_weapon,
    has,
    has_room,
    things_near,
    working_hands,
)
from .kinds import (
    Act,
    AttackType,
    Bonus,
    Carry,
    Condition,
    GearKind,
    Hands,
    Phase,
    Property,
    Question,
    Talent,
)
from .reach import (
    adjacent,
    can_aim_at,
    can_use_two_hands,
    feint_targets,
    has_gaps,
    is_launcher,
    melee_targets,
    melee_weapons,
    ranged_targets,
    ranged_weapons,
    routine_weapons,
    types_of,
    weapons_against,
)
from .repetition import remember, repeats
from .rulings import BreakFreeTries, DodgeStart
from .space import in_melee, is_near
from .state import ATTACKS, ITEMS, World
from .telling import tell_declared


@rule("PL-3", "PL-11", "PL-23")
def may_declare(w: World, i: int) -> bool:
    """Able, its action not spent, and not running away, unless to break free first."""
    c = w.creatures[i]
    runs = c.fleeing and not can_break_free(w, i)
    return not c.acted and not runs and c.declared_spell < 0 and able(w, i)


@rule("PL-66")
def can_break_free(w: World, i: int) -> bool:
    """Held since an earlier round, in the phase in which that can be changed (PL-R106)."""
    c = w.creatures[i]
    once = w.rulings.break_free_tries == BreakFreeTries.NEXT_ONLY
    if once and c.held_since < w.round - 1:
        return False
    held = c.partner >= 0 and not c.holds
    return held and c.held_since < w.round and w.phase == Phase.MELEE


@rule("PL-69")
def talented(w: World, i: int, talent: int) -> bool:
    return contains(w.creatures[i].talents, talent)


@rule("PL-11", "PL-41", "PL-45", "PL-84")
def declare_shot(ask: Ask, w: World, i: int) -> None:
    """Target, weapon, type and place of a ranged or thrown attack."""
    s = w.sealed[i]
    usable = ranged_weapons(w, i)
    s.targets[0] = choose(ask, w, i, Question.TARGET, ranged_targets(w, i, usable))
    fitting = weapons_against(w, i, s.targets[0], usable, True)
    s.weapon = choose(ask, w, i, Question.WEAPON, fitting)
    s.type = AttackType.SHOOT
    if not contains(types_of(w, s.weapon), AttackType.SHOOT):
        s.type = choose(ask, w, i, Question.TYPE, types_of(w, s.weapon))
    s.locations[0] = choose(ask, w, i, Question.LOCATION, locations_of(w, s.targets[0]))
    bow = is_launcher(w, s.weapon) and has(w, s.weapon, Property.TWO_HANDED)
    s.two_hands = 1 if bow else 0


@rule("PL-11", "PL-41", "PL-81", "PL-95")
def declare_strike(ask: Ask, w: World, i: int) -> None:
    """Target, weapon, hands, type, place, and whether to go for the gaps."""
    s = w.sealed[i]
    usable = melee_weapons(w, i)
    s.targets[0] = choose(ask, w, i, Question.TARGET, melee_targets(w, i, usable))
    fitting = weapons_against(w, i, s.targets[0], usable, False)
    s.weapon = choose(ask, w, i, Question.WEAPON, fitting)
    if can_use_two_hands(w, i, s.weapon):
        s.two_hands = choose(ask, w, i, Question.HANDS, 1 << Hands.ONE | 1 << Hands.TWO)
    s.type = choose(ask, w, i, Question.TYPE, types_of(w, s.weapon))
    s.locations[0] = choose(ask, w, i, Question.LOCATION, locations_of(w, s.targets[0]))
    if s.type == AttackType.STAB and has_gaps(w, s.targets[0]):
        s.gap = choose(ask, w, i, Question.GAP, 0b11)
    declare_bonus(ask, w, i)


@rule("PL-69", "PL-124", "PL-128")
def declare_bonus(ask: Ask, w: World, i: int) -> None:
    """What a talent lets one do right before the attack."""
    options = 1 << Bonus.NONE
    c = w.creatures[i]
    if talented(w, i, Talent.CUNNING_ACTION):
        options |= 1 << Bonus.FEINT | 1 << Bonus.THROW_SAND | 1 << Bonus.LOW_BLOW
    if talented(w, i, Talent.LEAD_THE_CHARGE) and c.moved and not c.charged:
        options |= 1 << Bonus.RALLY
    w.sealed[i].bonus = choose(ask, w, i, Question.BONUS, options)


@rule("PL-41", "PL-121")
def declare_routine(ask: Ask, w: World, i: int) -> None:
    """Each natural attack in printed order, with its own target and place."""
    s = w.sealed[i]
    c = w.creatures[i]
    s.type = AttackType.UNTYPED
    for k in range(ATTACKS):
        if c.routine[k] < 0:
            continue
        g = c.routine[k]
        near = gazed_at(w, i) if w.gear[g].gaze else melee_targets(w, i, 1 << g)
        if near == 0:
            continue
        s.targets[k] = choose(ask, w, i, Question.TARGET, near)
        if not w.gear[g].gaze:
            s.locations[k] = choose(ask, w, i, Question.LOCATION, locations_of(w, s.targets[k]))


@rule("PL-122")
def gazed_at(w: World, i: int) -> int:
    """Enemies who can see the gaze, near enough for it."""
    feet = max((w.gear[g].gaze for g in w.creatures[i].routine if g >= 0), default=0)
    return those(
        j for j in range(w.n) if hostile(w, i, j) and present(w, j) and meets_gaze(w, i, j, feet)
    )


@rule("PL-122")
def meets_gaze(w: World, i: int, j: int, feet: int) -> bool:
    return is_near(w, i, j, feet) and sees(w, j, i) and can_aim_at(w, i, j)


@rule("PL-7", "PL-126")
def shots(w: World, i: int) -> int:
    """What can be declared in the ranged phase."""
    options = 1 << Act.HOLD
    usable = ranged_weapons(w, i)
    if ranged_targets(w, i, usable):
        options |= 1 << Act.SHOOT
    if usable and talented(w, i, Talent.MARKSMAN) and not w.creatures[i].aiming:
        options |= 1 << Act.AIM
    return options


@rule("PL-9", "PL-62", "PL-63", "PL-64", "PL-66", "PL-68", "PL-123")
def melee_acts(w: World, i: int) -> int:
    """What can be declared in the melee phase; a runaway that is held only breaks free."""
    c = w.creatures[i]
    if c.fleeing:
        return 1 << Act.HOLD | 1 << Act.BREAK_FREE
    options = 1 << Act.HOLD | 1 << Act.DODGE | 1 << Act.SOMETHING_ELSE
    near = adjacent(w, i, 1)
    if c.routine[0] >= 0:
        if melee_targets(w, i, routine_weapons(w, i)) or gazed_at(w, i):
            options |= 1 << Act.ATTACK
    elif melee_targets(w, i, melee_weapons(w, i)):
        options |= 1 << Act.ATTACK
    if feint_targets(w, i):
        options |= 1 << Act.FEINT
    if near:
        options |= 1 << Act.SHOVE
        if c.partner < 0 and ungrappled(w, near) and working_hands(w, i) > 0:
            options |= 1 << Act.GRAPPLE
        if talented(w, i, Talent.BATTLE_CRY):
            options |= 1 << Act.TAUNT
    if can_break_free(w, i):
        options |= 1 << Act.BREAK_FREE
    return options | hand_acts(w, i)


@rule("PL-64")
def ungrappled(w: World, mask: int) -> int:
    """Those of a set who grapple nobody yet."""
    return those(j for j in members(mask) if w.creatures[j].partner < 0)


@rule("PL-61", "PL-99", "PL-109", "PL-116")
def hand_acts(w: World, i: int) -> int:
    """Picking up, fetching, stopping blood, and putting out fire."""
    options = 0
    if burners(w, i):
        options |= 1 << Act.DOUSE
    if can_pick_up(w, i):
        options |= 1 << Act.PICK_UP
    if packed(w, i):
        options |= 1 << Act.FETCH
    if bleeders(w, i):
        options |= 1 << Act.PRESSURE
        if bandages(w, i) >= 0:
            options |= 1 << Act.BANDAGE
    return options


@rule("PL-61")
def can_pick_up(w: World, i: int) -> int:
    return things_near(w, i) if has_room(w, i) else 0


@rule("PL-109")
def packed(w: World, i: int) -> int:
    """Useful things in the pack."""
    mask = 0
    c = w.creatures[i]
    for k in range(ITEMS):
        stowed = c.gear[k] >= 0 and c.carried[k] == Carry.PACKED
        idle = stowed and w.gear[c.gear[k]].kind == GearKind.SUPPLY
        if stowed and (not idle or has(w, c.gear[k], Property.AMMUNITION)):
            mask |= 1 << c.gear[k]
    return mask


@rule("PL-61", "PL-99", "PL-116")
def is_at_hand(w: World, i: int, j: int) -> bool:
    """Oneself, or a friend in melee range."""
    return j == i or (not hostile(w, i, j) and present(w, j) and in_melee(w, i, j))


@rule("PL-99")
def bleeders(w: World, i: int) -> int:
    """Oneself or a friend at hand who is bleeding out."""
    return those(
        j for j in range(w.n) if suffers(w, j, Condition.BLEEDING_OUT) and is_at_hand(w, i, j)
    )


@rule("PL-116")
def burners(w: World, i: int) -> int:
    """Oneself or a friend at hand who is burning."""
    return those(j for j in range(w.n) if w.creatures[j].burning_by >= 0 and is_at_hand(w, i, j))


@rule("PL-99", "PL-110")
def bandages(w: World, i: int) -> int:
    """The place of bandages, or -1."""
    c = w.creatures[i]
    return first(k for k in range(ITEMS) if c.gear[k] >= 0 and has(w, c.gear[k], Property.BANDAGE))


@rule("PL-11")
def declare_target(ask: Ask, w: World, i: int) -> None:
    """Whom an action that is no attack is meant for."""
    s = w.sealed[i]
    if s.act == Act.GRAPPLE:
        free = ungrappled(w, adjacent(w, i, 1))
        s.targets[0] = choose(ask, w, i, Question.TARGET, free)
    elif s.act == Act.FEINT:
        s.targets[0] = choose(ask, w, i, Question.TARGET, feint_targets(w, i))
    elif s.act == Act.SHOVE or s.act == Act.TAUNT:
        s.targets[0] = choose(ask, w, i, Question.TARGET, adjacent(w, i, 1))
    elif s.act == Act.PRESSURE or s.act == Act.BANDAGE:
        s.targets[0] = choose(ask, w, i, Question.TARGET, bleeders(w, i))
    elif s.act == Act.DOUSE:
        s.targets[0] = choose(ask, w, i, Question.TARGET, burners(w, i))
    elif s.act == Act.PICK_UP:
        s.item = choose(ask, w, i, Question.ITEM, can_pick_up(w, i))
    elif s.act == Act.FETCH:
        s.item = choose(ask, w, i, Question.ITEM, packed(w, i))


@rule("PL-11", "PL-134")
def declare_act(ask: Ask, w: World, i: int) -> None:
    """One creature's declaration for this phase; holding is one too."""
    s = w.sealed[i]
    options = shots(w, i) if w.phase == Phase.RANGED else melee_acts(w, i)
    if is_single(options):
        return
    s.act = choose(ask, w, i, Question.ACTION, options | asides(w, i))
    while s.act == Act.READY or s.act == Act.LET_GO:
        declare_aside(ask, w, i)
        s.act = choose(ask, w, i, Question.ACTION, options | asides(w, i))
    if s.act == Act.SHOOT:
        declare_shot(ask, w, i)
    elif s.act == Act.ATTACK and w.creatures[i].routine[0] >= 0:
        declare_routine(ask, w, i)
    elif s.act == Act.ATTACK:
        declare_strike(ask, w, i)
    else:
        declare_target(ask, w, i)


@rule("PL-12", "PL-42", "PL-121")
def enqueue(w: World, i: int, k: int, weapon: int, act: int) -> None:
    """A place in the queue for one declared roll."""
    s = w.sealed[i]
    entry = w.queue[w.queued]
    entry.who = i
    entry.act = act
    entry.weapon = weapon
    entry.two_hands = s.two_hands
    entry.target = s.targets[k]
    entry.location = s.locations[k]
    entry.others = s.others
    entry.type = s.type
    entry.gap = s.gap
    entry.bonus = s.bonus
    entry.dice = s.dice
    entry.item = s.item
    entry.repeats = 1 if repeats(w, w.queued) else 0
    remember(w, w.queued)
    w.queued += 1


@rule("PL-3", "PL-15", "PL-134")
def reveal(ask: Ask, w: World) -> None:
    """All declarations are shown together, before any die; the actions are spent."""
    for i in range(w.n):
        s = w.sealed[i]
        reveal_asides(ask, w, i)
        if s.act == Act.HOLD:
            continue
        w.creatures[i].acted = 1
        tell_declared(ask, w, i)
        draw_declared(ask, w, i)
        at_once = w.rulings.dodge_start == DodgeStart.AT_DECLARATION
        if s.act == Act.DODGE and at_once:
            w.creatures[i].dodging = 1
        queue_up(w, i)
    for i in range(w.n):
        s = w.sealed[i]
        if s.act != Act.HOLD or s.ready >= 0 or s.let_go:
            forget_sealed(w, i)


@rule("PL-80", "PL-84", "PL-109")
def draw_declared(ask: Ask, w: World, i: int) -> None:
    """The weapon the attack is made with is in hand."""
    s = w.sealed[i]
    if s.act == Act.SHOOT and has(w, s.weapon, Property.THROWN):
        draw_to_throw(ask, w, i, s.weapon)
    elif s.weapon >= 0:
        draw_weapon(ask, w, i, s.weapon, s.two_hands)


@rule("PL-12", "PL-121", "PL-122")
def queue_up(w: World, i: int) -> None:
    s = w.sealed[i]
    c = w.creatures[i]
    if s.act != Act.ATTACK or c.routine[0] < 0:
        enqueue(w, i, 0, s.weapon, s.act)
        return
    for k in range(ATTACKS):
        if c.routine[k] >= 0 and s.targets[k] >= 0:
            gaze = w.gear[c.routine[k]].gaze > 0
            enqueue(w, i, k, c.routine[k], Act.GAZE if gaze else Act.ATTACK)


@rule("PL-134")
def forget_sealed(w: World, i: int) -> None:
    clear(w.sealed[i])
