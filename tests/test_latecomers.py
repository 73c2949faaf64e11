"""Whoever comes into a fight that is on, or leaves it: by each game's rules, at the table, in the
terminal and in files. That any game takes it at any step is the suite's own promise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from film_helpers import finish, moments
from shipped import GAMES
from table_helpers import Seat as AtTable
from table_helpers import Table, game_of, seeded
from terminal_keyboard import BOLD, PERSON, begin, play

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.fight.fight import Fight
from affray.fight.hand import bring_in, let_go, newcomer
from affray.fight.players import Players, Seat, usual_player
from affray.files.saves import load_save
from affray.oracles.tape import Answer, Pending, Question
from affray.table.film import LOOKS_ON, Film
from affray.table.views import view
from affray.tell.ending import ending
from affray.tell.narration import transcript

__all__ = ["seeded"]

FIGHTS = {
    "dungeoneers-spotlight": "goblin-warren",
    "dungeoneers-tactics": "ossuary-party",
    "plunder": "ford-at-dusk",
    "rpg-hell": "wolf-road",
    "skirmish": "bridge",
    "story-mode": "subway-minions",
}
FROM_NEXT_ROUND = ("dungeoneers-tactics", "plunder", "rpg-hell", "story-mode")
SOME = 25
"""Answers after which somebody comes: in the middle of a round."""


class Counting:
    """The computer's players, who stop after some answers; who decided in which round is kept."""

    def __init__(self, players: Players) -> None:
        self.players, self.left = players, SOME
        self.decided: list[tuple[int, int]] = []

    def __call__(self, fight: Fight, question: Question, world: Any) -> Answer:
        if self.left <= 0:
            raise Pending(question, world)
        self.left -= 1
        if not question.is_chance:
            self.decided.append((question.who, int(world.round)))
        return self.players(fight, question, world)


def fight_of(game: str) -> tuple[Fight, Counting]:
    encounter = find_encounter(f"{game}/{FIGHTS[game]}")
    usual = usual_player(encounter.ruleset)
    if game == "dungeoneers-spotlight":
        usual = "random"  # the others agree on one another too soon for the newest to be asked
    answerer = Counting(Players([Seat(usual)] * len(encounter.entrants), 4))
    fight = Fight(encounter, answerer)
    fight.run()
    return fight, answerer


def one_more(fight: Fight, side: int = -1) -> dict[str, Any]:
    """Another one like somebody of that side."""
    name = fight.encounter.sides[side]
    model = next(one for one in fight.encounter.entrants if one.side == name)
    return newcomer(fight.encounter, model.name, name)


