"""A turn: one action and a short move, or two actions at a price."""

from affray.rules.among import most, those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains

from .attacks import forget_blow
from .checks import is_success, level_of, set_task
from .effects import go_where_told, ways_to_move
from .events import Event
from .gear import pick_up, things_here
from .kinds import (
    ALL_TOPICS,
    Act,
    AttackStage,
    Behavior,
    Being,
    Manner,
    Phase,
    Question,
    Roll,
    Topic,
    WayOut,
)
from .magic import castable, declare_spell, everyone_in_area
from .reach import attacks_for, in_attacks_reach, in_weapons_reach, usable_weapons, weapons_for
from .reactions import answer_deed
from .rolling import check_level
from .rulings import LeavingFight, QuickenDeclare
from .space import (
    be_gone,
    can_leave,
    close,
    in_fight,
    is_enemy,
)
from .state import CARRIED, World
from .treatment import choose_and_treat, patients_of

NOTHING_LEFT = 1 << Act.DONE | 1 << Act.GIVE_UP
"""What can always be done in a turn, and is no reason to go on with it."""


@rule("SM-76")
def other_ammunition(w: World, i: int) -> int:
    """Kinds of shot one's weapon takes and is not loaded with."""
    c = w.creatures[i]
    mask = 0
    for k in range(CARRIED):
        if c.items[k] >= 0:
            mask |= w.items[c.items[k]].ammunition
    return mask & ~(1 << c.loaded) if c.loaded >= 0 else mask


@rule("SM-103")
def can_hear(w: World, i: int) -> int:
    """Creatures one can talk to: those in the same zone."""
    return those(
        j
        for j in range(w.n)
        if is_enemy(w, i, j)
        and w.creatures[j].being == Being.CREATURE
        and w.creatures[j].zone == w.creatures[i].zone
    )


@rule("SM-6", "SM-7")
def can_quicken(w: World, i: int) -> bool:
    """Until a check of this turn's actions has been rolled, or at any time (SM-R26)."""
    c = w.creatures[i]
    if c.being != Being.CHARACTER or c.quickened:
        return False
    if w.rulings.quicken_declare == QuickenDeclare.ANY_TIME:
        return True
    return c.rolled == 0


@rule("SM-4", "SM-6", "SM-43", "SM-80")
def character_acts(w: World, i: int) -> int:
    """What only a character's action can be."""
    mask = 1 << Act.HIDE | 1 << Act.TRY | 1 << Act.DEED
    if usable_weapons(w, i):
        mask |= 1 << Act.ATTACK
    if castable(w, i):
        mask |= 1 << Act.CAST
    if patients_of(w, i, Manner.FIELD):
        mask |= 1 << Act.TREAT
    if can_hear(w, i):
        mask |= 1 << Act.PARLEY
    if things_here(w, i):
        mask |= 1 << Act.PICK_UP
    if other_ammunition(w, i):
        mask |= 1 << Act.LOAD
    return mask


@rule("SM-4", "SM-5", "SM-6", "SM-95", "SM-111")
def acts(w: World, i: int) -> int:
    """All that can be done now; a move beyond the first costs an action."""
    c = w.creatures[i]
    mask = NOTHING_LEFT
    if c.actions > 0 or c.moved <= 0:
        mask |= ways_to_move(w, i)
    if can_quicken(w, i):
        mask |= 1 << Act.QUICKEN
    if c.actions == 0:
        return mask
    if c.being == Being.CHARACTER:
        return mask | character_acts(w, i)
    if in_attacks_reach(w, i):
        mask |= 1 << Act.ATTACK
    return mask


@rule("SM-2", "SM-27", "SM-107")
def declare_attack(ask: Ask, w: World, i: int) -> None:
    """Attacker, target and attack are named first; then reactions, then the roll."""
    b = w.blow
    if w.creatures[i].being == Being.CHARACTER:
        j = choose(ask, w, i, Question.TARGET, in_weapons_reach(w, i))
        b.left = 1 << j
        weapon = choose(ask, w, i, Question.WEAPON, weapons_for(w, i, j))
        b.weapon = weapon
        b.stage = AttackStage.ATTACK
        note(ask, Event.ATTACKS, i, j, weapon)
    else:
        declare_strike(ask, w, i)
    b.by = i


