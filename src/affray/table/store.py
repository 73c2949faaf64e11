"""Where the table's fights are kept: SQLite through SQLAlchemy Core.

What one command causes is one transaction, and a commit returns when it is on the disk:
what was acknowledged survives a kill at any moment.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
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

FORMAT = 3
"""How many revisions there are (`migrations/`); a file of a later format is refused."""

REVISION = f"{FORMAT:04}"
SECONDS_FOR_A_TURN = 30

_tables = sql.MetaData()
_revision = sql.Table(
    "alembic_version",
    _tables,
    sql.Column("version_num", sql.String(32), nullable=False),
    sql.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
_fight = sql.Table(
    "fight",
    _tables,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("title", sql.Text, nullable=False),
    sql.Column("ruleset", sql.Text, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("header", sql.Text, nullable=False),  # a save's text before its tape
    sql.Column("players", sql.Text, nullable=False),  # who plays each creature now, as JSON
    sql.Column("created", sql.Text, nullable=False),
    sql.Column("finished", sql.Boolean, nullable=False),
    sql.Column("put_away", sql.Boolean, nullable=False, server_default=sql.false()),
)
_chair = sql.Table(
    "chair",
    _tables,
    sql.Column("fight", sql.ForeignKey("fight.id"), primary_key=True),
    sql.Column("n", sql.Integer, primary_key=True),
    sql.Column("is_gm", sql.Boolean, nullable=False),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("creatures", sql.Text, nullable=False),
    sql.Column("taken", sql.Boolean, nullable=False),
)
_link = sql.Table(
    "link",
    _tables,
    sql.Column("hash", sql.Text, primary_key=True),
    sql.Column("fight", sql.ForeignKey("fight.id"), nullable=False),
    sql.Column("chair", sql.Integer, nullable=False),
)
_entry = sql.Table(
    "entry",
    _tables,
    sql.Column("fight", sql.ForeignKey("fight.id"), primary_key=True),
    sql.Column("n", sql.Integer, primary_key=True),
    sql.Column("cmd_id", sql.Text),
    sql.Column("toml", sql.Text, nullable=False),
)
_command = sql.Table(
    "command",
    _tables,
    sql.Column("fight", sql.ForeignKey("fight.id"), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True),
    sql.Column("cmd_id", sql.Text, nullable=False),
    sql.Column("chair", sql.Integer, nullable=False),
    sql.Column("answer", sql.Text, nullable=False),
    sql.Column("state", sql.Text, nullable=False),  # plans half carried out, dice half typed
    sql.UniqueConstraint("fight", "cmd_id"),
)
_told = sql.Table(
    "told",
    _tables,
    sql.Column("fight", sql.ForeignKey("fight.id"), primary_key=True),
    sql.Column("text", sql.Text, nullable=False),  # what lies beside a save, for other rules
)


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


CARD = ("id", "title", "ruleset", "created", "finished", "put_away")


class Conflict(Exception):
    """Another program has written to this fight in the meantime."""


class Store:
    """One file that holds all fights of a table."""

    def __init__(self, folder: Path) -> None:
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
                _tables.create_all(db)
                db.execute(_revision.insert().values(version_num=REVISION))
                db.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")
        if 0 < found < FORMAT:
            copy_now(self.path, f"before-format-{FORMAT}")
            bring_up(self.path, found)
            with self.engine.begin() as db:
                db.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")

    @contextmanager
    def _writing(self) -> Iterator[sql.Connection]:
        """A transaction that counts only while the file it goes to is still the table's."""
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
            db.execute(_fight.insert().values(**row, players=_write_players(after.players)))
            for chair in chairs:
                written = {**chair.__dict__, "creatures": json.dumps(chair.creatures)}
                db.execute(_chair.insert().values(fight=card.id, **written))
            _append(db, card.id, None, after)

    def cards(self, ids: list[str] | None = None) -> list[ListedFight]:
        """These fights or all there are, the latest first."""
        wanted = sql.select(*(_fight.c[name] for name in CARD))
        wanted = wanted if ids is None else wanted.where(_fight.c.id.in_(ids))
        with self.engine.connect() as db:
            rows = db.execute(wanted.order_by(_fight.c.created.desc()))
            return [ListedFight(*row) for row in rows]

    def load(self, fight: str) -> Kept | None:
        with self.engine.connect() as db:
            row = db.execute(_fight.select().where(_fight.c.id == fight)).one_or_none()
            if row is None:
                return None
            tape = sql.select(_entry.c.toml).where(_entry.c.fight == fight).order_by(_entry.c.n)
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
        wanted = sql.select(_entry.c.toml).where(_entry.c.fight == fight).order_by(_entry.c.n)
        with self.engine.connect() as db:
            return list(db.execute(wanted).scalars())

    def rename(self, fight: str, title: str) -> None:
        with self._writing() as db:
            db.execute(_fight.update().where(_fight.c.id == fight).values(title=title))

    def put_away(self, fight: str, away: bool) -> None:
        with self._writing() as db:
            db.execute(_fight.update().where(_fight.c.id == fight).values(put_away=away))

    def is_away(self, fight: str) -> bool:
        wanted = sql.select(_fight.c.put_away).where(_fight.c.id == fight)
        with self.engine.connect() as db:
            return bool(db.execute(wanted).scalar())

    def delete(self, fight: str) -> None:
        """Everything of a fight, at once."""
        with self._writing() as db:
            for table in (_told, _link, _command, _entry, _chair):
                db.execute(table.delete().where(table.c.fight == fight))
            db.execute(_fight.delete().where(_fight.c.id == fight))

    def seq(self, fight: str) -> int:
        """How many commands were accepted, and one for the start."""
        last = sql.select(sql.func.max(_command.c.seq)).where(_command.c.fight == fight)
        with self.engine.connect() as db:
            return db.execute(last).scalar() or 1

    # Commands

    def command(self, fight: str, cmd_id: str) -> Done | None:
        """A command that was accepted before."""
        self.sound.require()  # what is answered again is acknowledged again
        same = (_command.c.fight == fight) & (_command.c.cmd_id == cmd_id)
        with self.engine.connect() as db:
            row = db.execute(_command.select().where(same)).one_or_none()
        if row is None:
            return None
        return Done(row.cmd_id, row.seq, row.chair, json.loads(row.answer))

    def keep(self, fight: str, done: Done, after: After) -> None:
        """A command and everything it caused: all of it, or none."""
        written = {"answer": json.dumps(done.answer), "state": json.dumps(done.state)}
        try:
            with self._writing() as db:
                db.execute(_command.insert().values(fight=fight, **{**done.__dict__, **written}))
                _append(db, fight, done.cmd_id, after)
                players = _write_players(after.players)
                stands = _fight.update().where(_fight.c.id == fight)
                db.execute(stands.values(players=players, finished=after.finished))
                for n, taken in after.taken.items():
                    here = (_chair.c.fight == fight) & (_chair.c.n == n)
                    db.execute(_chair.update().where(here).values(taken=taken))
        except sql.exc.IntegrityError:
            raise Conflict from None

    def keep_told(self, fight: str, told: str) -> None:
        """What was told of a fight that was kept before that was."""
        with self._writing() as db:
            _tell(db, fight, told)

    # Links

    def add_link(self, fight: str, chair: int, token: str) -> None:
        """One more link to a chair; the token itself is never kept."""
        row = {"hash": _hash(token), "fight": fight, "chair": chair}
        with self._writing() as db:
            db.execute(_link.insert().values(**row))

    def drop_links(self, fight: str, chair: int) -> None:
        here = (_link.c.fight == fight) & (_link.c.chair == chair)
        with self._writing() as db:
            db.execute(_link.delete().where(here))

    def chair_of(self, fight: str, token: str) -> int | None:
        """Which chair this token is for."""
        here = (_link.c.fight == fight) & (_link.c.hash == _hash(token))
        with self.engine.connect() as db:
            found = db.execute(sql.select(_link.c.chair).where(here)).scalar()
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
    for n, text in enumerate(after.entries, start=after.first_entry):
        db.execute(_entry.insert().values(fight=fight, n=n, cmd_id=cmd_id, toml=text))
    _tell(db, fight, after.told)


def _tell(db: sql.Connection, fight: str, told: str) -> None:
    db.execute(_told.delete().where(_told.c.fight == fight))
    db.execute(_told.insert().values(fight=fight, text=told))


def _read_told(db: sql.Connection, fight: str) -> str:
    return db.execute(sql.select(_told.c.text).where(_told.c.fight == fight)).scalar() or ""


def _last(db: sql.Connection, fight: str) -> tuple[int, dict[str, Any]]:
    latest = _command.select().where(_command.c.fight == fight)
    row = db.execute(latest.order_by(_command.c.seq.desc()).limit(1)).one_or_none()
    return (1, {}) if row is None else (row.seq, json.loads(row.state))


def _chairs(db: sql.Connection, fight: str) -> list[Chair]:
    rows = db.execute(_chair.select().where(_chair.c.fight == fight).order_by(_chair.c.n))
    return [Chair(r.n, r.is_gm, r.name, tuple(json.loads(r.creatures)), r.taken) for r in rows]