def test_every_shipped_game_is_tried() -> None:
    assert sorted(FIGHTS) == sorted(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_who_comes_late_acts_when_the_game_says(game: str) -> None:
    fight, players = fight_of(game)
    came = int(fight.world.round)
    bring_in(fight, one_more(fight, 0), usual_player(fight.ruleset))
    newest = len(fight.names) - 1
    players.decided.clear()
    while not any(who == newest for who, _ in players.decided) and not fight.is_over:
        players.left = SOME
        fight.run()
    first = [at for who, at in players.decided if who == newest]
    assert first, f"{fight.names[newest]} never acted"
    assert game not in FROM_NEXT_ROUND or first[0] == came + 1
    book = fight.ruleset.book
    assert "SM-112" in book.rules or "late_entry" in [
        ruling.name for ruling in book.rulings.values()
    ]


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_told_and_shown_copes(game: str) -> None:
    """Views, films through any eyes, cards, the ending and the transcript, before and after."""
    fight, players = fight_of(game)
    bring_in(fight, one_more(fight), usual_player(fight.ruleset))
    newest = len(fight.names) - 1
    players.left = SOME
    fight.run()
    gone = next(i for i in range(newest, 0, -1) if fight.ruleset.standing(fight.world, i - 1)) - 1
    let_go(fight, fight.names[gone])
    players.left = 100_000
    fight.run()
    assert fight.is_over
    name = fight.names[newest]
    assert f"{name} comes into the fight" in transcript(fight)
    assert f"{fight.names[gone]}: left the fight" in transcript(fight)
    game_ = game_of(fight)
    seen = view(game_, game_.chairs[0])
    assert [c["name"] for c in seen["creatures"]] == fight.names
    assert seen["creatures"][gone]["card"]["states"] == ["left the fight"]
    if seen["board"] is not None:
        assert gone not in [token["who"] for token in seen["board"]["tokens"]]
    for chair in (game_.chairs[0], LOOKS_ON):
        film = Film(game_, chair)
        shown = [len(film.state(m)["creatures"]) for m in range(0, len(film), 12)]
        assert shown[0] == fight.encounter.begun < shown[-1] == len(fight.names)
    told = ending(fight)
    assert told is not None
    assert fight.names[gone] not in [fall.name for fall in told.fallen]


def test_undo_takes_a_newcomer_back_and_another_may_have_its_place() -> None:
    fight, _ = fight_of("skirmish")
    before, entries = list(fight.names), len(fight.live)
    bring_in(fight, {**one_more(fight), "name": "Late"}, "bold")
    at = fight.names.index("Late")
    fight.undo(min(entries, len(fight.live) - 1))
    assert fight.names == before
    assert len(fight.encounter.entrants) == len(before)
    bring_in(fight, {**one_more(fight, 0), "name": "Later"}, "bold")
    assert fight.names[at] == "Later"
    assert fight.world.creatures[at].side == 0
    twin = fight.clone()
    twin.undo(0)
    assert fight.names[at] == "Later", "a clone has names of its own"


def test_what_cannot_come_or_go_is_told_why() -> None:
    fight, _ = fight_of("skirmish")
    with pytest.raises(BadInput, match="no creature is called 'dragon'"):
        newcomer(fight.encounter, "dragon", "foes")
    with pytest.raises(BadInput, match="'Ada' is in this fight already"):
        bring_in(fight, {**one_more(fight), "name": "Ada"}, "bold")
    with pytest.raises(BadInput, match="is a word of the file format"):
        bring_in(fight, {**one_more(fight), "name": "round"}, "bold")
    with pytest.raises(BadInput, match="two creatures stand in one place"):
        bring_in(fight, {**one_more(fight), "at": fight.world.creatures[0].place}, "bold")
    with pytest.raises(BadInput, match="at: found 99, expected 1 to 12"):
        bring_in(fight, {**one_more(fight), "at": 99}, "bold")
    while len(fight.names) < 8:
        bring_in(fight, one_more(fight), "bold")
    with pytest.raises(BadInput, match="Skirmish has place for 8 in one fight"):
        bring_in(fight, one_more(fight), "bold")
    let_go(fight, "Ada")
    with pytest.raises(BadInput, match="Ada has left already"):
        let_go(fight, "Ada")


def test_the_next_fight_has_whoever_came_and_not_who_left_of_the_party() -> None:
    fight, players = fight_of("skirmish")
    bring_in(fight, {**one_more(fight), "name": "Late"}, "bold")
    let_go(fight, "Ada")
    ada = fight.left[fight.names.index("Ada")]
    for i in [i for i, one in enumerate(fight.encounter.entrants) if one.side == "foes"]:
        let_go(fight, fight.names[i])
    assert fight.is_over
    players.left = 0
    fight.then("again")
    assert not fight.is_over
    assert "Late" in fight.names
    assert list(fight.left) == [fight.names.index("Ada")]
    assert fight.left[fight.names.index("Ada")].wounds == ada.wounds


# In the terminal


def test_people_type_add_and_remove(tmp_path: Path) -> None:
    game = begin("duel", [PERSON, BOLD])
    kind = game.fight.encounter.entrants[1].content
    screen = play(game, f"add {kind} name=Late side=foes player=careful", "remove Late", "add x")
    assert "Late comes into the fight, for the foes." in screen.text
    assert "Late leaves the fight." in screen.text
    assert "no creature is called 'x'" in screen.text
    again = load_save(game.path)
    assert again.fight.names[-1] == "Late"
    assert again.players.seats[-1].player == "careful"
    assert again.fight.card(len(again.fight.names) - 1) == "left the fight"


def test_add_that_says_too_little_speaks_of_add() -> None:
    screen = play(begin("duel", [PERSON, BOLD]), "add", "add side=foes", "add brute name=")
    assert "add: found nothing, expected a creature of the book, or like whom" in screen.text
    assert "add: found 'side=foes', expected NAME FIELD=VALUE ..." in screen.text
    assert "add: found 'brute name=', expected NAME FIELD=VALUE ..." in screen.text


# At the table


@pytest.fixture
def table(tmp_path: Path, seeded: None) -> Table:
    return Table(tmp_path, "skirmish/bridge", players=2)


def kind_in(seat: AtTable) -> str:
    found: str = seat.view()["coming"]["kinds"][0]["id"]
    return found


def test_the_game_master_brings_somebody_in_and_everybody_sees_it(table: Table) -> None:
    gm, ada = table.gm, table.players[0]
    before = ada.view()
    room, kind = gm.view()["coming"]["room"], kind_in(gm)
    assert "coming" not in before
    answer = gm.must("add", kind=kind, side="foes", name="Late", beside="Grim")
    assert answer["coming"]["room"] == room - 1
    after = ada.view()
    assert [c["name"] for c in after["creatures"]][-1] == "Late"
    assert len(after["board"]["tokens"]) == len(before["board"]["tokens"]) + 1
    assert "Late comes into the fight, for the foes." in ada.log()
    assert ada.get("odds", plan="press").status_code == 200
    table.restart()
    assert [c["name"] for c in gm.view()["creatures"]][-1] == "Late"
    gm.must("undo")
    assert "Late" not in [c["name"] for c in gm.view()["creatures"]]


def test_only_the_game_master_says_who_comes_and_goes(table: Table) -> None:
    ada, kind = table.players[0], kind_in(table.gm)
    for order in (
        {"do": "add", "kind": kind, "side": "foes"},
        {"do": "remove", "creature": "Grim"},
    ):
        refused = ada.do(**order)
        assert refused.status_code == 403
        assert refused.json()["error"] == "only the game master may do that"
    gm = table.gm
    assert "no side is called 'us'" in gm.do("add", kind=kind, side="us").json()["error"]
    assert gm.do("add", kind="x", side="foes").status_code == 422
    assert gm.do("add", kind=kind, side="foes", at={"x": 1}).status_code == 422
    assert gm.do("add", kind=kind, side="foes", beside="x").status_code == 422
    assert gm.do("remove", creature="x").status_code == 422


def test_a_seat_plays_the_newcomer_or_a_new_one_does(table: Table) -> None:
    gm, kind = table.gm, kind_in(table.gm)
    seat = gm.view()["seats"][0]["name"]
    gm.must("add", kind=kind, side="heroes", name="Squire", seat=seat)
    assert "Squire" in table.players[0].view()["me"]["creatures"]
    gm.must("add", kind=kind, side="heroes", name="Friend", seat="new")
    assert "Friend" in [one["name"] for one in gm.view()["seats"]]
    table.restart()
    assert "Squire" in table.players[0].view()["me"]["creatures"]
    assert ["Friend"] in [one["creatures"] for one in gm.view()["seats"]]
    gm.must("undo")
    gm.must("undo")
    assert "Squire" not in table.players[0].view()["me"]["creatures"]


def test_what_is_told_of_who_is_gone_outlasts_a_restart(tmp_path: Path, seeded: None) -> None:
    """Their choices were taken back, and then their coming: nobody could open that fight again."""
    table = Table(tmp_path, "skirmish/bridge")
    gm = table.gm
    gm.must("add", kind=kind_in(gm), side="heroes", name="Late", player="person")
    while not any("Late takes a stance" in line for line in gm.log()):
        gm.must("plan", name=gm.view()["pending"]["offers"][0]["name"])
    gm.must("undo", to=1)
    assert any(line.startswith("Taken back") and "Late: " in line for line in gm.log())
    gm.must("undo", to=0)
    gm.must("add", kind=kind_in(gm), side="foes", name="Other")
    told = gm.log()
    table.restart()
    assert gm.log() == told


def test_a_fight_with_comings_and_goings_is_played_watched_and_saved(table: Table) -> None:
    gm, kind = table.gm, kind_in(table.gm)
    gm.must("add", kind=kind, side="foes", name="Late", spot=[10, 0])
    gm.must("remove", creature="Grim")
    finish(table)
    shown = moments(gm, by="everybody")
    assert len(shown[-1]["state"]["creatures"]) == len(shown[0]["state"]["creatures"]) + 1
    saved = gm.get("save")
    assert saved.status_code == 200
    assert 'leave = "Grim"' in saved.text
