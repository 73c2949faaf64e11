"""Fights for a graphics card elsewhere: code, worlds and what this machine makes of them.

    python -m benchmarks.device build/device

A machine with a device need have neither a compiler nor a network: all it is given lies in that
folder, and `benchmarks/on_device.py` plays it there, compares and takes times.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from affray.book.encounter import Encounter, find_encounter
from affray.book.shelf import SHELF
from affray.compiler.build import COLLAPSED, DICE, recipe
from affray.compiler.crowd import start_of
from affray.compiler.engine import Block, Engine, engine_of
from affray.compiler.facts import ANY
from affray.compiler.llvm import machine
from affray.compiler.oracles.crowd import MOST_ROUNDS
from affray.compiler.ptx import FIGHTS, KernelSpec, Shape, text_of
from affray.compiler.ready import compile_oracle
from affray.rules.world import pack
from benchmarks.compiling import seats_of

KIND = "sm_90"
SEED = 7
USUAL, SAMPLE = "usual", "sample"

TIMED = {
    "skirmish/bridge": 1_000_000,
    "dungeoneers-tactics/bridge-brawl": 200_000,
    "dungeoneers-tactics/ossuary-party": 20_000,
    "story-mode/coven": 20_000,
    "plunder/ford-at-dusk": 20_000,
    "rpg-hell/wolf-road": 20_000,
    "dungeoneers-spotlight/narrow-bridge": 20_000,
    "dungeoneers-spotlight/goblin-warren": 2_000,
}
"""What is timed, and how many of its fights are held against this machine's one by one."""

BRIDGE = "skirmish/bridge"
BRAWL = "dungeoneers-tactics/bridge-brawl"
COVEN = "story-mode/coven"
ROAD = "rpg-hell/wolf-road"
NARROW = "dungeoneers-spotlight/narrow-bridge"

SHAPES: dict[str, tuple[Shape, tuple[str, ...]]] = {
    USUAL: (Shape(), tuple(TIMED)),
    "fights together": (Shape(together=FIGHTS), tuple(TIMED)),
    "each alone": (Shape(together=""), (BRIDGE, BRAWL, COVEN, ROAD, NARROW)),
    "own world": (Shape(shared=False), (BRIDGE, BRAWL, COVEN)),
    "40 registers": (Shape(registers=40), tuple(TIMED)),
    "32 registers": (Shape(registers=32), (BRAWL, COVEN, ROAD, NARROW)),
    "all registers": (Shape(registers=0), (BRIDGE,)),
    "written out": (Shape(100, machine.INLINING, True), (BRAWL,)),
}
"""Other ways to make the code, and where each is tried."""

COLLAPSING = {USUAL: (BRIDGE, BRAWL), "40 registers": (BRIDGE, BRAWL)}
"""The same with collapsed dice."""

SMALL_CODE = 1_000_000
"""Characters of PTX that are assembled here and now."""

COMPARED = 0.3
"""Seconds of fights of every sample encounter that are held against this machine's."""


def main(folder: Path, only: str = "", samples: str = "samples") -> None:
    """All there is, or what there is of one game anew."""
    folder.mkdir(parents=True, exist_ok=True)
    before = json.loads((folder / "items.json").read_text()) if only else []
    items = [item for item in before if not item["encounter"].startswith(only)]
    for name, dice, said, shape in _timed():
        if not name.startswith(only):
            continue
        expected = _expected(folder, find_encounter(name), dice, TIMED[name])
        items.append(_item(folder, name, dice, shape, said, expected))
        _write(folder, items)
    for item in _samples(folder, only) if samples else ():
        items.append(item)
        _write(folder, items)


def _write(folder: Path, items: list[dict[str, Any]]) -> None:
    (folder / "items.json").write_text(json.dumps(items, indent=1))


def _timed() -> Iterator[tuple[str, str, str, Shape]]:
    """(encounter, dice, what is special, how its code is made), what matters most first."""
    for said, (shape, names) in SHAPES.items():
        for name in names:
            yield name, DICE, said, shape
        for name in COLLAPSING.get(said, ()):
            yield name, COLLAPSED, said, shape


def _samples(folder: Path, only: str) -> Iterator[dict[str, Any]]:
    """Every encounter a game brings, with either dice, by the code that whoever plays it has."""
    for ruleset in SHELF.all():
        if not ruleset.slug.startswith(only):
            continue
        for sample in ruleset.encounter_files():
            encounter = find_encounter(sample)
            for dice in (DICE, COLLAPSED):
                expected = _expected(folder, encounter, dice, 0)
                yield _item(folder, encounter.name, dice, SHAPES[USUAL][0], SAMPLE, expected)


