"""What the people at a table of Story Mode are asked, warned of and told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from story_stage import BURST, a_character, a_creature, stage, the_burst, the_coven, typed
from terminal_keyboard import BOLD, PERSON, TYPING, Keyboard, play

from affray.book.errors import BadInput
from affray.files.party import find_party, join
from affray.files.party_file import carry_home, new_party, save_name
from affray.files.saves import SavedFight, new_save
from affray.rulesets.story_mode.kinds import Phase
from affray.rulesets.story_mode.sheets import said
from affray.rulesets.story_mode.state import World
from affray.rulesets.story_mode.words import of_the_name
from affray.rulesets.story_mode.wound_names import WoundName

REND = {**BURST, "id": "rend", "harm": 0, "wound": True, "range": "touch", "duration": "instant"}
STRAINS = {"wounds": 3, "severity": ["strain"] * 3}
PACK = ["iron-maul", "riot-plate", "rope", "flare", "med-kit", "lockpicks", "smartphone"]


def test_a_person_says_how_a_creature_attacks() -> None:
    keyboard = typed(the_coven(), [PERSON] * 3, "attack Alex attack=hex-bolt")
    assert "  Witch attacks Alex with hex bolt.  [SM-3 SM-95]" in keyboard.screen


def test_nobody_is_asked_how_where_a_person_does_not_say() -> None:
    keyboard = typed(the_coven(), [PERSON] * 3, "attack Alex")
    assert "  Witch attacks Alex with soul rend.  [SM-3 SM-95]" in keyboard.screen


def test_the_prompt_to_counter_names_the_spell_and_the_level() -> None:
    keyboard = typed(the_coven(), [PERSON] * 3, "attack Alex", "counter it", how=True)
    asked = "Witch casts soul rend on Alex. Does Eldrin spend the reaction and counter it, at 7(21)"
    assert asked in keyboard.text
    told = (
        "Eldrin, to counter the spell: 8(24).",
        "-1 for Eldrin's tag court-taught duellist of spells.",
        "So it is 7(21) for Eldrin.",
    )
    assert all(sentence in keyboard.text for sentence in told)


def test_the_prompt_to_counter_counts_what_moves_the_check_and_warns_where_it_is_hopeless() -> None:
    """Level 8 against soul-rend; two Strains and no tag make it 10."""
    hurt = a_character("Ann", wounds=2, severity=["strain"] * 2, rests=[1, 1])
    witch = {"name": "Witch", "side": "foes", "from": "witch"}
    seats = [TYPING, PERSON]
    keyboard = typed(stage("Witch", hurt, witch), seats, "attack Ann", "counter it", "n")
    assert "Does Ann spend the reaction and counter it, at 10(30)?" in keyboard.text
    assert "  Level 9 and more cannot be beaten by a d20." in keyboard.screen


def test_the_prompt_to_counter_a_quick_spell_names_it_and_not_what_it_answers() -> None:
    ward = {
        "id": "ward", "evocations": ["protect"], "domains": ["air"], "casting": "instant",
        "eases": ["defense"],
    }  # fmt: skip
    ann, ben = a_character("Ann"), a_character("Ben", spells=["ward"])
    ghoul = a_creature("Ghoul", 4, attacks=["claws"])
    close = {"close": [["Ann", "Ghoul"]]}
    staged = stage("Ghoul", ann, ben, a_character("Cy"), ghoul, spell=[ward], map=close)
    lines = ("attack Ann", "react aim=Ann", "quit")
    keyboard = typed(staged, [PERSON] * 4, *lines)
    level = staged.world().spells[staged.names["spells"].index("ward")].level + 1
    asked = "Ben casts ward on Ann. Does Ann spend the reaction and counter it, "
    assert f"{asked}at {level}({3 * level})?" in keyboard.text


def test_a_card_says_of_a_wound_that_no_magic_heals_it() -> None:
    hurt: dict[str, Any] = {
        "wounds": 1, "severity": ["strain"], "rests": [1], "incurable": [2],
    }  # fmt: skip
    keyboard = typed(stage("Ann", a_character("Ann", **hurt), a_creature("Ghoul", 4)),
                     [PERSON] * 2, "quit")  # fmt: skip
    assert "Strain (rests 1, no magic heals it)" in keyboard.text


def test_a_person_says_on_whom_a_spell_is_cast_and_is_warned_for_friends() -> None:
    keyboard = typed(the_burst(), [PERSON, BOLD, BOLD, BOLD], "cast burst", "Ghoul", "y")
    assert "On whom does Eldrin cast burst? On Ghoul it reaches Alex too.  [SM-84 SM-87]" in (
        keyboard.screen
    )
    assert "  It reaches Alex of your own side too." in keyboard.screen
    assert "  Eldrin's burst takes in Alex.  [SM-84 SM-87]" in keyboard.screen


def test_no_warning_where_no_friend_stands() -> None:
    keyboard = typed(the_burst(), [PERSON, BOLD, BOLD, BOLD], "cast burst", "Witch")
    assert "your own side" not in keyboard.text
    assert "  Eldrin casts burst on Witch.  [SM-80]" in keyboard.screen


BREATH = {"id": "breath", "harm": 4, "magic": True, "area": "around-target", "reach": "short"}
CLAW = {"id": "claw", "weight": "medium"}


def _dragon(attacks: list[str], *close: str) -> Keyboard:
    """A dragon plays itself, beside two of its own."""
    crowd = [
        a_character("Ann"),
        a_creature("Dragon", 5, attacks=attacks),
        a_creature("Gob", 2),
        a_creature("Hob", 2),
    ]
    staged = stage("Dragon", *crowd, attack=[BREATH, CLAW], map={"close": [list(close)]})
    return typed(staged, [TYPING, BOLD, BOLD, BOLD])


def test_a_creature_does_not_catch_its_own_in_its_area() -> None:
    crowd = ("Ann", "Dragon", "Gob", "Hob")
    assert "Dragon attacks Ann with claw." in _dragon(["breath", "claw"], *crowd).text
    beside = _dragon(["breath", "claw"], "Ann", "Gob", "Hob").text
    assert "Dragon closes with Ann." in beside
    assert "Dragon attacks Ann with claw." in beside
    assert "Dragon attacks Ann with breath." in _dragon(["breath", "claw"], "Gob", "Hob").text


def test_who_plays_a_creature_is_warned_for_its_own_side_and_told_whom_an_area_takes_in() -> None:
    crowd = [
        a_character("Ann"),
        a_creature("Dragon", 5, attacks=["breath", "claw"]),
        a_creature("Gob", 2),
    ]
    close = {"close": [["Ann", "Gob"]]}
    staged = stage("Dragon", *crowd, attack=[BREATH, CLAW], map=close)
    keyboard = typed(staged, [TYPING, PERSON, BOLD], "attack Ann attack=breath", "y")
    assert "  It reaches Gob of your own side too." in keyboard.screen
    assert "  Dragon's breath takes in Gob.  [SM-107]" in keyboard.screen
    keyboard = typed(staged, [TYPING, PERSON, BOLD], "attack Ann attack=breath", "n")
    assert "takes in" not in keyboard.text


def test_who_plays_a_creature_that_knows_nothing_else_is_warned_too() -> None:
    crowd = [a_character("Ann"), a_creature("Dragon", 5, attacks=["breath"]), a_creature("Gob", 2)]
    close = {"close": [["Ann", "Gob"]]}
    staged = stage("Dragon", *crowd, attack=[BREATH], map=close)
    keyboard = typed(staged, [TYPING, PERSON, BOLD], "attack Ann", "n")
    assert "  It reaches Gob of your own side too." in keyboard.screen


def test_a_creature_steps_out_of_its_own_area_first() -> None:
    alone = _dragon(["breath"], "Ann", "Dragon").text
    assert "Dragon steps away and stands alone." in alone
    assert "Dragon attacks Ann with breath." in alone
    assert "with breath" not in _dragon(["breath"], "Ann", "Dragon", "Gob", "Hob").text


def test_the_computer_aims_a_spell_where_no_friend_stands() -> None:
    """Alex stands with the ghoul, which is nearer to its end; the witch stands alone."""
    keyboard = play(new_save(the_burst(), [BOLD, TYPING, BOLD, BOLD], 1), "")
    assert "Eldrin casts burst on Witch." in keyboard.text


def test_only_what_cannot_succeed_is_warned_of() -> None:
    caster = a_character("Nox", spells=["fireball"], disposition=0)
    foe = a_creature("Lucian", 10, disposition=3)
    seats = [TYPING, BOLD]
    staged = stage("Nox", caster, foe, map={"close": [["Nox", "Lucian"]]})
    impossible = "  Level 9 and more cannot be beaten by a d20."
    assert impossible in typed(staged, seats, "attack Lucian", "n").screen
    assert impossible in typed(staged, seats, "cast fireball", "n").screen
    assert impossible not in typed(staged, seats, "talk to Lucian", "20").screen
    assert impossible not in typed(staged, seats, "step away").screen


def test_the_patient_is_asked_for_though_the_healer_leads() -> None:
    ann = a_character("Ann", wounds=1, severity=["debilitating"], rests=[7])
    ben = a_character("Ben", wounds=1, severity=["lingering"], rests=[2])
    keyboard = typed(stage("between", ann, ben), [PERSON] * 2, "Ann treats a wound in the field")
    assert "Whom does Ann treat?  [SM-43 SM-49 SM-114]" in keyboard.screen


def test_the_scene_s_level_is_changed_by_hand_between_fights() -> None:
    """It was refused for want of a name: a lock was tried at the level of before."""
    staged = stage("between", a_character("Ann"))
    tried = ("edit scene_level=3", "attempt Ann topic=lock", "quit")
    keyboard = typed(staged, [PERSON], *tried)
    assert "  By hand, scene_level = 3." in keyboard.screen
    assert "Ann, to do it: 3(9)." in keyboard.text
    refused = typed(staged, [PERSON], "edit scene_level=11", "edit scene_levle=3", "edit lying=3")
    assert "  scene_level: found 11, expected -1 to 10 (SM-72)" in refused.screen
    assert "no field is called 'scene_levle'; did you mean 'scene_level'?" in refused.text
    assert "no field is called 'lying'; expected scene_level, safe, round" in refused.text


def test_a_creature_strikes_whom_it_can_reach() -> None:
    """The weakest is three rooms away; the one beside it will do."""
    rooms = [{"id": "a", "links": ["b"]}, {"id": "b", "links": ["c"]}, {"id": "c"}]
    near, far = {**a_character("Ben"), "at": "a"}, {**a_character("Ann", harm=4), "at": "c"}
    ghoul = {"name": "Ghoul", "side": "foes", "from": "ghoul", "at": "a"}
    ghoul["set"] = {"goes_for": "weakest"}  # type: ignore[assignment]
    close = {"close": [["Ben", "Ghoul"]]}
    staged = stage("Ghoul", near, far, ghoul, zone=rooms, map=close)
    keyboard = typed(staged, [PERSON, PERSON, BOLD])
    assert "  Ghoul attacks Ben with claws.  [SM-3 SM-95]" in keyboard.screen


def test_a_wound_past_harm_leaves_harm_as_it_was() -> None:
    ada = a_character("Ada", spells=["rend"], situation=-5)
    staged = stage("Ada", ada, a_creature("Ghoul", 3, harm=1), spell=[REND],
                     map={"close": [["Ada", "Ghoul"]]})  # fmt: skip
    keyboard = typed(staged, [TYPING, BOLD], "cast rend", "20")
    assert "  Ghoul is wounded, physical: Strain.  [SM-32 SM-34 SM-37]" in keyboard.screen
    assert "starts anew" not in keyboard.text


def test_a_duel_asks_for_the_story() -> None:
    bob = {**a_character("Bob", items=["leather-jacket"]), "side": "foes"}
    staged = stage("Ann", a_character("Ann"), bob, map={"close": [["Ann", "Bob"]]})
    keyboard = typed(staged, [TYPING, TYPING], "attack Bob", "20", "1")
    assert "  Ann against Bob: Success, and. What more goes well?  [SM-102]" in keyboard.screen


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        (WoundName.SELF_DOUBT, "Self-doubt"),
        (WoundName.LOSS_OF_FINGERS_OR_TOES, "Loss of fingers/toes"),
        (WoundName.PARTIAL_BLINDNESS_OR_DEAFNESS, "Partial blindness/deafness"),
        (WoundName.DEEP_CUT, "Deep cut"),
    ],
)
def test_wounds_are_called_as_the_tables_call_them(name: WoundName, seed: str) -> None:
    assert said(name) == seed


@pytest.mark.parametrize(("rests", "told"), [(3, "1 more safe rest."), (4, "2 more safe rests.")])
def test_one_rest_is_one_rest(rests: int, told: str) -> None:
    ben = a_character("Ben", wounds=1, severity=["lingering"], rests=[rests], knows_treatment=1)
    keyboard = typed(stage("between", ben), [PERSON], "Ben, who knows how, tends a wound")
    assert f"  Ben needs {told}  [SM-44 SM-50]" in keyboard.screen


def _spoils(path: Path) -> SavedFight:
    """Ben is about to win; riot plate lies about, and Ann's pack is full."""
    ogre = a_creature("Ogre", 3, harm=1, items=["riot-plate"], **STRAINS)
    staged = stage(
        "Ben", a_character("Ann", items=PACK), a_character("Ben", items=["pistol"]), ogre
    )
    party = new_party(staged, path, "Two")
    return new_save(join(staged, party), [PERSON, TYPING, BOLD], 1)


