"""Harm and wounds: how much an attack does, when it wounds, and what a new wound brings."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, roll, rule
from affray.rules.masks import members
from affray.rules.pools import D6

from .checks import is_rolled_for, who_rolls
from .events import Event
from .gear import capacity, carried_things, drop, lay_down, slots_filled
from .kinds import Being, Care, Cure, Nature, Question, Roll, Severity, Weight
from .rulings import (
    BlankWoundCell,
    CreatureWoundEffect,
    DeathAt,
    DropChoice,
    LevelZeroHarm,
    OverflowCarry,
    WoundNaming,
    WoundPenaltySource,
)
from .space import leave_knot
from .state import CARRIED, World
from .tags import tag_at, tag_places
from .wound_names import WoundName

MOST_HARM = 3
MOST_MAGIC_HARM = 4
CHARACTER_HARM = 5
CHARACTER_WOUNDS = 5
CREATURE_WOUNDS = 3
FOREVER = -1
LONGER = 3
CELLS = 6
UNNAMED = 48
"""Past the names: a wound that has none is told by its severity."""
OWN_NAMES = UNNAMED + 4
"""The number of the first name that stands in no table."""
PHYSICAL_CELLS = (
    0, 1, 2, 3, 4, 5,
    6, 7, 8, 9, 10, 11,
    12, 13, 14, 15, 16, 17,
    18, 19, 20, 21, 22, 23,
)  # fmt: skip
MENTAL_CELLS = (
    24, 25, 26, 27, 28, 29,
    30, 31, 32, 33, 34, 35,
    36, 37, 38, 39, -1, 40,
    41, 42, 43, 44, -1, 45,
)  # fmt: skip


@rule("SM-21", "SM-23")
def full_harm(w: World, i: int, level: int) -> int:
    """Five for a character, the level for all others; at level 0 still one (SM-R20)."""
    if w.creatures[i].being == Being.CHARACTER:
        return CHARACTER_HARM
    if w.rulings.level_zero_harm == LevelZeroHarm.ZERO:
        return level
    return max(1, level)


@rule("SM-22", "SM-24")
def most_wounds(w: World, i: int) -> int:
    if w.creatures[i].being == Being.CHARACTER:
        return CHARACTER_WOUNDS
    return CREATURE_WOUNDS


@rule("SM-29", "SM-30")
def capped(harm: int, magic: int) -> int:
    """Three at most, four with magic; after every bonus."""
    return min(MOST_MAGIC_HARM if magic else MOST_HARM, harm)


@rule("SM-22", "SM-24")
def deadly_wound(w: World, i: int) -> int:
    """The wound after the last bearable one kills, or that one already (SM-R17)."""
    return most_wounds(w, i) + (0 if w.rulings.death_at == DeathAt.REACH else 1)


@rule("SM-117")
def die(ask: Ask, w: World, i: int) -> None:
    """Out of the fight; what the dead carried lies in their zone."""
    c = w.creatures[i]
    c.dead = 1
    leave_knot(w, i)
    note(ask, Event.DEAD, i)
    for k in range(CARRIED):
        if c.items[k] >= 0 and not w.items[c.items[k]].needs_no_slot:
            note(ask, Event.LIES_THERE, i, c.items[k])
            lay_down(w, i, k)


@rule("SM-46", "SM-99")
def cure_of(incurable: int, beyond_magic: int) -> int:
    """What an entry says of the wounds it makes."""
    if incurable:
        return Cure.NOTHING
    return Cure.NO_MAGIC if beyond_magic else Cure.ANYTHING


@rule("SM-32", "SM-33", "SM-34", "SM-37")
def add_wound(ask: Ask, w: World, i: int, severity: int, nature: int, cure: int) -> None:
    """One wound, of the nature of what caused it; that of a player's side is settled later."""
    c = w.creatures[i]
    k = c.wounds
    c.wounds += 1
    c.severity[k] = severity
    c.natures[k] = nature
    c.called[k] = WoundName.OWN_WORDS
    c.words[k] = -1
    c.rests[k] = FOREVER if severity == Severity.SCAR else 0
    c.tries[k] = 0
    c.treated[k] = 0
    c.incurable[k] = cure
    note(ask, Event.WOUND, i, severity, nature)
    lower_harm(w, i)
    if c.wounds >= deadly_wound(w, i):
        die(ask, w, i)
    elif is_rolled_for(w, i):
        if c.wounds + 1 == deadly_wound(w, i):
            note(ask, Event.LAST_WOUND, i)
        w.hurt.who = i
        w.hurt.wound = k
        w.hurt.care = Care.DURATION


