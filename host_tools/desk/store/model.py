"""SQLAlchemy models of an event. Players (or fixed pairs) are numbered within their event, from 1.

Money is in cents, spreads in holes. Lines, cards and changes are only ever added; scores are computed from them, again
whenever one of them changes (`scoring.recompute_scores`).
"""

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from host_tools.desk.store.base import Base, now

NAME = 40
"""Longest name of an event, and longest id on boards, in characters: what a board can hold."""
BYE_TABLE = 0
"""Table number of a bye; tables of the hall are numbered from 1."""


def _event_id() -> Mapped[int]:
    """Return the column `event_id` of a composite primary key."""
    return mapped_column(ForeignKey("event.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)


class Event(Base):
    """One event. `uid` is the id that boards carry, which no other event has; `key` their event key in hex, or empty;
    `tables` 0 where nobody counted them.

    `rounds` is the plan, and what was played once it has `ended` (ISO 8601 in UTC; "" while it runs). Ties for the
    first `medals` places are played off. `purses`: what is paid in and out, as JSON; "" for the format's own.
    `score_delay`: minutes until everybody sees a score; None: they are hidden.
    """

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME))
    uid: Mapped[str] = mapped_column(String(NAME))
    format: Mapped[str] = mapped_column(String(16))
    rounds: Mapped[int]
    tables: Mapped[int]
    seed: Mapped[int]
    fee: Mapped[int | None]
    key: Mapped[str] = mapped_column(String(128), default="")
    best_of: Mapped[int] = mapped_column(default=0)
    medals: Mapped[int] = mapped_column(default=0)
    ended: Mapped[str] = mapped_column(String(25), default="")
    purses: Mapped[str] = mapped_column(Text, default="")
    created: Mapped[str] = mapped_column(String(25), default=now)
    score_delay: Mapped[int | None] = mapped_column(default=0)
    version: Mapped[int] = mapped_column()
    __mapper_args__ = {"version_id_col": version}


class Entrant(Base):
    """A player, or a fixed pair. `code` is their id in the event; `member` the id the roster gave them, or "", by which
    they are known over several nights; `drawn` the place in the draw; `seed` that in the bracket once it is drawn.

    They are seated from round `joined` on, until round `left` where they have left. Who has been seated in a round
    stands in `seat`: whoever has no seat there has missed it.
    """

    __tablename__ = "entrant"
    __table_args__ = (UniqueConstraint("event_id", "code"),)

    event_id: Mapped[int] = _event_id()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    code: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(200))
    partner: Mapped[str] = mapped_column(String(200), default="")
    club: Mapped[str] = mapped_column(String(200), default="")
    member: Mapped[str] = mapped_column(String(40), default="")
    drawn: Mapped[int]
    joined: Mapped[int] = mapped_column(default=1)
    left: Mapped[int | None]
    seed: Mapped[int | None]


class Round(Base):
    """A round that has been seated. `kind`: main, bracket, or play-off (of ties). `preset`: what its games are played
    under. `note`: what the seating could not avoid."""

    __tablename__ = "round"

    event_id: Mapped[int] = _event_id()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(8))
    preset: Mapped[str] = mapped_column(String(16))
    note: Mapped[str] = mapped_column(Text, default="")


class Sitting(Base):
    """One table in one round, seated `at` (ISO 8601 in UTC, "" where that was not kept). `version` grows with whatever
    is entered for it: whoever enters something after seeing an older one gets a ConflictError."""

    __tablename__ = "sitting"

    event_id: Mapped[int] = _event_id()
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[str] = mapped_column(String(25), default=now)
    changes: Mapped[int] = mapped_column(default=0)
    version: Mapped[int] = mapped_column()
    __mapper_args__ = {"version_id_col": version}


class Seat(Base):
    """One player's seat in one round. BYE_TABLE and no side: a bye."""

    __tablename__ = "seat"
    __table_args__ = (Index("seat_table", "event_id", "round", "table"),)

    event_id: Mapped[int] = _event_id()
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table: Mapped[int]
    side: Mapped[str] = mapped_column(String(1))


class Tie(Base):
    """A player of a tie that is played off from this round on, for `place` and those after it. All who tie for one
    place meet; those of several places play in the same rounds."""

    __tablename__ = "tie"

    event_id: Mapped[int] = _event_id()
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    place: Mapped[int]


