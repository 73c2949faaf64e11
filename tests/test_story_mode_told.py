"""What the people at a table of Story Mode are told of a check, and shown of its odds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from story_stage import BURST, a_character, a_creature, stage, the_burst, the_coven, typed
from terminal_keyboard import BOLD, PERSON, TYPING, play

from affray.book.encounter import read_encounter
from affray.files.saves import new_save
from affray.files.scenario import play_script
from affray.tell.narration import tell
from affray.tell.sheet import sheet

ROOMS = [
    {"id": "gate", "links": ["hall"], "exit": True},
    {"id": "hall", "links": ["vault"]},
    {"id": "vault"},
]


def test_who_flees_goes_to_the_exit_past_the_enemy() -> None:
    """Two rooms and an action to leave: out in the second turn, though Ann stands in the way."""
    ghoul = {**a_creature("Ghoul", 3, wounds=1, severity=["strain"], flees_at=1), "at": "vault"}
    ann, rat = {**a_character("Ann"), "at": "hall"}, {**a_creature("Rat", 1), "at": "vault"}
    staged = stage("Ghoul", ann, ghoul, rat, zone=ROOMS)
    text = typed(staged, [PERSON, BOLD, BOLD], "end the turn", "end the turn", "quit").text
    assert "Ghoul goes to the hall." in text
    assert "Ghoul goes to the gate." in text
    assert "Ghoul leaves the fight." in text
    assert "gives up" not in text


def test_who_cannot_get_out_gives_up() -> None:
    rooms = [{"id": "gate", "exit": True}, {"id": "vault"}]
    ghoul = {**a_creature("Ghoul", 3, wounds=1, severity=["strain"], flees_at=1), "at": "vault"}
    ann, rat = {**a_character("Ann"), "at": "gate"}, {**a_creature("Rat", 1), "at": "vault"}
    staged = stage("Ghoul", ann, ghoul, rat, zone=rooms)
    assert "Ghoul gives up." in typed(staged, [PERSON, BOLD, BOLD], "quit").text


def test_every_cause_is_told_by_its_name() -> None:
    """Which armor, which tag, which weakness, whose wound, which spell; one line each."""
    hurt: dict[str, Any] = {"severity": ["lingering"], "rests": [2], "called": ["deep-cut"]}
    gear: dict[str, Any] = {
        "items": ["silver-knife", "leather-duster"],
        "tags": ["hex-blade", "nimble"],
    }
    beast = a_creature("Ghoul", 4, weakness=["silver"], attacks=["claws"], under=["thorn-snare"],
                   under_by=["Ann"], under_left=[3], wounds=2, severity=["strain"] * 2)  # fmt: skip
    ann = a_character("Ann", situation=1, wounds=1, **hurt, **gear)
    staged = stage("Ann", ann, beast, map={"close": [["Ann", "Ghoul"]]})
    lines = ("quicken", "attack Ghoul weapon=silver-knife", "7", "end the turn", "9", "quit")
    text = typed(staged, [TYPING, BOLD], *lines, how=True).text
    for told in (
        "Ann, to attack: 4(12).",
        "-1 for Ann's tag hex-blade.",
        "-1 for the weakness to silver.",
        "+1 for Ann's wound: Deep cut.",
        "-2 for Ghoul's 2 wounds.",
        "-1 for thorn snare, which is upon Ghoul.",
        "+1 for a quickened action.",
        "+1 for the situation.",
        "So it is 2(6) for Ann.",
        "Ann, to defend: 4(12).",
        "-1 for Ann's tag nimble.",
        "-2 for Enchanted Leather Duster, which Ann wears.",
    ):
        assert told in text, told


def test_initiative_says_whom_it_beats() -> None:
    beasts = [a_creature("Ghoul", 3), a_creature("Rat", 3), a_creature("Witch", 6)]
    staged = stage("", a_character("Ann"), *beasts)
    text = typed(staged, [TYPING, BOLD, BOLD, BOLD], "13", "quit").text
    assert "Ann's Initiative is 13." in text
    assert "Ann goes before Ghoul and Rat." in text
    assert "Ann goes after Witch." in text


def test_a_duel_tells_what_moves_each_die() -> None:
    bob = {**a_character("Bob", items=["leather-jacket"]), "side": "foes"}
    ann = a_character("Ann", tags=["hex-blade"])
    staged = stage("Ann", ann, bob, map={"close": [["Ann", "Bob"]]})
    text = typed(staged, [TYPING, TYPING], "attack Bob", "20", "1", how=True).text
    assert "-1 for Ann's tag hex-blade." in text
    assert "So Ann's die has +1." in text
    assert "-1 for leather jacket, which Bob wears." in text
    assert "So Bob's die has +1." in text


def test_odds_of_whom_a_spell_is_cast_on_are_those_of_the_spell() -> None:
    keyboard = typed(the_burst(), [PERSON, BOLD, BOLD, BOLD], "cast burst", "?", "quit")
    asked = keyboard.text.partition("On whom does Eldrin cast burst?")[2]
    assert "Witch: hit 90.00 %" in asked
    assert "100.00 %  nothing" not in asked


def test_a_quickened_turn_is_weighed_whole_or_says_what_is_left_out() -> None:
    staged = stage(
        "Ann", a_character("Ann"), a_creature("Beast", 3), map={"close": [["Ann", "Beast"]]}
    )
    text = typed(staged, [PERSON, BOLD], "?", "quit").text
    assert "(the second action is still to be chosen, and not counted)" in text
    odds = text.partition("> ?")[2]
    twice = odds.partition("Quicken and attack Beast twice\n")[2]
    assert twice.lstrip().startswith("Beast hit: 91.00 %")


def test_help_of_friends_is_counted_only_where_one_says_so() -> None:
    """Ben could block for Ann; the odds of the ghoul's blow leave him out and say so."""
    friends = [a_character("Ann"), a_character("Ben")]
    ghoul = a_creature("Ghoul", 4, attacks=["claws"])
    staged = stage("Ghoul", *friends, ghoul, map={"close": [["Ann", "Ben", "Ghoul"]]})
    text = typed(staged, [PERSON, PERSON, PERSON], "? 1", "quit").text
    assert "Ann: hit 30.00 %" in text
    assert "assumed: Ben: block = no (left out)" in text


