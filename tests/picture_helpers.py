"""Small pictures, whole and spoiled, for those who show some."""

from __future__ import annotations

import base64
import zlib

JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQ"
    "c1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk"
    "pKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA"
    "AAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwX/xAAUEQEAAAAAAAAAAAAAAAAA"
    "AAAA/9oADAMBAAIRAxEAPwCMAKi//9k="
)
"""Three pixels by two, as a camera's file without what a camera writes."""

WEBP = base64.b64decode(
    "UklGRjIAAABXRUJQVlA4ICYAAABwAQCdASoDAAIABABoJaACdAFAAAD+6NcRhNJOj+Zvwo+TqAAAAA=="
)

WHERE = b"48.2082 N 16.3738 E"
"""What a camera writes into a picture, and nobody at a table should read."""


def png(wide: int = 3, tall: int = 2, *, red: int = 160, says: bytes = b"") -> bytes:
    """A plain picture; what it says is written into it."""
    return png_of(bytes([red, 60, 60]) * wide * tall, wide, tall, says=says)


def png_of(points: bytes, wide: int, tall: int, *, says: bytes = b"") -> bytes:
    """The same of these points, three bytes each."""
    lines = (points[y * wide * 3 :][: wide * 3] for y in range(tall))
    rows = b"".join(b"\0" + line for line in lines)
    head = wide.to_bytes(4, "big") + tall.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    said = chunk(b"tEXt", b"Comment\0" + says) if says else b""
    parts = [chunk(b"IHDR", head), said, chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def chunk(name: bytes, body: bytes) -> bytes:
    checked = zlib.crc32(name + body).to_bytes(4, "big")
    return len(body).to_bytes(4, "big") + name + body + checked


def taken_by_camera(jpeg: bytes) -> bytes:
    """With the segment in which a camera says where it was."""
    body = b"Exif\0\0" + WHERE
    return jpeg[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + jpeg[2:]


def told_in_webp(webp: bytes) -> bytes:
    body = webp[8:] + b"EXIF" + len(WHERE).to_bytes(4, "little") + WHERE + b"\0" * (len(WHERE) % 2)
    return b"RIFF" + len(body).to_bytes(4, "little") + body
