"""Run the benchmarks, print a table, and write it to benchmarks/results/latest.json."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator

from benchmarks import engine, exact, plans, program, rulesets
from benchmarks.report import RESULTS, Row, cpu, show, write

Benchmark = Callable[[bool], Iterator[Row]]

BENCHMARKS: dict[str, Benchmark] = {
    "c": engine.against_c,
    "tree": exact.tree,
    "odds": exact.odds,
    "plans": plans.odds_of_plans,
    "fork": engine.fork,
    "help": program.start,
    "sim": program.sim,
    "python": rulesets.python,
    "native": rulesets.native,
    "compile": rulesets.compiles,
}


def main() -> None:
    given = _arguments()
    names = given.only or list(BENCHMARKS)
    print(f"on {cpu()}", file=sys.stderr)
    rows = [found for name in names for found in _run(name, given.quick)]
    show(rows)
    if given.only or given.quick:
        print("a part of the benchmarks, or a quick look: not written down", file=sys.stderr)
        return
    write(rows)
    print(f"written to {RESULTS}", file=sys.stderr)


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


def _run(name: str, quick: bool) -> list[Row]:
    benchmark = BENCHMARKS[name]
    print(f"  {name}: {benchmark.__doc__} ...", file=sys.stderr, flush=True)
    return list(benchmark(quick))


if __name__ == "__main__":
    main()
