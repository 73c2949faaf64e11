"""Several who seal at once, at one keyboard: one list instead of one question after the other."""

from __future__ import annotations

from terminal_keyboard import BOLD, PERSON, begin, play

from affray.book.encounter import find_encounter
from affray.fight.players import Seat
from affray.files.saves import new_save

HEAD = "All seal at once. Enter: as listed; NAME PLAN: another; all PLAN: the same for all."


def stances(screen: list[str]) -> list[str]:
    return [line.split("  [")[0].strip() for line in screen if "takes a stance" in line]


def heroes(*typed: str) -> list[str]:
    """Ada and Bran at one keyboard, the foes the computer's: what the first round shows."""
    return play(begin("bridge", [PERSON, PERSON, BOLD, BOLD]), *typed, "quit").screen


def test_enter_seals_what_the_list_says() -> None:
    screen = heroes("")
    at = screen.index(HEAD)
    assert [line.split(":")[0] for line in screen[at + 1 : at + 3]] == ["  Ada", "  Bran"]
    listed = [line.split(": ")[1].lower() for line in screen[at + 1 : at + 3]]
    assert stances(screen)[:2] == [
        f"Ada takes a stance: {listed[0]}.",
        f"Bran takes a stance: {listed[1]}.",
    ]


def test_all_do_the_same() -> None:
    screen = heroes("all brace")
    assert stances(screen)[:2] == ["Ada takes a stance: brace.", "Bran takes a stance: brace."]


def test_one_of_them_does_something_else_before_it_is_their_turn() -> None:
    screen = heroes("Bran brace", "ada press", "")
    assert "  Bran: Brace" in screen
    assert "  Ada: Press" in screen
    assert stances(screen)[:2] == ["Ada takes a stance: press.", "Bran takes a stance: brace."]


def test_what_is_no_plan_is_said_and_nothing_is_sealed() -> None:
    screen = heroes("all flee", "Bran flee")
    assert any(line.startswith("  Ada: ") and "flee" in line for line in screen)
    assert stances(screen) == []


def test_one_after_the_other_as_ever() -> None:
    screen = heroes("press", "brace")
    assert stances(screen)[:2] == ["Ada takes a stance: press.", "Bran takes a stance: brace."]
    assert screen.count(HEAD) == 1, "the last one has no list"


def test_rivals_at_one_keyboard_are_asked_one_by_one() -> None:
    game = begin("duel", [PERSON, PERSON])
    assert HEAD not in play(game, "", "press", "", "press", "quit").screen


def test_an_edit_keeps_what_is_typed_and_says_what_is_asked_again() -> None:
    screen = heroes("Bran brace", "edit Ada wounds=1", "")
    assert "  Bran: Brace" in screen[screen.index(HEAD) + 3 :], "still as typed"
    assert "Bran takes a stance: brace." in stances(screen)
    assert "  (what was answered in this step is asked again)" not in screen
    half = heroes("press", "edit Ada wounds=1")
    assert "  (what was answered in this step is asked again)" in half
    gone = heroes("Bran brace", "edit Bran wounds=3")
    assert "  Bran: Brace is not open any more" in gone


def test_what_had_no_choice_was_asked_for_all_the_same() -> None:
    """The list's own plans say how one strikes; with one way to, nobody asks for it."""
    encounter = find_encounter("plunder/ford-at-dusk")
    encounter.world()
    temper = encounter.ruleset.temperaments[0]
    sides = [entrant.side for entrant in encounter.entrants]
    seats = [PERSON if side == sides[0] else Seat(temper) for side in sides]
    screen = play(new_save(encounter, seats, 1), "throw d0", *[""] * 20, "quit").screen
    assert any("Round 2" in line for line in screen)
    assert not [line for line in screen if "was not asked for" in line]
    assert any("there is no die with 0 sides here, expected d2 to d1000" in line for line in screen)
