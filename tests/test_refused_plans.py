"""A plan the game knows and nobody can take now is answered with the reason and the rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_helpers import Table
from terminal_keyboard import PERSON, Keyboard, begin, play

from affray.book.encounter import find_encounter
from affray.book.shelf import SHELF
from affray.book.words import ANSWER
from affray.cli.main import run
from affray.fight.players import Seat
from affray.files.saves import new_save
from affray.terminal.people import Terminal

BOLD = Seat("bold")
GAMES = ["dungeoneers-tactics", "dungeoneers-spotlight", "plunder", "rpg-hell", "story-mode"]
MOVING = ["end", "move", "drop", "face", "equip"]


def typed(name: str, seats: list[Seat], *lines: str, seed: int = 3) -> Keyboard:
    keyboard = Keyboard(lines)
    game = new_save(find_encounter(name), seats, seed)
    Terminal(game, keyboard.read, lambda text: keyboard.screen.extend(text.split("\n"))).play()
    return keyboard


# At the table


@pytest.mark.parametrize(
    "how", [{"name": "Attack Zombie 2"}, {"name": "attack", "target": "Zombie 2"}]
)
def test_a_refusal_does_not_betray_who_is_hidden(tmp_path: Path, how: dict[str, str]) -> None:
    """A name in the middle of what was asked for was known, and the rule about it told."""
    table = Table(tmp_path, "story-mode/coven", players=1, seed=3)
    table.gm.must("hide", creature="Zombie 2", hidden=True)
    nobody = {key: said.replace("Zombie 2", "Qwxz") for key, said in how.items()}
    hidden, unknown = (table.players[0].do("plan", **asked) for asked in (how, nobody))
    assert (hidden.status_code, unknown.status_code) == (422, 422)
    assert hidden.text.replace("Zombie 2", "Qwxz") == unknown.text


# In the terminal


def test_a_plan_that_is_not_legal_names_what_is() -> None:
    """Suori has spent her actions on attacks."""
    attacks = ["attack skeleton"] * 2
    keyboard = typed("dungeoneers-tactics/duel", [PERSON, BOLD], *attacks, "disengage")
    refused = [line for line in keyboard.screen if "'disengage' is not open" in line]
    assert len(refused) == 1
    assert f"action may be {', '.join(MOVING)}  [DT-30" in refused[0]
    assert "no plan is called" not in keyboard.text


def test_a_question_that_is_not_asked_is_quoted_without_numbers() -> None:
    """'0 damage comes at Hale', 'Hale is about to gain blind 0': nothing came at anybody."""
    keyboard = typed("rpg-hell/gate-duel", [PERSON, BOLD, BOLD], "dodge", "ward")
    for quoted in (
        "'Damage comes at Hale. Spend a Dodge to halve it?', which is not asked now",
        "'Hale is about to gain stacks. Spend a Ward?', which is not asked now",
    ):
        assert any(quoted in line for line in keyboard.screen), keyboard.text


def test_a_bare_name_is_not_taken_for_the_answer_to_some_question() -> None:
    """It was said to answer on whom a spell is cast, which nobody had spoken of."""
    keyboard = typed("story-mode/coven", [PERSON, *[BOLD] * 5], "alex", "zombie 1", "end")
    assert any(
        line.startswith("  'alex' alone does not say what Eldrin does; expected Close with Alex")
        for line in keyboard.screen
    )
    several = next(line for line in keyboard.screen if "'zombie 1' alone" in line)
    assert "Close with Zombie 1 and attack or Close with Zombie 1 or Talk to Zombie 1" in several


def test_a_plan_of_another_question_names_that_question() -> None:
    keyboard = typed("dungeoneers-tactics/duel", [PERSON, BOLD], "strike")
    refused = (
        "  'strike' is not open to Suori now: it answers 'Does Suori take the opportune strike?', "
        "which is not asked now  [DT-36 DT-118]"
    )
    assert refused in keyboard.screen


def test_an_answer_of_another_question_names_that_question() -> None:
    keyboard = typed("dungeoneers-tactics/duel", [PERSON, BOLD], "extra-pierce", "north")
    assert any("no plan is called 'extra-pierce'" in line for line in keyboard.screen)
    assert any("'north' is not open to Suori now: it answers" in line for line in keyboard.screen)


def test_a_target_out_of_reach_names_who_is_not() -> None:
    seats = [PERSON, BOLD, BOLD]
    keyboard = typed("rpg-hell/gate-duel", seats, "attack zombie")
    refused = [line for line in keyboard.screen if "'attack zombie' is not open to Hale" in line]
    assert refused
    assert "it may be for Dog" in refused[0]
    assert "[RH-6" in refused[0]


def test_a_name_that_means_several_lists_them() -> None:
    keyboard = play(begin("bridge", [PERSON, BOLD, BOLD, BOLD]), "press", "strike")
    assert "  'strike' may be 'Strike Grim' or 'Strike Snick'" in keyboard.screen


def test_a_name_with_its_target_can_be_typed() -> None:
    """The label is 'Shove Skeleton off'; what is typed beyond a plan is refused."""
    keyboard = typed(
        "dungeoneers-tactics/duel", [PERSON, BOLD], "push skeleton hard", "push skeleton"
    )
    assert any(
        line.startswith("  found 'hard' after 'push skeleton', expected")
        for line in keyboard.screen
    )
    assert any(line.startswith("  Suori pushes Skeleton") for line in keyboard.screen)


def test_half_of_a_targets_name_is_enough() -> None:
    """Of two guards both are named; where nobody strikes now it is said what is asked."""
    seats = [PERSON] * 3 + [BOLD] * 3
    keyboard = typed("dungeoneers-spotlight/narrow-bridge", seats, "strike guard")
    refused = [line for line in keyboard.screen if "'strike guard' is not open to" in line]
    assert refused
    assert "no plan is called" not in keyboard.text
    bridge = play(begin("bridge", [PERSON, BOLD, BOLD, BOLD]), "press", "strike gr")
    assert any("Ada strikes" in line or "rolls to hit" in line for line in bridge.screen)


def test_an_unknown_name_lists_near_ones() -> None:
    keyboard = typed("dungeoneers-tactics/duel", [PERSON, BOLD], "desengage")
    assert "  no plan is called 'desengage'; did you mean 'disengage'?" in keyboard.screen


@pytest.mark.parametrize("slug", GAMES)
def test_a_plan_that_depends_on_the_world_says_what_it_takes(slug: str) -> None:
    """Nothing else could be said of it where it is not open: it names no question then."""
    plans = SHELF.get(slug).words.plans
    made = [plan for plan in plans if callable(plan.answers) and plan.name != ANSWER]
    assert [plan.name for plan in made if not plan.takes] == []


def test_a_plan_says_what_it_takes() -> None:
    attacks = ["attack skeleton"] * 2
    keyboard = typed("dungeoneers-tactics/duel", [PERSON, BOLD], *attacks, "sprint")
    refused = [line for line in keyboard.screen if "'sprint' is not open" in line]
    assert "now: it takes 1 action point (DT-44); action may be " in refused[0]


# At the table and at the command line


def test_the_table_refuses_with_the_rule(tmp_path: Path) -> None:
    table = Table(tmp_path, "dungeoneers-tactics/duel")
    answer = table.gm.do("plan", name="strike")
    assert answer.status_code == 422
    assert "it answers 'Does Suori take the opportune strike?'" in answer.json()["error"]
    assert "DT-36" in answer.json()["rules"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (
            "--do release",
            "--do: release is not open to Suori here: it takes somebody in your hold (DT-50); "
            "legal are end, move",
        ),
        ("--do strike", "--do: strike is not open to Suori here: its question is not asked"),
        ("--do disengag", "--do: no plan is called 'disengag'; did you mean 'disengage'?"),
    ],
)
def test_the_command_line_says_why(
    capsys: pytest.CaptureFixture[str], arguments: str, problem: str
) -> None:
    assert run(["odds", "dungeoneers-tactics/duel", "--who", "Suori", *arguments.split()]) == 2
    assert capsys.readouterr().err.startswith(f"affray: {problem}")


def test_a_plan_is_refused_for_where_it_got_to_and_not_for_where_it_waited(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Torbane has to wait for the melee; then it is the other skeleton that stands before him."""
    attack = ["--who", "Torbane", "--do", "attack", "--target", "Skeleton 1"]
    assert run(["odds", "plunder/bone-cellar", *attack, "--involve", "Skeleton 2"]) == 2
    said = "affray: --target: found 'Skeleton 1'; legal are Skeleton 2 (PL-11)\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    ("name", "plan"),
    [
        ("dungeoneers-tactics/duel", "Move north"),
        ("dungeoneers-spotlight/suori-and-the-skeleton", "Travel ..."),
    ],
)
def test_a_plan_without_dice_is_not_said_to_do_nothing(name: str, plan: str) -> None:
    """`?` told "100.00 %  nothing" of every step somebody could take."""
    keyboard = typed(name, [PERSON, BOLD], "?", "quit")
    lines = [line.strip() for line in keyboard.text.splitlines()]
    assert lines[lines.index(plan) + 1] == "no dice"
    assert not [line for line in lines if line.startswith("100.00 %  nothing")]
