"""Attacks: no roll to hit; the sum of the two dice given says what they do."""

from affray.ask import Ask, choose, note, rule

from .dice import PAIR_A, PAIR_B, PAIRS, give_pair, has_pair, sum_of
from .forced import away_from, knock_back, lay_down, place_within, push
from .harm import alive, floored, gain, hurt, refund, spend_strain, strip
from .kinds import Answer, Band, Damage, Effect, Event, Hiding, Pair, Question, Shape, Tag
from .readings import (
    DaggerMasterSum,
    FriendlyFire,
    MarkedBonus,
    RidersNeedDamage,
    SumModifiers,
    SwordProfile,
    UnmetRequirement,
)
from .sheet import holds_shield, stat
from .space import distance, sees, tiles_between
from .state import EFFECTS, HELD, QUIRKS, READIED, World

HIGH_FROM = 9
LOW_UP_TO = 4
FROM_HIDING = 3


@rule("RH-27")
def meets_needs(w: World, i: int, weapon: int) -> bool:
    for k in range(9):
        if stat(w, i, k) < w.weapons[weapon].needs[k]:
            return False
    return True


@rule("RH-101", "RH-29", "RH-148")
def sum_bonus(w: World, i: int, j: int) -> int:
    """What being Marked adds to sums against it (RH-R56), and a trait that uses it."""
    marked = w.creatures[j].stacks[Effect.MARKED] + 0
    if marked <= 0:
        return 0
    total = marked if w.rulings.marked_bonus == MarkedBonus.PER_STACK else 1
    c = w.creatures[i]
    for k in range(QUIRKS):
        if c.traits[k] >= 0:
            total += w.traits[c.traits[k]].sum_on_marked
    return total


@rule("RH-148")
def least_sum(w: World, i: int, j: int) -> int:
    least = 0
    c = w.creatures[i]
    if w.creatures[j].stacks[Effect.MARKED] > 0:
        for k in range(QUIRKS):
            if c.traits[k] >= 0:
                least = max(least, w.traits[c.traits[k]].least_sum_on_marked + 0)
    return least


@rule("RH-29", "RH-101")
def sum_against(w: World, i: int, j: int, raw: int) -> int:
    return max(raw + sum_bonus(w, i, j), least_sum(w, i, j))


@rule("RH-28", "RH-30", "RH-31", "RH-79")
def band(w: World, total: int, raw: int, unmet: int) -> int:
    """9 and up is High, 4 and down Low; who lacks the Stats has only Low (RH-R14)."""
    if unmet:
        return Band.LOW + 0
    if total >= HIGH_FROM:
        return Band.HIGH + 0
    low = raw if w.rulings.sum_modifiers == SumModifiers.HIGH_ONLY else total
    return Band.LOW + 0 if low <= LOW_UP_TO else Band.MIDDLE + 0


@rule("RH-111", "RH-115", "RH-116")
def own_gate(w: World, i: int, j: int, total: int, ranged: int) -> bool:
    """Blind, Prone and, beyond one tile at range, Obscured attackers need a sum of 9."""
    c = w.creatures[i]
    hampered = c.stacks[Effect.BLIND] > 0 or c.prone == 1
    if ranged and c.hiding == Hiding.OBSCURED and distance(w, i, j) > 1:
        hampered = True
    return total >= HIGH_FROM or not hampered


@rule("RH-115", "RH-116")
def their_gate(w: World, i: int, j: int, total: int, ranged: int) -> bool:
    """Ranged sums of 8 or less do not touch the Prone, nor the Obscured beyond one tile."""
    t = w.creatures[j]
    if not ranged or total >= HIGH_FROM:
        return True
    obscured = t.hiding == Hiding.OBSCURED and distance(w, i, j) > 1
    return not (t.prone == 1 or obscured)


@rule("RH-78", "RH-118")
def may_target(w: World, i: int, j: int) -> bool:
    """Somebody else alive, in sight and not hidden."""
    t = w.creatures[j]
    if not alive(w, j) or t.world or j == i or t.hiding >= Hiding.HIDDEN:
        return False
    return sees(w, i, j)


