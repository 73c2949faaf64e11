"""The tables of the store; `migrations/` says how they came to be."""

from __future__ import annotations

import sqlalchemy as sql

TABLES = sql.MetaData()
STAMP = sql.Table(
    "alembic_version",
    TABLES,
    sql.Column("version_num", sql.String(32), nullable=False),
    sql.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
FIGHT = sql.Table(
    "fight",
    TABLES,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("title", sql.Text, nullable=False),
    sql.Column("ruleset", sql.Text, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("header", sql.Text, nullable=False),  # a save's text before its tape
    sql.Column("players", sql.Text, nullable=False),  # who plays each creature now, as JSON
    sql.Column("created", sql.Text, nullable=False),
    sql.Column("finished", sql.Boolean, nullable=False),
    sql.Column("put_away", sql.Boolean, nullable=False, server_default=sql.false()),
)
CHAIR = sql.Table(
    "chair",
    TABLES,
    sql.Column("fight", sql.ForeignKey("fight.id"), primary_key=True),
    sql.Column("n", sql.Integer, primary_key=True),
    sql.Column("is_gm", sql.Boolean, nullable=False),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("creatures", sql.Text, nullable=False),
    sql.Column("taken", sql.Boolean, nullable=False),
    sql.Column("person", sql.Text, nullable=False, server_default=""),
    sql.Column("colour", sql.Text, nullable=False, server_default=""),
)
INVITE = sql.Table(
    "invite",
    TABLES,
    sql.Column("code", sql.Text, primary_key=True),  # as it is: it is shown again and again
    sql.Column("fight", sql.ForeignKey("fight.id"), nullable=False),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("chair", sql.Integer, nullable=False),
)
LINK = sql.Table(
    "link",
    TABLES,
    sql.Column("hash", sql.Text, primary_key=True),
    sql.Column("fight", sql.ForeignKey("fight.id"), nullable=False),
    sql.Column("chair", sql.Integer, nullable=False),
)
ENTRY = sql.Table(
    "entry",
    TABLES,
    sql.Column("fight", sql.ForeignKey("fight.id"), primary_key=True),
    sql.Column("n", sql.Integer, primary_key=True),
    sql.Column("cmd_id", sql.Text),
    sql.Column("toml", sql.Text, nullable=False),
)
COMMAND = sql.Table(
    "command",
    TABLES,
    sql.Column("fight", sql.ForeignKey("fight.id"), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True),
    sql.Column("cmd_id", sql.Text, nullable=False),
    sql.Column("chair", sql.Integer, nullable=False),
    sql.Column("answer", sql.Text, nullable=False),
    sql.Column("state", sql.Text, nullable=False),  # plans half carried out, dice half typed
    sql.UniqueConstraint("fight", "cmd_id"),
)
TOLD = sql.Table(
    "told",
    TABLES,
    sql.Column("fight", sql.ForeignKey("fight.id"), primary_key=True),
    sql.Column("text", sql.Text, nullable=False),  # what lies beside a save, for other rules
    sql.Column("standing", sql.Text, nullable=False, server_default=""),  # without: text is all
)
TOLD_LINE = sql.Table(
    "told_line",
    TABLES,
    sql.Column("fight", sql.ForeignKey("fight.id"), primary_key=True),
    sql.Column("n", sql.Integer, primary_key=True),
    sql.Column("text", sql.Text, nullable=False),
)
SNAPSHOT = sql.Table(
    "snapshot",
    TABLES,
    sql.Column("fight", sql.ForeignKey("fight.id"), primary_key=True),
    sql.Column("entries", sql.Integer, primary_key=True),  # of the tape, before it
    sql.Column("stamp", sql.Text, nullable=False),  # of the rules, the program and that tape
    sql.Column("text", sql.Text, nullable=False),  # how the fight stood there, as JSON
)
PICTURE = sql.Table(
    "picture",
    TABLES,
    sql.Column("fight", sql.ForeignKey("fight.id"), primary_key=True),
    sql.Column("mark", sql.Text, primary_key=True),  # of its content
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("content", sql.LargeBinary, nullable=False),
)
