"""Verifies a whole result log in order: HMAC and hash-chain link of each line, with what is wrong in words."""

from collections.abc import Iterable, Iterator

from firmware.journal.seal import FIRST_PREV
from host_tools.results.result_line import LineError, ResultLine, parse_line
from host_tools.results.validation import explain, join_reasons, seal_fault

Checked = tuple[str, ResultLine | None, str]
"""Place of a line (file and line number), the parsed line or None, and its fault ("" for none)."""


def verify_log(texts: Iterable[tuple[str, int, bytes]], key: bytes) -> Iterator[Checked]:
    """Check result lines in order, each given as (file name, line number, text). An empty `key` skips the HMACs."""
    previous: ResultLine | None = None
    for name, number, text in texts:
        place = f"{name} line {number}"
        try:
            line = parse_line(text.decode())
        except (LineError, UnicodeDecodeError) as error:
            yield place, None, str(error)
            continue
        yield place, line, _explain_line_faults(line, previous, key)
        previous = line


def _explain_line_faults(line: ResultLine, previous: ResultLine | None, key: bytes) -> str:
    """Return what is wrong with a line's seal or link, in words; "" where nothing is."""
    if previous:
        expected = previous.digest
    else:  # A log that begins later has nothing to compare its first line with.
        expected = FIRST_PREV if line.n == 1 else line.prev
    reasons = [seal_fault(line, key), "" if line.prev == expected else "broken"]
    return explain(join_reasons(filter(None, reasons)))
