"""What went wrong in compiled code, as one number: a kind of mistake and where it was made."""

from __future__ import annotations

INDEX, DIVISION, SHIFT, OVERFLOW, MISFIT, UNSET, ROOT = range(1, 8)
RAISED = 16
"""From here on errors that the engine's own code raises, in the program's order."""

PROBLEMS = {
    INDEX: "an index outside its list",
    DIVISION: "a division by zero",
    SHIFT: "a shift by less than nothing or past 64 bits",
    OVERFLOW: "a number past 64 bits",
    MISFIT: "a number that does not fit its field",
    UNSET: "a name that has no value yet",
    ROOT: "a square root of less than nothing",
}


def code_of(status: int) -> int:
    return status & 0xFF


def site_of(status: int) -> int:
    return status >> 8
