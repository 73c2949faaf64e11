"""The switch: the table opened to the local network and closed again while it runs.

A second socket at this machine's own address there, served by the same application. Whoever
comes in by it is a guest like any other from outside: the host's key or a link is wanted.

What the host chose lies in the data folder: a table that was open is open again when it starts,
at the same address, so that links given out lead there. In another network it stays closed, for
nobody has chosen to be seen there.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI
from starlette.requests import HTTPConnection

from affray.files.atomic import put_in_place
from affray.table.game import Refused
from affray.table.web.connections import config_of
from affray.table.web.entrance import is_local, plain_address

NO_ADDRESS = "this computer is in no local network now: connect it to one first"
NOT_LOCAL = (
    "{address} can be reached from the whole internet, not from your network alone; "
    "affray table --host opens the table there (docs/hosting.md)"
)

KEPT = "network"
"""In the data folder: where the table was opened to the network, while it is to be."""

AGAIN = "Open to your network again at {address} (Share closes it)."
MOVED = (
    "Open to your network again, but at {address}: {before} was taken. "
    "Links and QR codes given out before lead nowhere; Share has new ones."
)
CLOSED = (
    "The table was open to the network at {before} and is closed again: {why}. "
    "Share, in a fight's menu, opens it; links made then lead there."
)
ELSEWHERE = "this computer's address is {address} now, in what may be another network"


def own_address() -> str:
    """This machine's address towards the others; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def listen_at(host: str, port: int) -> socket.socket:
    """A socket said to be TCP, or asyncio leaves Nagle on and every answer waits 40 ms."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.create_server((host, port), family=family)
    return socket.socket(family, made.type, socket.IPPROTO_TCP, fileno=made.detach())


class Network:
    """Open or closed; `find` tells this machine's address, and nothing where it has none.

    `note` is what the host should know of how it stands since the table was started.
    """

    def __init__(self, find: Callable[[], str] = own_address, allows_local: bool = False) -> None:
        self._find = find
        self._kept: Path | None = None
        self.note = ""
        self._allows_local = allows_local
        self._serving: tuple[uvicorn.Server, socket.socket] | None = None
        self._known: set[tuple[str, int]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self.address = ""

    @property
    def is_open(self) -> bool:
        return self._serving is not None

    def is_from(self, asked: HTTPConnection) -> bool:
        """Whether somebody came in by it; also by one that is being closed."""
        host, port = asked.scope.get("server") or ("", 0)
        return (plain_address(str(host)), port) in self._known

    def problem(self) -> str:
        """Why it cannot be opened, if so."""
        host = self._find()
        if not host or (is_local(host) and not self._allows_local):
            return NO_ADDRESS
        return NOT_LOCAL.format(address=host) if ipaddress.ip_address(host).is_global else ""

    async def open(self, app: FastAPI, port: int) -> None:
        """Whoever is in the same network can knock from now on; at the same port if it is free."""
        if self._serving is not None:
            return
        problem = self.problem()
        if problem:
            raise Refused(problem)
        listening = _first_free(self._find(), port)
        host, bound = listening.getsockname()[:2]
        server = uvicorn.Server(config_of(app, lifespan="off"))
        server.config.load()
        server.lifespan = server.config.lifespan_class(server.config)
        self._known.add((plain_address(host), bound))
        self._serving = (server, listening)
        self.address = f"http://{host}:{bound}/"
        await server.startup(sockets=[listening])
        self.note = ""
        if self._kept is not None:
            put_in_place(self._kept, self.address)

    async def open_again(self, app: FastAPI, folder: Path) -> str:
        """As the host left it when the table was last open; what there is to say of it."""
        self._kept = folder / KEPT
        before = self._kept.read_text(encoding="utf-8").strip() if self._kept.exists() else ""
        if not before:
            return ""
        why = self._why_not(before)
        if not why:
            try:
                await self.open(app, urlsplit(before).port or 0)
            except Refused as refused:
                why = str(refused)
        if why:
            self.note = CLOSED.format(before=before, why=why)
        elif self.address != before:
            self.note = MOVED.format(address=self.address, before=before)
        return self.note or AGAIN.format(address=self.address)

    def _why_not(self, before: str) -> str:
        host = self._find()
        is_same = host == (urlsplit(before).hostname or "")
        return self.problem() or ("" if is_same else ELSEWHERE.format(address=host))

    def close(self) -> None:
        """The host wants nobody from there any more, also when the table starts again."""
        self.note = ""
        if self._kept is not None:
            self._kept.unlink(missing_ok=True)
        self._shut()

    def _shut(self) -> None:
        """Nobody new comes in, whoever is there is shown out; one of them may be who asks."""
        if self._serving is None:
            return
        server, listening = self._serving
        self._serving, self.address = None, ""
        ending = asyncio.get_running_loop().create_task(server.shutdown(sockets=[listening]))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def closed(self) -> None:
        """Until nobody of them is left."""
        self._shut()
        await asyncio.gather(*self._ending)


def _first_free(host: str, port: int) -> socket.socket:
    for one in (port, 0):
        try:
            return listen_at(host, one)
        except OSError as bad:
            problem = bad.strerror or str(bad)
    raise Refused(f"cannot listen at {host} ({problem})")
