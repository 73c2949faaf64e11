"""Rules of one's own that go wrong while they are played: one line for whoever wrote them."""

from __future__ import annotations

from pathlib import Path

from affray.book.entries import Wordless
from affray.rules.homemade import AGAIN, HOMEMADE, is_homemade, line_in
from affray.rules.world import OutOfRange

BELOW = "cannot fit"
"""What Python says of an index that `affray.rules.from_front` has led nowhere."""


class FaultAt(Exception):
    """Rules that went wrong where no trace leads: compiled code hands its file and line back."""

    def __init__(self, said: str, problem: str = "", file: str = "", line: int = 0) -> None:
        super().__init__(said)
        self.problem, self.file, self.line = problem, file, line


def in_homemade_rules(error: BaseException, is_host: bool = True) -> str:
    """Where a ruleset of one's own went wrong, and how; nothing of a fault of ours.

    Of compiled rules it is said whosever they are: there is no more to be read off a traceback.
    In which folder the game lies is for its host alone.
    """
    found = line_in(error)
    if isinstance(error, FaultAt) and error.file:
        found = error.file, error.line
    if found is None:
        module = error.module if isinstance(error, OutOfRange | Wordless) else ""
        return f"{_game(module)}: {error}" if is_homemade(module) else ""
    file = Path(found[0])
    where = file if is_host else Path(file.parent.name, file.name)
    return f"{where}: line {found[1]}: {what_happened(error)}"


def what_happened(error: BaseException) -> str:
    """An error's name and what is said of it."""
    if isinstance(error, FaultAt) and error.problem:
        return error.problem
    said = str(error)
    if isinstance(error, IndexError) and said.startswith(BELOW):
        said = "an index below 0; count from the front"
    return f"{type(error).__name__}: {said}"


def _game(module: str) -> str:
    package = module.removeprefix(f"{HOMEMADE}.").partition(".")[0]
    return package.removesuffix(AGAIN).replace("_", "-")
