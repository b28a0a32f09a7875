"""Alembic migration 0001: the tables as `migrate` makes them in an empty store, from which all later steps go on."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Do nothing: no store has tables of an earlier version."""
