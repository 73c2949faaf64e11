"""How a long fight stood now and then, kept beside its tape: it is taken up from there at once.

The tape is the truth. A snapshot counts only for just this tape, these rules and this program;
where anything does not match, the tape is played from its beginning. It is made between two
steps, with nothing half told. Whatever reaches back beyond it has the whole tape read.
"""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from zlib import compress, decompress

import affray
from affray.book.encounter import Encounter
from affray.book.shelf import SHELF
from affray.book.stamps import files_stamp, rules_stamp
from affray.fight.beside import Beside, BesideEntry, Habit, NewEmblem, Replayed, Undo
from affray.fight.between import Held, NeedsWhole, Past, Snapshot
from affray.fight.fight import Fight, nobody
from affray.fight.following import Following
from affray.fight.players import Players
from affray.fight.tray import RollShown, Thrown
from affray.files.middle import read_middle
from affray.oracles.tape import Answer, TakenUp
from affray.rules.world import clone, pack, unpack
from affray.table.game import Game
from affray.table.logs import LOG_TAIL, Log, LogLine, as_json, log_of
from affray.table.store import Store

EVERY = 60
"""Entries from one to the next: a tape is played that far before anybody notices."""

LONG = 200
"""Entries; a shorter tape is played from its beginning."""

CANDIDATES = 3
"""Places that are remembered until one of them will do."""

SOURCES = ("rules", "book", "oracles", "fight", "files", "tell", "table")

Data = dict[str, Any]


@dataclass(frozen=True)
class Mark:
    """A place in a fight to take it up at, as it is kept."""

    entries: int
    """Of the tape, with those that were taken back."""
    stamp: str
    folded: bytes
    """Its text: few are ever written."""
    step: int
    start: Snapshot
    decided: frozenset[int]
    """Who had decided anything up to there: each must have again since, for that is told."""

    @property
    def text(self) -> str:
        return decompress(self.folded).decode("utf-8", "surrogatepass")

    def is_there(self, game: Game) -> bool:
        """Whether it was not taken back."""
        steps = game.fight.snapshots
        return self.step < len(steps) and steps[self.step] is self.start

    def will_do(self, game: Game) -> bool:
        """Whether all that a page tells has happened since."""
        if not self.is_there(game):
            return False
        return self.decided <= {one.who for one in game.decisions() if one.at >= self.start.at}


def stamp_of(slug: str, tape: str, text: str) -> str:
    """What a snapshot stands on: the rules, this program, the tape before it; and what it says."""
    said = f"{_program()} {rules_stamp(SHELF.get(slug))} {tape} {text}"
    return hashlib.sha256(said.encode()).hexdigest()


@cache
def _program() -> str:
    here = Path(affray.__file__).parent
    return files_stamp(path for room in SOURCES for path in (here / room).rglob("*.py"))


# Making one


def mark(game: Game, entries: int, told_lines: int, tape: str) -> Mark | None:
    """The fight as it stands, if it stands between two steps with nothing half told."""
    fight, start = game.fight, game.fight.snapshots[-1]
    if start.left or start.world.n != fight.encounter.begun:
        return None  # who came and who left is on the tape alone
    is_between = (len(fight.live), len(fight.story)) == (start.at, start.told)
    if not is_between or any(_goes_on(game, plan) for plan in game.following.values()):
        return None
    logs = _logs(game, start)
    if logs is None:
        return None
    made = game.decisions()
    decided = sorted({one.who for one in made})
    last = [(one.at, one.who, one.sealed) for one in made[-LOG_TAIL:]]
    past = Past(start.at, start.told, told_lines, last)
    text = as_json({**_fight_data(game, start), "past": vars(past), "decided": decided, **logs})
    stamp = stamp_of(fight.ruleset.slug, tape, text)
    folded = compress(text.encode("utf-8", "surrogatepass"), 1)
    return Mark(entries, stamp, folded, len(fight.snapshots) - 1, start, frozenset(decided))


