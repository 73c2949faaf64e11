"""Attacks: no roll to hit; the sum of the two dice given says what they do."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.grid import tiles_apart
from affray.rules.masks import contains, is_single, members

from .aim import (
    HIGH_FROM,
    band_at,
    forget_swing,
    has_passives,
    legal_pairs,
    line_for,
    lone_blade,
    one_six_counts,
    ready_weapon,
    sum_against,
    swing_range,
    targets_for,
    their_gate,
    total_at,
    usable_weapons,
    weapons_held,
)
from .dice import PAIR_A, PAIR_B, give_pair, sum_of
from .events import Event
from .forced import away_from, knock_back, lay_down, place_within
from .harm import alive, floored, hurt, of_one_stuff, refund
from .kinds import Answer, Band, Cause, Damage, Effect, Hiding, Pair, Question, Shape
from .riders import (
    elemental_plus,
    give_effect,
    give_stacks,
    move_by_line,
    printed,
    remember_given,
    stacks_in,
    strip_by_line,
)
from .rulings import DaggerMasterSum, FriendlyFire, RidersNeedDamage
from .sheet import is_prone
from .space import distance
from .stacks import gain, source_is_over
from .state import EFFECTS, HELD, QUIRKS, READIED, World
from .telling import changed, tell_base
from .weather import wind

FROM_HIDING = 3


@rule("RH-78", "RH-107", "RH-143", "RH-148")
def damage_against(ask: Ask, w: World, j: int, which: int) -> int:
    """Base and bonuses and band, as this target meets them."""
    s = w.swing
    total = s.base
    band_line = line_for(w, which)
    if s.weapon >= 0:
        tell_base(ask, w, j)
    if s.on_hit >= 0 and not (band_line >= 0 and w.lines[band_line].replaces):
        total += changed(ask, j, Cause.THE_WEAPON, w.lines[s.on_hit].damage)
    if band_line >= 0:
        total += changed(ask, j, Cause.THE_SUM, w.lines[band_line].damage)
    if s.weapon >= 0:
        total += weapon_extras(ask, w, j)
    if w.creatures[s.who].stacks[Effect.POISONED] > 0 and total > 0:
        total += changed(ask, j, Cause.POISON, -1)
    return total


@rule("RH-108", "RH-119", "RH-143", "RH-148")
def weapon_extras(ask: Ask, w: World, j: int) -> int:
    """What arts, traits and hiding add to a weapon's damage."""
    s = w.swing
    c = w.creatures[s.who]
    readied = sum(w.lines[c.next_lines[k]].damage for k in range(READIED) if c.next_lines[k] >= 0)
    total = changed(ask, j, Cause.WHAT_WAS_READIED, readied)
    if is_prone(w, j) and has_passives(w):
        total += changed(ask, j, Cause.A_PRONE_TARGET, w.weapons[s.weapon].damage_if_prone)
    for k in range(QUIRKS):
        if c.traits[k] >= 0:
            trait = w.traits[c.traits[k]]
            if w.creatures[j].stacks[Effect.MARKED] > 0:
                total += changed(ask, j, Cause.THE_MARK, trait.damage_on_marked)
            if s.double_six and not s.ranged:
                total += changed(ask, j, Cause.TWO_SIXES, trait.damage_on_double_six)
            if trait.lone_blade_damage and lone_blade(w, s.who, s.weapon):
                total += changed(ask, j, Cause.A_LONE_BLADE, trait.lone_blade_damage)
    if c.hiding == Hiding.FULLY_HIDDEN:
        total += changed(ask, j, Cause.HIDING, FROM_HIDING)
    return total


@rule("RH-78")
def shape_of(w: World, which: int) -> int:
    """Whom a swing of this band takes in."""
    line = line_for(w, which)
    if line >= 0 and w.lines[line].shape != Shape.AS_PRINTED:
        return w.lines[line].shape
    if w.swing.on_hit >= 0 and w.lines[w.swing.on_hit].shape != Shape.AS_PRINTED:
        return w.lines[w.swing.on_hit].shape
    return Shape.ONE


