"""How deadly is it? Forecasts for the start page: worked out in the queue, kept for next time.

The usual temperament is played at once; then, fight by fight as long as somebody looks, the first
side is played by one who thinks. What is known lies beside the store, in a folder a game and a
version of its rules, by a digest of the encounter: another version or another encounter is another
file, and nothing that cannot be read is taken for anything.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from threading import Event, Lock
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.compiler.build import DICE
from affray.compiler.engine import engine_of
from affray.fight.fight import Fight
from affray.fight.players import Players, Seat, usual_player
from affray.files.atomic import own_folder, put_in_place
from affray.lab.curve import decisions_in, moments
from affray.lab.forecast import Outlook, outlook_of
from affray.lab.job import ManyFights as Fights
from affray.lab.matches import one_fight
from affray.lab.simulate import simulate
from affray.odds.walkers import is_at_hand
from affray.oracles.dice import fight_key
from affray.table.jobs import Came, GiveUp, NobodyWaits, Result, Setting, setting_of

USUAL, WELL = "usual", "well"
"""Everybody by the usual temperament; the first side by one who thinks."""

THINKER = "clever:60"
SEED = 1
MANY, FEW = 1000, 20
"""Fights of the usual sort, compiled and not."""

WELL_PLAYED, SLOWLY = 40, 4
"""Fights well played, in the end; where the rules are not compiled, no more than that."""

WATCHED = 1
"""Fights in which decisions are counted."""

DRAFTS = 100
"""Of how many that are only being built something is known."""

AGAIN = 1
"""Another number makes what was kept worth nothing: for when players or playouts have changed."""

journal = logging.getLogger("affray.table")


@dataclass(frozen=True)
class ForecastJob:
    """Some fights of an encounter: all of the usual sort, or the next that is well played."""

    setting: Setting
    sort: str
    first: int = 0
    seconds: float = 60.0

    def work_out(self, give_up: GiveUp) -> Result:
        def tick(done: int) -> None:
            if give_up():
                raise NobodyWaits

        encounter = self.setting.read()
        compiled = is_at_hand(encounter.ruleset)
        try:
            found = (
                self._usual(encounter, tick) if self.sort == USUAL else self._well(encounter, tick)
            )
        except NobodyWaits:
            return Result(Came.TOO_MANY)
        return Result(Came.FOUND, {"outlook": asdict(found), "compiled": compiled})

    def _usual(self, encounter: Encounter, tick: Any) -> Outlook:
        """Compiled where that is at hand: nobody waits for a compiler here."""
        player, seed = usual_player(encounter.ruleset), SEED + self.first
        is_quick = engine_of(encounter.ruleset).load(DICE)
        engine, n = ("native", MANY) if is_quick else ("python", FEW)
        found = outlook_of(encounter, simulate(encounter, n, seed, engine, player, tick).tally)
        return found + Outlook(decided=_decided(encounter, player, tick), watched=WATCHED)

    def _well(self, encounter: Encounter, tick: Any) -> Outlook:
        ruleset = encounter.ruleset
        usual = ruleset.temperament(usual_player(ruleset))
        own = [i for i, e in enumerate(encounter.entrants) if e.side == encounter.sides[0]]
        thinking = dict.fromkeys(own, THINKER)
        tempers = [usual] * len(encounter.entrants)
        fights = Fights(encounter, encounter.world(), 1, SEED, tempers, False, thinking)
        tally, _ = one_fight(fights, self.first, is_at_hand(ruleset), Event(), tick)
        return outlook_of(encounter, tally)


def _decided(encounter: Encounter, player: str, tick: Any) -> int:
    """What people would have to decide in a few fights."""
    out = 0
    for k in range(WATCHED):
        tick(k)
        seats = [Seat(player)] * len(encounter.entrants)
        fight = Fight(encounter.apart(), Players(seats, fight_key(SEED, k)))
        fight.run()
        side = {i for i, c in enumerate(fight.world.creatures[: fight.world.n]) if c.side == 0}
        out += sum(one.who in side for one in decisions_in(fight, moments(fight)))
    return out


# At the table


class Forecasts:
    """What is known of encounters, on the disk and at hand; without a folder at hand alone, of
    the last few that were asked for."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._known: dict[Path, dict[str, Outlook]] = {}
        self._lock = Lock()

    def known(self, encounter: Encounter) -> dict[str, Outlook]:
        path = self._path(encounter)
        with self._lock:
            return dict(self._held(path))

    def _held(self, path: Path) -> dict[str, Outlook]:
        if path not in self._known:
            if self.folder is None and len(self._known) >= DRAFTS:
                del self._known[next(iter(self._known))]
            self._known[path] = _read(path) if self.folder else {}
        return self._known[path]

    def next_job(self, encounter: Encounter, compiled: bool = False) -> ForecastJob | None:
        """What is to be worked out next, if anything is; rules that were not compiled at first
        may be by now."""
        known = self.known(encounter)
        before = known[USUAL].fights if USUAL in known else 0
        if not before or (compiled and before < MANY):
            return ForecastJob(setting_of(encounter), USUAL, before)
        played = known[WELL].fights if WELL in known else 0
        most = WELL_PLAYED if known[USUAL].fights >= MANY else SLOWLY
        return ForecastJob(setting_of(encounter), WELL, played) if played < most else None

    def take(self, encounter: Encounter, job: ForecastJob, data: dict[str, Any]) -> None:
        """Add what was found, once, and keep it."""
        found, path = _outlook(data["outlook"]), self._path(encounter)
        with self._lock:
            known = self._held(path)
            before = known.get(job.sort, Outlook())
            if before.fights != job.first:
                return  # somebody else has added it
            known[job.sort] = before + found
            if self.folder is None:
                return
            text = json.dumps({sort: asdict(one) for sort, one in known.items()})
            with suppress(BadInput):  # a disk that is full costs a forecast, and nothing else
                own_folder(path.parent)
                put_in_place(path, text)

    def _path(self, encounter: Encounter) -> Path:
        setting = setting_of(encounter)
        digest = blake2b(f"{AGAIN}\n{setting.encounter}".encode(), digest_size=16).hexdigest()
        version = encounter.ruleset.book.version
        return (self.folder or Path()) / f"{encounter.ruleset.slug}-{version}" / f"{digest}.json"


def _read(path: Path) -> dict[str, Outlook]:
    """What is kept; nothing where that is no forecast."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return {sort: _outlook(kept[sort]) for sort in (USUAL, WELL) if sort in kept}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        journal.warning("the forecast %s cannot be read, and is made anew", path)
        return {}


def _outlook(data: Mapping[str, Any]) -> Outlook:
    numbers = {name: int(data[name]) for name in ("fights", "wins", "decided", "watched")}
    fallen = {str(name): int(n) for name, n in data["fallen"].items()}
    rounds = {int(round_): int(n) for round_, n in data["rounds"].items()}
    if not 0 <= numbers["wins"] <= numbers["fights"]:
        raise ValueError("more won than fought")
    return Outlook(fallen=fallen, rounds=rounds, **numbers)
