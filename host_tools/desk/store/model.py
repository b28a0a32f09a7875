"""SQLAlchemy models of an event and its tables. Players (or fixed pairs) are numbered within their event, from 1.

Money is in cents, spreads in holes. Lines, cards and changes are only ever added; scores are computed from them, again
whenever one of them changes (`scoring.recompute_scores`).
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import (
    JSON,
    ColumnElement,
    ForeignKey,
    Index,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    column,
    func,
    literal,
    select,
    true,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column


class Base(DeclarativeBase):
    """Declarative base of all tables."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def now() -> str:
    """Return the present time in the stored form: ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def today() -> str:
    """Return the present date of this computer, in ISO 8601."""
    return datetime.now().date().isoformat()


LONGEST_NAME = 40
"""Longest name of an event, and longest id on boards, in characters: what a board can hold."""
STAY, ANNULLED = "stay", "annulled"
"""What becomes of the games of a player who is expelled."""
BYE_TABLE = 0
"""Table number of a bye; tables are numbered from 1, in an event of several halls as `table_numbers` says."""
TableKey = tuple[int, int]
"""(round, table)."""


def _event_id() -> Mapped[int]:
    """Return the column `event_id` of a composite primary key."""
    return mapped_column(ForeignKey("event.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)


class Event(Base):
    """One event. `uid` is its unique id on boards; `key` the boards' event key in hex, or ""; `tables` the number of
    tables, 0 if unknown; `seed` that of the draw; `fee` in cents, None for the format's.

    `rounds` is the number of main rounds planned, or after the end, played; `ended`: ISO 8601 in UTC, "" before.
    `best_of`: games of a bracket match, 0 before the bracket is drawn. Ties for the first `medals` places are played
    off. `purses`: JSON, "" for the format's purse. `score_delay`: minutes until scores are public; None: hidden.
    `hold_disputed`: a line that is disputed does not count until the director decides; else it counts meanwhile.
    `across_halls`: seating moves players from hall to hall, if there are several; else within each. `date`: of the day
    it is played (ISO 8601), at first that on which it was made. `deleted`: when it was put into the trash of its
    database (`events.trash`), "" if it was not; files have a folder for that. `bye_worth`: game points of each game of
    a bye. `round_worth`: JSON, how many times the game points of a main round count, by its number; "" for once each.
    """

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("name", "deleted"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    uid: Mapped[str] = mapped_column(String(LONGEST_NAME))
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
    date: Mapped[str] = mapped_column(String(10), default=today)
    deleted: Mapped[str] = mapped_column(String(25), default="")
    score_delay: Mapped[int | None] = mapped_column(default=0)
    hold_disputed: Mapped[bool] = mapped_column(default=False)
    across_halls: Mapped[bool] = mapped_column(default=False)
    bye_worth: Mapped[int] = mapped_column(default=0)
    round_worth: Mapped[str] = mapped_column(Text, default="")
    version: Mapped[int] = mapped_column()
    __mapper_args__ = {"version_id_col": version}


class Hall(Base):
    """A hall of an event that has several, numbered from 1; `tables`: how many it has, 0 if unknown.

    `language`: that of its wall and printed sheets, "" for each reader's own.
    """

    __tablename__ = "hall"

    event_id: Mapped[int] = _event_id()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    tables: Mapped[int] = mapped_column(default=0)
    language: Mapped[str] = mapped_column(String(2), default="")


class Entrant(Base):
    """A player, or a fixed pair. `code` is their id in the event; `member` the id that the roster gave them, or "",
    which is the same over several nights; `drawn` the place in the draw; `seed` the seed in the bracket, once drawn.

    They are seated from round `joined` on, and no more from round `left` on, if they have left, in `hall`, if there are
    several and seating is within each. A player without a row in `seat` has missed a round. `expelled`: "", or whether
    the games of one who was expelled stay or are annulled (`STAY`, `ANNULLED`).
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
    hall: Mapped[int] = mapped_column(default=0)
    expelled: Mapped[str] = mapped_column(String(8), default="")


class FormerPair(Base):
    """The names of a pair in rounds before `before`, from which on somebody else plays for one of them: `name` and
    `partner` as in `entrant`. Of several rows of a pair that with the lowest `before` above a round has its names."""

    __tablename__ = "former_pair"

    event_id: Mapped[int] = _event_id()
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    before: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(200))
    partner: Mapped[str] = mapped_column(String(200))