@rule("RH-78", "RH-162")
def is_taken_in(w: World, j: int, shape: int, reach: int) -> bool:
    """Whether a swing at its target strikes j besides (RH-R75, RH-R100)."""
    s = w.swing
    c = w.creatures[j]
    a = w.creatures[s.who]
    t = w.creatures[s.target]
    if j == s.who or not alive(w, j) or c.world:
        return False
    if c.side == a.side and w.rulings.friendly_fire == FriendlyFire.NO:
        return False
    if shape == Shape.FLANKS:
        beside = tiles_apart(c.x, c.y, t.x, t.y) == 1
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
        return 2 * aside <= far
    return aside <= far * (max(abs(ex), abs(ey)) // 2)


@rule("RH-134")
def less_on_armor(w: World, j: int, line: int) -> int:
    """Some blows do less to those in Armor."""
    c = w.creatures[j]
    armored = c.armor + c.temp_armor > 0
    return w.lines[line].less_on_armor if line >= 0 and armored else 0


@rule("RH-134")
def doubled(w: World, line: int) -> int:
    on_hit = w.swing.on_hit
    both = on_hit >= 0 and w.lines[on_hit].doubles_on_armor
    return 1 if both or (line >= 0 and w.lines[line].doubles_on_armor) else 0


@rule("RH-41")
def blow_kind(w: World, line: int) -> int:
    """Armor is passed by where the weapon, what it does on a hit or the band's line says so."""
    s = w.swing
    weapon = s.weapon >= 0 and w.weapons[s.weapon].penetrates
    hit = s.on_hit >= 0 and w.lines[s.on_hit].penetrates
    band = line >= 0 and w.lines[line].penetrates
    return Damage.PENETRATION if weapon or hit or band else Damage.ATTACK


@rule("RH-29", "RH-38", "RH-61", "RH-78")
def strike_one(ask: Ask, w: World, j: int, which: int) -> None:
    """Armor stripped, damage, stacks, movement: in that order for each one hit."""
    s = w.swing
    line = line_for(w, which)
    strip_by_line(ask, w, j, s.on_hit)
    strip_by_line(ask, w, j, line)
    if s.weapon >= 0:
        for k in range(READIED):
            strip_by_line(ask, w, j, w.creatures[s.who].next_lines[k])
    amount = damage_against(ask, w, j, which)
    if s.base > 0:
        amount = floored(w, amount)
    amount += changed(ask, j, Cause.THE_WIND, wind(w, amount))
    softer = less_on_armor(w, j, line) + less_on_armor(w, j, s.on_hit)
    amount += changed(ask, j, Cause.ARMOR, -softer)
    if not of_one_stuff(w, s.who, j):
        note(ask, Event.NOT_FELT, j, max(0, amount))
        amount = 0
    taken = hurt(ask, w, j, max(0, amount), blow_kind(w, line), s.magical, doubled(w, line))
    if taken > 0:
        use_mark(ask, w, j)
    softened = taken <= 0 and (s.weapon >= 0 or amount > 0)
    if not softened or w.rulings.riders_need_damage == RidersNeedDamage.NO:
        ride_along(ask, w, j, line)


@rule("RH-62", "RH-93", "RH-143")
def ride_along(ask: Ask, w: World, j: int, line: int) -> None:
    """What the lines give besides damage, together; then what was readied for this blow."""
    s = w.swing
    i = s.who
    plus = elemental_plus(w, i) if s.elemental and s.spent else 0
    on_hit = s.on_hit
    if line >= 0 and w.lines[line].replaces:
        on_hit = -1
    spent = s.when_spent if w.creatures[i].strain <= 0 else -1
    given = 0
    for k in range(3):
        source = on_hit if k == 0 else line if k == 1 else spent
        for place in range(EFFECTS if source >= 0 else 0):
            effect = printed(w, source, place)
            if effect >= 0 and not contains(given, effect):
                n = stacks_in(w, i, j, on_hit, effect) + stacks_in(w, i, j, line, effect)
                give_effect(ask, w, i, j, effect, n + stacks_in(w, i, j, spent, effect), plus)
                given |= 1 << effect
    remember_given(w, i, j, line)
    if s.weapon >= 0:
        ride_weapon(ask, w, i, j)
    source_is_over(w)
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
            give_stacks(ask, w, i, j, c.next_lines[k], 0)
    for k in range(QUIRKS):
        rider = w.traits[c.traits[k]].strike if c.traits[k] >= 0 else -1
        if rider >= 0 and choose(ask, w, i, Question.RIDER, 0b11) == Answer.YES:
            give_stacks(ask, w, i, j, rider, 0)


@rule("RH-143")
def move_by_readied(ask: Ask, w: World, i: int, j: int) -> None:
    c = w.creatures[i]
    for k in range(READIED):
        if c.next_lines[k] >= 0:
            move_by_line(ask, w, i, j, c.next_lines[k], 0)


@rule("RH-101", "RH-137", "RH-148")
def use_mark(ask: Ask, w: World, j: int) -> None:
    """Harming the Marked: traits may use a mark up, or give Strain back, each once a turn."""
    i = w.swing.who
    c = w.creatures[i]
    if w.creatures[j].stacks[Effect.MARKED] <= 0:
        return
    first = c.refunded & 1 == 0
    c.refunded |= 1
    for k in range(QUIRKS):
        if c.traits[k] >= 0:
            trait = w.traits[c.traits[k]]
            if first:
                refund(ask, w, i, c.traits[k], trait.refund_on_marked)
            if trait.spends_mark and w.creatures[j].stacks[Effect.MARKED] > 0:
                w.creatures[j].stacks[Effect.MARKED] -= 1
                note(ask, Event.MARK_USED, j, w.creatures[j].stacks[Effect.MARKED])


@rule("RH-78", "RH-126", "RH-143")
def after_swing(ask: Ask, w: World, which: int) -> None:
    """Last of all what the attacker does to itself, once."""
    s = w.swing
    i = s.who
    c = w.creatures[i]
    line = line_for(w, which)
    if s.on_hit >= 0 and not (line >= 0 and w.lines[line].replaces):
        for_oneself(ask, w, i, s.on_hit)
    for_oneself(ask, w, i, line)
    if s.weapon >= 0:
        if total_at(w, s.target) >= HIGH_FROM:
            place_within(ask, w, i, i, move_on_high(w, i))
        use_up(ask, w, i, s.weapon, line)
        for k in range(READIED):
            c.next_lines[k] = -1
        c.swung = s.weapon
    if c.hiding >= Hiding.HIDDEN:
        c.hiding = Hiding.SEEN
        note(ask, Event.SEEN, i)
    forget_swing(w)


@rule("RH-78")
def for_oneself(ask: Ask, w: World, i: int, line: int) -> None:
    """Stacks, a knock back and tiles of the attacker's own."""
    if line >= 0 and alive(w, i):
        for k in range(EFFECTS):
            if w.lines[line].self_stacks[k] > 0:
                gain(ask, w, i, k, w.lines[line].self_stacks[k])
        source_is_over(w)
        away = away_from(w, w.swing.target, i)
        knock_back(ask, w, i, away, w.lines[line].self_knockback)
        place_within(ask, w, i, i, w.lines[line].self_move)


@rule("RH-79", "RH-148")
def move_on_high(w: World, i: int) -> int:
    """Tiles a trait gives for a sum of 9, whatever line the weapon then has."""
    tiles = 0
    c = w.creatures[i]
    for k in range(QUIRKS):
        if c.traits[k] >= 0:
            tiles = max(tiles, w.traits[c.traits[k]].move_on_high)
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
                lay_down(w, weapon, t.x, t.y)
                note(ask, Event.THROWN, i, weapon)
            return


@rule("RH-22", "RH-29", "RH-31", "RH-78", "RH-162")
def swing(ask: Ask, w: World, raw: int, always_high: int) -> None:
    """The attack with this sum: it hits, and each one hit meets its own sum."""
    s = w.swing
    i = s.who
    s.raw = raw
    s.always_high = always_high
    aimed = band_at(w, s.target)
    if s.weapon >= 0:
        note(ask, Event.WEAPON, i, s.weapon, s.target)
    total = sum_against(w, i, s.target, raw)
    if total != raw:
        note(ask, Event.SUM, i, raw, total - raw)
    note(ask, Event.ATTACK, i, s.target, total)
    if aimed == Band.HIGH:
        note(ask, Event.HIGH, i)
    if aimed == Band.LOW:
        note(ask, Event.UNMET if s.unmet else Event.LOW, i, s.weapon)
    hit = all_struck(w, shape_of(w, aimed), swing_range(w, aimed))
    for t in range(w.n):
        j = w.order[t]
        if contains(hit, j):
            strike_one(ask, w, j, band_at(w, j))
    after_swing(ask, w, aimed)


@rule("RH-78", "RH-162", "RH-163")
def all_struck(w: World, shape: int, reach: int) -> int:
    """Whom the swing takes in, seen before anybody is moved; a gate leaves one out."""
    s = w.swing
    hit = 1 << s.target
    if shape != Shape.ONE:
        hit |= those(j for j in range(w.n) if is_taken_in(w, j, shape, reach))
    return those(j for j in members(hit) if their_gate(w, s.who, j, total_at(w, j), s.ranged))


@rule("RH-17", "RH-21", "RH-22", "RH-29", "RH-145")
def pay_and_swing(ask: Ask, w: World) -> None:
    """Which two dice, by their faces; one six will do for a master of daggers."""
    s = w.swing
    i = s.who
    pair = choose(ask, w, i, Question.PAIR, legal_pairs(w))
    give_pair(ask, w, i, pair)
    if pair == Pair.SIX_ALONE:
        high = w.rulings.dagger_master_sum == DaggerMasterSum.HIGH
        swing(ask, w, one_six_counts(w), 1 if high else 0)
        return
    s.double_six = 1 if PAIR_A[pair] == 6 and PAIR_B[pair] == 6 else 0
    swing(ask, w, sum_of(pair), 0)


@rule("RH-22", "RH-26", "RH-78")
def attack(ask: Ask, w: World, i: int) -> None:
    """With what, whom, and with which dice; one weapon alone is the one that can be used."""
    held = weapons_held(w, i)
    usable = held if is_single(held) else usable_weapons(w, i)
    weapon = choose(ask, w, i, Question.WEAPON, usable)
    j = choose(ask, w, i, Question.TARGET, targets_for(w, i, weapon))
    ready_weapon(w, i, j, weapon)
    pay_and_swing(ask, w)
