"""What stands on the menu keeps its number, and nothing that was typed is dropped unsaid."""

from __future__ import annotations

import re

import pytest
from terminal_keyboard import BOLD, PERSON, Keyboard, begin, play

from affray.book.encounter import encounter_from, find_encounter
from affray.book.toml_tables import TomlTable
from affray.fight.players import Seat
from affray.files.saves import new_save
from affray.terminal.people import Terminal


def typed(name: str, seats: list[Seat], *lines: str, seed: int = 3) -> Keyboard:
    keyboard = Keyboard(lines)
    game = new_save(find_encounter(name), seats, seed)
    Terminal(game, keyboard.read, lambda text: keyboard.screen.extend(text.split("\n"))).play()
    return keyboard


def crypt(*lines: str) -> Keyboard:
    return typed("dungeoneers-tactics/duel", [PERSON, BOLD], *lines)


def menus(keyboard: Keyboard) -> list[dict[str, int]]:
    """Every menu that was shown: labels without their details, and numbers."""
    found: list[dict[str, int]] = []
    for line in keyboard.screen:
        entry = re.match(r"^  (\d+)  (.+?)(?:  \(.*)?$", line)
        if line.startswith("What does "):
            found.append({})
        elif entry and found:
            found[-1][entry[2]] = int(entry[1])
    return found


def test_a_plan_keeps_its_number_when_others_are_gone() -> None:
    first, second, third = menus(crypt("attack skeleton", "attack skeleton"))
    assert "Attack Skeleton" in second
    assert "Attack Skeleton" not in third, "no action is left"
    assert "End the turn" in third
    assert all(first[label] == number for label, number in (second | third).items())


def test_a_number_carries_out_what_it_stands_for() -> None:
    number = menus(crypt())[0]["Drop prone"]
    keyboard = crypt("attack skeleton", "attack skeleton", str(number))
    assert any(line.startswith("  Suori is prone.") for line in keyboard.screen)


def test_a_number_of_before_says_what_it_stood_for() -> None:
    keyboard = crypt("attack skeleton", "attack skeleton", "1")
    assert any("'Attack Skeleton' is not open to Suori now: " in line for line in keyboard.screen)


def test_an_answer_can_be_typed_by_its_own_word() -> None:
    """The plans are called 'Dodge' and 'Take it'; 'yes' was not open: 'dodge may be no, yes'."""
    keyboard = Keyboard(("attack ada pair=34", "yes"))
    sheet = {"level": 1, "pool": [0, 0, 1, 1, 0, 0], "dodge": 1, "weapon_bonus": 3}
    both = [
        {"name": "Ada", "side": "heroes", "at": [0, 1], "set": sheet},
        {"name": "Orc", "side": "foes", "at": [1, 1], "set": sheet},
    ]
    data = {"ruleset": "rpg-hell", "map": {"size": [6, 3]}, "start": "Orc", "creature": both}
    data["set"] = {"phase": "action"}
    encounter = encounter_from(TomlTable(data, "struck.toml"), "struck")
    game = new_save(encounter, [PERSON, PERSON], 3)
    Terminal(game, keyboard.read, lambda text: keyboard.screen.extend(text.split("\n"))).play()
    assert game.fight.world.creatures[0].dodge == 0


def test_everybody_has_the_same_numbers() -> None:
    keyboard = typed("skirmish/bridge", [PERSON, PERSON, BOLD, BOLD], "press", "press")
    lines = [line for line in keyboard.screen if re.match(r"^  \d+  (Press|Brace)$", line)]
    assert lines == ["  1  Press", "  2  Brace"] * 2 + lines[4:]


# Nothing is dropped


@pytest.mark.parametrize("text", ["map of it", "log all", "help me", "quit now"])
def test_a_command_with_more_behind_it_is_refused(text: str) -> None:
    word, _, rest = text.partition(" ")
    keyboard = play(begin("duel", [PERSON, BOLD]), text, "press")
    assert f"  {word}: found {rest!r}, expected nothing more" in keyboard.screen
    assert "Ada takes a stance: press" in keyboard.text, "and nothing else has happened"


