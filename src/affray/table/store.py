"""Where the table's fights are kept: SQLite through SQLAlchemy Core.

What one command causes is one transaction, and a commit returns when it is on the disk:
what was acknowledged survives a kill at any moment.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from affray.book.errors import BadInput
from affray.fight.players import Seat
from affray.files.atomic import OWN_FILE, Exists, make_new, own_folder, writing
from affray.table.backups import copy_now
from affray.table.holding import FILE
from affray.table.migrations import bring_up
from affray.table.sound import Watched, require_sound
from affray.table.tables import CHAIR, COMMAND, ENTRY, FIGHT, LINK, RESTED, STAMP, TABLES, TOLD

FORMAT = 4
"""How many revisions there are (`migrations/`); a file of a later format is refused."""

REVISION = f"{FORMAT:04}"
SECONDS_FOR_A_TURN = 30

LAST_SEQ = "SELECT max(seq) FROM command WHERE fight = ?"
CHAIR_OF = "SELECT chair FROM link WHERE fight = ? AND hash = ?"
"""Asked with every request, so as they are."""


@dataclass(frozen=True)
class Chair:
    """Whoever has a link: the game master, or a player and the creatures they play."""

    n: int
    is_gm: bool
    name: str
    creatures: tuple[int, ...] = ()
    taken: bool = False


@dataclass(frozen=True)
class ListedFight:
    """A fight as the start page lists it."""

    id: str
    title: str
    ruleset: str
    created: str
    finished: bool
    put_away: bool = False


@dataclass(frozen=True)
class Kept:
    """Everything needed to take a fight up where it was left."""

    card: ListedFight
    text: str
    entries: int
    players: list[Seat]
    chairs: list[Chair]
    seq: int
    state: dict[str, Any]
    told: str


@dataclass(frozen=True)
class Done:
    """A command that was accepted: who gave it, what it was answered, what it left behind."""

    cmd_id: str
    seq: int
    chair: int
    answer: dict[str, Any]
    state: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class After:
    """How a fight stands after a command: what is kept together with it."""

    entries: list[str]
    first_entry: int
    players: list[Seat]
    finished: bool
    taken: dict[int, bool]
    told: str
    stands_otherwise: bool = True
    """Whether who plays, or whether it is over, has changed; `taken` are those that have."""


CARD = ("id", "title", "ruleset", "created", "finished", "put_away")


class Conflict(Exception):
    """Another program has written to this fight in the meantime."""


class Store:
    """One file that holds all fights of a table."""

    def __init__(self, folder: Path) -> None:
        self._turn = threading.Lock()
        self.path = own_folder(folder) / FILE
        with suppress(Exists):
            make_new(self.path, "")  # SQLite would let others read it
        with writing(self.path):
            self.path.chmod(OWN_FILE)
        require_sound(self.path)
        wait = {"timeout": SECONDS_FOR_A_TURN}
        # as many connections as a web server has threads, so that none waits for another
        self.engine = sql.create_engine(
            f"sqlite:///{self.path}", connect_args=wait, max_overflow=40
        )
        sql.event.listen(self.engine, "connect", _make_safe)
        try:
            self._prepare()
            self.sound = Watched(self.path)
        except (sql.exc.DatabaseError, sqlite3.Error) as bad:
            raise BadInput(f"cannot be opened ({bad})", file=self.path) from None

    def _prepare(self) -> None:
        """A new file as the tables are now; one of before is copied, then brought up."""
        with self.engine.begin() as db:
            db.exec_driver_sql("BEGIN IMMEDIATE")
            found = int(db.exec_driver_sql("PRAGMA user_version").scalar_one())
            if found > FORMAT:
                problem = f"is of format {found}, expected at most {FORMAT}; update Affray"
                raise BadInput(problem, file=self.path)
            if found == 0:
                TABLES.create_all(db)
                db.execute(STAMP.insert().values(version_num=REVISION))
                db.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")
        if 0 < found < FORMAT:
            copy_now(self.path, f"before-format-{FORMAT}")
            bring_up(self.path, found)
            with self.engine.begin() as db:
                db.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")

    @contextmanager
    def _writing(self) -> Iterator[sql.Connection]:
        """A transaction that counts only while the file it goes to is still the table's."""
        with self._turn:  # SQLite has whoever comes second sleep and look again
            self.sound.require()
            with self.engine.begin() as db:
                yield db
            self.sound.require()
            self.sound.written()

    def close(self) -> None:
        self.engine.dispose()
        self.sound.close()

    # Fights

    def create(
        self, card: ListedFight, version: int, header: str, chairs: list[Chair], after: After
    ) -> None:
        """A new fight, with what happened before anybody was asked."""
        row = {**card.__dict__, "version": version, "header": header}
        with self._writing() as db:
            db.execute(FIGHT.insert().values(**row, players=_write_players(after.players)))
            for chair in chairs:
                written = {**chair.__dict__, "creatures": json.dumps(chair.creatures)}
                db.execute(CHAIR.insert().values(fight=card.id, **written))
            _append(db, card.id, None, after)

    def cards(self, ids: list[str] | None = None) -> list[ListedFight]:
        """These fights or all there are, the latest first."""
        wanted = sql.select(*(FIGHT.c[name] for name in CARD))
        wanted = wanted if ids is None else wanted.where(FIGHT.c.id.in_(ids))
        with self.engine.connect() as db:
            rows = db.execute(wanted.order_by(FIGHT.c.created.desc()))
            return [ListedFight(*row) for row in rows]

    def load(self, fight: str) -> Kept | None:
        with self.engine.connect() as db:
            row = db.execute(FIGHT.select().where(FIGHT.c.id == fight)).one_or_none()
            if row is None:
                return None
            tape = sql.select(ENTRY.c.toml).where(ENTRY.c.fight == fight).order_by(ENTRY.c.n)
            entries = list(db.execute(tape).scalars())
            seq, state = _last(db, fight)
            return Kept(
                card=ListedFight(*(getattr(row, name) for name in CARD)),
                text=row.header + "".join(entries),
                entries=len(entries),
                players=[Seat(player, typed) for player, typed in json.loads(row.players)],
                chairs=_chairs(db, fight),
                seq=seq,
                state=state,
                told=_read_told(db, fight),
            )

    def tape(self, fight: str) -> list[str]:
        """Every entry as it is appended to a save."""
        wanted = sql.select(ENTRY.c.toml).where(ENTRY.c.fight == fight).order_by(ENTRY.c.n)
        with self.engine.connect() as db:
            return list(db.execute(wanted).scalars())

    def rename(self, fight: str, title: str) -> None:
        with self._writing() as db:
            db.execute(FIGHT.update().where(FIGHT.c.id == fight).values(title=title))

    def put_away(self, fight: str, away: bool) -> None:
        with self._writing() as db:
            db.execute(FIGHT.update().where(FIGHT.c.id == fight).values(put_away=away))

    def is_away(self, fight: str) -> bool:
        wanted = sql.select(FIGHT.c.put_away).where(FIGHT.c.id == fight)
        with self.engine.connect() as db:
            return bool(db.execute(wanted).scalar())

    def delete(self, fight: str) -> None:
        """Everything of a fight, at once."""
        with self._writing() as db:
            for table in (RESTED, TOLD, LINK, COMMAND, ENTRY, CHAIR):
                db.execute(table.delete().where(table.c.fight == fight))
            db.execute(FIGHT.delete().where(FIGHT.c.id == fight))

    def seq(self, fight: str) -> int:
        """How many commands were accepted, and one for the start."""
        with self.engine.connect() as db:
            return db.exec_driver_sql(LAST_SEQ, (fight,)).scalar() or 1

    # Commands

    def command(self, fight: str, cmd_id: str) -> Done | None:
        """A command that was accepted before."""
        self.sound.require()  # what is answered again is acknowledged again
        same = (COMMAND.c.fight == fight) & (COMMAND.c.cmd_id == cmd_id)
        with self.engine.connect() as db:
            row = db.execute(COMMAND.select().where(same)).one_or_none()
        if row is None:
            return None
        return Done(row.cmd_id, row.seq, row.chair, json.loads(row.answer))

    def keep(self, fight: str, done: Done, after: After) -> None:
        """A command and everything it caused: all of it, or none."""
        written = {"answer": json.dumps(done.answer), "state": json.dumps(done.state)}
        try:
            with self._writing() as db:
                db.execute(COMMAND.insert().values(fight=fight, **{**done.__dict__, **written}))
                _append(db, fight, done.cmd_id, after)
                if after.stands_otherwise:
                    players = _write_players(after.players)
                    stands = FIGHT.update().where(FIGHT.c.id == fight)
                    db.execute(stands.values(players=players, finished=after.finished))
                for n, taken in after.taken.items():
                    here = (CHAIR.c.fight == fight) & (CHAIR.c.n == n)
                    db.execute(CHAIR.update().where(here).values(taken=taken))
        except sql.exc.IntegrityError:
            raise Conflict from None

    def keep_told(self, fight: str, told: str) -> None:
        """What was told of a fight that was kept before that was."""
        with self._writing() as db:
            _tell(db, fight, told)

    # What everybody saw of a fight when it was put away

    def keep_rested(self, fight: str, seq: int, stamp: str, text: str) -> None:
        with self._writing() as db:
            db.execute(RESTED.delete().where(RESTED.c.fight == fight))
            db.execute(RESTED.insert().values(fight=fight, seq=seq, stamp=stamp, text=text))

    def rested(self, fight: str, stamp: str) -> tuple[int, str] | None:
        """Its number and text, unless the fight has moved on or something else has drawn it."""
        same = (RESTED.c.fight == fight) & (RESTED.c.stamp == stamp)
        with self.engine.connect() as db:
            row = db.execute(RESTED.select().where(same)).one_or_none()
            is_now = row is not None and _last(db, fight)[0] == row.seq
        return (row.seq, row.text) if row is not None and is_now else None

    def card(self, fight: str) -> ListedFight | None:
        return next(iter(self.cards([fight])), None)

    def chairs(self, fight: str) -> list[Chair]:
        with self.engine.connect() as db:
            return _chairs(db, fight)

    # Links

    def add_link(self, fight: str, chair: int, token: str) -> None:
        """One more link to a chair; the token itself is never kept."""
        row = {"hash": _hash(token), "fight": fight, "chair": chair}
        with self._writing() as db:
            db.execute(LINK.insert().values(**row))

    def drop_links(self, fight: str, chair: int) -> None:
        here = (LINK.c.fight == fight) & (LINK.c.chair == chair)
        with self._writing() as db:
            db.execute(LINK.delete().where(here))

    def chair_of(self, fight: str, token: str) -> int | None:
        """Which chair this token is for."""
        with self.engine.connect() as db:
            found = db.exec_driver_sql(CHAIR_OF, (fight, _hash(token))).scalar()
        return None if found is None else int(found)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _make_safe(connection: Any, _: Any) -> None:
    """WAL with full syncs: a commit has reached the disk, and readers never wait for writers."""
    for setting in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "wal_autocheckpoint = 0",  # `Watched` does that
    ):
        connection.execute(f"PRAGMA {setting}")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _write_players(players: list[Seat]) -> str:
    return json.dumps([[seat.player, seat.typed_dice] for seat in players])


