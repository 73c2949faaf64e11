"""Attacks: no roll to hit; the sum of the two dice given says what they do."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.grid import tiles_apart
from affray.rules.masks import contains, is_single, members

from .aim import (
    HIGH_FROM,
    band_at,
    for_the_mark,
    forget_swing,
    least_sum,
    legal_pairs,
    line_for,
    one_six_counts,
    ready_weapon,
    sum_against,
    sum_bonus,
    swing_range,
    targets_for,
    their_gate,
    total_at,
    usable_weapons,
    weapons_held,
)
from .blow import blow_kind, damage_against, doubled, is_to_harm, less_on_armor
from .dice import PAIR_A, PAIR_B, give_pair, sum_of
from .events import Event
from .forced import away_from, knock_back, lay_down, place_within
from .harm import alive, floored, hurt, of_one_stuff, refund
from .kinds import Answer, Band, Cause, Effect, Hiding, Pair, Question, Shape
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
from .space import distance
from .stacks import gain, source_is_over
from .state import EFFECTS, HELD, QUIRKS, READIED, World
from .telling import changed
from .weather import wind


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
    elif amount <= 0 and is_to_harm(w, line):
        note(ask, Event.NOTHING_LEFT, j)
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
        may = rider >= 0 and alive(w, j)
        if may and choose(ask, w, i, Question.RIDER, 0b11) == Answer.YES:
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
    c = w.creatures[i]
    return max((w.traits[t].move_on_high for t in c.traits if t >= 0), default=0)


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


@rule("RH-29", "RH-101", "RH-148")
def tell_sum(ask: Ask, w: World, j: int) -> None:
    """What the mark on j adds to the dice, and what each trait makes of it."""
    s = w.swing
    mark = for_the_mark(w, j)
    if mark <= 0:
        return
    note(ask, Event.SUM, s.who, s.raw, mark)
    c = w.creatures[s.who]
    for k in range(QUIRKS):
        if c.traits[k] >= 0 and w.traits[c.traits[k]].sum_on_marked:
            note(ask, Event.ON_SUM, s.who, c.traits[k], w.traits[c.traits[k]].sum_on_marked)
    least = least_sum(w, s.who, j)
    for k in range(QUIRKS if s.raw + sum_bonus(w, s.who, j) < least else 0):
        if c.traits[k] >= 0 and w.traits[c.traits[k]].least_sum_on_marked == least:
            note(ask, Event.LEAST_SUM, s.who, c.traits[k], least)


@rule("RH-22", "RH-29", "RH-31", "RH-78", "RH-162")
def swing(ask: Ask, w: World, raw: int, always_high: int) -> None:
    """The attack with this sum: it hits, and each one hit meets its own sum."""
    s = w.swing
    i = s.who
    s.raw = raw
    s.always_high = always_high
    aimed = band_at(w, s.target)
    if s.weapon >= 0:
        note(ask, Event.THROWS if s.thrown else Event.WEAPON, i, s.weapon, s.target)
    total = sum_against(w, i, s.target, raw)
    tell_sum(ask, w, s.target)
    note(ask, Event.ATTACK, i, s.target, total)
    if aimed == Band.HIGH:
        note(ask, Event.HIGH, i)
    if aimed == Band.LOW:
        note(ask, Event.UNMET if s.unmet else Event.LOW, i, s.weapon)
    hit = all_struck(w, shape_of(w, aimed), swing_range(w, aimed))
    for t in range(w.n):
        j = w.order[t]
        if contains(hit, j):
            if total_at(w, j) != total_at(w, s.target):
                tell_sum(ask, w, j)
                note(ask, Event.SUM_AGAINST, i, j, total_at(w, j))
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


@rule("RH-21", "RH-145")
def tell_six(ask: Ask, w: World, high: bool) -> None:
    """By which trait one six does, and what it counts as."""
    s = w.swing
    for k in range(QUIRKS):
        t = w.creatures[s.who].traits[k]
        if t >= 0 and w.traits[t].single_six & w.weapons[s.weapon].tags:
            if high:
                note(ask, Event.SIX_IS_HIGH, s.who, t)
            else:
                note(ask, Event.SIX_IS, s.who, t, one_six_counts(w))
            return


@rule("RH-17", "RH-21", "RH-22", "RH-29", "RH-145")
def pay_and_swing(ask: Ask, w: World) -> None:
    """Which two dice, by their faces; one six will do for a master of daggers."""
    s = w.swing
    i = s.who
    pair = choose(ask, w, i, Question.PAIR, legal_pairs(w))
    give_pair(ask, w, i, pair)
    if pair == Pair.SIX_ALONE:
        high = w.rulings.dagger_master_sum == DaggerMasterSum.HIGH
        tell_six(ask, w, high)
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
