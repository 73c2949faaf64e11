"""CPython and the compiled engine play the same fights, byte for byte."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Any

import pytest

from affray.book.encounter import Encounter, read_encounter
from affray.book.ruleset import Ruleset
from affray.conformance.playing import (
    Some,
    fresh,
    require_same,
    reread,
    share_of,
    tape_on_failure,
    usual,
    watch,
)
from affray.fight.fight import Fight
from affray.files.scenario import play_script
from affray.lab.rows import FightRows
from affray.lab.simulate import simulate
from affray.oracles.tape import Question
from affray.rules.world import pack, unpack

READINGS = 25
"""Fights per reading, of all encounters, where none is found in which it tells."""

ANY, TELLING, SEARCHED = 8, 8, 200
"""Where some are: so many of any kind, so many in which it tells, found among these."""

ENGINES = ("in CPython", "compiled")
TAPES = 120
EVERY = 8
"""Of the scenarios, this one and the next so many after it."""


@pytest.mark.compiled
def test_compiled_rules_play_the_same_fights_step_by_step(
    encounter: Encounter, fights: int
) -> None:
    for temperaments in ([0] * len(encounter.entrants), usual(encounter)):
        for k in range(fights // 2):
            assert_same_fight(encounter, temperaments, k)


def assert_same_fight(
    encounter: Encounter, temperaments: list[int], k: int, most: int | None = None
) -> None:
    """One fight (or its first steps) in both engines, packed after every step."""
    from affray.compiler.engine import Stepper, engine_of

    engine = engine_of(encounter.ruleset)
    stepper = Stepper(engine, pack(fresh(encounter)), temperaments, 17, k)
    compiled = stepper.begin
    for at in islice(watch(encounter, 17, k, temperaments), most):
        with tape_on_failure(at):
            outcome = compiled()
            require_same(at.world, stepper.data(), f"fight {k} of seed 17", *ENGINES)
            _same_outcome(encounter, at.world, outcome)
        compiled = stepper.step
    counts = [0] * len(stepper.events())
    for event in at.dice.log or []:
        counts[event[0]] += 1
    assert stepper.events() == counts, f"fight {k} of seed 17: other events in both engines"


def _same_outcome(encounter: Encounter, w: Any, compiled: int) -> None:
    mine = encounter.ruleset.outcome(w)
    assert mine == compiled, f"the outcome is {mine} in CPython and {compiled} compiled"


@pytest.mark.compiled
def test_compiled_blocks_of_fights_are_the_same_fights(encounter: Encounter, fights: int) -> None:
    slow = simulate(encounter, fights, 7, "python", usual(encounter), keep_rows=True)
    fast = simulate(encounter, fights, 7, "native", usual(encounter), keep_rows=True)
    assert fast.tally == slow.tally
    assert told(fast.rows()) == told(slow.rows())


@pytest.mark.compiled
@pytest.mark.slow
def test_collapsed_dice_are_the_same_in_both_engines(encounter: Encounter, fights: int) -> None:
    n = max(2, fights // 10)
    runs = [
        simulate(encounter, n, 7, engine, usual(encounter), keep_rows=True, dice="collapsed")
        for engine in ("python", "native")
    ]
    assert runs[0].tally == runs[1].tally
    assert told(runs[0].rows()) == told(runs[1].rows())
    assert runs[0].rows().dice.tolist() == runs[1].rows().dice.tolist()


def told(rows: FightRows) -> dict[str, object]:
    """Rows as plain lists, which can be compared."""
    named = {"winners": rows.winners, "rounds": rows.rounds, "standing": rows.standing}
    return {name: one.tolist() for name, one in (named | rows.fields | rows.world).items()}


@pytest.mark.compiled
def test_every_reading_agrees_in_both_engines(encounter: Encounter, some: Some) -> None:
    ends = _ends(encounter)
    for ruling in encounter.ruleset.book.switches:
        for reading in ruling.reading_names:
            if reading != ruling.default:
                other = encounter.switched({ruling.name: reading})
                for k in _fights_to_compare(ends, other, some):
                    assert_same_fight(other, [0] * len(other.entrants), k, most=60)


def _fights_to_compare(usual_ends: list[bytes], other: Encounter, some: Some) -> set[int]:
    """Those in which the other reading tells, and some more; many where no such is found."""
    ends = _ends(other)
    telling = [k for k in range(len(ends)) if ends[k] != usual_ends[k]]
    if not telling:
        return set(range(share_of(other, some(READINGS), least=2)))
    any_kind = range(share_of(other, some(ANY), least=1))
    return {*any_kind, *telling[: share_of(other, some(TELLING), least=1)]}


def _ends(encounter: Encounter) -> list[bytes]:
    """How compiled fights end, the same fights that `assert_same_fight` plays."""
    from affray.compiler.engine import engine_of

    data, seats = pack(fresh(encounter)), [0] * len(encounter.entrants)
    size, n = encounter.ruleset.world.layout.state_size, share_of(encounter, SEARCHED)
    block = engine_of(encounter.ruleset).play(data, seats, 17, 0, n, False, keep_ends=True)
    return [bytes(block.ends[k * size : (k + 1) * size]) for k in range(n)]


@pytest.mark.compiled
def test_two_other_readings_at_once_agree_in_both_engines(
    encounter: Encounter, fights: int
) -> None:
    """Pairs at random: one ruling may change what another leads to."""
    for k in range(max(2, fights // 20)):
        other = reread(encounter, k)
        assert_same_fight(other, [0] * len(other.entrants), k, most=60)


@pytest.mark.compiled
def test_the_same_tape_in_both_engines(encounter: Encounter) -> None:
    """Every answer forced: what CPython wrote down, compiled code reads."""
    from affray.compiler.engine import engine_of
    from affray.compiler.replay import Replayer

    engine = engine_of(encounter.ruleset)
    read = 0
    for k in range(share_of(encounter, TAPES)):
        replayer = Replayer(engine, pack(fresh(encounter)), [])
        compiled = replayer.begin
        for at in islice(watch(encounter, 18, k), 200):
            with tape_on_failure(at):
                replayer.said = at.in_step
                outcome = compiled()
                require_same(at.world, replayer.data(), f"tape {k} of seed 18", *ENGINES)
                _same_outcome(encounter, at.world, outcome)
            compiled = replayer.step
            read += len(at.in_step)
    assert read > 0


@pytest.mark.compiled
def test_scenarios_are_the_same_compiled(ruleset: Ruleset) -> None:
    files = ruleset.scenario_files()
    assert sum(_replayed(play_script(read_encounter(path))) for path in files[::EVERY]) > 0


@pytest.mark.slow
@pytest.mark.compiled
def test_all_scenarios_are_the_same_compiled(ruleset: Ruleset) -> None:
    files = ruleset.scenario_files()
    assert sum(_replayed(play_script(read_encounter(path))) for path in files) > 0


def _replayed(fight: Fight) -> int:
    """Compiled code reads a scenario's answers; how many steps it made the same world of."""
    from affray.compiler.engine import engine_of
    from affray.compiler.replay import Replayer

    steps = [step for step in fight._snapshots if not (step.resting or step.rested)]
    answers = [item[1] for item in fight.story if isinstance(item[0], Question)]
    if not steps or any(answer.said for answer in answers):
        return 0  # words are heard beside the rules, and never by compiled code
    replayer = Replayer(engine_of(fight.ruleset), pack(steps[0].world), [])
    for start, end in pairwise(steps):
        told = fight.story[start.told : end.told]
        replayer.said = [item for item in told if isinstance(item[0], Question)]
        (replayer.step if start.begun else replayer.begin)()
        require_same(end.world, replayer.data(), str(fight.encounter.file), *ENGINES)
    return len(steps) - 1


