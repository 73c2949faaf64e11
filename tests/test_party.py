"""Parties: who goes from fight to fight, what they carry, and what is never written over."""

from __future__ import annotations

import io
import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from affray import carried
from affray.carried import carry_home, new_party
from affray.cli import run
from affray.content import show
from affray.encounter import Encounter, encounter_from, find_encounter
from affray.errors import BadInput
from affray.oracles.people import Terminal
from affray.party import camp, files, find_party, folder, join, resting
from affray.reading import parse_toml
from affray.ruleset import SHELF
from affray.saves import Game, load_game, new_game
from affray.saves import folder as saves
from affray.seats import Seat

Capture = pytest.CaptureFixture[str]
Play = Callable[..., str]
RULESETS = Path(__file__).parent / "rulesets"
ROADS = {
    "skirmish": ("skirmish/bridge", "heroes"),
    "dungeoneers-tactics": ("dungeoneers-tactics/bridge-brawl", "heroes"),
    "plunder": ("plunder/bone-cellar", "party"),
    "rpg-hell": ("rpg-hell/wolf-road", "players"),
    "dungeoneers-spotlight": ("dungeoneers-spotlight/narrow-bridge", "players"),
    "story-mode": ("story-mode/coven", "players"),
}


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFFRAY_HOME", str(tmp_path / "home"))


