"""Commands as they come in: read, carried out by a thread, answered with what is seen then."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Annotated

from fastapi import Header, Request, Response
from pydantic import TypeAdapter, ValidationError
from starlette.background import BackgroundTask

from affray.table.lobby import Lobby, Seated
from affray.table.web.lean import asking_in, is_json
from affray.table.web.message import Message
from affray.table.web.messages import Command
from affray.table.web.seated import LINE_HEADER, Asking, InLobby, as_sent, view_of

READ: TypeAdapter[Message] = TypeAdapter(Command)
LONGEST_LINE = 40
"""Letters of what a page calls its live line."""


async def command(
    request: Request,
    asking: Asking,
    wanted: Command,
    lobby: InLobby,
    line: Annotated[str, Header(alias=LINE_HEADER, max_length=LONGEST_LINE)] = "",
) -> Response:
    """Do something; the answer comes when it is on the disk, and says how the fight stands now.

    To a page that says what it calls its live line, it says what has changed since the number the
    command was made at; and what is answered here is not said there again."""
    return await _carried_out(request, asking, wanted, lobby, line)


async def quick_command(request: Request) -> Response | None:
    """The same, read by hand."""
    line = request.headers.get(LINE_HEADER, "")
    if len(line) > LONGEST_LINE or not is_json(request):
        return None
    try:
        wanted = READ.validate_json(await request.body())
    except ValidationError:
        return None
    asking = await asking_in(request)
    return await _carried_out(request, asking, wanted, request.app.state.lobby, line)


async def _carried_out(
    request: Request, asking: Seated, wanted: Message, lobby: Lobby, line: str
) -> Response:
    has = wanted.seq if line else None

    def carried_out() -> str:
        if line:
            asking.kept.tell_changes(asking.n)
        work, said = wanted.work(), _mark(wanted)
        done = asking.kept.carry_out(asking.n, wanted.cmd_id, wanted.seq, work, said)
        lobby.has_said(asking, done["seq"], line)
        view = view_of(request, asking, has, just_done=True)
        return f'{{"seq":{done["seq"]},"view":{view}}}'

    loop = asyncio.get_running_loop()
    answer = as_sent(await loop.run_in_executor(lobby.hands, carried_out))
    answer.background = BackgroundTask(lobby.ring, asking.kept.id)
    return answer


def _mark(wanted: Message) -> str:
    """What tells this command from another that has come by the same id."""
    said = json.dumps(wanted.model_dump(exclude_unset=True), sort_keys=True, default=str)
    return hashlib.blake2b(said.encode(), digest_size=12).hexdigest()
