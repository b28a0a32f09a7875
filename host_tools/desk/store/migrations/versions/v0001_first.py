"""Alembic migration 0001: create the schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("uid", sa.String(length=40), nullable=False),
        sa.Column("format", sa.String(length=16), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("tables", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("fee", sa.Integer(), nullable=True),
        sa.Column("key", sa.String(length=128), nullable=False),
        sa.Column("best_of", sa.Integer(), nullable=False),
        sa.Column("medals", sa.Integer(), nullable=False),
        sa.Column("ended", sa.String(length=25), nullable=False),
        sa.Column("purses", sa.Text(), nullable=False),
        sa.Column("created", sa.String(length=25), nullable=False),
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("deleted", sa.String(length=25), nullable=False),
        sa.Column("score_delay", sa.Integer(), nullable=True),
        sa.Column("hold_disputed", sa.Boolean(), nullable=False),
        sa.Column("across_halls", sa.Boolean(), nullable=False),
        sa.Column("bye_worth", sa.Integer(), nullable=False),
        sa.Column("round_worth", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.UniqueConstraint("name", "deleted", name=op.f("uq_event_name")),
    )
    op.create_table(
        "award",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("purse", sa.String(length=40), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(length=8), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=25), nullable=False),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_award_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_award")),
    )
    op.create_index("award_event", "award", ["event_id", "id"], unique=False)
    op.create_table(
        "board_clock",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("board", sa.String(length=40), nullable=False),
        sa.Column("offset_s", sa.Integer(), nullable=True),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=25), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_board_clock_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "board", name=op.f("pk_board_clock")),
    )
    op.create_table(
        "card",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(length=1), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("column", sa.String(length=1), nullable=False),
        sa.Column("spread", sa.Integer(), nullable=True),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("holes", sa.Integer(), nullable=True),
        sa.Column("against", sa.Integer(), nullable=True),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("code", sa.String(length=4), nullable=False),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=25), nullable=False),
        sa.Column("replaces", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_card_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card")),
    )
    op.create_index("card_table", "card", ["event_id", "round", "table"], unique=False)
    op.create_table(
        "change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=25), nullable=False),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_change_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_change")),
    )
    op.create_index("change_event", "change", ["event_id", "id"], unique=False)
    op.create_index("change_what", "change", ["event_id", "what", "id"], unique=False)
    op.create_table(
        "dispute",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=25), nullable=False),
        sa.Column("decided", sa.String(length=12), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_dispute_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dispute")),
    )
    op.create_index("dispute_event", "dispute", ["event_id", "decided"], unique=False)
    op.create_table(
        "entrant",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("partner", sa.String(length=200), nullable=False),
        sa.Column("club", sa.String(length=200), nullable=False),
        sa.Column("member", sa.String(length=40), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("joined", sa.Integer(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=True),
        sa.Column("seed", sa.Integer(), nullable=True),
        sa.Column("hall", sa.Integer(), nullable=False),
        sa.Column("expelled", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_entrant_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_entrant")),
        sa.UniqueConstraint("event_id", "code", name=op.f("uq_entrant_event_id")),
    )
    op.create_table(
        "former_pair",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("before", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("partner", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_former_pair_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "player", "before", name=op.f("pk_former_pair")),
    )
    op.create_table(
        "penalty",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(length=8), nullable=False),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=25), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_penalty_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_penalty")),
    )
    op.create_index("penalty_event", "penalty", ["event_id", "player"], unique=False)
    op.create_table(
        "hall",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("tables", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_hall_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_hall")),
    )
    op.create_table(
        "lease",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("count", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("store", sa.String(length=16), nullable=False),
        sa.Column("computer", sa.String(length=80), nullable=False),
        sa.Column("pages", sa.String(length=200), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("hall", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("card", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=25), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_lease_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "count", name=op.f("pk_lease")),
    )
    op.create_table(
        "line",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=16), nullable=False),
        sa.Column("prev", sa.String(length=16), nullable=False),
        sa.Column("board", sa.String(length=40), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("end", sa.String(length=12), nullable=False),
        sa.Column("replaces", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=4), nullable=False),
        sa.Column("sides", sa.String(length=200), nullable=False),
        sa.Column("held", sa.String(length=120), nullable=False),
        sa.Column("decision", sa.String(length=12), nullable=False),
        sa.Column("sealed", sa.Boolean(), nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_line_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_line")),
        sa.UniqueConstraint("event_id", "digest", name=op.f("uq_line_event_id")),
    )
    op.create_index("line_any_round", "line", ["event_id", "table"], unique=False)
    op.create_index("line_board", "line", ["event_id", "board", "n"], unique=False)
    op.create_index("line_end", "line", ["event_id", "end"], unique=False)
    op.create_index("line_table", "line", ["event_id", "round", "table"], unique=False)
    op.create_table(
        "payment",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("purse", sa.String(length=40), nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.String(length=25), nullable=False),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_payment_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "purse", "player", name=op.f("pk_payment")),
    )
    op.create_table(
        "round",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("preset", sa.String(length=16), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_round_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_round")),
    )
    op.create_table(
        "score",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("side", sa.String(length=1), nullable=False),
        sa.Column("won", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("spread", sa.Integer(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("holes", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("disputed", sa.Boolean(), nullable=False),
        sa.Column("since", sa.String(length=25), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_score_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "player", "round", "table", "game", name=op.f("pk_score")),
        sqlite_with_rowid=False,
    )
    op.create_index("score_any_round", "score", ["event_id", "table"], unique=False)
    op.create_index("score_table", "score", ["event_id", "round", "table"], unique=False)
    op.create_table(
        "seat",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(length=1), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_seat_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "round", "player", name=op.f("pk_seat")),
    )
    op.create_index("seat_table", "seat", ["event_id", "round", "table"], unique=False)
    op.create_table(
        "sitting",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.String(length=25), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_sitting_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "round", "table", name=op.f("pk_sitting")),
    )
    op.create_index("sitting_any_round", "sitting", ["event_id", "table"], unique=False)
    op.create_table(
        "tie",
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_tie_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "round", "player", name=op.f("pk_tie")),
    )
