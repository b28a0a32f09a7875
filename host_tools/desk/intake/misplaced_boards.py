"""Find result lines whose table does not follow from earlier lines of the same board and table."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import combinations, groupby
from operator import attrgetter

from sqlalchemy import func, select

from host_tools.desk.events.audit_log import detail_text
from host_tools.desk.scoring.stored_lines import IS_GAME, NO_GAME, StoredLine, read_lines
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import IN_ONE_QUERY, LINES, Change, is_one_of
from host_tools.results.validation import OTHER_EVENT
from host_tools.table_numbers import hall_of

_REMEMBERED = 65_536
"""Audit entries whose parsed detail is remembered: each look for the next matches asks for all of them again."""

ELSEWHERE = OTHER_EVENT | {"early", "older", "later", "game", "moved", "order"}
"""Reasons for doubt whether a line of the board belongs to the table, round and game that it names."""

PLACED = "placed"
"""Kind of the audit entry by which the director assigns a board to a table."""

ASSIGNED = "assigned"
"""Kind of the audit entry that a desk first gave a board a match at a table, over the network."""

IMPORTED = "imported"
"""Kind of the audit entry of an import. It is written after lines have been held and released."""

HoldReasons = list[tuple[StoredLine, str]]
"""Lines, each with a reason to hold it."""


COMPARED = ("moved", "twice", "order", "differs", "disputed")
"""A line held for these reasons still tells at which table its board was."""
_COMPARED_HELD = [" ".join(reasons) for count in range(len(COMPARED) + 1) for reasons in combinations(COMPARED, count)]


_COUNTING = (
    IS_GAME,
    (LINES.decision == "accepted") | ((LINES.decision == "") & LINES.held.in_(_COMPARED_HELD)),
)


def _tells_place(row: StoredLine) -> bool:
    """Return whether a line tells at which table its board was, as _COUNTING does in SQL."""
    undoubted = row.decision == "accepted" or (not row.decision and row.held in _COMPARED_HELD)
    return undoubted and row.end not in NO_GAME


def moved_boards(
    desk: Desk, of_boards: list[StoredLine], tables: Collection[int]
) -> tuple[list[StoredLine], HoldReasons]:
    """Return the lines that were compared, and those to be held as moved: lines of a board that has results at another
    table, or at a table that has results of another board.

    Boards and tables that a desk has assigned over the network have to be where it assigned them. `of_boards`: all
    lines of the boards concerned; no other board has a line at `tables`. If no board has been assigned or placed since
    the last import, only boards and tables connected with these boards by lines are read, as long as they are few: the
    rest is unchanged.
    """
    near = _connected_lines(desk, of_boards, tables)
    pairs = {(row.board, row.table) for row in near or () if _tells_place(row)}
    assigned, are_new = _assigned_among(desk, pairs) if near is not None else (set(), True)
    if near is None or are_new:
        near = read_lines(desk, LINES.held.contains("moved"))
        query = select(LINES.board, LINES.table).where(LINES.event_id == desk.event.id, *_COUNTING)
        pairs = {(board, table) for board, table in desk.session.execute(query.distinct()).all()}
    elif pairs <= assigned and not any(_doubtful_places(pairs, assigned)):
        return near, []
    return near, [(row, "moved") for row in _find_misplaced(desk, pairs)]


def _connected_lines(desk: Desk, of_boards: list[StoredLine], tables: Collection[int]) -> list[StoredLine] | None:
    """Return all lines of these boards and of the boards that are connected with them, by a line at the same table. No
    other board has a line at `tables`. None if there are more than IN_ONE_QUERY of these boards."""
    boards, known_tables, lines = {row.board for row in of_boards}, set(tables), list(of_boards)
    while len(boards) <= IN_ONE_QUERY:
        new_tables = {row.table for row in lines if _tells_place(row)} - known_tables
        if not new_tables:
            return lines
        known_tables |= new_tables
        there = read_lines(desk, *_COUNTING, is_one_of(LINES.table, new_tables))
        new_boards = {row.board for row in there if row.table in new_tables} - boards
        boards |= new_boards
        lines += read_lines(desk, LINES.board.in_(new_boards)) if new_boards else []
    return None


def _assigned_among(desk: Desk, places: Collection[tuple[str, int]]) -> tuple[set[tuple[str, int]], bool]:
    """Query which of some (board, table) a desk, or the desk of the hall, has assigned; and whether any board has been
    assigned or placed since the last import."""
    last_import = select(func.max(Change.id)).where(Change.event_id == desk.event.id, Change.what == IMPORTED)
    is_new = Change.id > func.coalesce(last_import.scalar_subquery(), 0)
    texts = [
        detail_text({"board": board, "table": table} | hall)
        for board, table in places
        for hall in ({}, {"hall": hall_of(table)})
    ]
    is_asked = (Change.what == ASSIGNED) & Change.detail.in_(texts)
    query = select(Change.detail, is_new).where(Change.event_id == desk.event.id, Change.what.in_((ASSIGNED, PLACED)))
    entries = desk.session.execute(query.where(is_asked | is_new)).all()
    return {_read_place(detail) for detail, _ in entries}, any(new for _, new in entries)


def _find_misplaced(desk: Desk, pairs: Collection[tuple[str, int]]) -> list[StoredLine]:
    """Return the lines whose board is not at its table, of the boards and tables of the (board, table) in `pairs`."""
    assigned = read_places(desk, ASSIGNED)
    boards, tables = _doubtful_places(pairs, assigned)
    if not boards and not tables:
        return []
    rows = read_lines(desk, *_COUNTING, LINES.board.in_(boards) | LINES.table.in_(tables))
    rows.sort(key=attrgetter("round", "n", "digest"))
    return _misplaced_lines(rows, _Places(read_places(desk, PLACED), assigned))


def read_places(desk: Desk, kind: str) -> set[tuple[str, int]]:
    """Query the (board, table) of all audit entries of a kind, PLACED or ASSIGNED."""
    # A column alone: a large event has thousands of entries.
    details = desk.session.scalars(
        select(Change.detail).where(Change.event_id == desk.event.id, Change.what == kind)
    ).all()
    return set(map(_read_place, details))


@lru_cache(maxsize=_REMEMBERED)
def _read_place(detail: str) -> tuple[str, int]:
    """Parse the detail of an audit entry of PLACED or ASSIGNED as (board, table)."""
    place = json.loads(detail)
    return place["board"], place["table"]


def _doubtful_places(
    pairs: Collection[tuple[str, int]], assigned: Collection[tuple[str, int]]
) -> tuple[set[str], set[int]]:
    """Return the boards and the tables of which not all (board, table) in `pairs` can be right."""
    boards = {board for board, count in Counter(board for board, _ in pairs).items() if count > 1}
    tables = {table for table, count in Counter(table for _, table in pairs).items() if count > 1}
    known_boards, known_tables = {board for board, _ in assigned}, {table for _, table in assigned}
    for board, table in pairs:
        if (board, table) not in assigned and (board in known_boards or table in known_tables):
            boards.add(board)
    return boards, tables


class _Places:
    """The table of each board and the board of each table, according to the lines recorded so far.

    `placements` are the director's (board, table), which always fit; `assigned` those of desks over the network: their
    boards and tables fit only each other.
    """

    def __init__(self, placements: Collection[tuple[str, int]], assigned: Collection[tuple[str, int]]) -> None:
        self._placements, self._assigned = placements, assigned
        self._boards, self._tables = {board for board, _ in assigned}, {table for _, table in assigned}
        self._table_of_board: dict[str, int] = {}
        self._board_at_table: dict[int, str] = {}

    def fits(self, row: StoredLine) -> bool:
        """Return whether the line's board may be at its table, by the director's word, a desk's, or earlier lines."""
        if row.decision or (row.board, row.table) in self._placements:
            return True
        if row.board in self._boards or row.table in self._tables:
            return (row.board, row.table) in self._assigned
        table, board = self._table_of_board.get(row.board, row.table), self._board_at_table.get(row.table, row.board)
        return (table, board) == (row.table, row.board)

    def record(self, row: StoredLine) -> None:
        """Record that the line's board is at the line's table from now on."""
        before = self._table_of_board.get(row.board, row.table)
        if before != row.table and self._board_at_table.get(before) == row.board:
            del self._board_at_table[before]
        self._table_of_board[row.board], self._board_at_table[row.table] = row.table, row.board


def _misplaced_lines(rows: Iterable[StoredLine], places: _Places) -> list[StoredLine]:
    """Return the lines whose board is not at its table, of `rows`, the counting lines sorted by round.

    If a board names two tables in one round, all its lines of that round are misplaced. Lines that the director has
    accepted, or whose board he has placed at their table, fit and move the board.
    """
    misplaced = []
    for _, group in groupby(rows, key=attrgetter("round")):
        tables, fitting = defaultdict(set), []
        for row in group:
            if places.fits(row):
                fitting.append(row)
                tables[row.board].add(row.table)
            else:
                misplaced.append(row)
        for row in fitting:
            if not row.decision and len(tables[row.board]) > 1:
                misplaced.append(row)
            elif places.fits(row):
                places.record(row)
    return misplaced
