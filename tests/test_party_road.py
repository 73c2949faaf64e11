"""Parties: what they carry from fight to fight, what is never written over, and rests."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from party_helpers import (
    ROADS,
    RULESETS,
    Play,
    at_the_end,
    game_of,
    kept,
    members,
    play,
    refused,
    watch,
)

from affray.book.content import show
from affray.book.encounter import Encounter, find_encounter
from affray.book.shelf import SHELF
from affray.fight.following import take
from affray.fight.hand import bring_in, let_go, newcomer
from affray.fight.plans import offers
from affray.fight.players import Players, Seat
from affray.files.party import camp, files, find_party, folder, join, resting
from affray.files.party_file import carry_home
from affray.files.saves import SavedFight, load_save, new_save
from affray.files.saves import folder as saves

__all__ = ["play", "refused"]

# From fight to fight


@pytest.mark.parametrize("slug", ROADS)
def test_what_lasts_goes_from_fight_to_rest_to_fight(slug: str, play: Play) -> None:
    encounter, side = ROADS[slug]
    play("new", "party", "road", "--from", encounter)
    seats = ["--seat", f"{side}=careful", "--seed", "5"]
    foes = next(e.side for e in find_encounter(encounter).entrants if e.side != side)
    easy = ["play", encounter, "--seat", f"{foes}=random", "--party"]  # somebody is to be left
    for command in (easy, ["rest"], easy):
        said = play(*command, "road", *seats)
        assert f"What lasts is written to the party 'Road' ({folder() / 'road.toml'})." in said
        save = saves() / kept("road")["fight"][-1]["save"]
        fight = load_save(save).fight
        fight.run()
        ready = resting(find_party("road"))
        w = ready.world()
        there = set(fight.names) & {e.name for e in ready.entrants}
        assert there
        for name in there:
            left = fight.world.creatures[fight.names.index(name)]
            found = w.creatures[[e.name for e in ready.entrants].index(name)]
            assert _lasting(ready, found) == _lasting(fight.encounter, left)
        assert _lasting(ready, w) == _lasting(fight.encounter, fight.world)
    outcomes = [fight["outcome"] for fight in kept("road")["fight"]]
    assert outcomes[1] == "rest"
    assert {outcomes[0], outcomes[2]} <= {"won", "lost", "nobody"}


def _lasting(encounter: Encounter, c: Any) -> dict[str, Any]:
    """What lasts, in names, since two worlds number their gear in different ways."""
    fields = [f for f in type(c).layout.fields.values() if f.lasting]
    return {f.name: show(f, getattr(c, f.name), encounter.names) for f in fields}


def test_what_lasts_of_a_fight_itself_is_the_partys_too(play: Play) -> None:
    """Villainy is the game master's, who goes on with the party."""
    encounter = "dungeoneers-spotlight/narrow-bridge"
    play("new", "party", "road", "--from", encounter)
    path = folder() / "road.toml"
    path.write_text(
        path.read_text().replace("[[creature]]", "[set]\nvillainy = 2\n[[creature]]", 1)
    )
    assert join(find_encounter(encounter), find_party("road")).world().villainy == 2
    play("rest", "road", "--seat", "players=careful", "--seed", "3")
    assert kept("road")["set"] == {"villainy": 2}


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
    game = new_save(
        join(find_encounter("skirmish/bridge"), find_party("watch")),
        [Seat("person"), Seat("bold"), Seat("bold"), Seat("bold")], 5,
    )  # fmt: skip
    said = at_the_end(game, *["1"] * 60)
    assert "The heroes have won." in said
    assert len(kept()["fight"]) == 1
    after = members()
    said = at_the_end(load_save(game.path), "log", "cards")
    assert said.count("What lasts is written") == 1, "said once"
    assert members() == after
    at_the_end(load_save(game.path), "rest", *["1"] * 8)
    rested = members()
    assert [f["outcome"] for f in kept()["fight"]] == ["won"]
    at_the_end(load_save(game.path), "again", "q")
    assert members() == rested, "another fight is on, and not over"
    at_the_end(load_save(game.path), *["1"] * 80)
    assert len(kept()["fight"]) == 1
    at_the_end(load_save(game.path), "undo all", "q")
    assert len(kept()["fight"]) == 1, "an end that was taken back is written over by the next"


@pytest.mark.parametrize("slug", ROADS)
def test_who_left_comes_home_as_they_left_and_who_came_late_does_not(slug: str, play: Play) -> None:
    play("new", "party", "watch", "--from", ROADS[slug][0])
    joined = join(find_encounter(ROADS[slug][0]), find_party("watch"))
    fight = new_save(joined, [Seat()] * len(joined.entrants), 5).fight
    fight.run()
    first = joined.places[0].name
    foes = [one.name for one in joined.entrants if one.side != joined.sides[0]]
    before = _lasting(joined, fight.world.creatures[fight.names.index(first)])
    bring_in(fight, newcomer(fight.encounter, first, joined.sides[0], "Late"), "bold")
    for name in [first, *foes]:
        let_go(fight, name)
    while not fight.is_over:  # some games ask before a fight has begun
        take(fight, offers(fight)[0])
    assert "What lasts is written" in carry_home(fight, "watch.toml")
    home = resting(find_party("watch"))
    names = [one.name for one in home.entrants]
    assert "Late" not in names
    assert _lasting(home, home.world().creatures[names.index(first)]) == before


