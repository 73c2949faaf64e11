"""Which saved fights are over: a mark beside each, so that no menu plays them all through."""

from __future__ import annotations

import os
from pathlib import Path

from affray.book.errors import BadInput
from affray.book.toml_tables import read_text
from affray.files.atomic import OWN_FILE, writing
from affray.files.save_text import MOST_LETTERS, parse_save
from affray.files.saves import folder

FINISHED = "finished"


def unfinished() -> list[Path]:
    """Saved fights that are not over, the latest first."""
    found = sorted(folder().glob("*.toml"), key=lambda f: f.stat().st_mtime, reverse=True)
    return [path for path in found if not _is_finished(path)]


def title_of(path: Path) -> str:
    """What a saved fight is called; a damaged one does not close the menu."""
    try:
        top, _ = parse_save(read_text(path, MOST_LETTERS), path)
        return top.text("title", "")
    except BadInput:
        return "(damaged)"


def _is_finished(path: Path) -> bool:
    return path.with_suffix(f".{FINISHED}").exists()


_MARK = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


def mark_finished(path: Path, is_finished: bool) -> None:
    """Keep a mark beside the save, so that the menu need not play every fight through."""
    mark = path.with_suffix(f".{FINISHED}")
    with writing(mark):
        if is_finished:
            os.close(os.open(mark, _MARK, OWN_FILE))
        else:
            mark.unlink(missing_ok=True)
