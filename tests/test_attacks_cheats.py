"""Cheats at the table: dice foretold, decisions taken back too late, secrets found on the wire.

Each was tried as a cheat would. Where a secret is at stake, two worlds that differ in it alone
are held against each other, over everything a seat is sent.
"""

from __future__ import annotations

import gc
import json
import pickle
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import Seat, Table, seeded

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.fight.fight import Fight
from affray.fight.plans import offers
from affray.fight.players import Players
from affray.fight.players import Seat as Player
from affray.files.saves import load_save, new_save
from affray.odds.of_plans import odds_of, position_of
from affray.oracles.dice import Generator
from affray.oracles.keyed import NUMBERS, Key, fair, new_key
from affray.table.preview import odds_wanted

__all__ = ["seeded"]

BRIDGE = "skirmish/bridge"
FIXED = Key(bytes(range(32)))
SIDES = (3, 4, 6, 8, 10, 12, 20, 100)
CHI_SQUARE_1_IN_10000 = {2: 18.4, 3: 21.1, 5: 25.7, 7: 29.9, 9: 33.7, 11: 37.4, 19: 50.8, 99: 160.1}
"""By degrees of freedom: exceeded once in ten thousand times by dice that are fair."""


# Dice nobody can foresee


def test_keyed_dice_are_blake2b_of_key_and_place() -> None:
    """Worked out here once more, with nothing of ours: a save of today rolls the same forever."""
    where = (5).to_bytes(8, "big") + (0).to_bytes(8, "big")
    under = blake2b(where, key=bytes(range(32)), person=b"affray dice", digest_size=32).digest()
    drawn = [blake2b(n.to_bytes(8, "big"), key=under, digest_size=8).digest() for n in (1, 2, 3)]
    expected = [int.from_bytes(one, "big") % 20 + 1 for one in drawn]
    dice = FIXED.dice([5, 0])
    assert [dice.face(20) for _ in range(3)] == expected


@pytest.mark.parametrize("n", range(1, 101))
def test_every_face_is_exactly_as_likely(n: int) -> None:
    """Of all numbers that are taken, each remainder is that of equally many."""
    taken = Counter(fair(number, n, 256) for number in range(256))
    passed_over = taken.pop(-1, 0)
    assert set(taken) == set(range(n))
    assert len(set(taken.values())) == 1
    assert passed_over < n
    assert fair(NUMBERS - 1, n) in (-1, n - 1)


@pytest.mark.parametrize("sides", SIDES)
def test_keyed_dice_are_even(sides: int) -> None:
    """In one roll of many dice, and in the first die of many rolls."""
    many = FIXED.dice([0])
    inside = Counter(many.face(sides) for _ in range(200 * sides))
    across = Counter(FIXED.dice([place]).face(sides) for place in range(200 * sides))
    for counted in (inside, across):
        chi = sum((counted[face] - 200) ** 2 / 200 for face in range(1, sides + 1))
        assert chi < CHI_SQUARE_1_IN_10000[sides - 1]


def test_what_was_rolled_in_a_place_tells_nothing_of_another_roll_there() -> None:
    """Roll, look, take back, roll something else: with a seed the second die follows the first."""
    foretold = same = 0
    for k in range(400):
        seeded = Generator(k, 0).face(20), Generator(k, 0).face(10)
        foretold += (seeded[0] + 1) // 2 == seeded[1]
        key = Key(k.to_bytes(32, "big"))
        first, other = key.dice([7, 0, 1]).face(20), key.dice([7, 0, 2]).face(10)
        same += (first + 1) // 2 == other
    assert foretold == 400
    assert same < 80, "one in ten would be 40"


def test_every_new_fight_has_a_key_of_its_own(tmp_path: Path) -> None:
    keys = set()
    for k in range(4):
        table = Table(tmp_path / str(k), BRIDGE)
        players = table.app.state.lobby.kept(table.id).game.players
        assert isinstance(players.seed, Key)
        keys.add(players.seed.hex())
        assert len(players.seed.hex()) == 64
    assert len(keys) == 4
    with_seed = TestClient(table.app).post("/fights", json={"encounter": BRIDGE, "seed": 8}).json()
    assert table.app.state.lobby.kept(with_seed["id"]).game.players.seed == 8


