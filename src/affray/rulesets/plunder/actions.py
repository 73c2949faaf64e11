"""Dodge, Feint, Grapple, Shove, Rally and the rest of what is not an attack."""

from affray.rules.among import most, those
from affray.rules.ask import Ask, choose, note, roll, rule
from affray.rules.masks import contains, is_single, members, smallest
from affray.rules.plane import away, hundredths
from affray.rules.pools import D4, D20, LOW

from .abilities import ability, dexterity_number, hit_dice
from .blows import end_grapple, part, strike_back
from .body import LEGS, able, conditions, hostile, is_taunted_from, present, suffers, wake
from .declare import bandages
from .defense import melee_defense
from .events import TEN, Event
from .inventory import has, held_in, lying_near, notch, place_of, takes_up
from .kinds import Ability, Carry, Condition, Plight, Property, Push, Question, Roll, Why
from .rulings import (
    FeintExpiry,
    RallyDistribution,
    ShoveZeroMargin,
    TenMinusFloor,
    TenMinusResult,
)
from .space import in_melee, on_map, too_near
from .state import FOR_THE_FIGHT, World
from .telling import tell_contest, tell_guard

REST_OF_FIGHT = 10
"""The margin from which a taunt holds for the rest of the fight."""


@rule("PL-62")
def dodge(ask: Ask, w: World, i: int) -> None:
    """Attack rolls against the dodger are at disadvantage from here on."""
    w.creatures[i].dodging = 1
    note(ask, Event.DODGES, i)


@rule("PL-63", "PL-64", "PL-68", "PL-70", "PL-123", "PL-128")
def contest_number(w: World, i: int, j: int, which: int) -> int:
    """An ability's target plus the other's melee Defense."""
    return ability(w, i, which) + melee_defense(w, j)


@rule("PL-63")
def feint(ask: Ask, w: World, i: int, j: int, value: int, number: int) -> None:
    """Cunning against Defense; the next attack on the target ignores its Defense (PL-R74)."""
    tell_contest(ask, w, i, j, Ability.CUNNING, number)
    if value >= number:
        w.creatures[j].feinted = 1
        if w.rulings.feint_expiry == FeintExpiry.END_OF_NEXT_ROUND:
            w.creatures[j].feint_until = w.round + 1
        note(ask, Event.FEINTED, i, j, number)
        if w.creatures[j].feint_until > 0:
            note(ask, Event.LASTS, j, w.creatures[j].feint_until)
    else:
        note(ask, Event.FEINT_FAILS, i, j, number)


@rule("PL-34", "PL-64", "PL-68")
def ten_minus(w: World, total: int, number: int) -> int:
    """What a failed grab costs: 10 minus the result (PL-R71, PL-R72)."""
    least = 0 if w.rulings.ten_minus_floor == TenMinusFloor.ZERO else 1
    return max(least, TEN - failed_by(w, total, number))


@rule("PL-64", "PL-68")
def failed_by(w: World, total: int, number: int) -> int:
    """The result that is taken from 10: the roll, or what it fell short by (PL-R71)."""
    by_margin = w.rulings.ten_minus_result == TenMinusResult.MARGIN_OF_FAILURE
    return number - total if by_margin else total


@rule("PL-64", "PL-68")
def backfire(ask: Ask, w: World, i: int, j: int, total: int, number: int) -> None:
    """The one who was grabbed at hits back, if it can."""
    damage = ten_minus(w, total, number)
    if able(w, j) and damage > 0:
        note(ask, Event.TEN_LESS, j, failed_by(w, total, number), damage)
        strike_back(ask, w, j, i, damage)


@rule("PL-64", "PL-101")
def grapple(ask: Ask, w: World, i: int, j: int, value: int, number: int) -> None:
    """Strength against Defense; both are Grappling, or the grappler is hit."""
    tell_contest(ask, w, i, j, Ability.STRENGTH, number)
    if value < number:
        note(ask, Event.NOT_GRAPPLED, i, j, number)
        backfire(ask, w, i, j, value, number)
        return
    a = w.creatures[i]
    b = w.creatures[j]
    gone = not present(w, i) or not present(w, j)
    if gone or a.partner >= 0 or b.partner >= 0:  # an equal die was first
        note(ask, Event.VOID, i, Why.TARGET_GONE if gone else Why.GRAPPLING, j)
        return
    a.partner = j
    a.holds = 1
    b.partner = i
    b.holds = 0
    b.held_since = w.round
    note(ask, Event.GRAPPLED, i, j, number)


@rule("PL-66")
def break_free(ask: Ask, w: World, i: int, value: int) -> None:
    """Strength alone."""
    number = ability(w, i, Ability.STRENGTH)
    if value >= number:
        note(ask, Event.FREE, i, w.creatures[i].partner, number)
        end_grapple(w, i)
    else:
        note(ask, Event.STILL_HELD, i, w.creatures[i].partner, number)


@rule("PL-65", "PL-68")
def loosen(ask: Ask, w: World) -> None:
    """A grapple ends when the two are out of each other's reach."""
    for i in range(w.n):
        c = w.creatures[i]
        if c.partner >= 0 and not in_melee(w, i, c.partner):
            part(ask, w, i)