def _append(db: sql.Connection, fight: str, cmd_id: str | None, after: After) -> None:
    entries = enumerate(after.entries, start=after.first_entry)
    rows = [{"fight": fight, "n": n, "cmd_id": cmd_id, "toml": text} for n, text in entries]
    if rows:
        db.execute(ENTRY.insert(), rows)
    _tell(db, fight, after.told)


def _tell(db: sql.Connection, fight: str, told: str) -> None:
    db.exec_driver_sql("INSERT OR REPLACE INTO told (fight, text) VALUES (?, ?)", (fight, told))


def _read_told(db: sql.Connection, fight: str) -> str:
    return db.execute(sql.select(TOLD.c.text).where(TOLD.c.fight == fight)).scalar() or ""


def _last(db: sql.Connection, fight: str) -> tuple[int, dict[str, Any]]:
    latest = COMMAND.select().where(COMMAND.c.fight == fight)
    row = db.execute(latest.order_by(COMMAND.c.seq.desc()).limit(1)).one_or_none()
    return (1, {}) if row is None else (row.seq, json.loads(row.state))


def _chairs(db: sql.Connection, fight: str) -> list[Chair]:
    rows = db.execute(CHAIR.select().where(CHAIR.c.fight == fight).order_by(CHAIR.c.n))
    return [Chair(r.n, r.is_gm, r.name, tuple(json.loads(r.creatures)), r.taken) for r in rows]
