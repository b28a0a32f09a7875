"""Tell boards' logs apart, find the lines that are out of place there, and boards that have lost their memory."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from operator import attrgetter
from typing import NamedTuple

from sqlalchemy import select

from host_tools.desk.intake.line_validation import LineValidator, read_line
from host_tools.desk.intake.misplaced_boards import COMPARED, HoldReasons
from host_tools.desk.scoring.stored_lines import NO_GAME, StoredLine, read_lines, taken_back_by
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import LINES, Event, Score
from host_tools.i18n import message
from host_tools.results.chain_with_gaps import BROKEN, DOUBLED, separate_logs
from host_tools.results.result_line import CLEARED, REOPENED
from host_tools.table_numbers import board_event

UNKNOWN = "unknown"
FAULTS_OF_LOGS = {BROKEN, DOUBLED, UNKNOWN}
"""Reasons to hold a line that `faults_of_boards` finds."""


def in_their_logs(event: Event, rows: Collection[StoredLine]) -> tuple[list[StoredLine], set[int], list[StoredLine]]:
    """Return all lines of some boards with the numbers of their logs, the ids of the broken ones, and the lines whose
    log has changed. A line that is not proven to be its board's belongs to the first log."""
    key, by_board = bytes.fromhex(event.key), defaultdict(list)
    for row in sorted(rows, key=attrgetter("id")):
        if row.sealed:
            by_board[row.board].append(row)
    # A board has the event id of its hall; the link to a cleared line is computed from that.
    uids = {board: board_event(event.uid, max(row.table for row in lines)) for board, lines in by_board.items()}
    logged = [one for board, lines in by_board.items() for one in separate_logs(lines, uids[board], key)]
    logs = {one.line.id: one.log for one in logged}
    now = [row._replace(log=logs.get(row.id, 0)) for row in rows]
    changed = [row for row, was in zip(now, rows, strict=True) if row.log != was.log]
    return now, {one.line.id for one in logged if one.broken}, changed


def faults_of_boards(rows: Collection[StoredLine], broken: Collection[int]) -> HoldReasons:
    """Return the lines that are out of place in their board's log, with the reasons. `rows`: all lines of some boards;
    `broken`: ids of those that contradict their log.

    A line that is not proven to be its board's is compared with those that are, never the other way round.
    """
    proven = [row for row in rows if row.sealed]
    numbers = {(row.board, row.n) for row in proven if row.end not in NO_GAME and row.decision != "refused"}
    claimed = [row for row in rows if not row.sealed and row.end != CLEARED and (row.board, row.n) in numbers]
    known = {(row.board, row.log, row.n) for row in proven if row.end not in NO_GAME}
    unknown = [row for row in proven if row.end == REOPENED and (row.board, row.log, row.replaces) not in known]
    return [
        *((row, BROKEN) for row in proven if row.id in broken),
        *((row, DOUBLED) for row in claimed),
        *((row, DOUBLED) for row in _repeated_after_a_loss(proven, broken)),
        *((row, UNKNOWN) for row in unknown),
    ]


def _repeated_after_a_loss(rows: list[StoredLine], broken: Collection[int]) -> Iterator[StoredLine]:
    """Yield the lines of a later log about a game that an earlier log of the board has already, or about a round that
    the board has played at another table by the earlier log. The earlier line goes on counting."""
    later = {row.board for row in rows if row.log}
    taken_back = taken_back_by(rows) if later else set()
    told: dict[tuple[str, int], list[StoredLine]] = defaultdict(list)
    for row in sorted(rows, key=attrgetter("log", "id")) if later else ():
        if row.board not in later or row.end in NO_GAME or row.decision == "refused":
            continue
        earlier = told[row.board, row.round]
        if any(one.log < row.log and (one.table != row.table or one.game == row.game) for one in earlier):
            yield row
        elif row.id not in broken and (row.board, row.log, row.n) not in taken_back and _is_sound(row):
            earlier.append(row)


def _is_sound(row: StoredLine) -> bool:
    """Return whether a line counts, or would if others did not contradict it."""
    return row.decision == "accepted" or {*row.held.split()} <= {*COMPARED, *FAULTS_OF_LOGS}


class LostMemory(NamedTuple):
    """A board that has begun another log with result `n` of `round`. `at`: when it sent that result, in seconds since
    1970; None if unknown."""

    board: str
    n: int
    round: int
    at: int | None

    @property
    def text(self) -> str:
        """The finding as one translated sentence."""
        if self.at is None:
            return message("desk.found.memory_lost", board=self.board, n=self.n, round=self.round)
        at = f"{datetime.fromtimestamp(self.at):%H:%M}"
        return message("desk.found.memory_lost_at", board=self.board, n=self.n, round=self.round, at=at)


def lost_memories(desk: Desk) -> list[LostMemory]:
    """List the boards that have lost their memory, once for each log that they have begun anew, by board."""
    first: dict[tuple[str, int], StoredLine] = {}
    rows = read_lines(desk, LINES.log > 0, LINES.decision != "refused")
    for row in sorted(rows, key=attrgetter("n", "id")):
        first.setdefault((row.board, row.log), row)
    validator = LineValidator(desk) if first else None
    return [
        LostMemory(row.board, row.n, row.round, _time_of(desk, row, validator))
        for _, row in sorted(first.items())
        if validator
    ]


def _time_of(desk: Desk, row: StoredLine, validator: LineValidator) -> int | None:
    """Return the time of a line by its board's clock, or else the time at which its score was stored; None if neither
    is known."""
    text = desk.session.scalar(select(LINES.text).where(LINES.id == row.id))
    told = validator.with_board_clock(read_line(text or "")).at
    if told is not None:
        return told
    place = (Score.round == row.round, Score.table == row.table, Score.game == row.game, Score.source == "board")
    since = desk.session.scalar(select(Score.since).where(Score.event_id == desk.event.id, *place).limit(1))
    return int(datetime.fromisoformat(since).astimezone(UTC).timestamp()) if since else None
