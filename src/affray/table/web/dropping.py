"""A file dropped on the start page: the host's alone, read like every other, put in its place."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from affray.book.home import home
from affray.table import collection
from affray.table.forking import take_in
from affray.table.game import GAME_MASTER, Refused
from affray.table.lobby import Lobby
from affray.table.web.door import DROPPED
from affray.table.web.guard import without_paths
from affray.table.web.protocol_joining import Added
from affray.table.web.seated import InLobby, keep_seats, token_in

LONGEST_NAME = 100
SUFFIX = ".toml"


def add_dropping(app: FastAPI) -> None:
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    takes = {"requestBody": {"required": True, "content": content}}
    app.add_api_route(
        DROPPED, drop, methods=["POST"], status_code=201, response_model=Added,
        response_model_exclude_unset=True, openapi_extra=takes,
    )  # fmt: skip


async def drop(
    request: Request,
    answer: Response,
    lobby: InLobby,
    name: Annotated[str, Query(min_length=1, max_length=LONGEST_NAME)],
) -> Added:
    """Take an encounter or a party in, under the name its file has; a saved fight as a fight of
    this table, and whoever brings it is its game master."""
    body = await request.body()
    if name.lower().endswith(SUFFIX):
        name = name[: -len(SUFFIX)] + SUFFIX
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as bad:
        raise Refused(f"{name}: is not text (byte {bad.start}), expected TOML in UTF-8") from None
    if not await run_in_threadpool(collection.is_saved, name, text):
        return Added(title=await run_in_threadpool(collection.keep, name, text))
    fight = await run_in_threadpool(take_in, lobby, name, text)
    (gm,) = await run_in_threadpool(lobby.links, fight, "", only_gm=True)
    keep_seats(request, answer, fight, {GAME_MASTER: token_in(gm["link"])})
    return Added(title=lobby.kept(fight).card.title, watch=f"/fights/{fight}/watch")


def own_files(request: Request, lobby: Lobby) -> dict[str, Any]:
    """What the start page lists of a person's own, and where that lies."""
    listed = [
        {**one.__dict__, "folder": one.folder, "problem": without_paths(request, one.problem)}
        for one in lobby.collection.listed()
    ]
    systems = {sample["ruleset"]: sample["system"] for sample in lobby.samples()}
    named = lobby.collection.named
    return {"own": listed, "systems": systems, "home": str(home()), "named": str(named or "")}
