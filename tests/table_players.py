"""Games that are kept, played without a browser: whoever is asked says the first thing they may."""

from __future__ import annotations

import itertools
import json
from typing import Any

from pydantic import TypeAdapter

from affray.table.game import GAME_MASTER, NotYours, Refused
from affray.table.keeping import KeptGame
from affray.table.web.messages import Command
from benchmarks.visitors import answers

COMMAND: TypeAdapter[Any] = TypeAdapter(Command)
_numbers = itertools.count(1)


def seen(kept: KeptGame, n: int = GAME_MASTER) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(kept.look(n).json())
    return found


def say(kept: KeptGame, n: int = GAME_MASTER, **said: Any) -> None:
    """A command made at what a chair sees now."""
    body = {"cmd_id": f"command-{next(_numbers)}", "seq": kept.number(n), **said}
    wanted = COMMAND.validate_python(body)
    kept.carry_out(n, wanted.cmd_id, wanted.seq, wanted.work())


def go_on(kept: KeptGame) -> None:
    """The next answer, by whoever holds the one who is asked; over, it begins anew."""
    for n in range(len(kept.chairs)):
        pending = seen(kept, n)["pending"]
        if pending is None:
            return say(kept, do="undo", to=0, fresh=True)
        if pending["mine"]:
            for said in answers(pending):
                try:
                    return say(kept, n, **said)
                except (Refused, NotYours):
                    continue
    raise AssertionError("nobody is asked")
