"""The odds of several plans by one request: a line of JSON each, the moment it is known.

A page asks for all it shows, what matters most first; the queue serves every line by turns, as
if each had been asked for by itself. Whoever hangs up calls off what has not come yet.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Annotated, Any

from fastapi import FastAPI, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, StrictBool

from affray.table.game import Refused
from affray.table.jobs import NobodyThere, Result
from affray.table.keeping import Stale
from affray.table.limits import USUAL
from affray.table.lobby import Seated
from affray.table.logs import as_json
from affray.table.preview import OddsRequest, odds_wanted
from affray.table.web.guard import plainly
from affray.table.web.message import Name
from affray.table.web.odds import NOT_YET, Odds, TooMany, most_seconds, put_in_order, until_gone
from affray.table.web.seated import Asking
from affray.table.web.sent import Sent
from affray.table.workers import Workers

NDJSON = "application/x-ndjson"
FAULT = "something went wrong here; the server's log says what"
log = logging.getLogger("affray.table")


class PlanAsked(BaseModel):
    """An offered plan with what is given of it; an urgent one is looked at now."""

    model_config = ConfigDict(extra="forbid")

    plan: Name
    target: Name | None = None
    given: Annotated[dict[Name, Name], Field(alias="with", max_length=62, default_factory=dict)]
    urgent: StrictBool = False


class OddsAsked(BaseModel):
    """Whose odds are wanted, what matters most first."""

    model_config = ConfigDict(extra="forbid")

    plans: Annotated[list[PlanAsked], Field(min_length=1, max_length=USUAL.plans_at_once)]


class OddsLine(Sent):
    """What became of one of the plans, by its place in what was asked: its odds, or why not."""

    k: int
    odds: Odds | TooMany | None
    error: str


async def odds_list(request: Request, asking: Asking, wanted: OddsAsked) -> StreamingResponse:
    """Odds of several plans: JSON by lines, each as soon as it is known."""
    looked_up = await put_in_order(request, _looked_up, asking, wanted.plans)
    lines = _Lines(request)
    for k, (asked, found) in enumerate(zip(wanted.plans, looked_up, strict=True)):
        lines.ask(k, found, asked.urgent)
    return StreamingResponse(lines.come(), media_type=NDJSON)


def _looked_up(asking: Seated, plans: list[PlanAsked]) -> list[OddsRequest | Refused]:
    """Each by itself, so that a command that comes meanwhile need not wait for all of them."""
    out: list[OddsRequest | Refused] = []
    for one in plans:
        try:
            about = (one.plan, one.target or None, one.given)
            out.append(odds_wanted(asking.kept, asking.n, *about))
        except Refused as bad:
            out.append(bad)
    return out


class _Lines:
    """Those who wait for their odds, and those who need not."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.workers: Workers = request.app.state.workers
        self.ready: list[bytes] = []
        self.waiting: dict[asyncio.Future[Any], tuple[int, OddsRequest]] = {}
        self.left = ExitStack()

    def ask(self, k: int, found: OddsRequest | Refused, is_urgent: bool) -> None:
        """Answer it now, or put it in line."""
        if isinstance(found, Refused):
            self.ready.append(self._refused(k, str(found)))
        elif found.known is not None:
            self.ready.append(_told(k, found.known))
        else:
            ticket = self.workers.ask(found.job, is_urgent, (found.kept.id, found.n))
            self.left.callback(ticket.leave)
            self.left.callback(found.kept.watch(found.n, found.seen, ticket.leave))
            self.waiting[asyncio.wrap_future(ticket.came)] = (k, found)

    async def come(self) -> AsyncIterator[bytes]:
        """Line by line, until all are told or nobody listens."""
        gone = asyncio.create_task(until_gone(self.request))
        self.left.callback(gone.cancel)
        with self.left:
            yield b""  # the head of the answer: whoever asks knows that it was heard
            for line in self.ready:
                yield line
            while self.waiting:
                patience = most_seconds(self.request)
                done, _ = await asyncio.wait(
                    [*self.waiting, gone], timeout=patience, return_when=asyncio.FIRST_COMPLETED
                )
                if gone in done:
                    return
                for line in self._come(done):
                    yield line

    def _come(self, done: set[asyncio.Future[Any]]) -> list[bytes]:
        """What is known now; where nothing came for so long, all others are told why."""
        if not done:
            rest, self.waiting = self.waiting, {}
            return [self._refused(k, NOT_YET) for k, _ in rest.values()]
        return [self._answer(*self.waiting.pop(one), one.result()) for one in done]

    def _answer(self, k: int, wanted: OddsRequest, result: Result) -> bytes:
        try:
            return _told(k, wanted.answer(result))
        except (Refused, Stale, NobodyThere) as why:
            return self._refused(k, str(why))
        except RuntimeError:
            log.exception("odds failed")
            return self._refused(k, FAULT)

    def _refused(self, k: int, why: str) -> bytes:
        return _line(OddsLine(k=k, odds=None, error=plainly(self.request, why)))


def _told(k: int, found: dict[str, Any] | None) -> bytes:
    """As a worker found it: nothing is read only to be written again."""
    odds = {"too_many": True} if found is None else found
    return f"{as_json({'k': k, 'odds': odds, 'error': ''})}\n".encode()


def _line(line: OddsLine) -> bytes:
    return f"{line.model_dump_json(exclude_unset=True)}\n".encode()


def add_odds_list(app: FastAPI) -> None:
    said: dict[int | str, dict[str, Any]] = {200: {"model": OddsLine, "content": {NDJSON: {}}}}
    app.add_api_route(
        "/fights/{fight}/odds", odds_list, methods=["POST"], response_class=StreamingResponse,
        responses=said,
    )  # fmt: skip
