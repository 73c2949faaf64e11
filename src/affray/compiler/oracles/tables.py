"""Tables in memory that Python and compiled code both read: rows of numbers, found by hash.

A table is one run of numbers: how many rows, how many fit, how wide a row is, how many of
its numbers are its key, the slots of the hash (row + 1, or 0), then the rows. A row's key is
compared, the rest is for whoever found the row.
"""

from __future__ import annotations

from affray.compiler.intrinsics import as_number, as_word, numbers_at
from affray.compiler.source.program import Int64s
from affray.oracles.dice import M64, mix

COUNT, MOST, WIDTH, KEYS, SLOTS, HEADS = range(6)

PRIME = 0x9E3779B97F4A7C15


class Full(Exception):
    """A table has no room for one row more."""


def row_hash(key: Int64s, n: int) -> int:
    z = as_word(n)
    for k in range(n):
        z = ((z ^ as_word(key[k])) * PRIME) & M64
        z = z ^ (z >> 29)
    return as_number(mix(z) >> 2)


def row_at(table: Int64s, row: int) -> int:
    """Where a row begins, counted in numbers."""
    return HEADS + table[SLOTS] + row * table[WIDTH]


def slot_of(table: Int64s, key: Int64s) -> int:
    """The slot of the row with this key, or the empty one where it would go."""
    n = table[KEYS]
    last = table[SLOTS] - 1
    h = row_hash(key, n) & last
    while table[HEADS + h] != 0 and not has_key(table, table[HEADS + h] - 1, key, n):
        h = (h + 1) & last
    return HEADS + h


def known_row(address: int, key: Int64s) -> int:
    """The row with this key, or -1."""
    table = numbers_at(address)
    return table[slot_of(table, key)] - 1


def find_row(address: int, key: Int64s) -> int:
    """The row with this key, put at the end with zeros behind it where there was none."""
    table = numbers_at(address)
    slot = slot_of(table, key)
    if table[slot] != 0:
        return table[slot] - 1
    row = table[COUNT]
    if row >= table[MOST]:
        raise Full
    table[slot] = row + 1
    table[COUNT] = row + 1
    at = row_at(table, row)
    for k in range(table[KEYS]):
        table[at + k] = key[k]
    for k in range(table[KEYS], table[WIDTH]):
        table[at + k] = 0
    return row


def has_key(table: Int64s, row: int, key: Int64s, n: int) -> bool:
    at = row_at(table, row)
    for k in range(n):
        if table[at + k] != key[k]:
            return False
    return True
