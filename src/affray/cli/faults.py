"""What goes wrong around a command: rules of one's own that fail, streams a shell has closed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from affray.book.plain import plain


def in_homemade_rules(error: Exception) -> str:
    """Where a ruleset of one's own went wrong; a fault of ours stays a traceback."""
    from affray.rules.homemade import HOMEMADE, is_homemade, line_in
    from affray.rules.world import OutOfRange

    found, said = line_in(error), str(error)
    if found is None:
        if isinstance(error, OutOfRange) and is_homemade(error.module):
            return f"{error.module.removeprefix(f'{HOMEMADE}.')}: {said}"
        return ""
    if isinstance(error, IndexError):
        said = "below 0 or past the end of a list; count from the front"
    return f"{Path(found[0])}: line {found[1]}: {type(error).__name__}: {said}"


def open_streams() -> None:
    """A stream the shell has closed (`<&-`) is one that says nothing, not one that is missing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def say(line: str, status: int) -> int:
    """One line for whoever typed the command, and its status."""
    print(f"affray: {plain(' '.join(line.splitlines()))}", file=sys.stderr)
    return status