def _goes_on(game: Game, plan: Following) -> bool:
    """Whether a plan may still look back at what was said before."""
    persists = plan.offer.persists and not plan.offer.is_over(game.fight.world)
    return bool(plan.left) or persists or plan.is_in_step(game.fight)


def _fight_data(game: Game, start: Snapshot) -> Data:
    fight = game.fight
    first = fight.live[0] if fight.live else None
    return {
        "flags": [start.begun, start.resting, start.rested],
        **_world_data(start.world),
        "names": fight.encounter.names,
        "fresh": fight.fresh,
        "undone": [[at, asked, *_written(one)] for (at, asked), one in fight.undone.items()],
        "beside": [_beside(one.said) for one in fight.beside if not isinstance(one.said, Undo)],
        "other_rules": first._asdict() if isinstance(first, TakenUp) else None,
        "people": [seat.is_person for seat in game.players.seats],
    }


def _world_data(world: Any) -> Data:
    """A world with all that was ever brought into its fight, under the same numbers: what came
    with somebody who was taken back is named still, and counted no more."""
    content = [f for f in type(world).layout.fields.values() if f.content and f.fixed and f.count]
    counts = {f.count: int(getattr(world, f.count)) for f in content}
    whole = clone(world)
    for f in content:
        setattr(whole, f.count, len(getattr(world, f.name)))
    return {"world": base64.b64encode(pack(whole)).decode(), "counts": counts}


def _logs(game: Game, start: Snapshot) -> Data | None:
    """How many lines each log has, and the last of them; None where something is half told."""
    logs = {}
    for found in {id(one): one for one in (log_of(game, c) for c in game.chairs)}.values():
        lines = found.lines(game)
        if not found.is_whole(start.told):
            return None
        last = [[min(one.at, start.at - 1), one.said, one.is_beside] for one in lines[-LOG_TAIL:]]
        logs[str(found.chair.n)] = {"count": len(lines), "last": last}
    return {"logs": logs}


def _written(answer: Answer) -> list[Any]:
    return [answer.value, answer.dice, answer.against, answer.typed]


def _beside(said: BesideEntry | Undo) -> list[Any]:
    """What was said beside the fight and counts later on: how undo is held, emblems, free rolls."""
    return [type(said).__name__, list(vars(said).values())]


def _read_beside(kind: str, said: list[Any]) -> BesideEntry:
    for whole in (Habit, NewEmblem, Replayed, RollShown):
        if kind == whole.__name__:
            return whole(*said)
    dice, faces, by, hidden = said
    return Thrown(dice, tuple(faces), by, hidden)


# Taking up


@dataclass(frozen=True)
class Since:
    """What a game that was taken up in its middle must have, to need nothing of before."""

    decided: frozenset[int]
    people: list[bool]
    readers: frozenset[int]
    """Chairs whose logs of before are there."""
    first_line: int

    def require_enough(self, game: Game) -> None:
        """Nothing that is told must reach back beyond where the fight was taken up: what would be
        taken back, a log that others do not read too, how it all came to its end."""
        first = game.fight.past.entries
        since = {one.who for one in game.decisions() if one.at >= first}
        same = self.people == [seat.is_person for seat in game.players.seats]
        is_asked_back = any(at < first for at in game.asked_back.values())
        readers = {log_of(game, chair).chair.n for chair in game.chairs}
        is_enough = self.decided <= since and readers <= self.readers and not game.fight.is_over
        if not (same and is_enough) or is_asked_back:
            raise NeedsWhole


def taken_up(text: str, file: str, data: Data) -> tuple[Fight, Players]:
    """The fight from a snapshot on, with the entries that came after it."""
    return read_middle(text, file, data["other_rules"] is not None, lambda e: _fight(e, data))


