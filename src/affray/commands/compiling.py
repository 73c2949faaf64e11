"""`compile`: fill the cache of compiled rules."""

from __future__ import annotations

import sys
import time

from affray.commands.common import print_json
from affray.encounter import read_encounter
from affray.errors import BadInput
from affray.oracles.native import cache
from affray.ruleset import SHELF, Ruleset

KINDS = ("dice", "tape")


def announce(ruleset: Ruleset, kind: str) -> None:
    """Say that compiling comes first, when it does."""
    if not cache.is_compiled(ruleset, kind):
        functions = len(ruleset.functions())
        about = max(5, round(functions * 0.4))
        print(
            f"compiling {ruleset.slug} ({kind}): {functions} rules, about {about} s, once ...",
            file=sys.stderr,
        )


def compile_rulesets(slug: str, as_json: bool) -> None:
    rulesets = [SHELF.get(slug)] if slug else SHELF.all()
    done = [one for ruleset in rulesets for one in _compile(ruleset)]
    if as_json:
        print_json({"compiled": done, "cache": str(cache.root())})
    else:
        for one in done:
            was = "was there" if one["cached"] else "compiled"
            print(f"{one['ruleset']} {one['oracle']}: {was}, {one['seconds']:.1f} s")


def _compile(ruleset: Ruleset) -> list[dict[str, object]]:
    from affray.oracles.native.engine import engine_of

    engine = engine_of(ruleset)
    files = ruleset.encounter_files()
    if not files:
        raise BadInput("no encounter to compile for", file=ruleset.folder / "encounters")
    name, path = next(iter(files.items()))
    encounter = read_encounter(path, name)
    out: list[dict[str, object]] = []
    for kind in KINDS:
        announce(ruleset, kind)
        cached = engine.is_compiled(kind)
        started = time.perf_counter()
        engine.compile(kind, encounter.world())
        seconds = time.perf_counter() - started
        out.append({"ruleset": ruleset.slug, "oracle": kind, "cached": cached, "seconds": seconds})
    return out