class Line(Base):
    """A result line of a board, word for word in `text`; `sides` is what it says of each side, as JSON.

    `round`, `table` and `game` are where it counts, as the board or the director has it. `held`: why it does not count
    until the director decides (`results.REASONS`); none is taken away. `decision`: accepted, refused, or "".
    """

    __tablename__ = "line"
    __table_args__ = (
        UniqueConstraint("event_id", "digest"),
        Index("line_board", "event_id", "board", "n"),
        Index("line_table", "event_id", "round", "table"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id", ondelete="CASCADE"))
    digest: Mapped[str] = mapped_column(String(16))
    prev: Mapped[str] = mapped_column(String(16))
    board: Mapped[str] = mapped_column(String(40))
    n: Mapped[int]
    round: Mapped[int]
    table: Mapped[int]
    game: Mapped[int]
    end: Mapped[str] = mapped_column(String(12))
    replaces: Mapped[int]
    code: Mapped[str] = mapped_column(String(4))
    sides: Mapped[str] = mapped_column(String(200))
    held: Mapped[str] = mapped_column(String(120), default="")
    decision: Mapped[str] = mapped_column(String(12), default="")
    text: Mapped[str] = mapped_column(Text)


class Card(Base):
    """One side's score card of one game. The newest of a side counts; those before it are kept.

    `won` is None for a drawn game, `spread` None and `column` empty where the card has none; `holes` and `against` are
    the own and the other side's front peg, where known. `source`: typed, card, or director, whose word needs no other.
    `code` is the result code written on the card.
    """

    __tablename__ = "card"
    __table_args__ = (Index("card_table", "event_id", "round", "table"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id", ondelete="CASCADE"))
    round: Mapped[int]
    table: Mapped[int]
    game: Mapped[int]
    side: Mapped[str] = mapped_column(String(1))
    won: Mapped[bool | None]
    points: Mapped[int]
    column: Mapped[str] = mapped_column(String(1))
    spread: Mapped[int | None]
    level: Mapped[int]
    holes: Mapped[int | None]
    against: Mapped[int | None]
    source: Mapped[str] = mapped_column(String(8))
    code: Mapped[str] = mapped_column(String(4), default="")
    by: Mapped[str] = mapped_column(String(80))
    reason: Mapped[str] = mapped_column(Text, default="")
    at: Mapped[str] = mapped_column(String(25), default=now)
    replaces: Mapped[int | None]


class Score(Base):
    """One player's score in one game, `since` when (ISO 8601 in UTC, "" where that was not kept). `disputed`: the
    cards differ, and this is what the own card says."""

    __tablename__ = "score"
    __table_args__ = (
        Index("score_table", "event_id", "round", "table"),
        {"sqlite_with_rowid": False},  # A player's scores stand together: standings add them up.
    )

    event_id: Mapped[int] = _event_id()
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    side: Mapped[str] = mapped_column(String(1))
    won: Mapped[int | None]
    points: Mapped[int]
    spread: Mapped[int]
    level: Mapped[int]
    holes: Mapped[int]
    source: Mapped[str] = mapped_column(String(8))
    disputed: Mapped[bool] = mapped_column(default=False)
    since: Mapped[str] = mapped_column(String(25), default="")


class Payment(Base):
    """A player has paid the fee of a purse."""

    __tablename__ = "payment"

    event_id: Mapped[int] = _event_id()
    purse: Mapped[str] = mapped_column(String(40), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[str] = mapped_column(String(25), default=now)
    by: Mapped[str] = mapped_column(String(80))


class Award(Base):
    """A prize won otherwise than by place: the draw of a purse (`what` is draw), or a special hand (`what` is its
    count, `purse` is "")."""

    __tablename__ = "award"
    __table_args__ = (Index("award_event", "event_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id", ondelete="CASCADE"))
    purse: Mapped[str] = mapped_column(String(40), default="")
    player: Mapped[int]
    what: Mapped[str] = mapped_column(String(8))
    round: Mapped[int] = mapped_column(default=0)
    at: Mapped[str] = mapped_column(String(25), default=now)
    by: Mapped[str] = mapped_column(String(80))


class Change(Base):
    """An audit entry: who changed what, when and why. `detail` is JSON: former values, where there were any."""

    __tablename__ = "change"
    __table_args__ = (Index("change_event", "event_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id", ondelete="CASCADE"))
    at: Mapped[str] = mapped_column(String(25), default=now)
    by: Mapped[str] = mapped_column(String(80))
    what: Mapped[str] = mapped_column(String(40))
    reason: Mapped[str] = mapped_column(Text, default="")
    detail: Mapped[str] = mapped_column(Text, default="{}")


TABLES = (Entrant, Round, Sitting, Seat, Tie, Line, Card, Score, Payment, Award, Change)
"""All that belongs to an event, in an order in which it can be written."""
