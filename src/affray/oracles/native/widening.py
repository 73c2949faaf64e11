"""Every rule is compiled once: its numbers reach it as int64, whatever field they came from.

Left to itself Numba compiles a function anew for every mixture of int8, int16, int64 and enum
members it is called with: a policy of three helpers in a row came to twelve copies.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.core.typing.templates import infer, infer_global, make_overload_template

OPTIONS = {"no_cpython_wrapper": True, "nopython": True}
"""What Numba's own register_jitable compiles with."""


def register(function: Callable[..., Any], forceinline: bool) -> None:
    """Let compiled code call a rule, which stays a plain function for CPython."""
    options = {**OPTIONS, "forceinline": True} if forceinline else OPTIONS
    template = make_overload_template(
        function, lambda *args, **kws: function, options, strict=False, inline="never"
    )
    numbers = [_is_number(p) for p in inspect.signature(function).parameters.values()]

    def generic(self: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        wide = tuple(_widened(a) if n else a for a, n in zip(args, numbers, strict=False))
        return super(widened, self).generic(wide + args[len(wide) :], kws)

    widened: Any = type(template)(template.__name__, (template,), {"generic": generic})
    infer(widened)
    infer_global(function, types.Function(widened))


def _is_number(parameter: inspect.Parameter) -> bool:
    return parameter.annotation in (int, "int")


def _widened(found: Any) -> Any:
    whole = isinstance(found, types.Integer | types.IntEnumMember | types.Boolean)
    return types.int64 if whole else found
