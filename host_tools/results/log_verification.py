"""Verify a whole result log in order: the HMAC and hash-chain link of each line."""

from firmware.interpreter import TYPE_CHECKING
from firmware.journal.seal import FIRST_PREV

from .result_error import ResultError
from .result_line import CLEARED, LineError, ResultLine, parse_line
from .validation import event_fault, held_fault, seal_fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    CheckedLine = tuple[str, ResultLine | None, str]
    """Place of a line ("FILE line N"), the parsed line or None if it is no result line, and its fault ("" for none)."""


def verify_log(texts: "Iterable[tuple[str, int, bytes]]", key: bytes) -> "Iterator[CheckedLine]":
    """Check a log's lines, in order, each (file name, line number, text). An empty `key` skips the HMACs."""
    previous = ""
    for file_name, line_number, text in texts:
        place = f"{file_name} line {line_number}"
        try:
            line, faults = verify_line(text.decode(), key, previous=previous)
        except UnicodeError as error:
            yield place, None, str(error)
            continue
        yield place, line, "; ".join(map(str, faults))
        previous = line.digest if line else previous


def verify_line(
    text: str, key: bytes, event_uid: str = "", previous: str = ""
) -> tuple[ResultLine | None, list[ResultError]]:
    """Parse a line and check its event, its seal, and its link to the line before it.

    An empty `key` skips the seal, an empty `event_uid` the event; `previous` is the hash of the line before, "" for the
    log's first. Returns the line, None for a text that is none, and what is wrong with it.
    """
    try:
        line = parse_line(text)
    except LineError as error:
        return None, [error]
    # Of a log that begins after result 1, or was cleared, the first line's link cannot be checked.
    begins = line.n == 1 and line.end != CLEARED
    expected = previous or (FIRST_PREV if begins else line.prev)
    reasons = [
        event_fault(line, event_uid) if event_uid else "",
        seal_fault(line, key),
        "" if line.prev == expected else "broken",
    ]
    return line, [held_fault(reason) for reason in reasons if reason]
