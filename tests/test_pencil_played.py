"""The same pencil over fights of other temperaments: what is paid, and what dice are given for.

`test_pencil.py` reads the golden fights; here bold, careful and random ones are played, and what
the books say at the end must stand on the last cards.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from pencil_books import Hell, Spotlight, Tactics

from affray.book.encounter import find_encounter
from affray.conformance.playing import usual
from affray.fight.players import Seat
from affray.files.saves import new_save
from affray.tell.narration import transcript


def told(name: str, temperament: str, seed: int) -> str:
    """A whole fight as the game master reads it, with every working opened."""
    encounter = find_encounter(name)
    seats = [Seat(temperament) for _ in usual(encounter)]
    with tempfile.TemporaryDirectory() as folder:
        game = new_save(encounter, seats, seed=seed, path=Path(folder) / "played.toml")
        game.fight.run()
        return transcript(game.fight, opened=True)


PLAYED = [
    (Tactics, "dungeoneers-tactics", ("bridge-brawl", "hexers-tower", "ossuary-party")),
    (Spotlight, "dungeoneers-spotlight", ("ash-roost", "goblin-warren", "narrow-bridge")),
    (Hell, "rpg-hell", ("burning-mill", "cold-cellar", "wolf-road")),
]
FIGHTS = [
    pytest.param(kind, f"{game}/{name}", temperament, id=f"{name}-{temperament}")
    for kind, game, names in PLAYED
    for name in names
    for temperament in ("bold", "careful", "random")
]


@pytest.mark.parametrize(("kind", "name", "temperament"), FIGHTS)
def test_books_can_be_kept_of_a_fight_by_its_log_alone(
    kind: type[Hell | Spotlight | Tactics], name: str, temperament: str
) -> None:
    seen: Counter[str] = Counter()
    for seed in (1, 2, 11):
        book = kind(told(name, temperament, seed))
        book.keep()
        seen += book.seen
    paid = {Hell: "gives", Spotlight: "points", Tactics: "turn"}[kind]
    assert seen[paid] > 0
    assert seen["ends"] > 0
