"""A job for a table's workers that lasts until it is given up, and leaves word of both."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from affray.table.jobs import Came, GiveUp, Result, Setting


@dataclass(frozen=True)
class Lasting:
    """In its folder lies `begun` once somebody is at it, and `left` when they gave it up."""

    setting: Setting
    folder: str
    seconds: float = 3600.0

    def work_out(self, give_up: GiveUp) -> Result:
        folder = Path(self.folder)
        (folder / "begun").touch()
        while not give_up():
            time.sleep(0.01)
        (folder / "left").touch()
        return Result(Came.LEFT)
