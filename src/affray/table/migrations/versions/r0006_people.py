"""Whoever sits down says what they are called; short links lead to a fight's free seats."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    for name in ("person", "colour"):
        column = sql.Column(name, sql.Text, nullable=False, server_default="")
        op.add_column("chair", column)
    op.create_table(
        "invite",
        sql.Column("code", sql.Text, primary_key=True),
        sql.Column("fight", sql.Text, sql.ForeignKey("fight.id"), nullable=False),
        sql.Column("kind", sql.Text, nullable=False),
        sql.Column("chair", sql.Integer, nullable=False),
    )
