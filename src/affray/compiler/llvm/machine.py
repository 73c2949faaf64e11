"""From LLVM's intermediate language to machine code, and machine code into this process.

Only this module imports llvmlite; where there is no wheel of it, or one that cannot be loaded,
`is_available` says so and everything is played in CPython.
"""

from __future__ import annotations

import ctypes
import importlib.metadata
import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

DEVICE = "nvptx64-nvidia-cuda"

INLINING = 50
"""LLVM's own is 225; here what is short is in its place already (`emit.py`)."""


def is_available() -> bool:
    return not why_not()


def why_not() -> str:
    """Why nothing is compiled on this machine, or nothing."""
    if importlib.util.find_spec("llvmlite") is None:
        return "no llvmlite for this machine"
    return _trouble()


@cache
def _trouble() -> str:
    """What comes of loading it; a library built for another machine ends in any kind of error."""
    try:
        host()
        _machine(2)
    except Exception as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        return f"llvmlite is installed and cannot be loaded ({said})"
    return ""


@cache
def _llvm() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


@cache
def host() -> tuple[str, str, str, str]:
    """(llvmlite's version, triple, CPU, its features): machine code is for these alone."""
    llvm = _llvm()
    triple = llvm.get_process_triple()
    if sys.platform == "win32":
        triple += "-elf"  # the loader knows no other object files
    features = llvm.get_host_cpu_features().flatten()
    return importlib.metadata.version("llvmlite"), triple, llvm.get_host_cpu_name(), features


@cache
def multiplies_several() -> bool:
    """Whether one instruction multiplies several numbers of 64 bits; few machines have one."""
    features = host()[3].split(",")
    return "+avx512dq" in features and "+avx512vl" in features


def _machine(level: int) -> Any:
    llvm = _llvm()
    _, triple, cpu, features = host()
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(opt=level, cpu=cpu, features=features, jit=True)


def object_code(text: str, level: int = 2, unrolled: bool = False) -> bytes:
    """Compile a module; at level 0 as it stands, ten times as fast.

    Loops are `unrolled` where it is known how often they go round: rules walk short lists, and
    otherwise they would be larger and no faster.
    """
    llvm = _llvm()
    module = llvm.parse_assembly(text)
    module.triple = host()[1]
    machine = _machine(level)
    _optimise(module, machine, level, unrolled, INLINING)
    made: bytes = machine.emit_object(module)
    return made


def _optimise(module: Any, machine: Any, level: int, unrolled: bool, inlining: int) -> None:
    llvm = _llvm()
    module.data_layout = str(machine.target_data)
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=level)
    tuning.inlining_threshold = inlining
    tuning.loop_unrolling = unrolled
    tuning.loop_vectorization = tuning.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)


@cache
def _devices() -> Any:
    llvm = _llvm()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(DEVICE)


def ptx(
    text: str, cpu: str, level: int = 2, unrolled: bool = False, inlining: int = INLINING
) -> str:
    """Compile a module for NVIDIA's devices of a kind (sm_90), as text that their driver takes."""
    llvm, target = _llvm(), _devices()
    module = llvm.parse_assembly(text)
    module.triple = DEVICE
    machine = target.create_target_machine(opt=level, cpu=cpu)
    _optimise(module, machine, level, unrolled, inlining)
    made: str = machine.emit_assembly(module)
    return made


class Loaded:
    """Machine code in this process; it outlives every pointer into it that is taken here."""

    def __init__(self, code: bytes) -> None:
        llvm = _llvm()
        empty = llvm.parse_assembly("")
        empty.triple = host()[1]
        self._engine = llvm.create_mcjit_compiler(empty, _machine(2))
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def entry(self, name: str, pointers: str) -> Callable[..., int]:
        """A function by its name; `pointers` has a p for every address, an i for every number."""
        address = self._engine.get_function_address(name)
        if not address:
            raise KeyError(name)
        kinds = [ctypes.c_void_p if kind == "p" else ctypes.c_int64 for kind in pointers]
        found = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(address)
        found.engine = self._engine  # type: ignore[attr-defined]
        return found
