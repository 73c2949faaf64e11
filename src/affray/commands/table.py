"""`table`: the web table, on this machine alone unless told otherwise."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

import uvicorn

from affray.errors import BadInput
from affray.saves import folder
from affray.table.app import create_app

PORT = 8000
PORTS_TRIED = 20
LOOPBACK = ("127.0.0.1", "localhost")
SECONDS_TO_LEAVE = 2


def open_table(host: str, port: int | None, data: Path | None, browser: bool) -> None:
    """Serve until Ctrl-C; every fight is on the disk at any moment, so that is a safe end."""
    app = create_app(data or folder().parent / "table", LOOPBACK if host in LOOPBACK else ("*",))
    listening = _listen(host, port)
    address = f"http://{_called(host)}:{listening.getsockname()[1]}/"
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws="websockets-sansio",
        ws_ping_interval=20,
        timeout_graceful_shutdown=SECONDS_TO_LEAVE,
    )
    print(f"The table is open at {address}  (Ctrl-C closes it)", flush=True)
    if browser and _has_screen():
        opening = threading.Timer(0.5, webbrowser.open, [address])
        opening.daemon = True
        opening.start()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def _called(host: str) -> str:
    """What browsers call it; links are made from that, so the whole network must know it."""
    if host in ("0.0.0.0", "::"):
        return _on_the_network()
    return f"[{host}]" if ":" in host else host


def _on_the_network() -> str:
    """This machine's address towards the others; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _has_screen() -> bool:
    """On a machine without one, a browser would be a text browser in this very terminal."""
    shows = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform != "linux" or any(os.environ.get(name) for name in shows)


def _listen(host: str, port: int | None) -> socket.socket:
    """The port a person named, or the first that is free."""
    tried = range(PORT, PORT + PORTS_TRIED) if port is None else [port]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for one in tried:
        try:
            made = socket.create_server((host, one), family=family)
            # said to be TCP, or asyncio leaves Nagle on and every answer waits 40 ms
            return socket.socket(family, made.type, socket.IPPROTO_TCP, fileno=made.detach())
        except OSError as bad:
            problem = bad.strerror or str(bad)
    where = f"{tried[0]} to {tried[-1]}" if len(tried) > 1 else str(tried[0])
    raise BadInput(f"cannot listen at {host}, port {where} ({problem})", field="--port")
