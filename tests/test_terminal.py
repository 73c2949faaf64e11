"""A fight at one keyboard: plans, odds, undo, typed dice, edits, all from scripted lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from affray.encounter import find_encounter
from affray.oracles.people import Terminal
from affray.oracles.screen import LINES
from affray.saves import Game, load_game, new_game
from affray.seats import Seat
from affray.telling import transcript
from affray.world import pack

PERSON, TYPING, BOLD = Seat("person"), Seat("person", True), Seat("bold")
PROMPT = re.compile(r"^(What stance|Whom|Does) ")


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFFRAY_HOME", str(tmp_path / "home"))


class Keyboard:
    """Lines to type, and the screen they are answered on."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.screen: list[str] = []

    def read(self, prompt: str) -> str:
        try:
            line = next(self.lines)
        except StopIteration:
            raise EOFError from None
        self.screen.append(f"{prompt}{line}")
        return line

    @property
    def text(self) -> str:
        return "\n".join(self.screen)

    def asked(self) -> list[str]:
        """The questions put, in order."""
        return [line for line in self.screen if PROMPT.match(line)]


def begin(name: str, seats: list[Seat], seed: int = 5) -> Game:
    return new_game(find_encounter(f"skirmish/{name}"), seats, seed)


def play(game: Game, *lines: str, private: bool = False) -> Keyboard:
    keyboard = Keyboard(lines)
    Terminal(
        game, keyboard.read, lambda text: keyboard.screen.extend(text.split("\n")), private
    ).play()
    return keyboard


def duel(*lines: str, seats: tuple[Seat, Seat] = (PERSON, BOLD), seed: int = 5) -> Keyboard:
    return play(begin("duel", list(seats), seed), *lines)


def rolls(game: Game) -> list[str]:
    return [line for line in transcript(game.fight).splitlines() if " rolls " in line]


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
    assert "The fight is over; rest, fight again, undo, log, edit or quit." in keyboard.screen
    assert game.path.with_suffix(".finished").exists()


def test_an_undo_at_the_end_goes_on() -> None:
    game = begin("duel", [PERSON, BOLD])
    keyboard = play(game, *["press"] * 3, *["1"] * 20, "")
    assert game.fight.is_over
    keyboard = play(load_game(game.path), "undo", "quit")
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
    assert "  no plan is called 'strike'; did you mean 'strike grim'?" in keyboard.screen
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
    assert keyboard.text.count("      assumed: Grim: stance = press (bold)") == 2
    assert "  found '7', expected a number from 1 to 2" in keyboard.screen
    assert len(keyboard.asked()) == 5, "asking decides nothing"


def test_help_cards_log_and_rules() -> None:
    keyboard = duel("help", "cards", "press", "log", "rule sk-7", "rule SK-77", "RULE")
    assert "How a round goes: everyone seals a stance" in keyboard.text
    assert "  undo [N] [fresh] take back your last N decisions" in keyboard.text
    assert keyboard.text.count("Grim: wounds 0/4  might 3  guard 1  armor 5  place 2") >= 1
    assert "A duel at dawn\n\nRound 1.  [SK-5]" in keyboard.text
    assert "  SK-7: The striker rolls its might" in keyboard.text
    assert "no rule is called 'SK-77'; did you mean 'SK-7'?" in keyboard.text
    assert "no rule is called ''; expected SK-1" in keyboard.text


@pytest.mark.parametrize("leave", [["quit"], ["q"], []])
def test_leaving(leave: list[str]) -> None:
    game = begin("duel", [PERSON, BOLD])
    keyboard = play(game, "press", *leave)
    assert keyboard.screen[-1] == f"Saved. Go on with: affray play {game.path}"
    again = load_game(game.path)
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
    again = load_game(fresh.path)
    again.fight.run()
    assert rolls(again) == rolls(fresh)


def rolls_of_round_one(game: Game) -> list[str]:
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


# Real dice


def test_typed_dice() -> None:
    keyboard = duel("press", "1 1 1", "1 1 1 1 1", "1 1 1 7", "a b c d", "1, 2 3,4", "6 6",
                    seats=(TYPING, BOLD))  # fmt: skip
    wrong = [
        line for line in keyboard.screen if "expected the faces of 4d6, such as 1 2 3 4" in line
    ]
    assert len(wrong) == 4
    assert "    Ada rolls to hit: 4d6 (1 2 3 4) = 10 against" in keyboard.text
    assert (
        "    Ada rolls against the armor: 2d6 (6 6) = 12 against 5: yes  [SK-9]" in keyboard.screen
    )


def test_typed_dice_of_the_one_who_is_struck() -> None:
    keyboard = duel("press", "", "", "5 6", seats=(TYPING, BOLD))
    assert (
        "\nGrim rolls to hit.  [SK-7]\n  Ada's 2d6 (Enter: the computer rolls) > 5 6"
        in keyboard.text
    )
    assert re.search(
        r"Grim rolls to hit: 4d6 \(\d \d \d \d\) = \d+ against 2d6 \(5 6\) = 11", keyboard.text
    )


def test_enter_lets_the_computer_roll_what_it_would_have_rolled() -> None:
    typed, plain = begin("duel", [TYPING, BOLD]), begin("duel", [PERSON, BOLD])
    play(typed, "press", *[""] * 3)
    play(plain, "press")
    assert rolls(typed)[:3] == rolls(plain)[:3]
    assert not any(getattr(entry, "typed", False) for entry in typed.fight.live)


def test_both_sides_type() -> None:
    keyboard = duel("", "press", "", "press", "3 3 3 3", "6", seats=(TYPING, TYPING))
    assert (
        "    Ada rolls to hit: 4d6 (3 3 3 3) = 12 against 1d6 (6) = 6: yes  [SK-7]"
        in keyboard.screen
    )


