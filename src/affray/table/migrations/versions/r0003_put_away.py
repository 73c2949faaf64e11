"""A fight can be put away: it is kept, and out of the list."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    column = sql.Column("put_away", sql.Boolean, nullable=False, server_default=sql.false())
    op.add_column("fight", column)
