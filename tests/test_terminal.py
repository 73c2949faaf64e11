"""A fight at one keyboard: plans, odds, undo, all from scripted lines."""

from __future__ import annotations

import re

import pytest
from terminal_keyboard import BOLD, PERSON, begin, duel, play, rolls

from affray.files.saves import SavedFight, load_save
from affray.rules.world import pack
from affray.tell.narration import transcript
from affray.terminal.people import Terminal
from affray.terminal.screen import LINES

# Playing


def test_a_whole_fight_by_name_and_number() -> None:
    lines = ["press", "1", "Press", "2", "brace", "pre", "PRESS"] + ["1"] * 30 + [""]
    game = begin("duel", [PERSON, BOLD])
    keyboard = play(game, *lines)
    assert game.fight.is_over
    assert re.search(r"^The (heroes|foes) have won\.$", keyboard.text, re.MULTILINE)
    assert keyboard.screen[-1] == f"Saved. Tell it again with: affray replay {game.path}"
    stances = re.findall(r"Ada takes a stance: (\w+)", keyboard.text)
    assert stances[:4] == ["press", "press", "press", "brace"][: len(stances)]


def test_the_end_is_left_by_enter_and_marked() -> None:
    game = begin("duel", [BOLD, BOLD])
    keyboard = play(game, "nonsense", "")
    assert game.fight.is_over
    assert keyboard.asked() == [], "all seats are the computer's"
    assert (
        "The fight is over; expected rest, again, story, undo, log, edit or quit."
        in keyboard.screen
    )
    assert game.path.with_suffix(".finished").exists()


def test_an_undo_at_the_end_goes_on() -> None:
    game = begin("duel", [PERSON, BOLD])
    keyboard = play(game, *["press"] * 3, *["1"] * 20, "")
    assert game.fight.is_over
    keyboard = play(load_save(game.path), "undo", "quit")
    assert keyboard.text.count("have won.") == 1
    assert not game.path.with_suffix(".finished").exists()
    assert keyboard.screen[-1].startswith("Saved. Go on with: affray play ")


def test_computer_seats_run_on_and_forced_answers_are_not_asked() -> None:
    keyboard = duel("press", "press")
    assert keyboard.asked() == ["What stance does Ada take?  [SK-3 SK-4]"] * 3
    assert "  Ada strikes at Grim.  [SK-6]" in keyboard.screen
    assert "  Grim strikes at Ada.  [SK-6]" in keyboard.screen


def test_people_on_both_sides() -> None:
    game = begin("bridge", [PERSON] * 4)
    keyboard = play(game, *["", "press"] * 4, "strike grim", "n", "step", "Stay out of it")
    assert [line.split()[3] for line in keyboard.asked()[:4]] == ["Ada", "Bran", "Grim", "Snick"]
    assert keyboard.asked()[4] == "Whom does Ada strike?  [SK-6]"
    assert "Does Snick step in and take the blow?  [SK-8]" in keyboard.asked()
    assert "Snick steps in for Grim" in keyboard.text


def test_rivals_at_one_keyboard_do_not_see_each_others_choice() -> None:
    """Each looks alone; what was on the screen is gone before the next looks."""
    keyboard = play(begin("duel", [PERSON, PERSON]), "", "press", "", "brace")
    handed = [k for k, line in enumerate(keyboard.screen) if "declares in secret" in line]
    assert len(handed) == 2
    ada, grim = handed
    assert "Only Ada looks from here" in keyboard.screen[ada]
    assert "Only Grim looks from here" in keyboard.screen[grim]
    assert keyboard.screen[ada:grim].count("") >= LINES, "Ada's menu is wiped before Grim looks"
    assert keyboard.screen[grim:].count("") >= LINES, "and Grim's before all look again"
    told = keyboard.screen.index("  Ada takes a stance: press.  [SK-3 SK-4]")
    assert told > grim


def test_friends_share_the_screen_unless_they_ask_not_to() -> None:
    shared = play(begin("bridge", [PERSON, PERSON, BOLD, BOLD]), "press", "press")
    assert "declares in secret" not in shared.text
    game = begin("bridge", [PERSON, PERSON, BOLD, BOLD])
    keyboard = play(game, "", "press", "", "press", private=True)
    assert keyboard.text.count("declares in secret") == 2


def test_an_answer_that_is_none_is_named() -> None:
    keyboard = duel("press stance=fly", "press wind=up")
    assert any(line.startswith("  no answer to stance is called 'fly'") for line in keyboard.screen)
    assert any(line.startswith("  no question is called 'wind'") for line in keyboard.screen)


def test_a_plan_is_found_by_what_is_unique() -> None:
    keyboard = play(begin("bridge", [PERSON, BOLD, BOLD, BOLD]), "p", "strike", "9", "", "strike s")
    assert "  'strike' may be 'Strike Grim' or 'Strike Snick'" in keyboard.screen
    assert "  no plan is called '9'; expected strike grim, strike snick" in keyboard.screen
    assert "  Type a number, or help." in keyboard.screen
    assert "  Ada strikes at Snick.  [SK-6]" in keyboard.screen


