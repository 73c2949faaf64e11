"""Who is asking: the seat whose link a browser opened, and what it sees."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from affray.table.lobby import COOKIE, Lobby, Seated
from affray.table.preparing import Preparer
from affray.table.web.protocol import View


def the_lobby(request: Request) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


InLobby = Annotated[Lobby, Depends(the_lobby)]


def who_asks(request: Request, fight: str, lobby: InLobby) -> Seated:
    """The seat whose link this browser opened."""
    return lobby.seated(fight, request.cookies.get(COOKIE + fight, ""))


Asking = Annotated[Seated, Depends(who_asks)]


def view_of(request: Request, asking: Seated) -> View:
    """How the fight stands for a seat now."""
    preparer: Preparer = request.app.state.preparer
    compiled = preparer.is_compiled(asking.game.card.ruleset)
    return View.model_validate({**asking.kept.look(asking.n), "compiled": compiled})
