"""What a chair sees, as JSON by its parts: drawn when somebody looks, and told by a number.

The number moves when what is seen does. Whoever has an earlier one is sent what has changed
since; who has none that is remembered is sent everything.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from json.encoder import encode_basestring
from sys import intern
from typing import Any

from affray.table.lean_lines import lean_json
from affray.table.logs import WrittenLine, as_json, lines_json

REMEMBERED = 16
"""Looks back from which one is sent what has changed."""

SPLIT = {"creatures": 2, "fields": 2, "board": 1, "pending": 1, "me": 1}
"""Parts of which only what is new is sent, and how deep: of lists by place, else by name."""

ONE_BY_ONE = {"board": "tokens"}
"""In a part that is split by name: a list of which each may be new."""

Pieces = Mapping[tuple[str, ...], tuple[str, int]]
"""By their way through the part: each as JSON, and since which number it is so."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a chair saw last and the number of it; once drawn, its parts and its lines as JSON.

    `since` is the number from which on a part is as it is, `news` for each number the first line
    that was new with it. `mark` tells what was seen from anything else, after a restart too.
    `pieces` are those of a part that is sent in pieces, `whole` since when it has these.
    """

    number: int
    mark: str = ""
    parts: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[WrittenLine, ...] = ()
    since: Mapping[str, int] = field(default_factory=dict)
    news: tuple[tuple[int, int], ...] = ()
    pieces: Mapping[str, Pieces] = field(default_factory=dict)
    whole: Mapping[str, int] = field(default_factory=dict)

    def drawn(
        self, shown: Mapping[str, Any], has_acted: bool = False, in_pieces: bool = False
    ) -> Look:
        """What is seen now: of a new number, if it is something else or one has acted oneself.
        `in_pieces` for whoever is told what has changed."""
        parts = {name: as_json(value) for name, value in shown.items() if name != "log"}
        lines: tuple[WrittenLine, ...] = shown["log"]
        if self.parts and not has_acted and parts == self.parts and lines == self.lines:
            return self
        mark = _mark(parts, lines)
        number = self.number + (has_acted or self.mark not in ("", mark))
        pieces = {
            name: self.pieces[name]
            if name in self.pieces and self.parts[name] == parts[name]
            else self._pieces(name, shown[name], number)
            for name in SPLIT
            if in_pieces and name in shown
        }
        whole = {
            name: self.whole.get(name, number) if _same(self.pieces.get(name), new) else number
            for name, new in pieces.items()
        }
        if not self.parts:
            since = dict.fromkeys(parts, number)
            return Look(number, mark, parts, lines, since, pieces=pieces, whole=whole)
        since = {
            name: self.since[name] if self.parts.get(name) == text else number
            for name, text in parts.items()
        }
        news = (*self.news, (number, _first_new(self.lines, lines)))[-REMEMBERED:]
        return Look(number, mark, parts, lines, since, news, pieces, whole)

    def in_pieces(self) -> Look:
        """The same for one who wants to be told what changes from now on."""
        if self.pieces or not self.parts:
            return self
        whole = {name: self.number for name in SPLIT if name in self.parts}
        shown = {name: json.loads(self.parts[name]) for name in whole}
        pieces = {name: self._pieces(name, shown[name], self.number) for name in whole}
        return replace(self, pieces=pieces, whole=whole)

    def _pieces(self, name: str, value: Any, number: int) -> Pieces:
        """What a part is made of; a piece that is as it was keeps its number."""
        before, out = self.pieces.get(name, {}), {}
        for way, one in _split(value, SPLIT[name], ONE_BY_ONE.get(name, "")):
            text, old = _text(one), before.get(way)
            out[_shared(way)] = old if old is not None and old[0] == text else (text, number)
        return out

    def json(self, **more: Any) -> str:
        """Everything, as it is sent."""
        return f'{self._begun(more)},{_joined(self.parts)},"log":{lines_json(self.lines)}}}'

    def changes(self, has: int, **more: Any) -> str | None:
        """What has changed for one who has seen an earlier number; None where nobody knows."""
        if has != self.number and has not in [number - 1 for number, _ in self.news]:
            return None
        changed = {name: text for name, text in self.parts.items() if self.since[name] > has}
        split = [name for name in changed if self.pieces.get(name) and self.whole[name] <= has]
        pieces = {name: self._news_of(name, has) for name in split}
        changed = {name: text for name, text in changed.items() if name not in split}
        last = self.lines[-1][0] + 1 if self.lines else 0
        first = min((n for number, n in self.news if number > has), default=last)
        new = tuple(line for line in self.lines if line[0] >= first)
        first = new[0][0] if new else first
        about = {"of": has, "log_from": first, "log_first": self.lines[0][0] if self.lines else 0}
        said = f'"parts":{{{_joined(changed)}}},"pieces":{{{_joined(pieces)}}}'
        said = f'{said},"log":{lean_json(new)}'
        return f"{self._begun({**more, **about})},{said}}}"

    def _news_of(self, name: str, has: int) -> str:
        """The pieces of a part that are others than those somebody has."""
        news = {way: text for way, (text, since) in self.pieces[name].items() if since > has}
        out = {way[0]: text for way, text in news.items() if len(way) == 1}
        inner: dict[str, dict[str, str]] = {}
        for way, text in news.items():
            if len(way) > 1:
                inner.setdefault(way[0], {})[way[1]] = text
        out |= {key: f"{{{_joined(one)}}}" for key, one in inner.items()}
        return f"{{{_joined(out)}}}"

    def _begun(self, more: Mapping[str, Any]) -> str:
        return as_json({"seq": self.number, **more})[:-1]


def _split(value: Any, deep: int, one_by_one: str = "") -> Iterator[tuple[tuple[str, ...], Any]]:
    """Everything in a part so deep, with the way there; nothing of what cannot be split."""
    if isinstance(value, list):
        value = dict(enumerate(value))
    if not isinstance(value, dict):
        return
    for key, one in value.items():
        if key == one_by_one:
            yield from (((str(key), str(k)), token) for k, token in enumerate(one))
        elif deep == 1:
            yield (str(key),), one
        else:
            yield from (((str(key), *way), last) for way, last in _split(one, deep - 1))


@lru_cache(10_000)
def _shared(way: tuple[str, ...]) -> tuple[str, ...]:
    """The same way in every look of every chair: a house has a million of them."""
    return way


def _text(one: Any) -> str:
    """As JSON, one text for all who see the same; most pieces are a number or a word, and need
    no encoder of their own."""
    if type(one) is int:
        return intern(repr(one))
    return intern(encode_basestring(one) if type(one) is str else as_json(one))


def _same(before: Pieces | None, now: Pieces) -> bool:
    """Whether a part is made of the same pieces, whatever they say."""
    return before is not None and bool(now) and list(before) == list(now)


def _joined(parts: Mapping[str, str]) -> str:
    return ",".join([f"{_name(name)}:{text}" for name, text in parts.items()])


@lru_cache(10_000)
def _name(name: str) -> str:
    """As JSON: a hundred of them are in every answer, and mostly the same."""
    return as_json(name)


def _mark(parts: Mapping[str, str], lines: tuple[WrittenLine, ...]) -> str:
    seen = hashlib.blake2b(digest_size=12)
    seen.update(_joined(parts).encode("utf-8", "surrogatepass"))
    seen.update(lines_json(lines).encode("utf-8", "surrogatepass"))
    return seen.hexdigest()


def _first_new(old: tuple[WrittenLine, ...], new: tuple[WrittenLine, ...]) -> int:
    """The number of the first line that was not there, or from which on there is none."""
    known = set(old)
    last = new[-1][0] + 1 if new else 0
    return next((line[0] for line in new if line not in known), last)


def looks_kept(state: Mapping[str, Any], chairs: int, seq: int) -> list[Look]:
    """What every chair was told last, by its number and its mark."""
    seen = state.get("seen", [])
    marks = state.get("marks", [])
    seen = [*seen, *[seq] * (chairs - len(seen))]
    marks = [*marks, *[""] * (chairs - len(marks))]
    return [Look(number, mark) for number, mark in zip(seen, marks, strict=True)]