# Asking


def test_odds_of_every_plan_and_of_one() -> None:
    keyboard = duel("?", "? 2", "? brace", "? 7")
    odds = [line for line in keyboard.screen if " % " in line and "miss" in line]
    assert len(odds) == 4
    assert odds[2] == odds[3] == odds[1] != odds[0]
    assert keyboard.text.count("Ada rolls to hit, 4d6 against 1d6: ") == 0
    assert keyboard.text.count("Ada rolls to hit, 3d6 against 1d6: 98.84 % (427/432)  [SK-7]") == 2
    guessed = "      assumed: Grim: stance = any of 2, equally likely (sealed)"
    assert keyboard.text.count(guessed) == 2
    assert "  no plan is called '7'; expected press, brace" in keyboard.screen
    assert len(keyboard.asked()) == 5, "asking decides nothing"


def test_help_cards_log_and_rules() -> None:
    keyboard = duel("help", "cards", "press", "log", "rule sk-7", "rule SK-77", "RULE")
    assert "How a round goes: everyone seals a stance" in keyboard.text
    assert "  undo [N] [fresh] take back your last N decisions" in keyboard.text
    assert keyboard.text.count("Grim: wounds 0/4  might 3  guard 1  armor 5  place 2") >= 1
    assert "A duel at dawn\n\nAda: wounds 0/3" in keyboard.text
    assert "\n\nRound 1.  [SK-5]" in keyboard.text
    assert "  SK-7: The striker rolls its might" in keyboard.text
    assert "no rule is called 'SK-77'; did you mean 'SK-7'?" in keyboard.text
    assert "no rule is called ''; expected SK-1" in keyboard.text


@pytest.mark.parametrize("leave", [["quit"], ["q"], []])
def test_leaving(leave: list[str]) -> None:
    game = begin("duel", [PERSON, BOLD])
    keyboard = play(game, "press", *leave)
    assert keyboard.screen[-1] == f"Saved. Go on with: affray play {game.path}"
    again = load_save(game.path)
    again.fight.run()
    assert pack(again.fight.world) == pack(game.fight.world)
    assert again.fight.pending == game.fight.pending


def test_ctrl_c_leaves_too() -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    game = begin("duel", [PERSON, BOLD])
    screen: list[str] = []
    Terminal(game, interrupted, screen.append).play()
    assert screen[-1] == f"Saved. Go on with: affray play {game.path}"


# Taking back


ROUNDS = ["press", "brace", "press"]


@pytest.mark.parametrize("depth", ["1", "2", "3", "all"])
def test_undo_at_any_depth_keeps_the_dice(depth: str) -> None:
    plain = begin("duel", [PERSON, BOLD])
    play(plain, *ROUNDS)
    undone = begin("duel", [PERSON, BOLD])
    back = 3 if depth == "all" else int(depth)
    keyboard = play(undone, *ROUNDS, f"undo {depth}", *ROUNDS[3 - back :])
    assert f"  (taken back: {back})" in keyboard.screen
    assert transcript(undone.fight) == transcript(plain.fight)
    assert undone.fight.pending == plain.fight.pending


def test_undo_fresh_rolls_other_dice() -> None:
    plain, fresh = begin("duel", [PERSON, BOLD]), begin("duel", [PERSON, BOLD])
    play(plain, *ROUNDS)
    play(fresh, *ROUNDS, "undo 2 fresh", *ROUNDS[1:])
    first = len(rolls_of_round_one(plain))
    assert rolls(fresh)[:first] == rolls(plain)[:first], "what was not taken back stands"
    assert rolls(fresh)[first:] != rolls(plain)[first:]
    again = load_save(fresh.path)
    again.fight.run()
    assert rolls(again) == rolls(fresh)


def rolls_of_round_one(game: SavedFight) -> list[str]:
    told = transcript(game.fight)
    return [line for line in told.partition("Round 2.")[0].splitlines() if " rolls " in line]


def test_another_answer_after_an_undo_changes_only_what_it_must() -> None:
    keyboard = duel("press", "undo", "brace")
    hits = [line for line in keyboard.screen if line.startswith("    Ada rolls to hit")]
    assert "4d6" in hits[0]
    assert "3d6" in hits[1]
    armor = [line for line in keyboard.screen if "Ada rolls against the armor" in line]
    assert armor[0] == armor[1], "the same roll at the same place has the same dice"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("undo", "undo: you have decided nothing yet"),
        ("undo all", "undo: you have decided nothing yet"),
        ("undo x", "undo: found 'x', expected a number, 'all' or 'fresh'"),
    ],
)
def test_undo_with_nothing_to_undo(text: str, problem: str) -> None:
    assert f"  {problem}" in duel(text).screen


def test_undo_too_far() -> None:
    keyboard = duel("press", "undo 2", "undo 0")
    assert "  undo: found 2, expected 1 to 1" in keyboard.screen
    assert "  undo: found 0, expected 1 to 1" in keyboard.screen
