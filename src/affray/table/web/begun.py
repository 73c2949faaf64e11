"""A fight was begun: links for a program, the game master's page for a form."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from affray.table.lobby import Lobby
from affray.table.web.guard import is_form
from affray.table.web.protocol_joining import Begun
from affray.table.web.sharing import to_give_out


async def begun(request: Request, lobby: Lobby, fight: str) -> Response:
    if is_form(request):
        # from where it is: by the name the browser calls us by, and as safely
        (gm,) = await run_in_threadpool(lobby.links, fight, "/", only_gm=True)
        return RedirectResponse(gm["link"], 303)
    gm, *seats = await run_in_threadpool(lobby.links, fight, to_give_out(request))
    made = Begun.model_validate({"id": fight, "gm": gm["link"], "seats": seats})
    return JSONResponse(made.model_dump(), 201)
