"""Run the benchmarks, print a table, and write it to benchmarks/results/latest.json."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable, Iterator

from benchmarks import (
    before,
    duels,
    engine,
    environments,
    exact,
    house,
    on_card,
    others,
    plans,
    program,
    rulesets,
)
from benchmarks.report import RESULTS, Row, cpu, show, write

Benchmark = Callable[[bool], Iterator[Row]]

BENCHMARKS: dict[str, Benchmark] = {
    "c": engine.against_c,
    "before": before.fights,
    "tree": exact.tree,
    "odds": exact.odds,
    "duel": duels.whole_duel,
    "plans": plans.odds_of_plans,
    "fork": engine.fork,
    "help": program.start,
    "sim": program.sim,
    "size": program.installed,
    "python": rulesets.python,
    "native": rulesets.native,
    "compile": rulesets.compiles,
    "env": environments.steps,
    "card": on_card.kept,
    "house": house.kept,
    "alike": others.duels,
    "others": others.fights,
}


def main() -> None:
    given = _arguments()
    names = given.only or list(BENCHMARKS)
    print(f"on {cpu()}", file=sys.stderr)
    rows, failed = [], []
    for name in names:
        found, why = _run(name, given.quick)
        rows += found
        if why:
            failed.append(name)
            rows.append(Row(f"{name}: {why}", None, "", "to be measured", False))
    show(rows)
    if given.only or given.quick:
        print("a part of the benchmarks, or a quick look: not written down", file=sys.stderr)
    else:
        write(rows)
        print(f"written to {RESULTS}", file=sys.stderr)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only",
        action="append",
        choices=list(BENCHMARKS),
        metavar="NAME",
        help=f"one of {', '.join(BENCHMARKS)}; may be given again",
    )
    parser.add_argument("--quick", action="store_true", help="fewer fights, no cold compiling")
    return parser.parse_args()


def _run(name: str, quick: bool) -> tuple[list[Row], str]:
    """What a benchmark found, and in a line why it found no more: the others go on without it."""
    benchmark, found = BENCHMARKS[name], list[Row]()
    print(f"  {name}: {benchmark.__doc__} ...", file=sys.stderr, flush=True)
    began = time.perf_counter()
    try:
        for one in benchmark(quick):
            found.append(one)
    except Exception as failure:
        traceback.print_exc(file=sys.stderr)
        return found, f"failed: {type(failure).__name__}: {failure}".splitlines()[0]
    print(f"  {name}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return found, ""


if __name__ == "__main__":
    main()
