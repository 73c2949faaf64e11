"""The map of a draft, for other programs."""

from __future__ import annotations

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.files.uvtt import PIXELS, uvtt_text
from affray.table import built_pictures
from affray.table.building import Draft, read_draft

SHINES = ("torch", "campfire", "candles")
"""Of what stands on a map: lights to other programs."""


def map_text(draft: Draft) -> tuple[str, list[str]]:
    """The map of a draft for other programs, and what stays here: heights do."""
    encounter = read_draft(draft)
    board = encounter.board(encounter.world())
    if board is None or board.unit != "tile":
        raise BadInput(f"{encounter.ruleset.book.name} has no map of tiles to write")
    patches = board.ground.patches
    doors = {
        (x + dx, y + dy)
        for patch in patches
        if patch.kind == "door"
        for x, y, across, down in patch.boxes
        for dx in range(across)
        for dy in range(down)
    }
    walls = {(x, y) for x, y in board.walls} - doors
    lights = {(x, y) for patch in patches if patch.kind in SHINES for x, y in patch.spots}
    image, pixels, report = _picture_out(encounter)
    stays = {patch.kind for patch in patches} | _in_map(encounter)
    stays -= {"wall", "door", *SHINES}
    if stays:
        report.append(f"what such a file has no word for stays here: {', '.join(sorted(stays))}")
    return uvtt_text((board.width, board.height), walls, doors, lights, image, pixels), report


def _in_map(encounter: Encounter) -> set[str]:
    """The kinds of ground with a rule that its map has."""
    ruled, of_map = encounter.ruleset.words.ground, encounter.top.data.get("map", {})
    signs = {sign for row in of_map.get("rows", []) for sign in row}
    return {
        kind
        for kind, one in ruled.items()
        if one.sign in signs or of_map.get(one.tiles) or of_map.get(one.boxes)
    }


def _picture_out(encounter: Encounter) -> tuple[bytes, int, list[str]]:
    """The ground's picture where it lies on the grid as other programs lay it."""
    found = built_pictures.laid_in(encounter)
    if found is None:
        named = encounter.ground.picture is not None
        return b"", PIXELS, ["the picture is not among those kept here"] if named else []
    laid, picture = found
    pixels = picture.wide / laid.wide
    if laid.x or laid.y or pixels < 1:
        return b"", PIXELS, ["the picture does not begin at the map's corner, so it stays here"]
    return picture.content, round(pixels), []
