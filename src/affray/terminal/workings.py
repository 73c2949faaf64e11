"""What stands behind the lines that were told: kept by number, and shown to who asks how."""

from __future__ import annotations

from affray.book.errors import BadInput
from affray.book.whole import read_whole
from affray.fight.fight import Fight
from affray.tell.lines import folds, is_line
from affray.tell.narration import Sentence, tell, tell_story


def open_parts(fight: Fight, told: int) -> list[Sentence]:
    """The parts of a working just before an item of the story, whose line is yet to come."""
    out = []
    for item in reversed(fight.story[:told]):
        if is_line(item) and not folds(fight.encounter, item):
            break
        out += [item] if is_line(item) else []
    return tell_story(fight.encounter, out[::-1])


def shown(line: Sentence) -> str:
    return f"{'    ' if line.is_roll else '  '}{line.cited}"


class Workings:
    """The lines of one screen; each that has a working says by which number to ask for it.

    Where all of it `is_open`, every part is a line of its own.
    """

    def __init__(self, fight: Fight, is_open: bool) -> None:
        self.fight, self.is_open = fight, is_open
        self.kept: list[list[str]] = []

    def lines(self, told: int) -> list[str]:
        """The story from an item on."""
        found = tell(self.fight, told)
        if self.is_open:
            return [shown(line) for line in found]
        out, parts = [], open_parts(self.fight, told)
        for line in found:
            if line.folds:
                parts.append(line)
            else:
                out.append(f"{shown(line)}{self._keep(parts, line)}")
                parts = []
        return out

    def _keep(self, parts: list[Sentence], line: Sentence) -> str:
        behind = [part.cited for part in parts]
        behind += [f"{part.label} {part.amount:+d}" for part in line.working]
        if not behind:
            return ""
        self.kept.append(behind)
        return f"  (how {len(self.kept)})"

    def how(self, wanted: str) -> list[str]:
        """A working by its number; without one what leads to the roll at hand, else the last."""
        waiting = open_parts(self.fight, len(self.fight.story))
        if not wanted and waiting:
            return [f"    {part.cited}" for part in waiting]
        number = read_whole(wanted) if wanted else len(self.kept)
        if not self.kept:
            raise BadInput("nothing that was told has a working yet", field="how")
        if number is None or not 1 <= number <= len(self.kept):
            raise BadInput(f"found {wanted!r}, expected 1 to {len(self.kept)}", field="how")
        return [f"    {part}" for part in self.kept[number - 1]]