def _fight(encounter: Encounter, data: Data) -> Fight:
    past = Past(**data["past"])
    world = unpack(encounter.ruleset.world, base64.b64decode(data["world"]))
    for count, n in data["counts"].items():
        setattr(world, count, n)
    fight = Fight(encounter, nobody)
    encounter.names = {kind: list(names) for kind, names in data["names"].items()}
    fight.begin_at(Snapshot(past.entries, Held(world), past.told, *data["flags"]), past)
    if data["other_rules"] is not None:
        fight.live[0] = TakenUp(**data["other_rules"])
    fight.fresh = data["fresh"]
    for at, asked, value, dice, against, typed in data["undone"]:
        fight.undone[at, tuple(asked)] = Answer(value, _faces(dice), _faces(against), typed)
    fight.beside = [Beside(-1, _read_beside(*one), []) for one in data["beside"]]
    return fight


def _faces(written: list[Any]) -> Any:
    return tuple((sides, tuple(shown)) for sides, shown in written)


def give_past(game: Game, data: Data) -> Since:
    """The logs of before, for a game whose fight was taken up."""
    blank = []
    for reader, kept in data["logs"].items():
        last = [LogLine(at, said, is_beside) for at, said, is_beside in kept["last"]]
        blank.append(kept["count"] - len(last))
        chair = game.chairs[int(reader)]
        past = [LogLine(-1, "")] * blank[-1] + last
        game.logs[chair.n] = Log(chair, past, game.fight.snapshots[0])
    readers = frozenset(int(reader) for reader in data["logs"])
    return Since(frozenset(data["decided"]), data["people"], readers, max(blank))


def found_in(store: Store, fight: str, entries: int) -> tuple[Data, Any] | None:
    """A snapshot of just this fight, by just these rules: what it says, and the hash of the tape
    before it."""
    row, card = store.snapshot(fight, entries), store.card(fight)
    if row is None or card is None or card.ruleset not in SHELF.slugs():
        return None
    stamp, text = row
    before = hash_of(store.text_before(fight, entries))
    if stamp != stamp_of(card.ruleset, before.hexdigest(), text):
        return None
    return json.loads(text), before


def crowding(places: list[int]) -> set[int]:
    """Those of a fight's snapshots that are not needed: the further back, the fewer are kept, each
    about twice as far from the end as the one after it. So whatever is taken back, hardly more of
    the tape is played than that."""
    last = max(places)
    kept: dict[int, int] = {}
    for place in sorted(places):
        kept.setdefault(((last - place) // EVERY).bit_length(), place)
    return set(places) - {last, *kept.values()}


def hash_of(text: str) -> Any:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass"))


class Marks:
    """The places a fight can be taken up at; the last that will do is kept in the store."""

    def __init__(self, store: Store, fight: str, tape: Any, last: int = 0) -> None:
        """`tape` is the hash of all of it so far."""
        self.store, self.id = store, fight
        self._tape = tape
        self._last = last
        self._places: list[Mark] = []
        self._kept: Mark | None = None

    def go_on(self, game: Game, entries: int, new: list[str], told_lines: int) -> None:
        """A command was kept, with its entries."""
        for entry in new:
            self._tape.update(entry.encode("utf-8", "surrogatepass"))
        if self._kept is not None and not self._kept.is_there(game):
            self._last, self._kept = 0, None
        if entries >= LONG and entries - self._last >= EVERY:
            found = mark(game, entries, told_lines, self._tape.hexdigest())
            if found is not None:
                self._last = entries
                self._places = [*self._places[-CANDIDATES + 1 :], found]
        self._keep_the_last_that_will_do(game)

    def _keep_the_last_that_will_do(self, game: Game) -> None:
        """Looked for with every command: where much is taken back, none will do for long."""
        self._places = [place for place in self._places if place.is_there(game)]
        for k, place in reversed(list(enumerate(self._places))):
            if place.will_do(game):
                crowd = crowding([*self.store.snapshots(self.id), place.entries])
                self.store.keep_snapshot(self.id, place.entries, place.stamp, place.text, crowd)
                self._kept = replace(place, folded=b"")
                self._places = self._places[k + 1 :]
                return
