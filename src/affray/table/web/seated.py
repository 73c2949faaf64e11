"""Who is asking: the seats whose links a browser opened, and what one of them sees."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from affray.book.whole import read_whole
from affray.table.chairs import Invite
from affray.table.game import NotYours
from affray.table.lobby import COOKIE, Lobby, Seated, split_tokens
from affray.table.logs import as_json
from affray.table.looks import Look
from affray.table.preparing import Preparer
from affray.table.web.guard import without_paths

HOST_COOKIE = "affray-host"
COOKIE_SECONDS = 180 * 24 * 3600
SEAT_HEADER = "affray-seat"
"""Which of several seats a page speaks for; pages and live lines say it as `?seat=`."""

HAS_HEADER, LINE_HEADER = "affray-has", "affray-line"
"""The number of what a page has seen; what it calls its live line."""


@dataclass(frozen=True)
class Guest:
    """Whoever asks, as the door found them: whether they are the host, or have a seat somewhere;
    of the fight they ask about, the tokens by chair that they hold, and those a link brings."""

    is_host: bool
    fight: str = ""
    held: dict[int, str] = field(default_factory=dict)
    brought: dict[int, str] = field(default_factory=dict)
    is_seated: bool = False
    invite: Invite | None = None
    """What a short link is for, where they came by one."""

    def chair(self, asked: HTTPConnection) -> int:
        """The seat this request is for: the one it names, or the first that was taken."""
        named = asked.headers.get(SEAT_HEADER) or asked.query_params.get("seat", "")
        n = read_whole(named) if named else next(iter(self.held), None)
        if n is None or n not in self.held:
            raise NotYours("open the link of your seat first")
        return n


async def the_guest(request: Request) -> Guest:
    guest: Guest = request.state.guest
    return guest


TheGuest = Annotated[Guest, Depends(the_guest)]


async def the_lobby(request: Request) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


InLobby = Annotated[Lobby, Depends(the_lobby)]


async def who_asks(request: Request, fight: str, lobby: InLobby, guest: TheGuest) -> Seated:
    """The seat a page speaks for, among those whose links this browser opened.

    A thread is asked only where there is something to load: changing hands costs, too.
    """
    n = guest.chair(request)
    if fight in lobby.housed and not lobby.store.is_shared:
        return lobby.seated(fight, n)
    return await run_in_threadpool(lobby.seated, fight, n)


Asking = Annotated[Seated, Depends(who_asks)]


def token_in(link: str) -> str:
    return link.partition("?as=")[2]


def tokens_of(cookies: Mapping[str, str], fight: str) -> list[str]:
    return split_tokens(cookies.get(COOKIE + fight, ""))


def keep_seats(request: Request, answer: Response, fight: str, held: Mapping[int, str]) -> None:
    """Let the browser hold these seats of a fight, in the order they were taken."""
    keep_cookie(request, answer, COOKIE + fight, ".".join(held.values()))


def keep_cookie(request: Request, answer: Response, name: str, value: str) -> None:
    answer.set_cookie(
        name, value, max_age=COOKIE_SECONDS, httponly=True, samesite="lax",
        secure=request.url.scheme == "https",
    )  # fmt: skip


def view_of(
    asked: HTTPConnection, asking: Seated, has: int | None = None, just_done: bool = False
) -> str:
    """How the fight stands for a seat now, as JSON: a `View`; or, for one who has an earlier one,
    the `Changes` since, where they are known."""
    if has is not None:
        asking.kept.tell_changes(asking.n)
    return seen_in(asked, asking, asking.kept.look(asking.n, just_done), has)


def seen_in(asked: HTTPConnection, asking: Seated, look: Look, has: int | None) -> str:
    """The same for a look that was drawn already."""
    preparer: Preparer = asked.app.state.preparer
    lobby: Lobby = asked.app.state.lobby
    now = {
        "compiled": preparer.is_compiled(asking.kept.card.ruleset),
        "present": lobby.present(asking.kept),
    }
    look = _without_paths(asked, look)
    changes = None if has is None else look.changes(has, **now)
    return look.json(**now) if changes is None else changes


def _without_paths(asked: HTTPConnection, look: Look) -> Look:
    """What the game master is told of the party's file names folders of the server's."""
    party = look.parts["party"]
    if party == "null":
        return look
    shown = json.loads(party)
    told = without_paths(asked, shown["told"])
    return replace(look, parts={**look.parts, "party": as_json({**shown, "told": told})})


def as_sent(text: str) -> Response:
    """What is JSON already, of a model that stands in the papers of its route."""
    return Response(text, media_type="application/json")
