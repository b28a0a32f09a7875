"""Find result lines whose table or round does not follow from earlier lines of the same board and table."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import combinations, groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import ColumnElement, func, select, true
from sqlalchemy.orm import Session

from host_tools.desk.events.round_rules import RoundRules, round_rules
from host_tools.desk.scoring.stored_lines import LINES, StoredLine, TableKey, counts, read_lines
from host_tools.desk.store.base import batches
from host_tools.desk.store.model import Change, Event, Score, Sitting
from host_tools.results.result_line import CLEARED, REOPENED, parse_line, unpack_sides
from host_tools.results.validation import STRANGE

IN_ONE_QUERY = 500
_REMEMBERED = 65_536
"""Audit entries whose parsed detail is remembered: each import of results asks for all of them again."""
_SCORES, _SITTINGS = Score.__table__.c, Sitting.__table__.c

ELSEWHERE = STRANGE | {"early", "older", "later", "game", "moved", "order"}
"""Reasons that put in doubt whether a line belongs to the table, round and game that it names."""
_DOUBTS = ELSEWHERE - {"game"} | {"twice"}
"""Reasons that put in doubt the round or table that the line's board is set to."""

PLACED = "placed"
"""Kind of the audit entry by which the director assigns a board to a table."""

ASSIGNED = "assigned"
"""Kind of the audit entry that a desk first gave a board a match at a table, over the network."""

HoldReasons = list[tuple[StoredLine, str]]
"""Lines, each with a reason to hold it."""


def is_one_of(column: Any, values: Collection[Any]) -> ColumnElement[bool]:
    """Return an SQL condition for rows whose column has one of these values.

    With more than IN_ONE_QUERY values it is true for all rows, so the caller has to filter again: queries in batches
    would read the table many times.
    """
    return column.in_(values) if len(values) <= IN_ONE_QUERY else true()


_COMPARED = ("moved", "twice", "order", "differs", "disputed")
"""Reasons for which a line may be held that tells all the same at which table its board was."""
_COMPARED_HELD = [
    " ".join(reasons) for count in range(len(_COMPARED) + 1) for reasons in combinations(_COMPARED, count)
]


def moved_boards(session: Session, event: Event) -> HoldReasons:
    """Return lines of a board that has results at another table, or at a table that has results of another board.

    Boards and tables that a desk has assigned over the network have to be where it assigned them.
    """
    counting = (
        LINES.end.not_in((REOPENED, CLEARED)),
        (LINES.decision == "accepted") | ((LINES.decision == "") & LINES.held.in_(_COMPARED_HELD)),
    )
    assigned = read_places(session, event, ASSIGNED)
    query = select(LINES.board, LINES.table).where(LINES.event_id == event.id, *counting)
    pairs = session.execute(query.distinct()).all()
    boards, tables = _doubtful_places([(board, table) for board, table in pairs], assigned)
    if not boards and not tables:
        return []
    rows = read_lines(session, event, *counting, LINES.board.in_(boards) | LINES.table.in_(tables))
    rows.sort(key=attrgetter("round", "n", "digest"))
    places = _Places(read_places(session, event, PLACED), assigned)
    return [(row, "moved") for row in _misplaced_lines(rows, places)]


def read_places(session: Session, event: Event, kind: str) -> set[tuple[str, int]]:
    """Query the (board, table) of all audit entries of a kind, PLACED or ASSIGNED."""
    # A column alone: a large event has thousands of entries.
    details = session.scalars(select(Change.detail).where(Change.event_id == event.id, Change.what == kind)).all()
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

    `placements` are the director's (board, table), which fit always; `assigned` those of desks over the network, whose
    boards and tables fit no other.
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


def lines_out_of_order(session: Session, event: Event, tables: set[int], settled: Collection[int]) -> HoldReasons:
    """Return the lines at these tables that skip a round, and the later lines of their boards, with the reason "order".

    A line skips a round if the same board has no line of its table's round before, and that round is incomplete there
    or has a typed result that is the line's: the board may have shown a round too many. `settled`: ids of lines that
    follow from a decision.
    """
    rules = round_rules(session, event)
    complete = _complete_tables(session, event, tables, rules)
    lines = _lines_at_tables(session, event, tables)
    typed = _typed_results(session, event, tables)
    doubtful = _doubtful_lines(lines, _relocated_lines(session, event, lines), settled)
    reported: set[tuple[int, int, str]] = set()
    reasons: HoldReasons = []
    for row in lines:
        previous = (row.round - 1, row.table)
        repeats = not complete.get(previous, True) or _result_of(row) in typed.get(previous, ())
        skips = previous in complete and repeats and (*previous, row.board) not in reported
        if counts(row) and not row.decision and row.id not in settled and (skips or row.id in doubtful):
            reasons.append((row, "order"))
            complete[row.round, row.table] = False
        elif row.decision or not (row.held and _DOUBTS & set(row.held.split())):
            reported.add((row.round, row.table, row.board))
    return reasons


TypedResult = tuple[tuple[int | None, int, int], ...]
"""(won, points, spread) of each side of a game."""


def _result_of(row: StoredLine) -> TypedResult:
    """Return a line's result in the form of `_typed_results`."""
    sides = unpack_sides(row.sides)
    return tuple((None if side.won is None else int(side.won), side.points, side.spread) for side in sides)


