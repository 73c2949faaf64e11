"""The other half of `benchmarks/device.py`: on a machine with a device, compare and take times.

    PYTHONPATH=src python3 benchmarks/on_device.py build/device OUT.json SECONDS [libcuda]

Each piece of code is played in a process of its own with a time limit, so that one that fails or
hangs loses only itself; what is known is written after each. Through `cuda-core`, or, where that
cannot be had or is not wanted, through the driver's own library. Where there is `ncu`, it counts
what the processors do in the midst of some of the fights.
"""

from __future__ import annotations

import datetime
import json
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
import zlib
from collections import defaultdict
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import Any

from affray.compiler.card import BLOCK, GraphicsCard
from affray.compiler.crowd import Counted, Crowd, Start
from affray.compiler.oracles.crowd import NOTHING, WINNERS
from benchmarks import counters
from benchmarks.plain import Plain

LIMIT = 25.0
"""Seconds one piece of code may take, its loading and its comparison included."""

TIMED = 0.25
"""Seconds a timing is to take, about."""

EACH = 3
"""Fights a thread plays at least in what is timed: the last ones wait for the longest."""

WIDELY, BRIEFLY = 1.5, 0.6
"""Seconds after which no further timing of one piece of code is begun, the first of an encounter
and another."""

ASSEMBLED = Path(tempfile.gettempdir()) / "affray-assembled"

COUNTED = -1.0
"""Instead of seconds: not timed, but counted."""

CORE, PLAIN = "cuda-core", "libcuda"


# One piece of code, in a process of its own


def some(folder: Path, numbers: list[int], through: str, is_ptx: bool, seconds: float) -> None:
    items = json.loads((folder / "items.json").read_text())
    for number in numbers:
        _say(item=number)
        try:
            one(folder, items[number], through, is_ptx, seconds)
        except Exception:
            if len(numbers) == 1:
                raise
            _say(error=traceback.format_exc()[-800:])


def one(folder: Path, item: dict[str, Any], through: str, is_ptx: bool, seconds: float) -> None:
    make: Any = GraphicsCard if through == CORE else Plain
    code = code_for(folder, item, is_ptx)
    started = time.perf_counter()
    device = make(code, BLOCK, is_ptx)
    _say(
        loaded=round(time.perf_counter() - started, 3), threads=device.threads,
        ptx=is_ptx, through=through,
    )  # fmt: skip
    _compared(folder, item, device)
    if seconds:
        _timed(folder, item, make, code, seconds)


def code_for(folder: Path, item: dict[str, Any], is_ptx: bool) -> bytes:
    assembled = ASSEMBLED / f"{item['code']}.cubin"
    if assembled.exists() and not is_ptx:
        return assembled.read_bytes()
    name = item["code"] + (".ptx.z" if is_ptx else ".cubin.z")
    return zlib.decompress((folder / name).read_bytes())


def crowd_for(folder: Path, item: dict[str, Any], device: Any) -> Crowd:
    said = item["start"]
    start = Start(bytes.fromhex(said["state"]), said["spans"], said["temperaments"], said["begun"])
    crowd, odds = Crowd(device, start), item["expected"].get("odds")
    if odds:
        crowd.learn(zlib.decompress((folder / f"{odds}.odds.z").read_bytes()))
    return crowd


def _compared(folder: Path, item: dict[str, Any], device: Any) -> None:
    """Fight for fight against the machine that made the code; and what was counted."""
    wanted = item["expected"]
    n = wanted["n"]
    winners = zlib.decompress((folder / f"{wanted['file']}.winners.z").read_bytes())
    crowd = crowd_for(folder, item, device)
    found = crowd.play(wanted["seed"], 0, n, _share(n, device.threads, 8), WINNERS)
    assert found.each is not None
    got, missed = found.each.winners.tobytes(), {k for part in found.missed for k in part}
    other = [k for k in range(n) if k not in missed and got[k] != winners[k]]
    same = not missed and not other
    rounds = sum(k * times for k, times in found.rounds.items())
    _say(
        compared=n, missed=len(missed), differ=len(other), first=other[:5], seconds=crowd.spent,
        counts_same=(rounds, found.survivors, found.events)
        == (wanted["rounds"], wanted["survivors"], wanted["events"]) if same else None,
    )  # fmt: skip


