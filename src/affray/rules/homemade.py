"""Rulesets from a folder: imported under a name of their own, so that they can hide no module."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

HOMEMADE = "affray_homemade"


def import_folder(folder: Path) -> ModuleType:
    """A ruleset's package, from wherever it lies."""
    name = f"{HOMEMADE}.{folder.name}"
    if name in sys.modules:
        return sys.modules[name]
    sys.modules.setdefault(HOMEMADE, ModuleType(HOMEMADE))
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
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
        if str(frame.f_globals.get("__name__", "")).startswith(f"{HOMEMADE}."):
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
