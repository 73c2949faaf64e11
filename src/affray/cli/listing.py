"""`encounters`: what can be fought."""

from __future__ import annotations

from typing import Any

from affray.book.encounter import read_encounter
from affray.book.shelf import SHELF
from affray.cli.columns import print_table
from affray.cli.common import print_json


def show_encounters(as_json: bool) -> None:
    found: list[dict[str, Any]] = []
    for ruleset in SHELF.all():
        for name, path in ruleset.encounter_files().items():
            encounter = read_encounter(path, name)
            sides = {
                side: [e.name for e in encounter.entrants if e.side == side]
                for side in encounter.sides
            }
            found.append(
                {"name": name, "ruleset": ruleset.slug, "title": encounter.title, "sides": sides}
            )
    if as_json:
        print_json({"encounters": found})
        return
    rows = [
        [
            e["name"],
            e["title"],
            " against ".join(", ".join(who) for who in e["sides"].values() if who),
        ]
        for e in found
    ]
    print_table(["encounter", "", "who fights"], rows)
