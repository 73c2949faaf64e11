"""Where a table can be entered: the names it goes by, and whether the host's key is wanted."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from affray.table.hostkey import HostKey

MOST_ADDRESSES = 4096
"""That are remembered: each is read with every request."""

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
"""What this machine calls itself."""

_NETLOC = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+?)\.?)(?::[0-9]{1,5})?", re.IGNORECASE)
_FORWARDED = ("forwarded", "via", "x-real-ip", "true-client-ip", "cf-connecting-ip", "cf-ray")


@dataclass(frozen=True)
class Entrance:
    """The names a browser may call the table by (none at all: any), and what `--name` added.

    `is_open` says that people come from beyond this machine: then the host's key is wanted.
    Without a key nobody is asked for one.
    """

    names: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    key: HostKey | None = None
    is_open: bool = False

    def is_called(self, asked: HTTPConnection) -> bool:
        """Whether that is a name of ours; a page elsewhere may have its own lead here."""
        name = host_name(asked.headers.get("host", ""))
        if not self.names or name in self.names:
            return bool(name)
        here = str((asked.scope.get("server") or ("",))[0])
        return is_address(here) and name == plain_address(here)

    def is_ours(self, asked: HTTPConnection) -> bool:
        """Whether a page of ours asks; what is no browser sends no Origin and lends no cookies."""
        origin = asked.headers.get("origin")
        if origin is None:
            return True
        where = netloc(origin)
        return bool(where) and (where == asked.headers.get("host", "") or where in self.given)

    def wants_key(self, asked: HTTPConnection) -> bool:
        """A proxy or a tunnel makes everybody look as if they sat here, but says so."""
        is_from_elsewhere = self.is_open or is_forwarded(asked) or not is_from_here(asked)
        return self.key is not None and is_from_elsewhere


class AtHome(Entrance):
    """Where nobody has said who may come: on this machine everybody, else who has the key. A
    program that holds the table itself comes by no network, whatever it calls the table."""

    def __init__(self, folder: Path) -> None:
        super().__init__(LOCAL, key=HostKey(folder))

    def is_called(self, asked: HTTPConnection) -> bool:
        return super().is_called(asked) or not is_address(_client(asked))


def is_from_here(asked: HTTPConnection) -> bool:
    """Whether it comes from this machine; who has no address comes by no network."""
    return is_local(_client(asked)) or not is_address(_client(asked))


def _client(asked: HTTPConnection) -> str:
    return asked.client.host if asked.client else ""


def is_forwarded(asked: HTTPConnection) -> bool:
    names = asked.headers.keys()
    return any(name in _FORWARDED or name.startswith("x-forwarded-") for name in names)


def netloc(url: str) -> str:
    """Name and port of an address, or nothing where it is none."""
    try:
        return urlsplit(url).netloc
    except ValueError:  # http://[::1
        return ""


def host_name(place: str) -> str:
    """The name in NAME:PORT, as one would compare it; nothing where it is none."""
    found = _NETLOC.fullmatch(place)
    return plain_address((found[1] or found[2]).lower()) if found else ""


@lru_cache(MOST_ADDRESSES)
def is_address(host: str) -> bool:
    """Whether it is numbers, not a name."""
    try:
        return bool(ipaddress.ip_address(host.partition("%")[0]))
    except ValueError:
        return False


@lru_cache(MOST_ADDRESSES)
def plain_address(host: str) -> str:
    """An address in the one way it is compared in; a name as it is."""
    if not is_address(host):
        return host
    found = ipaddress.ip_address(host.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped or found)


@lru_cache(MOST_ADDRESSES)
def is_local(host: str) -> bool:
    """Whether a name means the machine itself, whichever it is followed on."""
    name = plain_address(host)
    return name == "localhost" or (is_address(name) and ipaddress.ip_address(name).is_loopback)


@lru_cache(MOST_ADDRESSES)
def house_of(host: str) -> str:
    """Who shares an address counts as one: all of a house, which with IPv6 has 2**64."""
    name = plain_address(host)
    return ipaddress.ip_address(name).exploded[:19] if ":" in name and is_address(name) else name
