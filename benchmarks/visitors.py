"""Small plain clients of the table: they post, look and listen as a page does, and draw nothing."""

from __future__ import annotations

import asyncio
import itertools
import json
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import quote, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.changes import merged

HEARD_WITHIN = 2.0
"""Seconds after which who has heard nothing was shown nothing new, or looks by themselves."""

_numbers = itertools.count(1)


class Line:
    """One connection that is kept open, one request at a time."""

    def __init__(self, url: str) -> None:
        where = urlsplit(url)
        self.host, self.port = where.hostname or "", where.port or 80
        self._turn = asyncio.Lock()
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, cookie: str = "", body: Any = None, more: str = ""
    ) -> tuple[int, dict[str, str], bytes]:
        content = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}"]
        head += [f"Content-Length: {len(content)}", "Content-Type: application/json"]
        head += [f"Cookie: {cookie}"] if cookie else []
        head += [more] if more else []
        asked = "\r\n".join([*head, "", ""]).encode() + content
        async with self._turn:
            try:
                return await self._say(asked)
            except (asyncio.IncompleteReadError, ConnectionError):
                return await self._say(asked)  # it was closed while nobody spoke: again

    async def _say(self, asked: bytes) -> tuple[int, dict[str, str], bytes]:
        if self._ends is None:
            self._ends = await asyncio.open_connection(self.host, self.port)
        reader, writer = self._ends
        try:
            writer.write(asked)
            return await _answer(reader)
        except BaseException:
            self.close()  # whoever gave up left half an answer behind
            raise

    def close(self) -> None:
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None


async def _answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {}
    for text in rest:
        name, _, value = text.partition(": ")
        headers[name.lower()] = value
    if headers.get("transfer-encoding") == "chunked":
        content = await _chunks(reader)
    else:
        content = await reader.readexactly(int(headers.get("content-length", "0")))
    return int(first.split()[1]), headers, content


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    out = b""
    while size := int(await reader.readline(), 16):
        out += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return out


class NotTaken(Exception):
    """The table did not take what was asked."""


@dataclass
class Seat:
    """One browser at one fight: what it last saw, and its number."""

    line: Line
    at: str
    name: str
    cookie: str = ""
    view: dict[str, Any] = field(default_factory=dict)
    live: str = field(default_factory=lambda: f"line-{next(_numbers)}")
    """What it calls its live line: what it is answered is not said there."""
    listens: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def sit_down(self, link: str) -> None:
        path = link[link.index("/fights/") :]
        status, headers, _ = await self.line.ask("GET", path)
        cookies = SimpleCookie(headers.get("set-cookie", ""))
        if status != 303 or not cookies:
            raise NotTaken(f"{status} for the link of a seat")
        self.cookie = "; ".join(f"{name}={one.value}" for name, one in cookies.items())
        await self.look()

    async def look(self) -> None:
        has = f"Affray-Has: {self.view['seq']}" if self.view else ""
        status, _, content = await self.line.ask("GET", f"{self.at}/view", self.cookie, more=has)
        if status != 200:
            raise NotTaken(content.decode())
        self.take(json.loads(content))

    def take(self, news: dict[str, Any]) -> bool:
        """A view, or what has changed since one: False where that is not the one that is here."""
        if "of" in news and news["of"] != self.view.get("seq"):
            return bool(news["seq"] <= self.view.get("seq", -1))
        if news["seq"] >= self.view.get("seq", -1):
            self.view = merged(self.view, news) if "of" in news else news
        self.news.set()
        return True

    async def hear(self, said: dict[str, Any]) -> None:
        """Something came by the live line."""
        if "view" in said and not self.take(said["view"]):
            self.view = {}
            await self.look()

    async def is_asked(self) -> None:
        """The live line brings what comes before one is asked; who has none looks."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARD_WITHIN if self.listens else 0):
                while not (self.view["pending"] or {}).get("mine"):
                    self.news.clear()
                    await self.news.wait()
                return
        await self.look()

    async def post(self, said: dict[str, Any]) -> bool:
        """Whether it was taken; the answer brings what this seat sees now."""
        body = {"cmd_id": f"command-{next(_numbers)}", "seq": self.view["seq"], **said}
        path, more = f"{self.at}/commands", f"Affray-Line: {self.live}"
        status, _, content = await self.line.ask("POST", path, self.cookie, body, more)
        if status != 200:
            return False
        if not self.take(json.loads(content)["view"]):
            self.view = {}
            await self.look()
        return True

    async def odds(self, line: Line, offer: dict[str, Any]) -> int:
        """Ask for a plan's odds; the status it was answered with."""
        query = f"plan={quote(offer['name'])}&target={quote(offer['target'] or '')}"
        status, _, _ = await line.ask("GET", f"{self.at}/odds?{query}", self.cookie)
        return status

    async def all_odds(self, line: Line) -> int:
        """Ask for the odds of all that is open by one request, as a page does; how many came."""
        plans = [{"plan": o["name"], "target": o["target"]} for o in self.view["pending"]["offers"]]
        body = {"plans": plans[:100]}
        status, _, content = await line.ask("POST", f"{self.at}/odds", self.cookie, body)
        return content.count(b"\n") if status == 200 else 0

    async def listen(self, url: str) -> ClientConnection:
        """As a page does: told what has changed, packed. A second line is another page's."""
        where = url.replace("http", "ws", 1)
        given = {"Cookie": self.cookie}
        name = (
            f"line-{next(_numbers)}" if self.listens else self.live
        )  # a second one is another page
        path = f"{where}{self.at}/events?since={self.view['seq']}&changes=true&line={name}"
        self.listens = True
        return await connect(path, additional_headers=given, ping_interval=None)