def test_odds_of_a_drop_end_with_the_drop() -> None:
    """The ogre's sweep goes on to Ben afterwards; that is no outcome of what Ann drops."""
    full = ["rope"] * 6 + ["silver-knife", "pistol", "short-sword", "leather-jacket"]
    sweep = {"id": "sweep", "weight": "heavy", "area": "around-target"}
    ogre = a_creature("Ogre", 6, attacks=["sweep"])
    close = {"close": [["Ann", "Ben", "Ogre"]]}
    crowd = (a_character("Ann", harm=1, items=full), a_character("Ben", reacted=1), ogre)
    staged = stage("Ogre", *crowd, attack=[sweep], map=close)
    lines = ("attack Ann", "y", "1", "3", "own-words", "", "?", "quit")
    odds = typed(staged, [TYPING, PERSON, PERSON], *lines).text.partition("> ?")[2]
    assert "100.00 %  Ann drops rope  (1)" in odds
    assert "Ben" not in odds.partition("quit")[0]


def test_a_sheet_says_what_everything_on_it_does() -> None:
    encounter = the_coven()
    w = encounter.world()
    eldrin, alex, witch = (sheet(encounter, w, i) for i in range(3))
    assert witch["weak to"] == "iron, anti-magic"
    assert "soul rend (4 Harm, short, magic of level 7, mental)" in witch["attacks"]
    assert "mind spike (level 5(15), 2 Harm, short)" in eldrin["spells"]
    assert "slays myths (eases attacks on undead, spirit, fey, fiend)" in alex["tags"]
    assert "iron-bite revolver (2 Harm, far)" in alex["items"]
    assert "weak to" in encounter.ruleset.words.card(w, 2, encounter.names).text


