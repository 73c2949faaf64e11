"""What the people at a table of Story Mode are asked, warned of and told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from terminal_keyboard import BOLD, PERSON, TYPING, Keyboard, play

from affray.book.encounter import Encounter, encounter_from
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.fight.players import Seat
from affray.files.party import find_party, join
from affray.files.party_file import carry_home, new_party, save_name
from affray.files.saves import SavedFight, new_save
from affray.rulesets.story_mode.kinds import Phase
from affray.rulesets.story_mode.sheets import said
from affray.rulesets.story_mode.state import World
from affray.rulesets.story_mode.words import of_the_name
from affray.rulesets.story_mode.wound_names import WoundName
from affray.tell.sheet import sheet

CHARACTER = {"being": "character"}
BURST = {"id": "burst", "evocations": ["create"], "domains": ["earth"], "harm": 1}
AREA = {**BURST, "area": "around-target", "duration": "instant"}
REND = {**BURST, "id": "rend", "harm": 0, "wound": True, "range": "touch", "duration": "instant"}
STRAINS = {"wounds": 3, "severity": ["strain"] * 3}
PACK = ["iron-maul", "riot-plate", "rope", "flare", "med-kit", "lockpicks", "smartphone"]


def _one(name: str, side: str = "heroes", content: str = "", **changes: Any) -> dict[str, Any]:
    who = {"name": name, "side": side, "set": changes}
    return {**who, "from": content} if content else {**who, "set": {**CHARACTER, **changes}}


def _beast(name: str, level: int, **changes: Any) -> dict[str, Any]:
    return {"name": name, "side": "foes", "set": {"level": level, **changes}}


def _staged(start: str, *creatures: dict[str, Any], **parts: Any) -> Encounter:
    data = {
        "ruleset": "story-mode",
        **({"start": start} if start else {}),
        "set": {"scene_level": 5},
        "zone": [{"id": "nave"}],
        "creature": list(creatures),
        **parts,
    }
    return encounter_from(TomlTable(data, "people"), "people")


def _typed(encounter: Encounter, seats: list[Seat], *lines: str) -> Keyboard:
    return play(new_save(encounter, seats, 1), *lines)


def _coven() -> Encounter:
    nave = [_one("Eldrin", content="eldrin"), _one("Alex", content="alex")]
    return _staged("Witch", *nave, {"name": "Witch", "side": "foes", "from": "witch"})


def test_a_person_says_how_a_creature_attacks() -> None:
    keyboard = _typed(_coven(), [PERSON] * 3, "attack Alex attack=hex-bolt")
    assert "  Witch attacks Alex with hex-bolt.  [SM-3 SM-95]" in keyboard.screen


def test_nobody_is_asked_how_where_a_person_does_not_say() -> None:
    keyboard = _typed(_coven(), [PERSON] * 3, "attack Alex")
    assert "  Witch attacks Alex with soul-rend.  [SM-3 SM-95]" in keyboard.screen


def test_the_prompt_to_counter_names_the_spell_and_the_level() -> None:
    keyboard = _typed(_coven(), [PERSON] * 3, "attack Alex", "counter it")
    asked = "Witch casts soul-rend on Alex. Does Eldrin spend the reaction and counter it, at 7(21)"
    assert asked in keyboard.text
    told = (
        "Eldrin, to counter the spell: 8(24).",
        "-1 for Eldrin's tag court-taught-duellist-of-spells.",
        "So it is 7(21) for Eldrin.",
    )
    assert all(sentence in keyboard.text for sentence in told)


def test_the_prompt_to_counter_counts_what_moves_the_check_and_warns_where_it_is_hopeless() -> None:
    """Level 8 against soul-rend; two Strains and no tag make it 10."""
    hurt = _one("Ann", wounds=2, severity=["strain"] * 2, rests=[1, 1])
    witch = {"name": "Witch", "side": "foes", "from": "witch"}
    seats = [TYPING, PERSON]
    keyboard = _typed(_staged("Witch", hurt, witch), seats, "attack Ann", "counter it", "n")
    assert "Does Ann spend the reaction and counter it, at 10(30)?" in keyboard.text
    assert "  Level 9 and more cannot be beaten by a d20." in keyboard.screen


def _burst() -> Encounter:
    caster = _one("Eldrin", spells=["burst"], situation=-4)
    others = [_one("Alex"), _beast("Witch", 5), _beast("Ghoul", 3)]
    close = {"close": [["Alex", "Ghoul"]]}
    return _staged("Eldrin", caster, *others, spell=[AREA], map=close)


def test_a_person_says_on_whom_a_spell_is_cast_and_is_warned_for_friends() -> None:
    keyboard = _typed(_burst(), [PERSON, BOLD, BOLD, BOLD], "cast burst", "Ghoul", "y")
    assert "On whom does Eldrin cast burst? On Ghoul it reaches Alex too.  [SM-84 SM-87]" in (
        keyboard.screen
    )
    assert "  It reaches your own side too." in keyboard.screen
    assert "  Eldrin's burst takes in Alex.  [SM-84 SM-87]" in keyboard.screen


def test_no_warning_where_no_friend_stands() -> None:
    keyboard = _typed(_burst(), [PERSON, BOLD, BOLD, BOLD], "cast burst", "Witch")
    assert "your own side" not in keyboard.text
    assert "  Eldrin casts burst on Witch.  [SM-80]" in keyboard.screen


BREATH = {"id": "breath", "harm": 4, "magic": True, "area": "around-target", "reach": "short"}
CLAW = {"id": "claw", "weight": "medium"}


def _dragon(attacks: list[str], *close: str) -> Keyboard:
    """A dragon plays itself, beside two of its own."""
    crowd = [_one("Ann"), _beast("Dragon", 5, attacks=attacks), _beast("Gob", 2), _beast("Hob", 2)]
    staged = _staged("Dragon", *crowd, attack=[BREATH, CLAW], map={"close": [list(close)]})
    return _typed(staged, [TYPING, BOLD, BOLD, BOLD])


def test_a_creature_does_not_catch_its_own_in_its_area() -> None:
    crowd = ("Ann", "Dragon", "Gob", "Hob")
    assert "Dragon attacks Ann with claw." in _dragon(["breath", "claw"], *crowd).text
    beside = _dragon(["breath", "claw"], "Ann", "Gob", "Hob").text
    assert "Dragon closes with Ann." in beside
    assert "Dragon attacks Ann with claw." in beside
    assert "Dragon attacks Ann with breath." in _dragon(["breath", "claw"], "Gob", "Hob").text


def test_who_plays_a_creature_is_warned_for_its_own_side_and_told_whom_an_area_takes_in() -> None:
    crowd = [_one("Ann"), _beast("Dragon", 5, attacks=["breath", "claw"]), _beast("Gob", 2)]
    close = {"close": [["Ann", "Gob"]]}
    staged = _staged("Dragon", *crowd, attack=[BREATH, CLAW], map=close)
    keyboard = _typed(staged, [TYPING, PERSON, BOLD], "attack Ann attack=breath", "y")
    assert "  It reaches your own side too." in keyboard.screen
    assert "  Dragon's breath takes in Gob.  [SM-107]" in keyboard.screen
    keyboard = _typed(staged, [TYPING, PERSON, BOLD], "attack Ann attack=breath", "n")
    assert "takes in" not in keyboard.text


def test_who_plays_a_creature_that_knows_nothing_else_is_warned_too() -> None:
    crowd = [_one("Ann"), _beast("Dragon", 5, attacks=["breath"]), _beast("Gob", 2)]
    close = {"close": [["Ann", "Gob"]]}
    staged = _staged("Dragon", *crowd, attack=[BREATH], map=close)
    keyboard = _typed(staged, [TYPING, PERSON, BOLD], "attack Ann", "n")
    assert "  It reaches your own side too." in keyboard.screen


def test_a_creature_steps_out_of_its_own_area_first() -> None:
    alone = _dragon(["breath"], "Ann", "Dragon").text
    assert "Dragon steps away and stands alone." in alone
    assert "Dragon attacks Ann with breath." in alone
    assert "with breath" not in _dragon(["breath"], "Ann", "Dragon", "Gob", "Hob").text


def test_the_computer_aims_a_spell_where_no_friend_stands() -> None:
    """Alex stands with the ghoul, which is nearer to its end; the witch stands alone."""
    keyboard = play(new_save(_burst(), [BOLD, TYPING, BOLD, BOLD], 1), "")
    assert "Eldrin casts burst on Witch." in keyboard.text


def test_only_what_cannot_succeed_is_warned_of() -> None:
    caster = _one("Nox", spells=["fireball"], disposition=0)
    foe = _beast("Lucian", 10, disposition=3)
    seats = [TYPING, BOLD]
    staged = _staged("Nox", caster, foe, map={"close": [["Nox", "Lucian"]]})
    impossible = "  Level 9 and more cannot be beaten by a d20."
    assert impossible in _typed(staged, seats, "attack Lucian", "n").screen
    assert impossible in _typed(staged, seats, "cast fireball", "n").screen
    assert impossible not in _typed(staged, seats, "talk to Lucian", "20").screen
    assert impossible not in _typed(staged, seats, "step away").screen


def test_the_patient_is_asked_for_though_the_healer_leads() -> None:
    ann = _one("Ann", wounds=1, severity=["debilitating"], rests=[7])
    ben = _one("Ben", wounds=1, severity=["lingering"], rests=[2])
    keyboard = _typed(_staged("between", ann, ben), [PERSON] * 2, "Ann treats a wound in the field")
    assert "Whom does Ann treat?  [SM-43 SM-49 SM-114]" in keyboard.screen


def test_a_creature_strikes_whom_it_can_reach() -> None:
    """The weakest is three rooms away; the one beside it will do."""
    rooms = [{"id": "a", "links": ["b"]}, {"id": "b", "links": ["c"]}, {"id": "c"}]
    near, far = {**_one("Ben"), "at": "a"}, {**_one("Ann", harm=4), "at": "c"}
    ghoul = {"name": "Ghoul", "side": "foes", "from": "ghoul", "at": "a"}
    ghoul["set"] = {"goes_for": "weakest"}  # type: ignore[assignment]
    close = {"close": [["Ben", "Ghoul"]]}
    staged = _staged("Ghoul", near, far, ghoul, zone=rooms, map=close)
    keyboard = _typed(staged, [PERSON, PERSON, BOLD])
    assert "  Ghoul attacks Ben with claws.  [SM-3 SM-95]" in keyboard.screen


def test_a_wound_past_harm_leaves_harm_as_it_was() -> None:
    ada = _one("Ada", spells=["rend"], situation=-5)
    staged = _staged("Ada", ada, _beast("Ghoul", 3, harm=1), spell=[REND],
                     map={"close": [["Ada", "Ghoul"]]})  # fmt: skip
    keyboard = _typed(staged, [TYPING, BOLD], "cast rend", "20")
    assert "  Ghoul is wounded, physical: Strain.  [SM-32 SM-34 SM-37]" in keyboard.screen
    assert "starts anew" not in keyboard.text


def test_a_duel_asks_for_the_story() -> None:
    bob = {**_one("Bob", items=["leather-jacket"]), "side": "foes"}
    staged = _staged("Ann", _one("Ann"), bob, map={"close": [["Ann", "Bob"]]})
    keyboard = _typed(staged, [TYPING, TYPING], "attack Bob", "20", "1")
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
    ben = _one("Ben", wounds=1, severity=["lingering"], rests=[rests], knows_treatment=1)
    keyboard = _typed(_staged("between", ben), [PERSON], "Ben, who knows how, tends a wound")
    assert f"  Ben needs {told}  [SM-44 SM-50]" in keyboard.screen


def _spoils(path: Path) -> SavedFight:
    """Ben is about to win; riot plate lies about, and Ann's pack is full."""
    ogre = _beast("Ogre", 3, harm=1, items=["riot-plate"], **STRAINS)
    staged = _staged("Ben", _one("Ann", items=PACK), _one("Ben", items=["pistol"]), ogre)
    party = new_party(staged, path, "Two")
    return new_save(join(staged, party), [PERSON, TYPING, BOLD], 1)


