"""An encounter that somebody is building: what there is to build with, and how it stands.

A draft is an encounter's file as data. It is looked at by being written down and read like any
other file, so whatever is shown could be saved, and what the rules refuse is never in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

from affray.book.content import Library, written
from affray.book.emblems import ANY
from affray.book.encounter import Encounter, encounter_from
from affray.book.errors import BadInput, unknown
from affray.book.ground import KINDS, Ruled
from affray.book.model import model_of
from affray.book.my_library import folder_of
from affray.book.names import free_name
from affray.book.near import near
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.book.toml_tables import parse_toml
from affray.book.words import Names, kebab
from affray.fight.hand import called
from affray.files import library
from affray.files.encounter_file import encounter_text
from affray.rules.layout import Field
from affray.table import built_pictures
from affray.table.views import board_data, initials
from affray.tell.matchup import who_fights

Draft = dict[str, Any]

TITLE = "A fight of my own"
NAME = "draft"
"""What refusals call a draft: it has no file yet."""

OF_NO_BOOK = "somebody"
"""What those are called first who are nobody of the book."""

ROOM = ("zone",)
"""What content a place is where maps are places."""

BUILT = ("title", "text", "sides", "rulings", "map", "set", "ground", "creature", "homebrew")
"""What a draft may hold beside its game and the things and places of its own."""


# What there is to build with


def parts_of(slug: str) -> dict[str, Any]:
    """A game's creatures, numbers, ground and rulings, each with its limits."""
    ruleset, model = game(slug), model_of(game(slug))
    creatures = ruleset.world.layout.fields["creatures"]
    return {
        "ruleset": slug,
        "system": ruleset.book.name,
        "most": creatures.capacity,
        "sides": list(model.sides),
        **_extent(model),
        "rooms": sum(f.capacity for f in ruleset.world.layout.fields.values() if f.content == ROOM),
        "map": _map(ruleset),
        "ground": [_kind(kind, ruleset.words.ground.get(kind)) for kind in KINDS],
        "creatures": _creatures(ruleset),
        "fields": [field_data(f) for f in creatures.layout.fields.values() if is_set(f)],
        "scene": [field_data(ruleset.world.layout.fields[name]) for name in ruleset.words.scene],
        "rulings": [_ruling(one) for one in ruleset.book.switches],
        "emblems": list(ANY),
    }


def game(slug: str) -> Ruleset:
    if slug not in SHELF.slugs():
        raise BadInput(unknown("ruleset", slug, SHELF.slugs()), field="ruleset")
    return SHELF.get(slug)


def _extent(model: Encounter) -> dict[str, Any]:
    """What a game's maps are measured in, and how far one goes whose size is not to be chosen."""
    board = model.board(model.world())
    return {
        "unit": board.unit if board else None,
        "extent": (board.width, board.height) if board else (0, 0),
    }


def _map(ruleset: Ruleset) -> dict[str, Any] | None:
    form = ruleset.words.map
    if form is None:
        return None
    numbers = {name: list(limits) for name, limits in form.numbers.items()}
    return {"usual": form.usual, "least": form.least, "most": form.most, "numbers": numbers}


def _kind(kind: str, ruled: Ruled | None) -> dict[str, Any]:
    """A kind of ground, and where it is written if a rule knows it."""
    about = {"kind": kind, "sign": KINDS[kind].sign, "stands": KINDS[kind].stands, "rule": ""}
    if ruled is None:
        return about | {"how": "picture", "key": ""}
    how = "sign" if ruled.sign else "tiles" if ruled.tiles else "boxes"
    key = ruled.sign or ruled.tiles or ruled.boxes
    return about | {"rule": ruled.rule, "how": how, "key": key}


def _creatures(ruleset: Ruleset) -> list[dict[str, Any]]:
    found = library.book_of(ruleset)["creature"]
    return [
        {
            "id": name,
            "name": one.text("name", called(name)),
            "emblem": one.text("emblem", ""),
            "own": False,
        }
        for name, one in found.items()
    ] + _of_ones_own(ruleset)


