"""A fight as one file that needs no server: its moments, and what draws them at the table."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from affray.book.errors import BadInput
from affray.table.film import BLOCK, Film, patched
from affray.table.limits import USUAL
from affray.table.logs import as_json
from affray.table.web.drawn import symbols
from affray.table.web.joined import NotJoined, joined

HERE = Path(__file__).parent
SHEETS = ("affray.css", "table.css", "wider.css", "board.css", "watch.css")
_ENDS = re.compile(r"</(?:script|style)|<!--", re.IGNORECASE)


def require_short(film: Film) -> None:
    most = USUAL.film_moments
    if len(film) > most:
        problem = f"this fight has {len(film):,} moments, and a file holds {most:,}"
        raise BadInput(f"{problem}: send its save instead")


def film_html(film: Film) -> str:
    """The whole of it, as one seat could see it; every word of it is data but our own script."""
    film.file = film.file or _written(film)
    return film.file


def _written(film: Film) -> str:
    blocks = [film.block(n) for n in range(-(-len(film) // BLOCK))]
    text = f'{{"blocks":[{",".join(blocks)}],"rules":{as_json(_rules(film, blocks))}}}'
    about = {
        "fight": {**film.about(), "chair": ""},
        "symbols": _drawn(blocks),
        "style": _style(),
        "early": _checked((HERE / "static" / "theme.js").read_text(encoding="utf-8")),
        "script": _script(),
        "data": text.replace("<", "\\u003c"),  # nothing in it ends the element it stands in
    }
    return _pages().get_template("film.html").render(about)


def _drawn(blocks: list[str]) -> dict[str, str]:
    """The drawings of everybody who is ever seen, and of nobody else."""
    found: dict[str, str] = {}
    for block in map(json.loads, blocks):
        state = block["state"]
        for frame in block["frames"]:
            state = patched(state, frame["changes"])
            found |= symbols(state["board"])
    return found


def _rules(film: Film, blocks: list[str]) -> dict[str, str]:
    """The words of every rule that is cited."""
    rules = film.game.fight.ruleset.book.rules
    cited = {rule for block in blocks for rule in _cited(json.loads(block))}
    return {rule: rules[rule].statement for rule in sorted(cited) if rule in rules}


def _cited(block: Any) -> set[str]:
    found: set[str] = set()
    if isinstance(block, dict):
        for name, value in block.items():
            if name == "rules":
                found |= set(value.values() if isinstance(value, dict) else value)
            else:
                found |= _cited(value)
    elif isinstance(block, list):
        for one in block:
            found |= _cited(one)
    return found


@cache
def _pages() -> Environment:
    return Environment(loader=FileSystemLoader(HERE / "pages"), autoescape=True)


@cache
def _script() -> str:
    return _checked(joined(HERE / "static", "watch", _nothing_later))


def _nothing_later(name: str, text: str) -> str:
    raise NotJoined(f"{name} would be asked for later: one file has all it needs")


@cache
def _style() -> str:
    found = [(HERE / "static" / name).read_text(encoding="utf-8") for name in SHEETS]
    return _checked("\n".join(found))


def _checked(text: str) -> str:
    """Our own script and style, which must not end the element they are put in."""
    assert not _ENDS.search(text), "a script or style that closes itself"
    return text
