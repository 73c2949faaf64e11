"""What everybody saw of a long fight when it was put away: it is shown again while it is loaded."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "rested",
        sql.Column("fight", sql.Text, sql.ForeignKey("fight.id"), primary_key=True),
        sql.Column("seq", sql.Integer, nullable=False),
        sql.Column("stamp", sql.Text, nullable=False),
        sql.Column("text", sql.Text, nullable=False),
    )
