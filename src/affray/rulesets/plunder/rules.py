"""The round and its six phases, one small step at a time."""

from affray.rules.ask import NOBODY, ONGOING, Ask, note, roll, rule
from affray.rules.pools import D6

from .abilities import is_monster
from .blows import begin_settling, check_death, hurt
from .body import able, conditions, present, suffers
from .declare import declare_act, may_declare, reveal, talented
from .durations import end_durations, tell_cleared
from .events import Event
from .inventory import draw_weapon
from .kinds import Act, Condition, Part, Phase, Roll, Talent, Tires, Unsettled
from .magic import declare_casting, declare_spell, focus_place, reveal_spells, tell_uncast
from .morale import check_morale, pending_side
from .movement import check_movers, settle_places
from .moves import declare_move, reveal_moves
from .queue import roll_next
from .repetition import forget_last
from .resolve import resolve_next
from .rest import rest_all
from .rulings import BleedingFirstTick
from .state import LAST_ROUND, World
from .wounds import settle_blow


@rule()
def begin(ask: Ask, w: World) -> None:
    """A fight begins with its first round; nobody is surprised (PL-R95)."""


@rule("PL-2", "PL-10")
def enter(ask: Ask, w: World, phase: int) -> None:
    w.phase = phase
    w.part = Part.DECLARE
    w.turn = 0
    note(ask, Event.PHASE, 0, phase)


@rule("PL-1", "PL-3", "PL-10", "PL-125")
def begin_round(ask: Ask, w: World) -> None:
    """One move and one action each; the berserker's rage comes with the fighting."""
    w.round += 1
    note(ask, Event.ROUND, 0, w.round)
    for i in range(w.n):
        c = w.creatures[i]
        c.acted = 0
        c.moved = 0
        c.struck = 0
        c.pressed = 0
        c.declared_spell = -1
        if present(w, i) and not c.raging and talented(w, i, Talent.BERSERKERGANG):
            c.raging = 1
            note(ask, Event.RAGES, i)


@rule("PL-10", "PL-116", "PL-125")
def burn_next(ask: Ask, w: World) -> None:
    """Who burns takes a d6 before anything else, one creature a step."""
    if w.turn == 0:
        begin_round(ask, w)
    while w.turn < w.n:
        i = w.turn
        w.turn += 1
        c = w.creatures[i]
        if present(w, i) and c.burning_by >= 0 and not c.raging:
            hurt(ask, w, -1, i, roll(ask, Roll.BURNING, i, D6))
            begin_settling(w)
            return
    enter(ask, w, Phase.DECLARE_SPELLS)


@rule("PL-4", "PL-134")
def declare_spells(ask: Ask, w: World) -> None:
    for i in range(w.n):
        declare_spell(ask, w, i)
    reveal_spells(ask, w)
    enter(ask, w, Phase.MORALE)


@rule("PL-5", "PL-20")
def settle_morale(ask: Ask, w: World) -> None:
    """One side's trigger a step."""
    side = pending_side(w)
    if side >= 0:
        check_morale(ask, w, side)
    else:
        enter(ask, w, Phase.MOVEMENT)


@rule("PL-11", "PL-134")
def declare_phase(ask: Ask, w: World) -> None:
    """Everybody who may declares; then all is shown and the dice are due."""
    if w.phase == Phase.MELEE:
        stop_dodging(ask, w)
    for i in range(w.n):
        if w.phase == Phase.SPELLS:
            if w.creatures[i].declared_spell >= 0 and present(w, i):
                declare_casting(ask, w, i)
        elif may_declare(w, i):
            declare_act(ask, w, i)
    hold_focuses(ask, w)
    if w.phase == Phase.SPELLS:
        tell_uncast(ask, w)
    reveal(ask, w)
    w.turn = 0
    w.part = Part.ROLL


@rule("PL-62")
def stop_dodging(ask: Ask, w: World) -> None:
    """A Dodge lasts until the next melee is declared."""
    for i in range(w.n):
        c = w.creatures[i]
        if c.dodging and present(w, i):
            note(ask, Event.DODGES_NO_MORE, i)
        c.dodging = 0


@rule("PL-111")
def hold_focuses(ask: Ask, w: World) -> None:
    """A caster takes the focus in hand."""
    if w.phase == Phase.SPELLS:
        for i in range(w.n):
            k = focus_place(w, i) if w.sealed[i].act == Act.CAST else -1
            if k >= 0:
                draw_weapon(ask, w, i, w.creatures[i].gear[k], 0)


@rule("PL-2", "PL-6", "PL-7", "PL-8", "PL-9")
def next_phase(ask: Ask, w: World) -> None:
    """A spell that was not cast is lost when its phase is over."""
    if w.phase == Phase.SPELLS:
        for i in range(w.n):
            c = w.creatures[i]
            if c.declared_spell >= 0:
                if not c.acted:
                    forget_last(w, i)
                    note(ask, Event.LOST_SPELL, i, c.declared_spell)
                c.acted = 1
                c.declared_spell = -1
    enter(ask, w, w.phase + 1)