def test_what_lies_about_after_a_fight_goes_home_with_the_party(tmp_path: Path) -> None:
    game = _spoils(tmp_path / "two.toml")
    keyboard = play(game, "attack Ogre", "20", "take up riot-plate taker=Ben", "take it")
    assert "Things lie about. What does the party take along?  [SM-26 SM-117]" in keyboard.screen
    assert "  riot-plate is held out to Ben.  [SM-117]" in keyboard.screen
    assert "  Ben picks up riot-plate.  [SM-4 SM-76]" in keyboard.screen
    assert "written to the party" in carry_home(game.fight, save_name(game.path))
    members = find_party(str(tmp_path / "two.toml")).top.tables("creature")
    assert (
        "riot-plate"
        in next(m for m in members if m.text("name") == "Ben").table("set").data["items"]
    )


def test_what_nobody_takes_is_told_as_lost(tmp_path: Path) -> None:
    keyboard = play(_spoils(tmp_path / "two.toml"), "attack Ogre", "20", "leave what lies here")
    assert "  riot-plate is left behind.  [SM-117]" in keyboard.screen


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
    beast, close = _beast("Beast", level), {"close": [["Ann", "Beast"]]}
    rulings = {"routine_auto": "roll"}
    staged = _staged("Ann", _one("Ann"), beast, map=close, rulings=rulings)
    sure = ["y"] if level >= 9 else []
    keyboard = _typed(staged, [TYPING, BOLD], "attack Beast", *sure, "7")
    assert f"Ann rolls to attack: 1d20, {told}." in keyboard.text


