"""The same kind of attack twice in a row."""

from affray.rules.ask import rule

from .kinds import Act, AttackType, GearKind, SpellKind
from .rulings import RepeatKind, RepeatMemory, RepeatUntyped
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
        spell = w.creatures[entry.who].declared_spell
        attacks = spell >= 0 and w.spells[spell].does <= SpellKind.BURN
        return SPELL + spell if attacks and how != RepeatUntyped.EXEMPT else NONE
    if entry.act != Act.ATTACK and entry.act != Act.SHOOT:
        return NONE
    if entry.type == AttackType.UNTYPED or w.gear[entry.weapon].kind == GearKind.NATURAL:
        return NATURAL + entry.weapon if how == RepeatUntyped.BY_NAME else NONE
    return entry.type


@rule("PL-42")
def follows_another(w: World, e: int) -> bool:
    """Whether the same creature declared one just before, in this action."""
    return e > 0 and w.queue[e - 1].who == w.queue[e].who


@rule("PL-42")
def repeats(w: World, e: int) -> bool:
    """Whether this attack is of the kind of the one declared before (PL-R44)."""
    entry = w.queue[e]
    c = w.creatures[entry.who]
    kind = kind_of(w, e)
    if kind == NONE or c.last_kind != kind:
        return False
    if w.rulings.repeat_memory == RepeatMemory.SAME_ROUND and not follows_another(w, e):
        return False
    how = w.rulings.repeat_kind
    if how == RepeatKind.TYPE_AND_LOCATION:
        return c.last_location == entry.location
    return how != RepeatKind.TYPE_AND_TARGET or c.last_target == entry.target


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
