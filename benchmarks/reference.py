"""The reference fight in hand-written C: compiled here, and called with the same creatures."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from array import array
from pathlib import Path
from typing import Any

from affray.compiler.engine import Block
from affray.compiler.oracles.dice import EVENTS, SEATS
from affray.rules import pools

SOURCE = Path(__file__).with_name("reference.c")
LIBRARY = Path(__file__).parent / "build" / "reference.so"
FLAGS = ("-std=c99", "-O3", "-march=native", "-shared", "-fPIC")
_COPIED = ("side", "might", "guard", "armor", "toughness", "place", "wounds")


class Group(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int32), ("sides", ctypes.c_int32)]


class Weapon(ctypes.Structure):
    _fields_ = [
        ("groups", ctypes.c_int32),
        ("bonus", ctypes.c_int32),
        ("wounds", ctypes.c_int32),
        ("group", Group * pools.KINDS),
    ]


class Fighter(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_int32) for name in (*_COPIED, "stance", "stepped_in")),
        ("weapon", Weapon),
    ]


def compiler() -> str | None:
    return shutil.which("cc")


class Reference:
    """The fights of a skirmish between the headlong, played by the C program."""

    def __init__(self, world: Any) -> None:
        self.n = world.n
        self.fighters = (Fighter * world.n)(*(_fighter(world, c) for c in world.creatures))
        self.library = ctypes.CDLL(str(_build()))

    def play(self, seed: int, first: int, count: int) -> Block:
        """What each of these fights came to, as the engine tells it."""
        winners, rounds = (ctypes.c_int8 * count)(), (ctypes.c_int32 * count)()
        survivors, events = (ctypes.c_int64 * SEATS)(), (ctypes.c_int64 * EVENTS)()
        self.library.play_fights(
            self.fighters,
            ctypes.c_int32(self.n),
            ctypes.c_uint64(seed),
            ctypes.c_uint64(first),
            ctypes.c_int64(count),
            winners,
            rounds,
            survivors,
            events,
        )
        return Block(
            winners=array("b", bytes(winners)),
            rounds=array("i", bytes(rounds)),
            stood=array("q"),
            decisions=array("i"),
            dice=array("i"),
            survivors=list(survivors),
            events=list(events),
            ends=b"",
        )


def alike(a: Block, b: Block) -> bool:
    """Whether two runs are the same to the last fight, round, survivor and event."""
    told = ("winners", "rounds", "survivors", "events")
    return all(getattr(a, name) == getattr(b, name) for name in told)


def _build() -> Path:
    LIBRARY.parent.mkdir(exist_ok=True)
    subprocess.run([str(compiler()), *FLAGS, str(SOURCE), "-o", str(LIBRARY)], check=True)
    return LIBRARY


def _fighter(world: Any, creature: Any) -> Fighter:
    fighter = Fighter(weapon=_weapon(world.weapons[creature.weapon]))
    for name in _COPIED:
        setattr(fighter, name, getattr(creature, name))
    return fighter


def _weapon(weapon: Any) -> Weapon:
    groups = [Group(count, sides) for count, sides in pools.counts(weapon.bite)]
    return Weapon(
        groups=len(groups),
        bonus=pools.bonus(weapon.bite),
        wounds=weapon.wounds,
        group=(Group * pools.KINDS)(*groups),
    )
