"""What every page is drawn with, by addresses that name its content: a browser asks for it once.

A page's modules come as one file and its style sheets too; `?sources` in a page's address, or
AFFRAY_SOURCES in the environment, has the modules as they are written.
"""

from __future__ import annotations

import gzip
import hashlib
import logging
import mimetypes
import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fastapi import Request, Response

from affray.table.lobby import Unknown
from affray.table.web.joined import NotJoined, joined

STATIC = Path(__file__).parent / "static"
JOINED = {"table.js": "app", "watching.js": "watch"}
"""What a page's modules are called as one, and the module that imports all others."""

UNREAD = re.compile(rb"/\*.*?\*/\n?|(?<=\n)[ \t]+", re.DOTALL)
"""What of a style sheet is for who reads its source: remarks, and what sets lines in."""

FOR_EVER = "public, max-age=31536000, immutable"
log = logging.getLogger("affray.table")


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    name: str
    content: bytes

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.content, 9, mtime=0)

    @cached_property
    def address(self) -> str:
        return f"/static/-/{hashlib.sha256(self.content).hexdigest()[:16]}/{self.name}"


class Assets:
    """Everything there is, read when the table opens."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.is_plain = bool(os.environ.get("AFFRAY_SOURCES"))
        self._of_name: dict[str, Asset] = {}
        self._of_address: dict[str, Asset] = {}
        for path in sorted(path for path in folder.iterdir() if path.is_file()):
            self._add(Asset(path.name, path.read_bytes()))
        try:
            for page, first in JOINED.items():
                self._keep(page, joined(folder, first, self._keep))
        except NotJoined as bad:
            log.warning("the page's modules are sent one by one: %s", bad)
            self.is_plain = True

    def _keep(self, name: str, text: str) -> str:
        return self._add(Asset(name, text.encode())).address

    def _add(self, asset: Asset) -> Asset:
        self._of_name[asset.name] = self._of_address[asset.address] = asset
        return asset

    def address(self, name: str) -> str:
        """Where a file lies as it is now."""
        return self._of_name[name].address

    def sheet(self, *names: str) -> str:
        """Where style sheets lie, one after the other."""
        name = "-".join(names)
        if name not in self._of_name:
            whole = b"\n".join(self._of_name[one].content for one in names)
            self._add(Asset(name, whole if self.is_plain else UNREAD.sub(b"", whole)))
        return self.address(name)

    def are_single(self, request: Request) -> bool:
        """Whether a page is to have its modules as they are written."""
        return self.is_plain or "sources" in request.query_params

    def get(self, request: Request, mark: str, name: str) -> Response:
        """A file by the mark of its content; another content is another file."""
        asset = self._of_address.get(f"/static/-/{mark}/{name}")
        if asset is None:
            raise Unknown("there is no such file; open the page anew")
        packs = "gzip" in request.headers.get("accept-encoding", "")
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
        if packs:
            headers["Content-Encoding"] = "gzip"
        return Response(asset.packed if packs else asset.content, media_type=kind, headers=headers)
