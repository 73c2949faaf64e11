"""Loops over lines of play, compiled: every line of a step, lines drawn by dice, single steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.compiler.intrinsics import (
    as_number,
    as_word,
    attempt,
    copy_bytes,
    is_error,
    leave_with,
    look,
    numbers_at,
    numbers_of,
    part_of,
)
from affray.compiler.oracles.branches import (
    MARGIN,
    ROLL,
    WeightTooLarge,
    add_to,
    next_line,
    put_roll,
)
from affray.compiler.oracles.dice import start
from affray.compiler.oracles.game import World, begin, between, is_settled, outcome, standing, step
from affray.compiler.oracles.tables import COUNT, KEYS, PRIME, WIDTH, find_row, row_at
from affray.compiler.source.program import Int8s, Int32s, Int64s
from affray.fight.loop import MOST_STEPS, Endless
from affray.oracles.dice import M64, draw, mix
from affray.oracles.tree import BrokenPlan
from affray.rules.ask import NOBODY, ONGOING, Illegal
from affray.rules.masks import contains

if TYPE_CHECKING:
    from affray.compiler.oracles.tape import TapeAsk

BEGIN, STEP, BETWEEN = range(3)
LINE_HIGH = 7
NO_EVENT = -1
UNFIT = -2
LONGEST_PLAYOUT = 2000


class Stopped(Exception):
    """Whoever asked does not want to know any more."""


def run_part(ask: TapeAsk, w: World, part: int) -> None:
    """The beginning of a fight, a step of it, or what is done between fights."""
    ask.goes_on = 0
    if part == BEGIN:
        begin(ask, w)
    elif part == STEP:
        step(ask, w)
    else:
        ask.goes_on = between(ask, w)


def rewind(ask: TapeAsk) -> None:
    ask.at = 0
    ask.past = 0
    ask.run += 1
    ask.given = ask.begun_at
    ask.told = 0
    ask.told_count = 0
    ask.shown_to = 0


def one_part(ask: TapeAsk, w: World, part: int) -> None:
    """One part on the answers that are known."""
    rewind(ask)
    run_part(ask, w, part)
    ask.result = outcome(w)


def is_over(ask: TapeAsk, w: World, part: int) -> bool:
    """Whether a plan's line has come to its end with this step."""
    if part == BETWEEN or outcome(w) != ONGOING:
        return True
    return ask.given == ask.plan_length and is_settled(w, ask.actor, ask.plan)


def walk_on(ask: TapeAsk, w: World, part: int) -> bool:
    """One part; whether the plan's line ends with it, as it does where the plan breaks.

    Who falls with half of a plan said is asked for no more of it.
    """
    stood = standing(w, ask.actor)
    status = attempt(run_part, ask, w, part)
    if status:
        if is_error(status, BrokenPlan):
            return True
        leave_with(status)
    is_under_way = 0 < ask.given < ask.plan_length
    return is_over(ask, w, part) or (is_under_way and stood and not standing(w, ask.actor))


def expand(ask: TapeAsk, w: World, size: int, part: int, most: int) -> None:
    """Lines of one part from every node of the layer, merged where they meet, `most` at a time.

    `more` says that there are others: called again, it goes on from there, and so it does
    after it was left for want of a question's ways or of room in a table.
    """
    ask.more = 1
    until = ask.lines + most
    givens = numbers_at(ask.givens)
    while ask.source < ask.sources:
        ask.begun_at = givens[ask.source]
        if not expand_node(ask, w, size, part, until):
            return
        ask.source += 1
    ask.more = 0


def expand_node(ask: TapeAsk, w: World, size: int, part: int, until: int) -> bool:
    """The lines from one node; False where there were more than may be walked now."""
    while ask.lines < until:
        copy_bytes(w, numbers_at(ask.layer + ask.source * size), size)
        rewind(ask)
        ended = walk_on(ask, w, part) and not ask.whole
        if ask.how:
            keep_landings(ask)
        keep_line(ask, w, ended, size)
        ask.lines += 1
        ask.waiting += ask.given == 0
        if not next_line(ask):
            return True
    return False


