"""Contests: the initiator's score once, then each defender's own roll."""

from affray.rules.ask import Ask, check, choose, note, roll, rule
from affray.rules.grid import EAST_OF, SOUTH_OF, tiles_apart
from affray.rules.masks import contains, is_single, smallest
from affray.rules.pools import D6, PLUS
from affray.rules.world import clear

from .dice import give_pair, pairs, sum_of
from .events import Event
from .forced import knock_back
from .harm import alive, conscious, hurt, strip
from .healing import heal
from .kinds import Damage, Effect, Mode, Question, Roll, Stat
from .riders import elemental_plus, give_stacks, move_by_line
from .rulings import MultiTargetContest, UnconsciousContest
from .sheet import stat
from .shields import give_temp_armor
from .space import distance, way_from
from .stacks import source_is_over
from .state import EFFECTS, World


@rule("RH-65", "RH-69", "RH-108")
def contest_stat(w: World, i: int, which: int) -> int:
    """The Stat as it counts in a roll: poison weakens the Body."""
    value = stat(w, i, which)
    poisoned = w.creatures[i].stacks[Effect.POISONED] > 0
    return value - 1 if poisoned and which == Stat.BODY else value


@rule("RH-65", "RH-108")
def tell_stat(ask: Ask, w: World, i: int, which: int) -> None:
    """Which Stat counts in a roll, and what poison takes of it."""
    value = stat(w, i, which)
    note(ask, Event.WITH_STAT, i, which, value)
    less = value - contest_stat(w, i, which)
    if less > 0:
        note(ask, Event.WEAKENED, i, less)


@rule("RH-69", "RH-148")
def contest_bonus(w: World, i: int, j: int) -> int:
    """What a trait adds against the Marked, for the one who starts it."""
    total = 0
    c = w.creatures[i]
    if w.creatures[j].stacks[Effect.MARKED] > 0:
        total += sum(w.traits[t].contest_on_marked for t in c.traits if t >= 0)
    return total


@rule("RH-69", "RH-148")
def tell_contest_bonus(ask: Ask, w: World, i: int) -> None:
    """Each trait that adds, by its name."""
    for t in w.creatures[i].traits:
        if t >= 0 and w.traits[t].contest_on_marked:
            note(ask, Event.ON_CONTEST, i, t, w.traits[t].contest_on_marked)


@rule("RH-23", "RH-64", "RH-67")
def give_for_contest(ask: Ask, w: World, i: int, may_use_faces: bool) -> int:
    """Two dice are given; their sum if their faces are to be the score, else 0."""
    mode: int = Mode.ROLL
    if may_use_faces:
        mode = choose(ask, w, i, Question.MODE, 1 << Mode.ROLL | 1 << Mode.FACES)
    pair = choose(ask, w, i, Question.PAIR, pairs(w, i))
    give_pair(ask, w, i, pair)
    return sum_of(pair) if mode == Mode.FACES else 0


@rule("RH-65", "RH-67")
def open_contest(w: World, i: int, score: int, targets: int, mine: int, theirs: int) -> None:
    """A contest is begun; a score of 0 is still to be rolled."""
    k = w.contest
    k.who = i
    k.total = score
    k.faces = 1 if score > 0 else 0
    k.rolled = k.faces
    k.left = targets
    k.stat = mine
    k.target_stat = theirs
    k.on_win = -1
    k.on_lose = -1


@rule("RH-65", "RH-69")
def roll_score(ask: Ask, w: World) -> None:
    k = w.contest
    value = contest_stat(w, k.who, k.stat)
    tell_stat(ask, w, k.who, k.stat)
    k.total = roll(ask, Roll.CONTEST, k.who, 2 * D6 + value * PLUS)
    k.rolled = 1


@rule("RH-65", "RH-66")
def resists(ask: Ask, w: World, j: int) -> bool:
    """Whether the defender holds out; a tie is the defender's (RH-R105)."""
    k = w.contest
    if not conscious(w, j) and w.rulings.unconscious_contest == UnconsciousContest.LOSES:
        note(ask, Event.HELPLESS, j)
        return False
    value = contest_stat(w, j, k.target_stat)
    bonus = contest_bonus(w, k.who, j)
    needed = k.total + bonus
    if bonus:
        tell_contest_bonus(ask, w, k.who)
    note(ask, Event.NEEDED, j, needed, bonus)
    tell_stat(ask, w, j, k.target_stat)
    return check(ask, Roll.RESIST, j, 2 * D6 + value * PLUS, needed)