def test_what_lies_about_after_a_fight_goes_home_with_the_party(tmp_path: Path) -> None:
    game = _spoils(tmp_path / "two.toml")
    keyboard = play(game, "attack Ogre", "20", "take up riot-plate taker=Ben", "take it")
    assert "Things lie about. What does the party take along?  [SM-26 SM-117]" in keyboard.screen
    assert "  riot plate is held out to Ben.  [SM-117]" in keyboard.screen
    assert "  Ben picks up riot plate.  [SM-4 SM-76]" in keyboard.screen
    assert "written to the party" in carry_home(game.fight, save_name(game.path))
    members = find_party(str(tmp_path / "two.toml")).top.tables("creature")
    assert (
        "riot-plate"
        in next(m for m in members if m.text("name") == "Ben").table("set").data["items"]
    )


def test_what_nobody_takes_is_told_as_lost(tmp_path: Path) -> None:
    keyboard = play(_spoils(tmp_path / "two.toml"), "attack Ogre", "20", "leave what lies here")
    assert "  riot plate is left behind.  [SM-117]" in keyboard.screen


@pytest.mark.parametrize(
    ("level", "told"),
    [
        (0, "2 or more works"),
        (2, "3 or more works, at a price below 6"),
        (6, "13 or more works, at a price below 18"),
        (7, "16 or more works, always at a price"),
        (9, "no face works"),
    ],
)
def test_whoever_rolls_is_told_what_works(level: int, told: str) -> None:
    beast, close = a_creature("Beast", level), {"close": [["Ann", "Beast"]]}
    rulings = {"routine_auto": "roll"}
    staged = stage("Ann", a_character("Ann"), beast, map=close, rulings=rulings)
    sure = ["y"] if level >= 9 else []
    keyboard = typed(staged, [TYPING, BOLD], "attack Beast", *sure, "7")
    assert f"Ann rolls to attack: 1d20, {told}." in keyboard.text


