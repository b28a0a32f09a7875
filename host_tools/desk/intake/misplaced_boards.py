"""Find result lines that name another table or round than their board's earlier lines imply."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import ColumnElement, func, select, true
from sqlalchemy.orm import Session

from host_tools.desk.events import RoundRules, read_audit_log, round_rules
from host_tools.desk.scoring import LINES, KeptLine, Key, counts, read_lines
from host_tools.desk.store import Event, Score, Sitting, batches
from host_tools.results import CLEARED, REOPENED, STRANGE, parse_line

IN_ONE_QUERY = 500
_SCORES, _SITTINGS = Score.__table__.c, Sitting.__table__.c

ELSEWHERE = STRANGE | {"early", "older", "later", "game", "moved", "order"}
"""Reasons that put in doubt whether a line belongs to the table, round and game that it names."""
_DOUBTS = ELSEWHERE - {"game"} | {"twice"}
"""Reasons that put in doubt what round or table its board believes it is at."""

PLACED = "placed"
"""Kind of the audit entry by which the director assigns a board to a table."""

Reasons = list[tuple[KeptLine, str]]
"""Lines, each with a reason to hold it."""


def among(column: Any, values: Collection[Any]) -> ColumnElement[bool]:
    """A condition for rows that have one of these values. Of very many it lets all rows through: to ask for some after
    some would read the table again and again. Whoever uses it looks at each row once more."""
    return column.in_(values) if len(values) <= IN_ONE_QUERY else true()


def moved_boards(session: Session, event: Event) -> Reasons:
    """Find lines of a board with results at another table, or at a table with results of another board."""
    counting = (
        LINES.end.not_in((REOPENED, CLEARED)),
        (LINES.decision == "accepted") | ((LINES.decision == "") & (LINES.held == "")),
    )
    boards, tables = (
        session.scalars(
            select(one)
            .where(LINES.event_id == event.id, *counting)
            .group_by(one)
            .having(func.count(other.distinct()) > 1)
        ).all()
        for one, other in ((LINES.board, LINES.table), (LINES.table, LINES.board))
    )
    if not boards and not tables:
        return []
    rows = read_lines(session, event, *counting, LINES.board.in_(boards) | LINES.table.in_(tables))
    rows.sort(key=attrgetter("round", "n", "digest"))
    said = {(entry.detail["board"], entry.detail["table"]) for entry in read_audit_log(session, event, PLACED)}
    return [(row, "moved") for row in _out_of_place(rows, said)]


class _Places:
    """The table of each board, by the results so far."""

    def __init__(self) -> None:
        self._table: dict[str, int] = {}
        self._board: dict[int, str] = {}

    def fits(self, row: KeptLine) -> bool:
        """Whether board and table have had results only with each other."""
        return self._table.get(row.board, row.table) == row.table and self._board.get(row.table, row.board) == row.board

    def put(self, row: KeptLine) -> None:
        """Record that the board is at the line's table from now on."""
        before = self._table.get(row.board, row.table)
        if before != row.table and self._board.get(before) == row.board:
            del self._board[before]
        self._table[row.board], self._board[row.table] = row.table, row.board


def _out_of_place(rows: Iterable[KeptLine], said: Collection[tuple[str, int]]) -> list[KeptLine]:
    """Of counting lines in the order of their rounds, those whose board is not where it was. A board that names two
    tables in one round is believed in neither; the director's word moves a board: about a line, or before, about the
    board and the table, as in `said`."""
    places, found = _Places(), []
    for _, group in groupby(rows, key=attrgetter("round")):
        tables, fitting = defaultdict(set), []
        for row in group:
            if row.decision or (row.board, row.table) in said or places.fits(row):
                fitting.append(row)
                tables[row.board].add(row.table)
            else:
                found.append(row)
        for row in fitting:
            if not row.decision and len(tables[row.board]) > 1:
                found.append(row)
            elif row.decision or (row.board, row.table) in said or places.fits(row):
                places.put(row)
    return found


