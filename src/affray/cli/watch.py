"""`play --watch`: look on while somebody else plays; nothing is written."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from affray.book.errors import BadInput
from affray.fight.fight import Fight
from affray.files.saves import is_save, recorded
from affray.tell.narration import outcome_text, tell

GLANCE = 0.5


def watch_save(name: str, how: bool = False) -> None:
    """Tell a saved fight as far as it is played, and on as it goes on, until it is over."""
    path = Path(name)
    if not is_save(path):
        raise BadInput(f"found {name!r}, expected a saved fight to look at", field="--watch")
    fight, told = recorded(path), 0
    print(f"{fight.encounter.title}  (looking on; Ctrl-C leaves)", flush=True)
    with suppress(KeyboardInterrupt):
        while True:
            seen = _changed(path)
            told = _tell(fight, told, how)
            if fight.is_over:
                print(outcome_text(fight.encounter, fight.outcome), flush=True)
                return
            while _changed(path) == seen:
                time.sleep(GLANCE)
            fight = _read_again(path)


def _changed(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _tell(fight: Fight, told: int, how: bool) -> int:
    """What came since; after an undo, from what is left of the story. `how` with its causes."""
    fight.run()
    told = min(told, len(fight.story))
    for line in tell(fight, told):
        if how or not line.folds:
            print(f"{'    ' if line.is_roll else '  '}{line.cited}", flush=True)
    return len(fight.story)


def _read_again(path: Path) -> Fight:
    """An entry that is being written is whole a moment later; one that is not stays torn."""
    try:
        return recorded(path)
    except BadInput:
        time.sleep(GLANCE)
        return recorded(path)
