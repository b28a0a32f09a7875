"""Import boards' result lines, from files, serial ports or pasted text; validate, store and score them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from sqlalchemy import Row, func, select

from firmware.journal.seal import line_hash
from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.intake.held_line_view import HeldLine, held_lines
from host_tools.desk.intake.hold_lines import hold_lines
from host_tools.desk.intake.late_corrections import CorrectionRecorder
from host_tools.desk.intake.line_validation import LineValidator, read_line
from host_tools.desk.intake.misplaced_boards import IMPORTED
from host_tools.desk.rounds.correction_impact import CorrectionEffect
from host_tools.desk.scoring.stored_lines import NO_GAME
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import IN_ONE_QUERY, Event, Line, TableKey, add_rows, batches
from host_tools.garbage_collection import without_collection
from host_tools.i18n import message
from host_tools.results.result_line import LineError, ResultLine, bare_line, pack_sides
from host_tools.results.validation import explain

_LINES_PER_BATCH = 5000

SourceLine = tuple[str, int, str]
"""(file name or other source of a line, line number there from 1, text of the line)."""


@dataclass
class ImportReport:
    """Result of an import: `new` lines were stored, `again` were repeated, `refused` are errors of invalid lines.

    `counted`: games (round, table, game) whose new line counts. `held`: new lines, and lines that new ones contradict,
    that do not count until the director decides. `would`: changes of seats, qualifiers and ties that an earlier import
    would have caused. `unread`: boards on USB that could not be read, or not whole, each with the reason.
    """

    new: int = 0
    again: int = 0
    refused: list[str] = field(default_factory=list)
    counted: list[tuple[int, int, int]] = field(default_factory=list)
    held: list[HeldLine] = field(default_factory=list)
    would: list[CorrectionEffect] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


@without_collection()
def import_lines(
    desk: Desk, texts: Sequence[SourceLine], *, on_progress: Callable[[int], None] = lambda count: None
) -> ImportReport:
    """Store all new lines, hold the doubtful ones, and recompute scores.

    `on_progress` is called after each batch with the number of lines processed.
    """
    report = ImportReport()
    last_id = desk.session.scalar(select(func.max(Line.id))) or 0
    validator, processed = LineValidator(desk), 0
    for batch in batches(texts, _LINES_PER_BATCH):
        lines = list(_parse_new_lines(batch, report))
        validator.expect({line.table for line in lines})
        rows = [_line_row(desk.event, line, validator) for line in sorted(lines, key=_as_played)]
        add_rows(desk.session, Line, rows, new_only=True)
        # All are counted as repeated, and new ones subtracted below: `add_rows` does not tell which rows it left out.
        report.again += len(rows)
        processed += len(batch)
        on_progress(processed)
    columns = select(Line.id, Line.event_id, Line.board, Line.round, Line.table, Line.game, Line.end, Line.held)
    # Otherwise SQLite would select by the event first, and search all of its lines.
    new_rows = [row for row in desk.session.execute(columns.where(Line.id > last_id)) if row.event_id == desk.event.id]
    report.new = len(new_rows)
    report.again -= report.new
    if new_rows:
        boards = {row.board for row in new_rows}
        table_keys: set[TableKey] = {(row.round, row.table) for row in new_rows}
        held_ids = {row.id for row in new_rows if row.held}
        correction = CorrectionRecorder(desk, {round_number for round_number, _ in table_keys})
        report.held = held_lines(desk, hold_lines(desk, boards, table_keys) | held_ids)
        waiting = held_ids | {line.line for line in report.held}
        report.counted = [
            (row.round, row.table, row.game) for row in new_rows if row.id not in waiting and row.end not in NO_GAME
        ]
        report.would = correction.write({"imported": report.new})
        log_change(desk, IMPORTED, detail={"new": report.new, "again": report.again})
    return report


def preview_lines(desk: Desk, texts: Sequence[str]) -> list[str]:
    """Return for each line why it would not count if all were imported now, as text; "" if it would. Nothing is
    stored."""
    with desk.session.begin_nested() as savepoint:
        import_lines(desk.acting(""), [("", number, text) for number, text in enumerate(texts, 1)])
        digests = [line_hash(bare_line(text).encode()) for text in texts]
        rows = [row for batch in batches(digests, IN_ONE_QUERY) for row in _stored_rows(desk, batch)]
        savepoint.rollback()
    reasons = {row.digest: _reason_text(row) for row in rows}
    return [reasons.get(digest, message("desk.line.result")) for digest in digests]


def _reason_text(row: Row) -> str:
    """Return why a stored line does not count, as text; "" if it counts."""
    if row.decision == "refused":
        return message("desk.line.refused")
    return "" if row.decision else explain(row.held)


def _stored_rows(desk: Desk, digests: list[str]) -> Sequence[Row]:
    """Query the columns digest, held and decision of the stored lines with these hashes."""
    query = select(Line.digest, Line.held, Line.decision)
    return desk.session.execute(query.where(Line.event_id == desk.event.id, Line.digest.in_(digests))).all()


def _parse_new_lines(batch: Iterable[SourceLine], report: ImportReport) -> Iterable[ResultLine]:
    """Yield the parsed lines of a batch, each once; repeated and invalid ones are counted in `report`."""
    seen = set()
    for source, line_number, text in batch:
        bare = bare_line(text)
        if not bare:
            continue
        try:
            line = read_line(bare)
        except LineError as error:
            report.refused.append(f"{source}:{line_number}: {error}")
            continue
        if line.digest in seen:
            report.again += 1
        else:
            seen.add(line.digest)
            yield line


_STORED_FIELDS = ("digest", "prev", "board", "n", "round", "table", "game", "end", "replaces", "code", "text")
_get_stored_fields = attrgetter(*_STORED_FIELDS)


def _as_played(line: ResultLine) -> tuple[int, int, str]:
    """Return the sort key of lines that are read at once: a board's lines of a round from before it lost its memory
    have higher numbers, and come first."""
    return line.round, -line.n, line.digest


def _line_row(event: Event, line: ResultLine, validator: LineValidator) -> dict[str, Any]:
    fields = zip(_STORED_FIELDS, _get_stored_fields(line), strict=True)
    row = {"event_id": event.id, "sides": pack_sides(line.sides), **dict(fields)}
    return row | {"held": validator.reasons(line), "decision": "", "sealed": validator.is_sealed(line), "log": 0}


def read_boards() -> tuple[list[SourceLine], list[str]]:
    """Read the result lines of all connected boards; return them, and why others could not be read, or not whole.

    Raises DeskError if no board is connected.
    """
    # Importing the serial ports takes a third of a command's start, and few commands read boards.
    from host_tools.usb import ports
    from host_tools.usb.read_results import read_all_results

    connected = ports.connected_ports()
    if not connected:
        raise DeskError(message("desk.error.no_board"))
    results = read_all_results(connected, since=0, key=b"")
    unread = [
        message("desk.error.silent_board", board=result.port.label, why=why)
        for result in results
        for why in result.faults
    ]
    lines = [
        (result.port.path, line_number, text)
        for result in results
        for line_number, (text, _, _) in enumerate(result.lines, 1)
    ]
    return lines, unread
