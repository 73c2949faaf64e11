"""`table`: the web table, on this machine alone unless told otherwise; links to its fights."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

import uvicorn
from fastapi import FastAPI

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput
from affray.book.plain import plain
from affray.cli.table_copies import bring_back, make_backup, write_salvaged
from affray.files.atomic import put_in_place
from affray.files.lock import Lock
from affray.files.saves import folder, is_save
from affray.oracles.keyed import new_key
from affray.table.backups import KEPT, MINUTES, Copies
from affray.table.collection import Collection
from affray.table.holding import FILE, glance, hold
from affray.table.hostkey import HostKey
from affray.table.limits import USUAL, Limits
from affray.table.lobby import Lobby
from affray.table.one_core import OneCore
from affray.table.preparing import Preparer
from affray.table.web.app import create_app
from affray.table.web.connections import config_of
from affray.table.web.entrance import LOCAL, Entrance, host_name, is_local, plain_address
from affray.table.web.network import listen_at, own_address
from affray.table.workers import Workers

HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 20
ALL_ADDRESSES = ("0.0.0.0", "::", "")
FILES_BESIDES = 500

SECONDS_AT_A_STRETCH = 0.001
"""For which a thread has Python to itself. Whoever sends a word to a thousand lines gives it up
and asks for it back each time, and would wait five times as long for it while others work."""

GARBAGE = (20_000, 20, 10)
"""How much is made before what nobody holds any more is looked for, and how often further back. A
house is some million small things that stay: looked through for every 700 new ones, as is usual,
they cost a sixth of all processor time."""

MOST_HEAPS, KEPT_FREE = -8, -1
"""As glibc numbers them: M_ARENA_MAX, M_TRIM_THRESHOLD."""

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


@dataclass(frozen=True)
class TableOptions:
    """What is opened: whether in a browser, with compiled rules, at which fight or folder."""

    in_browser: bool = True
    compiles: bool = True
    what: str = ""

    @property
    def folder(self) -> Path | None:
        path = Path(self.what)
        return path.resolve() if self.what and path.is_dir() else None

    def encounter(self) -> Encounter | None:
        """The fight it opens at; a save is somebody's already."""
        if not self.what or self.folder is not None:
            return None
        path = Path(self.what)
        if is_save(path):
            raise BadInput("is a saved fight, expected an encounter; affray play FILE", file=path)
        found = find_encounter(self.what)
        found.world()
        return found


@dataclass(frozen=True)
class Where:
    """Where fights are kept: in a folder; or in a database, and only the rest in the folder."""

    data: Path | None = None
    store: str = ""

    @property
    def folder(self) -> Path:
        return self.data or folder().parent / "table"

    def hold(self) -> AbstractContextManager[Lock | None]:
        """A folder's fights are one server's; a database's are for as many as one likes."""
        return nullcontext() if self.store else hold(self.folder)

    def require_file(self, option: str, instead: str) -> None:
        if self.store:
            raise BadInput(f"is for a table's own file; with PostgreSQL: {instead}", field=option)


def open_table(
    host: str,
    port: int | None,
    where: Where,
    shown: TableOptions,
    names: Sequence[str] = (),
    plan: CopyPlan | None = None,
    workers: str = "",
) -> None:
    """Serve until Ctrl-C; every fight is on the disk at any moment, so that is a safe end."""
    kept = where.folder
    encounter = shown.encounter()
    called = [_read_name(name) for name in names]
    listening = _listen(host, port)
    address = _address(host, listening.getsockname()[1], called)
    with where.hold() as held:
        entrance = _entrance(kept, listening.getsockname()[0], called)
        preparer = Preparer(_say_once(COMPILING)) if shown.compiles else None
        collection = Collection(shown.folder)
        app = create_app(
            kept, entrance, address, preparer=preparer, collection=collection, say=_say,
            store=where.store, workers=_workers_at(workers) if workers else None,
        )  # fmt: skip
        put_in_place(kept / ADDRESS, address)
        if held:
            held.say(address)
        _welcome(address, entrance, shown.in_browser, _begun(app, encounter, address))
        seconds, most = (plan or CopyPlan()).numbers
        copies = Copies(kept / FILE, 0 if where.store else seconds, most, _complain)
        _serve(app, listening, held, copies)


def _workers_at(address: str) -> Workers:
    from affray.table.afar import workers_at

    return workers_at(address)


@dataclass(frozen=True)
class CopyPlan:
    """How often a copy is taken while the table is open, and how many stay; 0 minutes: never."""

    minutes: float = MINUTES
    kept: int = KEPT

    @property
    def numbers(self) -> tuple[float, int]:
        return self.minutes * 60, self.kept


def _begun(app: FastAPI, encounter: Encounter | None, address: str) -> str:
    """The game master's link to a fight that is begun with the table."""
    if encounter is None:
        return ""
    lobby: Lobby = app.state.lobby
    fight = lobby.begin_with(encounter, new_key())
    (gm,) = lobby.links(fight, address, only_gm=True)
    return str(gm["link"])


