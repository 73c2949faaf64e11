"""The sample fights every game comes with, as the start page offers them."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

from affray.book.encounter import read_encounter
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.files.party import CAMP
from affray.tell.matchup import who_fights


@cache
def samples() -> list[dict[str, Any]]:
    """What can be played with one click, game by game."""
    out = []
    for slug in SHELF.slugs():
        with suppress(Exception):  # one bad ruleset of many must not shut the door
            out.append(_sample(SHELF.get(slug)))
    return out


def _sample(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "ruleset": ruleset.slug,
        "system": ruleset.book.name,
        "summary": ruleset.book.summary,
        "has_camp": (ruleset.folder / CAMP).is_file(),
        "encounters": [
            {"ref": ref, "title": found.title, "who": who_fights(found)}
            for ref, path in ruleset.encounter_files().items()
            for found in [read_encounter(path, ref)]
        ],
    }