def test_an_answer_in_place_of_a_yes_is_refused() -> None:
    """Suori would be wounded by that much stress; a number is no yes and no no."""
    keyboard = crypt("attack skeleton stress=9", "3", "n", "disengage")
    assert "  found '3', expected y or n" in keyboard.screen
    assert keyboard.text.count("do it all the same?") == 2
    assert "attacks Skeleton" not in keyboard.text


def test_words_behind_a_plan_are_told_how_its_details_are_said() -> None:
    """It was no plan at all, and every plan there is was listed."""
    lines = ("2", "interact stow buckler", "pass on")
    keyboard = typed("dungeoneers-spotlight/narrow-bridge", [PERSON] * 3 + [BOLD] * 3, *lines)
    said = "  found 'stow buckler' after 'interact', expected task=... (what is left out is asked)"
    assert said in keyboard.screen


def test_a_command_in_place_of_a_yes_is_carried_out() -> None:
    """Only y and n were heard, and whoever wanted to leave was asked again."""
    keyboard = crypt(
        "attack skeleton stress=9", "help", "map of it", "n", "attack skeleton stress=9", "q"
    )
    assert "expected y or n" not in keyboard.text
    assert "  map: found 'of it', expected nothing more" in keyboard.screen
    assert "attacks Skeleton" not in keyboard.text
    assert any(line.startswith("Saved. Go on with: ") for line in keyboard.screen)


def test_a_command_that_changes_the_question_asks_anew() -> None:
    keyboard = crypt("attack skeleton stress=9", "edit Suori wounds=1", "disengage")
    assert keyboard.text.count("do it all the same?") == 1
    assert "attacks Skeleton" not in keyboard.text


def test_what_nobody_asked_for_is_said() -> None:
    """The blow pierces, so nobody is asked what to add to it."""
    keyboard = crypt("attack skeleton pierce-stress=1", "disengage")
    assert keyboard.screen.count("  Suori: pierce-stress=1 was not asked for") == 1


def ford(*lines: str) -> Keyboard:
    return typed("plunder/regdar-and-the-orc", [PERSON, BOLD], *lines)


def test_what_is_asked_later_is_kept_past_a_question_between() -> None:
    keyboard = ford("go feet=20", "y", "0")
    assert "  Regdar goes to [20, 50].  [PL-27]" in keyboard.screen
    assert "How many feet" not in keyboard.text


def test_what_is_not_legal_when_it_is_asked_is_asked_for() -> None:
    keyboard = ford("go feet=60", "y", "0", "10")
    assert "  feet=60 is not legal here" in keyboard.screen
    assert "  Regdar goes to [20, 40].  [PL-27]" in keyboard.screen


def test_a_plan_that_is_called_as_a_command_is_found_by_its_name() -> None:
    """`throw` throws dice, and in Plunder a spear."""
    game = new_save(find_encounter("plunder/regdar-and-the-orc"), [PERSON, BOLD], 1)
    keyboard = play(game, "stay", "throw 1d4", "throw Orc", "y", "quit")
    assert "  Thrown: 1d4" in keyboard.text
    assert "Regdar declares: shoot, meant for Orc." in keyboard.text
    other = play(new_save(find_encounter("skirmish/duel"), [PERSON, BOLD], 1), "throw Grim", "quit")
    assert "dice: found 'Grim', expected dice such as 2d6+1 or d20" in other.text


def test_words_behind_a_plan_with_a_target_are_told_how_details_are_said() -> None:
    """'attack orc stab' was "no plan", with the plan that was typed offered as the nearest."""
    game = new_save(find_encounter("plunder/regdar-and-the-orc"), [PERSON, BOLD], 12)
    text = play(game, "stay", "hold", "attack orc stab", "grapple orc hard").text
    how = "expected weapon=... type=... location=... (what is left out is asked)"
    assert f"found 'stab' after 'attack orc', {how}" in text
    assert "found 'hard' after 'grapple orc', expected nothing more" in text