@pytest.mark.slow
@pytest.mark.compiled
def test_the_checked_build_finds_nothing(encounter: Encounter, fights: int) -> None:
    """No number past 64 bits; the rest is watched in every build."""
    from affray.compiler.build import CHECKED
    from affray.compiler.engine import engine_of

    checked, data = engine_of(encounter.ruleset, CHECKED), pack(encounter.world())
    plain = engine_of(encounter.ruleset)
    for temperament in range(len(encounter.ruleset.temperaments)):
        seats = [temperament] * len(encounter.entrants)
        block = checked.play(data, seats, 5, 0, fights, False, keep_ends=True)
        assert block == plain.play(data, seats, 5, 0, fights, False, keep_ends=True)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_hundred_thousand_random_fights_end_soundly(encounter: Encounter) -> None:
    """All encounters of a ruleset together; every last state holds the invariant."""
    from affray.compiler.engine import engine_of

    world, data = type(encounter.world()), pack(encounter.world())
    size = world.layout.state_size
    fights = 100_000 // len(encounter.ruleset.encounter_files())
    seats = [0] * len(encounter.entrants)
    block = engine_of(encounter.ruleset).play(data, seats, 23, 0, fights, False, keep_ends=True)
    assert len(block.winners) == fights
    for k in range(fights):
        end = block.ends[k * size : (k + 1) * size]
        problem = encounter.ruleset.what_is_wrong(unpack(world, end + data[size:]))
        assert problem == "", f"fight {k} of seed 23"


def test_to_look_at_a_world_changes_nothing(encounter: Encounter) -> None:
    ruleset = encounter.ruleset
    for at in islice(watch(encounter, 19, 0), 40):
        before = pack(at.world)
        looks = [
            (ruleset.outcome(at.world), ruleset.what_is_wrong(at.world),
             [ruleset.standing(at.world, i) for i in range(at.world.n)])
            for _ in range(2)
        ]  # fmt: skip
        assert looks[0] == looks[1]
        assert pack(at.world) == before