@rule("SM-32", "SM-33", "SM-37", "SM-38")
def take_harm(ask: Ask, w: World, i: int, harm: int, nature: int, cure: int, carries: int) -> None:
    """Harm counts down; at zero it wounds by how far it went past, and starts anew."""
    c = w.creatures[i]
    if harm <= 0 or c.dead:
        return
    note(ask, Event.HARM, i, harm, max(0, c.harm - harm))
    if harm < c.harm:
        c.harm -= harm
        return
    past = harm - c.harm
    add_wound(ask, w, i, min(past, Severity.SCAR), nature, cure)
    c.harm = c.max_harm
    if carries or w.rulings.overflow_carry == OverflowCarry.ALWAYS:
        c.harm = max(min(1, c.max_harm), c.max_harm - past)
    if not c.dead:
        note(ask, Event.ANEW, i, c.harm)


@rule("SM-23")
def lower_harm(w: World, i: int) -> None:
    """Where a wound lowers a creature's level, its Harm falls with it (SM-R16)."""
    c = w.creatures[i]
    lowers = w.rulings.creature_wound_effect == CreatureWoundEffect.LOWER_LEVEL
    if lowers and c.being != Being.CHARACTER:
        least = 0 if w.rulings.level_zero_harm == LevelZeroHarm.ZERO else 1
        c.max_harm = max(least, c.max_harm - 1)
        c.harm = min(c.harm, c.max_harm)


@rule("SM-46", "SM-54")
def remove_wound(w: World, i: int, gone: int) -> None:
    """The wound is gone with all its penalties; the others close up."""
    c = w.creatures[i]
    for k in range(gone, c.wounds - 1):
        c.severity[k] = c.severity[k + 1]
        c.rests[k] = c.rests[k + 1]
        c.natures[k] = c.natures[k + 1]
        c.called[k] = c.called[k + 1]
        c.words[k] = c.words[k + 1]
        c.tries[k] = c.tries[k + 1]
        c.treated[k] = c.treated[k + 1]
        c.incurable[k] = c.incurable[k + 1]
    c.wounds -= 1
    c.severity[c.wounds] = -1
    c.rests[c.wounds] = 0
    c.natures[c.wounds] = 0
    c.called[c.wounds] = WoundName.OWN_WORDS
    c.words[c.wounds] = -1
    c.tries[c.wounds] = 0
    c.treated[c.wounds] = 0
    c.incurable[c.wounds] = 0


@rule("SM-36", "SM-57", "SM-58")
def cell(nature: int, severity: int, face: int) -> int:
    """The name in a wound table, or -1 where the cell is blank."""
    at = severity * CELLS + face - 1
    return MENTAL_CELLS[at] if nature == Nature.MENTAL else PHYSICAL_CELLS[at]


@rule("SM-36")
def names_for(w: World, i: int, k: int) -> int:
    """The table's names for this wound, as a mask; own words always do."""
    c = w.creatures[i]
    mask = 1 << WoundName.OWN_WORDS
    for face in range(1, CELLS + 1):
        name = cell(c.natures[k], c.severity[k], face)
        if name >= 0:
            mask |= 1 << name
    return mask


@rule("SM-39", "SM-40", "SM-41", "SM-42", "SM-99")
def roll_duration(ask: Ask, w: World, i: int, k: int) -> None:
    """One rest, 1d6, 1d6 and three, or forever; what cannot be healed needs no die."""
    c = w.creatures[i]
    if c.incurable[k] == Cure.NOTHING:
        c.rests[k] = FOREVER
        note(ask, Event.NEVER_HEALS, i)
        return
    if c.severity[k] == Severity.SCAR:
        note(ask, Event.FOR_EVER, i)
        return
    c.rests[k] = 1
    if c.severity[k] != Severity.STRAIN:
        c.rests[k] = roll(ask, Roll.DURATION, who_rolls(w, i), D6)
    if c.severity[k] == Severity.DEBILITATING:
        c.rests[k] += LONGER
    note(ask, Event.RESTS, i, c.rests[k])
    if c.incurable[k] == Cure.NO_MAGIC:
        note(ask, Event.NO_MAGIC_HEALS, i)


@rule("SM-36")
def choose_name(ask: Ask, w: World, i: int, k: int, may_roll: int) -> None:
    """The wounded player names it: from the table, by a die, or in own words (SM-R52)."""
    if may_roll and w.rulings.wound_naming == WoundNaming.ALWAYS_ROLL:
        w.hurt.care = Care.TABLE
        return
    mask = names_for(w, i, k)
    if may_roll:
        mask |= 1 << WoundName.ROLL_FOR_IT
    name = choose(ask, w, i, Question.NAME, mask)
    if name == WoundName.ROLL_FOR_IT:
        w.hurt.care = Care.TABLE
        return
    give_name(ask, w, i, k, name)


@rule("SM-36")
def give_name(ask: Ask, w: World, i: int, k: int, name: int) -> None:
    """What the player says in own words is written down already, where they say anything."""
    c = w.creatures[i]
    c.called[k] = name
    if name != WoundName.OWN_WORDS:
        c.words[k] = -1
        note(ask, Event.NAMED, i, name)
    elif c.words[k] >= 0:
        note(ask, Event.CALLED, i, c.words[k])
    w.hurt.care = Care.DROP