@rule("RH-78", "RH-117")
def may_strike(w: World, i: int, j: int) -> bool:
    """Whom one may target; but the grappled can only strike their grappler."""
    a = w.creatures[i]
    held = a.grappled_by >= 0 and a.grappled_by != j
    return not held and may_target(w, i, j)


@rule("RH-17", "RH-26", "RH-32")
def line_for(w: World, which: int) -> int:
    """The line of a band in the swing being made, or -1."""
    s = w.swing
    if which == Band.HIGH:
        return s.on_high + 0
    return s.on_low + 0 if which == Band.LOW else -1


@rule("RH-78", "RH-163")
def swing_range(w: World, which: int) -> int:
    """How far it reaches; bands may change it."""
    reach = w.swing.range + 0
    line = line_for(w, which)
    if line >= 0:
        if w.lines[line].range_set > 0:
            return w.lines[line].range_set + 0
        reach += w.lines[line].range_add
    return reach


@rule("RH-29", "RH-78", "RH-163")
def works(w: World, raw: int, always_high: int) -> bool:
    """Whether the swing could be made at its target with this sum."""
    s = w.swing
    total = sum_against(w, s.who, s.target, raw)
    if always_high:
        total = max(total, HIGH_FROM)
    through = their_gate(w, s.who, s.target, total, s.ranged)
    if not through or not own_gate(w, s.who, s.target, total, s.ranged):
        return False
    return distance(w, s.who, s.target) <= swing_range(w, band(w, total, raw, s.unmet))


@rule("RH-21", "RH-145")
def one_six_counts(w: World) -> int:
    """What a single six for a dagger sums to (RH-R20)."""
    return 12 if w.rulings.dagger_master_sum == DaggerMasterSum.TWELVE else 6


@rule("RH-21", "RH-145")
def may_give_six(w: World, i: int, weapon: int) -> bool:
    c = w.creatures[i]
    if weapon < 0 or c.pool[5] < 1:
        return False
    for k in range(QUIRKS):
        if c.traits[k] >= 0 and w.traits[c.traits[k]].single_six & w.weapons[weapon].tags:
            return True
    return False


@rule("RH-17", "RH-22", "RH-163")
def legal_pairs(w: World) -> int:
    """The dice that can be given for this swing: only those with which it works."""
    s = w.swing
    mask = 0
    for p in range(PAIRS):
        if has_pair(w, s.who, p) and works(w, sum_of(p), 0):
            mask |= 1 << p
    high = w.rulings.dagger_master_sum == DaggerMasterSum.HIGH
    if may_give_six(w, s.who, s.weapon) and works(w, one_six_counts(w), 1 if high else 0):
        mask |= 1 << Pair.SIX_ALONE
    return mask


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
    if arm.hands == 2 and holds_shield(w, i):
        s.base += arm.one_hand_damage
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
    far = j >= 0 and distance(w, i, j) > arm.range and arm.throw_range > 0
    widest = arm.range if s.on_high < 0 else arm.range + w.lines[s.on_high].range_add
    s.thrown = 1 if far and distance(w, i, j) > widest else 0
    s.range = arm.throw_range if s.thrown else arm.range
    s.ranged = 1 if arm.ranged or s.thrown else 0


@rule("RH-91", "RH-126")
def is_loaded(w: World, i: int, weapon: int) -> bool:
    if w.weapons[weapon].loading == 0:
        return True
    c = w.creatures[i]
    for k in range(HELD):
        if c.weapons[k] == weapon and c.loaded[k] > 0:
            return True
    return False


