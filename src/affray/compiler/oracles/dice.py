"""The dice oracle, compiled: two keys, two counters, and the loop over many fights.

The meaning of the seam for this record, in the rules' own subset. `begin`, `step`, `outcome`,
`standing` and `decide` stand for the game's.
"""

from __future__ import annotations

from typing import Any

from affray.compiler.intrinsics import as_word, copy_bytes, look, part_of
from affray.compiler.oracles.game import World, begin, decide, outcome, standing, step
from affray.compiler.source.program import Int8s, Int32s, Int64s
from affray.fight.loop import MOST_STEPS, Endless
from affray.oracles.dice import decided, fight_key, policy_key
from affray.rules.ask import ONGOING, RANDOM, any_of, require_legal
from affray.rules.world import Record, Word, int8, int64, many, record

SEATS = 64
EVENTS = 192


@record
class DiceAsk(Record):
    key: Word
    n: int64
    policy_key: Word
    policy_n: int64
    done: int64
    result: int64
    stop: int64
    decisions: int64
    decider: int64
    decided_at: int64
    odds: int64
    ahead: Word
    ahead_n: int64
    events: list[int64] = many(EVENTS)
    survivors: list[int64] = many(SEATS)
    temperaments: list[int8] = many(SEATS)


def note(ask: DiceAsk, event: int, who: int, x: int, y: int) -> None:
    ask.events[event] += 1


def choose(ask: Any, w: World, who: int, question: int, mask: int) -> int:
    decided(ask, who, w.creatures[who].side, mask)
    temperament = ask.temperaments[who]
    if temperament == RANDOM:
        return require_legal(any_of(ask, mask), mask)
    return require_legal(decide(ask, w, who, question, mask, temperament), mask)


def start(ask: Any, seed: int, fight: int) -> None:
    """Fight k of seed s: the same dice everywhere."""
    ask.key = fight_key(as_word(seed), fight)
    ask.n = 0
    ask.policy_key = policy_key(ask.key)
    ask.policy_n = 0


def count_anew(ask: Any) -> None:
    """Nobody has decided anything in this fight yet."""
    ask.decisions = 0
    ask.decider = -1
    ask.decided_at = 0


def look_ahead(ask: DiceAsk) -> None:
    """Before a fight goes on; where every die is rolled there is nothing to do."""
    return


def play(ask: DiceAsk, w: World, begun: int, most: int) -> None:
    """One fight to its end, or so many steps of it."""
    if not begun:
        begin(ask, w)
    ask.result = outcome(w)
    steps = 0
    while ask.result == ONGOING and steps < most:
        step(ask, w)
        steps += 1
        ask.result = outcome(w)


def survivors(ask: DiceAsk, w: World) -> int:
    """Who stands at the end, each counted once more."""
    stood = 0
    for i in range(w.n):
        if standing(w, i):
            ask.survivors[i] += 1
            stood |= 1 << i
    return stood


def fights(
    ask: DiceAsk, w: World, source: Int8s, size: int,
    seed: int, first: int, count: int, begun: int, steps: int,
    winners: Int8s, rounds: Int32s, stood: Int64s, decisions: Int32s, dice: Int32s,
    ends: Int8s, keep: int,
) -> None:  # fmt: skip
    """Fights first, first + 1, ...; `done` says how many, `ends` keeps their last states.

    Where `steps` is not less than nothing, so many steps of the fight as it stands instead:
    one entry for both, so that the rules are compiled once.
    """
    for k in range(count):
        if look(ask.stop):
            return
        if steps < 0:
            copy_bytes(w, source, size)
            start(ask, seed, first + k)
            count_anew(ask)
        look_ahead(ask)
        play(ask, w, begun, MOST_STEPS if steps < 0 else steps)
        if steps < 0 and ask.result == ONGOING:
            raise Endless("no outcome")
        winners[k] = ask.result
        rounds[k] = w.round
        decisions[k] = ask.decisions
        dice[k] = ask.n
        stood[k] = survivors(ask, w)
        if keep:
            copy_bytes(part_of(ends, k * size), w, size)
        ask.done = k + 1


ENTRIES: dict[str, Any] = {
    "start": start,
    "fights": fights,
}