@rule("PL-68", "PL-135")
def push(w: World, i: int, j: int, feet: int) -> int:
    """Straight away, foot by foot, until something is in the way; how far it went."""
    a = w.creatures[i]
    b = w.creatures[j]
    dx = b.x - a.x
    dy = b.y - a.y
    whole = hundredths(dx, dy)
    start_x = b.x
    start_y = b.y
    gone = 0
    for k in range(1, feet + 1):
        x = start_x + away(k, dx, whole)
        y = start_y + away(k, dy, whole)
        if not is_free(w, i, j, x, y):
            break
        b.x = x
        b.y = y
        gone = k
    return gone


@rule("PL-135")
def is_free(w: World, i: int, j: int, x: int, y: int) -> bool:
    """On the map, and not within 5 ft of a third creature."""
    if not on_map(w, x, y):
        return False
    return not any(
        k != i and k != j and present(w, k) and too_near(x, y, w.creatures[k].x, w.creatures[k].y)
        for k in range(w.n)
    )


@rule("PL-87")
def bull_rush(ask: Ask, w: World, i: int) -> int:
    """A shield adds a d4 to a Shove."""
    c = w.creatures[i]
    for hand in range(2):
        k = held_in(w, i, hand)
        if k >= 0 and has(w, c.gear[k], Property.BULL_RUSH):
            return roll(ask, Roll.BULL_RUSH, i, D4)
    return 0


@rule("PL-68", "PL-87")
def shove(ask: Ask, w: World, i: int, j: int, value: int, number: int) -> None:
    """Strength against Defense: prone, or away by the margin (PL-R82)."""
    tell_contest(ask, w, i, j, Ability.STRENGTH, number)
    total = value + bull_rush(ask, w, i)
    if total < number:
        note(ask, Event.NOT_SHOVED, i, j, number)
        backfire(ask, w, i, j, total, number)
        return
    if choose(ask, w, i, Question.PUSH, 1 << Push.PRONE | 1 << Push.AWAY) == Push.PRONE:
        w.creatures[j].prone = 1
        note(ask, Event.PRONE, j)
        return
    feet = total - number
    if w.rulings.shove_zero_margin == ShoveZeroMargin.ONE:
        feet = max(1, feet)
    shove_away(ask, w, i, j, feet)


@rule("PL-65", "PL-68", "PL-135")
def shove_away(ask: Ask, w: World, i: int, j: int, feet: int) -> None:
    """As far as there is room; a grapple may end by it."""
    gone = push(w, i, j, feet)
    if gone < feet:
        note(ask, Event.BLOCKED, j, feet)
    note(ask, Event.PUSHED, j, gone)
    if gone > 0:
        note(ask, Event.MOVED, j, w.creatures[j].x, w.creatures[j].y)
    loosen(ask, w)


@rule("PL-67")
def most_hit_dice(w: World, i: int) -> int:
    """The highest number of Hit Dice among the enemies still in the fight."""
    j = strongest(w, i)
    return 0 if j < 0 else hit_dice(w, j)


@rule("PL-67")
def strongest(w: World, i: int) -> int:
    """Which of the enemies still in the fight has the most, or -1."""
    return most(
        (hit_dice(w, j), j)
        for j in range(w.n)
        if hostile(w, i, j) and present(w, j) and not suffers(w, j, Condition.UNCONSCIOUS)
    )


@rule("PL-67")
def is_hurt(w: World, i: int, j: int) -> bool:
    """Whether one of i's side lacks Hit Points."""
    c = w.creatures[j]
    return not hostile(w, i, j) and present(w, j) and c.hp < c.max_hp


@rule("PL-67")
def worst_off(w: World, i: int) -> int:
    """The hurt of the party with the fewest Hit Points."""
    fewest = min((w.creatures[j].hp for j in range(w.n) if is_hurt(w, i, j)), default=0)
    return those(j for j in range(w.n) if is_hurt(w, i, j) and w.creatures[j].hp == fewest)


@rule("PL-67")
def next_cheered(ask: Ask, w: World, i: int) -> int:
    """Who is next; among equals the one who rallies chooses."""
    equals = worst_off(w, i)
    return smallest(equals) if is_single(equals) else choose(ask, w, i, Question.CHEER, equals)


@rule("PL-54", "PL-67", "PL-108")
def heal(ask: Ask, w: World, j: int, points: int) -> int:
    """Hit Points back, never above the most; Wounds stay. What is left over."""
    c = w.creatures[j]
    given = min(points, c.max_hp - c.hp)
    c.hp += given
    if given > 0:
        note(ask, Event.HEALED, j, given, c.hp)
        wake(ask, w, j)
    return points - given


