"""Hold the result lines that contradict others, and release those that no longer do.

What a line is held for follows from all lines, cards and decisions there are, whatever the order in which they came.
What was wrong with it alone when it came stays: a table that had not been seated, a wrong seal, a clock.
"""

from collections.abc import Collection, Iterable

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from host_tools.desk.events.round_rules import round_rules
from host_tools.desk.intake.board_logs import FAULTS_OF_LOGS, faults_of_boards, in_their_logs
from host_tools.desk.intake.conflicting_lines import contradicting_lines, lines_after_the_match
from host_tools.desk.intake.following_lines import move_following_lines
from host_tools.desk.intake.line_order import lines_out_of_order
from host_tools.desk.intake.misplaced_boards import HoldReasons, is_one_of, moved_boards
from host_tools.desk.scoring.recompute_scores import recompute_scores
from host_tools.desk.scoring.stored_lines import (
    LINES,
    StoredLine,
    TableKey,
    key_batches_by_round,
    lines_with_reopenings,
    read_lines,
)
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Line
from host_tools.results.result_line import REOPENED
from host_tools.results.validation import join_reasons


def hold_lines(desk: Desk, boards: Collection[str], table_keys: Collection[TableKey]) -> set[int]:
    """Hold or release the lines of these boards and at these tables, and all that follows; recompute scores.

    Returns the ids of lines held for a new reason.
    """
    desk.session.flush()
    keys, tables = set(table_keys), {table for _, table in table_keys}
    boards = {*boards, *_boards_at(desk, tables)}
    if not boards:
        recompute_scores(desk, keys)
        return set()
    update_ = _HeldUpdate(desk.session)
    of_boards = _lines_of(desk, boards)
    moved_keys, settled = move_following_lines(desk, _boards_with_decisions(of_boards))
    if moved_keys:
        of_boards = _lines_of(desk, boards)
    of_boards, broken, relogged = in_their_logs(desk.event, of_boards)
    changed = update_.store_logs(relogged)
    changed |= update_.replace(FAULTS_OF_LOGS, of_boards, faults_of_boards(of_boards, broken))
    if changed:
        of_boards = _lines_of(desk, boards)
    keys |= moved_keys | changed | _tables_of_reopened(of_boards)
    keys |= update_.replace({"moved"}, *moved_boards(desk, of_boards, tables))
    for batch in key_batches_by_round(keys):
        rows = lines_with_reopenings(desk, batch)
        update_.replace({"twice", "differs"}, rows, contradicting_lines(desk, batch, rows))
    connected = _tables_to_order(desk, {table for _, table in keys}, tables, of_boards)
    after_match = _hold_out_of_order(desk, update_, keys, connected, settled)
    # A line held for that says no longer where its board was.
    return update_.held | (hold_lines(desk, (), after_match) if after_match else set())


def _lines_of(desk: Desk, boards: Collection[str]) -> list[StoredLine]:
    return [row for row in read_lines(desk, is_one_of(LINES.board, boards)) if row.board in boards]


def _boards_with_decisions(rows: Iterable[StoredLine]) -> set[str]:
    """Return the boards that have a line which the director has accepted."""
    return {row.board for row in rows if row.decision == "accepted"}


class _HeldUpdate:
    """Stores reasons to hold lines; `held`: ids of the lines that got a new one."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.held: set[int] = set()

    def store_logs(self, rows: Collection[StoredLine]) -> set[TableKey]:
        """Store of which of their boards' logs these lines are. Returns their tables."""
        if rows:
            query = update(Line.__table__).where(LINES.id == bindparam("line"))  # type: ignore[arg-type]
            values = [{"line": row.id, "now": row.log} for row in rows]
            self._session.execute(query.values(log=bindparam("now")), values)
            self._session.expire_all()
        return {(row.round, row.table) for row in rows}

    def replace(self, names: set[str], rows: Iterable[StoredLine], found: HoldReasons) -> set[TableKey]:
        """Store that of the reasons `names` those `found` hold the undecided lines, and no others of `rows`.

        Returns the tables of the lines that changed.
        """
        reasons: dict[StoredLine, set[str]] = {row: set(row.held.split()) - names for row in rows}
        for row, reason in found:
            reasons.setdefault(row, set(row.held.split()) - names).add(reason)
        changed = {row: join_reasons(now) for row, now in reasons.items() if not row.decision}
        changed = {row: held for row, held in changed.items() if held != row.held}
        if changed:
            query = update(Line.__table__).where(LINES.id == bindparam("line"))  # type: ignore[arg-type]
            values = [{"line": row.id, "now": held} for row, held in changed.items()]
            self._session.execute(query.values(held=bindparam("now")), values)
            self._session.expire_all()
        self.held |= {row.id for row, held in changed.items() if set(held.split()) - set(row.held.split())}
        return {(row.round, row.table) for row in changed}


def _boards_at(desk: Desk, tables: Collection[int]) -> set[str]:
    """Query the boards that have a line at one of these tables, in any round."""
    query = select(LINES.board, LINES.table).where(LINES.event_id == desk.event.id, is_one_of(LINES.table, tables))
    return {row.board for row in desk.session.execute(query.distinct()) if row.table in tables}


def _tables_of_reopened(rows: list[StoredLine]) -> set[TableKey]:
    """Return the tables of the lines that a line of their board takes back."""
    taken_back = {(row.board, row.log, row.replaces) for row in rows if row.end == REOPENED}
    return {(row.round, row.table) for row in rows if (row.board, row.log, row.n) in taken_back}


def _hold_out_of_order(
    desk: Desk, update_: _HeldUpdate, table_keys: set[TableKey], tables: set[int], settled: set[int]
) -> set[TableKey]:
    """Hold or release lines at `tables` that skip a round, or lines at `table_keys` of a match that is over, and
    recompute scores. Returns the tables whose lines are newly held as of a match that is over.

    It takes scores of all lines that may count, so lines held for this reason before count meanwhile.
    """
    rules = round_rules(desk)
    held_for_it = read_lines(desk, is_one_of(LINES.table, tables), LINES.held.contains("order"))
    before = [row for row in held_for_it if row.table in tables]
    held_before = update_.held.copy()
    recompute_scores(desk, table_keys | update_.replace({"order"}, before, []), rules)
    after_match = update_.replace(set(), [], lines_after_the_match(desk, table_keys, rules))
    late = update_.replace(set(), [], lines_out_of_order(desk, tables, settled, rules))
    update_.held -= {row.id for row in before} - held_before
    recompute_scores(desk, after_match | late, rules)
    return after_match


def _tables_to_order(desk: Desk, tables: set[int], known: set[int], of_boards: list[StoredLine]) -> set[int]:
    """Return these tables, and all others where a board that has a line at one of them has a line. `of_boards` has all
    lines of the boards at the `known` ones of these tables."""
    if tables == known:
        at_tables = {row.board for row in of_boards if row.table in tables}
        return tables | {row.table for row in of_boards if row.board in at_tables}
    boards = _boards_at(desk, tables)
    query = select(LINES.table, LINES.board).where(LINES.event_id == desk.event.id, is_one_of(LINES.board, boards))
    return tables | {row.table for row in desk.session.execute(query.distinct()) if row.board in boards}
