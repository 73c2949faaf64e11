"""Files that are dropped on a fight that is being built: another one, a map of another program, a
roster. What they hold comes as far as the rules allow, and what did not is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.names import free_name
from affray.book.plain import plain
from affray.book.toml_tables import parse_toml
from affray.fight.hand import called
from affray.files.roster import RosterColumn, read_roster
from affray.files.uvtt import SUFFIXES, Imported, Tile, read_uvtt
from affray.table import built_pictures
from affray.table.building import (
    NAME,
    Draft,
    field_data,
    game,
    gathered,
    is_set,
    look_at,
    read_draft,
)

BYTE_ORDER_MARK = "\ufeff"
"""Spreadsheets put it before what they write; it says nothing."""

TABLES = (".csv", ".tsv")


def brought(
    draft: Draft, name: str, text: str, picture: str = "", begins: Tile = (0, 0)
) -> dict[str, Any]:
    """A file that was dropped: an encounter, a map of another program (whose picture may have
    come before it) from this tile on, a roster."""
    suffix, text = Path(name).suffix.lower(), text.removeprefix(BYTE_ORDER_MARK)
    report: list[str] = []
    part = None
    if suffix in TABLES:
        draft, report = with_roster(draft, text)
    elif suffix in SUFFIXES:
        made = _map_of(name, text, draft, begins)
        draft, report = with_map(draft, made, picture), made.report
        if made.farthest != (0, 0):
            part = {"begins": made.begins, "farthest": made.farthest}
    elif suffix == ".toml":
        draft = parse_toml(text, NAME).data
    else:
        known = ", ".join((".toml", *TABLES, *SUFFIXES))
        raise BadInput(f"found {name!r}, expected a file of {known}", field="name")
    return look_at(draft) | {"report": report, "part": part}


def _map_of(name: str, text: str, draft: Draft, begins: Tile) -> Imported:
    try:
        return read_uvtt(text, game(str(draft.get("ruleset", ""))), begins)
    except BadInput as bad:
        raise BadInput(str(bad), file=plain(Path(name).name)) from None


def with_map(draft: Draft, made: Imported, picture: str = "") -> Draft:
    """The same people on the map of another program; who stood in a wall stands beside it."""
    if made.image and not picture:
        picture = _kept_picture(made)
    if picture:
        at = [-made.begins[0], -made.begins[1]]
        made.ground |= {"picture": picture, "at": at, "wide": made.covers}
        made.report.append("its picture is the ground")
    people = read_draft(draft).top.data["creature"]
    rest = {key: value for key, value in draft.items() if key not in ("map", "ground", "creature")}
    laid = {**rest, "map": made.map, **({"ground": made.ground} if made.ground else {})}
    return gathered({**laid, "creature": []}, people, made.report)


def _kept_picture(made: Imported) -> str:
    """What its picture is called here; one that is none is told, and spoils no map."""
    try:
        return built_pictures.keep_encoded(made.image)
    except BadInput as bad:
        made.report.append(f"its picture is not taken along: {bad}")
        return ""


def with_roster(draft: Draft, text: str) -> tuple[Draft, list[str]]:
    """Those of a roster besides; whoever has no side is of the last, as most rosters are foes."""
    encounter = read_draft(draft)
    came = read_roster(text, _columns(encounter))
    report = [f"{len(came)} of the roster came"]
    for line, one in came:
        name = one.get("name") or called(str(one["from"]))
        taken = [str(other["name"]) for other in draft["creature"]]
        side = one.get("side", encounter.sides[-1])
        named = {**one, "name": free_name(name, taken), "side": side}
        try:
            draft = gathered(draft, [named], report)
        except BadInput as bad:
            raise BadInput(str(bad).removeprefix(f"{NAME}: "), field=f"line {line}") from None
    return draft, report


def _columns(encounter: Encounter) -> dict[str, RosterColumn]:
    """What may stand in a roster's columns, in the words of the game."""
    known = encounter.library.everything()
    fields = encounter.ruleset.world.layout.fields
    lists = {f.name: [name for kind in f.content for name in known[kind]] for f in fields.values()}
    columns = {
        f.name: RosterColumn(
            about["options"] or lists.get(str(f.of or f.mask), ()), about["several"]
        )
        for f in fields["creatures"].layout.fields.values()
        if is_set(f)
        for about in [field_data(f)]
    }
    at_words = {"side": encounter.sides, "from": known["creature"], "place": known.get("zone", ())}
    return columns | {name: RosterColumn(list(words)) for name, words in at_words.items()}
