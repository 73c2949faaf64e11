"""What is wrong with a message, in our own words: which field, what was found, what is expected."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from affray.book.plain import plain

LONGEST = 60

Bounds = Mapping[str, Any]

EXPECTED: dict[str, Callable[[Bounds], str]] = {
    "missing": lambda _: "it to be given",
    "extra_forbidden": lambda _: "no such field",
    "string_type": lambda _: "a text",
    "string_unicode": lambda _: "whole characters",
    "string_too_short": lambda of: f"a text of at least {of['min_length']} letters",
    "string_too_long": lambda of: f"a text of at most {of['max_length']} letters",
    "string_pattern_mismatch": lambda _: "letters, digits and . : - _ only",
    "int_type": lambda _: "a whole number",
    "int_parsing": lambda _: "a whole number",
    "int_parsing_size": lambda _: "a smaller number",
    "int_from_float": lambda _: "a whole number",
    "finite_number": lambda _: "a whole number",
    "bool_type": lambda _: "true or false",
    "bool_parsing": lambda _: "true or false",
    "list_type": lambda _: "a list",
    "dict_type": lambda _: "names and values",
    "model_type": lambda _: "an object",
    "model_attributes_type": lambda _: "an object",
    "none_required": lambda _: "nothing",
    "too_short": lambda of: f"at least {of['min_length']}",
    "too_long": lambda of: f"at most {of['max_length']}",
    "greater_than_equal": lambda of: f"{of['ge']} or more",
    "less_than_equal": lambda of: f"{of['le']} or less",
    "less_than": lambda of: f"less than {of['lt']}",
    "literal_error": lambda of: str(of["expected"]),
    "union_tag_invalid": lambda of: f"one of {of['expected_tags']}",
    "union_tag_not_found": lambda _: "it to be given",
}


def what_is_wrong(errors: Sequence[Any], body: object = None) -> str:
    """One sentence on the first mistake: 'faces.0: found "six", expected a whole number'."""
    first = errors[0]
    kind, limits = str(first["type"]), first.get("ctx", {})
    where = _field(first["loc"], body)
    if kind == "json_invalid":
        return "the message is no JSON"
    if kind.startswith("union_tag"):
        where = str(limits["discriminator"]).strip("'")
    expected = EXPECTED[kind](limits) if kind in EXPECTED else "something else"
    found = "nothing" if _is_missing(kind) else _shown(_found(kind, first))
    said = f"found {found}, expected {expected}"
    return f"{where}: {said}" if where else said


def _is_missing(kind: str) -> bool:
    return kind in ("missing", "union_tag_not_found")


def _found(kind: str, error: Any) -> object:
    return error["ctx"]["tag"] if kind == "union_tag_invalid" else error["input"]


def _field(place: Sequence[Any], body: object) -> str:
    """As whoever wrote it calls it: without where it came in, and without which command it is."""
    parts = [str(part) for part in place if not _is_ours(str(part))]
    if isinstance(body, Mapping) and parts and parts[0] == body.get("do"):
        parts = parts[1:]
    return _in_a_line(".".join(parts))


def _is_ours(part: str) -> bool:
    """What a place is called by the checker alone: where it came in, which of several it tried."""
    is_branch = part.startswith(("literal[", "list[", "constrained-"))
    return is_branch or part in ("body", "query", "path", "[key]", "int", "str")


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    return _in_a_line(text)


def _in_a_line(text: str) -> str:
    line = " ".join(plain(text).splitlines())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}\u2026"
