"""Spells: named in phase 1, cast in phase 5 with Magic Dice."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, choose, note, roll, rule
from affray.rules.masks import contains, members, smallest
from affray.rules.pools import D6

from .actions import heal, stop_bleeding
from .attack import NATURAL_1, NATURAL_20
from .blows import begin_settling, break_concentration, dent, hurt, locations_of
from .body import able, hostile, present, suffers
from .events import Event
from .inventory import hand_works, has, notch
from .kinds import (
    Act,
    Answer,
    Carry,
    Condition,
    Location,
    Property,
    Question,
    Roll,
    SpellKind,
    Why,
)
from .morale import FEARLESS, morale_number, run_away
from .reach import can_aim_at
from .rulings import AutoHitMargin, MdRollOnMiss
from .space import in_melee, is_near
from .spell_rolls import (
    attacks,
    falls_short,
    hits_target,
    roll_magic,
    tell_short,
    tell_spell_number,
    value_against,
)
from .state import ITEMS, World

MOST_DICE = 4
SLOWING_SUM = 8


@rule("PL-111")
def focus_place(w: World, i: int) -> int:
    """The place of an arcane focus in hand or ready, or -1."""
    c = w.creatures[i]
    return first(
        k
        for k in range(ITEMS)
        if (c.gear[k] >= 0 and c.carried[k] <= Carry.EQUIPPED) and has(w, c.gear[k], Property.FOCUS)
    )


@rule("PL-104", "PL-105", "PL-111")
def can_speak_spells(w: World, i: int) -> bool:
    """A tongue, and a hand for the focus."""
    hand = hand_works(w, i, Carry.RIGHT) or hand_works(w, i, Carry.LEFT)
    return hand and focus_place(w, i) >= 0 and not suffers(w, i, Condition.JAW_DISABLED)


@rule("PL-4", "PL-111")
def spells_known(w: World, i: int) -> int:
    """What can be declared in phase 1."""
    c = w.creatures[i]
    mask = those(s for s in c.spells if s >= 0 and (not w.spells[s].needs_fire or holds_fire(w, i)))
    return mask if mask and can_speak_spells(w, i) else 0


@rule("PL-116")
def holds_fire(w: World, i: int) -> bool:
    """Whether a fire is held up by concentration."""
    s = w.creatures[i].concentrates
    return s >= 0 and w.spells[s].does == SpellKind.BURN


@rule("PL-4", "PL-11")
def declare_spell(ask: Ask, w: World, i: int) -> None:
    """Whether to cast this round, and what."""
    c = w.creatures[i]
    if c.fleeing or not able(w, i):
        return
    known = spells_known(w, i)
    if known == 0:
        return
    s = w.sealed[i]
    s.cast = choose(ask, w, i, Question.CAST, 0b11)
    if s.cast == Answer.YES:
        s.spell = choose(ask, w, i, Question.SPELL, known)


@rule("PL-4", "PL-134")
def reveal_spells(ask: Ask, w: World) -> None:
    for i in range(w.n):
        s = w.sealed[i]
        if s.cast == Answer.YES:
            w.creatures[i].declared_spell = s.spell
            note(ask, Event.SPELL_DECLARED, i, s.spell)
        s.cast = 0
        s.spell = -1


@rule("PL-112", "PL-115", "PL-116")
def range_of(w: World, s: int, n: int) -> int:
    return w.spells[s].ranges[max(1, n) - 1]


@rule("PL-108", "PL-115", "PL-116", "PL-138")
def in_spell_range(w: World, i: int, s: int, n: int) -> int:
    """Whom a spell can be meant for: enemies, or friends for a kindness."""
    kind = w.spells[s].does
    kind_one = kind == SpellKind.WARD or kind == SpellKind.HEAL
    return those(
        j
        for j in range(w.n)
        if (hostile(w, i, j) != kind_one and present(w, j) and can_aim_at(w, i, j))
        and is_near(w, i, j, range_of(w, s, n))
    )


@rule("PL-112", "PL-113")
def most_dice(w: World, i: int) -> int:
    """How many dice can be invested; with none left a cantrip counts as one."""
    return max(1, min(MOST_DICE, w.creatures[i].magic_left))


@rule("PL-112", "PL-113")
def dice_options(w: World, i: int, s: int, j: int) -> int:
    """How many dice reach that far; 0 is a cantrip, for those who have none left."""
    if w.creatures[i].magic_left <= 0:
        return 1
    return those(
        n for n in range(1, most_dice(w, i) + 1) if j < 0 or is_near(w, i, j, range_of(w, s, n))
    )


@rule("PL-23", "PL-104", "PL-111", "PL-116")
def can_begin(w: World, i: int) -> bool:
    """Words, hands, and a fire that still burns where the spell named needs one."""
    c = w.creatures[i]
    if not able(w, i) or c.fleeing or not can_speak_spells(w, i):
        return False
    return not w.spells[c.declared_spell].needs_fire or holds_fire(w, i)


@rule("PL-8", "PL-104", "PL-112", "PL-115")
def declare_casting(ask: Ask, w: World, i: int) -> None:
    """Target, dice and place, for the spell that was named; with no target or no words for it
    it is lost, and nothing is asked."""
    s = w.creatures[i].declared_spell
    sealed = w.sealed[i]
    reached = in_spell_range(w, i, s, most_dice(w, i))
    if reached == 0 or not can_begin(w, i):
        return
    sealed.act = Act.CAST
    if w.spells[s].does == SpellKind.ENGULF:
        sealed.others = reached
        sealed.targets[0] = smallest(reached)
        sealed.dice = choose(ask, w, i, Question.DICE, dice_options(w, i, s, -1))
    else:
        j = choose(ask, w, i, Question.TARGET, reached)
        sealed.targets[0] = j
        sealed.others = 1 << j
        sealed.dice = choose(ask, w, i, Question.DICE, dice_options(w, i, s, j))
        if w.spells[s].target_a_die:
            declare_more(ask, w, i, s, sealed.dice)
    if w.spells[s].does <= SpellKind.BURN:
        where = locations_of(w, sealed.targets[0])
        sealed.locations[0] = choose(ask, w, i, Question.LOCATION, where)


@rule("PL-4", "PL-8", "PL-104", "PL-115")
def tell_uncast(ask: Ask, w: World) -> None:
    """Why a spell that was named is not cast."""
    for i in range(w.n):
        if w.creatures[i].declared_spell >= 0 and present(w, i) and w.sealed[i].act != Act.CAST:
            why = Why.UNABLE if not able(w, i) else Why.NO_WORDS
            note(ask, Event.VOID, i, Why.NOBODY if can_begin(w, i) else why, -1)


@rule("PL-115", "PL-116")
def declare_more(ask: Ask, w: World, i: int, s: int, n: int) -> None:
    """Further targets, as many in all as dice."""
    sealed = w.sealed[i]
    for _ in range(1, n):
        left = in_spell_range(w, i, s, n) & ~sealed.others
        if left == 0 or choose(ask, w, i, Question.MORE, 0b11) == Answer.NO:
            return
        sealed.others |= 1 << choose(ask, w, i, Question.TARGET, left)


@rule("PL-14", "PL-111", "PL-115")
def spell_targets(w: World, e: int) -> int:
    """Those of the chosen who are still there and in range."""
    entry = w.queue[e]
    s = w.creatures[entry.who].declared_spell
    if w.spells[s].does == SpellKind.ENGULF:
        return engulfed(w, entry.who)
    return entry.others & in_spell_range(w, entry.who, s, entry.dice)


@rule("PL-116")
def engulfed(w: World, i: int) -> int:
    """Everybody in melee range, friends too."""
    return those(j for j in range(w.n) if j != i and present(w, j) and in_melee(w, i, j))


@rule("PL-14", "PL-23", "PL-111", "PL-116")
def can_still_cast(w: World, e: int) -> bool:
    """All that it takes to cast, and somebody to cast at."""
    return can_begin(w, w.queue[e].who) and spell_targets(w, e) != 0


@rule("PL-112", "PL-115")
def magic_is_rolled(w: World, e: int) -> bool:
    """On every cast, or only on one that hits somebody (PL-R89)."""
    if w.rulings.md_roll_on_miss == MdRollOnMiss.YES:
        return True
    if w.spells[w.creatures[w.queue[e].who].declared_spell].does > SpellKind.BURN:
        return not falls_short(w, e)
    return any(contains(w.queue[e].others, j) and hits_target(w, e, j) for j in range(w.n))


@rule("PL-51", "PL-115")
def fumbles(ask: Ask, w: World, e: int) -> bool:
    """A natural 1 against any of its targets; those it was rolled against are missed."""
    entry = w.queue[e]
    missed = those(
        j for j in range(w.n) if attacks(w, e, j) and value_against(w, e, j) == NATURAL_1
    )
    for j in members(missed):
        note(ask, Event.NATURAL_ONE, entry.who, j)
    entry.others &= ~missed
    return missed != 0


@rule("PL-51", "PL-110", "PL-115")
def fumbled_spell(ask: Ask, w: World, i: int) -> None:
    """An overcharged focus takes a Notch."""
    note(ask, Event.FUMBLE, i)
    k = focus_place(w, i)
    if k >= 0:
        notch(ask, w, i, k)


@rule("PL-8", "PL-114", "PL-115", "PL-138")
def cast_now(ask: Ask, w: World, e: int) -> bool:
    """The cast: dice first, then one target a step; True when it is over."""
    entry = w.queue[e]
    i = entry.who
    s = w.creatures[i].declared_spell
    if not entry.cast:
        entry.cast = 1
        note(ask, Event.CAST, i, s, entry.dice)
        if w.spells[s].concentration:
            break_concentration(ask, w, i)
        if magic_is_rolled(w, e):
            roll_magic(ask, w, e)
        if fumbles(ask, w, e):
            fumbled_spell(ask, w, i)
        if falls_short(w, e):
            tell_short(ask, w, e)
            return True
        if entry.others == 0:
            return True
    j = smallest(entry.others)
    entry.others &= ~(1 << j)
    affect(ask, w, e, j)
    return entry.others == 0


@rule("PL-114", "PL-116", "PL-138")
def affect(ask: Ask, w: World, e: int, j: int) -> None:
    """What the spell does to one of its targets."""
    entry = w.queue[e]
    i = entry.who
    s = w.creatures[i].declared_spell
    spell = w.spells[s]
    if spell.does <= SpellKind.BURN:
        spell_attack(ask, w, e, j)
    elif spell.does == SpellKind.WARD:
        w.creatures[j].ward = max(1, entry.dice)
        w.creatures[j].ward_until = w.round + 1
        note(ask, Event.WARDED, j, max(1, entry.dice))
        note(ask, Event.LASTS, j, w.round + 1)
    elif spell.does == SpellKind.HEAL:
        heal(ask, w, j, entry.sum)
        if entry.dice >= 2:
            stop_bleeding(ask, w, j)
    elif spell.does == SpellKind.DREAD:
        dread(ask, w, j)
    else:
        w.dark_by = i
        w.dark_x = w.creatures[j].x
        w.dark_y = w.creatures[j].y
        note(ask, Event.DARKNESS, i, j)
        hold_up(ask, w, i)


@rule("PL-114")
def hold_up(ask: Ask, w: World, i: int) -> None:
    """From now on the caster keeps the spell going."""
    c = w.creatures[i]
    if c.concentrates != c.declared_spell:
        note(ask, Event.HOLDS_UP, i, c.declared_spell)
    c.concentrates = c.declared_spell


@rule("PL-21")
def dread(ask: Ask, w: World, j: int) -> None:
    """One monster checks its morale at once."""
    morale = morale_number(w, j)
    rolled = roll(ask, Roll.MORALE, j, 2 * D6) if morale < FEARLESS else 0
    if rolled > morale:
        run_away(ask, w, j, rolled)
    else:
        note(ask, Event.NERVE_HOLDS, j, morale)


@rule("PL-41", "PL-115")
def place_struck(w: World, j: int, declared: int) -> int:
    """The place that was declared; a target without such a limb is struck in the body."""
    return declared if contains(locations_of(w, j), declared) else Location.TORSO


@rule("PL-33", "PL-34", "PL-36", "PL-47", "PL-48", "PL-51", "PL-115", "PL-116", "PL-125")
def spell_attack(ask: Ask, w: World, e: int, j: int) -> None:
    """As an arrow: margin and dice together, a Wound and a Notch on a natural 20."""
    entry = w.queue[e]
    i = entry.who
    value = value_against(w, e, j)
    spell = w.spells[w.creatures[i].declared_spell]
    number = entry.numbers[j]
    hit = hits_target(w, e, j)
    tell_spell_number(ask, w, e, j)
    if w.creatures[j].feinted and spell.does == SpellKind.ENGULF:
        note(ask, Event.GUARD_UP, j)
    w.creatures[j].feinted = 0
    if not hit:
        note(ask, Event.MISS, i, value, number)
        return
    if spell.fire and w.creatures[j].raging:
        note(ask, Event.IMMUNE, j, i)
        if value == NATURAL_20:
            dent(w, j)
        return
    note(ask, Event.HIT, i, value, number)
    spell_harm(ask, w, e, j, value)
    if spell.slows and entry.sum >= SLOWING_SUM:
        w.creatures[j].slowed_until = w.round + 1
        note(ask, Event.SLOWED, j)
        note(ask, Event.LASTS, j, w.round + 1)


@rule("PL-33", "PL-34", "PL-47", "PL-48", "PL-51", "PL-125")
def spell_harm(ask: Ask, w: World, e: int, j: int, value: int) -> None:
    """What a spell does that has hit: margin and dice, or a fire that burns on."""
    entry = w.queue[e]
    i = entry.who
    spell = w.spells[w.creatures[i].declared_spell]
    margin = value - entry.numbers[j]
    if w.rulings.auto_hit_margin == AutoHitMargin.FLOOR_ZERO:
        margin = max(0, margin)
    damage = max(1, margin + entry.sum)
    if spell.does != SpellKind.BURN:
        note(ask, Event.HARMS_BY_MAGIC, i, margin, entry.sum)
    else:
        damage = 0
        w.creatures[j].burning_by = i
        note(ask, Event.BURNING, j)
        hold_up(ask, w, i)
    if damage == 0:
        break_concentration(ask, w, j)
    if damage > 0 or value == NATURAL_20:
        hurt(ask, w, i, j, damage)
        w.blow.location = place_struck(w, j, entry.location)
        if value == NATURAL_20:
            w.blow.critical = 1
            w.blow.natural = 1
            note(ask, Event.CRITICAL, i, j)
        begin_settling(w)
