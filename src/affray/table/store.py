"""What a table keeps of its fights: rows of a database, asked for and written by what they are.

What one command causes is one transaction, and a commit returns when it is on the disk:
what was acknowledged survives a kill at any moment.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from affray.book.errors import BadInput
from affray.fight.players import Seat
from affray.files.account import account_json
from affray.files.atomic import own_folder
from affray.table.chairs import Chair as Chair
from affray.table.chairs import Invite, chair_row, chairs_of
from affray.table.database import Database, Writing
from affray.table.in_file import InFile
from affray.table.outage import HEALTH, WRITING, Outage, in_one_line
from affray.table.rows import After, Done, Rows, append, do, insert, tell, write_players
from affray.table.sound import Lost
from affray.table.tables import COMMAND, ENTRY, FIGHT, INVITE, LINK, SNAPSHOT, TOLD, TOLD_LINE
from affray.tell.retelling import Retold

# Asked or written with every request, so as they are.
LAST_SEQ = "SELECT max(seq) FROM command WHERE fight = ?"
CHAIR_OF = "SELECT chair FROM link WHERE fight = ? AND hash = ?"
COMMAND_OF = "SELECT seq, chair, answer FROM command WHERE fight = ? AND cmd_id = ?"
A_SNAPSHOT = "SELECT stamp, text FROM snapshot WHERE fight = ? AND entries = ?"
DROP_SNAPSHOT = "DELETE FROM snapshot WHERE fight = ? AND entries = ?"
RENAME = "UPDATE fight SET title = ? WHERE id = ?"
PUT_AWAY = "UPDATE fight SET put_away = ? WHERE id = ?"
DROP_LINKS = "DELETE FROM link WHERE fight = ? AND chair = ?"
DROP_INVITES = "DELETE FROM invite WHERE fight = ? AND kind = ? AND chair = ?"
OF_A_FIGHT = (
    "picture", "snapshot", "told_line", "told", "invite", "link", "command", "entry", "chair",
)  # fmt: skip


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
    told_lines: int
    """Of what was told for other rules; less than none where nothing was."""


MOVED, ENDED = "moved", "ended"
"""What servers of one store hear of each other: a command was kept; links have ended, or all of a
fight."""

FAILURES = (sqlite3.Error, sql.exc.SQLAlchemyError, Lost, OSError)
NONE = (sqlite3.IntegrityError, sql.exc.IntegrityError, sqlite3.DataError, sql.exc.DataError)
"""Of those: somebody else was quicker, or what was to be kept is to blame."""

CARD = ("id", "title", "ruleset", "created", "finished", "put_away")


class Conflict(Exception):
    """Another program has written to this fight in the meantime."""


SCHEMES = ("postgresql", "postgres")


def database_of(folder: Path, url: str = "") -> Database:
    """The file of a folder; or what an address names."""
    if not url:
        return InFile(folder)
    scheme, there, _ = url.partition("://")
    if scheme not in SCHEMES or not there:
        found = f"{scheme}://" if there else "no address"  # which may hold a password
        raise BadInput(f"found {found}, expected postgresql://USER@HOST/NAME", field="--store")
    try:
        from affray.table.in_postgres import InPostgres
    except ImportError:
        needed = "PostgreSQL needs psycopg, which is not here: pip install 'affray[postgres]'"
        raise BadInput(needed, field="--store") from None
    return InPostgres(url)


class Store:
    """All fights of a table. Its folder holds them, or only what is not in its database."""

    def __init__(self, folder: Path, url: str = "") -> None:
        self.folder = own_folder(folder)
        self.database = database_of(folder, url)
        self.asked = self.database.asked
        self.outage = Outage()

    def write(self, writing: Writing) -> None:
        """Return when it is kept; the log says when that begins to fail, and when it is over."""
        try:
            self.database.write(writing)
        except NONE:
            raise
        except FAILURES as bad:
            self.outage.failed(WRITING, in_one_line(bad))
            raise
        self.outage.worked(WRITING)

    def health(self) -> str:
        """Why nothing can be kept now, if so."""
        problem = self.database.health()
        if problem:
            self.outage.failed(HEALTH, problem)
        else:
            self.outage.worked(HEALTH)
        return problem

    @property
    def is_shared(self) -> bool:
        """Whether other servers have it too."""
        return self.database.is_shared

    def owning(self, fight: str) -> AbstractContextManager[None]:
        """A fight for this server alone, as long as it is read anew or a command carried out."""
        return self.database.owning(fight)

    def close(self) -> None:
        self.database.close()

    # Fights

    def create(
        self, card: ListedFight, version: int, header: str, chairs: list[Chair], after: After
    ) -> None:
        """A new fight, with what happened before anybody was asked."""
        row = {**card.__dict__, "version": version, "header": header}
        row["players"] = write_players(after.players)

        def created(db: Rows) -> None:
            insert(db, "fight", row)
            for chair in chairs:
                insert(db, "chair", chair_row(card.id, chair))
            append(db, card.id, None, after)

        self.write(created)

    def cards(self, ids: list[str] | None = None) -> list[ListedFight]:
        """These fights or all there are, the latest first."""
        wanted = sql.select(*(FIGHT.c[name] for name in CARD))
        wanted = wanted if ids is None else wanted.where(FIGHT.c.id.in_(ids))
        with self.database.reading() as db:
            rows = db.execute(wanted.order_by(FIGHT.c.created.desc()))
            return [ListedFight(*row) for row in rows]

    def load(self, fight: str, since: int = 0) -> Kept | None:
        """A fight as it is kept, its tape from an entry on."""
        with self.database.reading() as db:
            row = db.execute(FIGHT.select().where(FIGHT.c.id == fight)).one_or_none()
            if row is None:
                return None
            here = (ENTRY.c.fight == fight) & (ENTRY.c.n >= since)
            tape = sql.select(ENTRY.c.toml).where(here).order_by(ENTRY.c.n)
            entries = list(db.execute(tape).scalars())
            seq, state = _last(db, fight)
            told_lines = _told_lines(db, fight)
            return Kept(
                card=ListedFight(*(getattr(row, name) for name in CARD)),
                text=row.header + "".join(entries),
                entries=since + len(entries),
                players=[Seat(player, typed) for player, typed in json.loads(row.players)],
                chairs=chairs_of(db, fight),
                seq=seq,
                state=state,
                told_lines=told_lines,
            )

    def text_before(self, fight: str, entries: int) -> str:
        """A save's text up to an entry."""
        header = self.asked("SELECT header FROM fight WHERE id = ?", fight)
        return str(header[0]) + (self.asked(self.database.tape_before, fight, entries)[0] or "")

    def tape(self, fight: str, since: int = 0) -> list[str]:
        """Every entry from one on, as it is appended to a save."""
        here = (ENTRY.c.fight == fight) & (ENTRY.c.n >= since)
        wanted = sql.select(ENTRY.c.toml).where(here).order_by(ENTRY.c.n)
        with self.database.reading() as db:
            return list(db.execute(wanted).scalars())

    def rename(self, fight: str, title: str) -> None:
        self.write(lambda db: db.execute(RENAME, (title, fight)))

    def put_away(self, fight: str, away: bool) -> None:
        self.write(lambda db: db.execute(PUT_AWAY, (away, fight)))

    def is_away(self, fight: str) -> bool:
        wanted = sql.select(FIGHT.c.put_away).where(FIGHT.c.id == fight)
        with self.database.reading() as db:
            return bool(db.execute(wanted).scalar())

    def delete(self, fight: str) -> None:
        """Everything of a fight, at once."""

        def deleted(db: Rows) -> None:
            for table in OF_A_FIGHT:
                db.execute(f"DELETE FROM {table} WHERE fight = ?", (fight,))
            db.execute("DELETE FROM fight WHERE id = ?", (fight,))
            self.database.tell({"what": ENDED, "fight": fight}, within=db)

        self.write(deleted)

    def seq(self, fight: str) -> int:
        """How many commands were accepted, and one for the start."""
        return self.asked(LAST_SEQ, fight)[0] or 1

    # Commands

    def command(self, fight: str, cmd_id: str) -> Done | None:
        """A command that was accepted before."""
        row = self.asked(COMMAND_OF, fight, cmd_id)
        if row is None:
            return None
        self.database.require()  # what is answered again is acknowledged again
        seq, chair, answer = row
        said = json.loads(answer)
        return Done(cmd_id, seq, chair, {"seq": said["seq"]}, said=said.get("said", ""))

    def keep(self, fight: str, done: Done, after: After) -> None:
        """A command and everything it caused: all of it, or none."""

        def kept(db: Rows) -> None:
            do(db, fight, done, after)
            self.database.tell({"what": MOVED, "fight": fight}, within=db)

        try:
            self.write(kept)
        except (sqlite3.IntegrityError, sql.exc.IntegrityError):
            raise Conflict from None

    # How a fight stood now and then

    def keep_snapshot(
        self, fight: str, entries: int, stamp: str, text: str, instead_of: Iterable[int]
    ) -> None:
        """One more, by how many entries lie before it."""
        row = {"fight": fight, "entries": entries, "stamp": stamp, "text": text}

        def kept(db: Rows) -> None:
            for old in {*instead_of, entries}:
                db.execute(DROP_SNAPSHOT, (fight, old))
            insert(db, "snapshot", row)

        self.write(kept)

    def snapshots(self, fight: str) -> list[int]:
        """How many entries lie before each there is, the last first."""
        here = sql.select(SNAPSHOT.c.entries).where(SNAPSHOT.c.fight == fight)
        with self.database.reading() as db:
            return list(db.execute(here.order_by(SNAPSHOT.c.entries.desc())).scalars())

    def snapshot(self, fight: str, entries: int) -> tuple[str, str] | None:
        """The stamp of what it stands on, and its text."""
        row = self.asked(A_SNAPSHOT, fight, entries)
        return None if row is None else (row[0], row[1])

    # What was told, for other rules

    def keep_told(self, fight: str, told: Retold) -> None:
        """What was told of a fight that was kept before that was."""
        self.write(lambda db: tell(db, fight, told))

    def told(self, fight: str) -> str:
        """The account of a fight; nothing where there is none."""
        lines = sql.select(TOLD_LINE.c.text).where(TOLD_LINE.c.fight == fight)
        with self.database.reading() as db:
            row = db.execute(TOLD.select().where(TOLD.c.fight == fight)).one_or_none()
            told = list(db.execute(lines.order_by(TOLD_LINE.c.n)).scalars())
        if row is None:
            return ""
        return account_json(row.standing, row.text, told) if row.standing else str(row.text)

    def card(self, fight: str) -> ListedFight | None:
        return next(iter(self.cards([fight])), None)

    def chairs(self, fight: str) -> list[Chair]:
        with self.database.reading() as db:
            return chairs_of(db, fight)

    # Links

    def add_link(self, fight: str, chair: int, token: str) -> None:
        """One more link to a chair; the token itself is never kept."""
        row = {"hash": _hash(token), "fight": fight, "chair": chair}
        self.write(lambda db: insert(db, "link", row))

    def drop_links(self, fight: str, chair: int) -> None:
        def dropped(db: Rows) -> None:
            db.execute(DROP_LINKS, (fight, chair))
            self.database.tell({"what": ENDED, "fight": fight}, within=db)

        self.write(dropped)

    def links(self) -> frozenset[str]:
        """All that are open, by their hashes."""
        with self.database.reading() as db:
            return frozenset(db.execute(sql.select(LINK.c.hash)).scalars())

    def chair_of(self, fight: str, token: str) -> int | None:
        """Which chair this token is for."""
        found = self.asked(CHAIR_OF, fight, _hash(token))
        return None if found is None else int(found[0])

    def add_chair(self, fight: str, chair: Chair) -> None:
        """One more at a fight."""
        self.write(lambda db: insert(db, "chair", chair_row(fight, chair)))

    # Invitations

    def add_invite(self, invite: Invite) -> None:
        self.write(lambda db: insert(db, "invite", dict(invite.__dict__)))

    def drop_invites(self, fight: str, kind: str, chair: int = -1) -> None:
        self.write(lambda db: db.execute(DROP_INVITES, (fight, kind, chair)))

    def invites(self, **like: Any) -> list[Invite]:
        """Those with these fields."""
        wanted = INVITE.select().filter_by(**like)
        with self.database.reading() as db:
            return [Invite(*row) for row in db.execute(wanted)]


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _told_lines(db: sql.Connection, fight: str) -> int:
    standing = sql.select(TOLD.c.standing).where(TOLD.c.fight == fight)
    count = sql.select(sql.func.count()).where(TOLD_LINE.c.fight == fight)
    return int(db.execute(count).scalar_one()) if db.execute(standing).scalar() else -1


def _last(db: sql.Connection, fight: str) -> tuple[int, dict[str, Any]]:
    latest = COMMAND.select().where(COMMAND.c.fight == fight)
    row = db.execute(latest.order_by(COMMAND.c.seq.desc()).limit(1)).one_or_none()
    return (1, {}) if row is None else (row.seq, json.loads(row.state))