def _typed_results(session: Session, event: Event, tables: set[int]) -> dict[TableKey, list[TypedResult]]:
    """Query the results of games at these tables that count as they were typed, by (round, table)."""
    columns = (_SCORES.round, _SCORES.table, _SCORES.game, _SCORES.side, _SCORES.won, _SCORES.points, _SCORES.spread)
    typed = (_SCORES.event_id == event.id, is_one_of(_SCORES.table, tables), _SCORES.source.in_(("cards", "director")))
    games: dict[tuple[int, int, int], dict[str, tuple[int | None, int, int]]] = defaultdict(dict)
    for row in session.execute(select(*columns).where(*typed)):
        games[row.round, row.table, row.game][row.side] = (row.won, row.points, row.spread)
    results: dict[TableKey, list[TypedResult]] = defaultdict(list)
    for (round_number, table, _), sides in games.items():
        results[round_number, table].append(tuple(sides[side] for side in sorted(sides)))
    return results


def _doubtful_lines(lines: list[StoredLine], relocated: set[int], settled: Collection[int]) -> set[int]:
    """Return the ids of lines that follow, on the same board, a line of a later round, a doubtful or a relocated line.

    A line that the director has accepted as it is ends the doubt, and so does a `settled` one, which follows from that.
    `relocated`: ids of lines moved by the director.
    """
    latest: dict[str, int] = {}
    doubts: set[str] = set()
    doubtful: set[int] = set()
    for row in sorted(lines, key=attrgetter("n")):
        if row.decision or row.id in settled:
            (doubts.add if row.id in relocated else doubts.discard)(row.board)
            latest[row.board] = row.round
        elif row.held and _DOUBTS & set(row.held.split()):
            if not STRANGE & set(row.held.split()):
                doubts.add(row.board)
        elif row.board in doubts or row.round < latest.get(row.board, 0):
            doubts.add(row.board)
            doubtful.add(row.id)
        else:
            latest[row.board] = row.round
    return doubtful


def _relocated_lines(session: Session, event: Event, lines: list[StoredLine]) -> set[int]:
    """Return the ids of accepted lines that the director has moved to another round."""
    accepted = [row.id for row in lines if row.decision]
    relocated: set[int] = set()
    for batch in batches(accepted, IN_ONE_QUERY):
        for row in session.execute(select(LINES.id, LINES.round, LINES.text).where(LINES.id.in_(batch))):
            if parse_line(row.text).round != row.round:
                relocated.add(row.id)
    return relocated


def _lines_at_tables(session: Session, event: Event, tables: set[int]) -> list[StoredLine]:
    """Query the games' lines at these tables that have not been refused, sorted by round, table, game and number."""
    conditions = (LINES.decision != "refused", LINES.end.not_in((REOPENED, CLEARED)))
    lines = [
        row for row in read_lines(session, event, *conditions, is_one_of(LINES.table, tables)) if row.table in tables
    ]
    return sorted(lines, key=attrgetter("round", "table", "game", "n"))


def _complete_tables(
    session: Session, event: Event, tables: set[int], rules: dict[int, RoundRules]
) -> dict[TableKey, bool]:
    """Return whether a table has all results of a round, for these tables and all rounds they were seated in."""
    conditions = (_SITTINGS.event_id == event.id, is_one_of(_SITTINGS.table, tables))
    seated = session.execute(select(_SITTINGS.round, _SITTINGS.table).where(*conditions)).all()
    played = _count_results(session, event, tables)
    complete = {(number, table): played[number, table] >= rules[number].games for number, table in seated}
    matches = [round_number for round_number, rule in rules.items() if rule.to_win]
    for (round_number, table), winners in _winners_of_matches(session, event, tables, matches).items():
        won = [winners[game] for game in sorted(winners)]
        complete[round_number, table] = complete[round_number, table] or rules[round_number].is_over(won)
    return complete


def _count_results(session: Session, event: Event, tables: set[int]) -> Counter[TableKey]:
    """Query the number of games with a score at these tables, by (round, table)."""
    conditions = (_SCORES.event_id == event.id, is_one_of(_SCORES.table, tables))
    games = select(_SCORES.round, _SCORES.table, func.count(_SCORES.game.distinct())).where(*conditions)
    rows = session.execute(games.group_by(_SCORES.round, _SCORES.table)).all()
    return Counter({(round_number, table): count for round_number, table, count in rows})


def _winners_of_matches(
    session: Session, event: Event, tables: set[int], rounds: list[int]
) -> dict[TableKey, dict[int, str]]:
    """Query the winning sides at these tables in these rounds, by table and game; "" for a drawn game."""
    winners: dict[TableKey, dict[int, str]] = defaultdict(dict)
    conditions = (_SCORES.event_id == event.id, _SCORES.round.in_(rounds), is_one_of(_SCORES.table, tables))
    query = select(_SCORES.round, _SCORES.table, _SCORES.game, _SCORES.side, _SCORES.won).where(*conditions)
    for row in session.execute(query) if rounds else ():
        if row.table in tables:
            games = winners[row.round, row.table]
            games[row.game] = row.side if row.won else games.get(row.game, "")
    return winners
