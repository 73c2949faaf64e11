"""The words of the protocol for coming in: links, the network, a file that was taken in."""

from __future__ import annotations

from typing import Literal

from affray.table.web.sent import Sent


class Link(Sent):
    """A link to a seat: as good as a key, and told only once."""

    name: str
    role: Literal["gm", "player"]
    taken: bool
    link: str


class Links(Sent):
    seats: list[Link]


class Invited(Sent):
    """A short link, and the same as a picture that a phone can read."""

    link: str
    qr: str


class NetworkShown(Sent):
    """Whether the table can be reached from the local network, and where; `problem` says why it
    could not be, `note` what has become of it since the table was started. What was opened at
    the start is closed with the table."""

    open: bool
    from_start: bool
    address: str
    problem: str
    note: str


class Begun(Sent):
    """A new fight, the game master's link and those of the others."""

    id: str
    gm: str
    seats: list[Link]


class Added(Sent):
    """A file that was taken in, by the title it is listed under; a saved fight, where it is
    watched."""

    title: str
    watch: str = ""
