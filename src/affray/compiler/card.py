"""NVIDIA's devices, through `cuda-core`: only this module imports it, and only when asked to.

Memory is taken plainly and given back with the object that holds it; a kernel is PTX, which the
device's own driver makes machine code of.
"""

from __future__ import annotations

import ctypes
import importlib.util
from collections.abc import Sequence
from functools import cache
from typing import Any

from affray.book.errors import BadInput
from affray.compiler.llvm.kernel import NAME

HOW = "pip install 'affray[gpu]'"

BLOCK = 256
"""Threads that go to one processor of a device together."""


class NoCard(BadInput):
    """Nothing to play on."""


@cache
def _core() -> Any:
    """cuda-core with a device that is there; one line that says what is missing otherwise."""
    if importlib.util.find_spec("cuda") is None or importlib.util.find_spec("cuda.core") is None:
        raise NoCard(f"no cuda-core here, expected it for cuda: {HOW}", field="engine")
    try:
        import cuda.core

        cuda.core.Device(0).set_current()
    except Exception as broken:  # no driver, no device, or one that is not to be used: many kinds
        said = str(broken).strip().splitlines()
        why = said[0] if said else type(broken).__name__
        raise NoCard(f"no NVIDIA device or driver here, expected one for cuda: {why}",
                     field="engine") from None  # fmt: skip
    return cuda.core


def kind() -> str:
    """The kind of device that is there, as PTX is made for it: sm_90."""
    return f"sm_{_core().Device(0).arch}"


def name() -> str:
    found: str = _core().Device(0).name
    return found


class GraphicsCard:
    """A kernel on the first device: as many threads as its processors hold at a time."""

    def __init__(self, code: bytes, block: int = BLOCK, is_ptx: bool = True) -> None:
        core = _core()
        self._core = core
        self.device = core.Device(0)
        self.device.set_current()
        self.stream = self.device.create_stream()
        make = core.ObjectCode.from_ptx if is_ptx else core.ObjectCode.from_cubin
        self.kernel = make(code).get_kernel(NAME)
        self.block = block
        held = self.kernel.occupancy.max_active_blocks_per_multiprocessor(block, 0)
        self.threads = max(1, held) * block * self.device.properties.multiprocessor_count

    def room(self, size: int) -> Any:
        return self.device.allocate(max(size, 8), stream=self.stream)

    def clear(self, room: Any, size: int) -> None:
        from cuda.bindings import driver

        _require(driver.cuMemsetD8Async(int(room.handle), 0, size, int(self.stream.handle)))

    def put(self, room: Any, data: bytes) -> None:
        from cuda.bindings import driver

        self.stream.sync()
        held = ctypes.create_string_buffer(data, len(data))
        _require(driver.cuMemcpyHtoD(int(room.handle), ctypes.addressof(held), len(data)))

    def get(self, room: Any, size: int) -> bytes:
        from cuda.bindings import driver

        self.stream.sync()
        held = ctypes.create_string_buffer(max(size, 1))
        _require(driver.cuMemcpyDtoH(ctypes.addressof(held), int(room.handle), size))
        return held.raw[:size]

    def launch(self, threads: int, given: Sequence[Any]) -> None:
        import numpy as np

        config = self._core.LaunchConfig(grid=-(-threads // self.block), block=self.block)
        args = [np.int64(a if isinstance(a, int) else int(a.handle)) for a in given]
        self._core.launch(self.stream, config, self.kernel, *args)
        self.stream.sync()


def _require(answer: Any) -> None:
    """Every call of the driver's answers with how it went."""
    if int(answer[0]):
        raise RuntimeError(f"the device's driver answered {answer[0]!r}")
