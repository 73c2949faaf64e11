"""The same fights with something changed: what a change is, and what is said of its effect."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.cli.main import run
from affray.fight.loop import play
from affray.lab import simulate as lab_simulate
from affray.lab.changes import Variant, matches, read_change, vary
from affray.lab.numbers import Numbers
from affray.lab.paired import difference
from affray.lab.simulate import simulate, tempers_of
from affray.lab.variations import (
    Axis,
    Playing,
    balance,
    candidates,
    compare,
    read_axis,
    sensitivity,
    sweep,
)
from affray.oracles.dice import Dice
from affray.rules.world import to_json

Capture = pytest.CaptureFixture[str]

DUEL, BRIDGE, FORD = "skirmish/duel", "skirmish/bridge", "plunder/ford-at-dusk"
IN_CPYTHON = Playing(60, 3, "heroes", "python")


def changed(name: str, *texts: str) -> Variant:
    return vary(find_encounter(name), [], [read_change(text) for text in texts])


def creature(variant: Variant, name: str) -> Any:
    names = [e.name for e in variant.encounter.entrants]
    return variant.encounter.world().creatures[names.index(name)]


# What a change is


def test_numbers_are_set_or_moved() -> None:
    was = creature(changed(BRIDGE), "Ada")
    assert creature(changed(BRIDGE, "Ada.armor=0"), "Ada").armor == 0
    assert creature(changed(BRIDGE, "Ada.toughness=+2"), "Ada").toughness == was.toughness + 2
    assert creature(changed(BRIDGE, "knight.toughness=-1"), "Ada").toughness == was.toughness - 1
    others = [to_json(creature(changed(BRIDGE, *said), "Bran")) for said in (["Ada.armor=0"], [])]
    assert others[0] == others[1]


def test_of_two_that_belong_together_neither_is_looked_at_alone() -> None:
    with pytest.raises(BadInput, match="Goblin 1 has hp = 6, expected at most its max_hp, 4"):
        changed(FORD, "goblin.hp=+2")
    for variant in (
        changed(FORD, "goblin.hp,max_hp=+2"),
        changed(FORD, "goblin.hp=+2", "goblin.max_hp=+2"),
    ):
        assert (creature(variant, "Goblin 1").hp, creature(variant, "Goblin 4").max_hp) == (6, 8)


def test_dice_of_a_thing_and_a_member_of_a_list() -> None:
    numbers = Numbers(changed(FORD, "bow.damage=2d6", "Regdar.abilities.courage=+1").encounter)
    found = numbers.thing("bow")
    assert found is not None
    assert numbers.moved(found[1], ["damage"], "+1", BadInput) == "2d6+1"
    before = Numbers(find_encounter(FORD))
    moved = [
        n.moved(n.world.creatures[0], ["abilities", "courage"], "+0", BadInput)
        for n in (before, numbers)
    ]
    assert moved[1] == moved[0] + 1


def test_readings_and_players() -> None:
    variant = changed(DUEL, "ties=target", "seat:foes=random")
    assert variant.encounter.rulings["ties"] == "target"
    assert variant.players == ["bold", "random"]
    assert changed(DUEL, "seat:Ada=clever:20").players == ["clever:20", "bold"]


def sample_encounters() -> list[str]:
    return [name for slug in SHELF.slugs() for name in SHELF.get(slug).encounter_files()]


@pytest.mark.parametrize("name", sample_encounters())
def test_one_more_and_one_less_come_to_every_fight(name: str) -> None:
    encounter = find_encounter(name)
    last = encounter.entrants[-1]
    pattern = last.content or last.name
    n = len(matches(encounter, pattern))
    more = vary(encounter, [], [read_change(f"count:{pattern}={n + 1}")])
    assert len(more.encounter.entrants) == len(encounter.entrants) + 1
    w = more.encounter.world()
    tempers = tempers_of(more.encounter, more.players)
    dice = Dice(1, 0, encounter.ruleset.decide, tempers)
    play(encounter.ruleset, dice, w, more.encounter.start_index >= 0)
    if n > 1:
        fewer = vary(encounter, [], [read_change(f"count:{pattern}={n - 1}")])
        assert len(fewer.encounter.entrants) == len(encounter.entrants) - 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Ada.armor", "found 'Ada.armor', expected WHAT=VALUE"),
        ("Ada.armour=1", "no field is called 'armour'; did you mean 'armor'?"),
        ("Adda.armor=1", "no creature or thing of this fight is called 'Adda'; did you mean 'Ada'"),
        ("Ada.armor=+x", "found '+x', expected a whole number with its sign"),
        ("Ada.armor=-99", "creature[Ada].set.armor: found -92, expected 0 to 9999 (SK-9)"),
        ("count:orc=2", "no creature is called 'orc'"),
        ("count:imp=many", "found 'many', expected how many, such as 3"),
        ("count:*=0", "missing; expected at least one [[creature]]"),
        ("count:imp=99", "no room for Snick"),
        ("tie=target", "no ruling is called 'tie'; did you mean 'ties'?"),
        ("ties=nobody", "no reading is called 'nobody'"),
        ("seat:Ada=brave", "found 'Ada=brave', expected NAME="),
        ("seat:Ada=person", "no person takes part in this; expected a temperament"),
    ],
)
def test_what_cannot_be_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        changed(BRIDGE, text)
    assert problem in str(refused.value)


# How sure a difference is


def test_a_difference_has_the_interval_of_its_pairs() -> None:
    first = np.array([1] * 30 + [0] * 70, bool)
    second = np.array([1] * 20 + [0] * 10 + [1] * 25 + [0] * 45, bool)
    found = difference(first, second)
    assert found.points == pytest.approx(0.15)
    assert found.low == pytest.approx(0.03535, abs=5e-5)  # Agresti and Min 2005, by hand
    assert found.high == pytest.approx(0.25876, abs=5e-5)
    assert found.is_sure
    same = difference(first, first)
    assert same.points == 0
    assert same.low < 0 < same.high
    assert not same.is_sure


def test_its_interval_holds_the_truth_nineteen_times_of_twenty() -> None:
    draws = np.random.default_rng(7)
    held = 0
    for _ in range(1000):
        first = draws.random(200) < 0.6
        second = np.where(draws.random(200) < 0.2, draws.random(200) < 0.9, first)
        found = difference(first, second)
        held += found.low <= 0.2 * (0.9 - 0.6) <= found.high
    assert 930 <= held <= 975


# Played


def test_a_cell_is_the_simulation_of_that_encounter() -> None:
    encounter = find_encounter(BRIDGE)
    axes = [Axis("Ada.armor", ["0", "2"]), Axis("count:imp", ["1", "2", "99"])]
    cells = {cell.values: cell for cell in sweep(encounter, [], [], axes, IN_CPYTHON)}
    assert len(cells) == 6
    assert "no room" in cells["0", "99"].problem
    variant = changed(BRIDGE, "Ada.armor=2", "count:imp=2")
    alone = simulate(variant.encounter, 60, 3, "python", variant.players)
    assert cells["2", "2"].wins == alone.wins()["heroes"]
    assert cells["2", "2"].rounds == alone.rounds()["mean"]
    assert cells["0", "1"].wins < cells["2", "1"].wins


def test_compared_fight_by_fight() -> None:
    found = compare(changed(DUEL), changed(DUEL), IN_CPYTHON)
    assert found.of.points == 0
    better = compare(changed(DUEL), changed(DUEL, "Ada.toughness=+3"), IN_CPYTHON).of
    assert better.points > 0
    assert better.is_sure


def test_two_versions_of_a_game_are_compared(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As docs/variations.md says: a copy under another name, with one rule changed."""
    monkeypatch.setattr(SHELF, "_folders", [])
    monkeypatch.setattr(SHELF, "_loaded", {})
    games = tmp_path / "games"
    folder = games / "skirmish_next"
    ours = find_encounter(DUEL).ruleset.folder
    shutil.copytree(ours, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [folder / "rulebook.toml", folder / "camp.toml", *folder.glob("encounters/*.toml")]:
        path.write_text(path.read_text().replace('"skirmish"', '"skirmish-next"'))
    given = ["compare", DUEL, "skirmish-next/duel", "-n", "60", "--rulesets", str(games), "--json"]
    rules = folder / "rules.py"
    rules.write_text(rules.read_text().replace("pressing = 1 if", "pressing = 4 if"))
    assert run(given) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["encounter"], found["other"]) == (DUEL, "skirmish-next/duel")
    assert found["first"] != found["second"], "whoever presses has three dice more"