@rule("PL-67")
def rally(ask: Ask, w: World, i: int, value: int) -> None:
    """Courage against the strongest enemy; the margin heals the worst off first (PL-R80)."""
    courage = ability(w, i, Ability.COURAGE)
    margin = value - courage - most_hit_dice(w, i)
    if strongest(w, i) >= 0:
        note(ask, Event.STRONGEST, i, strongest(w, i), most_hit_dice(w, i))
    note(ask, Event.NEEDS_TO_RALLY, i, courage, most_hit_dice(w, i))
    if margin < 0:
        note(ask, Event.NOT_RALLIED, i)
        return
    note(ask, Event.RALLIED, i, margin)
    by_point = w.rulings.rally_distribution == RallyDistribution.LEVEL_LOWEST
    while margin > 0 and worst_off(w, i):
        j = next_cheered(ask, w, i)
        if by_point:
            heal(ask, w, j, 1)
            margin -= 1
        else:
            margin = heal(ask, w, j, margin)


@rule("PL-123")
def taunt(ask: Ask, w: World, i: int, j: int, value: int, number: int) -> None:
    """Courage against Defense: the target does nothing well but attack the taunter."""
    tell_contest(ask, w, i, j, Ability.COURAGE, number)
    margin = value - number
    if margin < 0:
        note(ask, Event.NOT_TAUNTED, i, j, number)
        return
    t = w.creatures[j]
    note(ask, Event.TAUNTED, i, j, number)
    t.taunted_now |= 1 << i
    if margin >= REST_OF_FIGHT:
        t.taunted_for_good |= 1 << i
    for_good = contains(t.taunted_for_good, i)
    note(ask, Event.LASTS, j, FOR_THE_FIGHT if for_good else w.round + 1)


@rule("PL-99")
def press(ask: Ask, w: World, i: int, j: int) -> None:
    w.creatures[j].pressed = 1
    note(ask, Event.PRESSED, i, j)


@rule("PL-99", "PL-110")
def stop_bleeding(ask: Ask, w: World, j: int) -> None:
    c = w.creatures[j]
    if suffers(w, j, Condition.BLEEDING_OUT):
        note(ask, Event.CLEARED, j, Condition.BLEEDING_OUT)
    for k in range(c.wounds):
        c.wound_conditions[k] &= ~(1 << Condition.BLEEDING_OUT)
    c.bleeding_since = 0


@rule("PL-99", "PL-110")
def bandage(ask: Ask, w: World, i: int, j: int) -> None:
    """The blood is stopped; the bandages take a Notch."""
    k = bandages(w, i)
    if k >= 0:
        note(ask, Event.BANDAGED, i, j)
        stop_bleeding(ask, w, j)
        notch(ask, w, i, k)


@rule("PL-116")
def douse(ask: Ask, w: World, i: int, j: int) -> None:
    """The fire on somebody goes out; whoever held it up may still hold it."""
    w.creatures[j].burning_by = -1
    note(ask, Event.DOUSED, i, j)


@rule("PL-61")
def pick_up(ask: Ask, w: World, i: int, g: int) -> None:
    m = lying_near(w, i, g)
    if m >= 0:
        thing = w.ground[m]
        to = takes_up(w, i, g, thing.notches)
        thing.gear = -1
        thing.notches = 0
        thing.x = 0
        thing.y = 0
        note(ask, Event.PICKED_UP, i, g, to)


@rule("PL-109")
def fetch(ask: Ask, w: World, i: int, g: int) -> None:
    """Out of the pack and onto the belt, for an action."""
    k = place_of(w, i, g)
    if k >= 0:
        w.creatures[i].carried[k] = Carry.EQUIPPED
        note(ask, Event.FETCHED, i, g)


@rule("PL-61", "PL-106", "PL-107", "PL-123")
def evading_plights(w: World, i: int, going_for: int) -> int:
    """A bad leg, poison or a taunt; a taunt does not hinder whoever goes for the taunter."""
    found = 0
    if conditions(w, i) & LEGS:
        found |= 1 << Plight.HAS_A_BAD_LEG
    if suffers(w, i, Condition.POISONED):
        found |= 1 << Plight.IS_POISONED
    if is_taunted_from(w, i, going_for):
        found |= 1 << Plight.IS_TAUNTED
    return found


@rule("PL-61", "PL-106", "PL-107", "PL-123")
def evading_pool(ask: Ask, w: World, i: int, going_for: int) -> int:
    """A d20 to evade; whatever hinders makes it two, the lower kept."""
    plights = evading_plights(w, i, going_for)
    for k in members(plights):
        note(ask, Event.HINDERED, i, k)
    return D20 | LOW if plights else D20


@rule("PL-24", "PL-61", "PL-85", "PL-100")
def evade(ask: Ask, w: World, what: int, i: int, k: int, going_for: int = -1) -> None:
    """Dexterity against the striker's Defense; failing costs the margin."""
    number = dexterity_number(w, i) + melee_defense(w, k)
    tell_guard(ask, w, i, k, 0)
    note(ask, Event.NEEDS_DEXTERITY, i, dexterity_number(w, i), melee_defense(w, k))
    total = roll(ask, what, i, evading_pool(ask, w, i, going_for))
    w.creatures[k].struck = 1
    if total >= number:
        note(ask, Event.UNHURT, i, k)
    else:
        strike_back(ask, w, k, i, number - total)
