"""Gaining stacks: immunity, Wet against Burn, Ward."""

from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains

from .events import Event
from .harm import alive, conscious
from .kinds import Answer, Effect, Question
from .rulings import StunWindow, WardScope, WardTiming, WardUnconscious, WetConsumed
from .state import MOST_STACKS, World

WARDABLE = (
    1 << Effect.BLIND
    | 1 << Effect.BURN
    | 1 << Effect.MARKED
    | 1 << Effect.POISONED
    | 1 << Effect.SILENCED
    | 1 << Effect.SLOW
    | 1 << Effect.STUN
    | 1 << Effect.WET
)


@rule("RH-107")
def cancel(ask: Ask, w: World, j: int, effect: int, n: int) -> int:
    """Wet and Burn take each other away, one for one; what is left of the gain.

    If Wet is not used up, it takes Burn away and stays (RH-R55).
    """
    c = w.creatures[j]
    other = -1
    if effect == Effect.BURN:
        other = Effect.WET
    if effect == Effect.WET:
        other = Effect.BURN
    if other < 0 or c.stacks[other] <= 0:
        return n
    gone = min(n, c.stacks[other])
    used_up = w.rulings.wet_consumed == WetConsumed.YES
    if effect == Effect.WET or used_up:
        c.stacks[other] -= gone
    note(ask, Event.CANCELLED, j, effect, gone)
    return n - gone if effect == Effect.BURN or used_up else n


@rule("RH-47", "RH-48")
def warded(ask: Ask, w: World, j: int, effect: int, n: int) -> bool:
    """Whether the one who would gain the stacks gives a Ward for them (RH-R33)."""
    c = w.creatures[j]
    if w.warded and contains(WARDABLE, effect):
        note(ask, Event.WARDED, j, effect, c.ward)
        return True
    if c.ward <= 0 or not contains(WARDABLE, effect):
        return False
    if not conscious(w, j) and w.rulings.ward_unconscious == WardUnconscious.DENY:
        return False
    w.incoming = n
    w.incoming_effect = effect
    answer = choose(ask, w, j, Question.WARD, 0b11)
    w.incoming = 0
    w.incoming_effect = -1
    if answer == Answer.NO:
        return False
    c.ward -= 1
    w.warded = 1 if w.rulings.ward_scope == WardScope.PER_SOURCE else 0
    note(ask, Event.WARDED, j, effect, c.ward)
    return True


@rule("RH-47")
def source_is_over(w: World) -> None:
    """What comes next is another gain, which one Ward does not stop along with this one."""
    w.warded = 0


@rule("RH-104", "RH-105")
def stun_proof(w: World, j: int) -> bool:
    """Nobody is stunned two turns running (RH-R54)."""
    c = w.creatures[j]
    how = w.rulings.stun_window
    if how == StunWindow.NONE:
        return False
    if how == StunWindow.OWN_TURN:
        return c.stun_window == 1 and w.order[w.turn] == j
    return c.stun_window == 1


@rule("RH-47", "RH-48", "RH-62", "RH-112", "RH-120")
def gain(ask: Ask, w: World, j: int, effect: int, n: int) -> None:
    """Immunity, then Wet against Burn, then Ward, then the stacks."""
    c = w.creatures[j]
    if n <= 0 or not alive(w, j):
        return
    unmarked = effect == Effect.MARKED and c.invisible
    if unmarked or (effect == Effect.STUN and stun_proof(w, j)):
        note(ask, Event.IMMUNE, j, effect)
        return
    early = w.rulings.ward_timing == WardTiming.BEFORE_REDUCTION
    if early and warded(ask, w, j, effect, n):
        return
    left = cancel(ask, w, j, effect, n)
    if left <= 0 or (not early and warded(ask, w, j, effect, left)):
        return
    c.stacks[effect] = min(MOST_STACKS, c.stacks[effect] + left)
    note(ask, Event.STACKS, j, effect, c.stacks[effect])
