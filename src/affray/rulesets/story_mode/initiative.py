"""Who goes when: slots around the creatures' fixed numbers, groups that order themselves."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, choose, note, roll, rule
from affray.rules.masks import members, smallest
from affray.rules.pools import D20

from .checks import (
    DC_A_LEVEL,
    forget_task,
    is_rolled_for,
    kept_within,
    level_of,
    set_task,
    steps_for,
    who_rolls,
)
from .events import Event
from .kinds import Being, Phase, Question, Roll, Topic
from .rolling import tell_task
from .rulings import AllyInitiative, InitiativeModifier, InitiativeTie
from .space import in_fight
from .state import Task, World

UNROLLED = -1
FACES = 20


@rule("SM-11", "SM-12")
def initiative_task(w: World, task: Task, j: int) -> None:
    set_task(task, Roll.INITIATIVE, level_of(w, j), 1 << Topic.INITIATIVE)
    task.vs = j


@rule("SM-11", "SM-12")
def steps_against(w: World, i: int, j: int) -> int:
    """What eases and hinders this player's Initiative against this creature."""
    initiative_task(w, w.weighed, j)
    steps = steps_for(w, w.weighed, i)
    forget_task(w.weighed)
    return steps


@rule("SM-12", "SM-13", "SM-14", "SM-96")
def beats(w: World, i: int, j: int, rolled: int) -> bool:
    """Whether the player's d20 puts them before this creature (SM-R1, SM-R3)."""
    steps = steps_against(w, i, j)
    die = rolled
    needed = DC_A_LEVEL * kept_within(level_of(w, j) + steps)
    if w.rulings.initiative_modifier == InitiativeModifier.PLUS_ONE:
        die -= steps
        needed = DC_A_LEVEL * level_of(w, j)
    if die == needed:
        return w.rulings.initiative_tie == InitiativeTie.PLAYER
    return die > needed


@rule("SM-11")
def has_own_number(w: World, j: int) -> bool:
    """A creature; one that fights beside players may go with them instead (SM-R82)."""
    if w.creatures[j].being != Being.CREATURE:
        return False
    return w.rulings.ally_initiative == AllyInitiative.OWN_DC or not is_rolled_for(w, j)


@rule("SM-11")
def rank(w: World, j: int) -> int:
    """How many different levels among the creatures are higher than this one's."""
    return sum(
        1
        for level in range(level_of(w, j) + 1, 11)
        if any(has_own_number(w, k) and level_of(w, k) == level for k in range(w.n))
    )


@rule("SM-13", "SM-14", "SM-15")
def slot_in_order(w: World, i: int, die: int) -> int:
    """Before the first creature this d20 beats; creatures stand on odd slots, players between.

    Where there is no creature, by the d20 alone.
    """
    best = -1
    last = -1
    for j in range(w.n):
        if has_own_number(w, j):
            r = rank(w, j)
            last = max(last, r)
            if beats(w, i, j, die) and (best < 0 or r < best):
                best = r
    if last < 0:
        return FACES - die
    return 2 * best if best >= 0 else 2 * (last + 1)


@rule("SM-15", "SM-16")
def line_up(w: World) -> None:
    """By slot, and in a slot as the encounter lists them until they choose."""
    for i in range(w.n):
        m = i
        while m > 0 and w.creatures[w.order[m - 1]].slot > w.creatures[i].slot:
            w.order[m] = w.order[m - 1]
            m -= 1
        w.order[m] = i


@rule("SM-15", "SM-102")
def group_sides(w: World) -> None:
    """Where no creature fights each side is a group, in the order of their highest d20s."""
    groups = 0
    for k in range(w.n):
        i = w.order[k]
        if in_fight(w, i):
            friend = first(w.order[m] for m in range(k) if is_friend_in_fight(w, i, w.order[m]))
            w.creatures[i].slot = w.creatures[friend].slot if friend >= 0 else groups
            groups += 1 if friend < 0 else 0


@rule("SM-15", "SM-102")
def is_friend_in_fight(w: World, i: int, j: int) -> bool:
    return w.creatures[i].side == w.creatures[j].side and in_fight(w, j)


@rule("SM-11", "SM-102")
def has_creatures(w: World) -> bool:
    return any(has_own_number(w, j) for j in range(w.n))


@rule("SM-11", "SM-12")
def forget_order(w: World) -> None:
    """Creatures stand by their numbers; the players have yet to roll."""
    for i in range(w.n):
        w.creatures[i].slot = 2 * rank(w, i) + 1 if has_own_number(w, i) else UNROLLED