@rule("PL-11", "PL-12", "PL-13")
def phase_step(ask: Ask, w: World) -> None:
    """Declare, roll, resolve; movement has checks and places before its rallies."""
    if w.part >= Part.ROLL and w.queued == 0:
        next_phase(ask, w)
    elif w.part == Part.DECLARE:
        if w.phase == Phase.MOVEMENT:
            for i in range(w.n):
                declare_move(ask, w, i)
            reveal_moves(ask, w)
        else:
            declare_phase(ask, w)
    elif w.part == Part.CHECKS:
        check_movers(ask, w)
    elif w.part == Part.PLACES:
        settle_places(ask, w)
    elif w.part == Part.ROLL:
        roll_next(ask, w)
    else:
        resolve_next(ask, w)


@rule("PL-10", "PL-99")
def bleeds_now(w: World, i: int) -> bool:
    """Whether blood is lost this round (PL-R104)."""
    c = w.creatures[i]
    if not suffers(w, i, Condition.BLEEDING_OUT) or c.pressed:
        return False
    if w.rulings.bleeding_first_tick == BleedingFirstTick.SAME_ROUND:
        return True
    return c.bleeding_since < w.round


@rule("PL-10", "PL-48")
def end_temporary(ask: Ask, w: World, i: int) -> None:
    """Wounds that last until now go."""
    c = w.creatures[i]
    before = conditions(w, i)
    ended = 0
    kept = 0
    for k in range(c.wounds):
        if c.wound_until[k] == 0 or c.wound_until[k] > w.round:
            c.wound_conditions[kept] = c.wound_conditions[k]
            c.wound_until[kept] = c.wound_until[k]
            c.wound_severity[kept] = c.wound_severity[k]
            c.wound_tried[kept] = c.wound_tried[k]
            kept += 1
        else:
            ended += 1
            note(ask, Event.WOUND_ENDS, i, c.wounds - ended)
    for k in range(kept, c.wounds):
        c.wound_conditions[k] = 0
        c.wound_until[k] = 0
        c.wound_severity[k] = 0
        c.wound_tried[k] = 0
    c.wounds = kept
    tell_cleared(ask, w, i, before)


@rule("PL-10", "PL-57", "PL-58", "PL-99")
def end_round(ask: Ask, w: World) -> None:
    """Temporary Wounds, blood, durations, deaths, in that order."""
    for i in range(w.n):
        if present(w, i):
            end_temporary(ask, w, i)
    for i in range(w.n):
        c = w.creatures[i]
        if present(w, i) and not is_monster(w, i) and bleeds_now(w, i):
            c.exhaustion += 1
            note(ask, Event.EXHAUSTED, i, c.exhaustion, Tires.BLOOD)
    for i in range(w.n):
        end_durations(ask, w, i)
        check_death(ask, w, i)
    w.phase = Phase.ROUND
    w.turn = 0
    if w.round >= LAST_ROUND and outcome(w) == NOBODY:
        note(ask, Event.STALEMATE, 0)


@rule("PL-1", "PL-2")
def step(ask: Ask, w: World) -> None:
    """The next small thing: a stage of a blow, a die, an action, or a whole declaration."""
    if w.blow.stage != Unsettled.NONE:
        settle_blow(ask, w)
    elif w.phase == Phase.ROUND:
        burn_next(ask, w)
    elif w.phase == Phase.DECLARE_SPELLS:
        declare_spells(ask, w)
    elif w.phase == Phase.MORALE:
        settle_morale(ask, w)
    elif w.phase == Phase.END:
        end_round(ask, w)
    else:
        phase_step(ask, w)


@rule("PL-1")
def standing(w: World, i: int) -> bool:
    """Able, and not running away."""
    return not w.creatures[i].fleeing and able(w, i)


@rule("PL-137")
def is_half_done(w: World) -> bool:
    """Whether the next action has been judged already, with one that is done."""
    resolving = w.part == Part.RESOLVE and w.turn < w.queued
    return resolving and w.queue[w.order[w.turn]].frozen > 0


@rule("PL-1", "PL-10")
def outcome(w: World) -> int:
    """The one side with anybody able and not fleeing (PL-R102), once equal dice are done."""
    if w.blow.stage != Unsettled.NONE or is_half_done(w):
        return ONGOING
    side = NOBODY
    for i in range(w.n):
        if w.creatures[i].side != side and standing(w, i):
            if side != NOBODY:
                over = w.round >= LAST_ROUND and w.phase == Phase.ROUND
                return NOBODY if over else ONGOING
            side = w.creatures[i].side
    return side


@rule("PL-132")
def between(ask: Ask, w: World) -> None:
    """A rest after the fight."""
    rest_all(ask, w, outcome(w))
