"""Where a store's rows lie: in a file that one server has, or on a PostgreSQL server for many."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import sqlalchemy as sql

from affray.table.rows import Rows

FORMAT = 8
"""How many revisions there are (`migrations/`); what is of a later format is refused."""

REVISION = f"{FORMAT:04}"

SECONDS_FOR_A_TURN = 30
"""Whoever wants to write waits so long for those who do."""

Writing = Callable[[Rows], None]
"""What is written in one transaction."""

News = dict[str, Any]
"""What one server of a store tells the others: of which fight (`fight`), and what (`what`)."""

LOST = "lost"
"""What is heard when the line was cut: what was told in the meantime nobody knows."""

Heard = Callable[[News], None]


class Database(ABC):
    """What a store needs of one; a transaction that is written has reached the disk."""

    is_shared: bool
    """Whether other servers may write to it at any moment."""

    engine: sql.Engine

    tape_before: str
    """The query for all entries of a fight before one, as one text."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[sql.Connection]:
        """A connection to ask with."""

    @abstractmethod
    def asked(self, query: str, *given: Any) -> Any:
        """The first row of what is asked all the time."""

    @abstractmethod
    def write(self, writing: Writing) -> None:
        """Return when it is kept; what it raises itself undoes it alone."""

    @abstractmethod
    def owning(self, fight: str) -> AbstractContextManager[None]:
        """A fight is no other server's for so long; whoever has it already may have it again."""

    @abstractmethod
    def require(self) -> None:
        """Raise Lost where what is kept would not stay."""

    @abstractmethod
    def health(self) -> str:
        """What is wrong, if anything, after a real small write."""

    @abstractmethod
    def version(self) -> int:
        """A number that moves when another program has written, where nobody tells of it."""

    @abstractmethod
    def tell(self, news: News, within: Rows | None = None) -> None:
        """Let the other servers hear of it; `within` a transaction, once that is kept."""

    @abstractmethod
    def listen(self, heard: Heard) -> None:
        """Have everything told that other servers tell, until this is closed."""

    @abstractmethod
    def close(self) -> None:
        """Whoever uses it after that opens it anew."""