def test_a_mistyped_die_can_be_typed_again() -> None:
    game = begin("duel", [TYPING, BOLD])
    keyboard = play(game, "press", "1 1 1 1", "2 2", "undo 2", "6 6 6 6", "", "log")
    assert "4d6 (6 6 6 6) = 24" in keyboard.text
    assert "4d6 (1 1 1 1)" not in transcript(game.fight)


def test_commands_work_while_dice_are_asked_for() -> None:
    keyboard = duel("press", "cards", "undo", "brace", seats=(TYPING, BOLD))
    assert "  (taken back: 1)" in keyboard.screen
    assert len(keyboard.asked()) == 2


# By hand


def test_edit_a_creature() -> None:
    game = begin("duel", [PERSON, BOLD])
    keyboard = play(
        game, "press", "edit Grim wounds = 3", 'edit Ada weapon="axe"', "edit Ada stance=brace"
    )
    assert "  By hand, Grim: wounds = 3." in keyboard.screen
    assert game.fight.world.creatures[1].wounds == 3
    assert game.fight.encounter.names["weapons"][game.fight.world.creatures[0].weapon] == "axe"
    again = load_game(game.path)
    again.fight.run()
    assert pack(again.fight.world) == pack(game.fight.world)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("edit Ada wonds=1", "edit: Ada: no field is called 'wonds'; did you mean 'wounds'?"),
        ("edit Adda wounds=1", "edit: no creature is called 'Adda'; did you mean 'Ada'?"),
        ("edit Ada wounds=9", "edit: is a state that cannot be: "),
        ("edit Ada wounds=many", "edit: Ada.wounds: found 'many' (text), expected a whole number"),
        ("edit Ada place=2", "edit: is a state that cannot be: two creatures stand in one place"),
        ("edit Ada", "edit: found 'Ada', expected NAME FIELD=VALUE"),
        ("edit", "edit: found '', expected NAME FIELD=VALUE"),
    ],
)
def test_bad_edits_change_nothing(text: str, problem: str) -> None:
    game = begin("duel", [PERSON, BOLD])
    game.fight.run()
    before = pack(game.fight.world)
    keyboard = play(game, text)
    assert any(line.startswith(f"  {problem}") for line in keyboard.screen), keyboard.text
    assert pack(game.fight.world) == before
    assert "[[tape]]" not in game.path.read_text()


def test_an_edit_tells_all_that_comes_of_it() -> None:
    """The step is taken again after an edit: all of it is told, not the last line alone."""
    game = begin("duel", [BOLD, BOLD])
    game.fight.run()
    loser = 1 if game.fight.outcome == 0 else 0
    keyboard = play(game, f"edit {game.fight.names[loser]} wounds=0", "")
    told = keyboard.text.partition("By hand, ")[2]
    after = transcript(game.fight).partition("By hand, ")[2]
    assert told.count(" rolls ") == after.count(" rolls ") > 2
    keyboard = duel("edit Grim wounds=1", seats=(BOLD, PERSON))
    told = keyboard.text.partition("By hand, ")[2]
    assert told.index("Round 1.") < told.index("What stance does Grim take?")


def test_an_edit_can_end_a_fight_and_be_undone_past() -> None:
    game = begin("duel", [PERSON, BOLD])
    keyboard = play(game, "press", "edit Grim wounds=4", "undo", "quit")
    assert "The heroes have won." in keyboard.screen
    assert not game.fight.is_over
    assert game.fight.world.creatures[1].wounds < 4  # the edit is taken back, and it alone


def test_after_a_fight_the_party_rests_and_fights_on() -> None:
    """Wounds last from fight to fight; a rest tends them; the save tells it all again."""
    game = begin("duel", [PERSON, BOLD])
    keyboard = play(game, "press", "edit Ada wounds=2", "edit Grim wounds=4", "again", "quit")
    assert "Another fight, with what lasts." in keyboard.text
    assert [c.wounds for c in game.fight.world.creatures] == [2, 0]
    play(game, "edit Grim wounds=4", "rest", "rest", "", "quit")
    assert game.fight.world.creatures[0].wounds < 2
    before = list(game.fight.story)
    again = load_game(game.path)
    again.fight.run()
    assert again.fight.story == before
    assert pack(again.fight.world) == pack(game.fight.world)


def test_nobody_goes_on_when_nobody_is_left() -> None:
    game = begin("duel", [PERSON, BOLD])
    keyboard = play(game, "press", "edit Ada wounds=3", "again", "rest", "quit")
    assert keyboard.text.count("nobody of the heroes is left to go on") == 2
    assert game.fight.is_over


def test_an_answer_that_cannot_be_used_costs_nothing() -> None:
    game = begin("duel", [PERSON, BOLD])
    keyboard = play(game, "press stance=brace", "quit")
    assert "stance: is answered by the plan itself" in keyboard.text
    assert game.fight.live == []
    tactics = find_encounter("dungeoneers-tactics/duel")
    game = new_game(tactics, [PERSON, BOLD], seed=3)
    keyboard = play(game, "drop target=Suori", "attack stress=99", "quit")
    assert "target: is not asked in this plan" in keyboard.text
    assert "stress: legal are 0, 1" in keyboard.text
    assert game.fight.live == []


def test_only_the_winners_rest_and_the_fight_stays_over() -> None:
    game = begin("duel", [PERSON, BOLD])
    play(game, "press", "edit Ada wounds=2", "edit Grim wounds=4", "rest", "rest", "quit")
    assert game.fight.is_over
    assert game.fight.world.creatures[1].wounds == 4
