"""Alembic migration 0008: add disputes of results, whether they hold lines, and corrections of boards' clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("event", sa.Column("hold_disputed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("line_end", "line", ["event_id", "end"])
    op.create_table(
        "dispute",
        sa.Column("id", sa.Integer(), nullable=False),
        _event(),
        sa.Column("digest", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        *_who_and_why(),
        sa.Column("decided", sa.String(length=12), nullable=False),
        _belongs("dispute"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dispute")),
    )
    op.create_index("dispute_event", "dispute", ["event_id", "decided"])
    op.create_table(
        "board_clock",
        _event(),
        sa.Column("board", sa.String(length=40), nullable=False),
        sa.Column("offset_s", sa.Integer(), nullable=True),
        *_who_and_why(),
        _belongs("board_clock"),
        sa.PrimaryKeyConstraint("event_id", "board", name=op.f("pk_board_clock")),
    )


def _event() -> sa.Column:
    return sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False)


def _who_and_why() -> tuple[sa.Column, ...]:
    return (
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=25), nullable=False),
    )


def _belongs(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_event_id")
    return sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=name, ondelete="CASCADE")