def test_a_save_goes_on_with_its_key(tmp_path: Path) -> None:
    """Loaded and played on or played in one go: the same dice; undo, too, brings them again."""
    seats = [Player("bold")] * 4
    whole = new_save(find_encounter(BRIDGE), seats, FIXED, tmp_path / "whole.toml")
    whole.fight.run()
    begun = load_save(whole.path)
    assert begun.players.seed == FIXED
    begun.fight.undo(9)
    assert begun.fight.story == whole.fight.story
    begun.fight.undo(9, fresh=True)
    assert begun.fight.story != whole.fight.story
    assert load_save(whole.path).fight.story == begun.fight.story


@pytest.mark.parametrize("written", ['"0f"', '"' + "G" * 64 + '"', "12345678901234567890"])
def test_a_key_that_is_none_is_not_quoted(written: str, tmp_path: Path) -> None:
    path = tmp_path / "save.toml"
    new_save(find_encounter(BRIDGE), [Player("bold")] * 4, FIXED, path)
    path.write_text(path.read_text().replace(f'"{FIXED.hex()}"', written))
    with pytest.raises(BadInput) as bad:
        load_save(path)
    assert "expected 64 hexadecimal digits" in str(bad.value)
    assert written.strip('"') not in str(bad.value).replace(str(path), "")
    assert FIXED.hex() not in repr(FIXED) + str(bad.value)


def _everything_behind(one: Any) -> list[Any]:
    """All that can be reached from an object, but for modules, classes and code."""
    found, left = {}, [one]
    while left:
        held = left.pop()
        if id(held) in found or isinstance(held, type) or callable(held):
            continue
        found[id(held)] = held
        left += gc.get_referents(held)
    return list(found.values())


def test_a_policy_is_handed_nothing_the_dice_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy that goes through its pockets finds numbers to draw, and no key."""
    encounter = find_encounter(BRIDGE)
    ruleset, handed = encounter.ruleset, []

    def spy(ask: Any, *rest: Any) -> int:
        handed.append(ask)
        return int(decide(ask, *rest))

    decide = ruleset.decide
    object.__setattr__(ruleset, "decide", spy)
    try:
        for seed in (FIXED, 8):
            Fight(encounter, Players([Player("bold")] * 4, seed)).run()
    finally:
        object.__setattr__(ruleset, "decide", decide)
    secret = bytes.fromhex(FIXED.hex())
    assert handed
    for ask in handed:
        assert not hasattr(ask, "face")
        assert not hasattr(ask, "key")
        assert not any(one in (secret, secret.hex()) for one in _everything_behind(ask))


def test_odds_are_worked_out_without_the_key(tmp_path: Path) -> None:
    table = Table(tmp_path, BRIDGE, players=1)
    kept = table.app.state.lobby.kept(table.id)
    key = kept.game.players.seed
    wanted = odds_wanted(kept, 1, "press", None, {})
    job = pickle.dumps(wanted.job)
    assert bytes.fromhex(key.hex()) not in job
    assert key.hex().encode() not in job


# Undo that is fair


@pytest.fixture
def bridge(tmp_path: Path, seeded: None) -> Table:
    return Table(tmp_path, BRIDGE, players=2)


def strike(table: Table) -> dict[str, Any]:
    """Both take a stance, and Ada strikes."""
    ada, bran = table.players
    ada.must("plan", name="press")
    bran.must("plan", name="press")
    return ada.must("plan", name="strike", target="Grim")


def test_nobody_rolls_looks_and_chooses_otherwise(bridge: Table) -> None:
    """The cheat that worked eight times out of eight, with nothing in the log."""
    strike(bridge)
    ada = bridge.players[0]
    before = ada.view()
    for _ in range(8):
        answer = ada.do("undo")
        assert answer.status_code == 403
        assert answer.json()["error"] == "dice have been rolled since; ask the game master for it"
    assert ada.view() == before


def test_a_player_asks_and_the_game_master_grants(bridge: Table) -> None:
    view = strike(bridge)
    ada, bran = bridge.players
    undo = view["me"]["undo"]
    assert undo["asks"] == "dice have been rolled since"
    assert undo["what"].startswith("Ada: Grim; Ada strikes at Grim; Ada rolls to hit")
    assert not undo["asked"]
    assert ada.must("ask-undo")["me"]["undo"]["asked"]
    assert bran.do("answer-undo", seat="Ada", grant=True).status_code == 403
    bridge.restart()
    (asked,) = bridge.gm.view()["undo_asked"]
    assert asked["seat"] == "Ada"
    assert asked["what"].startswith("Ada: Grim; Ada strikes at Grim")
    bridge.gm.must("answer-undo", seat="Ada", grant=True)
    assert ada.view()["pending"]["name"] == "Ada"
    for seat in (bridge.gm, ada, bran):
        line = seat.view()["log"][-1]
        assert line["beside"]
        assert line["text"].startswith("Taken back by Ada (granted by Game master): Ada: Grim; Ada")
        assert "rolls to hit" in line["text"], "what was taken back"
    assert not bridge.gm.view()["undo_asked"]


def test_what_was_refused_stands(bridge: Table) -> None:
    strike(bridge)
    ada = bridge.players[0]
    ada.must("ask-undo")
    before = ada.log()
    bridge.gm.must("answer-undo", seat="Ada", grant=False)
    assert ada.log() == before
    assert not ada.view()["me"]["undo"]["asked"]
    assert bridge.gm.do("answer-undo", seat="Ada", grant=True).status_code == 422


def test_every_undo_is_a_line_for_all(bridge: Table) -> None:
    """Also the game master's, also those of before a restart, also after one further back."""
    strike(bridge)
    ada, bran = bridge.players
    bridge.gm.must("undo")
    ada.must("plan", name="strike", target="Snick")
    bridge.gm.must("undo", fresh=True)
    bridge.gm.must("undo", to=0)
    bridge.restart()
    for seat in (bridge.gm, ada, bran):
        told = [line["text"] for line in seat.view()["log"] if line["beside"]]
        assert [text.split(":")[0] for text in told] == [
            "Taken back by Game master",
            "Taken back by Game master, for new dice",
            "Taken back by Game master",
        ]
        assert "Ada: Grim" in told[0]
        assert "Ada: Snick" in told[1]
        assert "Ada: press" in told[2]


