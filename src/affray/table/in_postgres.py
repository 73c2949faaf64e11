"""A store's rows on a PostgreSQL server, where several servers of the table have them at once.

A fight is one server's at a time, for as long as it is read anew or a command is carried out: an
advisory lock of the session that writes. It ends with that session, however that ends, and what
was not committed by then has not happened. What is news is told within the transaction.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
import sqlalchemy as sql
from psycopg.conninfo import conninfo_to_dict

from affray.book.errors import BadInput
from affray.table.database import (
    FORMAT,
    REVISION,
    SECONDS_FOR_A_TURN,
    Database,
    Heard,
    News,
    Writing,
)
from affray.table.hearing import CHANNEL, Hearing
from affray.table.migrations import bring_up_in
from affray.table.rows import Rows
from affray.table.sound import FRESH, SECONDS_FOR_HEALTH, Lost
from affray.table.tables import STAMP, TABLES

CONNECTIONS = 12
"""That work; besides them one listens, and now and then one asks after the server's health."""

SECONDS_TO_CONNECT = 10
SECONDS_SILENT = 120
"""A server that has a fight and does not stir for so long loses it, and what it was doing."""

LONGEST_NEWS = 7900
"""Bytes; PostgreSQL tells no more at once."""

USUAL: dict[str, Any] = {"connect_timeout": SECONDS_TO_CONNECT, "application_name": "affray table"}
"""Unless the address says otherwise."""

