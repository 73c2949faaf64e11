"""What goes wrong around a command: streams a shell has closed, a line for whoever typed it."""

from __future__ import annotations

import os
import re
import sys
from itertools import pairwise

from affray.book.plain import plain


def with_what_was_found(said: str, arguments: list[str]) -> str:
    """What an option expects, and what was typed instead."""
    option = re.match(r"Invalid value for '(-[\w-]+)'", said)
    if option is None:
        return said
    name = option[1]
    typed = [later for one, later in pairwise(arguments) if one == name]
    typed += [one.partition("=")[2] for one in arguments if one.startswith(f"{name}=")]
    return f"{said}; found {typed[0]!r}" if typed and repr(typed[0]) not in said else said


def open_streams() -> None:
    """A stream the shell has closed (`<&-`) is one that says nothing, not one that is missing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def say(line: str, status: int) -> int:
    """One line for whoever typed the command, and its status."""
    print(f"affray: {plain(' '.join(line.splitlines()))}", file=sys.stderr)
    return status
