"""The host's key: whoever has it may begin fights and read what lies at the table.

It is kept as it is, since the link is printed at every start, in a file only its owner can read.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from affray.book.errors import BadInput

FILE = "host.key"
KEY_BYTES = 24
SHORTEST = 22
"""128 bits, as letters."""


class HostKey:
    """The key of a data folder, made when it is first wanted."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._known: tuple[tuple[int, ...], bytes] | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                self._put(self.path)
            elif os.name != "nt" and self.path.stat().st_mode & 0o077:
                self.path.chmod(0o600)
        except FileExistsError:
            pass  # another has made it in this moment
        except OSError as bad:
            raise BadInput(f"cannot be written ({bad.strerror})", file=self.path) from None

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
        new = self.path.with_name(f"{FILE}.{secrets.token_hex(4)}")
        try:
            self._put(new)
            os.replace(new, self.path)
        except OSError as bad:
            raise BadInput(f"cannot be written ({bad.strerror})", file=self.path) from None

    def _put(self, path: Path) -> None:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w", encoding="utf-8") as file:
            file.write(secrets.token_urlsafe(KEY_BYTES) + "\n")

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


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()
