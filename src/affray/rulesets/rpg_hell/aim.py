"""What an attack can be made with: sums, bands, gates, reach, and the dice that work."""

from affray.rules.among import those
from affray.rules.ask import rule
from affray.rules.masks import contains, members
from affray.rules.world import clear

from .dice import dice_left, pairs, sum_of
from .harm import alive
from .kinds import Band, Effect, Hiding, Pair, Tag
from .rulings import (
    DaggerMasterSum,
    MarkedBonus,
    MultiTargetSum,
    SumModifiers,
    SwordProfile,
    UnmetRequirement,
)
from .sheet import holds_shield, is_prone, stat
from .space import distance, sees
from .state import HELD, STATS, World
from .telling import one_hand_less

HIGH_FROM = 9


LOW_UP_TO = 4


@rule("RH-27")
def meets_needs(w: World, i: int, weapon: int) -> bool:
    return not any(stat(w, i, k) < w.weapons[weapon].needs[k] for k in range(STATS))


@rule("RH-29", "RH-101")
def for_the_mark(w: World, j: int) -> int:
    """What being Marked adds to sums against it (RH-R56)."""
    marked = w.creatures[j].stacks[Effect.MARKED]
    return marked if w.rulings.marked_bonus == MarkedBonus.PER_STACK else min(1, marked)


@rule("RH-29", "RH-101", "RH-148")
def sum_bonus(w: World, i: int, j: int) -> int:
    """What the mark adds, and traits that use it."""
    total = for_the_mark(w, j)
    if total <= 0:
        return 0
    c = w.creatures[i]
    return total + sum(w.traits[t].sum_on_marked for t in c.traits if t >= 0)


@rule("RH-148")
def least_sum(w: World, i: int, j: int) -> int:
    if w.creatures[j].stacks[Effect.MARKED] <= 0:
        return 0
    known = w.creatures[i].traits
    return max((w.traits[t].least_sum_on_marked for t in known if t >= 0), default=0)


@rule("RH-29", "RH-101")
def sum_against(w: World, i: int, j: int, raw: int) -> int:
    return max(raw + sum_bonus(w, i, j), least_sum(w, i, j))


@rule("RH-28", "RH-30", "RH-31", "RH-79")
def band(w: World, total: int, raw: int, unmet: int) -> int:
    """9 and up is High, 4 and down Low; who lacks the Stats has only Low (RH-R14)."""
    if unmet:
        return Band.LOW
    if total >= HIGH_FROM:
        return Band.HIGH
    low = raw if w.rulings.sum_modifiers == SumModifiers.HIGH_ONLY else total
    return Band.LOW if low <= LOW_UP_TO else Band.MIDDLE


@rule("RH-29", "RH-145")
def total_at(w: World, j: int) -> int:
    """The sum as it counts against one of those hit (RH-R107)."""
    s = w.swing
    one_for_all = w.rulings.multi_target_sum == MultiTargetSum.AIMED_TARGET
    total = sum_against(w, s.who, s.target if one_for_all else j, s.raw)
    return max(total, HIGH_FROM) if s.always_high else total


@rule("RH-31", "RH-145")
def band_at(w: World, j: int) -> int:
    return band(w, total_at(w, j), w.swing.raw, w.swing.unmet)


@rule("RH-115", "RH-120")
def is_obscured(w: World, i: int) -> bool:
    """Behind cover, or not to be seen at all."""
    c = w.creatures[i]
    return c.hiding == Hiding.OBSCURED or c.invisible == 1


@rule("RH-111", "RH-115", "RH-116")
def own_gate(w: World, i: int, j: int, total: int, ranged: int) -> bool:
    """Blind, Prone and, beyond one tile at range, Obscured attackers need a sum of 9."""
    if total >= HIGH_FROM:
        return True
    if w.creatures[i].stacks[Effect.BLIND] > 0 or is_prone(w, i):
        return False
    return not (ranged and is_obscured(w, i) and distance(w, i, j) > 1)


@rule("RH-115", "RH-116")
def their_gate(w: World, i: int, j: int, total: int, ranged: int) -> bool:
    """Ranged sums of 8 or less do not touch the Prone, nor the Obscured beyond one tile."""
    if not ranged or total >= HIGH_FROM:
        return True
    obscured = is_obscured(w, j) and distance(w, i, j) > 1
    return not (is_prone(w, j) or obscured)