def test_typed_dice_stand(tmp_path: Path) -> None:
    """Type low, look, take back and type high: not without the game master."""
    table = Table(tmp_path, "skirmish/duel", players=1)
    ada = table.players[0]
    ada.must("seat", creature="Ada", typed_dice=True)
    ada.must("plan", name="press")
    pending = ada.view()["pending"]
    while pending["kind"] != "dice":
        ada.must("plan", name="strike", target="Grim")
        pending = ada.view()["pending"]
    ada.must("dice", faces=[1] * sum(n for n, _ in pending["needs"]))
    answer = ada.do("undo")
    assert answer.status_code == 403
    assert "dice have been rolled since" in answer.json()["error"]
    table.gm.must("habit", undo="friendly")
    ada.must("undo")
    assert any("(1 1 1" in line for line in ada.log() if line.startswith("Taken back by Ada"))


def test_half_a_roll_that_was_typed_stands(tmp_path: Path) -> None:
    """Two type a roll, and one has: it is not on the tape yet, but it lies on the table."""
    table = Table(tmp_path, BRIDGE, players=2)
    ada, bran = table.players
    for creature in ("Grim", "Snick"):
        table.gm.must("seat", creature=creature, player="person", typed_dice=True)
    ada.must("seat", creature="Ada", typed_dice=True)
    for seat in (ada, bran, table.gm, table.gm):
        seat.must("plan", name="press")
    ada.must("plan", name="strike", target="Grim")
    if table.gm.view()["pending"]["kind"] == "plan":
        table.gm.must("plan", name="no")
    pending = ada.view()["pending"]
    ada.must("dice", faces=[1] * sum(n for n, _ in pending["needs"]))
    assert table.app.state.lobby.kept(table.id).game.typed, "the other hand is awaited"
    assert ada.do("undo").status_code == 403


