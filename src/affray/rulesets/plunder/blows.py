"""Hits, Wounds and death: a blow is dealt at once and its Wounds are settled step by step."""

from affray.rules.ask import Ask, note, rule

from .abilities import is_monster, slots
from .body import burden, counted_wounds, is_full, present, wound_limit
from .events import Event
from .inventory import in_hand, lay_down
from .kinds import Anatomy, AttackType, Location, Phase, Special, Unsettled
from .rulings import Anatomy as AnatomyRuling
from .rulings import SpellDisruption, WoundLookup, WoundTrigger
from .state import ITEMS, World

EVERYWHERE = 0b111111
EDGED = 1 << AttackType.SLASH | 1 << AttackType.STAB


@rule("PL-41")
def locations_of(w: World, j: int) -> int:
    """Where a creature can be hit; a shapeless one has no limbs, unless all have (PL-R100)."""
    by_kind = w.rulings.anatomy == AnatomyRuling.PER_KIND
    shapeless = w.creatures[j].anatomy == Anatomy.AMORPHOUS
    return 1 << Location.TORSO if by_kind and shapeless else EVERYWHERE


@rule("PL-64", "PL-65")
def end_grapple(w: World, i: int) -> None:
    c = w.creatures[i]
    if c.partner >= 0:
        other = w.creatures[c.partner]
        other.partner = -1
        other.holds = 0
        other.held_since = 0
        c.partner = -1
        c.holds = 0
        c.held_since = 0


@rule("PL-64", "PL-65")
def part(ask: Ask, w: World, i: int) -> None:
    """A grapple that ends for what has become of one of the two."""
    if w.creatures[i].partner >= 0:
        note(ask, Event.APART, i, w.creatures[i].partner)
        end_grapple(w, i)


@rule("PL-65")
def let_go(ask: Ask, w: World, i: int) -> None:
    """Who began the grapple ends it, for nothing."""
    if w.creatures[i].partner >= 0:
        note(ask, Event.LET_GO, i, w.creatures[i].partner)
        end_grapple(w, i)


@rule("PL-114")
def break_concentration(ask: Ask, w: World, i: int) -> None:
    """What the caster held up ends: fire goes out, darkness lifts."""
    if w.creatures[i].concentrates >= 0:
        note(ask, Event.LAPSES, i, w.creatures[i].concentrates)
    w.creatures[i].concentrates = -1
    for j in range(w.n):
        if w.creatures[j].burning_by == i:
            w.creatures[j].burning_by = -1
            if present(w, j):
                note(ask, Event.GOES_OUT, j)
    if w.dark_by == i:
        note(ask, Event.LIGHT_AGAIN, i)
        w.dark_by = -1
        w.dark_x = 0
        w.dark_y = 0


@rule("PL-58", "PL-59", "PL-60", "PL-133")
def die(ask: Ask, w: World, i: int) -> None:
    """The dead let go of everything where they lie."""
    c = w.creatures[i]
    c.dead = 1
    if w.blow.striker >= 0 and w.blow.victim == i:
        note(ask, Event.KILLED, i, w.blow.striker)
    else:
        note(ask, Event.DEAD, i)
    part(ask, w, i)
    break_concentration(ask, w, i)
    drop_everything(ask, w, i, 0)


@rule("PL-105", "PL-108", "PL-133")
def drop_everything(ask: Ask, w: World, i: int, flinging: int) -> None:
    """All that is held falls, but for what an arm (1 right, 2 left) is about to fling."""
    c = w.creatures[i]
    for k in range(ITEMS):
        if in_hand(w, i, k) and (c.carried[k] + 1) & flinging == 0:
            note(ask, Event.DROPPED, i, c.gear[k])
            lay_down(w, i, k, c.x, c.y)


@rule("PL-4", "PL-114")
def disrupt(ask: Ask, w: World, i: int, is_wound: bool) -> None:
    """Whether a hit before phase 5 loses a declared spell, and the action with it (PL-R86)."""
    c = w.creatures[i]
    how = w.rulings.spell_disruption
    lost = how == SpellDisruption.ON_HIT or (how == SpellDisruption.ON_WOUND and is_wound)
    if lost and c.declared_spell >= 0 and w.phase < Phase.SPELLS:
        note(ask, Event.LOST_SPELL, i, c.declared_spell)
        c.declared_spell = -1
        c.acted = 1


