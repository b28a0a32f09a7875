"""Import result lines received over MQTT by the same path as over USB, and return acks once committed."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Row, select

from host_tools.desk.events.location import OpenEvent
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.line_validation import LineValidator
from host_tools.desk.live.acks import Ack, make_ack
from host_tools.desk.live.message_checks import LONGEST_RESULT, RefusedMessageError
from host_tools.desk.live.next_matches import NETWORK
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import IN_ONE_QUERY, LINES, batches
from host_tools.results.result_line import CLEARED, LineError, ResultLine, bare_line, parse_line
from host_tools.table_numbers import board_event

_MAX_FORGED = 1000
"""Lines of one board that are stored and not proven to be its own: more than a board has of earlier events."""


class ReceivedLine(NamedTuple):
    """A result line received from a board."""

    uid: str
    line: ResultLine


def decode_result(uid: str, number: str, payload: bytes) -> ReceivedLine:
    """Decode a message `result/<number>`. Raises RefusedMessageError if it is no result of that board and number."""
    if len(payload) > LONGEST_RESULT:
        raise RefusedMessageError("malformed")
    try:
        text = payload.decode()
        line = parse_line(text)
    except UnicodeDecodeError:
        raise RefusedMessageError("malformed") from None
    except LineError:
        raise RefusedMessageError("line") from None
    if text != bare_line(text) or str(line.n) != number or line.end == CLEARED:
        raise RefusedMessageError("line")
    if line.board != uid:
        raise RefusedMessageError("foreign")
    return ReceivedLine(uid, line)


class ImportOutcome(NamedTuple):
    """Result of an import: acks by board, and the lines `refused` (too many that are not proven)."""

    acks: dict[str, Ack]
    refused: list[ReceivedLine]


def import_received_lines(opened: OpenEvent, received: Sequence[ReceivedLine]) -> ImportOutcome:
    """Import these lines, and compute their acks, in one transaction; it is committed on return. Raises DeskError."""
    with opened.writing() as desk:
        validator = LineValidator(desk)
        forged = [one for one in received if not validator.is_sealed(one.line)]
        stored = _stored_lines(desk, {line.uid for line in forged})
        refused = [line for line in forged if _is_one_too_many(line, stored[line.uid])]
        accepted = [line for line in received if line not in refused]
        texts = [(NETWORK, line.line.n, line.line.text) for line in accepted]
        import_lines(desk.acting(NETWORK), texts)
        answered_digests = {line.uid: line.line.digest for line in accepted}
        acks = _compute_acks(desk, answered_digests)
    return ImportOutcome(acks, refused)


def find_acks(opened: OpenEvent, uids: Iterable[str]) -> dict[str, Ack]:
    """Compute the acks of boards that have just connected, by uid, from the stored lines. Raises DeskError."""
    with opened.reading() as desk:
        return _compute_acks(desk, dict.fromkeys(uids, ""))


def _is_one_too_many(received: ReceivedLine, stored: Collection[Row]) -> bool:
    """Return whether the board of a line that is not proven to be its own has _MAX_FORGED such lines already.

    Up to that many are stored: a board may still have lines of an earlier event. A line stored already is accepted.
    """
    forged = [row for row in stored if not row.sealed]
    return len(forged) >= _MAX_FORGED and all(row.digest != received.line.digest for row in stored)


def _compute_acks(desk: Desk, answered_digests: dict[str, str]) -> dict[str, Ack]:
    """Compute acks by uid; `answered_digests`: hash of the line to answer by uid, "" for none."""
    lines, key = _stored_lines(desk, answered_digests), bytes.fromhex(desk.event.key)
    uids = {
        uid: board_event(desk.event.uid, max((row.table for row in lines[uid]), default=0)) for uid in answered_digests
    }
    return {uid: make_ack(lines[uid], uids[uid], key, digest) for uid, digest in answered_digests.items()}


def _stored_lines(desk: Desk, uids: Iterable[str]) -> dict[str, list[Row]]:
    """Query the stored lines of these boards, by uid, with the columns that `make_ack` reads."""
    rows: dict[str, list[Row]] = defaultdict(list)
    columns = (LINES.board, LINES.n, LINES.digest, LINES.prev, LINES.end, LINES.sealed, LINES.log, LINES.table)
    for batch in batches(sorted(uids), IN_ONE_QUERY):
        for row in desk.session.execute(
            select(*columns).where(LINES.event_id == desk.event.id, LINES.board.in_(batch))
        ):
            rows[row.board].append(row)
    return rows
