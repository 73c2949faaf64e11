"""Who struck whom with what, read from what was told: blows, and who fell by them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from affray.book.heads import deaths
from affray.fight.beside import is_noted
from affray.fight.fight import Fight
from affray.odds.ends import Losses, end_of, headline_fields
from affray.oracles.tape import Edit

FAR_BACK = 60
"""How many items before a fall the blow may have been struck that led to it."""

ROUND = "round"
BEGINS = (ROUND, "phase", "turn", "acts")
"""Events with which somebody's moment begins."""

BY_HAND = "by hand."

NAMED = re.compile(r"\{([xy]):(\w+)\}")


@dataclass(frozen=True)
class Fall:
    """Who is out of it, since which round, by whom and with what as far as that was told."""

    name: str
    round: int
    by: str
    thing: str
    told: str

    @property
    def text(self) -> str:
        is_said = not self.by or f" {self.by}" in self.told
        how = [] if is_said else [f"by {self.by}"]
        how += [f"with {self.thing}"] if self.thing else []
        told = self.told if self.name in self.told else f"{self.name}, {self.told or 'out of it.'}"
        return f"{told} Round {self.round}{', ' if how else ''}{' '.join(how)}."


@dataclass(frozen=True)
class StepLoss:
    """What one step cost somebody, of what a game counts first."""

    name: str
    round: int
    by: str
    thing: str
    amount: int
    word: str

    @property
    def cost(self) -> str:
        """'1 wound', '9 Hit Points'."""
        counts = self.word.endswith("s") and not self.word.endswith("ss")
        word = self.word[:-1] if self.amount == 1 and counts else self.word
        return f"{self.amount} {word}"

    @property
    def text(self) -> str:
        thing = f" with {self.thing}" if self.thing else ""
        return f"{self.by}{thing} on {self.name}, {self.cost}, in round {self.round}."


@dataclass(frozen=True)
class _Struck:
    """Where it is told who struck."""

    k: int = -1
    by: str = ""
    thing: str = ""


_Fell = tuple[int, Fall, _Struck]
"""Where it is told, who it is, and by whom it came."""


def _or_killed(before: list[_Fell], killed: _Fell) -> list[_Fell]:
    name, by = killed[1].name, killed[1].by
    first = [fell for fell in before if fell[1].name == name]
    if not by and any(fell[1].by for fell in first):
        return before
    return [*(fell for fell in before if fell not in first), killed]