def rounds_out_of_order(session: Session, event: Event, tables: set[int]) -> Reasons:
    """Find lines that skip a round, and the later lines of their boards.

    A line skips a round where its table has no result of the round before, nor a line of the same board for it.
    """
    rules = round_rules(session, event)
    whole = _whole_rounds(session, event, tables, rules)
    lines = _lines_of(session, event, tables)
    doubtful = _after_doubts(lines, _put_right(session, event, lines))
    reported: set[tuple[int, int, str]] = set()
    found: Reasons = []
    for row in lines:
        before = (row.round - 1, row.table)
        skips = before in whole and not whole[before] and (*before, row.board) not in reported
        if counts(row) and not row.decision and (skips or row.id in doubtful):
            found.append((row, "order"))
            whole[row.round, row.table] = False
        elif row.decision or not (row.held and _DOUBTS & set(row.held.split())):
            reported.add((row.round, row.table, row.board))
    return found


def _after_doubts(lines: list[KeptLine], put_right: set[int]) -> set[int]:
    """The ids of lines whose board has named a later round already, or a round or table that is in doubt or was put
    right by the director. A line that the director has accepted as it is ends the doubt."""
    latest: dict[str, int] = {}
    doubts: set[str] = set()
    found: set[int] = set()
    for row in sorted(lines, key=attrgetter("n")):
        if row.decision:
            (doubts.add if row.id in put_right else doubts.discard)(row.board)
            latest[row.board] = row.round
        elif row.held and _DOUBTS & set(row.held.split()):
            if not STRANGE & set(row.held.split()):
                doubts.add(row.board)
        elif row.board in doubts or row.round < latest.get(row.board, 0):
            doubts.add(row.board)
            found.add(row.id)
        else:
            latest[row.board] = row.round
    return found


def _put_right(session: Session, event: Event, lines: list[KeptLine]) -> set[int]:
    """The ids of accepted lines that the director has moved to another round or table."""
    accepted = [row.id for row in lines if row.decision]
    found: set[int] = set()
    for some in batches(accepted, IN_ONE_QUERY):
        for row in session.execute(select(LINES.id, LINES.round, LINES.table, LINES.text).where(LINES.id.in_(some))):
            named = parse_line(row.text)
            if (named.round, named.table) != (row.round, row.table):
                found.add(row.id)
    return found


def _lines_of(session: Session, event: Event, tables: set[int]) -> list[KeptLine]:
    """The lines at these tables that have not been refused, by round."""
    mine = (LINES.decision != "refused", LINES.end.not_in((REOPENED, CLEARED)))
    found = [row for row in read_lines(session, event, *mine, among(LINES.table, tables)) if row.table in tables]
    return sorted(found, key=attrgetter("round", "table", "game", "n"))


def _whole_rounds(session: Session, event: Event, tables: set[int], rules: dict[int, RoundRules]) -> dict[Key, bool]:
    """For each of these tables in each round it was seated in, whether all its games are in."""
    here = (_SITTINGS.event_id == event.id, among(_SITTINGS.table, tables))
    seated = session.execute(select(_SITTINGS.round, _SITTINGS.table).where(*here)).all()
    played = _games_played(session, event, tables)
    found = {(number, table): played[number, table] >= rules[number].games for number, table in seated}
    matches = [number for number, rule in rules.items() if rule.to_win]
    for key, winners in _winners_of_matches(session, event, tables, matches).items():
        found[key] = found[key] or rules[key[0]].is_over([winners[game] for game in sorted(winners)])
    return found


def _games_played(session: Session, event: Event, tables: set[int]) -> Counter[Key]:
    """The number of results of each table, by (round, table)."""
    here = (_SCORES.event_id == event.id, among(_SCORES.table, tables))
    games = select(_SCORES.round, _SCORES.table, func.count(_SCORES.game.distinct())).where(*here)
    rows = session.execute(games.group_by(_SCORES.round, _SCORES.table)).all()
    return Counter({(number, table): count for number, table, count in rows})


def _winners_of_matches(
    session: Session, event: Event, tables: set[int], rounds: list[int]
) -> dict[Key, dict[int, str]]:
    """The winning side of every game that is in, "" for a drawn one, at these tables in these rounds."""
    found: dict[Key, dict[int, str]] = defaultdict(dict)
    here = (_SCORES.event_id == event.id, _SCORES.round.in_(rounds), among(_SCORES.table, tables))
    query = select(_SCORES.round, _SCORES.table, _SCORES.game, _SCORES.side, _SCORES.won).where(*here)
    for row in session.execute(query) if rounds else ():
        if row.table in tables:
            games = found[row.round, row.table]
            games[row.game] = row.side if row.won else games.get(row.game, "")
    return found
