"""What a person types: a plan by its number or its name, and the faces of real dice."""

from __future__ import annotations

import re

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.whole import read_whole
from affray.fight.given import Given, read_given
from affray.oracles.tape import Faces, in_a_row


def read_faces(text: str, needs: list[tuple[int, int]]) -> Faces | None:
    """Faces typed in a row, smallest dice first; '63' is '6 3' where no die has two digits."""
    parts = re.split(r"[\s,]+", text)
    dice = sum(n for n, _ in needs)
    if len(parts) == 1 and len(text) == dice and all(sides < 10 for _, sides in needs):
        parts = list(text)
    faces = [face for part in parts if (face := read_whole(part)) is not None]
    return in_a_row(faces, needs) if len(faces) == len(parts) else None


def read_plan(text: str, encounter: Encounter, who: int) -> tuple[str, Given]:
    """'1 target=Orc', '1 Orc.action=shove': a plan, and answers that are given with it."""
    whose = "|".join(re.escape(name) for name in encounter.names["creatures"])
    answer = rf"\s+(?=(?:(?i:{whose})\.|[\w-]+\.)?[\w-]+=)"
    plain, *given = re.split(answer, f" {text}")
    if "=" in plain:
        plain, given = "", [plain, *given]
    return plain.strip(), read_given(encounter, given, who)


def read_changes(text: str, word: str = "edit") -> tuple[str, dict[str, str]]:
    """'Ada wounds=1 skills={ striking = 2 }': who, and what becomes of which field."""
    starts = [m for m in re.finditer(r"\s+(\w+)\s*=\s*", text) if not _is_inside(text[: m.start()])]
    ends = [m.start() for m in starts] + [len(text)]
    found = [(m[1], text[m.end() : end].strip()) for m, end in zip(starts, ends[1:], strict=True)]
    name = text[: ends[0]]
    if not name or not found or not all(value for _, value in found):
        raise BadInput(f"found {text!r}, expected NAME FIELD=VALUE ...", field=word)
    twice = [field for k, (field, _) in enumerate(found) if field in dict(found[:k])]
    if twice:
        raise BadInput(f"{twice[0]} is given twice", field=word)
    return name, dict(found)


def _is_inside(before: str) -> bool:
    """Whether a bracket or a quote is still open here."""
    plain = re.sub(r"\"[^\"]*\"|'[^']*'", "", before)
    is_open = any(plain.count(a) > plain.count(b) for a, b in ("[]", "{}"))
    return is_open or '"' in plain
