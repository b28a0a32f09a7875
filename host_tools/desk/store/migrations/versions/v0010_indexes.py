"""Alembic migration 0010: index lines, scores and sittings by table, in any round, and audit entries by kind."""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    for name in ("line", "score", "sitting"):
        op.create_index(f"{name}_any_round", name, ["event_id", "table"])
    op.create_index("change_what", "change", ["event_id", "what", "id"])
