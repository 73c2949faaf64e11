"""`compile`: fill the cache of compiled rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

from affray.book.errors import BadInput, unknown
from affray.book.home import cache_home
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.cli.common import counted, print_json
from affray.compiler.build import CHECKED, ORDINARY

KINDS = ("dice", "tape")
Compiled = dict[str, Any]


def announce(ruleset: Ruleset, kind: str, build: str = ORDINARY) -> None:
    """Say that compiling comes first, when it does; refuse at once what cannot be compiled."""
    from affray.compiler.check import require_subset
    from affray.compiler.ready import about_seconds, is_kept, known_difference, require_compiler

    require_compiler()
    if not is_kept(ruleset, kind, build) and not known_difference(ruleset, kind, build):
        require_subset(ruleset)
        size = counted(len(ruleset.functions()), "rule")
        about = f"about {max(1, round(about_seconds(ruleset)))} s"
        print(f"compiling {ruleset.slug} ({kind}): {size}, {about}, once ...", file=sys.stderr)


def say_if_they_differ(ruleset: Ruleset, oracle: str) -> bool:
    """Say that this is played in CPython because compiled code is known to play otherwise."""
    from affray.compiler.ready import known_difference

    differs = known_difference(ruleset, oracle)
    if differs:
        said = f"affray: played in CPython, because compiled rules differ: {differs}"
        print(said, file=sys.stderr)
    return bool(differs)


def require_compilable(ruleset: Ruleset) -> None:
    """Refuse what cannot be compiled where CPython is quick enough, too.

    Whether a rule is taken must not depend on how many fights are asked for, nor on which code
    is there already: the tape's stands on all that odds call of the words, too, the dice's not.
    """
    from affray.compiler.build import TAPE
    from affray.compiler.check import require_subset
    from affray.compiler.ready import is_kept

    if not is_kept(ruleset, TAPE):
        require_subset(ruleset)


def compile_rulesets(slug: str, oracle: str, checked: bool, as_json: bool) -> None:
    """One game here; all of them side by side, each in a process of its own."""
    if oracle and oracle not in KINDS:
        raise BadInput(unknown("oracle", oracle, list(KINDS)), field="--oracle")
    kinds = [oracle] if oracle else list(KINDS)
    build = CHECKED if checked else ORDINARY
    done: list[Compiled] = []
    for one in _compile(SHELF.get(slug), kinds, build) if slug else _compile_all(kinds, build):
        done.append(one)
        if not as_json:
            was = "was there" if one["cached"] else "compiled"
            print(f"{one['ruleset']} {one['oracle']}: {was}, {one['seconds']:.1f} s", flush=True)
    if as_json:
        print_json({"compiled": done, "cache": str(cache_home())})


def _compile(ruleset: Ruleset, kinds: list[str], build: str) -> Iterator[Compiled]:
    from affray.compiler.engine import engine_of
    from affray.compiler.ready import is_kept

    for kind in kinds:
        cached = is_kept(ruleset, kind, build)
        announce(ruleset, kind, build)
        started = time.perf_counter()
        engine_of(ruleset, build).made(kind)
        seconds = time.perf_counter() - started
        yield {"ruleset": ruleset.slug, "oracle": kind, "cached": cached, "seconds": seconds}


def _compile_all(kinds: list[str], build: str) -> Iterator[Compiled]:
    """The largest first, so that no core waits for it at the end."""
    jobs = [(r, kind) for r in SHELF.all() for kind in kinds]
    jobs.sort(key=lambda job: -len(job[0].functions()))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = [pool.submit(_compile_apart, ruleset, kind, build) for ruleset, kind in jobs]
        try:
            for job in as_completed(waiting):
                yield job.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _compile_apart(ruleset: Ruleset, kind: str, build: str) -> Compiled:
    options = [part for folder in SHELF.folders for part in ("--rulesets", str(folder))]
    options += ["--checked"] if build == CHECKED else []
    command = [sys.executable, "-m", "affray", "compile", ruleset.slug, "--oracle", kind, "--json"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadInput(done.stderr.strip().splitlines()[-1].removeprefix("affray: "))
    found: Compiled = json.loads(done.stdout)["compiled"][0]
    return found