def test_what_works_is_told_by_the_rulings_and_the_wounds() -> None:
    """Level 2 is 6; a wound makes it 9; the formula alone lets a 2 pass at level 1."""
    beast = _beast("Beast", 2)
    hurt = _one("Ann", wounds=1, severity=["debilitating"], rests=[3])
    keyboard = _typed(_staged("Ann", hurt, beast), [TYPING, BOLD], "1", "7")
    assert "Ann rolls to attack: 1d20, 4 or more works, at a price below 9." in keyboard.text
    formula = {"low_dc_bands": "formula"}
    staged = _staged("Ann", _one("Ann"), _beast("Beast", 1), rulings=formula)
    keyboard = _typed(staged, [TYPING, BOLD], "1", "7")
    assert "Ann rolls to attack: 1d20, 2 or more works, at a price below 3." in keyboard.text


def test_a_fight_that_was_ended_by_hand_is_wound_up_before_the_rest(tmp_path: Path) -> None:
    """Riders and turns are over: whoever is hurt can be treated like after any fight."""
    hurt = _one("Ann", wounds=1, severity=["debilitating"], rests=[3])
    staged = _staged("Ann", hurt, _one("Ben"), _beast("Beast", 2))
    game = new_save(staged, [PERSON, PERSON, BOLD], 1, tmp_path / "x.toml")
    keyboard = play(game, "edit Beast dead=true", "rest", "quit")
    assert "Treat a wound" in keyboard.text or "treats a wound in the field" in keyboard.text
    assert game.fight.world.phase == Phase.END


