"""A tray for free rolls: thrown for all to see, kept beside the fight, and never its dice."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_helpers import Table

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.fight.beside import Undo
from affray.fight.fight import Fight
from affray.fight.players import Players, Seat
from affray.fight.tray import MOST_DICE, Thrown, read_dice, throw
from affray.files.saves import new_save, recorded
from affray.oracles.keyed import Key, new_key


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [("2d6+1", (3, 5), 9), ("d20", (17,), 17), ("D100 - 2d4", (50, 1, 4), 45), ("3+d4", (2,), 5)],
)
def test_any_dice_as_people_write_them(text: str, faces: tuple[int, ...], total: int) -> None:
    assert read_dice(text)
    assert Thrown("".join(text.split()), faces).total == total


@pytest.mark.parametrize("text", ["", "7", "d1", "51d6", "2d6+", "d6d6", "2d6+x", "d1001", "0d6"])
def test_what_is_no_dice_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_dice(text)


def fight_with(key: Key) -> Fight:
    return Fight(find_encounter("skirmish/duel"), Players([Seat("person"), Seat("bold")], key))


def test_free_rolls_neither_tell_nor_move_the_fights_dice() -> None:
    """The same fight with and without them falls the same, and no throw is another again."""
    key = new_key()
    plain, thrown = fight_with(key), fight_with(key)
    for fight in (plain, thrown):
        fight.run()
    throws = [throw(thrown, key, f"{MOST_DICE}d1000") for _ in range(3)]
    assert len({one.faces for one in throws}) == 3
    assert thrown.live == plain.live
    assert thrown.story == plain.story
    in_the_fight = key.dice([0])
    assert throws[0].faces != tuple(in_the_fight.face(1000) for _ in range(MOST_DICE))


def test_a_throw_that_is_kept_is_read_again(tmp_path: Path) -> None:
    encounter = find_encounter("skirmish/duel")
    game = new_save(encounter, [Seat("person"), Seat("bold")], seed=3, path=tmp_path / "a.toml")
    game.fight.run()
    first = throw(game.fight, game.players.seed, "2d6+1", by="Ada", hidden=True)
    again = recorded(tmp_path / "a.toml")
    assert [one.said for one in again.beside] == [first]
    text = (tmp_path / "a.toml").read_text(encoding="utf-8")
    shown = " ".join(str(face) for face in first.faces)
    (tmp_path / "b.toml").write_text(text.replace(f'"{shown}"', '"7 1"'), encoding="utf-8")
    with pytest.raises(BadInput, match=r"expected those of 2d6\+1"):
        recorded(tmp_path / "b.toml")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, "skirmish/duel", players=1)


def test_it_is_thrown_for_all_to_see_and_stays(table: Table) -> None:
    (player,) = table.players
    player.must("throw", dice="2d6+1")
    line = next(text for text in table.gm.log() if "throws" in text)
    assert line.startswith("Ada throws: 2d6+1 (")
    assert line in player.log()
    player.must("plan", name="press")
    table.gm.must("undo")
    table.restart()
    assert line in table.gm.log(), "what is taken back takes no free roll with it"


def test_only_the_game_master_throws_behind_the_screen(table: Table) -> None:
    (player,) = table.players
    assert player.do("throw", dice="d20", hidden=True).status_code == 403
    table.gm.must("throw", dice="d20", hidden=True)
    said = [text for text in table.gm.log() if "behind the screen" in text]
    assert said[0].startswith("Game master throws, behind the screen: 1d20 (")
    assert [text for text in player.log() if "screen" in text] == [
        "Game master throws dice behind the screen."
    ]
    assert player.do("throw", dice="a handful").status_code == 422


def test_what_was_thrown_behind_the_screen_may_be_shown_later(table: Table) -> None:
    (player,), gm = table.players, table.gm
    gm.must("throw", dice="d20", hidden=True)
    (kept,) = gm.must("throw", dice="2d6")["screened"]
    assert "screened" not in player.view()
    assert player.do("show", throw=kept["n"]).status_code == 403
    assert gm.do("show", throw=1).status_code == 422, "that one was thrown for all to see"
    table.restart()
    gm.must("show", throw=kept["n"])
    said = f"Game master shows a roll from behind the screen: {kept['text']}."
    assert (player.log()[-1], gm.view()["screened"]) == (said, [])
    assert gm.do("show", throw=kept["n"]).status_code == 422, "once"
    table.restart()
    assert player.log()[-1] == said


def test_undo_is_still_undo() -> None:
    fight = fight_with(new_key())
    fight.run()
    throw(fight, 1, "d6")
    fight.undo(0)
    assert [type(one.said) for one in fight.beside] == [Thrown, Undo]
