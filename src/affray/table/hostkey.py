"""The host's key: whoever has it may begin fights and read what lies at the table.

It is kept as it is, since the link is printed at every start, in a file only its owner can read.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from affray.book.errors import BadInput
from affray.files.atomic import OWN_FILE, Exists, make_new, own_folder, put_in_place, writing

FILE = "host.key"
KEY_BYTES = 24
SHORTEST = 22
"""128 bits, as letters."""


class HostKey:
    """The key of a data folder, made when it is first wanted."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._known: tuple[tuple[int, ...], bytes] | None = None
        own_folder(folder)
        with suppress(Exists):
            make_new(self.path, _new_text())
            return
        with writing(self.path):
            if os.name != "nt" and self.path.stat().st_mode & ~OWN_FILE & 0o777:
                self.path.chmod(OWN_FILE)

    @property
    def text(self) -> str:
        try:
            found = self.path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            found = ""
        if len(found) < SHORTEST:
            raise BadInput("holds no key; affray table --new-key makes one", file=self.path)
        return found

    def fits(self, given: str) -> bool:
        """Whether that is it; only hashes are compared, and in the same time for all."""
        return bool(given) and hmac.compare_digest(_hash(given), self._hash())

    def renew(self) -> None:
        """Another one; the old one ends at once, at a table that is open too."""
        put_in_place(self.path, _new_text())

    def _hash(self) -> bytes:
        """Of the key as it is now: read again when the file is another."""
        try:
            stat = self.path.stat()
            mark = (stat.st_mtime_ns, stat.st_ino, stat.st_size)
            if self._known is None or self._known[0] != mark:
                self._known = (mark, _hash(self.text))
        except (OSError, BadInput):
            return _hash(secrets.token_urlsafe(KEY_BYTES))  # there is none: nothing fits
        return self._known[1]


def _new_text() -> str:
    return secrets.token_urlsafe(KEY_BYTES) + "\n"


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()
