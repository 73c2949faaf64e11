"""Modules of rules on the disk, loaded as a game's are, and what is said of one."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from compiler_bench import Ask, World

from affray.compiler.source.program import Program
from affray.compiler.source.sources import OutsideSubset


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("some_rules", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules["some_rules"] = made
    spec.loader.exec_module(made)
    return made


def changed_global(folder: Path) -> OutsideSubset:
    """What is said of a number of the module that some function gives another value."""
    path = folder / "changing_rules.py"
    text = "LAST = 3\n\ndef turn(a: int) -> int:\n    return LAST\n\n"
    path.write_text(text + "def later() -> None:\n    global LAST\n    LAST = 4\n", "utf-8")
    try:
        with pytest.raises(OutsideSubset) as caught:
            Program(World.layout, Ask.layout, {}).function(loaded(path).turn)
    finally:
        del sys.modules["some_rules"]
    return caught.value
