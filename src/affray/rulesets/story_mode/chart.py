"""The chart spells are built from: every choice moves the level."""

from affray.rules.ask import rule
from affray.rules.masks import how_many

from .kinds import Area, Casting, Distance, Duration
from .state import World

BASE_LEVEL = 5
HIGHEST_DESIGN = 10
ONE_WOUND = 4
BOTH = 1


@rule("SM-82", "SM-83")
def effects_of(w: World, spell: int) -> int:
    """Every topic is one, and so is a move, a tag, a barrier; a spell may name more."""
    s = w.spells[spell]
    built = how_many(s.eases) + how_many(s.hinders) + s.moves + s.bars
    built += (1 if s.gives >= 0 else 0) + (1 if s.suppresses >= 0 else 0)
    return max(built, s.effects)


@rule("SM-82", "SM-83")
def damage_and_effect(w: World, spell: int) -> int:
    """One harm or one effect is free; both together cost a level more."""
    s = w.spells[spell]
    level = max(0, s.harm - 1)
    if s.wound:
        level = ONE_WOUND
    if effects_of(w, spell) > 0:
        level += effects_of(w, spell) - 1
        if s.harm > 0 or s.wound:
            level += BOTH
    return level


@rule("SM-81", "SM-82", "SM-84", "SM-86", "SM-90", "SM-91")
def built_level(w: World, spell: int) -> int:
    """Five, and what every column of the chart adds or takes."""
    s = w.spells[spell]
    level = BASE_LEVEL + damage_and_effect(w, spell)
    level += s.range - Distance.SHORT
    level += s.area - Area.SINGLE
    level += -1 if s.on_self else max(0, s.targets - 1)
    level += s.duration - Duration.ROUND
    level += s.casting - Casting.ACTION
    level += max(0, how_many(s.evocations) - 1) + max(0, how_many(s.domains) - 1)
    return level


@rule("SM-85")
def can_be_designed(level: int) -> bool:
    return level <= HIGHEST_DESIGN
