"""Pictures of one's own, kept with the fight they are shown in."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "picture",
        sql.Column("fight", sql.Text, sql.ForeignKey("fight.id"), primary_key=True),
        sql.Column("mark", sql.Text, primary_key=True),
        sql.Column("kind", sql.Text, nullable=False),
        sql.Column("content", sql.LargeBinary, nullable=False),
    )
