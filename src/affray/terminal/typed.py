"""What a person types: a plan by its number or its name, and the faces of real dice."""

from __future__ import annotations

import re

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, unknown
from affray.fight.plans import Offer, option_names, option_of
from affray.oracles.tape import Faces, in_a_row
from affray.rules.whole import read_whole


def by_name(possible: list[Offer], text: str) -> Offer | None:
    return next((offer for offer in possible if offer.name == text), None)


def find(possible: list[Offer], text: str) -> Offer | None:
    """A plan by its number, its label, or its name where only one has it."""
    number = read_whole(text)
    if number is not None and 1 <= number <= len(possible):
        return possible[number - 1]
    lowered = text.lower()
    exact = [o for o in possible if lowered == o.label.lower().removesuffix(" ...")]
    named = exact or [o for o in possible if lowered and lowered == o.name]
    begun = named or [o for o in possible if lowered and o.label.lower().startswith(lowered)]
    return begun[0] if len(begun) == 1 else None


def read_faces(text: str, needs: list[tuple[int, int]]) -> Faces | None:
    """Faces typed in a row, smallest dice first; '63' is '6 3' where no die has two digits."""
    parts = re.split(r"[\s,]+", text)
    dice = sum(n for n, _ in needs)
    if len(parts) == 1 and len(text) == dice and all(sides < 10 for _, sides in needs):
        parts = list(text)
    faces = [face for part in parts if (face := read_whole(part)) is not None]
    return in_a_row(faces, needs) if len(faces) == len(parts) else None


def read_plan(text: str, encounter: Encounter) -> tuple[str, dict[int, int]]:
    """'1 target=Orc': a plan, and answers to what it leaves open."""
    plain, extra = [], {}
    questions = encounter.ruleset.words.question_names
    for part in re.split(r"\s+(?=[\w-]+=)", f" {text}"):
        name, equals, answer = part.partition("=")
        if not equals:
            plain.append(part.strip())
            continue
        name, answer = name.strip(), answer.strip().strip("\"'")
        if name not in questions:
            raise BadInput(unknown("question", name, list(questions)))
        option = option_of(encounter, questions[name], answer)
        if option < 0:
            known = option_names(encounter, questions[name])
            raise BadInput(unknown(f"answer to {name}", answer, known))
        extra[questions[name]] = option
    return " ".join(plain), extra


def read_changes(text: str) -> tuple[str, dict[str, str]]:
    """'Ada wounds=1 skills={ striking = 2 }': who, and what becomes of which field."""
    starts = [m for m in re.finditer(r"\s+(\w+)\s*=\s*", text) if not _is_inside(text[: m.start()])]
    ends = [m.start() for m in starts] + [len(text)]
    found = [(m[1], text[m.end() : end].strip()) for m, end in zip(starts, ends[1:], strict=True)]
    name = text[: ends[0]]
    if not name or not found or not all(value for _, value in found):
        raise BadInput(f"found {text!r}, expected NAME FIELD=VALUE ...", field="edit")
    twice = [field for k, (field, _) in enumerate(found) if field in dict(found[:k])]
    if twice:
        raise BadInput(f"{twice[0]} is given twice", field="edit")
    return name, dict(found)


def _is_inside(before: str) -> bool:
    """Whether a bracket or a quote is still open here."""
    plain = re.sub(r"\"[^\"]*\"|'[^']*'", "", before)
    is_open = any(plain.count(a) > plain.count(b) for a, b in ("[]", "{}"))
    return is_open or '"' in plain
