"""Query the stored result lines of boards, and decide which of them count."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from host_tools.desk.store import Event, Line, batches
from host_tools.results import CLEARED, REOPENED

Key = tuple[int, int]
"""A table in a round: (round, table)."""

_KEYS_PER_QUERY = 1000
_CANCELS = (REOPENED, CLEARED)
LINES = Line.__table__.c


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


_SELECTED = select(*(LINES[name] for name in StoredLine._fields))


def read_lines(session: Session, event: Event, *conditions: ColumnElement[bool]) -> list[StoredLine]:
    """Query the event's lines that meet all conditions."""
    # SQLAlchemy's rows take four times as long to look something up in.
    rows = session.execute(_SELECTED.where(LINES.event_id == event.id, *conditions)).all()
    return list(map(StoredLine._make, rows))


def keys_by_round(keys: Iterable[Key]) -> Iterator[list[Key]]:
    """Group keys by round, in order, in batches of limited size."""
    for _, group in groupby(sorted(keys), key=itemgetter(0)):
        yield from batches(list(group), _KEYS_PER_QUERY)


def table_conditions(table: Any, event: Event, keys: list[Key]) -> tuple[ColumnElement[bool], ...]:
    """Build SQL conditions for rows of `table` at these keys, all of one round."""
    (number, first), (_, last) = keys[0], keys[-1]
    is_whole_run = last - first + 1 == len(keys)
    numbers = [table_number for _, table_number in keys]
    tables = table.table.between(first, last) if is_whole_run else table.table.in_(numbers)
    return (table.event_id == event.id, table.round == number, tables)


def lines_at(session: Session, event: Event, keys: list[Key]) -> dict[Key, list[StoredLine]]:
    """Query all lines of these tables of one round, by digest: independent of the order of their import."""
    lines: dict[Key, list[StoredLine]] = defaultdict(list)
    for line in sorted(read_lines(session, event, *table_conditions(LINES, event, keys)), key=lambda line: line.digest):
        lines[line.round, line.table].append(line)
    return lines


class HoldState(Protocol):
    """The columns of a line that say whether it is held."""

    @property
    def held(self) -> str: ...
    @property
    def decision(self) -> str: ...


def counts(line: HoldState) -> bool:
    """Return whether a line counts: it is not held, or the director has accepted it."""
    return line.decision == "accepted" or not (line.decision or line.held)


def usable_lines(lines: Iterable[StoredLine]) -> dict[int, list[StoredLine]]:
    """Group a table's lines by game, without held and refused ones and those that a reopened game has taken back."""
    counting = [line for line in lines if counts(line)]
    taken_back = {(line.board, line.replaces) for line in counting if line.end == REOPENED}
    usable: dict[int, list[StoredLine]] = {}
    for line in counting:
        if line.end not in _CANCELS and (line.board, line.n) not in taken_back:
            usable.setdefault(line.game, []).append(line)
    return usable


def counting_line(usable: Sequence[StoredLine]) -> StoredLine | None:
    """Return the line that counts for a game; None where several differ and none has been accepted."""
    if len(usable) < 2:
        return usable[0] if usable else None
    accepted = [line for line in usable if line.decision == "accepted"]
    candidates = accepted if len(accepted) == 1 else usable
    return None if len({line.sides for line in candidates}) > 1 else candidates[0]
