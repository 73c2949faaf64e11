"""Arts: paid with dice and Strain, and built from a small set of things they can do."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.grid import EAST_OF, SOUTH_OF

from .aim import (
    can_be_paid,
    forget_swing,
    is_held_off,
    may_target,
    ready_weapon,
    targets_for,
    usable_weapons,
)
from .attack import pay_and_swing
from .blades import second_blade, second_blades
from .contest import (
    befall,
    give_for_contest,
    is_friend_near,
    kindness,
    open_contest,
)
from .dice import dice_left, pairs
from .events import Event
from .forced import place_within
from .harm import alive, spend_strain
from .kinds import Does, Effect, Hiding, Question, Stat, Whom
from .paying import art_dice, art_strain, give_dice
from .rulings import AttackBuffStacking, BullRushVersion, FriendlyFire
from .rush import can_rush, rush
from .sheet import stat
from .space import distance, way_from
from .state import READIED, World

RUSHERS_BODY = 2


@rule("RH-144")
def strong_enough(w: World, i: int) -> bool:
    """The old trait asks for a Body of 2."""
    old = w.rulings.bull_rush_version == BullRushVersion.TRAIT_026
    return not old or stat(w, i, Stat.BODY) >= RUSHERS_BODY


@rule("RH-90", "RH-148")
def art_range(w: World, i: int, art: int) -> int:
    """How far it reaches; a trait marks twice as far."""
    a = w.arts[art]
    c = w.creatures[i]
    if a.on_hit < 0 or w.lines[a.on_hit].stacks[Effect.MARKED] <= 0:
        return a.range
    twice = any(t >= 0 and w.traits[t].marks_twice_as_far for t in c.traits)
    return 2 * a.range if twice else a.range


@rule("RH-109", "RH-148")
def is_silenced(w: World, i: int, art: int) -> bool:
    """Silenced, and no trait keeps this art from it."""
    c = w.creatures[i]
    if c.stacks[Effect.SILENCED] <= 0:
        return False
    return not any(t >= 0 and w.traits[t].never_silenced == art for t in c.traits)


@rule("RH-90", "RH-142", "RH-163")
def is_target(w: World, i: int, j: int, art: int, far: int) -> bool:
    """Whether an art that reaches so far can be used on j."""
    a = w.arts[art]
    if a.whom == Whom.FRIEND:
        return is_friend_near(w, i, j, a.range, a.not_on)
    enemy = w.creatures[j].side != w.creatures[i].side
    if not enemy or distance(w, i, j) > far or not may_target(w, i, j):
        return False
    return a.does != Does.ATTACK or (not is_held_off(w, i, j) and spell_works(w, i, j, art))


@rule("RH-90")
def art_targets(w: World, i: int, art: int) -> int:
    """Whom an art can be used on."""
    far = art_range(w, i, art)
    return those(j for j in range(w.n) if is_target(w, i, j, art, far))


@rule("RH-90")
def has_art_target(w: World, i: int, art: int) -> bool:
    far = art_range(w, i, art)
    return any(is_target(w, i, j, art, far) for j in range(w.n))


@rule("RH-142")
def ready_spell(w: World, i: int, j: int, art: int) -> None:
    """A spell attack: no Stats are asked, and its bands are its own."""
    s = w.swing
    a = w.arts[art]
    s.who = i
    s.target = j
    s.weapon = -1
    s.base = 0
    s.range = a.range
    s.ranged = 0 if a.melee else 1
    s.magical = 1
    s.unmet = 0
    s.elemental = a.elemental
    s.spent = 1 if a.strain > 0 else 0
    s.on_hit = a.on_hit
    s.on_high = a.on_high
    s.on_low = a.on_low
    s.when_spent = a.when_spent


@rule("RH-142", "RH-163")
def spell_works(w: World, i: int, j: int, art: int) -> bool:
    ready_spell(w, i, j, art)
    found = can_be_paid(w)
    forget_swing(w)
    return found


@rule("RH-76", "RH-90", "RH-109")
def can_use(w: World, i: int, art: int, dice: int) -> bool:
    """Dice enough, a tongue, and somebody or somewhere it works."""
    a = w.arts[art]
    c = w.creatures[i]
    reaction = a.does == Does.PARRY or a.does == Does.OVERWATCH
    if reaction or dice < art_dice(w, art) or is_silenced(w, i, art):
        return False
    if a.does == Does.RUSH:
        return c.grappled_by < 0 and strong_enough(w, i) and can_rush(w, i)
    if a.does == Does.NEXT_ATTACK:
        return room_to_ready(w, i, a.on_hit)
    if a.does == Does.LUNGE:
        return c.grappled_by < 0 and pairs(w, i) != 0
    if a.does == Does.SECOND_BLADE:
        return second_blades(w, i) != 0
    if a.does == Does.CONTEST and a.cone > 0 and pairs(w, i) == 0:
        return False
    return has_art_target(w, i, art)


@rule("RH-143")
def room_to_ready(w: World, i: int, line: int) -> bool:
    """The same thing is not readied twice, unless it may add up (RH-R98)."""
    c = w.creatures[i]
    free = False
    for k in range(READIED):
        if c.next_lines[k] == line and w.rulings.attack_buff_stacking == AttackBuffStacking.NO:
            return False
        if c.next_lines[k] < 0:
            free = True
    return free


@rule("RH-90")
def usable_arts(w: World, i: int) -> int:
    c = w.creatures[i]
    dice = dice_left(w, i)
    return those(a for a in c.arts if a >= 0 and can_use(w, i, a, dice))


@rule("RH-90")
def has_usable_art(w: World, i: int) -> bool:
    c = w.creatures[i]
    dice = dice_left(w, i)
    return any(a >= 0 and can_use(w, i, a, dice) for a in c.arts)


@rule("RH-17", "RH-90", "RH-135", "RH-136")
def use_art(ask: Ask, w: World, i: int) -> None:
    art = choose(ask, w, i, Question.ART, usable_arts(w, i))
    does = w.arts[art].does
    note(ask, Event.ART, i, art)
    if w.creatures[i].hiding >= Hiding.HIDDEN:
        w.creatures[i].hiding = Hiding.SEEN
        note(ask, Event.SEEN, i)
    if does == Does.ATTACK:
        spell_attack(ask, w, i, art)
    elif does == Does.GIVE:
        give(ask, w, i, art)
    elif does == Does.CONTEST:
        contest_art(ask, w, i, art)
    elif does == Does.RUSH:
        rush(ask, w, i, art)
    elif does == Does.NEXT_ATTACK:
        give_dice(ask, w, i, art_dice(w, art))
        spend_strain(ask, w, i, art_strain(w, art))
        if alive(w, i):
            ready_line(ask, w, i, w.arts[art].on_hit)
    elif does == Does.LUNGE:
        lunge(ask, w, i, art)
    else:
        second_blade(ask, w, i, art)


@rule("RH-142")
def spell_attack(ask: Ask, w: World, i: int, art: int) -> None:
    j = choose(ask, w, i, Question.TARGET, art_targets(w, i, art))
    note(ask, Event.AIMED, i, j)
    spend_strain(ask, w, i, art_strain(w, art))
    if not alive(w, i):
        return
    ready_spell(w, i, j, art)
    pay_and_swing(ask, w)


@rule("RH-90", "RH-133", "RH-146")
def give(ask: Ask, w: World, i: int, art: int) -> None:
    """Something given to one target, good or bad."""
    j = choose(ask, w, i, Question.TARGET, art_targets(w, i, art))
    note(ask, Event.AIMED, i, j)
    give_dice(ask, w, i, art_dice(w, art))
    spend_strain(ask, w, i, art_strain(w, art))
    if not alive(w, i):
        return
    line = w.arts[art].on_hit
    befall(ask, w, i, j, line)
    kindness(ask, w, i, j, line)


@rule("RH-143")
def ready_line(ask: Ask, w: World, i: int, line: int) -> None:
    c = w.creatures[i]
    for k in range(READIED):
        if c.next_lines[k] < 0:
            c.next_lines[k] = line
            note(ask, Event.READIED, i, line)
            return


@rule("RH-65", "RH-68", "RH-78")
def caught(w: World, i: int, j: int, art: int) -> int:
    """All whom an art's area takes in, aimed at j (RH-R75, RH-R100)."""
    a = w.arts[art]
    mask = 0
    for k in range(w.n):
        c = w.creatures[k]
        friend = c.side == w.creatures[i].side
        if not alive(w, k) or c.world or k == i:
            continue
        if friend and w.rulings.friendly_fire == FriendlyFire.NO:
            continue
        if a.cone > 0:
            if in_cone(w, i, j, k, a.cone):
                mask |= 1 << k
        elif distance(w, j, k) <= a.burst:
            mask |= 1 << k
    return mask


