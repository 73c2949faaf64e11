"""`parties`, `rest`, `new party`: those who go from fight to fight."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.cli.columns import print_table
from affray.cli.common import print_json
from affray.cli.new_files import command
from affray.cli.play import begin_game, play_new
from affray.files.party import describe, files, find_party, path_of, resting
from affray.files.party_file import new_party, require_name, title_of


def show_parties(as_json: bool) -> None:
    found = [describe(name, path) for name, path in files().items()]
    if as_json:
        print_json({"parties": found})
        return
    rows = [
        [
            party["name"],
            party["ruleset"],
            party["problem"] or "\n".join(_who(party)),
            "\n".join(f"{f['title']}: {f['outcome']}" for f in party["fights"]),
        ]
        for party in found
    ]
    if rows:
        print_table(["party", "game", "who", "fights behind them"], rows)
    else:
        print("no parties yet: affray new party NAME --from ENCOUNTER")


def _who(party: dict[str, Any]) -> list[str]:
    note = [f"({party['note']})"] if party["note"] else []
    return [*(f"{m['name']}: {m['card']}" for m in party["members"]), *note]


def rest_party(
    ref: str,
    members: list[str],
    seats: list[str],
    dice: list[str],
    seed: int | None,
    save: Path | None,
) -> None:
    """The game's rest, asked of the party alone."""
    party = find_party(ref)
    encounter = resting(party, members)
    if party.note:
        print(f"{party.path}: {party.note}", file=sys.stderr)
    play_new(begin_game(encounter, seats, dice, seed, save))


def write_party(name: str, encounter: str, as_json: bool) -> None:
    require_name(Path(name).stem if name.endswith(".toml") else name)
    path = path_of(name)
    found = find_encounter(encounter)
    if "save" in found.top:
        raise BadInput("is a saved fight, expected an encounter", file=encounter)
    party = new_party(found, path, title_of(path))
    then = command("play", encounter, "--party", name, *SHELF.option_of(found.ruleset))
    if as_json:
        print_json({"written": [path.as_posix()], "members": party.names, "next": then})
        return
    print(f"wrote {path}: {', '.join(party.names)}")
    print(f"next: {then}")
