"""The director's decisions about boards' clocks: a board's times are corrected by so many hours, or do not count."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.intake.hold_lines import hold_lines
from host_tools.desk.intake.late_corrections import CorrectionRecorder
from host_tools.desk.intake.line_validation import LineValidator, changed_line, read_line
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BoardClock, Line
from host_tools.i18n import message, plural
from host_tools.results.result_line import CLEARED
from host_tools.results.validation import CLOCK_ERROR_S, OTHER_EVENT, join_reasons

CLOCK = "clock"
"""Kind of the audit entry of such a decision."""
_HOUR_S = 3600
_BY_TIME = ("older", "later")
_BY_ITSELF = {"foreign", "no-event", "unsealed", "seal", "older", "later", "game", "sides", "preset", "unsigned"}
"""Reasons that depend on a line and its table alone, so that they can be computed again; "early" depends on when the
line came."""


@dataclass(frozen=True)
class DoubtfulClock:
    """A board whose clock holds `lines` of its lines. `offset_s`: seconds, whole hours, by which all its times would
    fit; None if there is no such number."""

    board: str
    lines: int
    offset_s: int | None

    @property
    def text(self) -> str:
        """The finding as one translated sentence."""
        if self.offset_s is None:
            return plural("desk.found.clock_off", self.lines, board=self.board)
        hours = abs(self.offset_s) // _HOUR_S
        key = "desk.found.clock_slow" if self.offset_s > 0 else "desk.found.clock_fast"
        return plural(key, self.lines, board=self.board, hours=hours)


def doubtful_clocks(desk: Desk) -> list[DoubtfulClock]:
    """List the boards that have lines held for their clock, by the board's uid."""
    held = [Line.held.contains(reason) for reason in _BY_TIME]
    boards = select(Line.board).where(
        Line.event_id == desk.event.id, Line.sealed, Line.decision == "", held[0] | held[1]
    )
    by_board: dict[str, list[Line]] = defaultdict(list)
    for line in _timed_lines(desk, desk.session.scalars(boards.distinct()).all()):
        by_board[line.board].append(line)
    validator = LineValidator(desk)
    return [
        DoubtfulClock(board, sum(_is_held_for_time(line) for line in lines), _fitting_offset(lines, validator))
        for board, lines in sorted(by_board.items())
    ]


def _is_held_for_time(line: Line) -> bool:
    return not line.decision and bool(set(_BY_TIME) & set(line.held.split()))


def _timed_lines(desk: Desk, boards: Iterable[str]) -> list[Line]:
    """Load the proven lines of some boards, without those of other events, and refused ones."""
    query = select(Line).where(Line.event_id == desk.event.id, Line.board.in_(boards), Line.decision != "refused")
    lines = desk.session.scalars(query.where(Line.sealed, Line.end != CLEARED))
    return [line for line in lines if not OTHER_EVENT & set(line.held.split())]


def _fitting_offset(lines: list[Line], validator: LineValidator) -> int | None:
    """Return the smallest number of whole hours, in seconds, after which each line began between its table's seating in
    its round and in the next; None if there is none."""
    least, most = -(2**40), 2**40
    for line in lines:
        parsed = read_line(line.text)
        began = parsed.at if parsed.began is None else parsed.began
        seated_at, next_at = validator.times_of(line.round, line.table)
        if began is not None and seated_at is not None:
            least = max(least, seated_at - CLOCK_ERROR_S - began)
            most = min(most, (next_at if next_at is not None else 2**40) - began)
    hours = -(-least // _HOUR_S) if least > 0 else min(most // _HOUR_S, 0)
    return hours * _HOUR_S if least <= hours * _HOUR_S <= most and hours else None


def correct_clock(desk: Desk, board: str, offset_s: int | None) -> int:
    """Decide about a board's clock: `offset_s` seconds are added to all its times, those of later lines too; None: its
    times are not believed. Returns how many of its lines this releases. Raises DeskError for an unknown board."""
    query = select(Line).where(Line.event_id == desk.event.id, Line.board == board, Line.decision == "")
    lines = list(desk.session.scalars(query.where(Line.end != CLEARED)))
    if desk.session.scalar(select(Line.id).where(Line.event_id == desk.event.id, Line.board == board).limit(1)) is None:
        raise DeskError(message("desk.error.no_board_lines", event=desk.event.name, board=board))
    correction = CorrectionRecorder(desk, {line.round for line in lines})
    desk.session.merge(
        BoardClock(event_id=desk.event.id, board=board, offset_s=offset_s, by=desk.by, reason=desk.reason)
    )
    log_change(desk, CLOCK, {"board": board, "offset": offset_s})
    desk.session.flush()
    validator, held_before = LineValidator(desk), {line.id for line in lines if line.held}
    for line in lines:
        line.held = _reasons_by_clock(line, validator)
    hold_lines(desk, {board}, {(line.round, line.table) for line in lines})
    correction.write({"lines": sorted(held_before)})
    return len(held_before) - sum(bool(line.held) for line in lines if line.id in held_before)


def _reasons_by_clock(line: Line, validator: LineValidator) -> str:
    """Return what a line is held for by its board's clock as it is set now."""
    parsed = changed_line(read_line(line.text), round=line.round, table=line.table, game=line.game)
    now = set(validator.reasons(parsed).split()) & _BY_ITSELF
    # A game after the end of a match is held for its number, too; the line alone does not show that.
    return join_reasons({*line.held.split()} - (_BY_ITSELF - {"game"}) | now)
