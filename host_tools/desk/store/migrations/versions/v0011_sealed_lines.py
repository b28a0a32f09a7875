"""Alembic migration 0011: say of each line whether it is proven, and of which log of its board it is."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_IS_SEALED = """UPDATE line SET sealed = :yes WHERE
    CASE WHEN (SELECT key FROM event WHERE event.id = line.event_id) = ''
    THEN held NOT LIKE '%foreign%' AND held NOT LIKE '%no-event%' ELSE held NOT LIKE '%seal%' END"""


def upgrade() -> None:
    op.add_column("line", sa.Column("sealed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("line", sa.Column("log", sa.Integer(), nullable=False, server_default="0"))
    op.execute(sa.text(_IS_SEALED).bindparams(yes=True))