class Round(Base):
    """A round that has been seated. `kind`: main, bracket, or play-off (of ties). `preset`: the name of its games'
    preset. `note`: repeated partners or meetings that the seating could not avoid, as text."""

    __tablename__ = "round"

    event_id: Mapped[int] = _event_id()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(8))
    preset: Mapped[str] = mapped_column(String(16))
    note: Mapped[str] = mapped_column(Text, default="")


class Sitting(Base):
    """One table in one round, seated `at` (ISO 8601 in UTC, "" if unknown). `version` grows with every entry for it:
    an entry based on an older version raises ConflictError."""

    __tablename__ = "sitting"
    __table_args__ = (Index("sitting_any_round", "event_id", "table"),)

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
    """A player tied for `place`, in a play-off that begins with `round`. All players tied for one place meet; ties for
    several places are played off in the same rounds."""

    __tablename__ = "tie"

    event_id: Mapped[int] = _event_id()
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    place: Mapped[int]


class Line(Base):
    """A result line of a board, unchanged in `text`; `sides`: each side's result, as JSON (`results.pack_sides`).

    `round`, `table` and `game` are where it counts, by the board or the director's decision. `held`: the reasons why it
    does not count until the director decides (`results.REASONS`). `decision`: accepted, refused, or "".

    `sealed`: the line is proven to be its board's (`validation.is_proven`); one that is not is weighed against none
    that is. `log`: which of its board's logs it is of, from 0; a board whose memory is lost begins another.
    """

    __tablename__ = "line"
    __table_args__ = (
        UniqueConstraint("event_id", "digest"),
        Index("line_board", "event_id", "board", "n"),
        Index("line_table", "event_id", "round", "table"),
        Index("line_any_round", "event_id", "table"),
        Index("line_end", "event_id", "end"),
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
    sealed: Mapped[bool] = mapped_column(default=False)
    log: Mapped[int] = mapped_column(default=0)
    text: Mapped[str] = mapped_column(Text)


class Dispute(Base):
    """Somebody has said that a line, by its hash `digest`, is not of the game for which it counted: `round`, `table`,
    `game`. `player` is who said so; None: a paper slip or the director, entered `by` them.

    `decided`: "" while it is open; then accepted or refused, as the line, or withdrawn.
    """

    __tablename__ = "dispute"
    __table_args__ = (Index("dispute_event", "event_id", "decided"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id", ondelete="CASCADE"))
    digest: Mapped[str] = mapped_column(String(16))
    round: Mapped[int]
    table: Mapped[int]
    game: Mapped[int]
    player: Mapped[int | None]
    by: Mapped[str] = mapped_column(String(80))
    reason: Mapped[str] = mapped_column(Text, default="")
    at: Mapped[str] = mapped_column(String(25), default=now)
    decided: Mapped[str] = mapped_column(String(12), default="")


class BoardClock(Base):
    """The director's decision about a board's clock: `offset_s` seconds are added to all its times; None: they are not
    believed."""

    __tablename__ = "board_clock"

    event_id: Mapped[int] = _event_id()
    board: Mapped[str] = mapped_column(String(40), primary_key=True)
    offset_s: Mapped[int | None]
    by: Mapped[str] = mapped_column(String(80))
    reason: Mapped[str] = mapped_column(Text, default="")
    at: Mapped[str] = mapped_column(String(25), default=now)


class Card(Base):
    """One side's score card of one game. The newest card of a side counts; older ones are kept.

    `won` is None for a drawn game, `spread` None and `column` "" if the card has none; `holes` and `against` are the
    own and the other side's front peg, if known. `source`: typed (all sides' cards at once), card (a single one), or
    director (a decision). `code` is the result code written on the card; `replaces` the id of the card it replaces.
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
    """One player's score in one game; `since`: when it got its present value (ISO 8601 in UTC, "" if unknown).
    `disputed`: the two cards differ, and this is what the player's own card says."""

    __tablename__ = "score"
    __table_args__ = (
        Index("score_table", "event_id", "round", "table"),
        Index("score_any_round", "event_id", "table"),
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


class Penalty(Base):
    """Game points taken off a player, by a row each: `what` is penalty or late, `round` 0 for none."""

    __tablename__ = "penalty"
    __table_args__ = (Index("penalty_event", "event_id", "player"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id", ondelete="CASCADE"))
    player: Mapped[int]
    round: Mapped[int] = mapped_column(default=0)
    points: Mapped[int]
    what: Mapped[str] = mapped_column(String(8))
    by: Mapped[str] = mapped_column(String(80))
    reason: Mapped[str] = mapped_column(Text, default="")
    at: Mapped[str] = mapped_column(String(25), default=now)


class Payment(Base):
    """A player has paid the fee of a purse."""

    __tablename__ = "payment"

    event_id: Mapped[int] = _event_id()
    purse: Mapped[str] = mapped_column(String(40), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[str] = mapped_column(String(25), default=now)
    by: Mapped[str] = mapped_column(String(80))


class Award(Base):
    """An award not won by place: the draw of a purse (`what` is draw), or a special hand (`what` is its count, `purse`
    is "", `round` 0 if unknown)."""

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
    """An audit entry: who (`by`) changed what, when and why. `detail` is JSON, with former values if there were any."""

    __tablename__ = "change"
    __table_args__ = (Index("change_event", "event_id", "id"), Index("change_what", "event_id", "what", "id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id", ondelete="CASCADE"))
    at: Mapped[str] = mapped_column(String(25), default=now)
    by: Mapped[str] = mapped_column(String(80))
    what: Mapped[str] = mapped_column(String(40))
    reason: Mapped[str] = mapped_column(Text, default="")
    detail: Mapped[str] = mapped_column(Text, default="{}")


class StoreLease(Base):
    """A lease of the event (`events.lease`), of which the highest `count` counts. It is the store's, and not exported:
    `place` is where that is, "" until it is first opened; `hall`: 0 for the whole event; `change` and `card`: the
    newest ids when it was taken."""

    __tablename__ = "lease"

    event_id: Mapped[int] = _event_id()
    count: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    store: Mapped[str] = mapped_column(String(16))
    computer: Mapped[str] = mapped_column(String(80))
    pages: Mapped[str] = mapped_column(String(200), default="")
    place: Mapped[str] = mapped_column(Text, default="")
    hall: Mapped[int] = mapped_column(default=0)
    change: Mapped[int] = mapped_column(default=0)
    card: Mapped[int] = mapped_column(default=0)
    at: Mapped[str] = mapped_column(String(25))


TABLES = (
    *(Hall, Entrant, FormerPair, Round, Sitting, Seat, Tie, Line, Dispute),
    *(BoardClock, Card, Score, Penalty, Payment, Award, Change),
)
"""All tables with rows of an event, in an order in which they can be written."""

ENTRANTS, LINES, SCORES = Entrant.__table__.c, Line.__table__.c, Score.__table__.c
SEATS, SITTINGS = Seat.__table__.c, Sitting.__table__.c
"""Columns of tables. Their rows come three times as fast as those of the classes' columns."""


def add_rows(session: Session, table: type[Base], rows: Sequence[dict[str, Any]], new_only: bool = False) -> None:
    """Insert rows, all with the same columns; with `new_only`, skip rows that would violate a unique constraint.

    PostgreSQL gets them as one JSON array: a statement for each row takes a third longer. Raises
    sqlalchemy.exc.DataError for a text that is too long for its column there.
    """
    if not rows:
        return
    into = cast(Table, table.__table__)
    if session.get_bind().dialect.name != "postgresql":
        insert = sqlite.insert(into)
        session.execute(insert.on_conflict_do_nothing() if new_only else insert, rows)
        return
    from sqlalchemy.dialects import postgresql  # Slow to import, and not needed for event files.

    columns = [column(name, into.c[name].type) for name in rows[0]]
    values = func.json_to_recordset(literal(rows, JSON)).table_valued(*columns).render_derived(with_types=True)
    query = postgresql.insert(into).from_select(list(rows[0]), select(values), include_defaults=False)
    session.execute(query.on_conflict_do_nothing() if new_only else query)


def batches(items: Sequence[Any], size: int) -> Iterator[list[Any]]:
    """Split items into lists of up to `size`, in order."""
    for start in range(0, len(items), size):
        yield list(items[start : start + size])


IN_ONE_QUERY = 500


def is_one_of(column: Any, values: Collection[Any]) -> ColumnElement[bool]:
    """Return an SQL condition for rows whose column has one of these values.

    With more than IN_ONE_QUERY values it is true for all rows, so the caller has to filter again: queries in batches
    would read the table many times.
    """
    return column.in_(values) if len(values) <= IN_ONE_QUERY else true()
