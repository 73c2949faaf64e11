"""The same pencil over fights of other temperaments: what is paid, and what dice are given for.

`test_pencil.py` reads the golden fights; here bold, careful and random ones are played, and what
the books say at the end must stand on the last cards.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from pencil_books import Spotlight, Tactics
from pencil_hell import Hell
from pencil_plunder import Plunder
from pencil_story import Story

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
    (Plunder, "plunder", ("bone-cellar", "ford-at-dusk", "ogre-toll")),
    (Story, "story-mode", ("balance-due", "coven", "crypt", "subway-minions", "warehouse-wolf")),
    (Hell, "rpg-hell", ("burning-mill", "cold-cellar", "wolf-road")),
]
FIGHTS = [
    pytest.param(kind, f"{game}/{name}", temperament, id=f"{name}-{temperament}")
    for kind, game, names in PLAYED
    for name in names
    for temperament in ("bold", "careful", "random")
]


@pytest.mark.parametrize("seeds", [(1,), pytest.param((2, 11), marks=pytest.mark.slow)])
@pytest.mark.parametrize(("kind", "name", "temperament"), FIGHTS)
def test_books_can_be_kept_of_a_fight_by_its_log_alone(
    kind: type[Hell | Plunder | Spotlight | Story | Tactics],
    name: str,
    temperament: str,
    seeds: tuple[int, ...],
) -> None:
    seen: Counter[str] = Counter()
    for seed in seeds:
        book = kind(told(name, temperament, seed))
        book.keep()
        seen += book.seen
    paid = {Hell: "gives", Plunder: "needs", Spotlight: "points", Story: "task", Tactics: "turn"}
    assert seen[paid[kind]] > 0
    assert seen["ends"] > 0
