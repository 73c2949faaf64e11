"""What goes on behind a compiled run: its first fights are played again in CPython."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import find_encounter
from affray.compiler import is_ready
from affray.compiler.build import DICE
from affray.compiler.compare import EnginesDiffer
from affray.compiler.engine import Block, Engine, engine_of
from affray.compiler.ready import known_difference
from affray.lab.blocks import BLOCK, SOON, Again, UnderWay, _shares
from affray.lab.job import ManyFights
from affray.lab.simulate import simulate
from affray.lab.until import Until
from affray.rules.world import pack

pytestmark = pytest.mark.compiled
FIGHTS = 40


def job() -> ManyFights:
    encounter = find_encounter("skirmish/bridge")
    seats = [1] * len(encounter.entrants)
    return ManyFights(encounter, encounter.world(), FIGHTS, 7, seats, keep_rows=False)


def block_of(one: ManyFights) -> Block:
    engine = engine_of(one.ruleset)
    return engine.play(pack(one.world), one.temperaments, one.seed, 0, one.n, one.begun)


def played_again(one: ManyFights, monkeypatch: pytest.MonkeyPatch) -> Again:
    """As many fights as there are, whatever time they take."""
    monkeypatch.setattr(Again, "SHARE", 1e9)
    again = Again(one)
    again.play_while(Future())
    return again


def test_the_same_fights_are_found_to_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    again = played_again(job(), monkeypatch)
    again.require_same(block_of(job()))
    assert len(again.seen) == FIGHTS


class Begun:
    """A block that is being played; another may begin in the moment it is told to end."""

    def __init__(self, then: Any = None) -> None:
        self.then, self.ended = then, False

    def set(self, name: str, value: int) -> None:
        assert (name, value) == ("stop", 1)
        self.ended = True
        if self.then:
            self.then()


def test_blocks_that_begin_while_all_are_ended_end_too() -> None:
    """Ctrl-C ended in a traceback when a worker began its next block in that moment."""
    under_way: Any = UnderWay()
    late, later = Begun(), Begun()
    first = Begun(then=lambda: under_way.begin(late))
    under_way.begin(first)
    under_way.stop()
    under_way.begin(later)
    assert [one.ended for one in (first, late, later)] == [True] * 3


def test_the_first_block_is_soon_over_and_every_fight_is_in_one() -> None:
    """Ctrl-C after a second had nothing to keep where 20,000 fights take ten."""
    long = replace(job(), n=10**6 + 7, first=5)
    shares = list(_shares(long, BLOCK))
    assert [count for _, count in shares[:3]] == [SOON, 2 * SOON, 4 * SOON]
    assert max(count for _, count in shares) == BLOCK
    ends = [first + count for first, count in shares]
    assert [long.first, *ends] == [*(first for first, _ in shares), long.first + long.n]
    settled = replace(long, until=Until(error=0.01))
    assert {count for _, count in list(_shares(settled, settled.block))[:-1]} == {settled.block}


def test_it_takes_its_share_of_the_time_and_no_more() -> None:
    again = Again(job())
    again.spent = 1e9
    again.play_while(Future())
    assert again.seen == []


def test_a_difference_ends_the_use_of_compiled_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Named by its fight, remembered, and CPython takes over."""
    block = block_of(job())
    block.rounds[3] += 1
    monkeypatch.setenv("AFFRAY_CACHE", str(tmp_path))
    monkeypatch.setattr("affray.compiler.engine._engines", {})
    ruleset = job().ruleset
    engine_of(ruleset).made(DICE)
    again = played_again(job(), monkeypatch)
    with pytest.raises(
        EnginesDiffer, match=r"skirmish/bridge, fight 3 of seed 7: winner and rounds"
    ):
        again.require_same(block)
    assert not engine_of(ruleset).is_loaded(DICE)
    assert not is_ready(ruleset)
    assert "fight 3 of seed 7" in known_difference(ruleset)
    assert simulate(job().encounter, 5, 7, "auto", "bold").engine == "python"


def test_a_broken_fight_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from affray.compiler.engine import RuleFailed

    one = job()
    engine = Engine(one.ruleset)
    data = bytearray(pack(one.world))
    layout = one.ruleset.world.layout
    creatures = layout.fields["creatures"].layout
    data[layout.offsets["creatures"] + creatures.offsets["weapon"]] = 7  # there are not so many
    with pytest.raises(
        RuleFailed, match=r"an index outside its list \(.*rules.py:\d+\) in fight 0"
    ):
        engine.play(bytes(data), one.temperaments, 7, 0, 5, False)


def test_ctrl_c_ends_blocks_that_are_being_played() -> None:
    """A block looks at its stop word before every fight."""
    one = job()
    found = engine_of(one.ruleset).play(
        pack(one.world), one.temperaments, 7, 0, 1000, False, stop=lambda ask: ask.set("stop", 1)
    )
    assert len(found.winners) == 0


def test_rows_of_both_engines_are_the_same() -> None:
    encounter = find_encounter("skirmish/bridge")
    columns: list[dict[str, Any]] = []
    for engine in ("python", "native"):
        rows = simulate(encounter, 50, 3, engine, "bold", keep_rows=True).rows()
        columns.append({name: rows.fields[name].tolist() for name in rows.fields})
        columns[-1]["standing"] = rows.standing.tolist()
    assert columns[0] == columns[1]