def test_initiative_can_be_undone() -> None:
    """Nobody has decided anything yet, but the dice have been rolled: new ones on demand."""
    staged = stage("", a_character("Ann"), a_character("Ben"), a_creature("Beast", 3))
    game = new_save(staged, [PERSON, PERSON, BOLD], 1)
    keyboard = play(game, "undo fresh", "quit")
    assert "decided nothing" not in keyboard.text
    assert keyboard.text.count("Ann rolls for Initiative") == 2


def test_odds_of_which_wound_magic_heals_are_those_of_the_casting() -> None:
    mend = {"id": "mend", "evocations": ["enhance"], "domains": ["body"], "range": "touch",
            "wound": True, "duration": "instant", "restores": True}  # fmt: skip
    hurt = {"severity": ["lingering", "lingering"], "rests": [2, 3], "called": ["deep-cut"] * 2}
    ann = a_character("Ann", spells=["mend"], wounds=2, situation=-5, **hurt)  # type: ignore[arg-type]
    staged = stage("Ann", ann, a_creature("Rat", 1), spell=[mend])
    text = typed(staged, [PERSON, BOLD], "cast mend", "Ann", "?", "quit").text
    assert "1  First  (Deep cut (Lingering Trauma, rests 2))" in text
    odds = text.partition("> ?")[2]
    assert "healed" in odds.partition("Which wound")[0]


def test_what_the_dead_carried_is_told_and_lies_there() -> None:
    ann = a_character("Ann", harm=1, wounds=5, severity=["strain"] * 5, rests=[1] * 5,
                      items=["rope", "iron-maul"])  # fmt: skip
    ghoul = a_creature("Ghoul", 4, attacks=["claws"])
    staged = stage("Ghoul", ann, a_character("Ben"), ghoul, map={"close": [["Ann", "Ghoul"]]})
    text = typed(staged, [TYPING, PERSON, PERSON], "attack Ann", "let it", "1", "quit").text
    assert text.index("Ann dies.") < text.index("rope lies where Ann fell.")
    assert "iron maul lies where Ann fell." in text


def test_a_card_says_how_long_a_spell_lasts() -> None:
    under: dict[str, Any] = {"under": ["burst"], "under_by": ["Ben"], "under_left": [3]}
    staged = stage("Ann", a_character("Ann", **under), a_character("Ben", spells=["burst"]),
                   a_creature("Ghoul", 4), spell=[{**BURST, "hinders": ["stealth"]}])  # fmt: skip
    assert "under burst (3 more turns of Ben)" in typed(staged, [PERSON] * 3, "quit").text


@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("sm-114-each-try-is-harder", "This wound of Ben's has been tried 2 times before: +2."),
        ("sm-04-hiding-is-an-action", "Of those who watch, Grim is of the highest level: 4."),
    ],
)
def test_a_level_says_whose_it_is_and_what_earlier_tries_add(scenario: str, told: str) -> None:
    file = Path(__file__).parent / "scenarios" / "story-mode" / f"{scenario}.toml"
    fight = play_script(read_encounter(file))
    assert told in [line.text for line in tell(fight)]


def test_a_wound_without_a_name_is_told_by_its_severity() -> None:
    """'+1 for Ann's wound: a wound' named no cause; nobody but player characters names theirs."""
    hurt: dict[str, Any] = {"wounds": 2, "severity": ["strain", "lingering"], "rests": [1, 3]}
    staged = stage("Ann", a_character("Ann", **hurt), a_creature("Ghoul", 4))
    told = typed(staged, [PERSON, BOLD], "close with ghoul and attack", how=True).text
    assert "+1 for Ann's wound: Strain.  [SM-25]" in told
    assert "+1 for Ann's wound: Lingering Trauma.  [SM-25]" in told
