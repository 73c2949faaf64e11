"""What cannot be read as it is kept, and whose trouble that is."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

DAMAGE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError)
"""What comes of a row whose fields are not what was written there."""

journal = logging.getLogger("affray.table")


class Damaged(Exception):
    """What is kept of a fight cannot be read."""


@contextmanager
def reading(fight: str) -> Iterator[None]:
    """A damaged row is the trouble of its fight alone; the log of the server says more."""
    try:
        yield
    except DAMAGE as bad:
        journal.exception("what is kept of fight %r cannot be read", fight)
        raise Damaged("this fight cannot be read as it is kept; the host must look") from bad
