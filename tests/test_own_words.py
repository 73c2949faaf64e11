"""What people put in their own words: written down as it was said, and told wherever it counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from story_stage import a_character, a_creature, stage
from table_helpers import Seat, Table, seeded
from terminal_keyboard import BOLD, PERSON, TYPING, Keyboard, play

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.sayings import MOST
from affray.files.party import find_party, join
from affray.files.party_file import carry_home, new_party, save_name
from affray.files.saves import SavedFight, load_save, new_save
from affray.oracles.tape import Answer
from affray.rules.world import SAYINGS

__all__ = ["seeded"]

PRIDE = "a broken pride = his"
WOUNDED = ("attack Ann", "2")
"""The Ghoul strikes, and a 2 does not save her."""


def _ann_and_ghoul(**more: Any) -> Encounter:
    ann = a_character("Ann", harm=2, **more)
    ghoul = a_creature("Ghoul", 4, attacks=["claws"])
    return stage("Ghoul", ann, ghoul, map={"close": [["Ann", "Ghoul"]]})


def _wounded(*lines: str) -> tuple[SavedFight, Keyboard]:
    game = new_save(_ann_and_ghoul(), [TYPING, PERSON], 1)
    return game, play(game, *WOUNDED, *lines)


def _kept(game: SavedFight) -> SavedFight:
    return load_save(game.path)


@pytest.mark.parametrize("typed", [f"own-words {PRIDE}", f"Own words {PRIDE}", f"8 {PRIDE}"])
def test_words_typed_with_the_option_stand_in_log_card_and_save(typed: str) -> None:
    game, keyboard = _wounded(typed)
    assert f"  Ann calls it: {PRIDE}.  [SM-36]" in keyboard.screen
    for fight in (game.fight, _kept(game).fight):
        assert fight.card(0).endswith(f"{PRIDE} (Strain, rests 1)")
    assert f'said = "{PRIDE}"' in game.path.read_text()


def test_words_are_asked_for_until_they_can_be_written_down() -> None:
    game, keyboard = _wounded("own-words", "x" * 61, "nobody", "a\u202etrap", PRIDE)
    assert "  found 61 characters, expected 1 to 60, no blank at either end" in keyboard.screen
    assert "  found 'nobody', which is how files write nothing" in keyboard.screen
    assert "expected characters that can be read" in keyboard.text
    assert game.fight.card(0).endswith(f"{PRIDE} (Strain, rests 1)")


def test_nobody_has_to_say_anything() -> None:
    game, keyboard = _wounded("own-words", "")
    assert "calls it" not in keyboard.text
    assert game.fight.card(0).endswith("Strain (rests 1)")


def test_what_is_taken_back_is_not_on_the_sheet() -> None:
    game, _ = _wounded(f"own-words {PRIDE}", "undo", "winded")
    assert game.fight.card(0).endswith("Winded (Strain, rests 1)")
    assert _kept(game).fight.card(0) == game.fight.card(0)


def test_later_events_say_the_words() -> None:
    hurt: dict[str, Any] = {
        "wounds": 1,
        "severity": ["strain"],
        "rests": [1],
        "called": ["own-words"],
    }
    ann = a_character("Ann", words=[PRIDE], **hurt)
    ben = a_character("Ben", knows_treatment=1)
    staged = stage("between", ann, ben, a_creature("Ghoul", 4))
    text = play(new_save(staged, [PERSON] * 3, 1), "tend", "Ann", "1", "quit").text
    assert f"Ben treats Ann: {PRIDE}.  [SM-43 SM-49]" in text
    assert f"Ann is healed of it: {PRIDE}.  [SM-44 SM-47 SM-52]" in text


def test_words_go_home_with_the_party_and_come_again(tmp_path: Path) -> None:
    staged = _ann_and_ghoul()
    party = new_party(staged, tmp_path / "one.toml", "One")
    game = new_save(join(staged, party), [TYPING, BOLD], 1)
    play(game, "2", f"own-words {PRIDE}", "edit Ghoul wounds=4 severity=" + '["strain","strain",'
         '"strain","strain"] dead=1', "quit")  # fmt: skip
    assert game.fight.is_over
    carry_home(game.fight, save_name(game.path))
    again = join(_ann_and_ghoul(), find_party(str(tmp_path / "one.toml")))
    w = again.world()
    assert again.names[SAYINGS][w.creatures[0].words[0]] == PRIDE


def test_words_are_refused_where_none_are_asked_for_and_where_there_is_no_room() -> None:
    game, _ = _wounded()
    fight = game.fight
    with pytest.raises(BadInput, match="nothing is said to this in own words"):
        fight.answer(Answer(2, said=PRIDE))
    fight.encounter.names[SAYINGS].extend(f"thing {k}" for k in range(MOST))
    with pytest.raises(BadInput, match=f"found more than {MOST} things said"):
        fight.answer(Answer(47, said=PRIDE))
    fight.answer(Answer(47, said="thing 3"))
    assert fight.card(0).endswith("thing 3 (Strain, rests 1)")


def test_a_save_whose_words_cannot_be_read_is_refused() -> None:
    game, _ = _wounded(f"own-words {PRIDE}")
    text = game.path.read_text()
    for wrong, why in (("", "found ''"), ("x" * 61, "found 61 characters")):
        broken = text.replace(f'said = "{PRIDE}"', f'said = "{wrong}"')
        game.path.write_text(broken.replace('said = ""', "said = 3"))
        with pytest.raises(BadInput, match=why if wrong else "said"):
            load_save(game.path)


def test_words_for_a_wound_one_has_not_are_refused() -> None:
    with pytest.raises(BadInput, match=r"Ann has 0 wounds, but words for another \(SM-36\)"):
        _ann_and_ghoul(words=[PRIDE]).world()


# At the table


def _until_named(gm: Seat, player: Seat) -> None:
    """Nox cannot save himself; the Werewolf goes for him."""
    gm.must("edit", creature="Nox", set={"harm": 1, "situation": 10})
    for _ in range(12):
        seat = gm if gm.view()["pending"]["mine"] else player
        pending = seat.view()["pending"]
        if pending["question"] == "name":
            return
        offers = pending["offers"]
        at_nox = [one for one in offers if one["target"] == "Nox" and pending["name"] == "Werewolf"]
        usual = [one for one in offers if one["name"] in ("let-it", "done")]
        chosen = [*at_nox, *usual, *offers][0]
        seat.must("plan", name=chosen["name"], target=chosen["target"])
    raise AssertionError("nobody was wounded")


def test_a_player_says_what_a_wound_is_called(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, "story-mode/warehouse-wolf", players=1)
    gm, (player,) = table.gm, table.players
    _until_named(gm, player)
    words = {one["name"]: one["words"] for one in player.view()["pending"]["offers"]}
    assert words.pop("own-words") == 60
    assert set(words.values()) == {0}
    assert gm.do("plan", name="own-words", said=PRIDE).status_code == 403
    too_long = player.do("plan", name="own-words", said="x" * 61)
    assert (too_long.status_code, too_long.json()["rules"]) == (422, ["SM-36", "SM-57", "SM-58"])
    other = player.do("plan", name=next(iter(words)), said=PRIDE)
    assert "nothing is said to this in own words" in other.json()["error"]
    player.must("plan", name="own-words", said=PRIDE)
    for seat in (gm, player):
        assert f"Nox calls it: {PRIDE}." in seat.log()
    nox = gm.view()["creatures"][0]["card"]
    assert nox["states"][0].startswith(f"{PRIDE} (")
    table.restart()
    gm.move_to(table.app)
    assert gm.view()["creatures"][0]["card"] == nox


# Reactions


def test_a_player_reacts_in_own_words() -> None:
    """Level 4, and the Ghoul's attack goes on; what has come of it the people say."""
    crowd = (a_character("Ann"), a_character("Ben"), a_creature("Ghoul", 4, attacks=["claws"]))
    staged = stage("Ghoul", *crowd, map={"close": [["Ann", "Ben", "Ghoul"]]})
    lines = ("attack Ann", "? own-words", "own-words throws sand", "haste", "15", "2", "quit")
    text = play(new_save(staged, [TYPING, TYPING, PERSON], 1), *lines).text
    assert "Own words: it spends the reaction, at 4(12); you say what comes of it" in text
    assert "      works: 70.00 %" in text
    told = ("Ben reacts: throws sand.", "Ben tries something (haste).", "Ben, to do it: 4(12).")
    assert all(sentence in text for sentence in told)
    assert "4(12): Success. It works as Ben meant it.  [SM-64]" in text
    assert "Ann takes" in text.partition("Ben meant it")[2]
