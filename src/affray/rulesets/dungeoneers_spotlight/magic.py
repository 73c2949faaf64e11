"""Spellcast: which spells, on whom, for how much arca."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import members

from .events import Event
from .kinds import ItemKind, Question, Slot, SpellRange
from .rulings import (
    AmbientArca,
    AmbientCoversSpellbane,
    AttackTargets,
    ExtraArcaMinimum,
    SpellReach,
)
from .sheet import (
    alive,
    attackable,
    free_hands,
    hostile,
    reach,
    spellbane,
    threat_range,
)
from .space import (
    VERY_HIGH,
    distance,
    distance_to,
    floor_at,
    quarters_taken,
    sees,
    sees_tile,
    solid,
)
from .state import BLOCKS, CARRIED, EQUIPPED, RUNES, World
from .tokens import can_pay, price

MOST_OFFERED = 60


@rule("DS-71", "DS-72", "DS-73")
def known_spells(w: World, i: int) -> int:
    """Cantrips on the body, and the one spell of each equipped tome."""
    c = w.creatures[i]
    return those(s for s in c.cantrips if s >= 0) | those(
        w.items[g].spell for g in c.equipped if g >= 0 and w.items[g].spell >= 0
    )


@rule("DS-75", "DS-126")
def baseline(w: World, i: int, spell: int) -> int:
    """What must be spent: the printed arca and all spellbane."""
    return w.spells[spell].arca + spellbane(w, i)


@rule("DS-77", "DS-126", "DS-152")
def ambient_for(w: World, i: int, spell: int) -> int:
    """How much of a baseline the place can pay, with spellbane or without (DS-R74, DS-R75)."""
    how = w.rulings.ambient_arca
    if how == AmbientArca.NONE:
        return 0
    printed = w.rulings.ambient_covers_spellbane == AmbientCoversSpellbane.NO
    cost = w.spells[spell].arca if printed else baseline(w, i, spell)
    most = min(cost, MOST_OFFERED)
    return most if how == AmbientArca.UNLIMITED else min(most, w.ambient)


@rule("DS-76")
def least_extra(w: World, spell: int) -> int:
    """Nothing has to be added, unless the table reads it so (DS-R73)."""
    asks = w.rulings.extra_arca_minimum == ExtraArcaMinimum.ONE
    return 1 if asks and w.spells[spell].attack and w.spells[spell].per > 0 else 0


@rule("DS-75", "DS-76", "DS-77", "DS-152")
def most_extra(w: World, i: int, spell: int) -> int:
    """Own arca beyond what is left of the baseline; below 0 the spell cannot be cast."""
    own = baseline(w, i, spell) - ambient_for(w, i, spell)
    left = w.creatures[i].arca - max(0, own)
    if w.spells[spell].per == 0 and left > 0:
        return 0
    return min(left, MOST_OFFERED)


@rule("DS-78")
def spell_range(w: World, i: int, spell: int) -> int:
    """In tiles; nothing for the caster alone (DS-R76)."""
    s = w.spells[spell]
    if s.range == SpellRange.TILES:
        return s.tiles
    if s.range == SpellRange.SELF:
        return 0
    if w.rulings.spell_reach == SpellReach.THREAT_RANGE:
        return threat_range(w, i)
    return reach(w, i)


@rule("DS-78", "DS-79")
def helps_foes(w: World) -> bool:
    """The text keeps no spell for friends; a table may play it so (DS-R95)."""
    return w.rulings.attack_targets == AttackTargets.ANY


@rule("DS-78", "DS-79", "DS-86")
def can_target(w: World, i: int, j: int, spell: int) -> bool:
    """A foe for an attack (DS-R95), a friend for help, within range and in sight."""
    s = w.spells[spell]
    if not alive(w, j) or (s.range == SpellRange.SELF and j != i):
        return False
    if s.attack and not attackable(w, i, j):
        return False
    if not s.attack and hostile(w, i, j) and not helps_foes(w):
        return False
    return i == j or (distance(w, i, j) <= spell_range(w, i, spell) and sees(w, i, j))


@rule("DS-79")
def spell_targets(w: World, i: int, spell: int) -> int:
    return those(j for j in range(w.n) if can_target(w, i, j, spell))


@rule("DS-78", "DS-79")
def can_mark(w: World, i: int, x: int, y: int, spell: int) -> bool:
    """A tile in range and in sight; an obstacle needs an empty one."""
    z = floor_at(w, x, y)
    if solid(w, x, y) or z == VERY_HIGH:
        return False
    if distance_to(w, i, x, y, z) > spell_range(w, i, spell) or not sees_tile(w, i, x, y):
        return False
    return not w.spells[spell].obstacle or is_empty(w, x, y)


@rule("DS-38")
def is_empty(w: World, x: int, y: int) -> bool:
    return not any(
        alive(w, k) and quarters_taken(w, x, y, w.creatures[k].z, 0) > 0 for k in range(w.n)
    )


@rule("DS-79")
def spell_columns(w: World, i: int, spell: int) -> int:
    return those(x for x in range(w.width) if spell_rows(w, i, x, spell))


@rule("DS-79")
def can_mark_any(w: World, i: int, spell: int) -> bool:
    return any(any(can_mark(w, i, x, y, spell) for x in range(w.width)) for y in range(w.height))


@rule("DS-79")
def spell_rows(w: World, i: int, x: int, spell: int) -> int:
    return those(y for y in range(w.height) if can_mark(w, i, x, y, spell))


@rule("DS-84")
def room_for(w: World, spell: int) -> bool:
    """Whether one more rune or obstacle can be kept in mind."""
    s = w.spells[spell]
    if s.lies_in_wait:
        return any(w.runes[k].spell < 0 for k in range(RUNES))
    if s.obstacle:
        return any(w.blocks[k].until == 0 for k in range(BLOCKS))
    return True


@rule("DS-71", "DS-75", "DS-79", "DS-19")
def can_cast(w: World, i: int, spell: int, act: int) -> bool:
    """A spell that can be paid for and kept in mind, and somebody or somewhere to cast it."""
    s = w.spells[spell]
    if not can_pay(w, i, price(w, act, spell)):
        return False
    most = most_extra(w, i, spell)
    if most < 0 or most < least_extra(w, spell) or not room_for(w, spell):
        return False
    if s.swaps:
        return swappable(w, i) != 0
    if s.at_tile:
        return can_mark_any(w, i, spell)
    return any(can_target(w, i, j, spell) for j in range(w.n))


@rule("DS-71", "DS-19")
def castable(w: World, i: int, act: int) -> int:
    known = known_spells(w, i)
    return those(k for k in members(known) if can_cast(w, i, k, act))


@rule("DS-71", "DS-19")
def can_cast_any(w: World, i: int, act: int) -> bool:
    known = known_spells(w, i)
    return any(can_cast(w, i, k, act) for k in members(known))


@rule("DS-71", "DS-78", "DS-79")
def declare_spell(ask: Ask, w: World, i: int, act: int) -> None:
    """Which spell, and on whom or where."""
    m = w.move
    m.spell = choose(ask, w, i, Question.SPELL, castable(w, i, act))
    s = w.spells[m.spell]
    if s.swaps:
        m.item = choose(ask, w, i, Question.ITEM, swappable(w, i))
    elif s.at_tile:
        m.x = choose(ask, w, i, Question.COLUMN, spell_columns(w, i, m.spell))
        m.y = choose(ask, w, i, Question.ROW, spell_rows(w, i, m.x, m.spell))
    else:
        m.target = choose(ask, w, i, Question.TARGET, spell_targets(w, i, m.spell))


@rule("DS-76", "DS-77", "DS-81", "DS-152")
def decide_arca(ask: Ask, w: World, i: int) -> None:
    """Extra arca is fixed before the hit is known; the place may pay some of the baseline."""
    m = w.move
    spell = m.spell
    least = least_extra(w, spell)
    extras = (1 << (most_extra(w, i, spell) + 1)) - (1 << least)
    m.extra = choose(ask, w, i, Question.EXTRA, extras)
    cost = baseline(w, i, spell)
    place = ambient_for(w, i, spell)
    if place > 0:
        short = max(0, cost + m.extra - w.creatures[i].arca)
        m.ambient = choose(ask, w, i, Question.AMBIENT, (1 << (place + 1)) - (1 << short))


@rule("DS-75", "DS-77", "DS-81", "DS-143")
def pay_arca(ask: Ask, w: World, i: int) -> None:
    """Both leave the pool before the roll, hit or miss."""
    m = w.move
    tell_spellbane(ask, w, i)
    own = baseline(w, i, m.spell) + m.extra - m.ambient
    w.creatures[i].arca -= own
    if m.ambient > 0:
        note(ask, Event.DRAWS, i, m.ambient)
    if own > 0:
        note(ask, Event.SPENDS, i, own, w.creatures[i].arca)
    if w.rulings.ambient_arca == AmbientArca.SCENE_POOL:
        w.ambient -= m.ambient


@rule("DS-126")
def tell_spellbane(ask: Ask, w: World, i: int) -> None:
    """What gear adds to the arca, by its name."""
    for k in range(EQUIPPED):
        g = w.creatures[i].equipped[k]
        if g >= 0 and w.items[g].spellbane > 0:
            note(ask, Event.SPELLBANE, i, w.items[g].spellbane, g)


@rule("DS-147")
def full_steps(w: World, spell: int, extra: int) -> int:
    """Extra arca counts in full steps; a rest is lost."""
    per = w.spells[spell].per
    return extra // per if per > 0 else 0


@rule("DS-116", "DS-121")
def hands_for_gear(w: World, i: int) -> int:
    """Wield slots that are free or hold something equipped, which can go into the bag."""
    c = w.creatures[i]
    return free_hands(w, i) + sum(w.items[g].hands for g in c.equipped if g >= 0)


@rule("DS-116", "DS-121")
def swappable(w: World, i: int) -> int:
    """Carried things that could be worn if what is in their way went into the bag."""
    mask = 0
    hands = hands_for_gear(w, i)
    for k in range(CARRIED):
        g = w.creatures[i].carried[k]
        wears = g >= 0 and w.items[g].kind != ItemKind.POTION
        if wears and (w.items[g].slot != Slot.WIELD or w.items[g].hands <= hands):
            mask |= 1 << g
    return mask
