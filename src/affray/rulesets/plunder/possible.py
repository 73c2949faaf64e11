"""What has become impossible since it was declared, and why."""

from affray.rules.ask import rule
from affray.rules.masks import contains

from .body import able, present
from .declare import bandages, bleeders, burners, gazed_at
from .inventory import has_room, lying_near, place_of, working_hands
from .kinds import Act, Why
from .magic import can_begin, can_still_cast
from .reach import arm_feet, can_aim_at, can_feint, in_range, still_wields
from .space import in_melee, is_near
from .state import World


@rule("PL-14", "PL-40", "PL-45", "PL-108")
def attack_possible(w: World, e: int) -> bool:
    entry = w.queue[e]
    if not present(w, entry.target) or not can_aim_at(w, entry.who, entry.target):
        return False
    if not still_wields(w, entry.who, entry.weapon, entry.two_hands):
        return False
    if entry.act == Act.SHOOT:
        return in_range(w, entry.who, entry.target, 1 << entry.weapon) != 0
    return is_near(w, entry.who, entry.target, arm_feet(w, entry.weapon))


@rule("PL-14", "PL-61", "PL-64", "PL-66", "PL-99")
def deed_possible(w: World, e: int) -> bool:
    """Whether something that is no attack can still be done."""
    entry = w.queue[e]
    c = w.creatures[entry.who]
    if entry.act == Act.FEINT:
        return can_feint(w, entry.who, entry.target)
    if entry.act == Act.SHOVE or entry.act == Act.TAUNT:
        return present(w, entry.target) and in_melee(w, entry.who, entry.target)
    if entry.act == Act.GRAPPLE:
        free = c.partner < 0 and w.creatures[entry.target].partner < 0
        free = free and working_hands(w, entry.who) > 0
        return free and present(w, entry.target) and in_melee(w, entry.who, entry.target)
    if entry.act == Act.BREAK_FREE:
        return c.partner >= 0
    if entry.act == Act.PICK_UP:
        return lying_near(w, entry.who, entry.item) >= 0 and has_room(w, entry.who)
    if entry.act == Act.FETCH:
        return place_of(w, entry.who, entry.item) >= 0
    if entry.act == Act.PRESSURE or entry.act == Act.BANDAGE:
        bleeds = contains(bleeders(w, entry.who), entry.target)
        return bleeds and (entry.act == Act.PRESSURE or bandages(w, entry.who) >= 0)
    if entry.act == Act.DOUSE:
        return contains(burners(w, entry.who), entry.target)
    if entry.act == Act.GAZE:
        return contains(gazed_at(w, entry.who), entry.target)
    return True


@rule("PL-14", "PL-15")
def possible(w: World, e: int) -> bool:
    entry = w.queue[e]
    if not able(w, entry.who):
        return False
    if entry.act == Act.ATTACK or entry.act == Act.SHOOT:
        return attack_possible(w, e)
    if entry.act == Act.CAST:
        return can_still_cast(w, e)
    return deed_possible(w, e)


@rule("PL-14")
def why_not(w: World, e: int) -> int:
    """Why it is impossible now: the actor first, then the target, then what lies between."""
    entry = w.queue[e]
    c = w.creatures[entry.who]
    if c.dead:
        return Why.DEAD
    if c.fled:
        return Why.GONE
    if not able(w, entry.who):
        return Why.UNABLE
    if entry.act == Act.CAST and not can_begin(w, entry.who):
        return Why.NO_WORDS
    if entry.target >= 0 and not present(w, entry.target):
        return Why.TARGET_GONE
    if entry.act == Act.ATTACK or entry.act == Act.SHOOT:
        return why_no_attack(w, e)
    if entry.act == Act.GRAPPLE:
        return why_no_grip(w, e)
    contest = entry.act == Act.FEINT or entry.act == Act.SHOVE or entry.act == Act.TAUNT
    if contest or entry.act == Act.CAST or entry.act == Act.GAZE:
        return Why.OUT_OF_REACH
    return Why.NOTHING_LEFT


@rule("PL-14", "PL-45", "PL-108")
def why_no_attack(w: World, e: int) -> int:
    entry = w.queue[e]
    if not still_wields(w, entry.who, entry.weapon, entry.two_hands):
        return Why.NO_WEAPON
    return Why.OUT_OF_REACH if can_aim_at(w, entry.who, entry.target) else Why.UNSEEN


@rule("PL-14", "PL-64", "PL-105")
def why_no_grip(w: World, e: int) -> int:
    entry = w.queue[e]
    if working_hands(w, entry.who) == 0:
        return Why.NO_ARM
    free = w.creatures[entry.who].partner < 0 and w.creatures[entry.target].partner < 0
    return Why.OUT_OF_REACH if free else Why.GRAPPLING
