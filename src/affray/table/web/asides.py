"""Saying something beside the table, and measuring on its map."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import FastAPI, HTTPException, Query, Request
from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr
from starlette.concurrency import run_in_threadpool

from affray.table.asides import Aside
from affray.table.game import Refused, require_seat
from affray.table.limits import Paces
from affray.table.lobby import Seated
from affray.table.ruler import measure, size_of
from affray.table.telling import say
from affray.table.web.protocol import Acknowledged
from affray.table.web.protocol_live import Measured
from affray.table.web.seated import Asking, InLobby

MOST_LETTERS = 500
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+")
"""Letters that move others about instead of being read."""


class Ping(BaseModel):
    """A finger on the map, in the unit of its board; on a board of places x is the place."""

    model_config = ConfigDict(extra="forbid")

    do: Literal["ping"]
    x: Annotated[StrictInt, Field(ge=0, le=10_000)]
    y: Annotated[StrictInt, Field(ge=0, le=10_000)] = 0


class Whisper(BaseModel):
    """A word for one other seat, by its number, and for nobody else."""

    model_config = ConfigDict(extra="forbid")

    do: Literal["whisper"]
    to: Annotated[StrictInt, Field(ge=0, le=1000)]
    text: Annotated[StrictStr, Field(max_length=MOST_LETTERS)]


EndQuery = Annotated[str, Query(max_length=200)]
AsideMessage = Annotated[Ping | Whisper, Field(discriminator="do")]


def add_asides(app: FastAPI) -> None:
    app.state.aside_paces = Paces(app.state.limits.asides)
    app.add_api_route(
        "/fights/{fight}/asides", aside, methods=["POST"], response_model=Acknowledged
    )
    app.add_api_route("/fights/{fight}/distance", distance, response_model=Measured)


async def aside(
    request: Request, asking: Asking, said: AsideMessage, lobby: InLobby
) -> Acknowledged:
    """Point at the map for all to see, or say something to one person."""
    require_seat(asking.chair)
    _keep_pace(request, asking)
    words, chairs = _point(asking, said) if isinstance(said, Ping) else _whisper(asking, said)
    await run_in_threadpool(say, lobby.store.database, asking.kept, words, chairs)
    await lobby.ring(asking.kept.id)
    return Acknowledged(ok=True)


def distance(asking: Asking, a: EndQuery, b: EndQuery) -> Measured:
    """How far it is between two creatures or points (x,y), by the game's own rule."""
    kept = asking.kept
    with kept.lock:
        found = measure(kept.game, kept.chairs[asking.n], a, b)
    return Measured.model_validate(found)


def _keep_pace(request: Request, asking: Seated) -> None:
    paces: Paces = request.app.state.aside_paces
    wait = paces.wait((asking.kept.id, asking.n))
    if wait:
        why = "not so fast: what is said beside the table is counted"
        raise HTTPException(429, why, {"Retry-After": str(int(wait) + 1)})


Spoken = tuple[Aside, Sequence[int]]
"""What is said, and to which chairs."""


def _point(asking: Seated, said: Ping) -> Spoken:
    wide, tall = size_of(asking.kept.game)
    for name, found, most in (("x", said.x, wide), ("y", said.y, tall)):
        if found > most:
            raise Refused(f"{name}: found {found}, expected 0 to {most}")
    by = asking.kept.chairs[asking.n].called
    return Aside("ping", by, x=said.x, y=said.y), range(len(asking.kept.chairs))


def _whisper(asking: Seated, said: Whisper) -> Spoken:
    chairs = asking.kept.chairs
    others = [chair.n for chair in chairs if chair.n != asking.n and not chair.watches]
    if said.to not in others:
        listed = ", ".join(map(str, others))
        raise Refused(f"to: found {said.to}, expected the number of another seat ({listed})")
    text = UNSEEN.sub(" ", said.text).strip()
    if not text:
        raise Refused("text: found nothing, expected some words")
    by, to = chairs[asking.n].called, chairs[said.to].called
    return Aside("whisper", by, to, text), (asking.n, said.to)
