"""Answers as people write them in scenario files and saves, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import legal
from affray.book.position import CREATURES
from affray.book.toml_tables import TomlTable
from affray.book.whole import read_whole
from affray.fight.beside import Habit, NewEmblem, Replayed, Undo
from affray.fight.fight import Fight, Recorded
from affray.fight.own_words import unheard_of
from affray.fight.owners import from_owners, needs_by_owner, to_owners
from affray.fight.tray import RollShown, Thrown, read_dice, sides_of
from affray.oracles.tape import (
    Answer,
    Edit,
    Enter,
    Faces,
    Kind,
    Leave,
    Pending,
    Question,
    Switched,
    TakenUp,
    Then,
    bounds,
    fits,
    misfit,
    require_possible,
    value_of,
)
from affray.rules.ask import Illegal
from affray.rules.masks import members
from affray.rules.pools import SIDES


def describe(question: Question, encounter: Encounter) -> str:
    """'target of Ada (SK-6)': what is asked, of whom, by which rules."""
    words = encounter.ruleset.words
    if question.is_chance:
        name, rules = words.roll_name(question.name), words.rolls[question.name].rules
    else:
        name, rules = words.question_name(question.name), words.questions[question.name].rules
    return f"{name!r} of {_creature(encounter, question.who)} ({', '.join(rules)})"


def _creature(encounter: Encounter, who: int) -> str:
    return encounter.names["creatures"][who]


def options(question: Question, encounter: Encounter) -> dict[str, int]:
    """The legal options of a choice, by the names people use."""
    words = encounter.ruleset.words
    legal = members(question.mask)
    return {words.option(question.name, k, encounter.names): k for k in legal}


# Writing


def write_entry(entry: Recorded, encounter: Encounter) -> dict[str, Any]:
    """One tape entry as a table; what may be missing stands first, so that no cut goes unseen."""
    if isinstance(entry, Undo):
        return {**_of_undo(entry, encounter), "undo": entry.keep}
    if isinstance(entry, Habit):
        return {**_given(by=entry.by), "habit": entry.habit}
    if isinstance(entry, Replayed):
        said = _given(whole=entry.whole, back=entry.back, by=entry.by)
        return {**said, "again": entry.what}
    if isinstance(entry, Switched):
        return {**_given(anew=entry.anew, by=entry.by), "ruling": entry.readings}
    if isinstance(entry, NewEmblem):
        return {"of": entry.creature, "emblem": entry.emblem}
    if isinstance(entry, Thrown):
        return _thrown_table(entry)
    if isinstance(entry, RollShown):
        return {**_given(by=entry.by), "show": entry.throw}
    if isinstance(entry, Edit):
        return {"edit": entry.changes}
    if isinstance(entry, Enter):
        typed = _given(typed_dice=entry.typed_dice)
        return {**typed, "player": entry.player, "enter": entry.creature}
    if isinstance(entry, Leave):
        return {"leave": entry.creature}
    if isinstance(entry, Then):
        return {"then": entry.what}
    if isinstance(entry, TakenUp):
        return taken_up_table(entry)
    return _answer_table(*entry, encounter)


def _of_undo(undo: Undo, encounter: Encounter) -> dict[str, Any]:
    said = _given(fresh=undo.fresh, replayed=undo.replayed, granted=undo.granted, by=undo.by)
    names = encounter.names["creatures"]
    return said if undo.people is None else {**said, "people": [names[i] for i in undo.people]}


def _given(**values: Any) -> dict[str, Any]:
    """What is there to be said; the rest stands for itself."""
    return {name: value for name, value in values.items() if value}


def _answer_table(question: Question, answer: Answer, encounter: Encounter) -> dict[str, Any]:
    words = encounter.ruleset.words
    out: dict[str, Any] = {"who": _creature(encounter, question.who)}
    if not question.is_chance:
        label = words.option(question.name, answer.value, encounter.names)
        asked = words.question_name(question.name)
        return {**out, **_given(said=answer.said), "choose": asked, "answer": label}
    out["roll"] = words.roll_name(question.name)
    if not answer.dice and not answer.against:
        return {**out, "result": answer.value}
    if answer.typed:
        out["typed"] = True
    dice, against = to_owners(words.rolls[question.name], answer.dice, answer.against)
    out["dice"] = {f"d{sides}": list(shown) for sides, shown in dice}
    if question.is_opposed:
        out["against"] = {f"d{sides}": list(shown) for sides, shown in against}
    return out


def taken_up_table(entry: TakenUp) -> dict[str, Any]:
    """Where other rules go on; the version stands last, without which it is not whole."""
    return {"lost": entry.lost, **entry._asdict()}


def entry_text(name: str, entry: dict[str, Any]) -> str:
    """A table as TOML lines, ready to be appended to a file."""
    return f"\n[[{name}]]\n" + table_text(entry)


def table_text(table: dict[str, Any]) -> str:
    """What a table holds, a line each; a position and what was told take several."""
    return "".join(_text(key, value) for key, value in table.items())


def _text(key: str, value: Any) -> str:
    if key == "position":
        parts = {k: v for k, v in value.items() if k != CREATURES}
        creatures = value[CREATURES].items()
        named = [f"{key}.{CREATURES}.{key_text(k)} = {inline(v)}\n" for k, v in creatures]
        return "".join(
            [*(f"{key}.{key_text(k)} = {inline(v)}\n" for k, v in parts.items()), *named]
        )
    if isinstance(value, list) and any(isinstance(one, dict) for one in value):
        return rows_text(key, [inline(one) for one in value])
    return f"{key_text(key)} = {inline(value)}\n"


def rows_text(key: str, rows: Sequence[str]) -> str:
    """A list, a line for each of its parts."""
    return f"{key} = [\n" + "".join(f"  {row},\n" for row in rows) + "]\n"


def inline(value: Any) -> str:
    """A value as TOML on one line."""
    if type(value) is int:
        return str(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key_text(k)} = {inline(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(inline(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def key_text(name: str) -> str:
    """A key as TOML writes it, in quotes where it must be."""
    return name if name.isascii() and name.replace("-", "_").isidentifier() else inline(name)


# Reading


class Script:
    """Answers from a file, handed out in the order the questions come; each is read when it is
    asked for."""

    def __init__(self, tables: Iterable[TomlTable], encounter: Encounter) -> None:
        self.tables = iter(tables)
        self.encounter = encounter

    def __call__(self, fight: Fight, question: Question, world: Any) -> Answer:
        table = self.left_over()
        if table is None:
            raise Pending(question, world)
        return read_answer(table, question, self.encounter)

    def left_over(self) -> TomlTable | None:
        return next(self.tables, None)


def numbered(top: TomlTable, key: str) -> Iterator[TomlTable]:
    """The [[key]] tables, each named by its number."""
    for k, table in enumerate(top.tables(key)):
        yield TomlTable(table.data, top.file, f"{key}[{k + 1}]")


def read_answer(table: TomlTable, question: Question, encounter: Encounter) -> Answer:
    """One written answer, checked against the question it is for."""
    _check_addressed(table, question, encounter)
    if not question.is_chance:
        answer = _read_choice(table, question, encounter)
    elif "dice" in table or "against" in table:
        answer = _read_dice(table, question, encounter)
    else:
        answer = _read_total(table, question)
    table.finish()
    try:
        return require_possible(question, answer)
    except Illegal as bad:
        raise table.bad("", str(bad)) from None


def _check_addressed(table: TomlTable, question: Question, encounter: Encounter) -> None:
    words = encounter.ruleset.words
    key = "roll" if question.is_chance else "choose"
    name = (
        words.roll_name(question.name) if question.is_chance else words.question_name(question.name)
    )
    who = table.text("who", "")
    if not who or not ("choose" in table or "roll" in table):
        raise table.bad("", "is not whole; expected who, and choose or roll")
    found = {"who": who, key: table.text(key, "")}
    if found != {"who": _creature(encounter, question.who), key: name}:
        given = f"{table.text('choose', '') or table.text('roll', '')!r} of {who}"
        raise table.bad("", f"found {given}, but the rules ask {describe(question, encounter)}")


def _read_choice(table: TomlTable, question: Question, encounter: Encounter) -> Answer:
    known = options(question, encounter)
    found = str(table.raw("answer"))
    if found not in known:
        raise table.bad("answer", f"found {found!r}, {legal(known)}")
    answer = Answer(known[found], said=table.text("said", ""))
    problem = unheard_of(encounter, question, answer)
    if problem:
        raise table.bad("said", problem)
    return answer


def _read_dice(table: TomlTable, question: Question, encounter: Encounter) -> Answer:
    words = encounter.ruleset.words
    rolled = words.rolls[question.name]
    dice, against = _read_faces(table, "dice"), _read_faces(table, "against")
    mine, theirs = needs_by_owner(question, rolled)
    for key, faces, needs in (("dice", dice, mine), ("against", against, theirs)):
        if not fits(faces, needs):
            names = encounter.called
            what = words.roll_prompt(question.name, question.who, question.vs, names)
            raise table.bad(key, f"{misfit(faces, needs)} ({what})")
    dice, against = from_owners(rolled, dice, against)
    value = value_of(question, dice, against)
    return Answer(value, dice, against, table.flag("typed"))


def _read_faces(table: TomlTable, key: str) -> Faces:
    faces = table.table(key)
    known = [f"d{sides}" for sides in SIDES]
    out = []
    for kind in faces:
        shown = faces.raw(kind)
        sides = read_whole(kind.removeprefix("d"))
        if not kind.startswith("d") or sides is None:
            raise faces.bad(kind, f"is not a die; expected {', '.join(known)}")
        if not isinstance(shown, list) or not all(type(f) is int for f in shown):
            raise faces.bad(kind, f"found {shown!r}, expected a list of faces")
        out.append((sides, tuple(shown)))
    return tuple(sorted(out))


def _read_total(table: TomlTable, question: Question) -> Answer:
    """A total (and the other side's), or the bare result."""
    low, high = -(1 << 31), 1 << 31
    if isinstance(table.raw("result", None), bool):
        return Answer(int(table.flag("result")))
    if "result" in table:
        return Answer(table.integer("result", low=low, high=high))
    total = table.integer("total", low=low, high=high)
    if question.kind is Kind.DICE:
        raise table.bad("total", "these dice are seen one by one; expected dice = { ... }")
    roll = bounds(Question(Kind.ROLL, 0, 0, pool=question.pool))
    _in_range(table, "total", total, roll)
    if question.kind is Kind.CHECK:
        return Answer(int(total >= question.target))
    if question.kind is Kind.ROLL:
        return Answer(total)
    other = table.integer("against_total", low=low, high=high)
    _in_range(
        table, "against_total", other, bounds(Question(Kind.ROLL, 0, 0, pool=question.vs_pool))
    )
    difference = total - other
    return Answer(int(difference >= 0) if question.kind is Kind.TEST else difference)


def _in_range(table: TomlTable, key: str, total: int, limits: tuple[int, int]) -> None:
    if not limits[0] <= total <= limits[1]:
        raise table.bad(key, f"found {total}, expected {limits[0]} to {limits[1]}")


def _thrown_table(thrown: Thrown) -> dict[str, Any]:
    said = _given(by=thrown.by, hidden=thrown.hidden)
    faces = " ".join(str(face) for face in thrown.faces)
    return {**said, "throw": thrown.dice, "faces": faces}


def read_thrown(entry: TomlTable, by: str) -> Thrown:
    """A free roll as it was kept: so many dice, each with a face it has."""
    dice, text = entry.text("throw"), entry.text("faces")
    faces = [read_whole(face) for face in text.split()]
    sides = sides_of(read_dice(dice))
    pairs = list(zip(faces, sides, strict=False))
    if len(faces) != len(sides) or not all(f is not None and 1 <= f <= n for f, n in pairs):
        raise entry.bad("faces", f"found {text!r}, expected those of {dice}")
    return Thrown(dice, tuple(f for f in faces if f is not None), by, entry.flag("hidden"))
