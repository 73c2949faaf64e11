"""The rules compiled: syntax tree, typed tree, LLVM, machine code; loaded when first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from affray.book.ruleset import Ruleset


def prepare(ruleset: Ruleset) -> None:
    """Load a game's compiled rules, or compile them; BadInput where that cannot be."""
    from affray.compiler import ready as making

    making.prepare(ruleset)


def is_ready(ruleset: Ruleset) -> bool:
    """Whether a game's compiled rules are there."""
    from affray.compiler import ready as making

    return making.is_ready(ruleset)


def is_available() -> bool:
    """Whether there is a compiler on this machine at all."""
    from affray.compiler.llvm import machine

    return machine.is_available()
