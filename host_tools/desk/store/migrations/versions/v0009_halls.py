"""Alembic migration 0009: add halls, each player's hall, and whether seating moves players from hall to hall."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("event", sa.Column("across_halls", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("entrant", sa.Column("hall", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "hall",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("tables", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_hall_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_hall")),
    )
