"""NVIDIA's devices through the driver's library alone, where cuda-core cannot be had."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from affray.compiler.card import BLOCK
from affray.compiler.llvm.kernel import NAME


class Plain:
    """The same as `GraphicsCard`."""

    def __init__(self, code: bytes, block: int = BLOCK, is_ptx: bool = True) -> None:
        self.cuda = ctypes.CDLL("libcuda.so.1")
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self._call("cuInit", 0)
        self._call("cuDeviceGet", ctypes.byref(device), 0)
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self._call("cuCtxSetCurrent", context)
        module, self.kernel = ctypes.c_void_p(), ctypes.c_void_p()
        self._call("cuModuleLoadData", ctypes.byref(module), code + b"\0")
        self._call("cuModuleGetFunction", ctypes.byref(self.kernel), module, NAME.encode())
        many, held = ctypes.c_int(), ctypes.c_int()
        self._call("cuDeviceGetAttribute", ctypes.byref(many), 16, device)
        self._call(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor",
            ctypes.byref(held), self.kernel, block, ctypes.c_size_t(0),
        )  # fmt: skip
        self.block, self.many = block, many.value
        self.threads = held.value * block * many.value

    def _call(self, name: str, *given: Any) -> None:
        answer = getattr(self.cuda, name)(*given)
        if answer:
            raise RuntimeError(f"{name} answered {answer}")

    def room(self, size: int) -> Any:
        at = ctypes.c_uint64()
        self._call("cuMemAlloc_v2", ctypes.byref(at), ctypes.c_size_t(max(size, 8)))
        return _Held(self, at)

    def clear(self, room: Any, size: int) -> None:
        self._call("cuMemsetD8_v2", room.at, ctypes.c_ubyte(0), ctypes.c_size_t(size))

    def put(self, room: Any, data: bytes) -> None:
        self._call("cuMemcpyHtoD_v2", room.at, data, ctypes.c_size_t(len(data)))

    def get(self, room: Any, size: int) -> bytes:
        data = ctypes.create_string_buffer(max(size, 1))
        self._call("cuMemcpyDtoH_v2", data, room.at, ctypes.c_size_t(size))
        return data.raw[:size]

    def launch(self, threads: int, given: Sequence[Any]) -> None:
        args = [ctypes.c_int64(a if isinstance(a, int) else a.at.value) for a in given]
        pointers = (ctypes.c_void_p * len(args))(
            *(ctypes.cast(ctypes.pointer(a), ctypes.c_void_p) for a in args)
        )
        grid = -(-threads // self.block)
        self._call(
            "cuLaunchKernel", self.kernel, grid, 1, 1, self.block, 1, 1, 0, None, pointers, None
        )
        self._call("cuCtxSynchronize")


class _Held:
    """Some of the device's memory, given back when nobody has it any more."""

    def __init__(self, device: Plain, at: ctypes.c_uint64) -> None:
        self.device, self.at = device, at

    def __del__(self) -> None:
        self.device.cuda.cuMemFree_v2(self.at)