def _share(n: int, threads: int, most: int) -> int:
    """Fights a thread takes at once: few enough that all have some to do to the end."""
    return max(1, min(most, n // (4 * threads)))


def _timed(folder: Path, item: dict[str, Any], make: Any, code: bytes, seconds: float) -> None:
    """Fights a second, by how many threads go together and how many there are."""
    started = time.perf_counter()
    most = 256 if item["encounter"].startswith("skirmish/") else 4
    for block, part in ((BLOCK, 1), (128, 1), (BLOCK, 2), (BLOCK, 4)):
        if time.perf_counter() - started > seconds:
            return
        device = make(code, block, False)
        device.threads = max(block, device.threads // part // block * block)
        _say(**_rate(crowd_for(folder, item, device), block, part, most))


def _rate(crowd: Crowd, block: int, part: int, most: int) -> dict[str, Any]:
    """A short run says how long a longer one may be; the longer one is what is timed."""
    threads = crowd.device.threads
    n = EACH * threads
    found, spent = _run(crowd, n, 1), crowd.spent
    while spent < TIMED / 4 and n < 1 << 32:
        n = int(n * max(2, min(64, TIMED / max(spent, 1e-4))))
        found, spent = _run(crowd, n, _share(n, threads, most)), crowd.spent
    return {
        "block": block, "threads": threads, "part": part, "share": _share(n, threads, most),
        "fights": n, "seconds": round(spent, 4), "rate": round(n / spent, 1),
        "missed": sum(map(len, found.missed)), "steps": crowd.steps,
    }  # fmt: skip


def _run(crowd: Crowd, n: int, share: int) -> Counted:
    return crowd.play(7, 1 << 33, n, share, NOTHING)


def _say(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


# All of them


def main(folder: Path, out: Path, seconds: float, through: str = CORE) -> None:
    ends = time.monotonic() + seconds
    items = json.loads((folder / "items.json").read_text())
    result: dict[str, Any] = {
        "when": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": _machine(), "items": [],
    }  # fmt: skip
    assembling, looked_up = _assemble(folder, items), Thread(target=counters.look_up)
    looked_up.start()
    for numbers, is_ptx, spent in _order(items):
        left = ends - time.monotonic()
        if spent == COUNTED and left > 0:
            looked_up.join()
            found = counters.counted(folder, numbers[0], min(LIMIT, left))
            result.setdefault("counters", {})[_title(items[numbers[0]])] = found
            print(_title(items[numbers[0]]), json.dumps(found)[:300], flush=True)
            out.write_text(json.dumps(result, indent=1))
            continue
        if left <= 0:
            print("no time left for", *(items[k]["encounter"] for k in numbers), flush=True)
            continue
        code = items[numbers[0]]["code"]
        if code in assembling:
            items[numbers[0]]["used"] |= assembling[code].result()
        limit = min(LIMIT * len(numbers), max(3.0, ends - time.monotonic()))
        found = _apart(folder, numbers, through, is_ptx, spent, limit)
        if through == CORE and not any("loaded" in line for line in found["said"]):
            print("cuda-core failed here:", found["errors"], flush=True)
            result.setdefault("core_failed", []).append(found)
            found = _apart(folder, numbers, PLAIN, is_ptx, spent, limit)
            if any("loaded" in line for line in found["said"]):
                through = PLAIN
        for k, lines in _by_item(numbers, found["said"]).items():
            result["items"].append(_told(items[k], {**found, "said": lines}))
            _print(items[k], {**found, "said": lines})
        out.write_text(json.dumps(result, indent=1))


def _assemble(folder: Path, items: list[dict[str, Any]]) -> dict[str, Future[dict[str, Any]]]:
    """PTX that nobody has assembled yet, on all cores while the device is busy already."""
    ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
    ASSEMBLED.mkdir(parents=True, exist_ok=True)
    pool, found = ThreadPoolExecutor(14), {}
    for numbers, _, _ in _order(items):
        code = items[numbers[0]]["code"]
        if not (folder / f"{code}.cubin.z").exists() and code not in found:
            found[code] = pool.submit(_assembled, ptxas, folder, code)
    return found


def _assembled(ptxas: str, folder: Path, code: str) -> dict[str, Any]:
    ptx, cubin = ASSEMBLED / f"{code}.ptx", ASSEMBLED / f"{code}.part"
    ptx.write_bytes(zlib.decompress((folder / f"{code}.ptx.z").read_bytes()))
    started = time.monotonic()
    command = [ptxas, "-arch=sm_90", "-v", str(ptx), "-o", str(cubin)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=True)
        cubin.rename(ASSEMBLED / f"{code}.cubin")
    except (OSError, subprocess.SubprocessError) as broken:
        return {"not assembled": str(broken)[-300:]}
    said = done.stderr.splitlines()
    at = next(k for k, line in enumerate(said) if "properties for fights" in line)
    return {
        "stack": said[at + 1].strip(), "registers": said[at + 2].removeprefix("ptxas info    : "),
        "cubin": (ASSEMBLED / f"{code}.cubin").stat().st_size,
        "seconds": round(time.monotonic() - started, 1),
    }  # fmt: skip


def _by_item(numbers: list[int], said: list[dict[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """What was said of each, none of those where nothing was."""
    found: dict[int, list[dict[str, Any]]] = {k: [] for k in numbers}
    at = numbers[0]
    for line in said:
        at = line.get("item", at)
        if "item" not in line:
            found[at].append(line)
    return found


def _order(items: list[dict[str, Any]]) -> list[tuple[list[int], bool, float]]:
    """One of each encounter first, then the samples as whoever plays them has them, by the PTX
    that the driver takes; then what the processors do, and all others."""
    seen: set[tuple[str, str]] = set()
    first, rest, samples = [], [], defaultdict[str, list[int]](list)
    for k, item in enumerate(items):
        key = (item["encounter"], item["dice"])
        if item["shape"] == "sample":
            samples[f"{item['encounter'].partition('/')[0]} {item['dice']}"].append(k)
        elif key not in seen:
            seen.add(key)
            first.append(k)
        else:
            rest.append(k)
    return [
        *(([k], False, WIDELY) for k in first),
        *((numbers, True, 0.0) for numbers in samples.values()),
        *(([k], False, COUNTED) for k in first if _is_counted(items[k])),
        *(([k], False, BRIEFLY) for k in rest),
    ]


def _is_counted(item: dict[str, Any]) -> bool:
    return item["dice"] == "dice" and item["encounter"] in counters.STEPS


def _title(item: dict[str, Any]) -> str:
    return f"{item['encounter']} {item['dice']} {item['shape']}"


def _apart(
    folder: Path, numbers: list[int], through: str, is_ptx: bool, spent: float, limit: float
) -> dict[str, Any]:
    given = [",".join(map(str, numbers)), through, str(int(is_ptx)), str(spent)]
    command = [sys.executable, __file__, "some", str(folder), *given]
    started = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
        said, errors, code = done.stdout, done.stderr, done.returncode
    except subprocess.TimeoutExpired as late:
        said, errors, code = _text(late.stdout), _text(late.stderr) + "\ntook too long", -1
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    return {
        "said": lines, "code": code, "errors": errors[-1500:] if code else "",
        "wall": round(time.monotonic() - started, 2),
    }  # fmt: skip


def _text(given: bytes | str | None) -> str:
    return given.decode(errors="replace") if isinstance(given, bytes) else given or ""


def _told(item: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    kept = ("encounter", "dice", "shape", "used", "options")
    cpu = item["expected"]["cpu_rate"]
    return {**{key: item[key] for key in kept}, "cpu_rate": cpu, **found}


def _print(item: dict[str, Any], found: dict[str, Any]) -> None:
    said: dict[str, Any] = {}
    for line in found["said"]:
        known = ("compared", "missed", "differ", "counts_same", "error")
        said |= {key: line[key] for key in known if key in line}
    rates = [line for line in found["said"] if "rate" in line]
    best: dict[str, Any] = max(rates, key=lambda line: float(line["rate"]), default={})
    times = round(best["rate"] / item["expected"]["cpu_rate"], 1) if best else None
    print(
        item["encounter"], item["dice"], item["shape"], f"{found['wall']} s", said,
        {key: best.get(key) for key in ("rate", "block", "threads", "share")}, "x", times,
        found["errors"], flush=True,
    )  # fmt: skip


def _machine() -> dict[str, Any]:
    command = ["nvidia-smi", "--query-gpu=name,driver_version,clocks.sm", "--format=csv,noheader"]
    try:
        card = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        device = card.stdout.strip()
    except OSError:
        device = ""
    return {"device": device, "python": platform.python_version(), "system": platform.platform()}


if __name__ == "__main__":
    if sys.argv[1] == "some":
        try:
            some(
                Path(sys.argv[2]), [int(k) for k in sys.argv[3].split(",")], sys.argv[4],
                sys.argv[5] == "1", float(sys.argv[6]),
            )  # fmt: skip
        except BaseException:
            traceback.print_exc()
            sys.exit(1)
    else:
        main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), *sys.argv[4:])
