"""Answers on one line each, as a designer says them; each becomes a table of the long form.

do = [
    "Ada: action attack, target Grim",
    "Ada rolls hit: d6 2 2 1 against d6 5",
    { who = "Ada", choose = "weapon", answer = "sword, long" },
]
"""

from __future__ import annotations

import re
from typing import Any

from affray.book.toml_tables import TomlTable, kind_of
from affray.book.whole import read_whole
from affray.files.tapefile import inline

FORM = "'Ada: target Grim' or 'Ada rolls hit: d6 2 2 1 against d6 5'"
NO_DICE = "no dice"
NUMBERS = {"total": "against_total", "result": ""}
"""What may stand in the place of dice, and what the other side's number is called."""


def answers(top: TomlTable, key: str) -> list[TomlTable]:
    """The answers of a file in their order, each a table that is named by its place."""
    found = top.raw(key, [])
    if not isinstance(found, list):
        raise top.bad(
            key, f"found {kind_of(found)}, expected a list of answers or [[{key}]] tables"
        )
    out: list[TomlTable] = []
    for k, one in enumerate(found):
        where = f"{key}[{k + 1}]"
        if isinstance(one, dict):
            out.append(TomlTable(one, top.file, where))
        elif isinstance(one, str):
            out += _read_line(one, top, where)
        else:
            raise top.bad(where, f"found {kind_of(one)}, expected a line such as {FORM}")
    return out


def answer_line(entry: dict[str, Any]) -> str:
    """An answer's table on one line, as TOML: in words, or in the long form where it must be."""
    if "roll" in entry:
        said = f"{entry['who']} rolls {entry['roll']}: {_roll_text(entry)}"
        return inline(said)
    if ", " in entry["answer"] or ": " in entry["who"]:
        return inline(entry)
    return inline(f"{entry['who']}: {entry['choose']} {entry['answer']}")


def _roll_text(entry: dict[str, Any]) -> str:
    if "result" in entry:
        return f"result {entry['result']}"
    mine = _dice_text(entry["dice"])
    return f"{mine} against {_dice_text(entry['against'])}" if "against" in entry else mine


def _dice_text(dice: dict[str, list[int]]) -> str:
    shown = [f"{kind} {' '.join(map(str, faces))}" for kind, faces in dice.items() if faces]
    return " ".join(shown) or NO_DICE


def _read_line(line: str, top: TomlTable, where: str) -> list[TomlTable]:
    who, colon, said = line.partition(": ")
    if not colon or not who.strip() or not said.strip():
        raise top.bad(where, f"found {line!r}, expected a line such as {FORM}")
    roller, rolls, roll = who.rpartition(" rolls ")
    if rolls:
        entry = {"who": roller, "roll": roll, **_read_roll(said, top, where)}
        return [TomlTable(entry, top.file, where)]
    parts = said.split(", ")
    places = [where] if len(parts) == 1 else [f"{where}[{n + 1}]" for n in range(len(parts))]
    return [
        TomlTable({"who": who, **_read_choice(part, top, place)}, top.file, place)
        for part, place in zip(parts, places, strict=True)
    ]


def _read_choice(part: str, top: TomlTable, where: str) -> dict[str, Any]:
    """'target Grim': the question's name has no blanks, the answer may."""
    question, _, answer = part.partition(" ")
    if not question or not answer.strip():
        raise top.bad(where, f"found {part!r}, expected a question and its answer: {FORM}")
    return {"choose": question, "answer": answer}


def _read_roll(said: str, top: TomlTable, where: str) -> dict[str, Any]:
    """'d6 2 2 1 against d6 5', 'total 5 against 4', 'result 1'."""
    mine, against, theirs = said.partition(" against ")
    kind, _, number = mine.partition(" ")
    if kind in NUMBERS:
        out = {kind: _number(number, top, where)}
        if against and not NUMBERS[kind]:
            raise top.bad(where, f"found {said!r}, expected a result alone")
        return {**out, NUMBERS[kind]: _number(theirs, top, where)} if against else out
    dice = {"dice": _read_dice(mine, top, where)}
    return {**dice, "against": _read_dice(theirs, top, where)} if against else dice


def _number(found: str, top: TomlTable, where: str) -> int | bool:
    if found in ("true", "false"):
        return found == "true"
    number = read_whole(found)
    if number is None:
        raise top.bad(where, f"found {found!r}, expected a whole number")
    return number


def _read_dice(said: str, top: TomlTable, where: str) -> dict[str, list[int]]:
    """'d4 3 1 d8 5': every kind of die once, and after it its faces."""
    out: dict[str, list[int]] = {}
    if said == NO_DICE:
        return out
    problem = f"found {said!r}, expected dice and their faces ('d6 2 2 1 d8 5') or {NO_DICE!r}"
    faces: list[int] | None = None
    for word in said.split(" "):
        if re.fullmatch(r"d[1-9][0-9]*", word) and word not in out:
            faces = out[word] = []
        elif re.fullmatch(r"[0-9]{1,9}", word) and faces is not None:
            faces.append(int(word))
        else:
            raise top.bad(where, problem)
    if not all(out.values()):
        raise top.bad(where, problem)
    return out
