"""What stands on a sheet of Story Mode: what each thing, attack, spell and tag does."""

from collections.abc import Sequence
from enum import IntEnum

from affray.book.words import Names, kebab
from affray.rules.masks import members
from affray.rules.world import SAYINGS

from .checks import DC_A_LEVEL
from .gear import harm_of
from .kinds import (
    Area,
    Being,
    Casting,
    Cure,
    Distance,
    Domain,
    Duration,
    Evocation,
    Group,
    Material,
    Topic,
)
from .magic import OUTLASTS_FIGHT
from .state import Tag, World
from .wound_names import WoundName

SEVERITIES = ("Strain", "Lingering Trauma", "Debilitating Injury", "Lasting Scar")
SPELLED = {
    WoundName.SELF_DOUBT: "Self-doubt",
    WoundName.LOSS_OF_FINGERS_OR_TOES: "Loss of fingers/toes",
    WoundName.PARTIAL_BLINDNESS_OR_DEAFNESS: "Partial blindness/deafness",
}
"""Names of the tables with a sign that an id cannot have."""


def said(name: int) -> str:
    """A wound's name as people say it."""
    if name in SPELLED:
        return SPELLED[WoundName(name)]
    return kebab(WoundName(name)).replace("-", " ").capitalize()


def wound_text(w: World, i: int, k: int, names: Names) -> str:
    c = w.creatures[i]
    severity = SEVERITIES[c.severity[k]]
    if c.being == Being.CREATURE:
        left = f", rests {c.rests[k]}" if c.rests[k] > 0 else ""
        return f"{severity}{left}"
    left = "for ever" if c.rests[k] < 0 else f"rests {c.rests[k]}"
    left += ", no magic heals it" if c.incurable[k] == Cure.NO_MAGIC else ""
    if c.words[k] < 0 and c.called[k] == WoundName.OWN_WORDS:
        return f"{severity} ({left})"
    name = names[SAYINGS][c.words[k]] if c.words[k] >= 0 else said(c.called[k])
    return f"{name} ({severity}, {left})"


def under_text(w: World, i: int, k: int, names: Names) -> str:
    """A spell upon somebody, and how many of its caster's turns it still lasts."""
    c = w.creatures[i]
    spell, left, by = names["spells"][c.under[k]], c.under_left[k], c.under_by[k]
    if left >= OUTLASTS_FIGHT or by < 0:
        return f"under {spell}"
    turns = "turn" if left == 1 else "turns"
    return f"under {spell} ({left} more {turns} of {names['creatures'][by]})"


GROUPS = (
    ("{} attacks on", "attack_on", Group),
    ("{} attacks with", "attack_with", Material),
    ("{} defence from", "defense_from", Group),
    ("{} defence against", "defense_against", Material),
    ("{} casting", "domains", Domain),
    ("{} casting", "evocations", Evocation),
)
"""Beside its topics, what a tag may ease or hinder: how that is said, its fields, their words."""


def named(mask: int, of: type[IntEnum]) -> str:
    return ", ".join(kebab(of(k)) for k in members(mask))


def tag_text(tag: Tag) -> str:
    """'eases melee; hinders haste, defence against silver'."""
    out = []
    for way in ("eases", "hinders"):
        topics = getattr(tag, way)
        said = [f"{way} {named(topics, Topic)}"] if topics else []
        for template, field, of in GROUPS:
            mask = getattr(tag, f"{way}_{field}")
            said += [f"{template.format(way)} {named(mask, of)}"] if mask else []
        out += said
    return "; ".join(out)


def reach_text(reach: int) -> str:
    return kebab(Distance(reach))


def area_text(area: int) -> str:
    return "" if area == Area.SINGLE else f"area {kebab(Area(area))}"


def joined(parts: Sequence[str]) -> str:
    return ", ".join(part for part in parts if part)


def item_text(w: World, item: int) -> str:
    """Harm and reach of a weapon, how heavy an armor, what it eases, what it is made of."""
    thing = w.items[item]
    weapon = f"{harm_of(thing.weapon)} Harm, {reach_text(thing.reach)}" if thing.weapon else ""
    armor = f"armor, eases defence {thing.armor}" if thing.armor else ""
    eases = f"eases {named(thing.eases, Topic)}" if thing.eases else ""
    made_of = joined((named(thing.materials, Material), "magic" if thing.magic else ""))
    curse = f"cursed {thing.curse}" if thing.curse else ""
    return joined((weapon, armor, made_of, eases, curse))


def attack_text(w: World, attack: int) -> str:
    """'2 Harm, short, magic of level 5, mental'."""
    a = w.attacks[attack]
    harm = a.harm + harm_of(a.weight)
    level = f" of level {a.spell_level}" if a.spell_level >= 0 else ""
    magic = f"magic{level}" if a.magic else ""
    nature = "mental" if a.nature else ""
    done = f"{harm} Harm" if harm else "no Harm"
    return joined((done, reach_text(a.reach), area_text(a.area), magic, nature,
                   named(a.materials, Material)))  # fmt: skip


def spell_text(w: World, spell: int, names: Names) -> str:
    """'level 9(27), 2 Harm, far, area around-target, instant'."""
    s = w.spells[spell]
    done = f"{s.harm} Harm" if s.harm else "a wound" if s.wound else ""
    done = f"{done} restored" if s.restores else done
    effects = [f"eases {named(s.eases, Topic)}" if s.eases else ""]
    effects += [f"hinders {named(s.hinders, Topic)}" if s.hinders else ""]
    effects += [f"gives {names['tags'][s.gives]}" if s.gives >= 0 else ""]
    effects += [f"suppresses {names['tags'][s.suppresses]}" if s.suppresses >= 0 else ""]
    effects += ["moves" if s.moves else "", "counters a spell" if s.counters else ""]
    effects += ["a barrier" if s.bars else "", "over a zone" if s.in_zone else ""]
    whom = "oneself" if s.on_self else reach_text(s.range)
    slow = f"takes {kebab(Casting(s.casting))}" if s.casting < Casting.ACTION else ""
    lasts = "" if s.duration == Duration.INSTANT else f"for {kebab(Duration(s.duration))}"
    own = f"level {s.level}({DC_A_LEVEL * s.level})"
    level = "a level above the spell" if s.counters else own
    return joined((level, done, *effects, whom, area_text(s.area), lasts, slow))


def explained(names: Sequence[str], held: Sequence[int], texts: Sequence[str]) -> str:
    known = zip(held, texts, strict=True)
    return "; ".join(f"{names[k]} ({text})" if text else names[k] for k, text in known)


def sheet(w: World, i: int, names: Names) -> dict[str, str]:
    """What each thing on the sheet does, and what the creature is weak to."""
    c = w.creatures[i]
    tags, items = ([k for k in held if k >= 0] for held in (c.tags, c.items))
    spells, attacks = ([k for k in held if k >= 0] for held in (c.spells, c.attacks))
    out = {
        "weak to": named(c.weakness, Material),
        "tags": explained(names["tags"], tags, [tag_text(w.tags[k]) for k in tags]),
        "items": explained(names["items"], items, [item_text(w, k) for k in items]),
        "spells": explained(names["spells"], spells, [spell_text(w, k, names) for k in spells]),
        "attacks": explained(names["attacks"], attacks, [attack_text(w, k) for k in attacks]),
    }
    return {label: text for label, text in out.items() if text}
