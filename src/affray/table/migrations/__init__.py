"""How the store's tables came to be what they are: a revision a change, run by Alembic.

A new file is made from the tables as they are and stamped with the last revision; a file of
before is copied, then brought up. Nothing here is imported for a file that is up to date.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql

HERE = Path(__file__).parent


def bring_up(path: Path, found: int, to: str = "head") -> None:
    """Every revision a file of this format lacks, in one transaction: all of it, or none."""
    engine = sql.create_engine(f"sqlite:///{path}", poolclass=sql.NullPool)
    sql.event.listen(engine, "connect", lambda db, _: setattr(db, "isolation_level", None))
    sql.event.listen(engine, "begin", lambda db: db.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as db:
        bring_up_in(db, found, to)


def bring_up_in(db: sql.Connection, found: int, to: str = "head") -> None:
    """The same in a transaction that is the caller's."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = db
    if found and not sql.inspect(db).has_table("alembic_version"):  # as before Alembic
        command.stamp(config, f"{found:04}")
    command.upgrade(config, to)
