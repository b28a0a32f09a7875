"""Alembic migration 0003: add event ids, round presets, seating times, several reasons to hold a result line.

Boards of an event that stands already carry its name: that stays its id. The reasons for which lines wait are kept.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    # Columns are added in place: to recreate `event` would, in SQLite, delete all that belongs to it.
    op.add_column("event", _text("uid", 40))
    op.add_column("round", _text("preset", 16))
    op.add_column("sitting", _text("at", 25))
    op.add_column("line", _text("held", 120))
    op.execute("UPDATE event SET uid = name")
    op.execute(
        "UPDATE round SET preset = (SELECT CASE"
        " WHEN round.kind = 'bracket' AND event.best_of = 5 THEN 'best5' WHEN round.kind = 'bracket' THEN 'best3'"
        " WHEN event.format IN ('robin', 'free') THEN 'acc' ELSE event.format END"
        " FROM event WHERE event.id = round.event_id)"
    )
    op.execute("UPDATE line SET held = TRIM(fault || ' ' || chain)")
    op.execute("UPDATE line SET decision = 'refused' WHERE decision = 'rejected'")
    op.execute(
        "UPDATE line SET held = TRIM(held || ' early') WHERE decision = '' AND \"end\" NOT IN ('reopened', 'cleared')"
        " AND NOT EXISTS (SELECT 1 FROM sitting WHERE sitting.event_id = line.event_id"
        ' AND sitting.round = line.round AND sitting."table" = line."table")'
    )
    op.drop_column("line", "fault")
    op.drop_column("line", "chain")


def _text(name: str, length: int) -> sa.Column:
    return sa.Column(name, sa.String(length=length), nullable=False, server_default="")
