"""What a new fight is begun from: the plainest of those that come with a game."""

from __future__ import annotations

from affray.book.encounter import Encounter, read_encounter
from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset


def model_of(ruleset: Ruleset) -> Encounter:
    """The smallest fight; of those the one that changes least of what the book says."""
    files = ruleset.encounter_files()
    if not files:
        raise BadInput("no encounter to begin from", file=ruleset.folder / "encounters")
    known = [read_encounter(path, name) for name, path in files.items()]
    return min(known, key=lambda e: (_is_under_way(e), len(e.entrants), _changed(e)))


def _is_under_way(encounter: Encounter) -> bool:
    """Whether its file begins in a later round: no fight to begin another from."""
    return "round" in encounter.top.table("set")


def _changed(encounter: Encounter) -> int:
    """How many numbers the file sets, of the place and of whoever is there."""
    tables = [encounter.top.table("set"), *(entrant.changes for entrant in encounter.entrants)]
    return sum(len(table.data) for table in tables)