def test_one_more_of_every_number_in_the_file() -> None:
    encounter = find_encounter(BRIDGE)
    asked = dict(candidates(encounter))
    assert "Ada.toughness" in {change.what for change in asked}
    assert not any(change.what.endswith((".side", ".place")) for change in asked)
    felt = {one.change.what: one for one in sensitivity(encounter, [], IN_CPYTHON)}
    assert felt["Bran.toughness"].of.points > 0 > felt["Grim.toughness"].of.points


def test_a_number_that_is_as_others_have_it_is_a_number_of_the_fight() -> None:
    """Whoever had one Toughness, as its file says, was left out, and a weapon's one wound."""
    asked = {change.what: was for change, was in candidates(find_encounter("skirmish/pocket"))}
    ones = ["Ada.toughness", "Grim.guard", "Snick.toughness", "club.wounds", "sword.wounds"]
    assert {name: asked.get(name) for name in ones} == dict.fromkeys(ones, "1")
    assert not any(change.endswith(".wounds") for change in asked if change[0].isupper()), (
        "who has none has nothing that could be one more"
    )


@pytest.mark.parametrize("slug", SHELF.slugs())
def test_every_game_has_numbers_to_try(slug: str) -> None:
    encounter = find_encounter(next(iter(SHELF.get(slug).encounter_files())))
    found = candidates(encounter)
    assert found
    vary(encounter, [], [found[0][0]])