def test_what_has_led_to_nothing_is_taken_back_freely(bridge: Table) -> None:
    ada = bridge.players[0]
    ada.must("plan", name="press")
    undo = ada.view()["me"]["undo"]
    assert (undo["what"], undo["asks"]) == ("Ada: press", "")
    assert ada.do("ask-undo").status_code == 422
    assert ada.must("undo")["pending"]["mine"]


HABITS = {"friendly": (200, 200), "fair": (200, 403), "strict": (403, 403)}


@pytest.mark.parametrize("habit", HABITS)
def test_a_table_holds_it_as_it_was_begun(habit: str, tmp_path: Path) -> None:
    """Before anything came of it, and after a roll; the game master may in every case."""
    table = Table(tmp_path, BRIDGE)
    made = TestClient(table.app).post("/fights", json={"encounter": BRIDGE, "undo": habit}).json()
    gm = Seat(table.app, made["id"], made["gm"])
    ada, bran = (Seat(table.app, made["id"], seat["link"]) for seat in made["seats"])
    assert ada.view()["table"] == {"undo": habit, "seeded": False}
    ada.must("plan", name="press")
    assert ada.do("undo").status_code == HABITS[habit][0]
    if ada.view()["pending"]["mine"]:
        ada.must("plan", name="press")
    bran.must("plan", name="press")
    ada.must("plan", name="strike", target="Grim")
    assert ada.do("undo").status_code == HABITS[habit][1]
    gm.must("undo")


def test_a_table_is_friendly_to_one_and_fair_among_several(tmp_path: Path) -> None:
    table = Table(tmp_path, BRIDGE)
    assert table.gm.view()["table"]["undo"] == "friendly"
    Seat(table.app, table.id, table.links["seats"][0]["link"]).view()
    assert table.gm.view()["table"]["undo"] == "fair"


def test_only_the_game_master_changes_it_and_all_are_told(bridge: Table) -> None:
    ada = bridge.players[0]
    assert ada.do("habit", undo="friendly").status_code == 403
    bridge.gm.must("habit", undo="strict")
    bridge.restart()
    assert ada.log()[-1] == "Undo is strict from here on, says Game master."
    assert ada.view()["table"]["undo"] == "strict"
    assert ada.do("habit", undo="lenient").status_code == 422


def test_second_thoughts_about_a_sealed_choice_are_told_when_it_is_shown(bridge: Table) -> None:
    ada, bran = bridge.players
    ada.must("plan", name="press")
    before = bran.view()
    ada.must("undo")
    ada.must("plan", name="brace")
    assert bran.view()["log"] == before["log"]
    bran.must("plan", name="press")
    text = "Taken back by Ada: a sealed choice nobody had seen."
    assert text in bran.log()
    assert text in ada.log()


# Odds that tell no secret


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=pytest.mark.compiled)])
def test_odds_do_not_know_what_a_policy_will_seal(engine: str) -> None:
    """Whatever sort the others are of: the same odds, the same words."""
    encounter = find_encounter(BRIDGE)
    fight = Fight(encounter, Players([Player()] + [Player("bold")] * 3, FIXED))
    fight.run()
    (press, _brace) = offers(fight)
    seen = []
    for tempers in ([1, 1, 1, 1], [1, 2, 2, 2]):
        found = odds_of(position_of(fight, 0), press, tempers, engine=engine)
        stances = {k: v for k, v in found.assumed.items() if k.endswith("stance")}
        assert stances == {
            f"{name}: stance": "any of 2, equally likely (sealed)"
            for name in ("Bran", "Grim", "Snick")
        }
        assert sum((o.p for o in found.outcomes), Fraction(0)) == 1
        seen.append(found)
    python = odds_of(position_of(fight, 0), press, [1, 1, 1, 1], engine="python")
    assert [(o.p, o.text) for o in seen[0].outcomes] == [(o.p, o.text) for o in python.outcomes]
    assert seen[0].lines == python.lines


