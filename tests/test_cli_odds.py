"""Odds at the command line: a plan that cannot be carried out is answered with those that can."""

from __future__ import annotations

import pytest

from affray.cli.main import run


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (
            "rpg-hell/gate-duel --who Hale --do attack --target Zombie",
            "--target: found 'Zombie'; legal are Dog (RH-78)",
        ),
        (
            "story-mode/crypt --who Alex --do attack --target Alex",
            "--target: found 'Alex', expected one of Lich, Revenant",
        ),
        (
            "skirmish/bridge --who Ada --do strike",
            "--target: missing; strike needs one of Grim, Snick",
        ),
        (
            "dungeoneers-tactics/duel --who Suori --do attack",
            "--target: missing; attack needs one of Skeleton",
        ),
        (
            "skirmish/bridge --who Ada --do strike --target Grim --with stance=press"
            " --with Ada.stance=brace",
            "--with: Ada.stance is answered twice, expected once",
        ),
        (
            "plunder/ogre-toll --who Regdar --do close",
            "--target: missing; close needs one of Ogre, Orc 1, Orc 2",
        ),
        (
            "plunder/ogre-toll --who Regdar --do attack",
            "--target: missing; attack needs one of Ogre, Orc 1, Orc 2",
        ),
        (
            "plunder/ogre-toll --who Regdar --do attack --target Geldan",
            "--target: found 'Geldan', expected one of Ogre, Orc 1, Orc 2",
        ),
    ],
)
def test_what_can_be_done_is_named(
    capsys: pytest.CaptureFixture[str], arguments: str, problem: str
) -> None:
    assert run(["odds", *arguments.split()]) == 2
    assert capsys.readouterr().err == f"affray: {problem}\n"


def test_what_is_done_after_a_free_move_is_not_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """Suori drops something and is asked for her move anew; an assumed draw is no part of it."""
    command = "odds dungeoneers-spotlight/suori-and-the-skeleton --who Suori --do drop"
    assert run(command.split()) == 0
    told = capsys.readouterr().out
    assert "drawn" not in told
    assert "Suori: move" not in told