@rule("RH-78", "RH-163")
def can_swing(w: World, i: int, j: int, weapon: int) -> bool:
    arm = w.weapons[weapon]
    longest = max(arm.range + 0, arm.throw_range + 0)
    if arm.on_high >= 0:
        longest += w.lines[arm.on_high].range_add
        longest = max(longest, w.lines[arm.on_high].range_set + 0)
    if distance(w, i, j) > longest or not may_strike(w, i, j) or not is_loaded(w, i, weapon):
        return False
    ready_weapon(w, i, j, weapon)
    found = legal_pairs(w) != 0
    forget_swing(w)
    return found


@rule("RH-127")
def weapons_held(w: World, i: int) -> int:
    """Everything in hand; fists for those with nothing."""
    mask = 0
    c = w.creatures[i]
    for k in range(HELD):
        if c.weapons[k] >= 0:
            mask |= 1 << c.weapons[k]
    return mask if mask else 1 << w.fists


@rule("RH-78")
def targets_for(w: World, i: int, weapon: int) -> int:
    mask = 0
    for j in range(w.n):
        if w.creatures[j].side != w.creatures[i].side and can_swing(w, i, j, weapon):
            mask |= 1 << j
    return mask


@rule("RH-78")
def usable_weapons(w: World, i: int) -> int:
    held = weapons_held(w, i)
    mask = 0
    for g in range(w.weaponcount):
        if (held >> g) & 1 and targets_for(w, i, g):
            mask |= 1 << g
    return mask


@rule("RH-78", "RH-107", "RH-143", "RH-148")
def damage_against(w: World, j: int, which: int) -> int:
    """Base and bonuses and band, as this target meets them."""
    s = w.swing
    total = s.base + 0
    band_line = line_for(w, which)
    if s.on_hit >= 0 and not (band_line >= 0 and w.lines[band_line].replaces):
        total += w.lines[s.on_hit].damage
    if band_line >= 0:
        total += w.lines[band_line].damage
    if s.weapon >= 0:
        total += weapon_extras(w, j)
    if w.creatures[s.who].stacks[Effect.POISONED] > 0 and total > 0:
        total -= 1
    return total


@rule("RH-108", "RH-119", "RH-143", "RH-148")
def weapon_extras(w: World, j: int) -> int:
    """What arts, traits and hiding add to a weapon's damage."""
    s = w.swing
    c = w.creatures[s.who]
    total = 0
    for k in range(READIED):
        if c.next_lines[k] >= 0:
            total += w.lines[c.next_lines[k]].damage
    if w.creatures[j].prone:
        total += w.weapons[s.weapon].damage_if_prone
    for k in range(QUIRKS):
        if c.traits[k] >= 0:
            trait = w.traits[c.traits[k]]
            if w.creatures[j].stacks[Effect.MARKED] > 0:
                total += trait.damage_on_marked
            if s.double_six and not s.ranged:
                total += trait.damage_on_double_six
            if lone_blade(w, s.who, s.weapon):
                total += trait.lone_blade_damage
    if c.hiding == Hiding.FULLY_HIDDEN:
        total += FROM_HIDING
    return total


@rule("RH-148")
def lone_blade(w: World, i: int, weapon: int) -> bool:
    """One weapon in one hand and the other hand empty."""
    c = w.creatures[i]
    held = 0
    for k in range(HELD):
        if c.weapons[k] >= 0:
            held += 1
    bare = (w.weapons[weapon].tags >> Tag.FIST) & 1 == 1
    one_hand = w.weapons[weapon].hands == 1 and not bare
    return held == 1 and one_hand and not holds_shield(w, i)


@rule("RH-78")
def shape_of(w: World, which: int) -> int:
    """Whom a swing of this band takes in."""
    line = line_for(w, which)
    if line >= 0 and w.lines[line].shape != Shape.AS_PRINTED:
        return w.lines[line].shape + 0
    if w.swing.on_hit >= 0 and w.lines[w.swing.on_hit].shape != Shape.AS_PRINTED:
        return w.lines[w.swing.on_hit].shape + 0
    return Shape.ONE + 0