def test_what_works_is_told_by_the_rulings_and_the_wounds() -> None:
    """Level 2 is 6; a wound makes it 9; the formula alone lets a 2 pass at level 1."""
    beast = a_creature("Beast", 2)
    hurt = a_character("Ann", wounds=1, severity=["debilitating"], rests=[3])
    keyboard = typed(stage("Ann", hurt, beast), [TYPING, BOLD], "1", "7")
    assert "Ann rolls to attack: 1d20, 4 or more works, at a price below 9." in keyboard.text
    formula = {"low_dc_bands": "formula"}
    staged = stage("Ann", a_character("Ann"), a_creature("Beast", 1), rulings=formula)
    keyboard = typed(staged, [TYPING, BOLD], "1", "7")
    assert "Ann rolls to attack: 1d20, 2 or more works, at a price below 3." in keyboard.text


def test_a_fight_that_was_ended_by_hand_is_wound_up_before_the_rest(tmp_path: Path) -> None:
    """Riders and turns are over: whoever is hurt can be treated like after any fight."""
    hurt = a_character("Ann", wounds=1, severity=["debilitating"], rests=[3])
    staged = stage("Ann", hurt, a_character("Ben"), a_creature("Beast", 2))
    game = new_save(staged, [PERSON, PERSON, BOLD], 1, tmp_path / "x.toml")
    keyboard = play(game, "edit Beast dead=true", "rest", "quit")
    assert "Treat a wound" in keyboard.text or "treats a wound in the field" in keyboard.text
    assert game.fight.world.phase == Phase.END


