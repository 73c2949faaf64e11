"""`replay --watch` and `replay --html`: a saved fight through one seat's eyes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import typer

from affray.book.errors import BadInput
from affray.cli.common import counted, print_json
from affray.files.atomic import Exists, make_new
from affray.table.film import Film
from affray.table.recorded import recorded_film
from affray.tell.boards import draw_board
from affray.tell.lines import LineData
from affray.tell.retelling import card_of
from affray.terminal.screen import CLEAR

ON = (" ", "\r", "\n", "n", "\x1b[C", "\x1bOC", "\xe0M", "\x00M")
"""Keys that lead on: space, Enter, n, and the right arrow as terminals and Windows send it."""
BACK = ("b", "\x7f", "\x08", "\x1b[D", "\x1bOD", "\xe0K", "\x00K")
LEAVE = ("q", "\x1b", "\x03", "\x04")
KEYS = "space or \u2192 on, \u2190 back, p plays (Ctrl-C holds), g start, G end, h how, q leaves"
SECONDS = 1.2
"""A moment, where it is played."""


def show_film(
    file: Path, html: Path | None, seat: str, is_all: bool, as_json: bool, how: bool = False
) -> None:
    """Watch a save, or write it as a file; by default as everybody at the table saw it."""
    if seat and is_all:
        raise BadInput("either a seat's eyes or the game master's", field="--seat")
    film = recorded_film(file, seat, is_all)
    if html is not None:
        write_html(film, html, as_json)
    elif as_json:
        told = [{"round": film.state(m)["round"], "log": film.told(m)} for m in range(len(film))]
        print_json({"file": str(file), "seen_by": _whose(film), "moments": told})
    elif sys.stdin.isatty() and sys.stdout.isatty():
        Viewer(film, typer.getchar, print, how=how).watch()
    else:
        tell_film(film, how)


def write_html(film: Film, html: Path, as_json: bool) -> None:
    """One file that needs no server; nothing is written over."""
    from affray.table.web.film_file import film_html, require_short

    require_short(film)
    try:
        make_new(html, film_html(film))
    except Exists:
        raise BadInput("exists already; name another", file=html) from None
    size, whose = html.stat().st_size, _whose(film)
    if as_json:
        told = {"file": str(html), "seen_by": whose, "moments": len(film), "bytes": size}
        print_json(told)
        return
    print(f"{html}: {counted(len(film), 'moment')}, {size // 1000:,} KB, seen by {whose}")


def _whose(film: Film) -> str:
    return "everybody" if film.chair.watches else film.chair.name


def tell_film(film: Film, how: bool) -> None:
    """All of it, line by line, for whoever reads a file or a pipe."""
    print(f"{film.game.card.title}  (seen by {_whose(film)})")
    for m in range(len(film)):
        for line in film.told(m):
            print("\n".join(_lines(line, how)))
    end = film.state(len(film) - 1)["outcome_text"]
    print(end or "It is not over.")


def _lines(line: LineData, how: bool) -> list[str]:
    """A line of the log, and `how` with what its numbers are made of."""
    parts = line["working"] if how else []
    behind = [f"      {part['label']} {part['amount']:+d}{_cited(part)}" for part in parts]
    return [f"{'    ' if line['roll'] else '  '}{line['text']}{_cited(line)}", *behind]


def _cited(said: LineData) -> str:
    return f"  [{' '.join(said['rules'])}]" if said["rules"] else ""


class Viewer:
    """A terminal that shows a film moment by moment, as keys say."""

    def __init__(
        self,
        film: Film,
        read: Callable[[], str],
        write: Callable[[str], None],
        wait: Callable[[float], None] = time.sleep,
        how: bool = False,
    ) -> None:
        self.film, self.read, self.write, self.wait, self.how = film, read, write, wait, how
        self.at = 0

    def watch(self) -> None:
        with suppress(EOFError, KeyboardInterrupt):
            while True:
                self.show()
                key = self.read()
                if key in LEAVE:
                    return
                self.press(key)

    def press(self, key: str) -> None:
        last = len(self.film) - 1
        if key == "p":
            self.play()
        elif key == "h":
            self.how = not self.how
        elif key in ON or key in BACK:
            self.at = max(0, min(last, self.at + (1 if key in ON else -1)))
        elif key in "gG":
            self.at = 0 if key == "g" else last

    def play(self) -> None:
        """On and on, until the end or until somebody holds it."""
        with suppress(KeyboardInterrupt):
            while self.at < len(self.film) - 1:
                self.at += 1
                self.show()
                self.wait(SECONDS)

    def show(self) -> None:
        """The map, the cards, and what was told with this moment."""
        film, state = self.film, self.film.state(self.at)
        board = film.board(self.at)
        about = f"round {state['round']}, moment {self.at + 1} of {len(film)}"
        lines = [f"{CLEAR}{film.game.card.title}  ({about}; seen by {_whose(film)})"]
        lines += [draw_board(board, film.game.fight.names)] if board else []
        lines += [f"  {one['name']}: {card_of(one['card']).text}" for one in state["creatures"]]
        lines += ["", *(one for line in film.told(self.at) for one in _lines(line, self.how))]
        lines += [state["outcome_text"]] if state["outcome_text"] else []
        self.write("\n".join([*lines, "", KEYS]))
