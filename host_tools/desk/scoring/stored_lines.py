"""Query the stored result lines of boards, and decide which of them count."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ColumnElement, bindparam, select, union_all

from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import LINES, Event, TableKey, batches
from host_tools.results.result_line import CLEARED, REOPENED

_KEYS_PER_QUERY = 1000
NO_GAME = (REOPENED, CLEARED)
"""Ends of lines that are of no game: they take lines back."""
IS_GAME = LINES.end.not_in(NO_GAME)
"""The SQL condition that a line is of a game."""
COUNTS = (LINES.decision == "accepted") | ((LINES.decision == "") & (LINES.held == ""))
"""The SQL condition that a line counts, as `counts` says."""


class StoredLine(NamedTuple):
    """The columns of `store.Line` from which scores and misplaced boards are computed."""

    id: int
    digest: str
    prev: str
    board: str
    n: int
    round: int
    table: int
    game: int
    end: str
    replaces: int
    code: str
    sides: str
    held: str
    decision: str
    sealed: bool
    log: int


_SELECTED = select(*(LINES[name] for name in StoredLine._fields))
_OF_EVENT = _SELECTED.where(LINES.event_id == bindparam("event"))


def read_lines(desk: Desk, *conditions: ColumnElement[bool]) -> list[StoredLine]:
    """Query the event's lines that meet all conditions."""
    # SQLAlchemy's rows take four times as long to look something up in.
    rows = desk.session.execute(_OF_EVENT.where(*conditions), {"event": desk.event.id}).all()
    return list(map(StoredLine._make, rows))


def key_batches_by_round(table_keys: Iterable[TableKey]) -> Iterator[list[TableKey]]:
    """Yield sorted lists of up to _KEYS_PER_QUERY keys, each list of one round."""
    for _, group in groupby(sorted(table_keys), key=itemgetter(0)):
        yield from batches(list(group), _KEYS_PER_QUERY)


def at_tables(columns: Any) -> tuple[ColumnElement[bool], ...]:
    """Build SQL conditions for an event's rows at tables of one round, with the parameters of `table_values`.

    `columns`: a model class, or its table's column collection. Queries with them are built once: to build one takes
    longer than to run it.
    """
    tables = columns.table.in_(bindparam("tables", expanding=True))
    return (columns.event_id == bindparam("event"), columns.round == bindparam("round"), tables)


def table_values(event: Event, table_keys: list[TableKey]) -> dict[str, Any]:
    """Return the parameters of `at_tables` for these tables, of one round."""
    return {"event": event.id, "round": table_keys[0][0], "tables": [table for _, table in table_keys]}


def lines_at(desk: Desk, table_keys: list[TableKey]) -> dict[TableKey, list[StoredLine]]:
    """Query the lines of these tables (sorted keys of one round) that stand, as `standing_lines`."""
    return standing_lines(table_keys, lines_with_reopenings(desk, table_keys))


def lines_with_reopenings(desk: Desk, table_keys: list[TableKey]) -> list[StoredLine]:
    """Query all lines of these tables (sorted keys of one round), and all lines of the event that take one back."""
    rows = desk.session.execute(_WITH_REOPENINGS, table_values(desk.event, table_keys)).all()
    return list(map(StoredLine._make, rows))


# A union, not one condition with OR: SQLite would use no index for that.
_WITH_REOPENINGS = union_all(
    _SELECTED.where(*at_tables(LINES), LINES.end != REOPENED), _OF_EVENT.where(LINES.end == REOPENED)
)


def standing_lines(table_keys: Iterable[TableKey], lines: list[StoredLine]) -> dict[TableKey, list[StoredLine]]:
    """Group the lines of `lines_with_reopenings` by table, sorted by hash.

    Lines that their board has taken back are left out, whatever the table of the line that takes them back.
    """
    standing: dict[TableKey, list[StoredLine]] = defaultdict(list)
    keys = set(table_keys)
    taken_back = taken_back_by(lines)
    for line in sorted(lines, key=attrgetter("digest")):
        is_standing = line.end in NO_GAME or (line.board, line.log, line.n) not in taken_back
        if is_standing and (line.round, line.table) in keys:
            standing[line.round, line.table].append(line)
    return standing


def taken_back_by(lines: Iterable[StoredLine]) -> set[tuple[str, int, int]]:
    """Return what the counting lines among these take back: (board, its log, number there)."""
    return {(line.board, line.log, line.replaces) for line in lines if line.end == REOPENED and counts(line)}


class HoldState(Protocol):
    """The columns of a line that say whether it is held."""

    @property
    def held(self) -> str: ...
    @property
    def decision(self) -> str: ...


class Weight(Protocol):
    """The columns of a line that say whether it is weighed against others."""

    @property
    def sealed(self) -> bool: ...
    @property
    def decision(self) -> str: ...


def counts(line: HoldState) -> bool:
    """Return whether a line counts: it is not held, or the director has accepted it."""
    return line.decision == "accepted" or not (line.decision or line.held)


def weighs(line: Weight) -> bool:
    """Return whether a line is weighed against others: it is proven to be its board's, or the director has accepted it.

    A line that does not weigh is kept and shown, and changes nothing about those that do.
    """
    return line.sealed or line.decision == "accepted"


def weighing_lines(desk: Desk, *conditions: ColumnElement[bool]) -> list[StoredLine]:
    """Query the games' lines that weigh, are not refused, and meet all conditions."""
    return list(filter(weighs, read_lines(desk, IS_GAME, LINES.decision != "refused", *conditions)))


def usable_lines(lines: Iterable[StoredLine]) -> dict[int, list[StoredLine]]:
    """Group a table's lines, of `lines_at`, by game, without held and refused ones."""
    usable: dict[int, list[StoredLine]] = {}
    for line in lines:
        if counts(line) and line.end not in NO_GAME:
            usable.setdefault(line.game, []).append(line)
    return usable


def counting_line(usable: Sequence[StoredLine]) -> StoredLine | None:
    """Return the line that counts, of a game's usable lines; None if there is none, or they differ without a single
    accepted one."""
    if len(usable) < 2:
        return usable[0] if usable else None
    accepted = [line for line in usable if line.decision == "accepted"]
    candidates = accepted if len(accepted) == 1 else usable
    return None if len({line.sides for line in candidates}) > 1 else candidates[0]
