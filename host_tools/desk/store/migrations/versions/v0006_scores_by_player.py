"""Alembic migration 0006: key the scores table by player first, so that standings are summed without a sort."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    with op.batch_alter_table("score", table_kwargs={"sqlite_with_rowid": False}) as score:
        score.drop_constraint("pk_score", type_="primary")
        score.create_primary_key("pk_score", ["event_id", "player", "round", "table", "game"])
    op.create_index("score_table", "score", ["event_id", "round", "table"])
