"""A save of every game as it is written today: rules that read it otherwise are a new version.

Where one of these fails, saves and fights at the table begun before the change fail too. Raise
`version` in the game's rulebook.toml, so that people are told why, and record another one:
affray play GAME/ENCOUNTER --seed 1 --seat SIDE=bold ... --save tests/saves/GAME-VERSION.toml
Those that lie there with what was told (.told) are opened by another version: test_old_fights.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.book.shelf import SHELF
from affray.files.saves import recorded

SAVES = Path(__file__).parent / "saves"
ENDS = {
    "dungeoneers-spotlight": (0, 13),
    "dungeoneers-tactics": (1, 3),
    "plunder": (0, 13),
    "rpg-hell": (1, 19),
    "skirmish": (0, 4),
    "story-mode": (0, 13),
}
"""The side that won, and the round it was."""


def test_every_game_has_one() -> None:
    shipped = [r.slug for r in SHELF.all() if r.package.startswith("affray.rulesets.")]
    assert sorted(ENDS) == sorted(shipped)


@pytest.mark.parametrize("slug", ENDS)
def test_a_save_of_this_version_is_read_as_it_was_played(slug: str) -> None:
    fight = recorded(SAVES / f"{slug}-{SHELF.get(slug).book.version}.toml")
    fight.run()
    assert fight.is_over, "it was played to its end"
    assert (fight.outcome, fight.world.round) == ENDS[slug]
