"""Import boards' result lines, from files, serial ports or pasted text; validate, store and score them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any

from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from firmware.journal.seal import line_hash
from host_tools.desk.events import log_change, round_rules
from host_tools.desk.intake.conflicting_lines import hold_lines
from host_tools.desk.intake.corrections import CorrectionRecorder
from host_tools.desk.intake.held_line_view import HeldLine, held_lines
from host_tools.desk.rounds import CorrectionEffect
from host_tools.desk.scoring import Key
from host_tools.desk.store import Event, Line, Seat, Sitting, add_rows, batches
from host_tools.garbage_collection import without_collection
from host_tools.results import (
    CLEARED,
    LineError,
    ResultLine,
    TableInRound,
    bare_line,
    explain,
    join_reasons,
    pack_sides,
    parse_line,
    validate_game,
    validate_origin,
)
from host_tools.words import word

_AT_ONCE = 5000
_IN_ONE_QUERY = 500

SourceLine = tuple[str, int, str]
"""Where a line came from (a file's name), its number there from 1, and the line."""


@dataclass
class ImportReport:
    """What became of the lines: `new` were kept, `again` had been kept before, `refused` are no result lines.

    `held` are lines that do not count until the director decides: new ones, and those that new ones contradict. `would`
    is what they would have changed besides the standings had they come in time.
    """

    new: int = 0
    again: int = 0
    refused: list[str] = field(default_factory=list)
    held: list[HeldLine] = field(default_factory=list)
    would: list[CorrectionEffect] = field(default_factory=list)


@without_collection()
def import_lines(
    session: Session,
    event: Event,
    texts: Sequence[SourceLine],
    by: str,
    *,
    kept: Callable[[int], None] = lambda count: None,
) -> ImportReport:
    """Keep all lines that have not been kept before, hold those that cannot be believed, and recompute scores. `kept`
    is called now and then with how many lines have been looked at."""
    report = ImportReport()
    last = session.scalar(select(func.max(Line.id))) or 0
    tables, looked_at = _Tables(session, event), 0
    for part in batches(texts, _AT_ONCE):
        rows = [_row(event, line, tables.reasons(line)) for line in _parsed(part, report)]
        add_rows(session, Line, rows, new_only=True)
        report.again += len(rows)
        looked_at += len(part)
        kept(looked_at)
    columns = select(Line.id, Line.board, Line.round, Line.table, Line.held)
    boards: set[str] = set()
    keys: set[Key] = set()
    waiting: set[int] = set()
    came = session.execute(columns.where(Line.event_id == event.id, Line.id > last)).all()
    for number, board, round_, table, held in came:
        report.new += 1
        boards.add(board)
        keys.add((round_, table))
        if held:
            waiting.add(number)
    report.again -= report.new
    if report.new:
        correction = CorrectionRecorder(session, event, {number for number, _ in keys})
        report.held = held_lines(session, event, hold_lines(session, event, boards, keys) | waiting)
        report.would = correction.write(by, "", {"imported": report.new})
        log_change(session, event, by, "imported", detail={"new": report.new, "again": report.again})
    return report


def preview_lines(session: Session, event: Event, texts: Sequence[str]) -> list[str]:
    """For each line the reason why it is held, or would be if it were imported now; "" for none. Changes nothing."""
    with session.begin_nested() as savepoint:
        import_lines(session, event, [("", number, text) for number, text in enumerate(texts, 1)], "")
        digests = [line_hash(bare_line(text).encode()) for text in texts]
        rows = [row for some in batches(digests, _IN_ONE_QUERY) for row in _said_of(session, event, some)]
        savepoint.rollback()
    why = {row.digest: _why(row) for row in rows}
    return [why.get(digest, word("desk.line.result")) for digest in digests]


def _why(row: Row) -> str:
    if row.decision == "refused":
        return word("desk.line.refused")
    return "" if row.decision else explain(row.held)


def _said_of(session: Session, event: Event, digests: list[str]) -> Sequence[Row]:
    query = select(Line.digest, Line.held, Line.decision)
    return session.execute(query.where(Line.event_id == event.id, Line.digest.in_(digests))).all()


class _Tables:
    """The seated tables against which new lines are validated, loaded a round at a time."""

    def __init__(self, session: Session, event: Event) -> None:
        self._session, self._event = session, event
        self._uid, self._key = event.uid, bytes.fromhex(event.key)
        self._rules = round_rules(session, event)
        self._sides: dict[int, dict[int, int]] = {}
        self._at: dict[int, dict[int, int]] = {}

    def reasons(self, line: ResultLine) -> str:
        """The reasons to hold a new line, "" for none."""
        if line.end == CLEARED:
            return ""
        reasons = validate_origin(line, self._uid, self._key)
        sides = self._sides_in(line.round).get(line.table)
        if sides is None:
            return join_reasons([*reasons, "early"])
        rules = self._rules[line.round]
        times = (self._times_of(line.round).get(line.table), self._times_of(line.round + 1).get(line.table))
        return join_reasons(reasons + validate_game(line, TableInRound(rules.games, sides, rules.preset.name, *times)))

    def _sides_in(self, number: int) -> dict[int, int]:
        """The number of sides at each table of a round."""
        if number not in self._sides:
            seat = Seat.__table__.c
            here = (seat.event_id == self._event.id, seat.round == number, seat.table > 0)
            query = select(seat.table, func.count(seat.side.distinct())).where(*here).group_by(seat.table)
            self._sides[number] = dict(self._session.execute(query).all())
        return self._sides[number]

    def _times_of(self, number: int) -> dict[int, int]:
        """The time each table of a round was seated, in seconds since 1970, where it is known."""
        if number not in self._at:
            sitting = Sitting.__table__.c
            here = (sitting.event_id == self._event.id, sitting.round == number, sitting.at != "")
            seated = self._session.execute(select(sitting.table, sitting.at).where(*here))
            self._at[number] = {table: _seconds(at) for table, at in seated}
        return self._at[number]


@lru_cache(maxsize=1000)
def _seconds(at: str) -> int:
    return int(datetime.fromisoformat(at).timestamp())


def _parsed(part: Iterable[SourceLine], report: ImportReport) -> Iterable[ResultLine]:
    seen = set()
    for source, number, text in part:
        bare = bare_line(text)
        if not bare:
            continue
        try:
            line = parse_line(bare)
        except LineError as error:
            report.refused.append(f"{source}:{number}: {error}")
            continue
        if line.digest in seen:
            report.again += 1
        else:
            seen.add(line.digest)
            yield line


_KEPT = ("digest", "prev", "board", "n", "round", "table", "game", "end", "replaces", "code", "text")
_kept = attrgetter(*_KEPT)


def _row(event: Event, line: ResultLine, held: str) -> dict[str, Any]:
    kept = zip(_KEPT, _kept(line), strict=True)
    return {"event_id": event.id, "sides": pack_sides(line.sides), **dict(kept), "held": held, "decision": ""}
