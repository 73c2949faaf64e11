"""Arts: paid with dice and Strain, and built from a small set of things they can do."""

from affray.ask import Ask, choose, note, rule

from .attack import (
    band,
    forget_swing,
    is_loaded,
    legal_pairs,
    may_strike,
    may_target,
    pay_and_swing,
    ready_weapon,
    sum_against,
    swing,
    swing_range,
    targets_for,
    usable_weapons,
    weapons_held,
    works,
)
from .contest import (
    befall,
    friends_near,
    give_for_contest,
    kindness,
    open_contest,
)
from .dice import dice_left, dies, give_die, give_pair, pairs
from .forced import break_holds, leave_cover, pick_up, place_within
from .harm import alive, fall, spend_strain
from .kinds import (
    Does,
    Effect,
    Event,
    Hiding,
    Pair,
    Question,
    Stat,
    Whom,
)
from .readings import (
    AttackBuffStacking,
    BullRushVersion,
    FriendlyFire,
    SingleDieAttackSum,
)
from .sheet import speed, stat
from .space import (
    EAST_OF,
    SOUTH_OF,
    distance,
    is_free,
    is_wall,
    tiles_between,
    way_from,
)
from .state import HELD, KNOWN, QUIRKS, READIED, World

DIRECTIONS = 8
RUSHERS_BODY = 2


@rule("RH-20", "RH-25", "RH-144")
def art_dice(w: World, art: int) -> int:
    """What it costs; a rush by the reading of its cost (RH-R18)."""
    one = w.rulings.bull_rush_version == BullRushVersion.SPELLS
    if w.arts[art].does == Does.RUSH:
        return 1 if one else 2
    return w.arts[art].dice + 0


@rule("RH-135", "RH-144")
def art_strain(w: World, art: int) -> int:
    old = w.rulings.bull_rush_version == BullRushVersion.TRAIT_026
    return 0 if w.arts[art].does == Does.RUSH and old else w.arts[art].strain + 0


@rule("RH-144")
def rush_tiles(w: World, i: int) -> int:
    if w.rulings.bull_rush_version == BullRushVersion.TRAIT_026:
        return (speed(w, i) + 1) // 2
    return speed(w, i)


@rule("RH-144")
def strong_enough(w: World, i: int) -> bool:
    """The old trait asks for a Body of 2."""
    old = w.rulings.bull_rush_version == BullRushVersion.TRAIT_026
    return not old or stat(w, i, Stat.BODY + 0) >= RUSHERS_BODY


@rule("RH-144", "RH-164")
def rush_ends(w: World, i: int, way: int) -> int:
    """How far one can rush that way: through creatures, to a free tile."""
    c = w.creatures[i]
    mask = 0
    for n in range(1, rush_tiles(w, i) + 1):
        x = c.x + n * EAST_OF[way]
        y = c.y + n * SOUTH_OF[way]
        if is_wall(w, x, y):
            return mask
        if is_free(w, x, y):
            mask |= 1 << n
    return mask


@rule("RH-144", "RH-164")
def rush_ways(w: World, i: int) -> int:
    mask = 0
    for way in range(DIRECTIONS):
        if rush_ends(w, i, way):
            mask |= 1 << way
    return mask


@rule("RH-90", "RH-148")
def art_range(w: World, i: int, art: int) -> int:
    """How far it reaches; a trait marks twice as far."""
    a = w.arts[art]
    c = w.creatures[i]
    marks = a.on_hit >= 0 and w.lines[a.on_hit].stacks[Effect.MARKED] > 0
    for k in range(QUIRKS):
        if marks and c.traits[k] >= 0 and w.traits[c.traits[k]].marks_twice_as_far:
            return 2 * a.range
    return a.range + 0


@rule("RH-109", "RH-148")
def is_silenced(w: World, i: int, art: int) -> bool:
    """Silenced, and no trait keeps this art from it."""
    c = w.creatures[i]
    for k in range(QUIRKS):
        if c.traits[k] >= 0 and w.traits[c.traits[k]].never_silenced == art:
            return False
    return c.stacks[Effect.SILENCED] > 0


@rule("RH-90", "RH-142", "RH-163")
def art_targets(w: World, i: int, art: int) -> int:
    """Whom an art can be used on."""
    a = w.arts[art]
    mask = 0
    if a.whom == Whom.FRIEND:
        return friends_near(w, i, a.range + 0, a.not_on + 0)
    for j in range(w.n):
        enemy = w.creatures[j].side != w.creatures[i].side
        if not enemy or not may_target(w, i, j) or distance(w, i, j) > art_range(w, i, art):
            continue
        if a.does != Does.ATTACK or (may_strike(w, i, j) and spell_works(w, i, j, art)):
            mask |= 1 << j
    return mask


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
    found = legal_pairs(w) != 0
    forget_swing(w)
    return found