@rule("PL-55", "PL-56")
def wounds_at_zero(w: World, j: int, before: int, damage: int) -> bool:
    """Whether damage gives a Wound for leaving nothing (PL-R56)."""
    if w.rulings.wound_trigger == WoundTrigger.BELOW_ZERO:
        return damage > before
    return w.creatures[j].hp == 0


@rule("PL-36", "PL-53", "PL-55", "PL-114")
def hurt(ask: Ask, w: World, striker: int, victim: int, damage: int) -> None:
    """Hit Points go down, and a blow begins whose Wounds are settled next."""
    c = w.creatures[victim]
    before = c.hp
    c.hp = max(0, c.hp - damage)
    if damage > 0:
        note(ask, Event.DAMAGE, victim, damage, c.hp)
    if striker >= 0:
        break_concentration(ask, w, victim)
        disrupt(ask, w, victim, False)
    b = w.blow
    b.striker = striker
    b.victim = victim
    b.damage = damage
    b.lookup = damage
    if w.rulings.wound_lookup == WoundLookup.OVERFLOW:
        b.lookup = damage - before
    b.location = Location.TORSO
    b.type = AttackType.UNTYPED
    b.stage = Unsettled.NONE
    if damage > 0 and present(w, victim) and wounds_at_zero(w, victim, before, damage):
        b.stage = Unsettled.ZERO


@rule("PL-36")
def begin_settling(w: World) -> None:
    """What of a blow is due first, if anything is; the dead suffer only the Notches."""
    b = w.blow
    here = present(w, b.victim)
    if b.stage == Unsettled.ZERO:
        return
    if b.critical and here:
        b.stage = Unsettled.CRITICAL
    elif b.special != Special.NONE and here:
        b.stage = Unsettled.SAVE
    elif b.natural:
        b.stage = Unsettled.NOTCHES
    else:
        forget_blow(w)


@rule("PL-50", "PL-125")
def dent(w: World, j: int) -> None:
    """A natural 20 that does no harm notches the armor all the same."""
    w.blow.victim = j
    w.blow.natural = 1
    begin_settling(w)


@rule("PL-61", "PL-97")
def types_held(w: World, i: int) -> int:
    """The attack types of what a striker holds; bare hands slam, beasts have none."""
    c = w.creatures[i]
    mask = 0
    for k in range(ITEMS):
        if in_hand(w, i, k):
            mask |= w.gear[c.gear[k]].types
    mask &= ~(1 << AttackType.SHOOT)
    if mask == 0:
        return 1 << AttackType.UNTYPED if c.routine[0] >= 0 else 1 << AttackType.SLAM
    return mask


@rule("PL-61", "PL-125")
def types_felt(w: World, striker: int, victim: int) -> int:
    """Of what the striker holds, what the other feels: the berserker no edge of iron."""
    held = types_held(w, striker)
    return held & ~EDGED if w.creatures[victim].raging else held


@rule("PL-24", "PL-61", "PL-64", "PL-68", "PL-85", "PL-125")
def strike_back(ask: Ask, w: World, striker: int, victim: int, damage: int) -> None:
    """A hit nobody aimed: exactly the damage the rule names; the striker sets the rest."""
    if types_felt(w, striker, victim) == 0:
        note(ask, Event.IMMUNE, victim, striker)
        return
    note(ask, Event.STRUCK, striker, victim, damage)
    hurt(ask, w, striker, victim, damage)
    w.blow.open = 1
    begin_settling(w)


@rule("PL-58", "PL-60")
def check_death(ask: Ask, w: World, j: int) -> None:
    """Too many Wounds for a monster, or no slot left that is not a Wound or Exhaustion."""
    if not present(w, j) or not is_full(w, j):
        return
    if is_monster(w, j):
        note(ask, Event.NO_ROOM, j, counted_wounds(w, j), wound_limit(w, j))
    else:
        filled = counted_wounds(w, j) + w.creatures[j].exhaustion
        note(ask, Event.SLOTS_FULL, j, filled, slots(w, j) - burden(w, j))
    die(ask, w, j)


@rule("PL-59")
def die_at_once(ask: Ask, w: World, j: int, damage: int) -> None:
    note(ask, Event.AT_ONCE, j, damage, w.creatures[j].max_hp)
    die(ask, w, j)


@rule()
def forget_blow(w: World) -> None:
    b = w.blow
    b.striker = -1
    b.victim = 0
    b.damage = 0
    b.lookup = 0
    b.location = 0
    b.type = 0
    b.open = 0
    b.critical = 0
    b.natural = 0
    b.lasting = 0
    b.gap = 0
    b.protected = 0
    b.arms = 0
    b.special = 0
