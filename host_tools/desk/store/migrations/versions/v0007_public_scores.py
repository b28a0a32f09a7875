"""Alembic migration 0007: add the delay of public scores (minutes; null: hidden) and each score's time stamp."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("event", sa.Column("score_delay", sa.Integer(), nullable=True))
    op.execute("UPDATE event SET score_delay = 0")
    op.add_column("score", sa.Column("since", sa.String(length=25), nullable=False, server_default=""))
