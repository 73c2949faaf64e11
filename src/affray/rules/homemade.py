"""Rulesets from a folder: imported under a name of their own, so that they can hide no module."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from affray.rules.from_front import Loader

HOMEMADE = "affray_homemade"

AGAIN = "_again"
"""Behind the name of a game that came installed and is loaded like one of one's own, too."""


class _Finder(MetaPathFinder):
    """Finds what stands in such a package, for a loader that loads rules."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not is_homemade(name):
            return None
        for folder in map(Path, path or ()):
            inside = folder / name.rpartition(".")[2]
            if (inside / "__init__.py").is_file():
                return _spec(name, inside / "__init__.py", [str(inside)])
            if inside.with_suffix(".py").is_file():
                return _spec(name, inside.with_suffix(".py"))
        return None


def is_homemade(module: str) -> bool:
    return module.startswith(f"{HOMEMADE}.")


def _spec(name: str, file: Path, inside: list[str] | None = None) -> ModuleSpec:
    found = importlib.util.spec_from_file_location(
        name, file, loader=Loader(name, str(file)), submodule_search_locations=inside
    )
    assert found is not None
    return found


sys.meta_path.insert(0, _Finder())


def import_folder(folder: Path, behind: str = "") -> ModuleType:
    """A ruleset's package, from wherever it lies."""
    name = f"{HOMEMADE}.{folder.name}{behind}"
    if name in sys.modules:
        return sys.modules[name]
    sys.modules.setdefault(HOMEMADE, ModuleType(HOMEMADE))
    spec = _spec(name, folder / "__init__.py", [str(folder)])
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def line_in(error: BaseException) -> tuple[str, int] | None:
    """The last line of a ruleset from a folder that an error came through."""
    found, trace = None, error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if is_homemade(str(frame.f_globals.get("__name__", ""))):
            found = (frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return found


def folder_of(module: str) -> Path | None:
    """The folder that has to be imported before this module can be; none for what is installed."""
    top, _, rest = module.partition(".")
    if top != HOMEMADE:
        return None
    file = sys.modules[f"{HOMEMADE}.{rest.partition('.')[0]}"].__file__
    assert file is not None
    return Path(file).parent.absolute()
