"""`table`: the web table, on this machine alone unless told otherwise; links to its fights."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import uvicorn
from fastapi import FastAPI

from affray.book.errors import BadInput
from affray.book.plain import plain
from affray.files.atomic import put_in_place
from affray.files.lock import Lock
from affray.files.saves import folder
from affray.table.backups import KEPT, MINUTES, Copies, back_up, restore
from affray.table.holding import FILE, glance, hold
from affray.table.hostkey import HostKey
from affray.table.limits import USUAL, Limits
from affray.table.lobby import Lobby
from affray.table.preparing import Preparer
from affray.table.salvage import salvage
from affray.table.web.app import create_app
from affray.table.web.connections import counted
from affray.table.web.entrance import LOCAL, Entrance, host_name, is_local, plain_address

HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 20
ALL_ADDRESSES = ("0.0.0.0", "::", "")
SECONDS_TO_LEAVE = 2
FILES_BESIDES = 500
LONGEST_WORD = 1024
"""On a live line, where pages only listen."""


ADDRESS = "address"
"""In the data folder: where the table was opened last, so that links can be made beside it."""


COMPILING = "Compiling the rules in the background: odds are slower until then."


OPEN = """\
Everybody who can reach {address} can knock there; only who has a link comes in.
The host's link begins fights and reads your parties. Keep it: whoever opens it is the host.
    {link}
The links to the seats of a fight are made on its page. affray table --new-key ends the host's link.
What is sent is {sent}"""

PLAIN = "not encrypted: in a network you do not trust, use TLS (docs/hosting.md)."
THROUGH = "encrypted as far as the proxy or tunnel at that name does it."


def open_table(
    host: str,
    port: int | None,
    data: Path | None,
    browser: bool,
    compiles: bool = True,
    names: Sequence[str] = (),
    plan: CopyPlan | None = None,
) -> None:
    """Serve until Ctrl-C; every fight is on the disk at any moment, so that is a safe end."""
    kept = data or _usual_folder()
    called = [_read_name(name) for name in names]
    listening = _listen(host, port)
    address = _address(host, listening.getsockname()[1], called)
    with hold(kept) as held:
        entrance = _entrance(kept, listening.getsockname()[0], called)
        preparer = Preparer(_say_once(COMPILING)) if compiles else None
        app = create_app(kept, entrance, address, preparer=preparer)
        put_in_place(kept / ADDRESS, address)
        held.say(address)
        _welcome(address, entrance, browser)
        _serve(app, listening, held, Copies(kept / FILE, *(plan or CopyPlan()).numbers, _complain))


@dataclass(frozen=True)
class CopyPlan:
    """How often a copy is taken while the table is open, and how many stay; 0 minutes: never."""

    minutes: float = MINUTES
    kept: int = KEPT

    @property
    def numbers(self) -> tuple[float, int]:
        return self.minutes * 60, self.kept


def _welcome(address: str, entrance: Entrance, browser: bool) -> None:
    print(f"The table is open at {address}  (Ctrl-C closes it)", flush=True)
    link = f"{address}?key={entrance.key.text}" if entrance.is_open and entrance.key else address
    if entrance.is_open:
        sent = THROUGH if address.startswith("https") else PLAIN
        print(OPEN.format(address=address, link=link, sent=sent), flush=True)
    if browser and _has_screen():
        opening = threading.Timer(0.5, webbrowser.open, [link])
        opening.daemon = True
        opening.start()


def _serve(app: FastAPI, listening: socket.socket, held: Lock, copies: Copies) -> None:
    _have_room(USUAL)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # to end as Ctrl-C does, cleanly
    if copies.seconds:
        copies.start()
    try:
        with suppress(KeyboardInterrupt):
            uvicorn.Server(_config(app)).run(sockets=[listening])
    finally:
        copies.close()
        held.say()  # from here on no log is missed
        app.state.lobby.store.close()


def _complain(line: str) -> None:
    print(f"affray: {line}", file=sys.stderr, flush=True)


def _config(app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        **counted(USUAL),
        log_level="warning",
        ws_ping_interval=20,
        ws_per_message_deflate=False,  # a number is not worth a compressor a line
        ws_max_size=LONGEST_WORD,
        timeout_graceful_shutdown=SECONDS_TO_LEAVE,
    )


def _read_name(given: str) -> SplitResult:
    """A name the table is known by elsewhere: table.example.org, or with its https:// too."""
    try:
        found = urlsplit(given if "://" in given else f"//{given}")
        is_name = found.scheme in ("", "http", "https") and bool(host_name(found.netloc))
    except ValueError:
        is_name = False
    if not is_name or found.path.strip("/") or found.query or found.fragment:
        problem = f"found {given!r}, expected a name such as table.example.org or https://NAME"
        raise BadInput(problem, field="--name")
    return found


def _address(host: str, port: int, called: Sequence[SplitResult]) -> str:
    """What links begin with. A bare name is this machine's own on the network; where only this
    machine can reach the table it must be that of a proxy or a tunnel, and those speak TLS."""
    if not called:
        return f"http://{_called(host)}:{port}/"
    scheme, netloc = called[0].scheme, called[0].netloc.lower()
    if scheme or is_local(host):
        return f"{scheme or 'https'}://{netloc}/"
    return f"http://{netloc}/" if ":" in netloc else f"http://{netloc}:{port}/"


def _entrance(kept: Path, host: str, called: Sequence[SplitResult]) -> Entrance:
    """Who may come: on this machine everybody; beyond it, who has a key or the link of a seat."""
    given = frozenset(name.netloc.lower() for name in called)
    names = {host_name(netloc) for netloc in given} | LOCAL
    own = set() if host in ALL_ADDRESSES else {plain_address(host)}
    is_open = bool(called) or not is_local(host)
    return Entrance(frozenset(names | own), given, HostKey(kept), is_open)


def _have_room(limits: Limits) -> None:
    """For as many connections as are let in; many systems allow a program fewer at first."""
    with suppress(ImportError, ValueError, OSError):  # there is no such thing on Windows
        import resource

        wanted = limits.connections + FILES_BESIDES
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def require_one(given: dict[str, object]) -> None:
    """Of what is done instead of opening the table, one at a time: none is passed over unsaid."""
    asked = [name for name, value in given.items() if value]
    if len(asked) > 1:
        raise BadInput(f"found {asked[1]} too, expected one of them", field=asked[0])


def renew_key(data: Path | None) -> None:
    """Another key for the host; a table that is open takes it at once."""
    kept = data or _usual_folder()
    key = HostKey(kept)
    key.renew()
    print(f"The host's new link: {_last_address(kept)}?key={key.text}")
    print("The old one has ended.")


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


def show_links(data: Path | None, fight: str, renewed: str = "") -> None:
    """Fresh links to a fight; for whoever can read its folder, as a lost cookie has no copy.
    Of a seat that is `renewed` the older ones end."""
    lobby = _lobby(data)
    if fight not in [card.id for card in lobby.store.cards()]:
        raise BadInput(f"no fight is called {fight!r}; affray table --fights lists them")
    base = _last_address(lobby.store.path.parent)
    for link in [lobby.renew(fight, base, renewed)] if renewed else lobby.links(fight, base):
        print(f"{link['name']}: {link['link']}")


def _last_address(kept: Path) -> str:
    address = kept / ADDRESS
    return address.read_text(encoding="utf-8") if address.exists() else f"http://{HOST}:{PORT}/"


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
    if host in ALL_ADDRESSES:
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
