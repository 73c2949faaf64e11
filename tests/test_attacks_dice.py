"""A cheat at the dice: nobody foretells them, nor finds what they come from."""

from __future__ import annotations

import gc
import pickle
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import Table, seeded

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.fight.fight import Fight
from affray.fight.players import Players
from affray.fight.players import Seat as Player
from affray.files.saves import load_save, new_save
from affray.oracles.dice import Generator
from affray.oracles.keyed import NUMBERS, Key, fair, new_key
from affray.table.preview import odds_wanted

__all__ = ["seeded"]

BRIDGE = "skirmish/bridge"
FIXED = Key(bytes(range(32)))
SIDES = (3, 4, 6, 8, 10, 12, 20, 100)
CHI_SQUARE_1_IN_10000 = {2: 18.4, 3: 21.1, 5: 25.7, 7: 29.9, 9: 33.7, 11: 37.4, 19: 50.8, 99: 160.1}
"""By degrees of freedom: exceeded once in ten thousand times by dice that are fair."""


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


def test_new_keys_differ() -> None:
    assert len({new_key().hex() for _ in range(100)}) == 100
