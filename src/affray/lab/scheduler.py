"""Where a Dask scheduler is, as a person says it (extra `cluster`)."""

from __future__ import annotations

import logging
import re

from affray.book.errors import BadInput

ADDRESS = re.compile(r"dask://(\[[\da-fA-F:.]+\]|[^\s/:@\[\]]+):(\d{1,5})")
MOST_PORT = 65_535


def scheduler_at(said: str, field: str) -> str:
    """Its address as Dask takes it, where Dask is here at all."""
    found = ADDRESS.fullmatch(said)
    if found is None or not 1 <= int(found[2]) <= MOST_PORT:
        raise BadInput(f"found {said!r}, expected dask://HOST:PORT", field=field)
    try:
        import distributed  # noqa: F401
    except ModuleNotFoundError:
        problem = "a cluster needs Dask, which is not here: pip install 'affray[cluster]'"
        raise BadInput(problem, field=field) from None
    _quieten()
    return f"tcp://{found[1]}:{found[2]}"


def lost_by() -> tuple[type[BaseException], ...]:
    """What a client raises whose scheduler is no more."""
    from concurrent.futures import CancelledError

    from distributed.client import FutureCancelledError
    from distributed.comm.core import CommClosedError

    return (CancelledError, FutureCancelledError, CommClosedError, OSError)


def _quieten() -> None:
    """What matters is said here. Dask gives some of its loggers levels of their own."""
    for name in [*logging.root.manager.loggerDict, "distributed"]:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