def test_after_a_fight_ended_by_hand_one_thing_is_taken_up_at_a_time() -> None:
    """Taking the rope along does not leave the maul behind."""
    ogre = _beast("Ogre", 2, harm=1, items=["rope", "iron-maul"], **STRAINS)
    close = {"close": [["Ann", "Ogre"]]}
    staged = _staged("Ann", _one("Ann"), ogre, _beast("Beast", 2), map=close)
    lines = ("edit Beast gone=true", "rest", "take up rope", "take up iron-maul", "quit")
    keyboard = _typed(staged, [TYPING, BOLD, BOLD], "attack Ogre", "20", *lines)
    assert "Ann picks up rope." in keyboard.text
    assert "Ann picks up iron-maul." in keyboard.text
    assert "left behind" not in keyboard.text


def test_a_wound_to_be_named_stands_there_as_the_table_has_it() -> None:
    """An option is an id; beside it stands the name with the sign an id cannot have."""
    assert of_the_name(World(), 0, WoundName.LOSS_OF_FINGERS_OR_TOES) == "Loss of fingers/toes"
    assert of_the_name(World(), 0, WoundName.DEEP_CUT) == ""


@pytest.mark.parametrize("change", ["gone=1", "dead=1"])
def test_one_who_stands_close_is_taken_out_by_hand(change: str) -> None:
    close = {"close": [["Ann", "Ogre"]]}
    staged = _staged("Ann", _one("Ann"), _beast("Ogre", 2), _beast("Rat", 1), map=close)
    keyboard = _typed(staged, [PERSON, BOLD, BOLD], f"edit Ogre {change}", "quicken", "quit")
    assert "close to one who is out" not in keyboard.text
    assert "Ann quickens" in keyboard.text
    assert "Step away" not in keyboard.text.partition("Ann quickens")[2]


@pytest.mark.parametrize("wounds", [-1, 7, 99])
def test_more_wounds_than_there_is_room_for_are_bad_input(wounds: int) -> None:
    with pytest.raises(BadInput, match=rf"wounds: found {wounds}, expected 0 to 6"):
        _staged("Ann", _one("Ann", wounds=wounds), _beast("Beast", 2)).world()


def test_who_is_close_is_a_list() -> None:
    with pytest.raises(BadInput, match=r"map\.close: found True, expected a list"):
        _staged("Ann", _one("Ann"), _beast("Beast", 2), map={"close": True}).world()