@rule("SM-3", "SM-95", "SM-107")
def declare_strike(ask: Ask, w: World, i: int) -> None:
    """A creature names whom it attacks and how; an area takes in everyone in it."""
    b = w.blow
    j = choose(ask, w, i, Question.TARGET, in_attacks_reach(w, i))
    b.left = 1 << j
    attack = choose(ask, w, i, Question.ATTACK, attacks_for(w, i, j))
    a = w.attacks[attack]
    b.attack = attack
    b.stage = AttackStage.COUNTER if a.magic else AttackStage.ATTACK
    note(ask, Event.STRIKES, i, j, attack)
    if a.area:
        b.left = everyone_in_area(w, i, a.area, j)
        for k in range(w.n):
            if k != j and contains(b.left, k):
                note(ask, Event.TAKES_IN, i, attack, k)
    fix_upon(w, i, j)


@rule("SM-116")
def fix_upon(w: World, i: int, j: int) -> None:
    """One with an obsession keeps to whom it struck first, while that one is there."""
    c = w.creatures[i]
    if c.goes_for == Behavior.OBSESSED and (c.obsession < 0 or not in_fight(w, c.obsession)):
        c.obsession = j


@rule("SM-5", "SM-110")
def move(ask: Ask, w: World, i: int, act: int) -> None:
    """The first short move is free, and what a spell gave; every further one is an action."""
    c = w.creatures[i]
    if c.moved > 0:
        c.actions -= 1
    else:
        c.moved += 1
    go_where_told(ask, w, i, i, act)


@rule("SM-111")
def highest_close(w: World, i: int) -> int:
    """The enemy of the highest level in one's knot, or nobody."""
    return most(
        (level_of(w, j), j)
        for j in range(w.n)
        if is_enemy(w, i, j) and close(w, i, j) and in_fight(w, j)
    )


@rule("SM-111")
def is_held_back(ask: Ask, w: World, i: int) -> bool:
    """Who leaves from among enemies may have to get past them (SM-R83)."""
    j = highest_close(w, i)
    if j < 0 or w.rulings.leaving_fight == LeavingFight.ACTION_NO_ROLL:
        return False
    if w.creatures[i].being == Being.CHARACTER:
        set_task(w.task, Roll.LEAVE, level_of(w, j), 1 << Topic.MOVE)
        w.task.by_action = 1
        w.task.vs = j
        return not is_success(check_level(ask, w, i))
    set_task(w.task, Roll.LEAVE, level_of(w, i), 1 << Topic.MOVE)
    w.task.vs = i
    return is_success(check_level(ask, w, j))


@rule("SM-111")
def leave(ask: Ask, w: World, i: int) -> None:
    if is_held_back(ask, w, i):
        note(ask, Event.STAYS, i)
        return
    be_gone(w, i)
    note(ask, Event.LEAVES, i)


@rule("SM-111")
def ways_out(w: World, i: int) -> int:
    """Leaving takes an action and an exit, where there are any; giving up takes nothing."""
    mask = 1 << WayOut.SURRENDER
    if w.creatures[i].actions > 0 and can_leave(w, i):
        mask |= 1 << WayOut.LEAVE
    return mask


@rule("SM-111")
def give_up(ask: Ask, w: World, i: int) -> None:
    if choose(ask, w, i, Question.WAY_OUT, ways_out(w, i)) == WayOut.LEAVE:
        w.creatures[i].actions -= 1
        leave(ask, w, i)
    else:
        be_gone(w, i)
        note(ask, Event.SURRENDERS, i)


@rule("SM-17", "SM-63", "SM-109")
def hide(ask: Ask, w: World, i: int) -> None:
    """Against the highest level that watches; the scene's if nobody does."""
    vs = most(
        (level_of(w, j), j)
        for j in range(w.n)
        if is_enemy(w, i, j) and w.creatures[j].being == Being.CREATURE
    )
    base = level_of(w, vs) if vs >= 0 else max(0, w.scene_level)
    note(ask, Event.HIDES, i)
    if vs >= 0:
        note(ask, Event.WATCHED, i, vs, base)
    set_task(w.task, Roll.HIDE, base, 1 << Topic.STEALTH)
    w.task.vs = vs
    w.task.by_action = 1
    check_level(ask, w, i)


