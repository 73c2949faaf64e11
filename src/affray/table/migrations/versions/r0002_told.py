"""What was told of a fight is kept beside its tape, for rules of another version."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "told",
        sql.Column("fight", sql.Text, sql.ForeignKey("fight.id"), primary_key=True),
        sql.Column("text", sql.Text, nullable=False),
    )