@rule("RH-144", "RH-164")
def ways_out_of_path(w: World, j: int) -> int:
    """Away from the nearest tiles of a rush's path; from a tile on it, anywhere (RH-R101)."""
    k = w.contest
    c = w.creatures[j]
    steps = tiles_apart(k.from_x, k.from_y, k.to_x, k.to_y)
    way = way_from(k.to_x - k.from_x, k.to_y - k.from_y)
    ways = 0
    nearest = 9999
    for n in range(1, steps + 1):
        px = k.from_x + n * EAST_OF[way]
        py = k.from_y + n * SOUTH_OF[way]
        far = (c.x - px) * (c.x - px) + (c.y - py) * (c.y - py)
        if far < nearest:
            nearest = far
            ways = 0
        if far == nearest:
            ways |= 1 << way_from(c.x - px, c.y - py)
    return ways if nearest > 0 else 0b11111111


@rule("RH-65", "RH-82", "RH-83", "RH-84", "RH-144")
def settle(ask: Ask, w: World, j: int, won: bool) -> None:
    """What the contest brings the defender."""
    k = w.contest
    i = k.who
    note(ask, Event.CONTEST_WON if won else Event.CONTEST_LOST, i, j)
    if k.escape:
        if won:
            w.creatures[i].grappled_by = -1
            note(ask, Event.FREE, i, j)
        return
    line = k.on_win if won else k.on_lose
    if line >= 0 and alive(w, j):
        befall(ask, w, i, j, line)


@rule("RH-62", "RH-83", "RH-117", "RH-144")
def befall(ask: Ask, w: World, i: int, j: int, line: int) -> None:
    """A line outside an attack: Armor off, damage, stacks, holds, pushes."""
    k = w.contest
    plus = elemental_plus(w, i) if k.elemental else 0
    strip(ask, w, j, w.lines[line].armor_strip)
    hurt(ask, w, j, w.lines[line].damage, Damage.HAZARD, 1, 0)
    give_stacks(ask, w, i, j, line, plus)
    source_is_over(w)
    if w.lines[line].grapples or w.lines[line].webs:
        w.creatures[j].grappled_by = i
        w.creatures[j].held_still = w.lines[line].webs
        note(ask, Event.GRAPPLED, i, j)
    if not k.path:
        move_by_line(ask, w, i, j, line, plus)
    elif w.lines[line].knockback > 0 and alive(w, j):
        ways = ways_out_of_path(w, j)
        only = is_single(ways)
        way = smallest(ways) if only else choose(ask, w, i, Question.DIRECTION, ways)
        knock_back(ask, w, j, way, w.lines[line].knockback)


@rule("RH-65", "RH-66", "RH-162")
def contest_step(ask: Ask, w: World) -> None:
    """The score if it is not rolled yet, then one defender in turn order (RH-R19)."""
    k = w.contest
    if not k.rolled:
        roll_score(ask, w)
        return
    for t in range(w.n):
        j = w.order[t]
        if contains(k.left, j):
            k.left &= ~(1 << j)
            if alive(w, j):
                settle(ask, w, j, not resists(ask, w, j))
            each = w.rulings.multi_target_contest == MultiTargetContest.ROLL_EACH
            if each and not k.faces and k.left:
                k.rolled = 0
            break
    if k.left == 0:
        forget_contest(w)


@rule()
def forget_contest(w: World) -> None:
    clear(w.contest)


@rule("RH-100", "RH-133", "RH-146")
def kindness(ask: Ask, w: World, i: int, j: int, line: int) -> None:
    """Healing, stacks cleared, temporary Armor."""
    gift = w.lines[line]
    points = gift.heal
    if gift.heal_stat >= 0:
        points += gift.heal_times * stat(w, i, gift.heal_stat)
    heal(ask, w, j, points)
    for k in range(EFFECTS):
        if contains(gift.clears, k) and w.creatures[j].stacks[k] > 0:
            w.creatures[j].stacks[k] = 0
            note(ask, Event.CLEARED, j, k)
    give_temp_armor(ask, w, i, j, gift.temp_armor_soul * stat(w, i, Stat.SOUL))


@rule("RH-146")
def can_be_given(w: World, j: int, not_on: int) -> bool:
    """The Undead and Constructs take no healing."""
    return alive(w, j) and not w.creatures[j].world and w.creatures[j].kin & not_on == 0


@rule("RH-93", "RH-146")
def is_friend_near(w: World, i: int, j: int, reach: int, not_on: int) -> bool:
    """Oneself, or one of one's own within reach."""
    same = w.creatures[j].side == w.creatures[i].side
    return same and distance(w, i, j) <= reach and can_be_given(w, j, not_on)
