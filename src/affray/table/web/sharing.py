"""Letting people in: the switch to the local network, and links for a table, a seat, a watcher."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import segno
from fastapi import FastAPI, Request, Response
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictStr
from starlette.concurrency import run_in_threadpool

from affray.table import joining
from affray.table.web.entrance import Entrance, host_name, is_local, netloc
from affray.table.web.network import Network
from affray.table.web.protocol import Acknowledged
from affray.table.web.protocol_joining import Invited, NetworkShown
from affray.table.web.seated import Asking, InLobby, TheGuest, keep_seats

QUIET_ZONE = 3


class NetworkSwitch(BaseModel):
    """Whether the table is open to the local network from now on."""

    model_config = ConfigDict(extra="forbid")

    open: StrictBool


class NewInvite(BaseModel):
    """A link to a fight's free seats, or to look on; `renew` ends the one given out before."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["play", "watch"] = "play"
    renew: StrictBool = False


class HandOver(BaseModel):
    """Whose seat the game master hands over; a player hands over their own."""

    model_config = ConfigDict(extra="forbid")

    seat: Annotated[StrictStr, Field(max_length=200)] = ""


def add_sharing(app: FastAPI) -> None:
    app.add_api_route("/network", network, response_model=NetworkShown)
    app.add_api_route("/network", switch, methods=["POST"], response_model=NetworkShown)
    at = "/fights/{fight}"
    app.add_api_route(f"{at}/invite", invite, methods=["POST"], response_model=Invited)
    app.add_api_route(f"{at}/hand-over", hand_over, methods=["POST"], response_model=Invited)
    app.add_api_route(f"{at}/leave", leave, methods=["POST"], response_model=Acknowledged)


async def network(request: Request) -> NetworkShown:
    """Whether the table is open to the local network; the host's alone, as every route is that
    the door does not name."""
    state = request.app.state
    entrance: Entrance = state.entrance
    if entrance.is_open:
        return NetworkShown(open=True, from_start=True, address=state.address, problem="", note="")
    found: Network = state.network
    problem = "" if found.is_open else await run_in_threadpool(found.problem)
    return NetworkShown(
        open=found.is_open,
        from_start=False,
        address=found.address,
        problem=problem,
        note=found.note,
    )


async def switch(request: Request, wanted: NetworkSwitch) -> NetworkShown:
    """Open the table to the local network, or close it: whoever came from there is out then."""
    found: Network = request.app.state.network
    entrance: Entrance = request.app.state.entrance
    if not entrance.is_open:
        if wanted.open:
            await found.open(request.app, int((request.scope.get("server") or ("", 0))[1] or 0))
        else:
            found.close()
    return await network(request)


async def invite(request: Request, asking: Asking, wanted: NewInvite, lobby: InLobby) -> Invited:
    """The one link of a fight, for whoever comes; or the one to look on."""
    code = await run_in_threadpool(joining.invite, lobby, asking, wanted.kind, wanted.renew)
    return _invited(request, code)


async def hand_over(request: Request, asking: Asking, wanted: HandOver, lobby: InLobby) -> Invited:
    """A link that gives one's seat to whoever opens it first."""
    code = await run_in_threadpool(joining.hand_over, lobby, asking, wanted.seat)
    return _invited(request, code)


def _invited(request: Request, code: str) -> Invited:
    link = f"{to_give_out(request)}t/{joining.shown_code(code)}"
    drawn = segno.make(link, micro=False)
    qr = drawn.svg_data_uri(scale=8, border=QUIET_ZONE, dark="#17181b", light="#fff")
    return Invited(link=link, qr=qr)


async def leave(
    request: Request, answer: Response, asking: Asking, lobby: InLobby, guest: TheGuest
) -> Any:
    """Give one's seat back."""
    await run_in_threadpool(joining.give_back, lobby, asking)
    left = {n: token for n, token in guest.held.items() if n != asking.n}
    keep_seats(request, answer, guest.fight, left)
    await lobby.ring(asking.kept.id)
    return Acknowledged(ok=True)


def to_give_out(request: Request) -> str:
    """Where links lead: what this browser calls us by, unless only this machine can follow that
    and there is an address the others can. A proxy may keep to itself that it speaks TLS."""
    state, here = request.app.state, str(request.base_url)
    address = str(state.address)
    if not _is_here(here):
        return address if netloc(here) == netloc(address) else here
    beyond = "" if _is_here(address) else address
    return str(state.network.address) or beyond or here


def _is_here(address: str) -> bool:
    return is_local(host_name(netloc(address)))