def test_no_odds_at_the_table_name_a_sealed_answer(tmp_path: Path) -> None:
    """It was 86 of 86: every stance that odds assumed was the one that came."""
    table = Table(tmp_path, BRIDGE, players=1)
    ada, told = table.players[0], []
    for k in range(40):
        view = ada.view()
        if view["over"] or not view["pending"]["mine"]:
            break
        for offer in view["pending"]["offers"]:
            odds = ada.get("odds", plan=offer["name"], target=offer["target"] or "").json()
            told += [v for who, v in odds["assumed"].items() if who.endswith(": stance")]
        offer = view["pending"]["offers"][k % len(view["pending"]["offers"])]
        ada.must("plan", name=offer["name"], target=offer["target"])
        if ada.view()["pending"] and not ada.view()["pending"]["mine"]:
            break
    assert told
    assert all(re.fullmatch(r"any of \d+, equally likely \(sealed\)", text) for text in told)


# Two worlds that differ in a secret alone


def everything(seat: Seat, do: Callable[[], Any]) -> str:
    """All that a seat is sent while somebody does something, whatever it asks for."""
    headers = {"cookie": seat.cookie, "origin": "http://testserver"}
    seq = seat.view()["seq"]
    with TestClient(seat.client.app) as client:
        line = client.websocket_connect(f"{seat.at}/events?since={seq}", headers=headers)
        with line as news:
            do()
            told = [news.receive_json(), *_asked_for(seat, seq)]
    return json.dumps(told).replace(seat.view()["id"], "ID")


def _asked_for(seat: Seat, seq: int) -> list[Any]:
    told: list[Any] = [seat.view(), seat.get("log").json(), seat.get("log", since=0).json()]
    told += [seat.post(cmd_id="seen-before", seq=seq, do="undo").json()]
    told += [seat.do(what, **more).json() for what, more in REFUSED]
    for offer in seat.view()["pending"]["offers"]:
        asked = {"plan": offer["name"], "target": offer["target"] or ""}
        told += [seat.get("odds", **asked).json(), seat.get("details", **asked).json()]
    return [*told, seat.get("odds", plan="no-such-plan").json()]


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("plan", {"name": "no-such-plan"}),
    ("answer", {"question": "stance", "option": "flee"}),
    ("dice", {"faces": [1]}),
    ("edit", {"creature": "Nobody", "set": {"wounds": 1}}),
    ("then", {"what": "rest"}),
    ("undo", {"to": 77}),
]


def test_a_sealed_answer_is_nowhere_on_the_wire(tmp_path: Path, seeded: None) -> None:
    """Letter for letter the same, so no longer and no shorter either."""
    for who in ("bran", "gm"):
        sent = []
        for stance in ("press", "brace"):
            table = Table(tmp_path / f"{who}-{stance}", BRIDGE, players=2)
            ada, bran = table.players
            seat = bran if who == "bran" else table.gm
            sent.append(everything(seat, lambda: ada.must("plan", name=stance)))  # noqa: B023
        assert sent[0] == sent[1]
        assert "Ada takes a stance" not in sent[0]