@rule("RH-76", "RH-90", "RH-109")
def can_use(w: World, i: int, art: int) -> bool:
    """Dice enough, a tongue, and somebody or somewhere it works."""
    a = w.arts[art]
    c = w.creatures[i]
    reaction = a.does == Does.PARRY or a.does == Does.OVERWATCH
    if reaction or dice_left(w, i) < art_dice(w, art) or is_silenced(w, i, art):
        return False
    if a.does == Does.RUSH:
        return c.grappled_by < 0 and strong_enough(w, i) and rush_ways(w, i) != 0
    if a.does == Does.NEXT_ATTACK:
        return room_to_ready(w, i, a.on_hit + 0)
    if a.does == Does.LUNGE:
        return c.grappled_by < 0 and pairs(w, i) != 0
    if a.does == Does.SECOND_BLADE:
        return second_blades(w, i) != 0
    if a.does == Does.CONTEST and a.cone > 0:
        return art_targets(w, i, art) != 0 and pairs(w, i) != 0
    return art_targets(w, i, art) != 0


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
    mask = 0
    c = w.creatures[i]
    for k in range(KNOWN):
        if c.arts[k] >= 0 and can_use(w, i, c.arts[k] + 0):
            mask |= 1 << c.arts[k]
    return mask


@rule("RH-17", "RH-19", "RH-20")
def give_dice(ask: Ask, w: World, i: int, n: int) -> int:
    """Dice whose faces do not matter; those given all the same."""
    if n == 2:
        pair = choose(ask, w, i, Question.PAIR, pairs(w, i))
        give_pair(w, i, pair)
        return pair
    k = choose(ask, w, i, Question.DIE, dies(w, i))
    return give_die(w, i, k)


@rule("RH-17", "RH-90", "RH-135", "RH-136")
def use_art(ask: Ask, w: World, i: int) -> None:
    art = choose(ask, w, i, Question.ART, usable_arts(w, i))
    does = w.arts[art].does + 0
    note(ask, w, Event.ART, i, art, 0)
    if w.creatures[i].hiding >= Hiding.HIDDEN:
        w.creatures[i].hiding = Hiding.SEEN
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
        ready_line(ask, w, i, w.arts[art].on_hit + 0)
    elif does == Does.LUNGE:
        lunge(ask, w, i, art)
    else:
        second_blade(ask, w, i, art)


@rule("RH-142")
def spell_attack(ask: Ask, w: World, i: int, art: int) -> None:
    j = choose(ask, w, i, Question.TARGET, art_targets(w, i, art))
    spend_strain(ask, w, i, art_strain(w, art))
    if not alive(w, i):
        return
    ready_spell(w, i, j, art)
    pay_and_swing(ask, w)


@rule("RH-90", "RH-133", "RH-146")
def give(ask: Ask, w: World, i: int, art: int) -> None:
    """Something given to one target, good or bad."""
    j = choose(ask, w, i, Question.TARGET, art_targets(w, i, art))
    give_dice(ask, w, i, art_dice(w, art))
    spend_strain(ask, w, i, art_strain(w, art))
    line = w.arts[art].on_hit + 0
    befall(ask, w, i, j, line)
    kindness(ask, w, i, j, line)


@rule("RH-143")
def ready_line(ask: Ask, w: World, i: int, line: int) -> None:
    c = w.creatures[i]
    for k in range(READIED):
        if c.next_lines[k] < 0:
            c.next_lines[k] = line
            note(ask, w, Event.READIED, i, line, 0)
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
            if in_cone(w, i, j, k, a.cone + 0):
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
    score = give_for_contest(ask, w, i, True)
    spend_strain(ask, w, i, art_strain(w, art))
    if not alive(w, i):
        return
    open_contest(w, i, score, caught(w, i, j, art), a.self_stat + 0, a.target_stat + 0)
    w.contest.on_win = a.on_win
    w.contest.on_lose = a.on_lose
    w.contest.elemental = 1 if a.elemental and a.strain > 0 else 0


@rule("RH-20", "RH-111", "RH-144", "RH-164")
def rush(ask: Ask, w: World, i: int, art: int) -> None:
    """Straight on through everybody; then a Body contest with all within a tile of the path."""
    c = w.creatures[i]
    way = choose(ask, w, i, Question.DIRECTION, rush_ways(w, i))
    tiles = choose(ask, w, i, Question.FEET, rush_ends(w, i, way))
    given = give_dice(ask, w, i, art_dice(w, art))
    spend_strain(ask, w, i, art_strain(w, art))
    if c.stacks[Effect.BLIND] > 0 and shows_one(w, given, art_dice(w, art)):
        fall(ask, w, i)
        return
    start_x = c.x + 0
    start_y = c.y + 0
    near = along_path(w, i, way, tiles)
    c.x = start_x + tiles * EAST_OF[way]
    c.y = start_y + tiles * SOUTH_OF[way]
    note(ask, w, Event.MOVED, i, c.x, c.y)
    leave_cover(w, i)
    break_holds(w, i)
    pick_up(ask, w, i)
    if near and alive(w, i):
        open_contest(w, i, 0, near, Stat.BODY + 0, Stat.BODY + 0)
        k = w.contest
        k.on_win = w.rushed
        k.path = 1
        k.from_x = start_x
        k.from_y = start_y
        k.to_x = c.x
        k.to_y = c.y