def test_the_search_ends_where_wins_cross_the_target() -> None:
    encounter = find_encounter(DUEL)
    axis = read_axis(encounter, "Grim.toughness=1..9")
    cells = {cell.values[0]: cell for cell in balance(encounter, [], axis, 0.5, IN_CPYTHON)}
    shares = {int(k): cell.wins / cell.fights for k, cell in cells.items()}
    over = max(k for k, share in shares.items() if share >= 0.5)
    assert over + 1 in shares
    assert shares[over + 1] < 0.5
    assert len(cells) <= 6


def test_axes() -> None:
    encounter = find_encounter(DUEL)

    def values(text: str) -> list[str]:
        return read_axis(encounter, text).values

    assert values("x.y=1..4") == ["1", "2", "3", "4"]
    assert values("x.y=0..20:5") == ["0", "5", "10", "15", "20"]
    assert values("x.y=-1..+2") == ["-1", "+0", "+1", "+2"]
    assert values("x.y=2d6, 3d6") == ["2d6", "3d6"]
    assert values("ties=*") == ["striker", "target"]
    for bad in ("x.y", "x.y=4..1", "x.y=a..b", "x.y=1..9:0", "x.y=1..999", "x.y=*"):
        with pytest.raises(BadInput):
            read_axis(encounter, bad)


# Commands


def data(capture: Capture, *arguments: str) -> dict[str, Any]:
    assert run([*arguments, "-n", "40", "--json"]) == 0
    read: dict[str, Any] = json.loads(capture.readouterr().out)
    return read


def test_the_four_commands_as_json(capsys: Capture) -> None:
    swept = data(capsys, "sweep", DUEL, "--over", "Ada.armor=0..2", "--over", "ties=*")
    assert len(swept["cells"]) == 6
    assert swept["side"] == "heroes"
    assert not swept["stopped"]
    compared = data(capsys, "compare", DUEL, "--change", "Ada.toughness=+3")
    gain = compared["second"]["win_rate"]["p"] - compared["first"]["win_rate"]["p"]
    assert compared["difference"]["p"] == pytest.approx(gain)
    felt = data(capsys, "sensitivity", DUEL)["numbers"]
    sizes = [abs(one["difference"]["p"]) for one in felt]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 0
    even = data(capsys, "balance", DUEL, "--over", "Grim.toughness=1..9", "--target", "50")
    assert even["nearest"] in {cell["values"]["Grim.toughness"] for cell in even["cells"]}