@rule("RH-78")
def in_cone(w: World, i: int, j: int, k: int, size: int) -> bool:
    """A cone that widens by a tile to each side every second step (RH-R100)."""
    me = w.creatures[i]
    way = way_from(w.creatures[j].x - me.x, w.creatures[j].y - me.y)
    dx = w.creatures[k].x - me.x
    dy = w.creatures[k].y - me.y
    east = EAST_OF[way]
    south = SOUTH_OF[way]
    if east != 0 and south != 0:
        forward = min(dx * east, dy * south)
        far = max(dx * east, dy * south)
        return forward >= 1 and far <= size and far - forward <= far // 2
    forward = dx * east + dy * south
    aside = abs(dx * south) + abs(dy * east)
    return forward >= 1 and forward <= size and aside <= forward // 2


@rule("RH-65", "RH-67", "RH-68")
def contest_art(ask: Ask, w: World, i: int, art: int) -> None:
    """Soul against Mind or the like, for everyone in the area (RH-R61)."""
    a = w.arts[art]
    j = choose(ask, w, i, Question.TARGET, art_targets(w, i, art))
    note(ask, Event.AIMED, i, j)
    score = give_for_contest(ask, w, i, True)
    spend_strain(ask, w, i, art_strain(w, art))
    if not alive(w, i):
        return
    open_contest(w, i, score, caught(w, i, j, art), a.self_stat, a.target_stat)
    w.contest.on_win = a.on_win
    w.contest.on_lose = a.on_lose
    w.contest.elemental = 1 if a.elemental and a.strain > 0 else 0


@rule("RH-78", "RH-90")
def lunge(ask: Ask, w: World, i: int, art: int) -> None:
    """A few tiles, then an attack with the dice given, if somebody is there."""
    spend_strain(ask, w, i, art_strain(w, art))
    if not alive(w, i):
        return
    place_within(ask, w, i, i, w.arts[art].steps)
    usable = usable_weapons(w, i)
    if usable == 0:
        give_dice(ask, w, i, 2)
        note(ask, Event.NOBODY_THERE, i)
        return
    weapon = choose(ask, w, i, Question.WEAPON, usable)
    j = choose(ask, w, i, Question.TARGET, targets_for(w, i, weapon))
    ready_weapon(w, i, j, weapon)
    pay_and_swing(ask, w)