def _item(
    folder: Path,
    name: str,
    dice: str,
    shape: Shape,
    said: str,
    expected: dict[str, Any],
) -> dict[str, Any]:
    encounter = find_encounter(name)
    w = encounter.world()
    start = start_of(w, seats_of(encounter), encounter.start_index >= 0)
    wanted = KernelSpec(encounter.ruleset, dice, w, KIND, tuple(seats_of(encounter)), shape)
    file, used = _code(folder, text_of(wanted), f"{name} {dice} {said}")
    print(name, dice, said, used, flush=True)
    return {
        "encounter": name, "dice": dice, "shape": said, "code": file, "used": used,
        "start": asdict(start) | {"state": start.state.hex()}, "expected": expected,
        "options": asdict(shape),
    }  # fmt: skip


def _code(folder: Path, text: str, what: str) -> tuple[str, dict[str, Any]]:
    """PTX; and machine code of what is small, for which there the assembler need not be waited."""
    stem = hashlib.sha256(text.encode()).hexdigest()[:12]
    ptx = folder / f"{stem}.ptx"
    ptx.write_text(text)
    about = folder / f"{stem}.json"
    if not about.exists():
        here = shutil.which("ptxas") and len(text) < SMALL_CODE
        found = _assembled(ptx, ptx.with_suffix(".cubin")) if here else {}
        about.write_text(json.dumps({"what": what, "ptx": len(text), **found}))
    for made in (ptx, ptx.with_suffix(".cubin")):
        if made.exists():
            packed = made.with_suffix(made.suffix + ".z")
            packed.write_bytes(zlib.compress(made.read_bytes(), 9))
            made.unlink()
    return stem, json.loads(about.read_text())


def _assembled(ptx: Path, cubin: Path) -> dict[str, Any]:
    started = time.perf_counter()
    command = ["ptxas", f"-arch={KIND}", "-v", str(ptx), "-o", str(cubin)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said = done.stderr.splitlines()
    at = next(k for k, line in enumerate(said) if "properties for fights" in line)
    return {
        "cubin": cubin.stat().st_size,
        "stack": said[at + 1].strip(),
        "registers": said[at + 2].removeprefix("ptxas info    : "),
        "seconds": round(time.perf_counter() - started, 1),
    }


_known: dict[tuple[str, str, int], dict[str, Any]] = {}


def _expected(folder: Path, encounter: Encounter, dice: str, n: int) -> dict[str, Any]:
    key = encounter.name, dice, n
    if key not in _known:
        _known[key] = _found(folder, *key)
    return _known[key]


def _found(folder: Path, name: str, dice: str, n: int) -> dict[str, Any]:
    """What this machine's code for the encounter alone makes of its first fights."""
    encounter = find_encounter(name)
    known = recipe(encounter.ruleset, dice).known(encounter.world(), seats_of(encounter))
    engine = engine_of(encounter.ruleset, facts=known if n else ANY)
    if not engine.load(dice):
        compile_oracle(engine, dice, [encounter])
    started = time.process_time()
    few = _played(engine, encounter, dice, 200)
    engine_spent = time.process_time() - started
    n = n or max(200, int(200 * COMPARED / max(engine_spent, 1e-4)))
    n = min(n, TIMED.get(encounter.name, 50_000))
    started = time.process_time()
    block = _played(engine, encounter, dice, n)
    spent = time.process_time() - started
    assert block.winners[:200] == few.winners
    stem = f"{encounter.name.replace('/', '_')}_{dice}_{n}"
    (folder / f"{stem}.winners.z").write_bytes(zlib.compress(block.winners.tobytes(), 9))
    found: dict[str, Any] = {
        "file": stem, "n": n, "seed": SEED, "cpu_rate": round(n / spent, 1),
        "rounds": sum(min(r, MOST_ROUNDS) for r in block.rounds),
        "survivors": block.survivors, "events": block.events,
    }  # fmt: skip
    if dice == COLLAPSED:
        odds = engine.odds(COLLAPSED)
        assert odds is not None
        (folder / f"{stem}.odds.z").write_bytes(zlib.compress(odds.data(), 9))
        engine.give_back(odds)
        found["odds"] = stem
    return found


def _played(engine: Engine, encounter: Encounter, dice: str, n: int) -> Block:
    data, begun = pack(encounter.world()), encounter.start_index >= 0
    return engine.play(data, seats_of(encounter), SEED, 0, n, begun, oracle=dice)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