@rule("SM-36")
def name_of(w: World, i: int, k: int) -> int:
    """How a wound is told: by its name, its own words, which are numbered on, or its severity."""
    c = w.creatures[i]
    if c.words[k] >= 0:
        return OWN_NAMES + c.words[k]
    return UNNAMED + c.severity[k] if c.called[k] == WoundName.OWN_WORDS else c.called[k]


@rule("SM-57", "SM-58", "SM-59")
def roll_name(ask: Ask, w: World, i: int, k: int) -> None:
    """A die on the table; what a blank cell does is a ruling (SM-R51)."""
    c = w.creatures[i]
    name = cell(c.natures[k], c.severity[k], roll(ask, Roll.NAME, i, D6))
    if name >= 0:
        give_name(ask, w, i, k, name)
        return
    note(ask, Event.NO_NAME, i)
    if w.rulings.blank_wound_cell == BlankWoundCell.OWNER_NAMES:
        w.hurt.care = Care.OWN_NAME
    elif w.rulings.blank_wound_cell == BlankWoundCell.SUCCESSOR_TABLE:
        scar = c.severity[k] == Severity.SCAR
        later = WoundName.TRUST_ISSUES if scar else WoundName.DISSOCIATION
        give_name(ask, w, i, k, later)


@rule("SM-26")
def things_to_drop(w: World, i: int) -> int:
    """Anything that fills a slot; or only what is not in use, if there is any (SM-R25)."""
    every = carried_things(w, i)
    spare = those(
        g for g in members(every) if g != w.creatures[i].worn and w.items[g].weapon == Weight.NONE
    )
    if w.rulings.drop_choice == DropChoice.NOT_IN_USE and spare:
        return spare
    return every


@rule("SM-26", "SM-41", "SM-42")
def drop_for_wound(ask: Ask, w: World, i: int, k: int) -> None:
    """A wound that cuts capacity costs a thing where no slot was free."""
    reading = w.rulings.wound_penalty_source
    cuts = w.creatures[i].severity[k] >= Severity.DEBILITATING
    if reading == WoundPenaltySource.ALL_ROLLS_AND_CAPACITY_ALL_WOUNDS:
        cuts = True
    things = things_to_drop(w, i)
    if cuts and slots_filled(w, i) > capacity(w, i) and things:
        drop(ask, w, i, choose(ask, w, i, Question.DROP, things))
    settle_hurt(w)


@rule()
def settle_hurt(w: World) -> None:
    w.hurt.who = -1
    w.hurt.wound = 0
    w.hurt.care = 0


@rule("SM-26", "SM-36", "SM-40")
def hurt_step(ask: Ask, w: World) -> None:
    """First how long, then what it is called, then what is dropped; of an ally only how long."""
    i = w.hurt.who
    k = w.hurt.wound
    if w.hurt.care == Care.DURATION:
        roll_duration(ask, w, i, k)
        w.hurt.care = Care.NAME
        if w.creatures[i].being != Being.CHARACTER:
            settle_hurt(w)
    elif w.hurt.care == Care.NAME:
        choose_name(ask, w, i, k, 1)
    elif w.hurt.care == Care.TABLE:
        roll_name(ask, w, i, k)
    elif w.hurt.care == Care.OWN_NAME:
        choose_name(ask, w, i, k, 0)
    else:
        drop_for_wound(ask, w, i, k)


@rule("SM-99")
def suffer_curses(ask: Ask, w: World, i: int) -> None:
    """A cursed thing hurts whoever carries it without the tag that tames it, each for itself."""
    c = w.creatures[i]
    for k in range(CARRIED):
        if c.items[k] >= 0 and not tames(w, i, w.items[c.items[k]].tamed_by):
            bite(ask, w, i, c.items[k])


@rule("SM-99")
def bite(ask: Ask, w: World, i: int, item: int) -> None:
    """What one curse does is settled before the next strikes."""
    thing = w.items[item]
    if thing.curse > 0:
        note(ask, Event.CURSED, i, item)
        harm = capped(thing.curse, 1)
        take_harm(ask, w, i, harm, Nature.PHYSICAL, Cure.NOTHING, thing.carries_over)
    while w.hurt.who >= 0:
        hurt_step(ask, w)


@rule("SM-99")
def tames(w: World, i: int, tag: int) -> bool:
    return any(tag >= 0 and tag_at(w, i, k) == tag for k in range(tag_places(w, i)))


@rule("SM-91")
def restore(ask: Ask, w: World, i: int, harm: int) -> None:
    c = w.creatures[i]
    c.harm = min(c.max_harm, c.harm + harm)
    note(ask, Event.RESTORED, i, harm, c.harm)
