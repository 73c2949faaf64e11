"""CPython and the compiled engine play the same fights, byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice

import pytest

from affray.ask import ONGOING
from affray.conformance.playing import share_of, tape_on_failure, usual, watch
from affray.encounter import Encounter
from affray.rows import Rows
from affray.ruleset import SHELF
from affray.simulate import simulate
from affray.world import pack, unpack

READINGS = 50
"""Fights per reading, of all encounters."""


@pytest.mark.compiled
def test_compiled_dice_step_by_step(encounter: Encounter, fights: int) -> None:
    for temperaments in ([0] * len(encounter.entrants), usual(encounter)):
        for k in range(fights // 2):
            assert_same_fight(encounter, temperaments, k)


def assert_same_fight(
    encounter: Encounter, temperaments: list[int], k: int, most: int | None = None
) -> None:
    """One fight (or its first steps) in both engines, packed after every step."""
    from affray.oracles.native.engine import Stepper, engine_of

    engine = engine_of(encounter.ruleset)
    stepper = Stepper(engine, pack(encounter.world()), temperaments, 17, k)
    compiled = stepper.begin
    for at in islice(watch(encounter, 17, k, temperaments), most):
        with tape_on_failure(at):
            outcome = compiled()
            assert stepper.buffer.data() == pack(at.world), f"fight {k} differs"
            assert outcome == encounter.ruleset.outcome(at.world)
        compiled = stepper.step
    counts = [0] * len(stepper.events())
    for event in at.dice.log or []:
        counts[event[0]] += 1
    assert stepper.events() == counts


@pytest.mark.compiled
def test_compiled_blocks_are_the_same_fights(encounter: Encounter, fights: int) -> None:
    slow = simulate(encounter, fights, 7, "python", usual(encounter), keep_rows=True)
    fast = simulate(encounter, fights, 7, "native", usual(encounter), keep_rows=True)
    assert fast.tally == slow.tally
    assert told(fast.rows()) == told(slow.rows())


def told(rows: Rows) -> dict[str, object]:
    """Rows as plain lists, which can be compared."""
    named = {"winners": rows.winners, "rounds": rows.rounds, "standing": rows.standing}
    return {name: one.tolist() for name, one in (named | rows.fields | rows.world).items()}


@pytest.mark.compiled
def test_every_reading_agrees_in_both_engines(encounter: Encounter) -> None:
    for ruling in encounter.ruleset.book.switches:
        for reading in ruling.reading_names:
            if reading != ruling.default:
                other = encounter.switched({ruling.name: reading})
                for k in range(share_of(encounter, READINGS)):
                    assert_same_fight(other, [0] * len(other.entrants), k, most=60)


@pytest.mark.compiled
def test_the_same_tape_in_both_engines(encounter: Encounter, second_oracle: None) -> None:
    """Every answer forced: what CPython wrote down, compiled code reads."""
    from affray.oracles.native.engine import Replayer, engine_of

    engine = engine_of(encounter.ruleset)
    for k in range(40):
        replayer = Replayer(engine, pack(encounter.world()))
        is_begin = True
        for at in islice(watch(encounter, 18, k), 200):
            with tape_on_failure(at):
                outcome = replayer.step(at.in_step, begin=is_begin)
                assert replayer.buffer.data() == pack(at.world)
                assert outcome == encounter.ruleset.outcome(at.world)
            is_begin = False


@pytest.mark.slow
@pytest.mark.compiled
def test_a_hundred_thousand_random_fights_end_soundly(encounter: Encounter) -> None:
    """All encounters of a ruleset together; every last state holds the invariant."""
    from affray.oracles.native.engine import engine_of

    world, data = type(encounter.world()), pack(encounter.world())
    fixed = data[world.layout.state_size :]
    fights = 100_000 // len(encounter.ruleset.encounter_files())
    seats = [0] * len(encounter.entrants)
    block = engine_of(encounter.ruleset).play(data, seats, 23, 0, fights, False, keep_ends=True)
    for k, end in enumerate(block.ends):
        problem = encounter.ruleset.invariant(unpack(world, end.tobytes() + fixed))
        assert problem == "", f"fight {k} of seed 23"
    assert len(block.ends) == fights


@pytest.mark.slow
@pytest.mark.compiled
def test_no_index_leaves_its_array(encounter: Encounter) -> None:
    """The comparison once more, compiled with bounds checks."""
    folders = [str(SHELF.get(encounter.ruleset.slug).folder.parent)]
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from affray.ruleset import SHELF\n"
        "if sys.argv[2] not in SHELF.slugs(): SHELF.add_folder(Path(sys.argv[3]))\n"
        "from affray.encounter import find_encounter\n"
        "from affray.simulate import simulate\n"
        "e = find_encounter(sys.argv[1])\n"
        "for t in range(len(e.ruleset.temperaments)):\n"
        "    run = simulate(e, 3000, 5, 'native', [t] * len(e.entrants))\n"
        "    assert run.tally.fights == 3000\n"
        "print('sound')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, encounter.name, encounter.ruleset.slug, *folders],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "sound", done.stderr


def test_a_fight_that_has_an_outcome_is_over(encounter: Encounter) -> None:
    for at in watch(encounter, 19, 0):
        last = at
    assert encounter.ruleset.outcome(last.world) != ONGOING