def _welcome(address: str, entrance: Entrance, browser: bool, fight: str) -> None:
    print(f"The table is open at {address}  (Ctrl-C closes it)", flush=True)
    link = f"{address}?key={entrance.key.text}" if entrance.is_open and entrance.key else address
    if entrance.is_open:
        sent = THROUGH if address.startswith("https") else PLAIN
        print(OPEN.format(address=address, link=link, sent=sent), flush=True)
    if fight:
        print(f"The game master's link to the fight:\n    {fight}", flush=True)
    if browser and _has_screen():
        opening = threading.Timer(0.5, webbrowser.open, [fight or link])
        opening.daemon = True
        opening.start()


def _serve(app: FastAPI, listening: socket.socket, held: Lock | None, copies: Copies) -> None:
    _have_room(USUAL)
    sys.setswitchinterval(SECONDS_AT_A_STRETCH)
    _share_heaps()
    gc.freeze()  # what was imported stays
    gc.set_threshold(*GARBAGE)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # to end as Ctrl-C does, cleanly
    core = OneCore()
    core.start()
    if copies.seconds:
        copies.start()
    try:
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config_of(app)).run(sockets=[listening])
    finally:
        core.close()
        copies.close()
        if held:
            held.say()  # from here on no log is missed
        app.state.workers.close()
        app.state.lobby.store.close()


def _share_heaps() -> None:
    """Where the C library is glibc: it has a heap for every thread, and a text that was made in one
    keeps the room around it. Two for all take 4 % less."""
    with suppress(OSError, AttributeError, TypeError):
        libc = ctypes.CDLL(None)
        libc.mallopt(MOST_HEAPS, 2)
        libc.mallopt(KEPT_FREE, 200_000)


def _say(line: str) -> None:
    print(line, flush=True)


def _complain(line: str) -> None:
    print(f"affray: {line}", file=sys.stderr, flush=True)


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


def do_instead(where: Where, given: Mapping[str, Any], renewed: str) -> None:
    """What is asked for instead of opening the table; `require_one` has seen to it being one."""
    ways: dict[str, Callable[[Any], None]] = {
        "--new-key": lambda _: renew_key(where),
        "--fights": lambda _: show_fights(where),
        "--links": lambda fight: show_links(where, fight, renewed),
        "--backup": lambda file: make_backup(where, file),
        "--restore": lambda file: bring_back(where, file),
        "--salvage": lambda folder: write_salvaged(where, folder),
    }
    for name, do in ways.items():
        if given[name]:
            do(given[name])


def require_one(given: dict[str, object]) -> None:
    """Of what is done instead of opening the table, one at a time: none is passed over unsaid."""
    asked = [name for name, value in given.items() if value]
    if len(asked) > 1:
        raise BadInput(f"found {asked[1]} too, expected one of them", field=asked[0])


def renew_key(where: Where) -> None:
    """Another key for the host; a table that is open takes it at once."""
    kept = where.folder
    key = HostKey(kept)
    key.renew()
    print(f"The host's new link: {_last_address(kept)}?key={key.text}")
    print("The old one has ended.")


def _say_once(text: str) -> Callable[[], None]:
    """For every game that has to be compiled the same is true."""
    left = [text]
    return lambda: print(left.pop(), flush=True) if left else None


def show_fights(where: Where) -> None:
    """Every fight of a table, the latest first."""
    cards = _lobby(where).store.cards()
    for card in cards:
        over = (", over" if card.finished else "") + (", put away" if card.put_away else "")
        line = f"{card.id}  {card.title} ({card.ruleset}), begun {card.created[:16]}{over}"
        print(plain(line))  # a title may come from a browser
    if not cards:
        print("no fights yet: affray table")


def show_links(where: Where, fight: str, renewed: str = "") -> None:
    """Fresh links to a fight; for whoever can read its folder, as a lost cookie has no copy.
    Of a seat that is `renewed` the older ones end."""
    lobby = _lobby(where)
    if fight not in [card.id for card in lobby.store.cards()]:
        raise BadInput(f"no fight is called {fight!r}; affray table --fights lists them")
    base = _last_address(lobby.store.folder)
    for link in [lobby.renew(fight, base, renewed)] if renewed else lobby.links(fight, base):
        print(f"{link['name']}: {link['link']}")


def _last_address(kept: Path) -> str:
    address = kept / ADDRESS
    return address.read_text(encoding="utf-8") if address.exists() else f"http://{HOST}:{PORT}/"


def _lobby(where: Where) -> Lobby:
    kept = where.folder
    if where.store:
        return Lobby(kept, store=where.store)
    if not (kept / FILE).exists():
        raise BadInput("holds no fights", file=kept)
    looking = glance(kept)
    try:
        return Lobby(kept)
    finally:
        if looking:
            looking.close()


def _called(host: str) -> str:
    """What browsers call it; links are made from that, so the whole network must know it."""
    if host in ALL_ADDRESSES:
        return own_address() or HOST
    return f"[{host}]" if ":" in host else host


def _has_screen() -> bool:
    """On a machine without one, a browser would be a text browser in this very terminal."""
    shows = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform != "linux" or any(os.environ.get(name) for name in shows)


def _listen(host: str, port: int | None) -> socket.socket:
    """The port a person named, or the first that is free."""
    tried = range(PORT, PORT + PORTS_TRIED) if port is None else [port]
    for one in tried:
        try:
            return listen_at(host, one)
        except OSError as bad:
            problem = bad.strerror or str(bad)
    where = f"{tried[0]} to {tried[-1]}" if len(tried) > 1 else str(tried[0])
    raise BadInput(f"cannot listen at {host}, port {where} ({problem})", field="--port")
