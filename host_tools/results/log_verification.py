"""Verify a whole result log in order: the HMAC and hash-chain link of each line, with faults as text."""

from collections.abc import Iterable, Iterator

from firmware.journal.seal import FIRST_PREV
from host_tools.results.result_line import LineError, ResultLine, parse_line
from host_tools.results.validation import explain, join_reasons, seal_fault

CheckedLine = tuple[str, ResultLine | None, str]
"""Place of a line ("FILE line N"), the parsed line or None if it is no result line, and its fault ("" for none)."""


def verify_log(texts: Iterable[tuple[str, int, bytes]], key: bytes) -> Iterator[CheckedLine]:
    """Check a log's lines, in order, each (file name, line number, text). An empty `key` skips the HMACs."""
    previous: ResultLine | None = None
    for file_name, line_number, text in texts:
        place = f"{file_name} line {line_number}"
        try:
            line = parse_line(text.decode())
        except (LineError, UnicodeDecodeError) as error:
            yield place, None, str(error)
            continue
        yield place, line, _explain_line_faults(line, previous, key)
        previous = line


def _explain_line_faults(line: ResultLine, previous: ResultLine | None, key: bytes) -> str:
    """Return what is wrong with a line's seal or link to the previous line, as text; "" for no fault."""
    if previous:
        expected = previous.digest
    else:  # Of a log that begins after result 1, the first line's link cannot be checked.
        expected = FIRST_PREV if line.n == 1 else line.prev
    reasons = [seal_fault(line, key), "" if line.prev == expected else "broken"]
    return explain(join_reasons(filter(None, reasons)))
