"""Parties in the browser: the host's alone, made of an encounter's people, sheets to print."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from affray.table.parties import make, sheets
from affray.table.web.forms import read_wanted, takes
from affray.table.web.guard import is_form
from affray.table.web.seated import InLobby
from affray.table.web.sent import Sent

Name = Annotated[str, Field(max_length=100)]


class NewParty(BaseModel):
    """Those who fight on the first side of an encounter, under a name of their own."""

    model_config = ConfigDict(extra="forbid")

    encounter: Name
    name: Name


class PartyMade(Sent):
    """A new party, by the name its page and its file have."""

    name: str


def add_parties(app: FastAPI, pages: Jinja2Templates) -> None:
    def page(request: Request, party: str, lobby: InLobby) -> Response:
        """Everybody's sheet, to be read or printed."""
        return pages.TemplateResponse(request, "party.html", sheets(lobby, party))

    at = "/parties/{party}"
    app.add_api_route(at, page, response_class=HTMLResponse, include_in_schema=False)
    made: dict[str, Any] = {"status_code": 201, "response_model": PartyMade}
    app.add_api_route("/parties", new, methods=["POST"], **made, **takes(NewParty))


async def new(request: Request, lobby: InLobby) -> Response:
    """Make a party: its name for a program, its sheets for a form."""
    wanted = await read_wanted(request, NewParty, '{"encounter": "ruleset/name", "name": "name"}')
    name = await run_in_threadpool(make, lobby, wanted.encounter, wanted.name.strip())
    if is_form(request):
        return RedirectResponse(f"/parties/{quote(name)}", 303)
    return JSONResponse(PartyMade(name=name).model_dump(), 201)