@rule("RH-111")
def shows_one(w: World, given: int, n: int) -> bool:
    """Whether a one is among the dice given."""
    return given <= Pair.ONE_SIX if n == 2 else given == 1


@rule("RH-144", "RH-164")
def along_path(w: World, i: int, way: int, tiles: int) -> int:
    """Everybody within a tile of the tiles entered."""
    c = w.creatures[i]
    mask = 0
    for j in range(w.n):
        t = w.creatures[j]
        if j == i or not alive(w, j) or t.world:
            continue
        for n in range(1, tiles + 1):
            px = c.x + n * EAST_OF[way]
            py = c.y + n * SOUTH_OF[way]
            if tiles_between(px, py, t.x + 0, t.y + 0) <= 1:
                mask |= 1 << j
    return mask


@rule("RH-78", "RH-90")
def lunge(ask: Ask, w: World, i: int, art: int) -> None:
    """A few tiles, then an attack with the dice given, if somebody is there."""
    spend_strain(ask, w, i, art_strain(w, art))
    if not alive(w, i):
        return
    place_within(ask, w, i, i, w.arts[art].steps + 0)
    usable = usable_weapons(w, i)
    if usable == 0:
        give_dice(ask, w, i, 2)
        return
    weapon = choose(ask, w, i, Question.WEAPON, usable)
    j = choose(ask, w, i, Question.TARGET, targets_for(w, i, weapon))
    ready_weapon(w, i, j, weapon)
    pay_and_swing(ask, w)


@rule("RH-90")
def single_die_sum(w: World, face: int) -> int:
    """What one die sums to as an attack (RH-R76)."""
    return 7 if w.rulings.single_die_attack_sum == SingleDieAttackSum.SEVEN else face


@rule("RH-90", "RH-127")
def second_blades(w: World, i: int) -> int:
    """One-handed weapons besides the one just used, with somebody in their reach."""
    c = w.creatures[i]
    mask = 0
    if c.swung < 0 or w.weapons[c.swung].hands > 1:
        return 0
    same = 0
    for k in range(HELD):
        if c.weapons[k] == c.swung:
            same += 1
    for k in range(HELD):
        g = c.weapons[k]
        other = g >= 0 and (g != c.swung or same > 1)
        if other and w.weapons[g].hands <= 1 and single_targets(w, i, g + 0):
            mask |= 1 << g
    return mask


@rule("RH-90", "RH-163")
def single_targets(w: World, i: int, weapon: int) -> int:
    """Whom one die could be given for."""
    mask = 0
    for j in range(w.n):
        enemy = w.creatures[j].side != w.creatures[i].side
        if enemy and may_strike(w, i, j) and single_dies(w, i, j, weapon):
            mask |= 1 << j
    return mask


@rule("RH-90", "RH-163")
def single_dies(w: World, i: int, j: int, weapon: int) -> int:
    from_pool = dies(w, i)
    mask = 0
    if not is_loaded(w, i, weapon):
        return 0
    ready_weapon(w, i, j, weapon)
    for k in range(6):
        if (from_pool >> k) & 1 and works(w, single_die_sum(w, k + 1), 0):
            mask |= 1 << k
    forget_swing(w)
    return mask


@rule("RH-90")
def second_blade(ask: Ask, w: World, i: int, art: int) -> None:
    """Another blow with the other hand, for one die."""
    c = w.creatures[i]
    weapon = choose(ask, w, i, Question.WEAPON, second_blades(w, i))
    j = choose(ask, w, i, Question.TARGET, single_targets(w, i, weapon))
    k = choose(ask, w, i, Question.DIE, single_dies(w, i, j, weapon))
    face = give_die(w, i, k)
    spend_strain(ask, w, i, art_strain(w, art))
    ready_weapon(w, i, j, weapon)
    swing(ask, w, single_die_sum(w, face), 0)
    c.swung = -1


@rule("RH-76")
def overwatch_known(w: World, k: int) -> bool:
    c = w.creatures[k]
    if c.locked == 0 or c.stacks[Effect.SILENCED] > 0:
        return False
    for m in range(KNOWN):
        if c.arts[m] >= 0 and w.arts[c.arts[m]].does == Does.OVERWATCH:
            return True
    return False


@rule("RH-76")
def watch_weapon(w: World, k: int, j: int, before: int) -> int:
    """A weapon into whose reach j has come, from so many tiles off before; or -1."""
    held = weapons_held(w, k)
    raw = single_die_sum(w, w.creatures[k].locked + 0)
    found = -1
    for g in range(w.weaponcount):
        if (held >> g) & 1 and found < 0 and may_strike(w, k, j) and is_loaded(w, k, g):
            ready_weapon(w, k, j, g)
            reach = swing_range(w, band(w, sum_against(w, k, j, raw), raw, w.swing.unmet + 0))
            if works(w, raw, 0) and before > max(reach, w.weapons[g].throw_range + 0):
                found = g
            forget_swing(w)
    return found
