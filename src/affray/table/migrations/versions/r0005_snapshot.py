"""How a long fight stood now and then; what was told of it line by line. What was seen of one that
was put away is not needed any more."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.drop_table("rested")
    op.add_column("told", sql.Column("standing", sql.Text, nullable=False, server_default=""))
    op.create_table(
        "told_line",
        sql.Column("fight", sql.Text, sql.ForeignKey("fight.id"), primary_key=True),
        sql.Column("n", sql.Integer, primary_key=True),
        sql.Column("text", sql.Text, nullable=False),
    )
    op.create_table(
        "snapshot",
        sql.Column("fight", sql.Text, sql.ForeignKey("fight.id"), primary_key=True),
        sql.Column("entries", sql.Integer, nullable=False),
        sql.Column("stamp", sql.Text, nullable=False),
        sql.Column("text", sql.Text, nullable=False),
    )