ROOMS = [
    {"id": "gate", "links": ["hall"], "exit": True},
    {"id": "hall", "links": ["vault"]},
    {"id": "vault"},
]


def test_who_flees_goes_to_the_exit_past_the_enemy() -> None:
    """Two rooms and an action to leave: out in the second turn, though Ann stands in the way."""
    ghoul = {**_beast("Ghoul", 3, wounds=1, severity=["strain"], flees_at=1), "at": "vault"}
    ann, rat = {**_one("Ann"), "at": "hall"}, {**_beast("Rat", 1), "at": "vault"}
    staged = _staged("Ghoul", ann, ghoul, rat, zone=ROOMS)
    text = _typed(staged, [PERSON, BOLD, BOLD], "end the turn", "end the turn", "quit").text
    assert "Ghoul goes to the hall." in text
    assert "Ghoul goes to the gate." in text
    assert "Ghoul leaves the fight." in text
    assert "gives up" not in text


def test_who_cannot_get_out_gives_up() -> None:
    rooms = [{"id": "gate", "exit": True}, {"id": "vault"}]
    ghoul = {**_beast("Ghoul", 3, wounds=1, severity=["strain"], flees_at=1), "at": "vault"}
    ann, rat = {**_one("Ann"), "at": "gate"}, {**_beast("Rat", 1), "at": "vault"}
    staged = _staged("Ghoul", ann, ghoul, rat, zone=rooms)
    assert "Ghoul gives up." in _typed(staged, [PERSON, BOLD, BOLD], "quit").text


def test_every_cause_is_told_by_its_name() -> None:
    """Which armor, which tag, which weakness, whose wound, which spell; one line each."""
    hurt: dict[str, Any] = {"severity": ["lingering"], "rests": [2], "called": ["deep-cut"]}
    gear: dict[str, Any] = {
        "items": ["silver-knife", "leather-duster"],
        "tags": ["hex-blade", "nimble"],
    }
    beast = _beast("Ghoul", 4, weakness=["silver"], attacks=["claws"], under=["thorn-snare"],
                   under_by=["Ann"], under_left=[3], wounds=2, severity=["strain"] * 2)  # fmt: skip
    ann = _one("Ann", situation=1, wounds=1, **hurt, **gear)
    staged = _staged("Ann", ann, beast, map={"close": [["Ann", "Ghoul"]]})
    lines = ("quicken", "attack Ghoul weapon=silver-knife", "7", "end the turn", "9", "quit")
    text = _typed(staged, [TYPING, BOLD], *lines).text
    for told in (
        "Ann, to attack: 4(12).",
        "-1 for Ann's tag hex-blade.",
        "-1 for the weakness to silver.",
        "+1 for Ann's wound: Deep cut.",
        "-2 for Ghoul's 2 wounds.",
        "-1 for thorn-snare, which is upon Ghoul.",
        "+1 for a quickened action.",
        "+1 for the situation.",
        "So it is 2(6) for Ann.",
        "Ann, to defend: 4(12).",
        "-1 for Ann's tag nimble.",
        "-2 for leather-duster, which Ann wears.",
    ):
        assert told in text, told


def test_initiative_says_whom_it_beats() -> None:
    beasts = [_beast("Ghoul", 3), _beast("Rat", 3), _beast("Witch", 6)]
    staged = _staged("", _one("Ann"), *beasts)
    text = _typed(staged, [TYPING, BOLD, BOLD, BOLD], "13", "quit").text
    assert "Ann's Initiative is 13." in text
    assert "Ann goes before Ghoul and 1 other of that number." in text
    assert "Ann goes after Witch." in text


def test_a_duel_tells_what_moves_each_die() -> None:
    bob = {**_one("Bob", items=["leather-jacket"]), "side": "foes"}
    ann = _one("Ann", tags=["hex-blade"])
    staged = _staged("Ann", ann, bob, map={"close": [["Ann", "Bob"]]})
    text = _typed(staged, [TYPING, TYPING], "attack Bob", "20", "1").text
    assert "-1 for Ann's tag hex-blade." in text
    assert "So Ann's die has +1." in text
    assert "-1 for leather-jacket, which Bob wears." in text
    assert "So Bob's die has +1." in text


