"""Alembic migration 0002: add the table of the director's password."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "director",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_director")),
    )