@pytest.fixture
def play(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Play:
    """A command that goes well, with lines typed at it; what it said."""

    def played(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = run(list(arguments))
        said = capsys.readouterr()
        assert status == 0, said.err
        return said.out + said.err

    return played


@pytest.fixture
def refused(capsys: Capture) -> Play:
    """A command that is bad input; the one line it says."""

    def said(*arguments: str) -> str:
        assert run(list(arguments)) == 2
        found = capsys.readouterr()
        assert found.out == ""
        assert found.err.count("\n") == 1
        return found.err

    return said


def kept(name: str = "watch") -> dict[str, Any]:
    return tomllib.loads((folder() / f"{name}.toml").read_text(encoding="utf-8"))


def members(name: str = "watch") -> dict[str, dict[str, Any]]:
    return {member["name"]: member.get("set", {}) for member in kept(name)["creature"]}


def write(text: str, name: str = "watch") -> Path:
    folder().mkdir(parents=True, exist_ok=True)
    path = folder() / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def watch(ada: str = "", bran: str = "", more: str = "") -> Path:
    """Ada and Bran of the bridge."""
    return write(
        'ruleset = "skirmish"\ntitle = "The bridge watch"\n'
        f'[[creature]]\nname = "Ada"\nfrom = "knight"\n{ada}\n'
        f'[[creature]]\nname = "Bran"\nfrom = "ranger"\n{bran}\n{more}\n'
    )


def made(text: str) -> Encounter:
    return encounter_from(parse_toml(text, "made.toml"), "made")


BRIDGE = """
ruleset = "skirmish"
title = "Made"
{top}
[[creature]]
name = "Ada"
from = "knight"
side = "heroes"
at = 1
[[creature]]
name = "Dorn"
from = "knight"
side = "heroes"
at = 2
{stays}
[[creature]]
name = "Bran"
from = "ranger"
side = "heroes"
at = 3
[[creature]]
name = "Grim"
from = "brute"
side = "foes"
at = 5
"""


def bridge(top: str = "", stays: str = "stays = true") -> Encounter:
    return made(BRIDGE.format(top=top, stays=stays))


def game_of(encounter: Encounter, seed: int = 5) -> Game:
    """All of it by the computer."""
    return new_game(encounter, [Seat("bold")] * len(encounter.entrants), seed)


def at_the_end(game: Game, *lines: str) -> str:
    """The lines typed at a terminal, and what it shows."""
    left, shown = iter(lines), []

    def read(prompt: str) -> str:
        shown.append(prompt)
        return next(left, "")

    Terminal(game, read, shown.append).play()
    return "\n".join(shown)


# The file


def test_a_party_is_the_first_side_of_an_encounter(play: Play) -> None:
    assert "no parties yet" in play("parties")
    said = play("new", "party", "bridge-watch", "--from", "skirmish/bridge")
    assert said.startswith(f"wrote {folder() / 'bridge-watch.toml'}: Ada, Bran\n")
    assert kept("bridge-watch") == {
        "ruleset": "skirmish",
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
    assert load_game(save).fight.names == ["Bran", "Grim", "Snick"]
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
    assert load_game(save).fight.names == ["Cleo", "Bran", "Grim", "Snick"]
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


# From fight to fight


@pytest.mark.parametrize("slug", ROADS)
def test_what_lasts_goes_from_fight_to_rest_to_fight(slug: str, play: Play) -> None:
    encounter, side = ROADS[slug]
    play("new", "party", "road", "--from", encounter)
    seats = ["--seat", f"{side}=careful", "--seed", "3"]
    for command in (["play", encounter, "--party"], ["rest"], ["play", encounter, "--party"]):
        said = play(*command, "road", *seats)
        assert f"What lasts is written to the party 'Road' ({folder() / 'road.toml'})." in said
        save = saves() / kept("road")["fight"][-1]["save"]
        fight = load_game(save).fight
        fight.run()
        ready = resting(find_party("road"))
        w = ready.world()
        there = set(fight.names) & {e.name for e in ready.entrants}
        assert there
        for name in there:
            left = fight.world.creatures[fight.names.index(name)]
            found = w.creatures[[e.name for e in ready.entrants].index(name)]
            assert _lasting(ready, found) == _lasting(fight.encounter, left)
    outcomes = [fight["outcome"] for fight in kept("road")["fight"]]
    assert outcomes[1] == "rest"
    assert {outcomes[0], outcomes[2]} <= {"won", "lost", "nobody"}


def _lasting(encounter: Encounter, c: Any) -> dict[str, Any]:
    """What lasts, in names, since two worlds number their gear in different ways."""
    fields = [f for f in type(c).layout.fields.values() if f.lasting]
    return {f.name: show(f, getattr(c, f.name), encounter.names) for f in fields}


def test_a_wound_is_carried_and_a_rest_heals_it(play: Play) -> None:
    watch(ada="set = { wounds = 2 }")
    said = play("rest", "watch", "--seed", "3", typed="?\n1\nundo\n1\nlog\n\n")
    assert said.count("Does Ada rest?") == 3, "asked, asked after the odds, undone and asked"
    assert re.search(r"\d+\.\d\d %  ", said)
    healed = members()["Ada"]["wounds"]
    assert healed < 2
    assert [f["outcome"] for f in kept()["fight"]] == ["rest"]
    said = play("play", "skirmish/bridge", "--party", "watch", typed="cards\n")
    assert f"Ada: wounds {healed}/3" in said
    assert len(kept()["fight"]) == 1, "it is not over"


def test_the_same_fight_writes_again(tmp_path: Path) -> None:
    """Undo, rest and another fight on one tape stay one fight of the party."""
    watch()
    game = new_game(
        join(find_encounter("skirmish/bridge"), find_party("watch")),
        [Seat("person"), Seat("bold"), Seat("bold"), Seat("bold")], 5,
    )  # fmt: skip
    said = at_the_end(game, *["1"] * 60)
    assert "The heroes have won." in said
    assert len(kept()["fight"]) == 1
    after = members()
    said = at_the_end(load_game(game.path), "log", "cards")
    assert said.count("What lasts is written") == 1, "said once"
    assert members() == after
    at_the_end(load_game(game.path), "rest", *["1"] * 8)
    rested = members()
    assert [f["outcome"] for f in kept()["fight"]] == ["won"]
    at_the_end(load_game(game.path), "again", "q")
    assert members() == rested, "another fight is on, and not over"
    at_the_end(load_game(game.path), *["1"] * 80)
    assert len(kept()["fight"]) == 1
    at_the_end(load_game(game.path), "undo all", "q")
    assert len(kept()["fight"]) == 1, "an end that was taken back is written over by the next"


def test_only_its_last_fight_writes_to_a_party(tmp_path: Path) -> None:
    watch()
    first, second = (
        game_of(join(find_encounter("skirmish/bridge"), find_party("watch")), seed)
        for seed in (5, 6)
    )
    assert "What lasts is written" in at_the_end(first)
    before = (folder() / "watch.toml").read_bytes()
    said = at_the_end(second)
    refused = "has been in another fight since this one began, which is kept but not carried over"
    assert f"{folder() / 'watch.toml'}: {refused}" in said
    assert (folder() / "watch.toml").read_bytes() == before
    assert load_game(second.path).fight.live, "the save stands"
    third = game_of(join(find_encounter("skirmish/bridge"), find_party("watch")), 7)
    at_the_end(third)
    assert "has been in other fights since this one" in at_the_end(load_game(first.path))
    assert [f["save"] for f in kept()["fight"]] == [first.path.name, third.path.name]


def test_what_is_wrong_with_the_file_does_not_lose_the_fight(monkeypatch: Any) -> None:
    path = watch()
    game = game_of(join(find_encounter("skirmish/bridge"), find_party("watch")))
    game.fight.run()
    text = path.read_text("utf-8")
    path.write_text(text.replace('"Ada"', '"Cleo"'), "utf-8")
    assert "has no member called 'Ada' any more" in carry_home(game.fight, "a.toml")
    path.unlink()
    assert "no such file" in carry_home(game.fight, "a.toml")
    path.write_text(text, "utf-8")
    monkeypatch.setattr(carried, "PATIENCE", 0.1)
    path.with_name("watch.toml.new").write_text("left by one who died", "utf-8")
    assert carry_home(game.fight, "a.toml").startswith("What lasts is written")
    assert [f["save"] for f in kept()["fight"]] == ["a.toml"]
    assert list(files()) == ["watch"]
    assert not list(folder().glob("*.new"))


def test_a_party_may_lie_anywhere(tmp_path: Path, play: Play) -> None:
    path = tmp_path / "elsewhere" / "us.toml"
    play("new", "party", str(path), "--from", "skirmish/bridge")
    save = tmp_path / "mine.toml"
    seats = ["--seat", "heroes=bold", "--seed", "5", "--save", str(save)]
    play("play", "skirmish/bridge", "--party", str(path), *seats)
    found = tomllib.loads(path.read_text(encoding="utf-8"))["fight"]
    assert found == [{"title": "Two at the bridge", "outcome": "won", "save": str(save)}]
    assert files() == {}


# Rests


def test_every_game_has_a_camp_that_is_no_encounter(play: Play) -> None:
    for slug in ROADS:
        found = camp(SHELF.get(slug))
        assert len(found.places) == len(found.entrants) == 8
        assert found.name not in SHELF.get(slug).encounter_files()
    assert "camp" not in play("encounters")


def test_a_game_without_a_camp_fights_but_does_not_rest(play: Play, refused: Play) -> None:
    homemade = ["--rulesets", str(RULESETS)]
    encounter = sorted(SHELF.get("handful").encounter_files())[0]
    play("new", "party", "jo", "--from", encounter, *homemade)
    play("play", encounter, "--party", "jo", "--seat", "heroes=bold", *homemade)
    assert len(kept("jo")["fight"]) == 1
    assert "Handful has no camp to rest in" in refused("rest", "jo", *homemade)


def test_a_ruleset_of_ones_own_brings_its_camp(tmp_path: Path, play: Play) -> None:
    games = ["--rulesets", str(tmp_path / "games")]
    play("new", "ruleset", "road-game", "--folder", str(tmp_path / "games"))
    play("new", "party", "us", "--from", "road-game/bridge", *games)
    bold = ["--seat", "heroes=bold", "--seed", "5", *games]
    play("play", "road-game/bridge", "--party", "us", *bold)
    play("rest", "us", *bold)
    assert [f["title"] for f in kept("us")["fight"]] == ["Two at the bridge", "A rest by the road"]
