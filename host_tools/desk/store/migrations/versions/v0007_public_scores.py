"""When scores are shown to everybody: after so many minutes, or not (null); and since when each has been what it is."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("event", sa.Column("score_delay", sa.Integer(), nullable=True))
    op.execute("UPDATE event SET score_delay = 0")
    op.add_column("score", sa.Column("since", sa.String(length=25), nullable=False, server_default=""))
