"""What a page posts to have a ruling read otherwise."""

from __future__ import annotations

from typing import Literal

from affray.table import rulings
from affray.table.keeping import Work
from affray.table.web.message import Message, Name


class RulingMessage(Message):
    """How a ruling is read from now on, or from the beginning with the same answers and dice."""

    do: Literal["ruling"]
    ruling: Name
    reading: Name
    since: Literal["now", "start"]

    def work(self) -> Work:
        is_anew = self.since == "start"
        return lambda s, chair: rulings.read_so(s, chair, self.ruling, self.reading, is_anew)


class RulingBackMessage(Message):
    """As it was before the last ruling was switched from the beginning."""

    do: Literal["ruling-back"]

    def work(self) -> Work:
        return rulings.as_before