@pytest.mark.parametrize("slug", ROADS)
def test_who_left_a_fight_rests_with_the_others(slug: str, play: Play) -> None:
    play("new", "party", "watch", "--from", ROADS[slug][0])
    joined = join(find_encounter(ROADS[slug][0]), find_party("watch"))
    fight = new_save(joined, [Seat()] * len(joined.entrants), 5).fight
    fight.run()
    first = joined.places[0].name
    before = _lasting(joined, fight.world.creatures[fight.names.index(first)])
    foes = [one.name for one in joined.entrants if one.side != joined.sides[0]]
    for name in [first, *foes]:
        let_go(fight, name)
    while not fight.is_over:
        take(fight, offers(fight)[0])
    fight.then("rest")
    asked_first = fight.world.creatures[fight.names.index(first)]
    assert _lasting(joined, asked_first) == before
    assert fight.names.index(first) not in fight.left
    players = Players([Seat("random")] * len(joined.entrants), 7)
    fight.answerer = players
    fight.run()
    assert fight.is_over
    carry_home(fight, "watch.toml")
    home = resting(find_party("watch"))
    at_home = home.world().creatures[[one.name for one in home.entrants].index(first)]
    rested = fight.world.creatures[fight.names.index(first)]
    assert _lasting(home, at_home) == _lasting(joined, rested)


def fought() -> SavedFight:
    """The bridge, over, and what lasts of it in the party's file."""
    watch()
    game = game_of(join(find_encounter("skirmish/bridge"), find_party("watch")))
    assert "What lasts is written" in at_the_end(game)
    return game


def edited(old: str, new: str) -> bytes:
    """The party's file, changed by hand."""
    path = folder() / "watch.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path.read_bytes()


def test_what_was_changed_by_hand_between_fights_stays() -> None:
    """A finished fight that is looked at again writes nothing over it."""
    game = fought()
    wounds = f"wounds = {members()['Ada']['wounds']}"
    before = edited(wounds, "wounds = 1")
    said = at_the_end(load_save(game.path))
    assert "which was changed by hand since." in said
    assert (folder() / "watch.toml").read_bytes() == before
    assert members()["Ada"]["wounds"] == 1
    at_the_end(load_save(game.path), "again")
    assert (folder() / "watch.toml").read_bytes() == before, "the other end is in the save alone"
    said = at_the_end(load_save(game.path))
    assert "has been changed by hand since this fight; what changed in it is not carried" in said


def test_a_member_may_be_called_otherwise_after_a_fight() -> None:
    game = fought()
    before = edited('"Ada"', '"Cleo"')
    assert "which was changed by hand since." in at_the_end(load_save(game.path))
    assert (folder() / "watch.toml").read_bytes() == before


def test_a_party_of_before_marks_were_kept_is_not_written_over() -> None:
    game = fought()
    mark = f'left = "{kept()["fight"][0]["left"]}"\n'
    edited(mark, "")
    before = edited(f"wounds = {members()['Ada']['wounds']}", "wounds = 1")
    at_the_end(load_save(game.path))
    assert (folder() / "watch.toml").read_bytes() == before


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
    assert load_save(second.path).fight.live, "the save stands"
    third = game_of(join(find_encounter("skirmish/bridge"), find_party("watch")), 7)
    at_the_end(third)
    assert "has been in other fights since this one" in at_the_end(load_save(first.path))
    assert [f["save"] for f in kept()["fight"]] == [first.path.name, third.path.name]


def test_what_is_wrong_with_the_file_does_not_lose_the_fight() -> None:
    path = watch()
    game = game_of(join(find_encounter("skirmish/bridge"), find_party("watch")))
    game.fight.run()
    text = path.read_text("utf-8")
    path.write_text(text.replace('"Ada"', '"Cleo"'), "utf-8")
    assert "has no member called 'Ada' any more" in carry_home(game.fight, "a.toml")
    path.unlink()
    assert "no such file" in carry_home(game.fight, "a.toml")
    path.write_text(text, "utf-8")
    path.with_name(".watch.toml.affray-lock").write_text("left by one who died", "utf-8")
    path.with_name("watch.toml.new").write_text("somebody's own", "utf-8")
    assert carry_home(game.fight, "a.toml").startswith("What lasts is written")
    assert [f["save"] for f in kept()["fight"]] == ["a.toml"]
    assert list(files()) == ["watch"]
    beside = sorted(file.name for file in folder().iterdir())
    assert beside == ["watch.toml", "watch.toml.new"], "nothing is left, nothing else was touched"


def test_a_party_may_lie_anywhere(tmp_path: Path, play: Play) -> None:
    path = tmp_path / "elsewhere" / "us.toml"
    play("new", "party", str(path), "--from", "skirmish/bridge")
    save = tmp_path / "mine.toml"
    seats = ["--seat", "heroes=bold", "--seed", "5", "--save", str(save)]
    play("play", "skirmish/bridge", "--party", str(path), *seats)
    found = tomllib.loads(path.read_text(encoding="utf-8"))["fight"]
    (fight,) = found
    assert len(fight.pop("left")) == 16
    assert fight == {"title": "Two at the bridge", "outcome": "won", "save": str(save)}
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
    encounter = "handful/" + sorted((RULESETS / "handful" / "encounters").glob("*.toml"))[0].stem
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