@rule("SM-103", "SM-109")
def parley_task(w: World, j: int) -> None:
    set_task(w.task, Roll.PARLEY, level_of(w, j), 1 << Topic.SOCIAL)
    w.task.vs = j
    w.task.by_action = 1


@rule("SM-103", "SM-109")
def parley(ask: Ask, w: World, i: int) -> None:
    """A social check at the creature's level; what comes of it the people say."""
    j = choose(ask, w, i, Question.HEARER, can_hear(w, i))
    note(ask, Event.PARLEYS, i, j)
    parley_task(w, j)
    check_level(ask, w, i)


@rule("SM-4", "SM-63", "SM-68", "SM-72")
def try_something(ask: Ask, w: World, speaker: int, i: int) -> None:
    """Anything else, at the scene's level: a lock, a search, a leap. Outside a fight one speaks
    for all."""
    topic = choose(ask, w, speaker, Question.TOPIC, ALL_TOPICS)
    note(ask, Event.TRIES, i, topic)
    set_task(w.task, Roll.TRY, max(0, w.scene_level), 1 << topic)
    w.task.by_action = 1 if w.phase != Phase.END else 0
    check_level(ask, w, i)


@rule("SM-76")
def load(ask: Ask, w: World, i: int) -> None:
    kind = choose(ask, w, i, Question.AMMUNITION, other_ammunition(w, i))
    w.creatures[i].loaded = kind
    note(ask, Event.LOADED, i, kind)


@rule("SM-6")
def quicken(ask: Ask, w: World, i: int) -> None:
    """Two actions instead of one."""
    c = w.creatures[i]
    c.quickened = 1
    c.actions += 1
    note(ask, Event.QUICKENS, i)


@rule("SM-4")
def act_on(ask: Ask, w: World, i: int, act: int) -> None:
    """What takes an action."""
    w.creatures[i].actions -= 1
    if act == Act.ATTACK:
        declare_attack(ask, w, i)
    elif act == Act.CAST:
        declare_spell(ask, w, i)
    elif act == Act.TREAT:
        choose_and_treat(ask, w, i, Manner.FIELD)
    elif act == Act.HIDE:
        hide(ask, w, i)
    elif act == Act.PARLEY:
        parley(ask, w, i)
    elif act == Act.TRY:
        try_something(ask, w, i, i)
    elif act == Act.DEED:
        note(ask, Event.DOES_IT, i)
    elif act == Act.PICK_UP:
        pick_up(ask, w, i, choose(ask, w, i, Question.PICK_UP, things_here(w, i)))
    else:
        load(ask, w, i)


@rule("SM-4", "SM-5", "SM-6", "SM-111")
def turn_step(ask: Ask, w: World, i: int, options: int) -> None:
    """One thing of a turn, until nothing is left or nothing more is wanted."""
    act = choose(ask, w, i, Question.ACTION, options)
    if act == Act.DONE:
        w.creatures[i].actions = 0
        w.creatures[i].moved = 1
        end_turn(w, i)
    elif act == Act.QUICKEN:
        quicken(ask, w, i)
    elif act == Act.GIVE_UP:
        give_up(ask, w, i)
    elif act == Act.JOIN or act == Act.STEP_AWAY or act == Act.GO:
        move(ask, w, i, act)
        answer_deed(ask, w, i)
    else:
        act_on(ask, w, i, act)
        answer_deed(ask, w, i)


@rule("SM-106")
def end_turn(w: World, i: int) -> None:
    """The turn is used; what was left of it is lost."""
    c = w.creatures[i]
    c.actions = 0
    c.moved = 0
    c.quickened = 0
    c.rolled = 0
    forget_blow(w)
    w.turn += 1
    w.phase = Phase.NEXT
