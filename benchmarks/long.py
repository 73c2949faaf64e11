"""How soon a very long fight comes back: from a snapshot beside its tape, and from its tape alone.

`python -m benchmarks.long` makes a tape of 94,500 entries: a fight that is taken back to its start
again and again. It prints how long each way takes, and how many entries were played.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pydantic import TypeAdapter

from affray.table.game import Refused
from affray.table.holding import FILE
from affray.table.keeping import KeptGame
from affray.table.lobby import Lobby
from affray.table.web.messages import Command
from benchmarks.report import Row, below, row, show
from benchmarks.visitors import answers

ENCOUNTER = "skirmish/bridge"
ENTRIES = 94_500
GAME_MASTER = 0
COMMAND: TypeAdapter[Command] = TypeAdapter(Command)


def say(kept: KeptGame, **said: object) -> None:
    seq = kept.number(GAME_MASTER)
    wanted = COMMAND.validate_python({"cmd_id": f"command-{kept.seq}", "seq": seq, **said})
    kept.carry_out(GAME_MASTER, wanted.cmd_id, wanted.seq, wanted.work())


def go_on(kept: KeptGame) -> None:
    """The next answer; over, it begins anew."""
    pending = json.loads(kept.look(GAME_MASTER).json())["pending"]
    if pending is None:
        say(kept, do="undo", to=0)
        return
    for said in answers(pending):
        try:
            say(kept, **said)
        except Refused:
            continue
        return


def lengthen(folder: Path, fight: str, entries: int) -> None:
    """What is on the tape once more, until there are so many: it ends where it began."""
    with sqlite3.connect(folder / FILE) as db:
        tape = [text for (text,) in db.execute("SELECT toml FROM entry ORDER BY n")]
        more = [(fight, n, tape[n % len(tape)]) for n in range(len(tape), entries)]
        more = more[: len(more) // len(tape) * len(tape)]
        db.executemany("INSERT INTO entry (fight, n, toml) VALUES (?, ?, ?)", more)
    db.close()


def measured(folder: Path, entries: int) -> Iterator[Row]:
    lobby = Lobby(folder)
    kept = lobby.kept(lobby.begin(ENCOUNTER, seed=8, habit="friendly"))
    while not kept.game.fight.is_over:
        go_on(kept)
    go_on(kept)
    lobby.close()
    lengthen(folder, kept.id, entries)
    lobby = Lobby(folder)
    started = time.perf_counter()
    kept = lobby.kept(kept.id)
    yield row("from its tape alone", time.perf_counter() - started, "s")
    yield row("of so many entries", kept.kept_entries, "")
    while not lobby.store.snapshots(kept.id):
        go_on(kept)
    best = 1e9
    for _ in range(5):
        started = time.perf_counter()
        again = KeptGame(lobby.store, kept.id)
        best = min(best, time.perf_counter() - started)
    yield row("from a snapshot", 1000 * best, "ms", below(100))
    yield row("entries played for that", again.kept_entries - again.taken_up_at, "")
    lobby.close()


def main(given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long", description=__doc__)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    asked = parser.parse_args(given)
    print(f"a fight of {asked.entries:,} entries ...", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        show(list(measured(Path(folder), asked.entries)))


if __name__ == "__main__":
    main()
