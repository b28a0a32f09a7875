"""Query the stored result lines of boards, and decide which of them count."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from host_tools.desk.store import Event, Line, batches
from host_tools.results import CLEARED, REOPENED

Key = tuple[int, int]
"""A table in a round: (round, table)."""

_AT_ONCE = 1000
_CANCELS = (REOPENED, CLEARED)
LINES = Line.__table__.c


class KeptLine(NamedTuple):
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


_SELECTED = select(*(LINES[name] for name in KeptLine._fields))


def read_lines(session: Session, event: Event, *conditions: ColumnElement[bool]) -> list[KeptLine]:
    """Query the event's lines that meet all conditions."""
    # SQLAlchemy's rows take four times as long to look something up in.
    rows = session.execute(_SELECTED.where(LINES.event_id == event.id, *conditions)).all()
    return list(map(KeptLine._make, rows))


def keys_by_round(keys: Iterable[Key]) -> Iterator[list[Key]]:
    """Group keys by round, in order, in batches of limited size."""
    for _, some in groupby(sorted(keys), key=lambda key: key[0]):
        yield from batches(list(some), _AT_ONCE)


def at_tables(table: Any, event: Event, keys: list[Key]) -> tuple[ColumnElement[bool], ...]:
    """SQL conditions for rows of these keys, all of one round."""
    number, first, last = keys[0][0], keys[0][1], keys[-1][1]
    whole_run = last - first + 1 == len(keys)
    tables = table.table.between(first, last) if whole_run else table.table.in_([key[1] for key in keys])
    return (table.event_id == event.id, table.round == number, tables)


def lines_at(session: Session, event: Event, keys: list[Key]) -> dict[Key, list[KeptLine]]:
    """All lines of these tables of one round, in an order independent of when they came."""
    found: dict[Key, list[KeptLine]] = defaultdict(list)
    for line in sorted(read_lines(session, event, *at_tables(LINES, event, keys)), key=lambda line: line.digest):
        found[line.round, line.table].append(line)
    return found


class HoldState(Protocol):
    """The columns of a line that say whether it is held."""

    @property
    def held(self) -> str: ...
    @property
    def decision(self) -> str: ...


def counts(line: HoldState) -> bool:
    """Whether a line counts: it is not held, or the director has accepted it."""
    return line.decision == "accepted" or not (line.decision or line.held)


def usable_lines(came: Iterable[KeptLine]) -> dict[int, list[KeptLine]]:
    """A table's lines by game, without held and refused ones and those that a reopened game has taken back."""
    good = [line for line in came if counts(line)]
    back = {(line.board, line.replaces) for line in good if line.end == REOPENED}
    stand: dict[int, list[KeptLine]] = {}
    for line in good:
        if line.end not in _CANCELS and (line.board, line.n) not in back:
            stand.setdefault(line.game, []).append(line)
    return stand


def counting_line(stand: Sequence[KeptLine]) -> KeptLine | None:
    """The line that counts for a game; None where several differ and none has been accepted."""
    if len(stand) < 2:
        return stand[0] if stand else None
    accepted = [line for line in stand if line.decision == "accepted"]
    chosen = accepted if len(accepted) == 1 else stand
    return None if len({line.sides for line in chosen}) > 1 else chosen[0]
