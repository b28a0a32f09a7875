"""Alembic migration 0004: add members, late arrivals, play-offs for any place, payments, hands, purses.

An existing play-off is of a tie for first. An id that is no place on the roster is the member's.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("event", _number("medals", 0))
    op.add_column("event", _text("ended", sa.String(length=25)))
    op.add_column("event", _text("purses", sa.Text()))
    op.add_column("entrant", _text("member", sa.String(length=40)))
    op.add_column("entrant", _number("joined", 1))
    _create("tie", _key("round"), _key("player"), _whole("place"))
    _create("payment", _key("purse", sa.String(length=40)), _key("player"), _at(), _by())
    op.create_table(
        "award",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("purse", sa.String(length=40), nullable=False),
        _whole("player"),
        sa.Column("what", sa.String(length=8), nullable=False),
        _whole("round"),
        _at(),
        _by(),
        _belongs("award"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_award")),
    )
    op.create_index("award_event", "award", ["event_id", "id"])
    op.execute("UPDATE event SET medals = 1 WHERE format IN ('bsg', 'holes')")
    op.execute("UPDATE entrant SET member = code WHERE code <> CAST(number AS VARCHAR(40))")
    op.execute(
        "INSERT INTO tie (event_id, round, player, place)"
        " SELECT seat.event_id, MIN(first.number), seat.player, 1 FROM seat"
        " JOIN round ON round.event_id = seat.event_id AND round.number = seat.round AND round.kind = 'play-off'"
        " JOIN round AS first ON first.event_id = seat.event_id AND first.kind = 'play-off'"
        " GROUP BY seat.event_id, seat.player"
    )


def _number(name: str, default: int) -> sa.Column:
    return sa.Column(name, sa.Integer(), nullable=False, server_default=str(default))


def _text(name: str, kind: sa.types.TypeEngine) -> sa.Column:
    return sa.Column(name, kind, nullable=False, server_default="")


def _whole(name: str) -> sa.Column:
    return sa.Column(name, sa.Integer(), nullable=False)


def _key(name: str, kind: sa.types.TypeEngine | None = None) -> sa.Column:
    return sa.Column(name, kind or sa.Integer(), autoincrement=False, nullable=False, primary_key=True)


def _at() -> sa.Column:
    return sa.Column("at", sa.String(length=25), nullable=False)


def _by() -> sa.Column:
    return sa.Column("by", sa.String(length=80), nullable=False)


def _belongs(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_event_id")
    return sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=name, ondelete="CASCADE")


def _create(table: str, *columns: sa.Column) -> None:
    op.create_table(table, _key("event_id"), *columns, _belongs(table))