def test_after_a_fight_ended_by_hand_one_thing_is_taken_up_at_a_time() -> None:
    """Taking the rope along does not leave the maul behind."""
    ogre = a_creature("Ogre", 2, harm=1, items=["rope", "iron-maul"], **STRAINS)
    close = {"close": [["Ann", "Ogre"]]}
    staged = stage("Ann", a_character("Ann"), ogre, a_creature("Beast", 2), map=close)
    lines = ("edit Beast gone=true", "rest", "take up rope", "take up iron-maul", "quit")
    keyboard = typed(staged, [TYPING, BOLD, BOLD], "attack Ogre", "20", *lines)
    assert "Ann picks up rope." in keyboard.text
    assert "Ann picks up iron maul." in keyboard.text
    assert "left behind" not in keyboard.text


def test_a_wound_to_be_named_stands_there_as_the_table_has_it() -> None:
    """An option is an id; beside it stands the name with the sign an id cannot have."""
    assert of_the_name(World(), 0, WoundName.LOSS_OF_FINGERS_OR_TOES, {}) == "Loss of fingers/toes"
    assert of_the_name(World(), 0, WoundName.DEEP_CUT, {}) == ""


@pytest.mark.parametrize("change", ["gone=1", "dead=1"])
def test_one_who_stands_close_is_taken_out_by_hand(change: str) -> None:
    close = {"close": [["Ann", "Ogre"]]}
    staged = stage(
        "Ann", a_character("Ann"), a_creature("Ogre", 2), a_creature("Rat", 1), map=close
    )
    keyboard = typed(staged, [PERSON, BOLD, BOLD], f"edit Ogre {change}", "quicken", "quit")
    assert "close to one who is out" not in keyboard.text
    assert "Ann quickens" in keyboard.text
    assert "Step away" not in keyboard.text.partition("Ann quickens")[2]


@pytest.mark.parametrize("wounds", [-1, 7, 99])
def test_more_wounds_than_there_is_room_for_are_bad_input(wounds: int) -> None:
    with pytest.raises(BadInput, match=rf"wounds: found {wounds}, expected 0 to 6"):
        stage("Ann", a_character("Ann", wounds=wounds), a_creature("Beast", 2)).world()


def test_who_is_close_is_a_list() -> None:
    with pytest.raises(BadInput, match=r"map\.close: found True, expected a list"):
        stage("Ann", a_character("Ann"), a_creature("Beast", 2), map={"close": True}).world()
