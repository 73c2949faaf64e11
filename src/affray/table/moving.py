"""A table moves: all that a folder's copy holds, into a database that holds no fights yet."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sql

from affray.book.errors import BadInput
from affray.files.atomic import own_folder
from affray.table.backups import restore
from affray.table.database import Database
from affray.table.in_file import InFile
from affray.table.rows import Rows
from affray.table.tables import STAMP, TABLES

AT_ONCE = 500
"""Rows that are read before they are written."""


def move(file: Path, folder: Path, to: Database) -> int:
    """All fights or none; links and seats go on as they were. Returns how many fights there are.

    The copy itself stays as it is: one of an older Affray is brought up beside it.
    """
    with TemporaryDirectory(prefix=".move-", dir=own_folder(folder)) as made:
        restore(Path(made), file)
        source = InFile(Path(made))
        try:
            to.write(lambda rows: _fill(rows, source))
        except sql.exc.SQLAlchemyError as bad:
            why = " ".join(str(getattr(bad, "orig", None) or bad).split())
            raise BadInput(f"cannot be taken over ({why})", file=file) from None
        finally:
            source.close()
    with to.reading() as db:
        return int(db.exec_driver_sql("SELECT count(*) FROM fight").scalar_one())


def _fill(rows: Rows, source: InFile) -> None:
    """Table by table, so that nothing names a fight that is not there yet."""
    if rows.execute("SELECT count(*) FROM fight").fetchone()[0]:
        problem = "holds fights already, expected a database without; none was touched"
        raise BadInput(problem, field="--store")
    with source.reading() as db:
        for table in TABLES.sorted_tables:
            if table is STAMP:
                continue
            names = [column.name for column in table.columns]
            marks = ", ".join("?" for _ in names)
            query = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})"
            for some in db.execute(sql.select(table)).partitions(AT_ONCE):
                rows.executemany(query, [tuple(row) for row in some])
