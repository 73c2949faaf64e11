"""Many fights from Python: what is given is checked, and every fight can be kept as a row."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from affray.book.encounter import encounter_from, find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.book.toml_tables import read_toml
from affray.fight.loop import play
from affray.lab import simulate as simulating
from affray.lab.rows import columns, kept
from affray.lab.simulate import simulate
from affray.oracles.dice import Dice
from affray.rules.ask import NOBODY
from affray.rules.world import pack, to_json

BRIDGE = find_encounter("skirmish/bridge")
GOOD: dict[str, Any] = {"n": 20, "seed": 7, "engine": "python", "temperaments": "bold"}


@pytest.mark.parametrize(
    "given",
    ["bold", ["bold"] * 4, ("bold",) * 4, 1, [1] * 4, np.full(4, 1), ["bold", 1, "bold", 1]],
    ids=str,
)
def test_temperaments_by_name_or_number_for_each_or_all(given: Any) -> None:
    run = simulate(BRIDGE, 20, 7, "python", given)
    assert run.temperaments == [BRIDGE.ruleset.temperament("bold")] * 4
    assert run.tally == simulate(BRIDGE, 20, 7, "python", [1, 1, 1, 1]).tally
    assert set(run.seats().values()) == {"bold"}


@pytest.mark.parametrize(
    ("field", "given", "problem"),
    [
        ("temperaments", ["bold"] * 3, "found 3, expected 4: Ada, Bran, Grim, Snick"),
        ("temperaments", [], "found 0, expected 4"),
        ("temperaments", "bald", "no temperament is called 'bald'; did you mean 'bold'?"),
        ("temperaments[2]", ["bold", "bold", "bald", "bold"], "no temperament is called 'bald'"),
        ("temperaments", 4, "found 4, expected a whole number from 0 to 3"),
        ("temperaments[1]", [1, -1, 1, 1], "found -1, expected a whole number from 0 to 3"),
        ("temperaments[0]", [True, 1, 1, 1], "found True, expected a whole number"),
        ("temperaments", None, "found None, expected a whole number"),
        ("temperaments", {"Ada": "bold"}, "found {'Ada': 'bold'}, expected one temperament, or a"),
        ("engine", "pyhton", "no engine is called 'pyhton'; did you mean 'python'?"),
        ("engine", "", "no engine is called ''; expected auto, python, native"),
        ("engine", None, "no engine is called None"),
        ("n", 0, "found 0, expected a whole number from 1 to "),
        ("n", 2.5, "found 2.5, expected a whole number from 1 to "),
        ("n", "20", "found '20', expected a whole number from 1 to "),
        ("seed", -1, "found -1, expected a whole number from 0 to 18446744073709551615"),
        ("seed", 2**64, "found 18446744073709551616, expected a whole number from 0 to 1844"),
        ("seed", False, "found False, expected a whole number"),
        ("first", -1, "found -1, expected a whole number from 0 to "),
        ("keep_rows", "no", "found 'no', expected True or False"),
        ("reported", 1, "found 1, expected True or False"),
        ("or_python", "no", "found 'no', expected True or False"),
        ("until", 0.01, "found 0.01, expected affray.lab.until.Until"),
    ],
)
def test_what_cannot_be_meant_is_refused(field: str, given: Any, problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        simulate(BRIDGE, **{**GOOD, field.partition("[")[0]: given})
    assert str(refused.value).startswith(f"{field}: {problem}")


def test_auto_takes_an_engine_here_too() -> None:
    assert simulate(BRIDGE, 20, 2**64 - 1, "auto", "bold").engine == "python"


def test_no_fight_is_on_between_fights() -> None:
    top = read_toml(BRIDGE.ruleset.encounter_files()["skirmish/bridge"])
    top.data["start"] = "between"
    with pytest.raises(BadInput, match="skirmish/rest: start: no fight is on; expected a creature"):
        simulate(encounter_from(top, "skirmish/rest"), 20, 7, "python", "bold")


# One row a fight


@pytest.mark.parametrize("slug", SHELF.slugs())
def test_a_row_is_how_a_fight_ended(slug: str) -> None:
    encounter = find_encounter(next(iter(SHELF.get(slug).encounter_files())))
    game, n = encounter.ruleset, len(encounter.entrants)
    run = simulate(encounter, 3, 7, "python", "random", keep_rows=True)
    rows = run.rows()
    assert len(rows) == 3
    assert rows.creatures == [entrant.name for entrant in encounter.entrants]
    for k in range(3):
        w = encounter.world()
        assert rows.winners[k] == play(game, Dice(7, k, game.decide, [0] * n), w)
        assert rows.rounds[k] == w.round
        assert rows.standing[k].tolist() == [bool(game.standing(w, i)) for i in range(n)]
        told = to_json(w)
        for name, column in rows.fields.items():
            assert column[k].tolist() == [c[name] for c in told["creatures"]], name
        for name, column in rows.world.items():
            assert column[k].tolist() == told[name], name
    lasting = [f.name for f in game.world.layout.fields["creatures"].layout.fields.values()
               if f.headline or f.lasting]  # fmt: skip
    assert list(rows.fields) == lasting != []


def test_rows_add_up_to_what_the_run_says() -> None:
    run = simulate(BRIDGE, 200, 7, "python", "bold", keep_rows=True)
    rows = run.rows()
    assert {side: int(rows.won(side).sum()) for side in rows.sides} == {
        side: n for side, n in run.wins().items() if side != "none"
    }
    assert (rows.winners == NOBODY).sum() == run.wins()["none"]
    assert rows.rounds.mean() == run.rounds()["mean"]
    assert dict(zip(rows.creatures, rows.standing.mean(axis=0), strict=True)) == run.survivors()
    both = rows.survivors("heroes") + rows.survivors("foes")
    assert both.tolist() == rows.standing.sum(axis=1).tolist()
    assert (rows.survivors("foes")[rows.won("heroes")] == 0).all()
    hurt = rows.of("Ada", "wounds")
    assert (hurt.shape, hurt.dtype) == ((200,), np.int16)
    assert ((hurt >= 3) == ~rows.standing[:, 0]).all(), "Ada falls at her third wound"


def test_rows_are_kept_when_asked_for_and_names_are_checked() -> None:
    with pytest.raises(BadInput, match=r"^keep_rows: found False, expected True to have rows$"):
        simulate(BRIDGE, 2, 7, "python", "bold").rows()
    rows = simulate(BRIDGE, 2, 7, "python", "bold", keep_rows=True).rows()
    with pytest.raises(BadInput, match=r"^side: no side is called 'heros'; did you mean 'heroes'"):
        rows.won("heros")
    with pytest.raises(BadInput, match=r"^side: no side is called 'x'; expected heroes, foes$"):
        rows.survivors("x")
    with pytest.raises(BadInput, match=r"^creature: no creature is called 'Adda'; did you mean"):
        rows.of("Adda", "wounds")
    with pytest.raises(BadInput, match=r"^field: no field is called 'wound'; did you mean 'wounds"):
        rows.of("Ada", "wound")


def test_a_run_cut_short_keeps_a_row_for_every_fight_it_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulating, "MOMENT", -1.0)

    def stop(done: int) -> None:
        if done == 6:
            raise KeyboardInterrupt

    whole = simulate(BRIDGE, 10, 7, "python", "bold", keep_rows=True)
    run = simulate(BRIDGE, 10, 7, "python", "bold", stop, keep_rows=True)
    assert (run.stopped, run.tally.fights, len(run.rows())) == (True, 6, 6)
    assert run.rows().fields["wounds"].tolist() == whole.rows().fields["wounds"][:6].tolist()

    def at_once(done: int) -> None:
        raise KeyboardInterrupt

    assert len(simulate(BRIDGE, 10, 7, "python", "bold", at_once, keep_rows=True).rows()) == 0


@pytest.mark.parametrize("slug", SHELF.slugs())
def test_columns_of_whole_states_and_of_what_changes_are_the_same(slug: str) -> None:
    """An engine may hand over states with or without what is fixed in them."""
    encounter = find_encounter(next(iter(SHELF.get(slug).encounter_files())))
    cls, w = encounter.ruleset.world, encounter.world()
    whole = np.frombuffer(pack(w), np.uint8).reshape(1, -1)
    for states in (whole, whole[:, : cls.layout.state_size]):
        fields, world = columns(cls, w.n, states)
        told = to_json(w)
        assert {name: one[0].tolist() for name, one in fields.items()} == {
            f.name: [c[f.name] for c in told["creatures"]]
            for f in kept(cls.layout.fields["creatures"].layout)
        }
        assert {name: one[0].tolist() for name, one in world.items()} == {
            f.name: told[f.name] for f in kept(cls.layout)
        }


def test_a_run_with_its_rows_can_be_pickled() -> None:
    run = simulate(BRIDGE, 20, 7, "python", "bold", keep_rows=True)
    again = pickle.loads(pickle.dumps(run))
    assert again.tally == run.tally
    assert again.rows().standing.tolist() == run.rows().standing.tolist()
