"""Import result lines received over MQTT by the same path as over USB, and return acks once committed."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from host_tools.desk.events import OpenEvent
from host_tools.desk.intake import import_lines
from host_tools.desk.live.acks import Ack, make_ack
from host_tools.desk.live.message_checks import LONGEST_RESULT, RefusedError
from host_tools.desk.store import Event, Line, batches
from host_tools.results import CLEARED, LineError, ResultLine, bare_line, is_sealed_by, parse_line

BY = "network"
"""Who imports, in the audit log."""
_MOST_FORGED = 1000
"""Lines of one board that are kept though their seal is wrong: more than a board has of events before this one."""
_IN_ONE_QUERY = 500
_LINES = Line.__table__.c


class ReceivedLine(NamedTuple):
    """A result line received from a board."""

    uid: str
    line: ResultLine


def read_result(uid: str, number: str, payload: bytes) -> ReceivedLine:
    """Decode a board's message `result/<number>`. Raises RefusedError."""
    if len(payload) > LONGEST_RESULT:
        raise RefusedError("malformed")
    try:
        text = payload.decode()
        line = parse_line(text)
    except UnicodeDecodeError:
        raise RefusedError("malformed") from None
    except LineError:
        raise RefusedError("line") from None
    if text != bare_line(text) or str(line.n) != number or line.end == CLEARED:
        raise RefusedError("line")
    if line.board != uid:
        raise RefusedError("foreign")
    return ReceivedLine(uid, line)


class ImportOutcome(NamedTuple):
    """What became of lines: acks by board, how many were `new`, and which were `refused` for a wrong seal."""

    acks: dict[str, Ack]
    new: int
    refused: list[ReceivedLine]


def keep_lines(event: OpenEvent, came: Sequence[ReceivedLine]) -> ImportOutcome:
    """Import these lines in one transaction, which is committed on return. Raises DeskError."""
    with event.writing() as (session, found):
        before = _lines_of(session, found, {one.uid for one in came})
        refused = [one for one in came if _is_flood(one, found, before[one.uid])]
        taken = [one for one in came if one not in refused]
        texts = [(BY, one.line.n, one.line.text) for one in taken]
        report = import_lines(session, found, texts, BY)
        answers = {one.uid: one.line.digest for one in taken}
        acks = _acks(session, found, answers)
    return ImportOutcome(acks, report.new, refused)


def find_acks(event: OpenEvent, uids: Iterable[str]) -> dict[str, Ack]:
    """The acks of these boards, from the stored lines. Raises DeskError."""
    with event.reading() as (session, found):
        return _acks(session, found, dict.fromkeys(uids, ""))


def is_forged(line: ResultLine, event: str, key: bytes) -> bool:
    """Whether a line claims to be of this event but its HMAC is wrong."""
    return bool(key) and line.event == event and bool(line.mac) and not is_sealed_by(line, key)


def _is_flood(one: ReceivedLine, event: Event, before: Collection[Row]) -> bool:
    """Whether a line with a wrong seal is one too many: a board of an event before this one has lines of its own."""
    key = bytes.fromhex(event.key)
    if not key or is_sealed_by(one.line, key):
        return False
    doubtful = [row for row in before if row.held]
    return len(doubtful) >= _MOST_FORGED and all(row.digest != one.line.digest for row in before)


def _acks(session: Session, event: Event, answers: dict[str, str]) -> dict[str, Ack]:
    lines, key = _lines_of(session, event, answers), bytes.fromhex(event.key)
    return {uid: make_ack(lines[uid], event.uid, key, digest) for uid, digest in answers.items()}


def _lines_of(session: Session, event: Event, uids: Iterable[str]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    columns = (_LINES.board, _LINES.n, _LINES.digest, _LINES.prev, _LINES.end, _LINES.held)
    for some in batches(sorted(uids), _IN_ONE_QUERY):
        for row in session.execute(select(*columns).where(_LINES.event_id == event.id, _LINES.board.in_(some))):
            found[row.board].append(row)
    return found