def test_odds_of_whom_a_spell_is_cast_on_are_those_of_the_spell() -> None:
    keyboard = _typed(_burst(), [PERSON, BOLD, BOLD, BOLD], "cast burst", "?", "quit")
    asked = keyboard.text.partition("On whom does Eldrin cast burst?")[2]
    assert "Witch: hit 90.00 %" in asked
    assert "100.00 %  nothing" not in asked


def test_a_quickened_turn_is_weighed_whole_or_says_what_is_left_out() -> None:
    staged = _staged("Ann", _one("Ann"), _beast("Beast", 3), map={"close": [["Ann", "Beast"]]})
    text = _typed(staged, [PERSON, BOLD], "?", "quit").text
    assert "(the second action is still to be chosen, and not counted)" in text
    odds = text.partition("> ?")[2]
    twice = odds.partition("Quicken and attack Beast twice\n")[2]
    assert twice.lstrip().startswith("Beast: hit 91.00 %")


def test_help_of_friends_is_counted_only_where_one_says_so() -> None:
    """Ben could block for Ann; the odds of the ghoul's blow leave him out and say so."""
    friends = [_one("Ann"), _one("Ben")]
    ghoul = _beast("Ghoul", 4, attacks=["claws"])
    staged = _staged("Ghoul", *friends, ghoul, map={"close": [["Ann", "Ben", "Ghoul"]]})
    text = _typed(staged, [PERSON, PERSON, PERSON], "? 1", "quit").text
    assert "Ann: hit 30.00 %" in text
    assert "assumed: Ben: block = no (left out)" in text


def test_odds_of_a_drop_end_with_the_drop() -> None:
    """The ogre's sweep goes on to Ben afterwards; that is no outcome of what Ann drops."""
    full = [*PACK[2:], "feather-quill", "silver-knife", "pistol", "short-sword", "leather-jacket"]
    sweep = {"id": "sweep", "weight": "heavy", "area": "around-target"}
    ogre = _beast("Ogre", 6, attacks=["sweep"])
    close = {"close": [["Ann", "Ben", "Ogre"]]}
    crowd = (_one("Ann", harm=1, items=full), _one("Ben", reacted=1), ogre)
    staged = _staged("Ogre", *crowd, attack=[sweep], map=close)
    lines = ("attack Ann", "y", "1", "3", "own-words", "?", "quit")
    odds = _typed(staged, [TYPING, PERSON, PERSON], *lines).text.partition("> ?")[2]
    assert "100.00 %  Ann drops rope  (1)" in odds
    assert "Ben" not in odds.partition("quit")[0]


def test_a_sheet_says_what_everything_on_it_does() -> None:
    encounter = _coven()
    w = encounter.world()
    eldrin, alex, witch = (sheet(encounter, w, i) for i in range(3))
    assert witch["weak to"] == "iron, anti-magic"
    assert "soul-rend (4 Harm, short, magic of level 7, mental)" in witch["attacks"]
    assert "mind-spike (level 5(15), 2 Harm, short)" in eldrin["spells"]
    assert "slays-myths (eases attacks on undead, spirit, fey, fiend)" in alex["tags"]
    assert "iron-bite-revolver (2 Harm, far)" in alex["items"]
    assert "weak to" in encounter.ruleset.words.card(w, 2, encounter.names).text


def test_initiative_can_be_undone() -> None:
    """Nobody has decided anything yet, but the dice have been rolled: new ones on demand."""
    staged = _staged("", _one("Ann"), _one("Ben"), _beast("Beast", 3))
    game = new_save(staged, [PERSON, PERSON, BOLD], 1)
    keyboard = play(game, "undo fresh", "quit")
    assert "decided nothing" not in keyboard.text
    assert keyboard.text.count("Ann rolls for Initiative") == 2


def test_odds_of_which_wound_magic_heals_are_those_of_the_casting() -> None:
    mend = {"id": "mend", "evocations": ["enhance"], "domains": ["body"], "range": "touch",
            "wound": True, "duration": "instant", "restores": True}  # fmt: skip
    hurt = {"severity": ["lingering", "lingering"], "rests": [2, 3], "called": ["deep-cut"] * 2}
    ann = _one("Ann", spells=["mend"], wounds=2, situation=-5, **hurt)  # type: ignore[arg-type]
    staged = _staged("Ann", ann, _beast("Rat", 1), spell=[mend])
    text = _typed(staged, [PERSON, BOLD], "cast mend", "Ann", "?", "quit").text
    assert "1  First  (Deep cut (Lingering Trauma, rests 2))" in text
    odds = text.partition("> ?")[2]
    assert "healed" in odds.partition("Which wound")[0]
