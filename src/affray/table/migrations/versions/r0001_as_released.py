"""The tables of 0.1.0."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    text, number, flag = sql.Text, sql.Integer, sql.Boolean
    op.create_table(
        "fight",
        sql.Column("id", text, primary_key=True),
        *(sql.Column(name, text, nullable=False) for name in ("title", "ruleset")),
        sql.Column("version", number, nullable=False),
        *(sql.Column(name, text, nullable=False) for name in ("header", "players", "created")),
        sql.Column("finished", flag, nullable=False),
    )
    op.create_table(
        "chair",
        sql.Column("fight", text, sql.ForeignKey("fight.id"), primary_key=True),
        sql.Column("n", number, primary_key=True),
        sql.Column("is_gm", flag, nullable=False),
        *(sql.Column(name, text, nullable=False) for name in ("name", "creatures")),
        sql.Column("taken", flag, nullable=False),
    )
    op.create_table(
        "link",
        sql.Column("hash", text, primary_key=True),
        sql.Column("fight", text, sql.ForeignKey("fight.id"), nullable=False),
        sql.Column("chair", number, nullable=False),
    )
    op.create_table(
        "entry",
        sql.Column("fight", text, sql.ForeignKey("fight.id"), primary_key=True),
        sql.Column("n", number, primary_key=True),
        sql.Column("cmd_id", text),
        sql.Column("toml", text, nullable=False),
    )
    op.create_table(
        "command",
        sql.Column("fight", text, sql.ForeignKey("fight.id"), primary_key=True),
        sql.Column("seq", number, primary_key=True),
        sql.Column("cmd_id", text, nullable=False),
        sql.Column("chair", number, nullable=False),
        *(sql.Column(name, text, nullable=False) for name in ("answer", "state")),
        sql.UniqueConstraint("fight", "cmd_id"),
    )
