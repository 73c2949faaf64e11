"""How a fight begins, as numbers: all that whoever checks its log by hand needs beside the book."""

from __future__ import annotations

from typing import Any

from affray.book.content import show_one
from affray.book.encounter import Encounter
from affray.book.words import Names, kebab, spaced
from affray.fight.fight import Fight
from affray.rules.layout import Field
from affray.tell.sheet import sheet


def opening(fight: Fight) -> list[str]:
    """Everybody's card and sheet, what the things on them do, and what is read otherwise."""
    encounter, words = fight.encounter.from_the_start(), fight.ruleset.words
    w = encounter.world()
    called = encounter.called
    lines = [f"{name} is read as {reading}." for name, reading in _readings(encounter)]
    lines += _scene(w, called)
    for i, name in enumerate(encounter.names["creatures"]):
        card = words.card(w, i, called)
        lines.append(f"{name}: {card.text}")
        lines += _entry(w.creatures[i], {stat.label.casefold() for stat in card.stats}, called)
        lines += [f"    {label}: {text}" for label, text in sheet(encounter, w, i).items()]
    return [*lines, *_things(w, called), ""]


WHERE = ("side", "x", "y")
"""Where somebody stands and for whom: their place and the title of the fight tell it."""


def _entry(creature: Any, on_card: set[str], names: Names) -> list[str]:
    """What else a creature's entry says, as far as it is not usual and not on its card."""
    told = _unusual(creature, {*WHERE, *on_card, *(f"max {label}" for label in on_card)}, names)
    return [f"    entry: {told}"] if told else []


def _scene(w: Any, names: Names) -> list[str]:
    """What the rules look at that is nobody's: ambient magica, the weather."""
    ruled = {_label(f) for f in type(w).layout.fields.values() if f.rule}
    unruled = {_label(f) for f in type(w).layout.fields.values()} - ruled
    told = _unusual(w, unruled, names)
    return [f"scene: {told}"] if told else []


def _unusual(one: Any, known: set[str], names: Names) -> str:
    """Numbers, kinds and flags of a record that are not the usual ones; nothing secret."""
    fields = [f for f in type(one).layout.fields.values() if not f.is_list and f.storage]
    shown = [f for f in fields if not f.secret and not f.scratch and not f.fixed]
    more = [f for f in shown if _label(f) not in known]
    said = [_said(f, getattr(one, f.name), names) for f in more if f.of or getattr(one, f.name)]
    return ", ".join(text for text in said if text)


def _readings(encounter: Encounter) -> list[tuple[str, str]]:
    switches = encounter.ruleset.book.switches
    given = {one.name: encounter.rulings.get(one.name, one.default) for one in switches}
    return [(one.name, given[one.name]) for one in switches if given[one.name] != one.default]


def _things(w: Any, names: Names) -> list[str]:
    """What is printed of every weapon, spell or whatever a game has, as far as it is not usual."""
    lines = []
    for f in type(w).layout.fields.values():
        things = getattr(w, f.name) if f.content and f.fixed else []
        printed = [(names[f.name][k], _printed(thing, names)) for k, thing in enumerate(things)]
        lines += [f"{name}: {text}" for name, text in printed if text]
        lines += [_usual(f, names)] if any(text for _, text in printed) else []
    return [line for line in lines if line]


def _usual(f: Field, names: Names) -> str:
    """Numbers that stand with a thing only where they are others."""
    assert f.record is not None
    fields = f.record.layout.fields.values()
    numbers = [one for one in fields if one.of is None and one.mask is None and one.by is None]
    usual = [o for o in numbers if o.default not in (0, -1)]
    told = [f"{o.name.replace('_', ' ')} {_text(o, o.default, names)}" for o in usual]
    return f"({f.name} with nothing else said: {', '.join(told)})" if told else ""


def _label(f: Field) -> str:
    return f.name.replace("_", " ")


def _printed(thing: Any, names: Names) -> str:
    fields = type(thing).layout.fields.values()
    said = [_said(f, getattr(thing, f.name), names) for f in fields if f.name != "kind"]
    return ", ".join(one for one in said if one)


def _said(f: Field, value: Any, names: Names) -> str:
    label = _label(f)
    if f.by is not None:
        told = {m: value[int(m)] for m in f.by if value[int(m)] != f.default}
        return ", ".join(f"{label} {spaced(kebab(m))} {one}" for m, one in told.items())
    if f.is_list:
        return f"{label} {_in_a_row(value)}" if _is_told_in_a_row(f, value) else ""
    if value == f.default:
        return ""
    return label if f.is_flag else f"{label} {_text(f, value, names)}"


def _is_told_in_a_row(f: Field, values: Any) -> bool:
    """Plain numbers that have a place each, as how far a spell reaches with one die, two and so on;
    lists of content are on the sheet."""
    return f.of is None and f.mask is None and any(one != f.default for one in values)


def _in_a_row(values: Any) -> str:
    return "/".join(str(one) for one in values)


def _text(f: Field, value: int, names: Names) -> str:
    shown = show_one(f, value, names)
    return spaced(" and ".join(shown) if isinstance(shown, list) else str(shown))