@rule("RH-78", "RH-162")
def struck(w: World, j: int, shape: int, reach: int) -> bool:
    """Whether j is taken in by a swing at its target (RH-R75, RH-R100)."""
    s = w.swing
    if j == s.target:
        return True
    c = w.creatures[j]
    a = w.creatures[s.who]
    t = w.creatures[s.target]
    if shape == Shape.ONE or j == s.who or not alive(w, j) or c.world:
        return False
    if c.side == a.side and w.rulings.friendly_fire == FriendlyFire.NO:
        return False
    if shape == Shape.FLANKS:
        beside = tiles_between(c.x + 0, c.y + 0, t.x + 0, t.y + 0) == 1
        level = distance(w, s.who, j) == distance(w, s.who, s.target)
        return beside and level and ahead(w, s.who, s.target, j) > 0
    if distance(w, s.who, j) > reach:
        return False
    return in_front(w, s.who, s.target, j, shape)


@rule("RH-78")
def ahead(w: World, i: int, t: int, j: int) -> int:
    """More than nothing for whoever is on the target's side of the attacker."""
    a = w.creatures[i]
    b = w.creatures[t]
    c = w.creatures[j]
    return (c.x - a.x) * (b.x - a.x) + (c.y - a.y) * (b.y - a.y)


@rule("RH-78")
def in_front(w: World, i: int, t: int, j: int, shape: int) -> bool:
    """On the line through the target, or in the cone that opens towards it."""
    a = w.creatures[i]
    dx = w.creatures[t].x - a.x
    dy = w.creatures[t].y - a.y
    ex = w.creatures[j].x - a.x
    ey = w.creatures[j].y - a.y
    if ahead(w, i, t, j) <= 0:
        return False
    aside = abs(ex * dy - ey * dx)
    far = max(abs(dx), abs(dy))
    if shape == Shape.LINE:
        return 2 * aside <= far * max(abs(ex), abs(ey)) // max(1, max(abs(ex), abs(ey)))
    return aside <= far * (max(abs(ex), abs(ey)) // 2)


@rule("RH-62", "RH-134")
def stacks_in(w: World, i: int, j: int, line: int, effect: int) -> int:
    """What a line gives of one effect; some give it to nobody twice a turn."""
    if line < 0 or (w.lines[line].once_a_turn and (w.creatures[i].clubbed >> j) & 1):
        return 0
    return w.lines[line].stacks[effect] + 0


@rule("RH-62", "RH-148")
def give_effect(ask: Ask, w: World, i: int, j: int, effect: int, n: int, plus: int) -> None:
    """One gain, with what the giver's traits add to it."""
    if n > 0:
        fiery = effect == Effect.BURN or effect == Effect.WET or effect == Effect.SPARKING
        more = plus if fiery else 0
        if effect == Effect.MARKED:
            more += marks_given(w, i)
        gain(ask, w, j, effect, n + more)


@rule("RH-134")
def remember_given(w: World, i: int, j: int, line: int) -> None:
    """Who got it from this line will not get it again this turn."""
    if line >= 0 and w.lines[line].once_a_turn:
        for k in range(EFFECTS):
            if w.lines[line].stacks[k] > 0 and w.creatures[j].stacks[k] > 0:
                w.creatures[i].clubbed |= 1 << j


@rule("RH-62", "RH-78", "RH-93", "RH-134")
def give_stacks(ask: Ask, w: World, i: int, j: int, line: int, plus: int) -> None:
    """Stacks in printed order, each effect a gain of its own."""
    for k in range(EFFECTS):
        give_effect(ask, w, i, j, k, stacks_in(w, i, j, line, k), plus)
    remember_given(w, i, j, line)


@rule("RH-148")
def marks_given(w: World, i: int) -> int:
    total = 0
    c = w.creatures[i]
    for k in range(QUIRKS):
        if c.traits[k] >= 0:
            total += w.traits[c.traits[k]].marks_given
    return total


@rule("RH-148")
def elemental_plus(w: World, i: int) -> int:
    total = 0
    c = w.creatures[i]
    for k in range(QUIRKS):
        if c.traits[k] >= 0:
            total += w.traits[c.traits[k]].elemental_plus
    return total


@rule("RH-78", "RH-82", "RH-136", "RH-152")
def move_by_line(ask: Ask, w: World, i: int, j: int, line: int, plus: int) -> None:
    """Knocked back, pushed, pulled, or moved where the striker wants."""
    n = w.lines[line].knockback + 0
    if n > 0:
        knock_back(ask, w, j, away_from(w, i, j), n + plus)
    push(ask, w, j, away_from(w, i, j), w.lines[line].push + 0)
    push(ask, w, j, away_from(w, j, i), w.lines[line].pull + 0)
    place_within(ask, w, i, j, w.lines[line].move_target + 0)
    if w.lines[line].strain_loss > 0 and alive(w, j):
        spend_strain(ask, w, j, w.lines[line].strain_loss + 0)


@rule("RH-78", "RH-134")
def strip_by_line(ask: Ask, w: World, j: int, line: int) -> None:
    if line >= 0:
        strip(ask, w, j, w.lines[line].armor_strip + 0)


@rule("RH-134")
def less_on_armor(w: World, j: int, line: int) -> int:
    """Some blows do less to those in Armor."""
    c = w.creatures[j]
    armored = c.armor + c.temp_armor > 0
    return w.lines[line].less_on_armor + 0 if line >= 0 and armored else 0


@rule("RH-134")
def doubled(w: World, line: int) -> int:
    on_hit = w.swing.on_hit
    both = on_hit >= 0 and w.lines[on_hit].doubles_on_armor
    return 1 if both or (line >= 0 and w.lines[line].doubles_on_armor) else 0


@rule("RH-29", "RH-38", "RH-61", "RH-78")
def strike_one(ask: Ask, w: World, j: int, which: int) -> None:
    """Armor stripped, damage, stacks, movement: in that order for each one hit."""
    s = w.swing
    line = line_for(w, which)
    strip_by_line(ask, w, j, s.on_hit + 0)
    strip_by_line(ask, w, j, line)
    if s.weapon >= 0:
        for k in range(READIED):
            strip_by_line(ask, w, j, w.creatures[s.who].next_lines[k] + 0)
    amount = damage_against(w, j, which)
    if s.base > 0:
        amount = floored(w, amount)
    amount -= less_on_armor(w, j, line) + less_on_armor(w, j, s.on_hit + 0)
    kind = Damage.ATTACK + 0
    if s.weapon >= 0 and w.weapons[s.weapon].penetrates:
        kind = Damage.PENETRATION + 0
    taken = hurt(ask, w, j, max(0, amount), kind, s.magical + 0, doubled(w, line))
    if taken > 0:
        use_mark(ask, w, j)
    softened = taken <= 0 and (s.weapon >= 0 or amount > 0)
    if not softened or w.rulings.riders_need_damage == RidersNeedDamage.NO:
        ride_along(ask, w, j, line)


@rule("RH-62", "RH-93", "RH-143")
def ride_along(ask: Ask, w: World, j: int, line: int) -> None:
    """What the lines give besides damage, together; then what was readied for this blow."""
    s = w.swing
    i = s.who + 0
    plus = elemental_plus(w, i) if s.elemental and s.spent else 0
    on_hit = s.on_hit + 0
    if line >= 0 and w.lines[line].replaces:
        on_hit = -1
    spent = s.when_spent + 0 if w.creatures[i].strain <= 0 else -1
    for k in range(EFFECTS):
        n = stacks_in(w, i, j, on_hit, k) + stacks_in(w, i, j, line, k)
        give_effect(ask, w, i, j, k, n + stacks_in(w, i, j, spent, k), plus)
    remember_given(w, i, j, line)
    if s.weapon >= 0:
        ride_weapon(ask, w, i, j)
    if on_hit >= 0:
        move_by_line(ask, w, i, j, on_hit, plus)
    if line >= 0:
        move_by_line(ask, w, i, j, line, plus if on_hit < 0 else 0)
    if s.weapon >= 0:
        move_by_readied(ask, w, i, j)


@rule("RH-143", "RH-148")
def ride_weapon(ask: Ask, w: World, i: int, j: int) -> None:
    """Readied lines, and what a trait lets every blow carry."""
    c = w.creatures[i]
    for k in range(READIED):
        if c.next_lines[k] >= 0:
            give_stacks(ask, w, i, j, c.next_lines[k] + 0, 0)
    for k in range(QUIRKS):
        rider = w.traits[c.traits[k]].strike + 0 if c.traits[k] >= 0 else -1
        if rider >= 0 and choose(ask, w, i, Question.RIDER, 0b11) == Answer.YES:
            give_stacks(ask, w, i, j, rider, 0)


@rule("RH-143")
def move_by_readied(ask: Ask, w: World, i: int, j: int) -> None:
    c = w.creatures[i]
    for k in range(READIED):
        if c.next_lines[k] >= 0:
            move_by_line(ask, w, i, j, c.next_lines[k] + 0, 0)


@rule("RH-101", "RH-137", "RH-148")
def use_mark(ask: Ask, w: World, j: int) -> None:
    """Harming the Marked: traits may use a mark up, or give Strain back, each once a turn."""
    i = w.swing.who + 0
    c = w.creatures[i]
    if w.creatures[j].stacks[Effect.MARKED] <= 0:
        return
    first = c.refunded & 1 == 0
    c.refunded |= 1
    for k in range(QUIRKS):
        if c.traits[k] >= 0:
            trait = w.traits[c.traits[k]]
            if first:
                refund(w, i, trait.refund_on_marked + 0)
            if trait.spends_mark and w.creatures[j].stacks[Effect.MARKED] > 0:
                w.creatures[j].stacks[Effect.MARKED] -= 1


@rule("RH-78", "RH-126", "RH-143")
def after_swing(ask: Ask, w: World, which: int) -> None:
    """Last of all what the attacker does to itself, once."""
    s = w.swing
    i = s.who + 0
    c = w.creatures[i]
    line = line_for(w, which)
    if s.on_hit >= 0 and not (line >= 0 and w.lines[line].replaces):
        for_oneself(ask, w, i, s.on_hit + 0)
    for_oneself(ask, w, i, line)
    if s.weapon >= 0:
        if total_at(w, s.target + 0) >= HIGH_FROM:
            place_within(ask, w, i, i, move_on_high(w, i))
        use_up(ask, w, i, s.weapon + 0, line)
        for k in range(READIED):
            c.next_lines[k] = -1
        c.swung = s.weapon
    if c.hiding >= Hiding.HIDDEN:
        c.hiding = Hiding.SEEN
    forget_swing(w)


@rule("RH-78")
def for_oneself(ask: Ask, w: World, i: int, line: int) -> None:
    """Stacks, a knock back and tiles of the attacker's own."""
    if line >= 0 and alive(w, i):
        for k in range(EFFECTS):
            gain(ask, w, i, k, w.lines[line].self_stacks[k] + 0)
        away = away_from(w, w.swing.target + 0, i)
        knock_back(ask, w, i, away, w.lines[line].self_knockback + 0)
        place_within(ask, w, i, i, w.lines[line].self_move + 0)


@rule("RH-79", "RH-148")
def move_on_high(w: World, i: int) -> int:
    """Tiles a trait gives for a sum of 9, whatever line the weapon then has."""
    tiles = 0
    c = w.creatures[i]
    for k in range(QUIRKS):
        if c.traits[k] >= 0:
            tiles = max(tiles, w.traits[c.traits[k]].move_on_high + 0)
    return tiles


@rule("RH-91", "RH-126")
def use_up(ask: Ask, w: World, i: int, weapon: int, line: int) -> None:
    """A shot is spent; a thrown weapon lies at the target's tile."""
    c = w.creatures[i]
    t = w.creatures[w.swing.target]
    stuck = line >= 0 and w.lines[line].stays_in_target
    loads = w.weapons[weapon].loading > 0
    for k in range(HELD):
        if c.weapons[k] == weapon and (c.loaded[k] > 0 or not loads):
            if loads:
                c.loaded[k] -= 1
            if w.swing.thrown or stuck:
                c.weapons[k] = -1
                c.loaded[k] = 0
                lay_down(w, weapon, t.x + 0, t.y + 0)
                note(ask, w, Event.THROWN, i, weapon, 0)
            return


@rule("RH-22", "RH-29", "RH-31", "RH-78", "RH-162")
def swing(ask: Ask, w: World, raw: int, always_high: int) -> None:
    """The attack with this sum: it hits, and each one hit meets its own sum."""
    s = w.swing
    i = s.who + 0
    s.raw = raw
    s.always_high = always_high
    aimed = band_at(w, s.target + 0)
    note(ask, w, Event.ATTACK, i, s.target, sum_against(w, i, s.target, raw))
    if aimed == Band.HIGH:
        note(ask, w, Event.HIGH, i, 0, 0)
    if aimed == Band.LOW:
        note(ask, w, Event.LOW, i, 0, 0)
    hit = all_struck(w, shape_of(w, aimed), swing_range(w, aimed))
    for t in range(w.n):
        j = w.order[t] + 0
        if (hit >> j) & 1:
            strike_one(ask, w, j, band_at(w, j))
    after_swing(ask, w, aimed)


@rule("RH-78", "RH-162", "RH-163")
def all_struck(w: World, shape: int, reach: int) -> int:
    """Whom the swing takes in, seen before anybody is moved; a gate leaves one out."""
    s = w.swing
    mask = 0
    for j in range(w.n):
        through = their_gate(w, s.who, j, total_at(w, j), s.ranged + 0)
        if through and struck(w, j, shape, reach):
            mask |= 1 << j
    return mask


@rule("RH-29", "RH-145")
def total_at(w: World, j: int) -> int:
    """The sum as it counts against one of those hit."""
    s = w.swing
    total = sum_against(w, s.who, j, s.raw + 0)
    return max(total, HIGH_FROM) if s.always_high else total


@rule("RH-31", "RH-145")
def band_at(w: World, j: int) -> int:
    return band(w, total_at(w, j), w.swing.raw + 0, w.swing.unmet + 0)


@rule("RH-17", "RH-21", "RH-22", "RH-29", "RH-145")
def pay_and_swing(ask: Ask, w: World) -> None:
    """Which two dice, by their faces; one six will do for a master of daggers."""
    s = w.swing
    i = s.who + 0
    pair = choose(ask, w, i, Question.PAIR, legal_pairs(w))
    give_pair(w, i, pair)
    if pair == Pair.SIX_ALONE:
        high = w.rulings.dagger_master_sum == DaggerMasterSum.HIGH
        swing(ask, w, one_six_counts(w), 1 if high else 0)
        return
    s.double_six = 1 if PAIR_A[pair] == 6 and PAIR_B[pair] == 6 else 0
    swing(ask, w, sum_of(pair), 0)


@rule("RH-22", "RH-26", "RH-78")
def attack(ask: Ask, w: World, i: int) -> None:
    """With what, whom, and with which dice."""
    weapon = choose(ask, w, i, Question.WEAPON, usable_weapons(w, i))
    j = choose(ask, w, i, Question.TARGET, targets_for(w, i, weapon))
    ready_weapon(w, i, j, weapon)
    pay_and_swing(ask, w)


@rule()
def forget_swing(w: World) -> None:
    s = w.swing
    s.who = -1
    s.target = -1
    s.weapon = -1
    s.raw = 0
    s.always_high = 0
    s.double_six = 0
    s.base = 0
    s.range = 0
    s.ranged = 0
    s.thrown = 0
    s.magical = 0
    s.unmet = 0
    s.elemental = 0
    s.spent = 0
    s.on_hit = -1
    s.on_high = -1
    s.on_low = -1
    s.when_spent = -1