@rule("RH-78", "RH-118")
def may_target(w: World, i: int, j: int) -> bool:
    """Somebody else alive, in sight and not hidden."""
    t = w.creatures[j]
    if not alive(w, j) or t.world or j == i or t.hiding >= Hiding.HIDDEN:
        return False
    return sees(w, i, j)


@rule("RH-78", "RH-117")
def is_held_off(w: World, i: int, j: int) -> bool:
    """The grappled can only strike their grappler."""
    grappler = w.creatures[i].grappled_by
    return grappler >= 0 and grappler != j


@rule("RH-78", "RH-117")
def may_strike(w: World, i: int, j: int) -> bool:
    return not is_held_off(w, i, j) and may_target(w, i, j)


@rule("RH-17", "RH-26", "RH-32")
def line_for(w: World, which: int) -> int:
    """The line of a band in the swing being made, or -1."""
    s = w.swing
    if which == Band.HIGH:
        return s.on_high
    return s.on_low if which == Band.LOW else -1


@rule("RH-78", "RH-163")
def swing_range(w: World, which: int) -> int:
    """How far it reaches; bands may change it."""
    reach = w.swing.range
    line = line_for(w, which)
    if line >= 0:
        if w.lines[line].range_set > 0:
            return w.lines[line].range_set
        reach += w.lines[line].range_add
    return reach


@rule("RH-29", "RH-78", "RH-163")
def works_with(w: World, total: int, raw: int) -> bool:
    """Whether the swing could be made at its target with this total."""
    s = w.swing
    through = their_gate(w, s.who, s.target, total, s.ranged)
    if not through or not own_gate(w, s.who, s.target, total, s.ranged):
        return False
    return distance(w, s.who, s.target) <= swing_range(w, band(w, total, raw, s.unmet))


@rule("RH-29", "RH-78", "RH-163")
def works(w: World, raw: int, always_high: int) -> bool:
    """Whether the swing could be made at its target with this sum."""
    total = sum_against(w, w.swing.who, w.swing.target, raw)
    return works_with(w, max(total, HIGH_FROM) if always_high else total, raw)


@rule("RH-21", "RH-145")
def one_six_counts(w: World) -> int:
    """What a single six for a dagger sums to (RH-R20)."""
    return 12 if w.rulings.dagger_master_sum == DaggerMasterSum.TWELVE else 6


@rule("RH-21", "RH-145")
def may_give_six(w: World, i: int, weapon: int) -> bool:
    c = w.creatures[i]
    if weapon < 0 or c.pool[5] < 1:
        return False
    return any(t >= 0 and w.traits[t].single_six & w.weapons[weapon].tags for t in c.traits)


@rule("RH-21", "RH-22", "RH-145", "RH-163")
def six_works(w: World) -> bool:
    s = w.swing
    high = w.rulings.dagger_master_sum == DaggerMasterSum.HIGH
    return may_give_six(w, s.who, s.weapon) and works(w, one_six_counts(w), 1 if high else 0)


@rule("RH-17", "RH-22", "RH-163")
def legal_pairs(w: World) -> int:
    """The dice that can be given for this swing: only those with which it works."""
    s = w.swing
    shown = pairs(w, s.who)
    bonus = sum_bonus(w, s.who, s.target)
    least = least_sum(w, s.who, s.target)
    mask = 1 << Pair.SIX_ALONE if six_works(w) else 0
    return mask | those(
        p for p in members(shown) if works_with(w, max(sum_of(p) + bonus, least), sum_of(p))
    )


@rule("RH-17", "RH-22", "RH-163")
def can_be_paid(w: World) -> bool:
    """Whether there are dice with which this swing works."""
    s = w.swing
    shown = pairs(w, s.who)
    bonus = sum_bonus(w, s.who, s.target)
    least = least_sum(w, s.who, s.target)
    if any(works_with(w, max(sum_of(p) + bonus, least), sum_of(p)) for p in members(shown)):
        return True
    return six_works(w)