class Blows:
    """What happened between two places of a story, step by step."""

    def __init__(
        self, fight: Fight, first: int, last: int, is_hidden: Callable[[int, Any], bool]
    ) -> None:
        self.fight, self.first, self.last = fight, first, last
        self.is_hidden = is_hidden
        self.items = range(first, last)
        starts = [k for k, start in enumerate(fight.snapshots) if first <= start.told <= last]
        self.steps = list(pairwise(starts))
        self.story: list[Any] = list(fight.story)
        self._open: dict[int, Any] = {}
        self.sides = [entrant.side for entrant in fight.encounter.entrants]

    def round_at(self, k: int) -> int:
        step = bisect_right(self.fight.snapshots, k, key=lambda start: start.told)
        return int(self._world(min(step, len(self.fight.snapshots) - 1)).round)

    def _worlds(self, step: tuple[int, int]) -> tuple[Any, Any]:
        a, b = step
        return self._world(a), self._world(b)

    def _world(self, k: int) -> Any:
        """At the start of a step; most are folded, and looked at several times here."""
        if k not in self._open:
            self._open[k] = self.fight.snapshots[k].world
        return self._open[k]

    def _end(self, step: tuple[int, int]) -> int:
        return self.fight.snapshots[step[1]].told

    @cached_property
    def _falls(self) -> list[_Fell]:
        """Who stands before a step and not after it: where that is told, and by whom it came.

        Who ran, or lay there, and is killed then is told of once: as killed, unless that would
        leave out who brought them down.
        """
        out: list[_Fell] = []
        standing = self.fight.ruleset.standing
        for step in self.steps:
            before, after = self._worlds(step)
            left = self.fight.snapshots[step[1]].left
            for i in range(before.n):
                if i in left or standing(after, i):
                    continue
                if standing(before, i):
                    out.append(self._fall(i, step))
                elif self._is_dead(after, i) and not self._is_dead(before, i):
                    out = _or_killed(out, self._fall(i, step))
        return out

    def _fall(self, i: int, step: tuple[int, int]) -> _Fell:
        """What a step tells of somebody who is out of it now, or dead."""
        name, end = self.fight.names[i], self._end(step)
        start = self.fight.snapshots[step[0]].told
        k = self._told_of(i, start, end)
        by_hand = k < 0 and self._by_hand(start, end, name)
        struck = _Struck() if by_hand else self._struck_before(k if k >= 0 else end, i)
        told = BY_HAND if by_hand else self._text(k) if k >= 0 else ""
        when = int(self._world(step[1]).round)
        return k, Fall(name, when, struck.by, struck.thing, told), struck

    def _is_dead(self, world: Any, i: int) -> bool:
        return any(getattr(world.creatures[i], field) for field in self._deaths)

    @cached_property
    def _deaths(self) -> set[str]:
        return deaths(self.fight.ruleset.words.heads)

    @property
    def fallen(self) -> list[Fall]:
        """Who is out of it at the end, each by the last fall: who came to again is in the story."""
        last = {fall.name: fall for _, fall, _ in self._falls if not self._stands(fall.name)}
        return [fall for _, fall, _ in self._falls if last.get(fall.name) is fall]

    def _stands(self, name: str) -> bool:
        """At the end of the last step."""
        end, i = self.fight.snapshots[self.steps[-1][1]], self.fight.names.index(name)
        return i not in end.left and self.fight.ruleset.standing(end.world, i)

    def _by_hand(self, start: int, end: int, name: str) -> bool:
        story = self.story[start:end]
        return any(isinstance(item, Edit) and name in item.changes for item in story)

    @cached_property
    def _harms(self) -> list[tuple[int, int, StepLoss, _Struck]]:
        """What every step cost whom: how much, where it is told, and by whom it came."""
        fields = headline_fields(self.fight.ruleset)
        losses = [loss for loss in self.fight.ruleset.words.losses if loss.field in fields]
        if not losses:
            return []
        loss, out = losses[0], []
        for step in self.steps:
            before, after = self._worlds(step)
            start, end = self.fight.snapshots[step[0]].told, self._end(step)
            told = tuple(item for item in self.story[start:end] if is_noted(item))
            now = end_of(self.fight.ruleset, after, told)
            counted = Losses(self.fight.ruleset, end_of(self.fight.ruleset, before))
            for i, name in enumerate(self.fight.names[: before.n]):
                lost = counted.lost(loss.field, i, now)
                k = self._told_of(i, start, end) if lost > 0 else -1
                struck = self._struck_before(k, i) if k >= 0 else _Struck()
                if struck.by:
                    said = (int(after.round), struck.by, struck.thing, lost, loss.word)
                    out.append((lost, k, StepLoss(name, *said), struck))
        return out

    @property
    def best(self) -> StepLoss | None:
        """The one that cost most; of equals the first."""
        found = max(self._harms, key=lambda harm: harm[0], default=None)
        return found[2] if found else None

    @property
    def falls(self) -> list[tuple[int, Fall]]:
        """Who fell, each with where in the story that is told, or -1."""
        return [(k, fall) for k, fall, _ in self._falls]

    @property
    def harms(self) -> list[tuple[int, StepLoss]]:
        """What cost most first, each with where in the story that is told."""
        ranked = sorted(self._harms, key=lambda harm: -harm[0])
        return [(k, blow) for _, k, blow, _ in ranked]

    # Reading what was told

    def _shown(self, k: int) -> bool:
        item = self.story[k]
        return is_noted(item) and not self.is_hidden(k, item)

    def _text(self, k: int) -> str:
        event, who, x, y = self.story[k]
        return self.fight.ruleset.words.sentence(event, who, x, y, self.fight.encounter.called)

    def _told_of(self, i: int, start: int, end: int) -> int:
        """The worst that a step tells of somebody: of what is graded, else the last word on it."""
        of = [k for k in range(start, end) if self._shown(k) and self.story[k][1] == i]
        of = [k for k in of if self.fight.ruleset.words.told[self.story[k][0]].headline]
        bad = [k for k in of if self.story[k][0] in self._graded]
        return (of[-1:] or bad[-1:] or [-1])[0]

    @cached_property
    def _graded(self) -> set[int]:
        heads = [head for group in self.fight.ruleset.words.heads for head in group if head.grade]
        return {event for head in heads for event in head.to}

    def _struck_before(self, end: int, i: int) -> _Struck:
        """Whose doing it is: of what was told last before it, of somebody's enemy.

        What is told of themselves and of their friends leads there; where somebody else's moment
        begins, what follows is not done by those before. Nobody is named by a guess.
        """
        for k in range(end - 1, max(self.first, end - FAR_BACK) - 1, -1):
            item = self.story[k]
            if not is_noted(item):
                continue
            if self.fight.ruleset.words.event_name(item[0]) in BEGINS:
                break
            if self.sides[item[1]] == self.sides[i]:
                continue
            if self.is_hidden(k, item):
                break
            return _Struck(k, self.fight.names[item[1]], self._thing(item[1], i, k))
        return _Struck()

    def _thing(self, who: int, i: int, end: int) -> str:
        """With what: the thing somebody named when they named whom it was for, in this round."""
        thing = ""
        for k in range(end, self.first - 1, -1):
            item = self.story[k]
            if not self._shown(k):
                continue
            if self.fight.ruleset.words.event_name(item[0]) == ROUND:
                return ""
            if item[1] != who or self._folds(k):
                continue
            thing = self._named(k) or thing
            if self.fight.names[i] in self._text(k):
                return thing
        return ""

    def _folds(self, k: int) -> bool:
        return bool(self.fight.ruleset.words.told[self.story[k][0]].folds)

    def _named(self, k: int) -> str:
        """The thing an event names: a weapon, a spell, whatever a game has lists of."""
        names = self.fight.encounter.called
        event, _, x, y = self.story[k]
        sentence = self.fight.ruleset.words.told[event].sentence
        for number, of in NAMED.findall(sentence) if isinstance(sentence, str) else ():
            found = x if number == "x" else y
            if of in names and of != "creatures" and 0 <= found < len(names[of]):
                return str(names[of][found])
        return ""