def _of_ones_own(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Creatures of a person's library; those that cannot be read are told of there."""
    return [
        {"id": one.id, "name": one.name, "emblem": str(one.table.get("emblem", "")), "own": True}
        for one in library.listed(ruleset)
        if one.kind == "creature" and not one.problem
    ]


def is_set(f: Field) -> bool:
    """Whether a file may set it of a creature; its side is said apart."""
    return f.storage is not None and not (f.secret or f.scratch) and f.name != "side"


def field_data(f: Field) -> dict[str, Any]:
    """A number's name, what it may be, and its rule."""
    of = f.of or f.mask
    options = [kebab(m) for m in of] if isinstance(of, type) and issubclass(of, IntEnum) else []
    return {
        "name": f.name,
        "limits": f.limits if f.has_limits else "",
        "rule": f.rule,
        "options": options,
        "several": f.is_list or f.mask is not None,
        "parts": [kebab(m) for m in f.by] if f.by is not None else [],
    }


def _ruling(one: Any) -> dict[str, Any]:
    readings = [{"name": r.name, "text": r.text} for r in one.readings]
    about = {"id": one.id, "name": one.name, "question": one.question}
    return about | {"default": one.default, "readings": readings}


# Where one begins


def blank(slug: str) -> Draft:
    """One of each side against the other, on the smallest map that comes with the game."""
    model = model_of(game(slug))
    own = [kind for kind in model.library.kinds if kind != "creature"]
    data = model.top.data
    kept = {key: data[key] for key in ("sides", "map", "set", *own) if key in data}
    firsts = [
        next((one for one in data["creature"] if one["side"] == side), None) for side in model.sides
    ]
    return {
        "ruleset": slug,
        "title": TITLE,
        **kept,
        "creature": [one for one in firsts if one],
    }


def draft_of(encounter: Encounter) -> Draft:
    """An encounter that stands, to be changed: as its own file writes it."""
    return {"ruleset": encounter.ruleset.slug, **encounter.top.data}


# How it stands


def read_draft(draft: Draft) -> Encounter:
    """The draft as an encounter; what cannot be is refused with its field."""
    slug = str(draft.get("ruleset", ""))
    kinds = [kind for kind in Library(game(slug).world).kinds if kind != "creature"]
    for key in draft:
        if key not in ("ruleset", *BUILT, *kinds):
            raise BadInput(unknown("part of a draft", key, [*BUILT, *kinds]), field=NAME)
    return encounter_from(parse_toml(encounter_text(draft), NAME), str(draft.get("title", NAME)))


def look_at(draft: Draft) -> dict[str, Any]:
    """A draft as it is shown: its board, who is in it, and the file it would be."""
    encounter = read_draft(draft)
    world = encounter.world()
    board = encounter.board(world)
    names = [e.name for e in encounter.entrants]
    letters = initials(names)

    def about(token: Any) -> dict[str, Any]:
        i = token.who
        shown = {"name": names[i], "initials": letters[i], "emblem": encounter.emblem(i)}
        side = int(world.creatures[i].side)
        return shown | {"picture": "", "side": side, "mine": False, "acting": False}

    return {
        "draft": draft,
        "text": encounter_text(draft),
        "whole": encounter_text(_whole(draft, encounter)),
        "who": who_fights(encounter),
        "board": board_data(board, about) | {"picture": built_pictures.shown(encounter)}
        if board
        else None,
        "creatures": [_standing(encounter, world, i) for i in range(world.n)],
        "alone": len({e.side for e in encounter.entrants}) < 2,
        "report": [],
        "part": None,
    }


def _whole(draft: Draft, encounter: Encounter) -> Draft:
    """The draft with what it takes from a person's library, for one who does not have that."""
    at = folder_of(encounter.ruleset.slug)
    tables = encounter.library.everything().items()
    mine = {
        kind: [one.data for one in found.values() if Path(one.file).is_relative_to(at)]
        for kind, found in tables
    }
    there = draft.get("homebrew", {})
    if not any(mine.values()) or not isinstance(there, dict):
        return draft
    both = {kind: [*there.get(kind, []), *mine[kind]] for kind in mine}
    return {**draft, "homebrew": {kind: found for kind, found in both.items() if found}}


def _standing(encounter: Encounter, world: Any, i: int) -> dict[str, Any]:
    """A creature of a draft: its card, and its numbers as one would write them."""
    c, names = world.creatures[i], encounter.names
    fields = type(c).layout.fields.values()
    return {
        "who": i,
        "name": encounter.entrants[i].name,
        "side": encounter.entrants[i].side,
        "content": encounter.entrants[i].content,
        "card": encounter.ruleset.words.card(world, i, encounter.called).text,
        "fields": {f.name: _value(f, getattr(c, f.name), names) for f in fields if is_set(f)},
    }


def _value(f: Field, value: Any, names: Names) -> Any:
    """As a file writes it; yes or no is no number to people."""
    return bool(value) if f.is_flag and not f.is_list else written(f, value, names)


# Who comes


def with_another(draft: Draft, content: str, side: str) -> Draft:
    """One more creature of the book, where the rules have room for it nearest its side; without
    content one that has only what its game gives everybody."""
    encounter = _sound(draft)
    if side not in encounter.sides:  # no place would help
        raise BadInput(unknown("side", side, encounter.sides), field=NAME)
    names = {one["id"]: one["name"] for one in _creatures(encounter.ruleset)}
    if content:
        encounter.library.find(("creature",), content, encounter.top, "from")
    name = free_name(names.get(content, called(content or OF_NO_BOOK)), _names(encounter))
    one = {"name": name, **({"from": content} if content else {}), "side": side}
    beside = [e.table.raw("at", None) for e in encounter.entrants if e.side == side]
    others = [e.table.raw("at", None) for e in encounter.entrants]
    return _placed(draft, one, [*beside[::-1], *others])[0]


def with_twin(draft: Draft, name: str) -> Draft:
    """Another just like this one, beside it."""
    encounter = _sound(draft)
    model = next((one for one in draft["creature"] if one["name"] == name), None)
    if model is None:
        raise BadInput(unknown("creature", name, [e.name for e in encounter.entrants]), field=NAME)
    bare = {key: value for key, value in model.items() if key != "at"}
    named = {**bare, "name": free_name(name, _names(encounter))}
    return _placed(draft, named, [model.get("at")])[0]


def _sound(draft: Draft) -> Encounter:
    """A draft that the rules allow: to another no place would be found for one more."""
    encounter = read_draft(draft)
    encounter.world()
    return encounter


def _names(encounter: Encounter) -> list[str]:
    return [e.name for e in encounter.entrants]


def gathered(draft: Draft, people: Sequence[dict[str, Any]], report: list[str]) -> Draft:
    """These people besides, each where they stood or as near as the rules have room, which is
    told then."""
    for one in people:
        there = [one["at"]] if "at" in one else [other.get("at") for other in draft["creature"]]
        draft, refused = _placed(draft, one, there or [None])
        if refused and "at" in one:
            report.append(_told_moved(one, draft["creature"][-1]["at"], str(refused)))
    return draft


def _told_moved(one: dict[str, Any], to: Any, why: str) -> str:
    """'Skeleton stands at [4, 2], not at [3, 2], where a wall is', as the rules refused it."""
    known = f"{NAME}: creature[{one['name']}].at: found "
    wanted = why.removeprefix(known) if why.startswith(known) else f"{one['at']}: {why}"
    return f"{one['name']} stands at {to}, not at {wanted}"


def _placed(
    draft: Draft, one: dict[str, Any], beside: Sequence[Any]
) -> tuple[Draft, BadInput | None]:
    """The draft with one more, at the first place near any of these that the rules allow, and
    why not at the first of all."""
    refused: BadInput | None = None
    for anchor in beside:
        for at in (*([one["at"]] if "at" in one else ()), *near(anchor)):
            placed = {**one, **({} if at is None else {"at": at})}
            wider = {**draft, "creature": [*draft["creature"], placed]}
            try:
                read_draft(wider).world()
            except BadInput as bad:
                refused = refused or bad
            else:
                return wider, refused
    raise refused or BadInput(f"no room for {one['name']}", field=NAME)