def test_the_key_is_nowhere_on_the_wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until a die is rolled, two fights with different keys are the same for every seat."""
    for who in ("bran", "gm"):
        sent = []
        for k in (1, 2):
            key = Key(bytes([k]) * 32)
            monkeypatch.setattr("affray.table.lobby.new_key", lambda key=key: key)
            table = Table(tmp_path / f"{who}-{k}", BRIDGE, players=2)
            ada, bran = table.players
            seat = bran if who == "bran" else table.gm
            sent.append(everything(seat, lambda: ada.must("plan", name="press")))  # noqa: B023
            assert key.hex() not in sent[-1]
        assert sent[0] == sent[1]


def test_no_seat_is_ever_sent_key_seed_or_tape(tmp_path: Path) -> None:
    """Not by a fight played on either, nor to its game master."""
    table = Table(tmp_path, BRIDGE, players=2)
    key = table.app.state.lobby.kept(table.id).game.players.seed
    strike(table)
    table.gm.must("undo")
    for seat in (table.gm, *table.players):
        sent = json.dumps([seat.view(), seat.get("log").json(), seat.client.get(seat.at).text])
        assert key.hex() not in sent
        assert '"seed":' not in sent
        assert "[[tape]]" not in sent


def hidden_dog(data: Path, **more: Any) -> Table:
    """Hale at the gate; the Dog hides, and the game master has put it somewhere."""
    table = Table(data, "rpg-hell/gate-duel", players=1)
    table.gm.must("edit", creature="Dog", set={"hiding": "hidden"})
    table.gm.must("edit", creature="Dog", set=more)
    return table


def test_where_a_hidden_creature_is_and_how_it_fares_is_nowhere_on_the_wire(
    tmp_path: Path, seeded: None
) -> None:
    sent = []
    for k, dog in enumerate(({"x": 8, "y": 3}, {"x": 11, "y": 6, "health": 3, "prone": 1})):
        table = hidden_dog(tmp_path / str(k), **dog)
        gm, hale = table.gm, table.players[0]
        change = {"creature": "Zombie", "set": {"health": 5}}
        sent.append(everything(hale, lambda: gm.must("edit", **change)))  # noqa: B023
        view = hale.view()
        assert [c["name"] for c in view["creatures"]] == ["Hale", "Zombie"]
        assert [t["name"] for t in view["board"]["tokens"]] == ["Hale", "Zombie"]
        assert [t["name"] for t in view["order"]] == ["Hale", "Zombie"]
        assert "Dog" in [c["name"] for c in gm.view()["creatures"]]
    assert sent[0] == sent[1]


def test_the_log_does_not_name_who_hides(tmp_path: Path, seeded: None) -> None:
    """What it did before is known, what it does now is heard; coming out of hiding it is seen."""
    table = hidden_dog(tmp_path, prone=1)
    gm, hale = table.gm, table.players[0]
    assert hale.log()[-2:] == ["By hand, Dog: hiding = hidden.", "Something happens, unseen."]
    assert gm.log()[-1] == "By hand, Dog: prone = 1."
    hidden_since = len(hale.log()) - 1
    gm.must("seat", creature="Dog", player="person")
    gm.must("seat", creature="Zombie", player="person")
    while hale.view()["pending"]["mine"]:
        hale.must("plan", name="hold")
    if hale.view()["pending"]["name"] == "somebody unseen":
        assert hale.do("plan", name="hold").json()["error"] == (
            "it is for somebody unseen to answer"
        )
        assert hale.view()["pending"]["who"] == -1
        gm.must("plan", name="hold")
    assert not any("Dog" in text for text in hale.log()[hidden_since:])
    gm.must("edit", creature="Dog", set={"hiding": "seen"})
    assert hale.log()[-1].startswith(("By hand, Dog", "Dog"))
    assert "Dog" in [c["name"] for c in hale.view()["creatures"]]


def test_nobody_names_or_asks_after_one_who_hides(tmp_path: Path) -> None:
    table = hidden_dog(tmp_path, x=8, y=3)
    hale = table.players[0]
    told = {}
    for name in ("Dog", "Cat"):  # one that hides, and one there never was
        answers = [
            hale.do("plan", name="close", target=name),
            hale.get("odds", plan="close", target=name),
            hale.get("details", plan="close", target=name),
            hale.do("plan", name="move", **{"with": {"target": name}}),
            hale.do("seat", creature=name, typed_dice=True),
        ]
        assert {answer.status_code for answer in answers} == {422}
        told[name] = [answer.json()["error"].replace(name, "?") for answer in answers]
    assert told["Dog"] == told["Cat"]
    assert "expected Hale or Zombie" in told["Dog"][-1] or "Hale, Zombie" in told["Dog"][-1]


def test_one_who_has_no_choice_is_asked_like_the_others(tmp_path: Path) -> None:
    """Whoever is passed over had but one thing to say: that is a secret, too."""
    table = Table(tmp_path, "plunder/regdar-and-the-orc", players=1)
    players = table.app.state.lobby.kept(table.id).game.players
    assert players.are_watched
    fight = table.app.state.lobby.kept(table.id).game.fight
    question = fight.pending
    assert question is not None
    only = replace(question, mask=question.mask & -question.mask)
    assert players._looks_asked(fight, only)
    unwatched = Players(players.seats, 1)
    assert not unwatched._looks_asked(fight, only)


def test_new_keys_differ() -> None:
    assert len({new_key().hex() for _ in range(100)}) == 100
