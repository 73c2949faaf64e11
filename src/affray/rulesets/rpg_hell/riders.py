"""What lines give besides damage: stacks, and moving those they hit."""

from affray.rules.ask import Ask, note, rule
from affray.rules.masks import contains

from .events import Event
from .forced import away_from, knock_back, place_within, push, way_out
from .harm import alive, spend_strain, strip
from .kinds import Effect
from .space import distance
from .stacks import gain
from .state import EFFECTS, QUIRKS, World


@rule("RH-62", "RH-134")
def stacks_in(w: World, i: int, j: int, line: int, effect: int) -> int:
    """What a line gives of one effect; some give it to nobody twice a turn."""
    if line < 0 or (w.lines[line].once_a_turn and contains(w.creatures[i].clubbed, j)):
        return 0
    return w.lines[line].stacks[effect]


@rule("RH-62")
def printed(w: World, line: int, place: int) -> int:
    """Which effect stands in that place of a line, or -1; where nothing is printed, any."""
    if line < 0:
        return -1
    return w.lines[line].printed[place] if w.lines[line].printed[0] >= 0 else place


@rule("RH-62", "RH-148")
def give_effect(ask: Ask, w: World, i: int, j: int, effect: int, n: int, plus: int) -> None:
    """One gain, with what the giver's traits add to it."""
    if n > 0:
        fiery = effect == Effect.BURN or effect == Effect.WET or effect == Effect.SPARKING
        more = plus if fiery else 0
        if more > 0:
            tell_elemental(ask, w, i, j)
        if effect == Effect.MARKED:
            more += marks_given(ask, w, i, j)
        gain(ask, w, j, effect, n + more)


@rule("RH-134")
def remember_given(w: World, i: int, j: int, line: int) -> None:
    """Who got it from this line will not get it again this turn."""
    if line >= 0 and w.lines[line].once_a_turn:
        for k in range(EFFECTS):
            if w.lines[line].stacks[k] > 0 and w.creatures[j].stacks[k] > 0:
                w.creatures[i].clubbed |= 1 << j


@rule("RH-62", "RH-78", "RH-93", "RH-134")
def give_stacks(ask: Ask, w: World, i: int, j: int, line: int, plus: int) -> None:
    """Stacks in printed order, each effect a gain of its own."""
    for k in range(EFFECTS):
        effect = printed(w, line, k)
        if effect >= 0:
            give_effect(ask, w, i, j, effect, stacks_in(w, i, j, line, effect), plus)
    remember_given(w, i, j, line)


@rule("RH-148")
def marks_given(ask: Ask, w: World, i: int, j: int) -> int:
    """Marks that traits add, each told by its name."""
    total = 0
    c = w.creatures[i]
    for k in range(QUIRKS):
        marks = w.traits[c.traits[k]].marks_given if c.traits[k] >= 0 else 0
        if marks > 0:
            note(ask, Event.TRAIT_ADDS, j, c.traits[k], marks)
        total += marks
    return total


@rule("RH-148")
def tell_elemental(ask: Ask, w: World, i: int, j: int) -> None:
    """What traits add to fire, water and sparks, each by its name."""
    c = w.creatures[i]
    for k in range(QUIRKS):
        plus = w.traits[c.traits[k]].elemental_plus if c.traits[k] >= 0 else 0
        if plus > 0:
            note(ask, Event.TRAIT_ADDS, j, c.traits[k], plus)


@rule("RH-148")
def elemental_plus(w: World, i: int) -> int:
    c = w.creatures[i]
    return sum(w.traits[t].elemental_plus for t in c.traits if t >= 0)


@rule("RH-78", "RH-82", "RH-136", "RH-152")
def move_by_line(ask: Ask, w: World, i: int, j: int, line: int, plus: int) -> None:
    """Knocked back, pushed, pulled, or moved where the striker wants."""
    n = w.lines[line].knockback
    if n > 0:
        if plus > 0:
            tell_elemental(ask, w, i, j)
        knock_back(ask, w, j, way_out(ask, w, i, j), n + plus)
    if w.lines[line].push > 0:
        push(ask, w, j, way_out(ask, w, i, j), w.lines[line].push)
    if distance(w, i, j) > 0:
        push(ask, w, j, away_from(w, j, i), w.lines[line].pull)
    place_within(ask, w, i, j, w.lines[line].move_target)
    if w.lines[line].strain_loss > 0 and alive(w, j):
        spend_strain(ask, w, j, w.lines[line].strain_loss)


@rule("RH-78", "RH-134")
def strip_by_line(ask: Ask, w: World, j: int, line: int) -> None:
    if line >= 0:
        strip(ask, w, j, w.lines[line].armor_strip)
