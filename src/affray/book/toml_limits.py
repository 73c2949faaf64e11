"""What a file of any kind may hold, looked at before it is parsed: a hostile one costs nothing.

TOML's parser takes its time with a key of ten thousand parts, a number of as many digits, a list
as deep; Python prints and compares no such thing. One walk over the text, in one expression, finds
them first: strings and comments are stepped over, the rest is counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from affray.book.plain import unprintable

DEPTH = 32
PARTS = 16
DIGITS = 24
WORD = 200
"""The most letters of a key without quotes, or of any other word outside a string."""


@dataclass(frozen=True)
class TomlLimits:
    """How much of it there may be."""

    size: int = 1 << 20
    values: int = 40_000


FILE = TomlLimits()

_FACES = r"d\d{1,3} = \[(?:\d{1,9}, ){0,60}\d{1,9}\]"
_VALUE = rf'"[^"\\\n]{{0,400}}"|-?\d{{1,18}}|true|false|\{{ {_FACES}(?:, {_FACES}){{0,8}} \}}'
_SIMPLE = rf"(?P<simple>(?:(?:[\w-]{{1,60}} = (?:{_VALUE})|\[\[?[\w-]{{1,60}}\]?\])?\n){{1,1000}}+)"
"""Lines as a save has them, as many as there are: most of a long file is one step."""

_STRING = (
    r'(?P<string>(?:(?:"""(?:[^"\\]++|\\.|"{1,2}(?!"))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']++|'{1,2}(?!'))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]++|\\.)*+(?:"|\n|\\?\Z)|'
    r"'[^'\n]*+(?:'|\n|\Z))\s*+)++)"
)
"""And those after it. One that is never closed goes to the end: no letter is looked at twice."""

_COMMENT = r"(?P<comment>(?:\#[^\n]*+\s*+)++)"
"""And those below it."""

_SHORT = rf"(?P<short>(?:[\w+-]{{1,{DIGITS}}}+(?![\w+-])|[ \t\r\n,=]++){{1,1000}}+)"
_TOKEN = re.compile(
    rf"{_SIMPLE}|{_STRING}|{_COMMENT}|{_SHORT}|(?P<word>[\w+-]+)|(?P<dots>(?:\.\s*+)++)"
    r"|(?P<mark>[\[\]{}])",
    re.DOTALL | re.ASCII,
)
_NUMBER = re.compile(r"[+-]?[0-9][0-9A-Fa-f_xo]*")
_ESCAPED = re.compile(r"\\(?:[bfre]|x[01][0-9A-Fa-f]|x[789][0-9A-Fa-f]|u|U)")


class _Count:
    """Where the walk stands: how deep, at which part of a key, after how many values."""

    def __init__(self) -> None:
        self.depth = self.dots = self.values = 0

    def mark(self, mark: str) -> None:
        self.dots = 0
        opens = mark in "[{"
        self.values += opens
        self.depth += 1 if opens else -1

    def parts(self, dots: int) -> None:
        """Each of a key's parts may be a table of its own."""
        self.dots += dots
        self.values += dots

    def words(self, words: str) -> None:
        """Short words, and what stands between them: a key ends with its line, or with what it
        is given."""
        if not words.isalnum():
            self.values += sum(map(words.count, "=,["))
            if any(end in words for end in ",=\n"):
                self.dots = 0

    def problem(self, most: int) -> str:
        if self.depth < 0:
            return "found a bracket that closes nothing"
        if self.depth > DEPTH:
            return f"found lists or tables more than {DEPTH} deep, expected at most {DEPTH}"
        if self.dots >= PARTS:
            return f"found a key of more than {PARTS} parts, expected at most {PARTS}"
        if self.values > most:
            return f"found more than {most:,} values, expected at most {most:,}"
        return ""


def too_much(text: str, limits: TomlLimits = FILE, before: int = 0) -> str:
    """What is more than a file may hold, with its line; nothing where all is well. Of a part of a
    file, so many lines stand `before` it."""
    if len(text) > limits.size:
        return f"found {len(text):,} letters, expected at most {limits.size:,}"
    count = _Count()
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        problem = ""
        if kind == "mark":
            count.mark(token[0])
        elif kind == "dots":
            count.parts(token[0].count("."))
        elif kind == "word":
            problem = _word(token[0])
        elif kind == "comment":
            count.dots = 0
        elif kind != "string":
            count.words(token[0])
        problem = problem or count.problem(limits.values)
        if problem:
            return f"line {before + text.count(chr(10), 0, token.start()) + 1}: {problem}"
    return ""


def _word(word: str) -> str:
    if len(word) > DIGITS and _NUMBER.fullmatch(word):
        return f"found a number of {len(word):,} digits, expected at most {DIGITS}"
    if len(word) > WORD:
        return f"found a word of {len(word):,} letters, expected at most {WORD}"
    return ""


def may_hold_controls(text: str) -> bool:
    """Whether a text could come to hold what no terminal should be sent; else none need be looked
    for in what was parsed of it."""
    return bool(_ESCAPED.search(text)) or unprintable(text.replace("\r", ""))
