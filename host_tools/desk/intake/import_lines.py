"""Import result lines of boards: from files, from the serial line, or pasted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from firmware.journal.seal import line_hash
from host_tools.desk.events import round_rules, write_diary
from host_tools.desk.intake.corrections import Correction
from host_tools.desk.intake.held_lines import HeldLine, held_lines
from host_tools.desk.intake.hold_lines import hold_lines
from host_tools.desk.results import (
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
from host_tools.desk.rounds import WouldBe
from host_tools.desk.scoring import Key
from host_tools.desk.store import Event, Line, Seat, Sitting, add_rows, batches
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
    would: list[WouldBe] = field(default_factory=list)


def import_lines(session: Session, event: Event, texts: Sequence[SourceLine], by: str) -> ImportReport:
    """Keep all lines that have not been kept before, hold those that cannot be believed, and recompute scores."""
    report = ImportReport()
    boards: set[str] = set()
    keys: set[Key] = set()
    waiting: list[str] = []
    for part in batches(texts, _AT_ONCE):
        rows = _new_rows(session, event, part, report)
        add_rows(session, Line, rows)
        boards.update(row["board"] for row in rows)
        keys.update((row["round"], row["table"]) for row in rows)
        waiting += [row["digest"] for row in rows if row["held"]]
    if report.new:
        correction = Correction(session, event, {number for number, _ in keys})
        ids = hold_lines(session, event, boards, keys) | _ids(session, event, waiting)
        report.held = held_lines(session, event, ids)
        report.would = correction.write(by, "", {"imported": report.new})
        write_diary(session, event, by, "imported", detail={"new": report.new, "again": report.again})
    return report


def preview_lines(session: Session, event: Event, texts: Sequence[str]) -> list[str]:
    """Why each of these lines is held, or would be if they were imported now; "" for those that count, or would."""
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


def _ids(session: Session, event: Event, digests: list[str]) -> set[int]:
    found: set[int] = set()
    for some in batches(digests, _IN_ONE_QUERY):
        found.update(session.scalars(select(Line.id).where(Line.event_id == event.id, Line.digest.in_(some))))
    return found


def _new_rows(session: Session, event: Event, part: Sequence[SourceLine], report: ImportReport) -> list[dict[str, Any]]:
    read = {line.digest: line for line in _parsed(part, report)}
    known = _known(session, event, list(read))
    report.again += len(known)
    lines = [line for digest, line in read.items() if digest not in known]
    report.new += len(lines)
    tables = _Tables(session, event, {line.round for line in lines})
    return [_row(event, line, tables.reasons(line)) for line in lines]


class _Tables:
    """The tables that were seated in some rounds when their lines came: what a line is checked against."""

    def __init__(self, session: Session, event: Event, rounds: set[int]) -> None:
        self._uid, self._key = event.uid, bytes.fromhex(event.key)
        self._rules = round_rules(session, event)
        here = (Seat.event_id == event.id, Seat.round.in_(rounds), Seat.table > 0)
        sides = select(Seat.round, Seat.table, func.count(Seat.side.distinct()).label("sides")).where(*here)
        self._sides = {
            (row.round, row.table): row.sides for row in session.execute(sides.group_by(Seat.round, Seat.table))
        }
        at = select(Sitting.round, Sitting.table, Sitting.at).where(Sitting.event_id == event.id, Sitting.at != "")
        nearby = rounds | {number + 1 for number in rounds}
        self._at = {
            (row.round, row.table): int(datetime.fromisoformat(row.at).timestamp())
            for row in session.execute(at.where(Sitting.round.in_(nearby)))
        }

    def reasons(self, line: ResultLine) -> str:
        """Why a line that has just come is held; "" where it is not."""
        if line.end == CLEARED:
            return ""
        reasons = validate_origin(line, self._uid, self._key)
        place = (line.round, line.table)
        if place not in self._sides:
            return join_reasons([*reasons, "early"])
        rules = self._rules[line.round]
        times = (self._at.get(place), self._at.get((line.round + 1, line.table)))
        table = TableInRound(rules.games, self._sides[place], rules.preset.name, *times)
        return join_reasons(reasons + validate_game(line, table))


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
        report.again += line.digest in seen
        seen.add(line.digest)
        yield line


def _known(session: Session, event: Event, digests: list[str]) -> set[str]:
    known: set[str] = set()
    for some in batches(digests, _IN_ONE_QUERY):
        query = select(Line.digest).where(Line.event_id == event.id, Line.digest.in_(some))
        known.update(session.scalars(query))
    return known


def _row(event: Event, line: ResultLine, held: str) -> dict[str, Any]:
    names = ("digest", "prev", "board", "n", "round", "table", "game", "end", "replaces", "code", "text")
    kept = {name: getattr(line, name) for name in names}
    return {"event_id": event.id, "sides": pack_sides(line.sides), **kept, "held": held, "decision": ""}
