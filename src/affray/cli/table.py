"""`table`: the web table, on this machine alone unless told otherwise; links to its fights."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from affray.book.errors import BadInput
from affray.book.plain import plain
from affray.files.atomic import put_in_place
from affray.files.lock import Lock
from affray.files.saves import folder
from affray.table.backups import KEPT, MINUTES, Copies, back_up, restore
from affray.table.holding import FILE, glance, hold
from affray.table.lobby import Lobby
from affray.table.preparing import Preparer
from affray.table.salvage import salvage
from affray.table.web.app import create_app

HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 20
LOOPBACK = (HOST, "localhost")
SECONDS_TO_LEAVE = 2


ADDRESS = "address"
"""In the data folder: where the table was opened last, so that links can be made beside it."""


COMPILING = "Compiling the rules in the background: odds are slower until then."


def open_table(
    host: str,
    port: int | None,
    data: Path | None,
    browser: bool,
    compiles: bool = True,
    copies: CopyPlan | None = None,
) -> None:
    """Serve until Ctrl-C; every fight is on the disk at any moment, so that is a safe end."""
    kept = data or _usual_folder()
    listening = _listen(host, port)
    address = f"http://{_called(host)}:{listening.getsockname()[1]}/"
    with hold(kept) as held:
        _serve(kept, host, listening, address, held, browser, compiles, copies or CopyPlan())


@dataclass(frozen=True)
class CopyPlan:
    """How often a copy is taken while the table is open, and how many stay; 0 minutes: never."""

    minutes: float = MINUTES
    kept: int = KEPT


def _serve(
    kept: Path,
    host: str,
    listening: socket.socket,
    address: str,
    held: Lock,
    browser: bool,
    compiles: bool,
    plan: CopyPlan,
) -> None:
    preparer = Preparer(_say_once(COMPILING)) if compiles else None
    hosts = LOOPBACK if host in LOOPBACK else ("*",)
    app = create_app(kept, hosts, address, preparer=preparer)
    put_in_place(kept / ADDRESS, address)
    held.say(address)
    copies = Copies(kept / FILE, plan.minutes * 60, plan.kept, _complain)
    if plan.minutes:
        copies.start()
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
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # to end as Ctrl-C does, cleanly
    try:
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])
    finally:
        copies.close()
        held.say()  # from here on no log is missed
        app.state.lobby.store.close()


def _complain(line: str) -> None:
    print(f"affray: {line}", file=sys.stderr, flush=True)


def _say_once(text: str) -> Callable[[], None]:
    """For every game that has to be compiled the same is true."""
    left = [text]
    return lambda: print(left.pop(), flush=True) if left else None


def show_fights(data: Path | None) -> None:
    """Every fight of a table, the latest first."""
    cards = _lobby(data).store.cards()
    for card in cards:
        over = (", over" if card.finished else "") + (", put away" if card.put_away else "")
        line = f"{card.id}  {card.title} ({card.ruleset}), begun {card.created[:16]}{over}"
        print(plain(line))  # a title may come from a browser
    if not cards:
        print("no fights yet: affray table")


def show_links(data: Path | None, fight: str) -> None:
    """Fresh links to a fight; for whoever can read its folder, as a lost cookie has no copy."""
    lobby = _lobby(data)
    if fight not in [card.id for card in lobby.store.cards()]:
        raise BadInput(f"no fight is called {fight!r}; affray table --fights lists them")
    address = lobby.store.path.parent / ADDRESS
    base = address.read_text(encoding="utf-8") if address.exists() else f"http://{HOST}:{PORT}/"
    for link in lobby.links(fight, base):
        print(f"{link['name']}: {link['link']}")


def _lobby(data: Path | None) -> Lobby:
    kept = data or _usual_folder()
    if not (kept / FILE).exists():
        raise BadInput("holds no fights", file=kept)
    looking = glance(kept)
    try:
        return Lobby(kept)
    finally:
        if looking:
            looking.close()


def make_backup(data: Path | None, file: Path) -> None:
    """A whole copy of all fights, while a server runs too."""
    kept = data or _usual_folder()
    back_up(kept / FILE, file)
    print(f"wrote {file}: all fights of {kept}")


def bring_back(data: Path | None, file: Path) -> None:
    """A copy takes the place of all fights; those that were there are put aside."""
    kept = data or _usual_folder()
    aside = restore(kept, file)
    print(f"{kept} holds what is in {file} now; what was there lies in {aside}")


def write_salvaged(data: Path | None, folder: Path) -> None:
    """What can still be read of a damaged table, a save a fight."""
    kept = data or _usual_folder()
    if not (kept / FILE).exists():
        raise BadInput("holds no fights", file=kept)
    with hold(kept, needs_log=False):
        for line in salvage(kept / FILE, folder):
            print(line)


def _usual_folder() -> Path:
    return folder().parent / "table"


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
