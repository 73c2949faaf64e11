"""The same kind of attack twice in a row."""

from affray.ask import rule

from .kinds import Act, AttackType, GearKind, SpellKind
from .readings import RepeatKind, RepeatMemory, RepeatUntyped
from .state import World

NATURAL = 8
SPELL = 64
NONE = -1


@rule("PL-41", "PL-42", "PL-115")
def kind_of(w: World, e: int) -> int:
    """What counts as the kind of an attack: its type, or the spell (PL-R46)."""
    entry = w.queue[e]
    how = w.rulings.repeat_untyped
    if entry.act == Act.CAST:
        spell = w.creatures[entry.who].declared_spell + 0
        attacks = spell >= 0 and w.spells[spell].does <= SpellKind.BURN
        return SPELL + spell if attacks and how != RepeatUntyped.EXEMPT else NONE
    if entry.act != Act.ATTACK and entry.act != Act.SHOOT:
        return NONE
    if entry.type == AttackType.UNTYPED or w.gear[entry.weapon].kind == GearKind.NATURAL:
        return NATURAL + entry.weapon if how == RepeatUntyped.BY_NAME else NONE
    return entry.type + 0


@rule("PL-42")
def previous(w: World, e: int) -> int:
    """The same creature's attack declared just before, in this action, or -1."""
    if e > 0 and w.queue[e - 1].who == w.queue[e].who:
        return e - 1
    return NONE


@rule("PL-42")
def repeats(w: World, e: int) -> bool:
    """Whether this attack is of the kind of the one before (PL-R44)."""
    entry = w.queue[e]
    kind = kind_of(w, e)
    if kind == NONE:
        return False
    c = w.creatures[entry.who]
    last = c.last_kind + 0
    location = c.last_location + 0
    target = c.last_target + 0
    before = previous(w, e)
    if before >= 0:
        last = kind_of(w, before)
        location = w.queue[before].location + 0
        target = w.queue[before].target + 0
    elif w.rulings.repeat_memory == RepeatMemory.SAME_ROUND:
        return False
    if last != kind:
        return False
    how = w.rulings.repeat_kind
    if how == RepeatKind.TYPE_AND_LOCATION:
        return location == entry.location
    return how != RepeatKind.TYPE_AND_TARGET or target == entry.target


@rule("PL-42")
def remember(w: World, e: int) -> None:
    """What was declared last, whatever comes of it; any other action clears it (PL-R45)."""
    entry = w.queue[e]
    c = w.creatures[entry.who]
    kind = kind_of(w, e)
    attacks = entry.act == Act.ATTACK or entry.act == Act.SHOOT or entry.act == Act.CAST
    if not attacks and w.rulings.repeat_memory == RepeatMemory.LAST_ATTACK:
        return
    c.last_kind = kind
    c.last_location = entry.location if kind != NONE else NONE
    c.last_target = entry.target if kind != NONE else NONE


@rule("PL-42")
def forget_last(w: World, i: int) -> None:
    """A round with no action, or a spell lost before it was cast, clears it too (PL-R45)."""
    c = w.creatures[i]
    if w.rulings.repeat_memory != RepeatMemory.LAST_ATTACK:
        c.last_kind = NONE
        c.last_location = NONE
        c.last_target = NONE
