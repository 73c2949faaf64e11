"""One screen for several people: what is sealed is shown to its owner alone."""

from __future__ import annotations

import sys
from collections.abc import Callable

CLEAR = "\033[2J\033[3J\033[H"
LINES = 50
"""How far a terminal that cannot be cleared is scrolled."""


class Screen:
    """Hands the keyboard over, and wipes what the next one may not see."""

    def __init__(
        self, read: Callable[[str], str], write: Callable[[str], None], private: bool
    ) -> None:
        self.read = read
        self.write = write
        self.private = private
        self.looking = ""

    def show_to(self, name: str) -> None:
        """Let one person look, once the others have turned away."""
        if self.looking != name:
            self.show_to_all()
            self.read(f"\n{name} declares in secret. Only {name} looks from here (Enter) > ")
            self.looking = name

    def show_to_all(self) -> None:
        """Nothing that was secret stays on the screen."""
        if self.looking:
            self.looking = ""
            self.write(CLEAR if sys.stdout.isatty() else "\n" * LINES)
