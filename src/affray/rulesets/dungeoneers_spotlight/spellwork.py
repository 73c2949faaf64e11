"""What spells do: on a hit, without a roll, later on, and how they end."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.grid import EAST_OF, SOUTH_OF, WAYS

from .events import Event
from .forced import force, settle_then
from .gear import can_carry, lay_at, put_in, put_on, take_off, take_out
from .harm import forget_rune, heal, relieve, wound_again
from .kinds import Effort, NextStep, Origin, Question, Roll, Shove
from .magic import full_steps
from .rolls import open_throw, picks_early, succeeded
from .sheet import (
    alive,
    has_slot,
)
from .space import (
    bodies_apart,
    distance,
    distance_to,
    floor_at,
)
from .state import BLOCKS, EQUIPPED, RUNES, World


@rule("DS-80", "DS-82", "DS-86")
def cast(ask: Ask, w: World) -> None:
    """A spell attack where the spell calls for one now; otherwise it simply happens."""
    m = w.move
    s = w.spells[m.spell]
    note(ask, Event.CAST, m.who, m.spell, m.extra)
    if s.attack and not s.lies_in_wait:
        return
    happen(ask, w)
    settle_then(w, NextStep.AFTER)


@rule("DS-86", "DS-112", "DS-115", "DS-146", "DS-147")
def happen(ask: Ask, w: World) -> None:
    """Spells without a roll."""
    m = w.move
    s = w.spells[m.spell]
    more = full_steps(w, m.spell, m.extra)
    if s.swaps:
        swap(ask, w, m.who, m.item)
    if s.lies_in_wait:
        lay_rune(ask, w)
    if s.obstacle:
        raise_block(ask, w, s.rounds + more * s.adds_rounds)
    if m.target < 0:
        return
    if s.defensive:
        c = w.creatures[m.target]
        c.defensive_until = max(c.defensive_until, w.round + s.rounds + more * s.adds_rounds)
        note(ask, Event.DEFENSIVE, m.target)
    if s.relieve_stress > 0:
        relieve(ask, w, m.target, s.relieve_stress + more * s.adds_relief)
    if s.restore_wounds > 0:
        heal(ask, w, m.target, s.restore_wounds)


@rule("DS-84", "DS-146")
def lay_rune(ask: Ask, w: World) -> None:
    m = w.move
    for k in range(RUNES):
        r = w.runes[k]
        if r.spell < 0:
            r.spell = m.spell
            r.caster = m.who
            r.extra = m.extra
            r.x = m.x
            r.y = m.y
            r.until = w.round + w.spells[m.spell].rounds
            note(ask, Event.RUNE, m.who, m.x, m.y)
            return


@rule("DS-146")
def raise_block(ask: Ask, w: World, rounds: int) -> None:
    for k in range(BLOCKS):
        b = w.blocks[k]
        if b.until == 0:
            b.until = w.round + rounds
            b.x = w.move.x
            b.y = w.move.y
            note(ask, Event.OBSTACLE, w.move.who, b.x, b.y)
            return


@rule("DS-146", "DS-14")
def fade(ask: Ask, w: World) -> None:
    """What was given for rounds ends with the last of them."""
    for k in range(RUNES):
        if w.runes[k].spell >= 0 and w.runes[k].until < w.round:
            note(ask, Event.RUNE_FADES, 0, w.runes[k].x, w.runes[k].y)
            forget_rune(w, k)
    for k in range(BLOCKS):
        b = w.blocks[k]
        if b.until > 0 and b.until < w.round:
            note(ask, Event.OBSTACLE_FADES, 0, b.x, b.y)
            b.until = 0
            b.x = 0
            b.y = 0
    for i in range(w.n):
        c = w.creatures[i]
        if c.defensive_until > 0 and c.defensive_until < w.round:
            note(ask, Event.DEFENSE_ENDS, i)
            c.defensive_until = 0


@rule("DS-82", "DS-85", "DS-108", "DS-147")
def spell_effect(ask: Ask, w: World) -> None:
    """On a hit the wounds with all that was added, then what else the spell does, once."""
    t = w.throw
    waits = t.rune >= 0
    spell = w.runes[t.rune].spell if waits else w.move.spell
    extra = w.runes[t.rune].extra if waits else w.move.extra
    if waits:
        forget_rune(w, t.rune)
    settle_then(w, NextStep.RUNE if waits else NextStep.AFTER)
    if not succeeded(w):
        note(ask, Event.FIZZLE, t.who, t.vs)
        return
    s = w.spells[spell]
    more = full_steps(w, spell, extra)
    note(ask, Event.HIT, t.who, t.vs, t.criticals)
    if s.wounds > 0:
        added = more * s.adds_wounds
        hits = t.criticals
        wound_again(ask, w, t.vs, Origin.SPELL, s.wounds, 0, added, s.damage, hits, False, False)
    besides(ask, w, t.who, t.vs, spell, more)


@rule("DS-85", "DS-109", "DS-113", "DS-147")
def besides(ask: Ask, w: World, i: int, j: int, spell: int, more: int) -> None:
    """Conditions and forced movement, whatever the criticals."""
    s = w.spells[spell]
    if not alive(w, j):
        return
    if s.prone:
        w.creatures[j].prone = 1
        note(ask, Event.PRONE, j)
    if s.relieve_stress > 0:
        relieve(ask, w, j, s.relieve_stress + more * s.adds_relief)
    if s.restore_wounds > 0:
        heal(ask, w, j, s.restore_wounds)
    if s.forced > 0:
        way = choose(ask, w, i, Question.SHOVE, ways_from(w, i, j))
        force(w, j, way, s.forced + more * s.adds_tiles)


@rule("DS-59", "DS-147")
def ways_from(w: World, i: int, j: int) -> int:
    """The directions whose first step leads away from i; all of them where none does."""
    d = w.creatures[j]
    here = distance(w, i, j)
    away = those(
        way
        for way in range(WAYS)
        if bodies_apart(w, i, j, d.x + EAST_OF[way], d.y + SOUTH_OF[way]) > here
    )
    return away if away else (1 << Shove.PRONE) - 1


@rule("DS-84")
def rune_under(w: World, i: int) -> int:
    """The rune in whose tile i ends its move, or -1."""
    for k in range(RUNES):
        r = w.runes[k]
        on_floor = w.creatures[i].z == floor_at(w, r.x, r.y)
        if r.spell >= 0 and on_floor and distance_to(w, i, r.x, r.y, w.creatures[i].z) == 0:
            return k
    return -1


@rule("DS-34", "DS-84")
def rune_step(ask: Ask, w: World) -> None:
    """The spell attack that was laid down before, with the caster's numbers of now.

    Each rune of the tile has its own; the caster may hold it back, a friend let it through."""
    i = w.move.who
    w.stage = NextStep.END
    if not alive(w, i):
        return
    k = rune_under(w, i)
    if k >= 0:
        open_throw(w, Roll.SPELL, w.runes[k].caster, i, 0)
        w.throw.rune = k
        w.throw.effort = choose(ask, w, w.throw.who, Question.EFFORT, 0b11)
        if w.throw.effort == Effort.TRY and picks_early(w):
            w.stage = NextStep.DEFEND


@rule("DS-51", "DS-116")
def in_the_way(w: World, i: int, item: int) -> int:
    """What has to go into the bag next, that a thing may be equipped; or -1."""
    c = w.creatures[i]
    if has_slot(w, i, item) or not can_carry(w, i):
        return -1
    for k in range(EQUIPPED):
        worn = c.equipped[k]
        same = worn >= 0 and w.items[worn].slot == w.items[item].slot
        if same and not w.items[worn].natural:
            return worn
    return -1


@rule("DS-116", "DS-121")
def swap(ask: Ask, w: World, i: int, item: int) -> None:
    """What is in the way goes into the bag, and the thing is equipped at once."""
    take_out(w, i, item)
    for _ in range(EQUIPPED):
        worn = in_the_way(w, i, item)
        if worn >= 0:
            take_off(w, i, worn)
            put_in(w, i, worn)
            note(ask, Event.STOWED, i, worn)
    if has_slot(w, i, item):
        put_on(w, i, item)
    elif can_carry(w, i):
        put_in(w, i, item)
    else:
        lay_at(w, item, i)
    note(ask, Event.SWAPPED, i, item)
