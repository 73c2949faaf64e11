"""What people at one keyboard do by hand: dice they typed, edits, rests after a fight."""

from __future__ import annotations

import re

import pytest
from terminal_keyboard import BOLD, PERSON, TYPING, begin, duel, play, rolls

from affray.book.encounter import find_encounter
from affray.files.saves import load_save, new_save
from affray.rules.world import pack
from affray.tell.narration import transcript
from affray.tell.sheet import sheet

# Real dice


def test_typed_dice() -> None:
    keyboard = duel("press", "1 1 1", "1 1 1 1 1", "1 1 1 7", "a b c d", "1, 2 3,4", "6 6",
                    seats=(TYPING, BOLD))  # fmt: skip
    expected = "expected the faces of 4d6 (1 to 6), such as 1 2 3 4"
    assert len([line for line in keyboard.screen if expected in line]) == 4
    assert "    Ada rolls to hit: 4d6 (1 2 3 4) = 10 against" in keyboard.text
    assert (
        "    Ada rolls against the armor: 2d6 (6 6) = 12 against 5: yes  [SK-9]" in keyboard.screen
    )


def test_typed_dice_of_the_one_who_is_struck() -> None:
    keyboard = duel("press", "", "", "5 6", seats=(TYPING, BOLD))
    asked = "\nGrim rolls to hit: 4d6 against 2d6.  [SK-7]\n"
    asked += "  Ada's 2d6 to ward off Grim (Enter: the computer rolls) > "
    assert f"{asked}5 6" in keyboard.text
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
    again = load_save(game.path)
    again.fight.run()
    assert pack(again.fight.world) == pack(game.fight.world)


def test_a_table_is_typed_as_a_file_writes_it() -> None:
    duel = find_encounter("dungeoneers-spotlight/suori-and-the-skeleton")
    game = new_save(duel, [PERSON, BOLD], 1)
    play(game, 'edit suori skills={ striking = "master", dodging = "none" } wounds=1', "quit")
    told = sheet(game.fight.encounter, game.fight.world, 0)["skills"]
    assert "striking master" in told
    assert "dodging" not in told
    assert game.fight.world.creatures[0].wounds == 1


def test_what_was_edited_is_told_as_files_write_it() -> None:
    """It read "prone = True", "skills = {'striking': 'master'}" and "carried = "."""
    duel = find_encounter("dungeoneers-spotlight/suori-and-the-skeleton")
    game = new_save(duel, [PERSON, BOLD], 1)
    keyboard = play(game, 'edit suori prone=true skills={ striking = "master" } carried=[]', "quit")
    told = "By hand, Suori: prone = true, skills = striking master, carried = nothing."
    assert told in keyboard.text


def test_several_fields_are_edited_at_once() -> None:
    """Wounds and their severities can be changed only together; values may be lists."""
    seats = [PERSON, PERSON, PERSON, BOLD, BOLD]
    game = new_save(find_encounter("story-mode/crypt"), seats, 5)
    text = 'edit Lich wounds=2 severity = ["lingering", "strain"] zone=hall'
    keyboard = play(game, "edit Lich wounds=2", text, "edit Lich at=hall")
    lich = game.fight.world.creatures[3]
    assert (lich.wounds, lich.severity[:3]) == (2, [1, 0, -1])
    assert (
        "  This cannot be: Lich has wounds = 2, but entries of severity for 0 (SM-37)"
        in keyboard.text
    )
    assert "By hand, Lich: wounds = 2, severity = lingering strain, zone = hall." in keyboard.text
    assert "no field is called 'at'; where a creature stands is zone" in keyboard.text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("edit Ada wonds=1", "Ada: no field is called 'wonds'; did you mean 'wounds'?"),
        ("edit Adda wounds=1", "edit: no creature is called 'Adda'; did you mean 'Ada'?"),
        ("edit Ada wounds=9", "This cannot be: Ada has 9 wounds"),
        ("edit Ada wounds=many", "Ada.wounds: found 'many' (text), expected a whole number"),
        ("edit Ada place=2", "This cannot be: two creatures stand in one place"),
        ("edit Ada wounds=1 wounds=2", "edit: wounds is given twice"),
        ("edit Ada", "edit: found 'Ada', expected NAME FIELD=VALUE ..."),
        ("edit", "edit: found '', expected NAME FIELD=VALUE ..."),
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
    told = told.partition(" have won.")[0]  # what follows looks back on all of the fight
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
    again = load_save(game.path)
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
    game = new_save(tactics, [PERSON, BOLD], seed=3)
    keyboard = play(game, "drop target=Suori", "attack stress=99", "quit")
    assert "target: is not asked in this plan" in keyboard.text
    assert "stress: legal are 0 to 60" in keyboard.text
    assert game.fight.live == []


def test_only_the_winners_rest_and_the_fight_stays_over() -> None:
    game = begin("duel", [PERSON, BOLD])
    play(game, "press", "edit Ada wounds=2", "edit Grim wounds=4", "rest", "rest", "quit")
    assert game.fight.is_over
    assert game.fight.world.creatures[1].wounds == 4