def test_the_four_commands_for_people(capsys: Capture, tmp_path: Path) -> None:
    few = ["-n", "40"]
    table = tmp_path / "cells.csv"
    sweeping = ["sweep", DUEL, "--over", "Ada.armor=0..2", "--over", "count:brute=1..2"]
    assert run([*sweeping, "--rows", str(table), *few]) == 0
    capsys.readouterr()
    assert run(["sweep", DUEL, "--over", "Ada.armor=0..2", "--rows", str(table), *few]) == 0
    assert "fights won by the heroes" in capsys.readouterr().out
    assert table.read_text().splitlines()[0] == "Ada.armor,share,low,high,rounds,fights,wins"
    assert len(table.read_text().splitlines()) == 4
    packed = tmp_path / "cells.parquet"
    assert run(["sweep", DUEL, "--over", "Ada.armor=0..2", "--rows", str(packed), *few]) == 0
    found = parquet.read_table(packed).to_pydict()
    assert found["Ada.armor"] == ["0", "1", "2"]
    assert found["fights"] == [40] * 3
    assert [f"{share}" for share in found["share"]] == [
        line.split(",")[1] for line in table.read_text().splitlines()[1:]
    ]
    capsys.readouterr()
    assert run(["compare", DUEL, "--change", "ties=target", *few]) == 0
    assert "paired by seed" in capsys.readouterr().out
    assert run(["sensitivity", DUEL, "--most", "3", *few]) == 0
    assert "more than luck even among so many" in capsys.readouterr().out
    assert run(["balance", DUEL, "--over", "Grim.toughness=8..9", "--target", "99", *few]) == 0
    assert "99 % is never reached" in capsys.readouterr().out


def test_a_sweep_of_many_small_cells_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine is chosen by all fights there are, not by those of one cell."""
    asked: list[int] = []

    def chosen(encounter: Encounter, n: int, *given: Any) -> str:
        asked.append(n)
        return "python"

    monkeypatch.setattr("affray.lab.variations.choose_engine", chosen)
    assert run(["sweep", DUEL, "--over", "Ada.armor=0..2", "-n", "5"]) == 0
    assert asked == [15]


@pytest.mark.parametrize("command", ["compare", "sensitivity"])
def test_a_run_that_was_cut_short_is_paired_with_nothing(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    fights: list[int] = []

    def counted(*given: Any) -> int:
        fights.append(1)
        if len(fights) == 50:
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(lab_simulate, "play", counted)
    monkeypatch.setattr("affray.lab.variations.choose_engine", lambda *_: "python")
    change = ["--change", "Ada.armor=+1"] if command == "compare" else []
    assert run([command, DUEL, *change, "-n", "40"]) == 130
    assert "stopped" in capsys.readouterr().err


def test_ctrl_c_shows_the_cells_there_are(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    fights: list[int] = []

    def counted(*given: Any) -> int:
        if len(fights) == 100:
            raise KeyboardInterrupt
        fights.append(1)
        return play(*given)

    monkeypatch.setattr(lab_simulate, "play", counted)
    monkeypatch.setattr("affray.lab.variations.choose_engine", lambda *_: "python")
    assert run(["sweep", DUEL, "--over", "Ada.armor=0..3", "-n", "40", "--json"]) == 130
    out, err = capsys.readouterr()
    assert len(json.loads(out)["cells"]) == 2
    assert err == "stopped after 2 cells\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["compare", DUEL], "nothing is different; expected another ENCOUNTER or --change"),
        (["compare", DUEL, FORD], "has no side 'heroes', whose wins are counted"),
        (["sweep", DUEL, "--over", "Ada.armour=0..2"], "no field is called 'armour'; did you mean"),
        (["sweep", DUEL, *["--over", "Ada.armor=0..2"] * 2], "--over: Ada.armor is given twice"),
        (["sweep", DUEL, "--over", "Ada.armor=0..9:-1"], "expected whole numbers such as 1..8"),
        (["balance", DUEL, *["--over", "Ada.armor=0..2"] * 2], "--over: found 2, expected one"),
        (["sweep", DUEL, "--over", "Ada.armor"], "expected WHAT=LOW..HIGH"),
        (["sweep", DUEL, *["--over", "ties=*"] * 3], "--over: found 3, expected one or two"),
        (["sweep", DUEL, "--over", "ties=*", "--side", "orcs"], "--side: no side is called 'orcs'"),
        (["balance", DUEL, "--over", "Ada.zeal=1..3"], "no field is called 'zeal'"),
        (["sensitivity", DUEL, "--change", "Ada.armor"], "expected WHAT=VALUE"),
    ],
)
def test_what_is_refused(capsys: Capture, arguments: list[str], problem: str) -> None:
    assert run(arguments) == 2
    assert problem in capsys.readouterr().err.splitlines()[-1]
