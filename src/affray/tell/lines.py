"""A story as lines of a log, each as data: told by the rules that are here, or by others before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import is_dataclass
from typing import Any

from affray.book.encounter import Encounter
from affray.fight.beside import is_noted
from affray.oracles.tape import Answer, Before, Interlude, Question
from affray.tell.narration import Sentence, before, tell_story

HEADINGS = ("round", "phase")
"""Events that only say where in the fight one is: headings of the log."""

PLAIN = (str, int, float, type(None))
"""What holds nothing else: most of all there is."""

LineData = dict[str, Any]
"""A line of the log as data: what is said, by which rules, what was rolled for it."""


def is_line(item: Any) -> bool:
    """Whether an item of a story is a line; choices are silent, events speak for them."""
    return not isinstance(item[0], Question) or item[0].is_chance


def folds(encounter: Encounter, item: Any) -> bool:
    """Whether an item is part of a working: it stands with the line it leads to."""
    if not is_noted(item):
        return False
    return encounter.ruleset.words.told[item[0]].folds


def line_of(encounter: Encounter, item: Any, working: Sequence[Any] = ()) -> LineData:
    """One item of a story as a line of the log, with the items of its working behind it."""
    if isinstance(item, Before):
        return told_before(item)
    *parts, told = tell_story(encounter, [*working, item])
    behind = [dict(vars(part)) for one in [*parts, told] for part in one.working]
    line = _line(told, _heading(encounter, item)) | {"working": behind}
    return line | _about(encounter, item, told.text)


def _about(encounter: Encounter, item: Any, text: str) -> LineData:
    """Who rolled, and whether the dice were typed; or whom an event is about, whether it does
    them harm and counts as an outcome, where its sentence names them."""
    names = encounter.names["creatures"]
    if isinstance(item[0], Question):
        assert isinstance(item[1], Answer)
        return {"who": names[item[0].who], "typed": item[1].typed}
    if not is_noted(item) or item[1] >= len(names) or names[item[1]] not in text:
        return {}
    words = encounter.ruleset.words
    headline = bool(words.told[item[0]].headline)
    return {"who": names[item[1]], "harms": item[0] in words.harms, "headline": headline}


def told_before(item: Before) -> LineData:
    """A line other rules told, in the form lines have today."""
    found = item.line.get("heading", "")
    line = _line(before(item.line), found if found in HEADINGS else "")
    flags = {name: bool(item.line.get(name)) for name in ("harms", "headline", "typed")}
    return {**line, "who": str(item.line.get("who", "")), **flags}


def plain_line(text: str, is_beside: bool = False) -> LineData:
    """A line that nobody rolled for, and no rule is behind."""
    return _line(Sentence(text, ()), "") | {"beside": is_beside}


def _line(told: Sentence, heading: str) -> LineData:
    return {
        "text": told.text,
        "rules": list(told.rules),
        "heading": heading,
        "roll": told.is_roll,
        "story": told.is_story,
        "beside": False,
        "who": "",
        "harms": False,
        "headline": False,
        "typed": False,
        "rolled": data_of(told.roll) if told.roll else None,
        "working": [],
    }


def _heading(encounter: Encounter, item: Any) -> str:
    if isinstance(item, Interlude) or isinstance(item[0], Question):
        return ""
    name = encounter.ruleset.words.event_name(item[0])
    return name if name in HEADINGS else ""


def kept_line(line: LineData) -> LineData:
    """A line as a file keeps it: what says nothing is left out, and each cause is a line there."""
    said = {key: value for key, value in line.items() if key != "working"}
    out: LineData = kept({key: value for key, value in said.items() if value or key == "text"})
    return out


def kept(value: Any) -> Any:
    """Data as a file keeps it: what says nothing is left out."""
    if isinstance(value, PLAIN):
        return value
    if is_dataclass(value):
        value = vars(value)
    if isinstance(value, dict):
        return {k: kept(v) for k, v in value.items() if v is not None}
    return [kept(one) for one in value] if isinstance(value, list | tuple) else value


def data_of(value: Any) -> Any:
    """What a dataclass holds, and all that lies in it; nothing is copied that cannot change."""
    if isinstance(value, PLAIN):
        return value
    if is_dataclass(value):
        return {name: data_of(one) for name, one in vars(value).items()}
    return [data_of(one) for one in value] if isinstance(value, list | tuple) else value
