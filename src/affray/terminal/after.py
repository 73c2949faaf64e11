"""What a terminal tells once a fight is over, and what may come then."""

from __future__ import annotations

from collections.abc import Callable

from affray.book.errors import BadInput
from affray.fight.fight import Fight
from affray.tell.ending import ending, ending_lines

STORY = "story"


class Afterwards:
    """The end of a fight: told once, however much is asked for afterwards."""

    def __init__(self, fight: Fight, write: Callable[[str], None]) -> None:
        self.fight, self.write = fight, write
        self.told_at = -1

    def tell(self) -> None:
        found = ending(self.fight)
        if found is not None and self.told_at != len(self.fight.live):
            self.told_at = len(self.fight.live)
            for line in ending_lines(found):
                self.write(line)

    def tell_story(self) -> None:
        """In a few sentences, to be copied."""
        found = ending(self.fight)
        for sentence in found.story if found else ["There was no fight to tell of."]:
            self.write(sentence)

    def then(self, what: str) -> None:
        try:
            self.fight.then(what)
        except BadInput as bad:
            self.write(f"  {bad}")

    @property
    def possible(self) -> str:
        """Only what can be done now."""
        return ", ".join([*self.fight.can_then, STORY, "undo", "log", "edit or quit"])