def keep_line(ask: TapeAsk, w: World, ended: int, size: int) -> None:
    """Add this line's weight to those that came to the same place with the same told.

    Where whole steps are walked nothing is given of a plan: who has won stands in its place.
    """
    place = end_place(ask, w) if ended else state_place(ask, w, size)
    last = ask.at - 1
    key = numbers_at(ask.scratch)
    key[0] = ask.source
    key[1] = place
    key[2] = outcome(w) if ask.whole else ask.given
    key[3] = ended
    key[4] = ask.told
    key[5] = ask.all_high[last] if last >= 0 else 0
    key[6] = ask.all_low[last] if last >= 0 else 1
    row = find_row(ask.lines_table, key)
    high = ask.ways_high[last] if last >= 0 else 0
    low = ask.ways_low[last] if last >= 0 else 1
    add_to(ask.lines_table, row, LINE_HIGH, high, low)


def picked(ask: TapeAsk, w: World, picks: Int64s) -> int:
    """The parts of a state that count, as a key; how many numbers that is."""
    key = numbers_at(ask.scratch)
    state = numbers_of(w)
    n = picks[0]
    for k in range(n):
        key[k] = state[picks[1 + 2 * k]] & picks[2 + 2 * k]
    return n


def state_place(ask: TapeAsk, w: World, size: int) -> int:
    """A node of the next layer: the state without its clocks, and how much of the plan was said.

    Of states that differ in a clock alone the first is kept, whole. They are found by their
    hash; two of one hash would leave the step, which CPython walks.
    """
    picks = numbers_at(ask.identity)
    key = numbers_at(ask.scratch)
    key[0] = state_hash(numbers_of(w), picks)
    key[1] = ask.given
    table = numbers_at(ask.states_table)
    before = table[COUNT]
    row = find_row(ask.states_table, key)
    kept = numbers_at(ask.states + row * size)
    if row == before:
        copy_bytes(kept, w, size)
    elif not is_same_state(kept, numbers_of(w), picks):
        raise WeightTooLarge
    return row


def state_hash(state: Int64s, picks: Int64s) -> int:
    """A number for what counts of a state; two run side by side, for one waits for itself."""
    n = picks[0]
    a = as_word(n)
    b = as_word(n + 1)
    for k in range(n >> 1):
        at = 1 + 4 * k
        a = ((a ^ as_word(state[picks[at]] & picks[at + 1])) * PRIME) & M64
        b = ((b ^ as_word(state[picks[at + 2]] & picks[at + 3])) * PRIME) & M64
        a = a ^ (a >> 29)
        b = b ^ (b >> 31)
    if n & 1:
        a = ((a ^ as_word(state[picks[2 * n - 1]] & picks[2 * n])) * PRIME) & M64
        a = a ^ (a >> 29)
    return as_number(mix((a + ((b * PRIME) & M64)) & M64) >> 2)


def is_same_state(a: Int64s, b: Int64s, picks: Int64s) -> bool:
    for k in range(picks[0]):
        at = picks[1 + 2 * k]
        if (a[at] ^ b[at]) & picks[2 + 2 * k]:
            return False
    return True


def put_node(ask: TapeAsk, w: World, size: int) -> None:
    """A node that was found in CPython, as `given` and this world."""
    ask.result = state_place(ask, w, size)


def end_place(ask: TapeAsk, w: World) -> int:
    """Where it ends only what is shown of it counts, and who stands."""
    n = picked(ask, w, numbers_at(ask.shown))
    key = numbers_at(ask.scratch)
    key[n] = standing_mask(w)
    return find_row(ask.ends_table, key)


def standing_mask(w: World) -> int:
    mask = 0
    for i in range(w.n):
        if standing(w, i):
            mask |= 1 << i
    return mask


def keep_landings(ask: TapeAsk) -> None:
    """The numbers rolled in this line, each with the first headline told after it."""
    key = numbers_at(ask.scratch)
    for k in range(ask.at):
        if ask.kind[k] == ROLL or ask.kind[k] == MARGIN:
            put_roll(ask, k)
            key[6] = ask.answer[k]
            told = ask.told_at[k] < ask.told_count
            for j in range(4):
                key[7 + j] = ask.telling[4 * ask.told_at[k] + j] if told else NO_EVENT
            find_row(ask.landed_table, key)


