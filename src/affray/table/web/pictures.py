"""A picture of one's own: sent by the game master, fetched by who sees what it stands for."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from affray.files.pictures import read_picture
from affray.table.album import Album
from affray.table.lobby import Unknown
from affray.table.pictures import may_fetch, require_game_master, show
from affray.table.web.message import Name
from affray.table.web.protocol import Acknowledged
from affray.table.web.seated import Asking, InLobby

AS_IT_IS = {
    "Cache-Control": "private, max-age=31536000, immutable",  # its address names its content
    "Content-Encoding": "identity",  # it is packed already
    "Content-Disposition": "inline",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def add_pictures(app: FastAPI) -> None:
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    takes = {"requestBody": {"required": True, "content": content}}
    app.add_api_route(
        "/fights/{fight}/pictures", send, methods=["POST"], status_code=201,
        response_model=Acknowledged, openapi_extra=takes,
    )  # fmt: skip
    app.add_api_route("/fights/{fight}/pictures/{mark}", fetch, response_class=Response)


async def send(
    request: Request, asking: Asking, lobby: InLobby, creature: Annotated[Name, Query()] = ""
) -> Acknowledged:
    """Show a PNG, JPEG or WebP as a creature's token; without one, as the ground of the map."""
    require_game_master(asking.chair)
    body = await request.body()

    def shown() -> None:
        picture = read_picture(body, most=request.app.state.limits.body_bytes)
        show(asking.kept, asking.n, picture, creature)

    await run_in_threadpool(shown)
    await lobby.ring(asking.kept.id)
    return Acknowledged(ok=True)


def fetch(asking: Asking, mark: str) -> Response:
    """One that is in what this seat sees now."""
    kept = asking.kept
    found = Album(kept.store, kept.id).find(mark) if may_fetch(kept.look(asking.n), mark) else None
    if found is None:
        raise Unknown("there is no such picture here")
    kind, content = found
    return Response(content, media_type=kind, headers=AS_IT_IS)
