"""Pictures for the ground of what is being built: files beside one's own encounters, by their
content, so that a draft that is saved finds its own."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.files.atomic import own_folder, put_in_place
from affray.files.pictures import Picture, read_picture, read_picture_file
from affray.table import collection
from affray.table.game import Laid

FOLDER = "pictures"
MOST = 200
"""Files; whoever builds with more has a folder of their own."""

SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}
MARK = re.compile(r"[0-9a-f]{32}")
ADDRESS = re.compile(r"^data:[^,]{0,80};base64,")


def keep(picture: Picture) -> str:
    """What a file beside one's own encounters calls it."""
    name = f"{picture.mark}{SUFFIXES[picture.kind]}"
    path = collection.folder() / FOLDER / name
    if not path.is_file():
        own_folder(path.parent)
        if sum(1 for _ in path.parent.iterdir()) >= MOST:
            raise BadInput(f"holds {MOST} pictures; take some away first", file=path.parent)
        put_in_place(path, picture.content)
    return f"{FOLDER}/{name}"


def keep_encoded(text: str) -> str:
    """The same of a picture as map files hold it: in base64, some as an address of it, some in
    lines."""
    try:
        content = base64.b64decode("".join(ADDRESS.sub("", text).split()), validate=True)
    except ValueError:
        raise BadInput("expected a picture in base64", field="image") from None
    return keep(read_picture(content, "image"))


def find(mark: str) -> Picture | None:
    """One that was kept, by its mark."""
    if not MARK.fullmatch(mark):
        return None
    paths = (collection.folder() / FOLDER / f"{mark}{suffix}" for suffix in SUFFIXES.values())
    path = next((path for path in paths if path.is_file()), None)
    return read_picture_file(path) if path else None


def laid_in(encounter: Encounter) -> tuple[Laid, Picture] | None:
    """The ground's picture of a draft and where it lies, where it was kept here."""
    laid = encounter.ground.picture
    picture = find(Path(laid.name).stem) if laid and laid.name.startswith(f"{FOLDER}/") else None
    if laid is None or picture is None:
        return None
    ratio = picture.tall / picture.wide
    return Laid(picture.mark, laid.x, laid.y, laid.wide or 1, ratio, laid.opacity), picture


def shown(encounter: Encounter) -> dict[str, Any] | None:
    """The same as a page draws it."""
    found = laid_in(encounter)
    return dict(found[0].__dict__) if found else None
