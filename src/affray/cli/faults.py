"""What goes wrong around a command: rules of one's own that fail, streams a shell has closed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from affray.book.plain import plain


def in_homemade_rules(error: Exception) -> str:
    """Where a ruleset of one's own went wrong; a fault of ours stays a traceback."""
    from affray.rules.homemade import line_in

    found = line_in(error)
    if found is None:
        return ""
    file, line = found
    return f"{Path(file)}: line {line}: {type(error).__name__}: {error}"


def open_streams() -> None:
    """A stream the shell has closed (`<&-`) is one that says nothing, not one that is missing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def say(line: str, status: int) -> int:
    """One line for whoever typed the command, and its status."""
    print(f"affray: {plain(' '.join(line.splitlines()))}", file=sys.stderr)
    return status