@rule("RH-26", "RH-28", "RH-32", "RH-126", "RH-127")
def ready_weapon(w: World, i: int, j: int, weapon: int) -> None:
    """What an attack with this weapon on that target would be."""
    s = w.swing
    arm = w.weapons[weapon]
    c = w.creatures[i]
    s.who = i
    s.target = j
    s.weapon = weapon
    s.base = arm.damage + c.weapon_bonus + arm.level_damage * (c.level // 2)
    s.base += one_hand_less(w, i, weapon)
    s.unmet = 0 if meets_needs(w, i, weapon) else 1
    s.magical = 0
    s.elemental = 0
    s.on_hit = arm.on_hit
    if s.unmet and w.rulings.unmet_requirement == UnmetRequirement.LOW_ONLY:
        s.on_hit = -1
    s.on_high = arm.on_high
    s.on_low = arm.on_low
    if arm.items_high >= 0 and w.rulings.sword_profile == SwordProfile.ITEMS:
        s.on_high = arm.items_high
        s.on_low = arm.items_low
    s.when_spent = -1
    s.thrown = 0
    if j >= 0 and arm.throw_range > 0:
        wider = 0 if s.on_high < 0 else w.lines[s.on_high].range_add
        s.thrown = 1 if distance(w, i, j) > arm.range + max(0, wider) else 0
    s.range = arm.throw_range if s.thrown else arm.range
    s.ranged = 1 if arm.ranged or s.thrown else 0


@rule("RH-28")
def has_passives(w: World) -> bool:
    """Who misses a weapon's requirement has none of its other bonuses either (RH-R13)."""
    low_only = w.rulings.unmet_requirement == UnmetRequirement.LOW_ONLY
    return not (w.swing.unmet and low_only)


@rule("RH-148")
def lone_blade(w: World, i: int, weapon: int) -> bool:
    """One weapon in one hand and the other hand empty."""
    c = w.creatures[i]
    held = sum(1 for g in c.weapons if g >= 0)
    bare = contains(w.weapons[weapon].tags, Tag.FIST)
    one_hand = w.weapons[weapon].hands == 1 and not bare
    return held == 1 and one_hand and not holds_shield(w, i)


@rule("RH-91", "RH-126")
def is_loaded(w: World, i: int, weapon: int) -> bool:
    if w.weapons[weapon].loading == 0:
        return True
    c = w.creatures[i]
    return any(c.weapons[k] == weapon and c.loaded[k] > 0 for k in range(HELD))


@rule("RH-78", "RH-163")
def can_swing(w: World, i: int, j: int, weapon: int) -> bool:
    near = distance(w, i, j) <= longest_reach(w, weapon)
    return near and is_loaded(w, i, weapon) and has_dice_for(w, i, j, weapon)


@rule("RH-78")
def longest_reach(w: World, weapon: int) -> int:
    """How far a weapon gets at all, thrown or with a high sum."""
    arm = w.weapons[weapon]
    longest = max(arm.range, arm.throw_range)
    if arm.on_high < 0:
        return longest
    high = w.lines[arm.on_high]
    return max(longest + high.range_add, high.range_set)


@rule("RH-78", "RH-163")
def has_dice_for(w: World, i: int, j: int, weapon: int) -> bool:
    """Whether there are dice with which the weapon works on one whom one may strike."""
    if not may_strike(w, i, j):
        return False
    ready_weapon(w, i, j, weapon)
    found = can_be_paid(w)
    forget_swing(w)
    return found


@rule("RH-127")
def weapons_held(w: World, i: int) -> int:
    """Everything in hand; fists for those with nothing."""
    c = w.creatures[i]
    mask = those(g for g in c.weapons if g >= 0)
    return mask if mask else 1 << w.fists


@rule("RH-78")
def is_in_reach(w: World, i: int, j: int, weapon: int, far: int) -> bool:
    """Whether a loaded weapon that gets so far can be used on j."""
    enemy = w.creatures[j].side != w.creatures[i].side
    return enemy and distance(w, i, j) <= far and has_dice_for(w, i, j, weapon)


@rule("RH-78")
def targets_for(w: World, i: int, weapon: int) -> int:
    if not is_loaded(w, i, weapon):
        return 0
    far = longest_reach(w, weapon)
    return those(j for j in range(w.n) if is_in_reach(w, i, j, weapon, far))


@rule("RH-78")
def has_target(w: World, i: int, weapon: int) -> bool:
    far = longest_reach(w, weapon)
    return is_loaded(w, i, weapon) and any(is_in_reach(w, i, j, weapon, far) for j in range(w.n))


@rule("RH-78")
def usable_weapons(w: World, i: int) -> int:
    held = weapons_held(w, i)
    return those(g for g in members(held) if has_target(w, i, g))


@rule("RH-78")
def can_attack(w: World, i: int) -> bool:
    """Whether there are dice, and any weapon at hand with somebody to use it on."""
    if dice_left(w, i) < 2 and w.creatures[i].pool[5] < 1:
        return False
    held = weapons_held(w, i)
    return any(has_target(w, i, g) for g in members(held))


@rule()
def forget_swing(w: World) -> None:
    clear(w.swing)
