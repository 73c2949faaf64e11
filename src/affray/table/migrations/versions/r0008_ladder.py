"""Several snapshots of a long fight. Those that were kept can be made again from its tape."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.drop_table("snapshot")
    op.create_table(
        "snapshot",
        sql.Column("fight", sql.Text, sql.ForeignKey("fight.id"), primary_key=True),
        sql.Column("entries", sql.Integer, primary_key=True),
        sql.Column("stamp", sql.Text, nullable=False),
        sql.Column("text", sql.Text, nullable=False),
    )