def answers(pending: dict[str, Any]) -> list[dict[str, Any]]:
    """What may be said to a question, those first that need no more said."""
    if pending["kind"] == "dice":
        return [{"do": "dice", "faces": []}]
    if pending["number"]:
        legal = [pending["usual"], *map(str, pending["number"]["legal"])]
        said = {"do": "answer", "question": pending["question"]}
        return [{**said, "option": option} for option in legal if option]
    return sorted(map(_plan, pending["offers"]), key=lambda said: len(said["with"]))


def _plan(offer: dict[str, Any]) -> dict[str, Any]:
    open_ = [left for left in offer["answers_left"] if left["usual"] is None]
    first = {left["question"]: left["span"] or left["options"] for left in open_}
    given = {question: str(legal[0]) for question, legal in first.items() if legal}
    return {"do": "plan", "name": offer["name"], "target": offer["target"], "with": given}


class Fight:
    """A fight with everybody at it; they answer in turn, and begin anew when it is over."""

    def __init__(self, url: str, encounter: str) -> None:
        self.url, self.encounter = url, encounter
        self.line = Line(url)
        self.seats: list[Seat] = []
        self.lines: list[ClientConnection] = []
        self.news = 0
        self.answered = 0
        self._listening: list[asyncio.Task[None]] = []

    async def begin(self, taken: bool = True) -> None:
        """Everybody opens their page; or the game master alone, who then plays them all."""
        status, _, content = await self.line.ask(
            "POST", "/fights", body={"encounter": self.encounter}
        )
        if status != 201:
            raise NotTaken(content.decode())
        self.line.close()  # who begins a fight goes on at its page
        made = json.loads(content)
        links = {"": made["gm"], **{seat["name"]: seat["link"] for seat in made["seats"]}}
        at = f"/fights/{made['id']}"
        self.seats = [Seat(Line(self.url), at, name) for name in (links if taken else [""])]
        for seat in self.seats:
            await seat.sit_down(links[seat.name])
        self.last = self.seats[0]
        await self.last.look()  # who has come since

    async def listen(self, many: int) -> None:
        """Open so many live lines, by turns of the seats; a second one of a seat is another page,
        of which nothing is seen here."""
        for k in range(many):
            seat = self.seats[k % len(self.seats)]
            is_first = not seat.listens
            line = await seat.listen(self.url)
            self.lines.append(line)
            self._listening.append(
                asyncio.create_task(self._hear(line, seat if is_first else None))
            )

    async def _hear(self, line: ClientConnection, seat: Seat | None) -> None:
        with suppress(ConnectionClosed):
            async for said in line:
                self.news += 1
                if seat is not None:
                    await seat.hear(json.loads(said))

    async def ready(self) -> Seat:
        """Whoever is asked now, with the question before them; a new fight where one is over."""
        while self.last.view["pending"] is None:
            await self._begin_again()
        pending = self.last.view["pending"]
        if not pending["mine"]:
            creature = self.last.view["creatures"][pending["who"]]
            name = creature["seat"] if creature["taken"] else ""
            self.last = next(seat for seat in self.seats if seat.name == name)
            await self.last.is_asked()
        return self.last

    async def _begin_again(self) -> None:
        """Back to the start, with other dice."""
        self.last = self.seats[0]
        await self.last.look()
        if not await self.last.post({"do": "undo", "to": 0, "fresh": True}):
            raise NotTaken("the fight cannot be begun again")

    async def answer(self, seat: Seat) -> bool:
        """One answer, as whoever is asked gives it; False where nothing tried was taken."""
        for said in answers(seat.view["pending"])[:4]:
            if await seat.post(said):
                self.answered += 1
                return True
        await seat.look()
        return False

    async def close(self) -> None:
        for task in self._listening:
            task.cancel()
        for line in self.lines:
            await line.close()
        for http in (self.line, *(seat.line for seat in self.seats)):
            http.close()