@rule("SM-12")
def next_to_roll(w: World) -> int:
    return first(
        i
        for i in range(w.n)
        if w.creatures[i].slot == UNROLLED
        and in_fight(w, i)
        and w.creatures[i].being == Being.CHARACTER
    )


@rule("SM-11", "SM-12")
def at_its_number(w: World, i: int, j: int) -> int:
    """The creatures this player meets at the same number as this one, itself included."""
    return those(
        k
        for k in range(w.n)
        if has_own_number(w, k)
        and level_of(w, k) == level_of(w, j)
        and steps_against(w, i, k) == steps_against(w, i, j)
    )


@rule("SM-11", "SM-12")
def tell_whom(ask: Ask, w: World, i: int, j: int) -> None:
    """Whose number it is: all of those who have it."""
    note(ask, Event.TO_BEAT, i, at_its_number(w, i, j))


@rule("SM-13", "SM-14", "SM-15")
def of_its_place(w: World, j: int) -> int:
    """The creatures that share a place in the order with this one, itself included."""
    return those(k for k in range(w.n) if has_own_number(w, k) and level_of(w, k) == level_of(w, j))


@rule("SM-13", "SM-14")
def tell_place(ask: Ask, w: World, i: int, j: int) -> None:
    """Whether this player goes before or after this creature and those who share its place."""
    before = w.creatures[i].slot < 2 * rank(w, j) + 1
    note(ask, Event.GOES_BEFORE if before else Event.GOES_AFTER, i, of_its_place(w, j))


@rule("SM-13", "SM-14")
def tell_places(ask: Ask, w: World, i: int) -> None:
    """Whom this player's d20 beats, and whom it does not."""
    for j in range(w.n):
        if has_own_number(w, j) and smallest(of_its_place(w, j)) == j:
            tell_place(ask, w, i, j)


@rule("SM-11", "SM-12")
def tell_numbers(ask: Ask, w: World, i: int) -> None:
    """The numbers there are to beat, whose they are, and what moves them for this player."""
    for j in range(w.n):
        if has_own_number(w, j) and smallest(at_its_number(w, i, j)) == j:
            tell_whom(ask, w, i, j)
            initiative_task(w, w.task, j)
            tell_task(ask, w, i)
            forget_task(w.task)


@rule("SM-11", "SM-15")
def join_players(w: World) -> None:
    """Who has no number goes with the player who rolls for it (SM-R82)."""
    for i in range(w.n):
        if w.creatures[i].slot == UNROLLED and w.creatures[i].being == Being.CREATURE:
            w.creatures[i].slot = max(0, w.creatures[who_rolls(w, i)].slot)


@rule("SM-12", "SM-13", "SM-14")
def initiative_step(ask: Ask, w: World) -> None:
    """One player after the other rolls once, in the order of the list; creatures never roll."""
    i = next_to_roll(w)
    if i >= 0:
        tell_numbers(ask, w, i)
        die = roll(ask, Roll.INITIATIVE, i, D20)
        w.creatures[i].slot = slot_in_order(w, i, die)
        note(ask, Event.INITIATIVE, i, die)
        tell_places(ask, w, i)
    if next_to_roll(w) < 0:
        join_players(w)
        line_up(w)
        if not has_creatures(w):
            group_sides(w)
            line_up(w)
        w.phase = Phase.NEXT


@rule("SM-15", "SM-16", "SM-106")
def who_may_go(w: World) -> int:
    """Those of the slot that is up who have not had their turn."""
    mask = 0
    up = UNROLLED
    for k in range(w.turn, w.n):
        i = w.order[k]
        if in_fight(w, i) and (up < 0 or w.creatures[i].slot == up):
            up = w.creatures[i].slot
            mask |= 1 << i
    return mask


@rule("SM-15", "SM-16")
def choose_next(ask: Ask, w: World) -> int:
    """The group names who of them goes; a lone one is not asked."""
    mask = who_may_go(w)
    first = smallest(mask)
    if mask == 1 << first:
        return first
    return choose(ask, w, speaker(w, mask), Question.NEXT, mask)


@rule("SM-15", "SM-116")
def speaker(w: World, mask: int) -> int:
    """Among creatures the game master's: a foe where one is there, else the first."""
    foe = first(
        i for i in members(mask) if w.creatures[i].being == Being.CREATURE and who_rolls(w, i) == i
    )
    return foe if foe >= 0 else smallest(mask)


@rule("SM-15")
def bring_forward(w: World, i: int) -> None:
    """Put the chosen one at the place that is up; the others move back by one."""
    at = w.turn
    while w.order[at] != i:
        at += 1
    while at > w.turn:
        w.order[at] = w.order[at - 1]
        at -= 1
    w.order[w.turn] = i