SETTINGS = {
    "lock_timeout": f"{SECONDS_FOR_A_TURN}s",
    # a machine that is gone without a word has its fights taken from it
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
AT_LEAST = (
    "SELECT set_config('synchronous_commit', 'on', false) "
    "WHERE current_setting('synchronous_commit') = 'off'"
)
"""A commit has reached the disk when it returns; whatever is stricter stays."""

HAVE = "SELECT set_config('idle_session_timeout', %s, false), pg_advisory_lock(%s)"
LEAVE = "SELECT pg_advisory_unlock(%s), set_config('idle_session_timeout', '0', false)"
PREPARING = "SELECT pg_advisory_xact_lock(%s)"
TELL = "SELECT pg_notify(%s, %s)"
TOUCH = "UPDATE alembic_version SET version_num = version_num"


class InPostgres(Database):
    """One database, and a few connections to it for all threads."""

    is_shared = True
    tape_before = "SELECT string_agg(toml, '' ORDER BY n) FROM entry WHERE fight = ? AND n < ?"

    def __init__(self, url: str) -> None:
        self.name = secrets.token_hex(8)
        """What this server calls itself, so that it does not hear its own news."""
        self._own = threading.local()
        self._asked = (0.0, "")
        self._hearing: Hearing | None = None
        try:
            self._given: dict[str, Any] = USUAL | conninfo_to_dict(url)
            self.engine = sql.create_engine(
                "postgresql+psycopg://", creator=self._connected, isolation_level="AUTOCOMMIT",
                pool_size=CONNECTIONS, max_overflow=0, pool_timeout=SECONDS_FOR_A_TURN,
            )  # fmt: skip
            self._prepare()
        except (psycopg.Error, sql.exc.SQLAlchemyError) as bad:
            raise BadInput(f"cannot be used ({_in_one_line(bad)})", field="--store") from None

    def _connected(self) -> psycopg.Connection[Any]:
        db = psycopg.connect(autocommit=True, **self._given)
        for name, value in SETTINGS.items():
            db.execute("SELECT set_config(%s, %s, false)", (name, value))
        db.execute(AT_LEAST)
        return db

    def _prepare(self) -> None:
        """An empty database gets the tables as they are now; one of before is brought up. Servers
        that are started at once do it one after the other."""
        with self._transaction() as db:
            db.exec_driver_sql(PREPARING, (_number("the tables"),))
            if not sql.inspect(db).has_table(STAMP.name):
                TABLES.create_all(db)
                db.execute(STAMP.insert().values(version_num=REVISION))
                return
            found = str(db.execute(sql.select(STAMP.c.version_num)).scalar())
            if not (found.isdigit() and sql.inspect(db).has_table("fight")):
                raise BadInput("holds something else than a table's fights", field="--store")
            if int(found) > FORMAT:
                problem = f"is of format {int(found)}, expected at most {FORMAT}; update Affray"
                raise BadInput(problem, field="--store")
            if int(found) < FORMAT:
                bring_up_in(db, int(found))

    # Connections: a thread that has a fight uses the one it has it by

    @contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        held: sql.Connection | None = getattr(self._own, "db", None)
        if held is not None:
            yield held
            return
        with self.engine.connect() as db:
            yield db

    @contextmanager
    def _transaction(self) -> Iterator[sql.Connection]:
        with self.reading() as db:
            db.exec_driver_sql("BEGIN")
            try:
                yield db
                db.exec_driver_sql("COMMIT")
            except BaseException:
                with suppress(sql.exc.SQLAlchemyError):
                    db.exec_driver_sql("ROLLBACK")
                raise

    def asked(self, query: str, *given: Any) -> Any:
        try:
            with self.reading() as db:
                return db.exec_driver_sql(_placed(query), given).fetchone()
        except (sql.exc.DataError, UnicodeError):
            return None  # letters that cannot be kept are not found

    def write(self, writing: Writing) -> None:
        with self._transaction() as db:
            writing(_Transaction(db))

    # Whose a fight is

    @contextmanager
    def owning(self, fight: str) -> Iterator[None]:
        if fight in getattr(self._own, "fights", ()):
            yield
            return
        with self.reading() as db, self._had(db, fight):
            before = getattr(self._own, "fights", frozenset[str]())
            self._own.db, self._own.fights = db, before | {fight}
            try:
                yield
            finally:
                self._own.fights = before
                if not before:
                    self._own.db = None

    @contextmanager
    def _had(self, db: sql.Connection, fight: str) -> Iterator[None]:
        number = _number(f"fight {fight}")
        try:
            db.exec_driver_sql(HAVE, (f"{SECONDS_SILENT}s", number))
        except sql.exc.OperationalError as bad:
            if isinstance(bad.orig, psycopg.errors.LockNotAvailable):
                raise Lost("another server has this fight and does not let go of it") from None
            raise
        try:
            yield
        finally:
            try:
                db.exec_driver_sql(LEAVE, (number,))
            except sql.exc.SQLAlchemyError:
                db.invalidate()  # it ends with the session

    # Health

    def require(self) -> None:
        """A commit that does not stay is refused by the server itself."""

    def health(self) -> str:
        now = time.monotonic()
        if now - self._asked[0] >= FRESH:
            self._asked = (now, self._try_to_write())
        return self._asked[1]

    def _try_to_write(self) -> str:
        """On a connection that remembers nothing, and waits for nobody."""
        soon = int(SECONDS_FOR_HEALTH)
        try:
            with psycopg.connect(**{**self._given, "connect_timeout": soon}) as db:
                db.execute(f"SET statement_timeout = {soon * 1000}")
                db.execute(TOUCH)
        except psycopg.Error:
            return "the table's database cannot be written"  # why is the log's, with its address
        return ""

    def version(self) -> int:
        """Whoever writes tells of it."""
        return 0

    # News

    def tell(self, news: News, within: Rows | None = None) -> None:
        said = json.dumps({**news, "by": self.name}, separators=(",", ":"))
        if len(said) > LONGEST_NEWS:
            return  # of this moment, and no longer than people speak
        if within is not None:
            within.execute("SELECT pg_notify(?, ?)", (CHANNEL, said))
            return
        with suppress(sql.exc.SQLAlchemyError), self.reading() as db:
            db.exec_driver_sql(TELL, (CHANNEL, said))

    def listen(self, heard: Heard) -> None:
        self._hearing = Hearing(self._connected, self.name, heard, self.engine.dispose)
        self._hearing.start()

    def close(self) -> None:
        if self._hearing is not None:
            self._hearing.end(lambda: self.tell({}))
        self._hearing = None
        self.engine.dispose()


class _Transaction:
    """As `Rows`, with this database's marks."""

    def __init__(self, db: sql.Connection) -> None:
        self._db = db

    def execute(self, query: str, given: Sequence[Any] = ()) -> Any:
        return self._db.exec_driver_sql(_placed(query), tuple(given))

    def executemany(self, query: str, given: Sequence[Sequence[Any]]) -> Any:
        return self._db.exec_driver_sql(_placed(query), list(given)) if given else None


def _placed(query: str) -> str:
    """None of ours holds a question mark of its own."""
    return query.replace("?", "%s")


def _number(name: str) -> int:
    """Locks go by numbers of 64 bits."""
    found = hashlib.blake2b(f"affray: {name}".encode("utf-8", "replace"), digest_size=8)
    return int.from_bytes(found.digest(), signed=True)


def _in_one_line(bad: Exception) -> str:
    """What the driver says of it, which names host and user, never a password."""
    return " ".join(str(getattr(bad, "orig", None) or bad).split())
