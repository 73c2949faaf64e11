"""Parties: the file, and who of it goes into a fight."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from party_helpers import (
    BRIDGE,
    RULESETS,
    Play,
    bridge,
    kept,
    made,
    members,
    play,
    refused,
    watch,
    write,
)

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.files.party import find_party, folder, join
from affray.files.party_file import new_party
from affray.files.saves import folder as saves
from affray.files.saves import load_save

__all__ = ["play", "refused"]

# The file


def test_a_party_is_the_first_side_of_an_encounter(play: Play) -> None:
    assert "no parties yet" in play("parties")
    said = play("new", "party", "bridge-watch", "--from", "skirmish/bridge")
    assert said.startswith(f"wrote {folder() / 'bridge-watch.toml'}: Ada, Bran\n")
    assert kept("bridge-watch") == {
        "ruleset": "skirmish",
        "version": SHELF.get("skirmish").book.version,
        "title": "Bridge watch",
        "creature": [{"name": "Ada", "from": "knight"}, {"name": "Bran", "from": "ranger"}],
    }
    (found,) = json.loads(play("parties", "--json"))["parties"]
    assert (found["name"], found["ruleset"], found["fights"]) == ("bridge-watch", "skirmish", [])
    assert found["members"][0] == {
        "name": "Ada", "from": "knight", "stands": True,
        "card": "wounds 0/3  might 3  guard 2  armor 7  stance none", "short": "wounds 0/3",
    }  # fmt: skip


def test_who_stays_with_the_encounter_is_no_member(tmp_path: Path) -> None:
    party = new_party(bridge(), tmp_path / "p.toml", "P")
    assert party.names == ["Ada", "Bran"]
    joined = join(bridge(), party)
    assert [e.name for e in joined.entrants] == ["Ada", "Dorn", "Bran", "Grim"]
    with pytest.raises(BadInput, match=r"creature\[Grim\]\.stays: found true, expected it only"):
        made(BRIDGE.format(top="", stays="") + "stays = true\n")


def test_what_is_homemade_and_how_it_is_read_travels_with_a_party(play: Play) -> None:
    own = '[rulings]\nties = "target"\n[[homebrew.creature]]\nid = "bear"\ntoughness = 9\n'
    own += "might = 4\n"
    watch(bran="", more=own)
    path = folder() / "watch.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"ranger"', '"bear"'), "utf-8")
    play("play", "skirmish/bridge", "--party", "watch", "--seat", "heroes=bold", "--seed", "5")
    found = kept()
    assert (found["rulings"], found["homebrew"]["creature"][0]["id"]) == (
        {"ties": "target"}, "bear",
    )  # fmt: skip
    assert len(found["fight"]) == 1
    joined = join(find_encounter("skirmish/bridge"), find_party("watch"))
    assert joined.rulings == {"ties": "target"}
    assert joined.world().creatures[1].toughness == 9
    theirs = made(BRIDGE.format(top='[[homebrew.creature]]\nid = "bear"\ntoughness = 7', stays=""))
    assert join(theirs, find_party("watch")).world().creatures[1].toughness == 7


BAD_FILES = {
    'color = "red"': "no field is called 'color'",
    "title = 3": "title: found 3, expected text",
    '[rulings]\nties = "nobody"': "rulings.ties: no reading is called 'nobody'",
    '[[creature]]\nname = "Ada"': "creature[Ada].name: 'Ada' stands twice",
    '[[creature]]\nname = "Cleo"\nside = "foes"': "creature[Cleo]: no field is called 'side'",
    '[[creature]]\nname = "Cleo"\nat = 3': "creature[Cleo]: no field is called 'at'",
    '[[creature]]\nname = "Cleo"\nfrom = "knigth"': "creature[Cleo].from: no creature is called",
    '[[creature]]\nname = "Cleo"\nset = { wound = 1 }': "no field is called 'wound'; did you mean",
    '[[creature]]\nname = "Cleo"\nset = { wounds = "x" }': "found 'x' (text), expected a whole",
    '[[creature]]\nname = "Cleo"\nset = { wounds = 9 }': "cannot be: Cleo has 9 wounds of 1",
    '[[fight]]\ntitle = "A"\noutcome = "fled"\nsave = "a"': "fight[1].outcome: no outcome",
    '[[fight]]\ntitle = "A"\noutcome = "won"': "fight[1].save: missing",
}


@pytest.mark.parametrize("line", BAD_FILES)
def test_a_bad_file_is_told_in_one_line(line: str, play: Play, refused: Play) -> None:
    first = '[[creature]]\nname = "Ada"\nfrom = "knight"\n'
    top = 'ruleset = "skirmish"\n'
    path = write(f"{top}{first}{line}\n" if line.startswith("[") else f"{top}{line}\n{first}")
    said = refused("play", "skirmish/bridge", "--party", "watch")
    assert said.startswith(f"affray: {path}: ")
    assert BAD_FILES[line] in said
    (listed,) = json.loads(play("parties", "--json"))["parties"]
    assert BAD_FILES[line] in listed["problem"]


def test_what_cannot_be_written_is_refused(refused: Play) -> None:
    watch()
    again = refused("new", "party", "watch", "--from", "skirmish/bridge")
    assert again == f"affray: {folder() / 'watch.toml'}: exists already\n"
    assert "expected a name such as" in refused("new", "party", "a/b", "--from", "skirmish/duel")
    assert not list(folder().glob("*.new"))


# Into a fight


def test_equal_names_come_first_and_the_others_in_order() -> None:
    watch()
    path = folder() / "watch.toml"
    path.write_text(path.read_text("utf-8").replace('"Ada"', '"Cleo"'), "utf-8")
    joined = join(bridge(top='start = "Ada"', stays=""), find_party("watch"))
    places = {e.name: e.table.raw("at") for e in joined.entrants}
    assert places == {"Cleo": 1, "Bran": 3, "Grim": 5}
    assert joined.start == "Cleo"
    w = joined.world()
    assert w.turn == 0
    assert join(bridge(top='start = "Dorn"', stays=""), find_party("watch")).start == ""


def test_who_is_not_there_is_not_spoken_of() -> None:
    SHELF.add_folder(RULESETS)
    text = """
    ruleset = "handful"
    [[creature]]
    name = "Jo"
    from = "juggler"
    side = "heroes"
    set = { marked_by = "Ogre", nerve = 1 }
    [[creature]]
    name = "Ogre"
    from = "ogre"
    side = "foes"
    set = { marked_by = "Jo" }
    """
    party = new_party(made(text), folder() / "jo.toml", "Jo")
    assert members("jo") == {"Jo": {"marked_by": "nobody", "nerve": 1}}
    path = folder() / "jo.toml"
    path.write_text(path.read_text("utf-8").replace('"Jo"', '"Mo"'), "utf-8")
    w = join(made(text), find_party("jo")).world()
    assert [c.marked_by for c in w.creatures] == [-1, 0]
    assert party.names == ["Jo"]


def test_who_does_not_stand_stays_behind(play: Play) -> None:
    watch(ada="set = { wounds = 3 }")
    said = play("play", "skirmish/bridge", "--party", "watch", "--seat", "heroes=bold")
    assert "not able to fight and left behind: Ada\n" in said
    (save,) = saves().glob("*.toml")
    assert load_save(save).fight.names == ["Bran", "Grim", "Snick"]
    assert members()["Ada"] == {"wounds": 3}
    assert members()["Bran"]["wounds"] in (0, 1, 2, 3)


def test_what_cannot_be_joined_is_refused(refused: Play) -> None:
    watch(more='[[creature]]\nname = "Cleo"\nfrom = "knight"')
    play = ["play", "skirmish/bridge", "--party", "watch"]
    said = refused(*play)
    assert "has 3 members who could come (Ada, Bran, Cleo), but there are 2 places" in said
    assert "no member is called 'Bren'; did you mean 'Bran'?" in refused(*play, "--member", "Bren")
    assert "no party is called 'wotch'; did you mean 'watch'?" in refused(
        "sim", "skirmish/bridge", "--party", "wotch"
    )
    other = refused("play", "dungeoneers-tactics/duel", "--party", "watch")
    assert "ruleset: found 'skirmish', expected 'dungeoneers-tactics'" in other
    assert "--member" in refused("play", "skirmish/bridge", "--member", "Ada")
    watch(ada="set = { wounds = 3 }", bran="set = { wounds = 3 }")
    assert "nobody of this party stands" in refused(*play)
    assert "nobody of this party stands" in refused("rest", "watch")
    assert not saves().exists()


def test_chosen_members_come(play: Play) -> None:
    watch(more='[[creature]]\nname = "Cleo"\nfrom = "knight"')
    chosen = ["--member", "Cleo", "--member", "Bran"]
    play("play", "skirmish/bridge", "--party", "watch", *chosen, "--seat", "heroes=bold")
    (save,) = saves().glob("*.toml")
    assert load_save(save).fight.names == ["Cleo", "Bran", "Grim", "Snick"]
    assert "set" not in kept()["creature"][0], "Ada was not there"


def test_numbers_are_those_of_the_party_and_nothing_is_written(play: Play) -> None:
    path = watch(ada="set = { wounds = 2 }", bran="set = { wounds = 2 }")
    before = path.read_bytes()
    sim = ["sim", "skirmish/bridge", "-n", "300", "--engine", "python", "--json"]
    hale = json.loads(play(*sim))["wins"]["heroes"]
    hurt = json.loads(play(*sim, "--party", "watch"))["wins"]["heroes"]
    assert hurt < hale / 2
    path.write_bytes(before.replace(b'"Ada"', b'"Cleo"'))
    odds = ["--who", "Cleo", "--do", "strike", "--target", "Grim", "--json"]
    found = json.loads(play("odds", "skirmish/bridge", "--party", "watch", *odds))
    assert found["who"] == "Cleo"
    assert path.read_bytes() == before.replace(b'"Ada"', b'"Cleo"')
