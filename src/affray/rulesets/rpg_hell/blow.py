"""What a blow does: damage and its causes, and what Armor makes of it."""

from affray.rules.ask import Ask, rule

from .aim import has_passives, line_for, lone_blade
from .kinds import Cause, Damage, Effect, Hiding
from .sheet import is_prone
from .state import QUIRKS, READIED, World
from .telling import changed, tell_base, trait_adds

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
            total += trait_adds(ask, j, c.traits[k], trait_damage(w, j, c.traits[k]))
    if c.hiding == Hiding.FULLY_HIDDEN:
        total += changed(ask, j, Cause.HIDING, FROM_HIDING)
    return total


@rule("RH-148")
def trait_damage(w: World, j: int, which: int) -> int:
    """What one trait adds: against the Marked, for two sixes in melee, for a lone blade."""
    s = w.swing
    trait = w.traits[which]
    points = 0
    if w.creatures[j].stacks[Effect.MARKED] > 0:
        points += trait.damage_on_marked
    if s.double_six and not s.ranged:
        points += trait.damage_on_double_six
    if trait.lone_blade_damage and lone_blade(w, s.who, s.weapon):
        points += trait.lone_blade_damage
    return points


@rule("RH-134")
def less_on_armor(w: World, j: int, line: int) -> int:
    """Some blows do less to those in Armor."""
    c = w.creatures[j]
    armored = c.armor + c.temp_armor > 0
    return w.lines[line].less_on_armor if line >= 0 and armored else 0


@rule("RH-61")
def is_to_harm(w: World, line: int) -> bool:
    """Whether the weapon or a line does damage by itself, before anything takes of it."""
    s = w.swing
    by_weapon = s.weapon >= 0 and w.weapons[s.weapon].damage > 0
    by_on_hit = s.on_hit >= 0 and w.lines[s.on_hit].damage > 0
    return by_weapon or by_on_hit or (line >= 0 and w.lines[line].damage > 0)


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
