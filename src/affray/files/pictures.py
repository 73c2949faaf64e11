"""A picture of one's own: PNG, JPEG or WebP by its bytes, whatever it is called, and nothing else.

Only what draws it is kept. What a camera wrote into it (where it was taken, by whom), words,
frames that move and whatever follows its end are left out.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from affray.book.errors import BadInput

MOST_SIDE = 4096
"""Pixels across or down: more, and a phone could not draw it."""

MOST_BYTES = 8 << 20

EXPECTED = "expected a PNG, JPEG or WebP"
SVG = re.compile(rb"\s*(\xef\xbb\xbf)?\s*<", re.ASCII)


@dataclass(frozen=True)
class Picture:
    """What is kept of one: its kind as a browser is told it, its size in pixels, its bytes."""

    kind: str
    wide: int
    tall: int
    content: bytes

    @cached_property
    def mark(self) -> str:
        """What it is asked for by: it names its content, and tells nothing of it."""
        return hashlib.sha256(self.content).hexdigest()[:32]


class _Cut(Exception):
    """It ends in the middle, or its parts are not what they say."""


def read_picture_file(path: Path, most: int = MOST_BYTES) -> Picture:
    """A picture that lies somewhere, if it is a plain file of a bearable size."""
    if not path.is_file():
        raise BadInput(f"is not there; {EXPECTED}", file=path)
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as bad:
        raise BadInput(f"cannot be read ({bad.strerror})", file=path) from None
    return read_picture(content, path, most)


def read_picture(content: bytes, file: Path | str = "picture", most: int = MOST_BYTES) -> Picture:
    """A picture by its bytes, or one line that says why it is none."""
    if len(content) > most:
        raise BadInput(f"found more than {most:,} bytes, expected at most that", file=file)
    read = next((read for begins, read in _READERS if begins.match(content)), None)
    if read is None:
        found = "found text such as SVG or HTML" if SVG.match(content) else "found something else"
        raise BadInput(f"{found}, {EXPECTED}", file=file)
    try:
        picture = read(content)
    except (_Cut, IndexError):
        raise BadInput(f"is cut off or damaged; {EXPECTED}", file=file) from None
    if not (1 <= picture.wide <= MOST_SIDE and 1 <= picture.tall <= MOST_SIDE):
        size = f"found {picture.wide} by {picture.tall} pixels"
        raise BadInput(f"{size}, expected at most {MOST_SIDE} by {MOST_SIDE}", file=file)
    return picture


# PNG: chunks of length, name, content and checksum

PNG = b"\x89PNG\r\n\x1a\n"
PNG_KEPT = (b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"sRGB", b"IDAT", b"IEND")


def _png(content: bytes) -> Picture:
    chunks = list(_png_chunks(content))
    names = [name for name, _ in chunks]
    head = chunks[0][1]
    if names[0] != b"IHDR" or len(head) != 13 or b"IDAT" not in names:
        raise _Cut
    kept = [_png_chunk(name, body) for name, body in chunks if name in PNG_KEPT]
    wide, tall = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    return Picture("image/png", wide, tall, PNG + b"".join(kept))


def _png_chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(PNG)
    while True:
        size, name = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        body = content[at + 8 : at + 8 + size]
        if content[at : at + 12 + size] != _png_chunk(name, body) or len(body) != size:
            raise _Cut
        yield name, body
        at += 12 + size
        if name == b"IEND":
            return


def _png_chunk(name: bytes, body: bytes) -> bytes:
    checked = zlib.crc32(name + body).to_bytes(4, "big")
    return len(body).to_bytes(4, "big") + name + body + checked


# JPEG: segments that begin with a marker, and what is drawn after each start of a scan

JPEG_START, JPEG_END, JPEG_SCAN = 0xD8, 0xD9, 0xDA
JPEG_SIZES = (0xC0, 0xC1, 0xC2)
JPEG_KEPT = (*JPEG_SIZES, 0xC4, 0xDB, 0xDD, JPEG_SCAN, 0xE0, 0xEE)
"""Its size, its tables, its scans; how its colours are meant."""

JPEG_NEXT = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


def _jpeg(content: bytes) -> Picture:
    size, kept, at = (0, 0), [content[:2]], 2
    while True:
        if content[at] != 0xFF:
            raise _Cut
        marker = content[at + 1]
        if marker == JPEG_END:
            break
        length = int.from_bytes(content[at + 2 : at + 4], "big")
        end = at + 2 + length
        if length < 2 or end > len(content):
            raise _Cut
        if marker in JPEG_SIZES:
            size = (_number(content, at + 7), _number(content, at + 5))
        if marker == JPEG_SCAN:
            drawn = JPEG_NEXT.search(content, end)
            if drawn is None or size == (0, 0):
                raise _Cut
            end = drawn.start()
        if marker in JPEG_KEPT:
            kept.append(content[at:end])
        at = end
    if size == (0, 0):
        raise _Cut
    return Picture("image/jpeg", *size, b"".join([*kept, bytes([0xFF, JPEG_END])]))


def _number(content: bytes, at: int) -> int:
    return int.from_bytes(content[at : at + 2], "big")


# WebP: a RIFF file; its picture is VP8 or VP8L, with its transparency beside it

WEBP_EXTENDED, WEBP_HAS_ALPHA = b"VP8X", 0x10
WEBP_KEPT = (b"ALPH", b"VP8 ", b"VP8L")


def _webp(content: bytes) -> Picture:
    chunks = dict(_webp_chunks(content))
    drawn = chunks.get(b"VP8 ") or chunks.get(b"VP8L")
    if not drawn:  # nothing, or frames that move
        raise _Cut
    wide, tall = _vp8_size(drawn) if b"VP8 " in chunks else _vp8l_size(drawn)
    kept = [_webp_chunk(name, chunks[name]) for name in WEBP_KEPT if name in chunks]
    if b"ALPH" in chunks:
        size = (wide - 1).to_bytes(3, "little") + (tall - 1).to_bytes(3, "little")
        kept.insert(0, _webp_chunk(WEBP_EXTENDED, bytes([WEBP_HAS_ALPHA, 0, 0, 0]) + size))
    body = b"WEBP" + b"".join(kept)
    return Picture("image/webp", wide, tall, b"RIFF" + len(body).to_bytes(4, "little") + body)


def _webp_chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    end = 8 + int.from_bytes(content[4:8], "little")
    if end > len(content):
        raise _Cut
    at = 12
    while at < end:
        size = int.from_bytes(content[at + 4 : at + 8], "little")
        body = content[at + 8 : at + 8 + size]
        if len(body) != size:
            raise _Cut
        yield content[at : at + 4], body
        at += 8 + size + size % 2


def _webp_chunk(name: bytes, body: bytes) -> bytes:
    return name + len(body).to_bytes(4, "little") + body + b"\x00" * (len(body) % 2)


def _vp8_size(drawn: bytes) -> tuple[int, int]:
    if drawn[3:6] != b"\x9d\x01\x2a":
        raise _Cut
    size = [int.from_bytes(drawn[at : at + 2], "little") & 0x3FFF for at in (6, 8)]
    return size[0], size[1]


def _vp8l_size(drawn: bytes) -> tuple[int, int]:
    if drawn[0] != 0x2F or len(drawn) < 5:
        raise _Cut
    bits = int.from_bytes(drawn[1:5], "little")
    return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1


_READERS = (
    (re.compile(re.escape(PNG)), _png),
    (re.compile(rb"\xff\xd8\xff"), _jpeg),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), _webp),
)
