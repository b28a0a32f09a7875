"""Alembic migration 0005: delete the director's password, since event files are copied and handed on."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        # What is dropped is overwritten, not only forgotten.
        op.execute("PRAGMA secure_delete = ON")
    op.execute(sa.text("DELETE FROM director"))
    op.drop_table("director")
