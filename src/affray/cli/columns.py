"""Tables in the terminal: no word and no number is broken in two."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable
from typing import Literal

from affray.book.whole import read_whole

WIDTH_IN_A_PIPE = 120
GAP = 3
EDGES = 2
FOLDED = 24


def print_table(
    headers: list[str],
    rows: list[list[str]],
    right: tuple[int, ...] = (),
    folds: tuple[int, ...] = (),
    named: bool = False,
) -> None:
    """Aligned columns, or a list where they do not fit.

    Numbers stand in the `right` ones; long words of those that are said to may be folded. Where
    a row is not known by its first cell alone, a list is `named` by its header too.
    """
    columns = [list(column) for column in zip(headers, *rows, strict=True)]
    least = [_least(column, k in right) for k, column in enumerate(columns)]
    least = [min(n, FOLDED) if k in folds else n for k, n in enumerate(least)]
    room = _width() - EDGES - GAP * (len(columns) - 1)
    if sum(least) > room:
        _print_list(headers, rows, named)
    else:
        widths = [_longest(line for cell in column for line in _lines(cell)) for column in columns]
        _draw(headers, rows, right, _shrunk(widths, least, room))


def _width() -> int:
    given = read_whole(os.environ.get("COLUMNS", ""))
    if given is not None and given > 0:
        return given
    if sys.stdout.isatty():
        return os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH_IN_A_PIPE
    return WIDTH_IN_A_PIPE


def _lines(cell: str) -> list[str]:
    return cell.splitlines() or [""]


def _longest(texts: Iterable[str]) -> int:
    from rich.cells import cell_len

    return max((cell_len(text) for text in texts), default=0)


def _least(column: list[str], is_number: bool) -> int:
    """The width below which a word, or a number with its sign, would be broken."""
    header, *cells = column
    words = [word for cell in column for word in cell.split()]
    whole = [line for cell in cells for line in _lines(cell)] if is_number else []
    return _longest([*header.split(), *words, *whole])


def _shrunk(widths: list[int], least: list[int], room: int) -> list[int]:
    """The widest columns give way first, none below what it needs."""
    widths = list(widths)
    while sum(widths) > room:
        able = [k for k in range(len(widths)) if widths[k] > least[k]]
        widths[max(able, key=lambda k: widths[k])] -= 1
    return widths


def _draw(
    headers: list[str], rows: list[list[str]], right: tuple[int, ...], widths: list[int]
) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="")
    for k, header in enumerate(headers):
        side: Literal["left", "right"] = "right" if k in right else "left"
        table.add_column(header, justify=side, width=widths[k], overflow="fold")
    for row in rows:
        table.add_row(*[Text(cell) for cell in row])
    console = Console(highlight=False, width=sum(widths) + EDGES + GAP * (len(widths) - 1))
    with console.capture() as drawn:
        console.print(table)
    print("\n".join(line.rstrip() for line in drawn.get().splitlines()))


def _print_list(headers: list[str], rows: list[list[str]], named: bool) -> None:
    """Every row as its first cell, and 'name: value' lines below it."""
    for row in rows:
        print()
        _print_wrapped(f"{headers[0]}={row[0]}" if named else row[0], "")
        for header, cell in list(zip(headers, row, strict=True))[1:]:
            text = ", ".join(_lines(cell))
            _print_wrapped(f"{header}: {text}" if header else text, "  ")
    print()


def _print_wrapped(text: str, indent: str) -> None:
    lines = textwrap.wrap(
        text,
        _width(),
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    print("\n".join(lines))
