"""What goes wrong around a command: streams a shell has closed, a line for whoever typed it."""

from __future__ import annotations

import os
import sys

from affray.book.plain import plain


def open_streams() -> None:
    """A stream the shell has closed (`<&-`) is one that says nothing, not one that is missing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def say(line: str, status: int) -> int:
    """One line for whoever typed the command, and its status."""
    print(f"affray: {plain(' '.join(line.splitlines()))}", file=sys.stderr)
    return status
