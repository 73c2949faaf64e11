"""A fight as whoever plays some of its creatures may know it: nothing sealed, nobody hidden."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from affray.book.ruleset import Ruleset
from affray.fight.fight import Fight
from affray.fight.secrets import hide
from affray.lab.playouts import PlayoutStart
from affray.oracles.tape import Known, Question
from affray.rules.world import Record, clone, pack


@dataclass(frozen=True)
class Seen:
    """What is known where a question is asked: how the step began, what was said in it since.

    What others sealed or rolled unseen is not among it, and is asked again in every playout;
    those who hide are not in the world at all. `now` is how it stands where they are asked.
    """

    place: PlayoutStart
    known: tuple[Known, ...]
    asked: Question
    unseen: frozenset[int]
    now: Any

    def seed(self, whim: int = 0) -> int:
        """A number for playouts' dice from how the step began and a whim alone: neither key nor
        secret, and the same for all that is decided in it."""
        return self._hash(repr(whim))

    def mark(self) -> int:
        """What tells this position from others."""
        return self._hash(repr((self.known, self.asked)))

    def _hash(self, said: str) -> int:
        data = pack(self.place.world) + said.encode()
        digest = blake2b(data, digest_size=8, person=b"affray playouts")
        return int.from_bytes(digest.digest(), "big")


def seen_by(
    fight: Fight, asked: Question, world: Any, mine: Set[int], hidden: Set[int] = frozenset()
) -> Seen:
    """What whoever plays `mine` knows when they are asked; `world` is how it is by now.

    `hidden` are those somebody has hidden from them by hand, beside whom the rules hide.
    """
    start = fight.step_start[1]
    rules = fight.ruleset
    unseen = _unseen(rules, asked.who, start, world, mine) | (hidden - mine)
    is_sealed = _is_sealed(fight, asked, start, world)
    known = [
        Known(int(q.kind), q.name, q.who, a.value)
        for q, a in fight.said_so_far()
        if not (is_sealed and _is_secret(fight, q) and q.who not in mine)
        and not unseen & {q.who, q.vs}
    ]
    place = PlayoutStart(_without(rules, start, mine, unseen), fight.has_begun)
    return Seen(place, tuple(known), asked, unseen, _without(rules, world, mine, unseen))


def known_to(ruleset: Ruleset, who: int, start: Any, world: Any) -> Any:
    """The world as a creature's player may know it; `start` is how it was when the step began."""
    unseen = _unseen(ruleset, who, start, world, {who})
    return _without(ruleset, world, {who}, unseen)


def _without(ruleset: Ruleset, world: Any, mine: Set[int], unseen: Set[int]) -> Any:
    """A world without the secrets of others, and without those who hide."""
    known = clone(world)
    hide(known, set(mine))
    hiding = ruleset.words.hiding
    for i in sorted(unseen):
        assert hiding is not None
        _forget(known.creatures[i])
        hiding.take_out(known, i)
    return known


def _forget(creature: Record) -> None:
    """Where somebody is and how they fare: nothing of it is left but the side they are on."""
    for f in type(creature).layout.fields.values():
        if f.storage and not f.fixed and f.name != "side":
            blank = [f.default] * len(getattr(creature, f.name)) if f.is_list else f.default
            setattr(creature, f.name, blank)


def _unseen(ruleset: Ruleset, who: int, start: Any, world: Any, mine: Set[int]) -> frozenset[int]:
    """Who was hidden from somebody's side when the step began, and is."""
    hiding = ruleset.words.hiding
    unseen = hiding.unseen if hiding is not None else None
    if unseen is None:
        return frozenset()
    side = int(world.creatures[who].side)
    others = [i for i in range(world.n) if i not in mine]
    both = (start, world)
    return frozenset(i for i in others if all(unseen(w, i, side) for w in both))


def _is_secret(fight: Fight, question: Question) -> bool:
    return not question.is_chance and question.name in fight.ruleset.secret_questions


def _is_sealed(fight: Fight, asked: Question, start: Any, world: Any) -> bool:
    """Whether what was answered in secret in this step is not shown yet."""
    if not fight.ruleset.secret_questions:
        return False
    if _is_secret(fight, asked):
        return True
    return _blanked(start) != _blanked(world)


def _blanked(world: Any) -> bytes:
    """What of a world is secret, as far as it can be told apart."""
    open_part = clone(world)
    hide(open_part, set())
    return bytes(a ^ b for a, b in zip(pack(world), pack(open_part), strict=True))
