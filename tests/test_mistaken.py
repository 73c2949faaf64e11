"""What somebody who writes programs gets wrong, by `affray`'s own names: a sentence, no riddle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import affray
from affray import BadInput, Fight, Players, Seat

BRIDGE = affray.encounter("skirmish/bridge")
GAME = BRIDGE.ruleset
BOLD = [Seat("bold")] * 4


def begun() -> Fight:
    fight = Fight(BRIDGE.apart(), Players([Seat(), *BOLD[1:]], seed=7))
    fight.run()
    return fight


def stepping() -> affray.Stepping:
    return affray.Stepping(BRIDGE.apart(), "bold", own=["Ada"], seed=7)


def test_temperaments_may_come_one_by_one() -> None:
    one_by_one = affray.simulate(BRIDGE, 20, 7, "python", (one for one in ["bold"] * 4))
    assert one_by_one.wins() == affray.simulate(BRIDGE, 20, 7, "python", "bold").wins()


def test_a_file_is_named_by_text_or_path(tmp_path: Path) -> None:
    assert affray.encounter(Path("skirmish/bridge")).title == BRIDGE.title
    kept = affray.new_save(BRIDGE.apart(), BOLD, 7, str(tmp_path / "kept.toml"))
    kept.fight.run()
    assert affray.load_save(str(tmp_path / "kept.toml")).fight.live == kept.fight.live


def stopped(done: int) -> None:
    raise KeyboardInterrupt


def none_over() -> Any:
    return affray.simulate(BRIDGE, 20, 7, "python", "bold", progress=stopped)


@pytest.mark.parametrize(
    ("mistaken", "problem"),
    [
        (
            lambda: affray.simulate("skirmish/bridge", 1, 7, "python", "bold"),  # type: ignore[arg-type]
            "encounter: found 'skirmish/bridge', expected an encounter: affray.encounter",
        ),
        (
            lambda: affray.Stepping("skirmish/bridge", "bold", ["Ada"], 7),  # type: ignore[arg-type]
            "encounter: found 'skirmish/bridge', expected an encounter: affray.encounter",
        ),
        (
            lambda: affray.Stepping(BRIDGE, "bold", "Ada", 7),
            "own: found 'Ada', expected a list of names or numbers",
        ),
        (
            lambda: affray.Dice(7, 0, BRIDGE.ruleset.decide, ["bold"] * 4),  # type: ignore[list-item]
            "temperaments: found ['bold', 'bold', 'bold', 'bold'], expected numbers",
        ),
        (
            lambda: Players(["bold"] * 4, seed=7),  # type: ignore[list-item]
            "seats: found 'bold', expected Seat(PLAYER)",
        ),
        (
            lambda: Fight(BRIDGE.apart(), Players([Seat("bolt")] * 4, seed=7)).run(),
            "seats: no player is called 'bolt'; did you mean 'bold'?",
        ),
        (
            lambda: Fight(BRIDGE.apart(), Players(BOLD[:3], seed=7)).run(),
            "seats: found 3, expected 4: Ada, Bran, Grim, Snick",
        ),
        (
            lambda: Fight(BRIDGE.apart(), Players([*BOLD, Seat("bold")], seed=7)).run(),
            "seats: found 5, expected 4: Ada, Bran, Grim, Snick",
        ),
        (
            lambda: affray.play(GAME, affray.Dice(7, 0, GAME.decide, [1] * 3), BRIDGE.world()),
            "temperaments: found 3, expected 4: one for each creature",
        ),
        (
            lambda: stepping().answer(61),
            "answer: found 61, expected 1 or 2: what Ada can answer to 'stance'",
        ),
        (lambda: stepping().answer(-1), "answer: found -1, expected a whole number from 0 to 61"),
        (
            lambda: stepping().answer("press"),  # type: ignore[arg-type]
            "answer: found 'press', expected a whole number from 0 to 61",
        ),
        (lambda: Players(BOLD, seed="7"), "seed: found '7', expected a whole number from 0 to "),  # type: ignore[arg-type]
        (lambda: Players(BOLD, seed=-1), "seed: found -1, expected a whole number from 0 to "),
        (lambda: affray.new_save(BRIDGE, BOLD[:3], 7), "seats: found 3, expected 4: Ada, Bran"),
        (lambda: affray.new_save(BRIDGE, [*BOLD, *BOLD], 7), "seats: found 8, expected 4: Ada"),
        (
            lambda: affray.new_save(BRIDGE, BOLD, 2**63),  # it could not be loaded
            "seed: found 9223372036854775808, expected a whole number from 0 to 92233720368547758",
        ),
        (
            lambda: affray.offers(Fight(BRIDGE.apart(), Players(BOLD, seed=7))),
            "offers: nobody is asked anything; fight.run() plays to the first question",
        ),
        (
            lambda: affray.position_of(begun(), "Ada"),  # type: ignore[arg-type]
            "who: found 'Ada', expected the number of a creature: 0 to 3",
        ),
        (lambda: begun().undo(-1), "undo: found -1, expected 0 to "),
        (lambda: begun().undo(999), "undo: found 999, expected 0 to "),
        (
            lambda: affray.advise(begun(), level="slow"),
            "level: found 'slow', expected clever:PLAYOUTS",
        ),
        (
            lambda: BRIDGE.switched({"ties": 1}),  # type: ignore[dict-item]
            "ties: found 1 (a whole number), expected one of striker, target",
        ),
        (lambda: none_over().rounds(), "fights: found none that is over, expected one at least"),
        (lambda: none_over().win_rates(), "fights: found none that is over"),
        (lambda: none_over().survivors(), "fights: found none that is over"),
    ],
)
def test_a_mistake_is_told(mistaken: Callable[[], Any], problem: str) -> None:
    with pytest.raises(BadInput) as told:
        mistaken()
    assert problem in str(told.value)


def test_a_plan_is_taken_where_it_is_open() -> None:
    fight = begun()
    press = affray.offers(fight)[0]
    affray.take(fight, press)
    told = len(fight.live)
    with pytest.raises(BadInput, match="Ada's 'Press' is not open: Ada is asked something else"):
        affray.take(fight, press)
    assert len(fight.live) == told


def test_a_fight_that_is_over_has_no_plans() -> None:
    fight = Fight(BRIDGE.apart(), Players(BOLD, seed=7))
    press = affray.offers(begun())[0]
    fight.run()
    with pytest.raises(BadInput, match="nobody is asked anything; the fight is over"):
        affray.offers(fight)
    with pytest.raises(BadInput, match="'Press' is not open: nobody is asked anything"):
        affray.take(fight, press)


@pytest.mark.parametrize(
    ("mistaken", "problem"),
    [
        ({"temperaments": ["bold"] * 4}, "expected numbers: players"),
        ({"temperaments": [1] * 3}, "found 3, expected 4: Ada, Bran, Grim, Snick"),
        ({"temperaments": [1] * 5}, "found 5, expected 4"),
        ({"temperaments": [1, 1, 1, 9]}, "expected numbers from 0 to 3"),
        ({"temperaments": [-1] * 4}, "expected numbers from 0 to 3"),
        ({"engine": "pyhton"}, "no engine is called 'pyhton'; did you mean 'python'?"),
    ],
)
def test_odds_are_asked_for_with_what_there_is(mistaken: dict[str, Any], problem: str) -> None:
    fight = begun()
    offer = affray.offers(fight)[0]
    meant = {"temperaments": [1] * 4, **mistaken}
    with pytest.raises(BadInput) as told:
        affray.odds_of(affray.position_of(fight, 0), offer, **meant)
    assert problem in str(told.value)
