"""How deadly a fight is, as the start page asks for it and is told: the host's alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, HTTPException, Query, Request
from starlette.concurrency import run_in_threadpool

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.fight.players import usual_player
from affray.lab.forecast import Outlook, ShareInterval
from affray.table.forecasting import THINKER, USUAL, WELL, Forecasts
from affray.table.jobs import Came
from affray.table.web.odds import AGAIN, waited_for
from affray.table.web.seated import InLobby
from affray.table.web.sent import Sent
from affray.table.workers import NOBODYS


class Percent(Sent):
    """A share in percent, and its 95 % interval."""

    p: float
    low: float
    high: float


class Falls(Sent):
    """How often somebody no longer stands at the end."""

    name: str
    share: Percent


class Outlooked(Sent):
    """What is to be expected of a fight that is played like that."""

    player: str
    fights: int
    win: Percent
    falls: list[Falls]
    rounds: int
    rounds_at_most: int


class ForecastSent(Sent):
    """Of one fight: as usually played, and well played; `more` where more can be worked out."""

    side: str
    usual: Outlooked | None
    well: Outlooked | None
    minutes: int | None
    more: bool


Name = Annotated[str, Query(max_length=200)]


async def forecast(
    request: Request, lobby: InLobby, encounter: Name, party: Name = "", more: bool = False
) -> ForecastSent:
    """What is known of a fight; with `more` something more is worked out first. It is left where
    nobody waits for it, and kept once it is there."""
    found = await run_in_threadpool(lobby.to_fight, encounter, party)
    return await forecast_of(request, lobby.forecasts, found, more)


async def forecast_of(
    request: Request, forecasts: Forecasts, found: Encounter, more: bool
) -> ForecastSent:
    """The same of an encounter that was read already."""
    is_compiled = found.ruleset.slug in request.app.state.workers.compiled
    job = await run_in_threadpool(forecasts.next_job, found, is_compiled) if more else None
    if job is not None:
        ticket = request.app.state.workers.ask(job, False, NOBODYS)
        result = await waited_for(request, ticket)
        result.require_worked()
        if result.came is Came.REFUSED:
            raise BadInput(result.why)
        if result.came is not Came.FOUND or result.data is None:
            raise HTTPException(429, "this takes long; ask again in a while", AGAIN)
        await run_in_threadpool(forecasts.take, found, job, result.data)
    return await run_in_threadpool(told, forecasts, found, is_compiled)


def told(forecasts: Forecasts, encounter: Encounter, is_compiled: bool) -> ForecastSent:
    known = forecasts.known(encounter)
    usual, well = known.get(USUAL), known.get(WELL)
    return ForecastSent(
        side=encounter.sides[0],
        usual=_told(usual_player(encounter.ruleset), usual) if usual else None,
        well=_told(THINKER.partition(":")[0], well) if well else None,
        minutes=usual.minutes if usual else None,
        more=forecasts.next_job(encounter, is_compiled) is not None,
    )


def _told(player: str, outlook: Outlook) -> Outlooked:
    return Outlooked(
        player=player,
        fights=outlook.fights,
        win=_percent(outlook.win),
        falls=[Falls(name=name, share=_percent(share)) for name, share in outlook.falls.items()],
        rounds=outlook.round_by(1 / 2),
        rounds_at_most=outlook.round_by(9 / 10),
    )


def _percent(share: ShareInterval) -> Percent:
    p, low, high = share
    return Percent(p=100 * p, low=100 * low, high=100 * high)


def add_forecast(app: FastAPI) -> None:
    app.add_api_route("/forecast", forecast)
