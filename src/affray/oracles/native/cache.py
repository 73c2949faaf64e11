"""Where compiled rules are kept: one folder per state of the sources and versions.

Numba's own cache does not see a change in a called function, so the folder's name is
a hash of everything that could change the machine code.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

from affray.ruleset import Ruleset

KEPT = 16
VARIABLE = "AFFRAY_CACHE"
_ENGINE = Path(__file__).parents[2]
_COMPILED = (
    "ask.py",
    "masks.py",
    "pools.py",
    "layout.py",
    "world.py",
    "loop.py",
    "oracles/dice.py",
)
"""What rules may use and what is compiled with them; a change elsewhere compiles nothing anew."""


def root() -> Path:
    given = os.environ.get(VARIABLE)
    return Path(given) if given else Path(platformdirs.user_cache_dir("affray", False)) / "compiled"


@cache
def fingerprint(ruleset: Ruleset) -> str:
    """A hash of the engine's and the ruleset's sources, of where they lie, of all versions.

    Taken once: what this process compiles is what it has loaded, not what is on disk later.
    """
    digest = hashlib.sha256()
    for name in ("numpy", "numba", "llvmlite"):
        digest.update(f"{name} {version(name)}\n".encode())
    digest.update(f"{sys.version} {platform.machine()}\n".encode())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    # Numba finds compiled code by the path of its source: another install's is not found
    for place in (_ENGINE, ruleset.folder):
        digest.update(str(place.resolve()).encode() + b"\0")
    engine = [_ENGINE / name for name in _COMPILED]
    engine += (_ENGINE / "oracles" / "native").glob("*.py")
    for path in sorted(engine) + sorted(ruleset.folder.rglob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def folder(ruleset: Ruleset) -> Path:
    return root() / f"{ruleset.slug}-{fingerprint(ruleset)}"


def is_compiled(ruleset: Ruleset, kind: str) -> bool:
    return _mark(ruleset, kind).exists()


def mark_compiled(ruleset: Ruleset, kind: str, seconds: float) -> None:
    """Remember that this oracle type is there, and drop what has grown old."""
    mark = _mark(ruleset, kind)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.write_text(f"{seconds:.2f}\n", encoding="utf-8")
    kept = sorted(root().iterdir(), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in kept[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def _mark(ruleset: Ruleset, kind: str) -> Path:
    return folder(ruleset) / f"{kind}.compiled"
