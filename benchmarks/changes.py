"""A view brought up to date by what has changed since, as changes.js does it."""

from __future__ import annotations

from typing import Any

from affray.table.lean_lines import UNSAID

View = dict[str, Any]


def merged(view: View, changes: dict[str, Any]) -> View:
    """What was seen, with what has changed since."""
    stays = [n for n in view["log"] if changes["log_first"] <= n["n"] < changes["log_from"]]
    log = [
        *stays,
        *(_whole(line, changes["log_from"] + k) for k, line in enumerate(changes["log"])),
    ]
    about = {key: changes[key] for key in ("seq", "compiled", "present")}
    mended = {name: _mend(name, view[name], news) for name, news in changes["pieces"].items()}
    return {**view, **changes["parts"], **mended, **about, "log": log}


def _whole(line: dict[str, Any], n: int) -> dict[str, Any]:
    """A line with what went unsaid."""
    all_of_it = {"n": n, **UNSAID, "undo": None, **line}
    if all_of_it["rolled"]:
        all_of_it["rolled"] = _rolled({"who": all_of_it["who"], **all_of_it["rolled"]})
    return all_of_it


def _rolled(roll: dict[str, Any]) -> dict[str, Any]:
    def side(one: Any) -> Any:
        if not isinstance(one, dict):
            return one
        hands = [{"owner": roll["who"], **hand} for hand in one["hands"]]
        return {"total": None, **one, "hands": hands}

    dice = side(roll["dice"])
    against = side(roll.get("against"))
    return {"result": dice["total"], **roll, "dice": dice, "against": against}


def _mend(name: str, old: Any, news: dict[str, Any]) -> Any:
    deep = name in ("creatures", "fields")
    now = dict(enumerate(old)) if isinstance(old, list) else dict(old)
    for key, one in news.items():
        at = int(key) if isinstance(old, list) else key
        in_pieces = isinstance(now[at], list) and isinstance(one, dict)
        now[at] = {**now[at], **one} if deep else _mend("", now[at], one) if in_pieces else one
    return list(now.values()) if isinstance(old, list) else now
