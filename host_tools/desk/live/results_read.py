"""Read from an event's stored result lines at which table each board is, and which boards have new or changed lines."""

from collections.abc import Mapping, Set
from operator import attrgetter
from typing import NamedTuple

from sqlalchemy import Row, case, func, select

from host_tools.desk.events.hall_notices import NOTICES
from host_tools.desk.intake.misplaced_boards import IMPORTED
from host_tools.desk.scoring.stored_lines import COUNTS, IS_GAME
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import LINES, Change, is_one_of

_CHANGES = Change.__table__.c

ChangeableLine = tuple[int, str, int, int, int, str, str]
"""(id, board, round, table, game, held, decision) of a line that an import of others may change."""


class LastLine(NamedTuple):
    """A board's last line that counts."""

    id: int
    table: int


class ResultsRead(NamedTuple):
    """What was read of the stored lines: the newest one's id, those that an import may change, and boards' last ones.

    `tables`: the table of each board's last line, by uid; of several boards at a table only the last.
    """

    newest: int = 0
    changeable: frozenset[ChangeableLine] = frozenset()
    last: Mapping[str, LastLine] = {}
    tables: Mapping[str, int] = {}


class ChangedLines(NamedTuple):
    """The boards of lines that are new or have changed, and all tables at which these boards have lines."""

    boards: Set[str] = frozenset()
    tables: Set[int] = frozenset()


def have_only_results_come(desk: Desk, before: tuple[int | None, ...], now: tuple[int | None, ...]) -> bool:
    """Return whether only imports have changed seats, lines and scores between two states of the event, by the ids of
    its newest changes (`newest_change_ids`)."""
    (change_before, card_before), (_, card_now) = before, now
    later = (
        select(_CHANGES.what).where(_CHANGES.event_id == desk.event.id, _CHANGES.id > (change_before or 0)).distinct()
    )
    return before == now or (card_before == card_now and {*desk.session.scalars(later)} <= {IMPORTED, *NOTICES})


def read_results(desk: Desk, before: ResultsRead) -> tuple[ResultsRead, ChangedLines]:
    """Read the lines that have come or changed after `before`, since when only imports have changed lines.

    An import never changes the table of a stored line. It changes a stored line only if the line is or was held, or if
    its board has an accepted line (`move_following_lines`). Scores change where a line of their table changes, or where
    the same board takes a line back.
    """
    new = select(LINES.board).where(LINES.event_id == desk.event.id, LINES.id > before.newest).distinct()
    changeable = _changeable_lines(desk)
    boards = {*desk.session.scalars(new), *(board for _, board, *_ in changeable ^ before.changeable)}
    rows = _lines_of_boards(desk, boards) if boards else []
    newest = max((row.newest for row in rows), default=0)
    last = {board: line for board, line in before.last.items() if board not in boards}
    last |= {row.board: LastLine(row.counting, row.table) for row in rows if row.counting}
    results = ResultsRead(max(before.newest, newest), changeable, last, _tables_of(last))
    return results, ChangedLines(boards, {row.table for row in rows})


def _changeable_lines(desk: Desk) -> frozenset[ChangeableLine]:
    """Query the lines that are held or decided, and all of boards with an accepted one."""
    accepted = select(LINES.board).where(LINES.event_id == desk.event.id, LINES.decision == "accepted")
    changeable = (LINES.held != "") | (LINES.decision != "") | LINES.board.in_(accepted)
    columns = (LINES.id, LINES.board, LINES.round, LINES.table, LINES.game, LINES.held, LINES.decision)
    rows = desk.session.execute(select(*columns).where(LINES.event_id == desk.event.id, changeable)).all()
    return frozenset(map(tuple, rows))


def _lines_of_boards(desk: Desk, boards: Set[str]) -> list[Row]:
    """Query, by board and table, the ids of the `newest` line and of the newest that is `counting`, 0 for none; sorted
    by the latter."""
    counting = case((IS_GAME & COUNTS, LINES.id), else_=0)
    columns = (LINES.board, LINES.table, func.max(LINES.id).label("newest"), func.max(counting).label("counting"))
    query = select(*columns).where(LINES.event_id == desk.event.id, is_one_of(LINES.board, boards))
    rows = desk.session.execute(query.group_by(LINES.board, LINES.table)).all()
    return sorted((row for row in rows if row.board in boards), key=attrgetter("counting"))


def _tables_of(last: Mapping[str, LastLine]) -> dict[str, int]:
    """Return the table of each board's last line, by uid; of several boards at a table only the last."""
    by_id = sorted((line.id, line.table, board) for board, line in last.items())
    board_by_table = {table: board for _, table, board in by_id}
    return {board: table for table, board in board_by_table.items()}
