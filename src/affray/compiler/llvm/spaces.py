"""Which memory of a device an address is of: a thread's own, or what a block of threads shares.

An address that says so is half as wide and costs no looking up; one that may be of either says
nothing. What a world has that changes is its thread's; what is fixed is there once for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.compiler.source.kinds import ListKind, RecordKind, ValueKind

if TYPE_CHECKING:
    from affray.compiler.source.program import Program

OWN, SHARED, ALL = "addrspace(5) ", "addrspace(3) ", "addrspace(1) "


def space_of(kind: ValueKind, program: Program) -> str:
    if program.mixed:
        return ""
    if isinstance(kind, RecordKind):
        return SHARED if kind.layout in program.fixed else OWN
    if isinstance(kind, ListKind) and kind.capacity:
        return SHARED if kind.fixed else OWN
    return ""


def bare(value: str) -> str:
    """An address without the memory it is of."""
    return value.rpartition(") ")[2]