def sample(ask: TapeAsk, w: World, size: int, part: int, seed: int, first: int, count: int) -> None:
    """Lines of play drawn by dice, each to the plan's end; how many came to what."""
    known = ask.known
    for k in range(count):
        copy_bytes(w, numbers_at(ask.layer), size)
        start(ask, seed, first + k)
        rewind(ask)
        ask.known = known
        ended = walk_on(ask, w, part)
        steps = 0
        while not ended:
            if steps >= MOST_STEPS:
                raise Endless
            ask.known = 0
            ask.told_count = 0  # `telling` is of one step; the whole story hangs on `told`
            ended = walk_on(ask, w, STEP)
            steps += 1
        ask.known = known
        key_of_end(ask, w)
        ask.lines += 1


def key_of_end(ask: TapeAsk, w: World) -> None:
    place = end_place(ask, w)
    key = numbers_at(ask.scratch)
    key[0] = 0
    key[1] = place
    key[2] = ask.given
    key[3] = 1
    key[4] = ask.told
    key[5] = 0
    key[6] = 1
    row = find_row(ask.lines_table, key)
    add_to(ask.lines_table, row, LINE_HIGH, 0, 1)


def move_rows(old: Int64s, new: Int64s, at: int) -> None:
    """Take a table's rows over into a larger one, which lies at that address."""
    for row in range(old[COUNT]):
        here = row_at(old, row)
        there = row_at(new, find_row(at, numbers_of(part_of(old, 8 * here))))
        for k in range(old[KEYS], old[WIDTH]):
            new[there + k] = old[here + k]


def playouts(
    ask: TapeAsk, w: World, source: Int8s, size: int, part: int, seed: int, first: int, count: int,
    winners: Int8s, stood: Int64s, rounds: Int32s,
) -> None:  # fmt: skip
    """From the answers that are known on with dice and policies, to the end of the fight.

    A guess at what is hidden to which the answers do not fit counts for nothing: UNFIT.
    `misfits` are the playouts in which somebody could not answer what they were to answer.
    """
    known = ask.known
    ask.misfits = 0
    for k in range(count):
        if look(ask.stop):
            raise Stopped
        copy_bytes(w, source, size)
        start(ask, seed, first + k)
        draw_moods(ask, w)
        rewind(ask)
        ask.known = known
        winners[k] = UNFIT
        ask.is_misfit = 0
        stood[k] = 0
        rounds[k] = 0
        if begin_playout(ask, w, part):
            play_out(ask, w)
            winners[k] = ask.result
            stood[k] = standing_mask(w)
            rounds[k] = w.round
        ask.misfits += ask.is_misfit
        ask.lines = k + 1
    ask.known = known


def draw_moods(ask: TapeAsk, w: World) -> None:
    """A temperament anew for those who are mixed, so that nothing is learnt of one alone."""
    if ask.moods:
        for i in range(w.n):
            if contains(ask.mixed, i):
                ask.temperaments[i] = 1 + draw(ask, ask.moods)


def begin_playout(ask: TapeAsk, w: World, part: int) -> bool:
    """The part that is under way, on what is known of it; whether that fits."""
    status = attempt(run_part, ask, w, part)
    if status:
        if is_error(status, Illegal):
            return False
        leave_with(status)
    return True


def play_out(ask: TapeAsk, w: World) -> None:
    """On with dice and policies alone; what is not over after so many steps nobody wins."""
    ask.known = 0
    ask.result = outcome(w)
    steps = 0
    while ask.result == ONGOING and steps < LONGEST_PLAYOUT:
        step(ask, w)
        steps += 1
        ask.result = outcome(w)
    if ask.result == ONGOING:
        ask.result = NOBODY


ENTRIES: dict[str, Any] = {
    "start": start,
    "part": one_part,
    "expand": expand,
    "sample": sample,
    "playouts": playouts,
    "move_rows": move_rows,
    "put_node": put_node,
}
