"""Read and verify a saved file of results: of several boards, in any order, without what other files have."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from firmware.journal.seal import FIRST_PREV
from host_tools.i18n import message
from host_tools.results.chain_with_gaps import BROKEN, follows
from host_tools.results.result_line import LineError, ResultLine, parse_line
from host_tools.results.validation import held_fault, seal_fault
from host_tools.usb.ports import Port
from host_tools.usb.read_results import BoardResults
from host_tools.usb.result_files import ResultFileError, contradictions, no_file_text, saved_lines
from host_tools.usb.sans_io.status import board_name


def results_in_file(file: Path, key: bytes) -> list[BoardResults]:
    """Return the results in a file, verified, by board; those that cannot be read are of board "".

    Raises TextError, OSError, ResultFileError.
    """
    if not file.exists():
        raise ResultFileError(no_file_text(file))
    texts = saved_lines(file)
    boards: dict[str, BoardResults] = {}
    for text, line, fault in _verified(texts, key):
        board = line.board if line else ""
        results = boards.setdefault(board, BoardResults(Port(str(file), board), board_name(board, "")))
        results.lines.append((text, line, fault))
    for board, number in contradictions(texts):
        boards[board].faults.append(message("usb.results.twice", board=board, number=number))
    return list(boards.values())


def _verified(texts: Iterable[str], key: bytes) -> Iterator[tuple[str, ResultLine | None, str]]:
    """Yield each line's text, the parsed line or None if it is no result line, and its fault ("" for none).

    An empty `key` skips the seals. A line contradicts only the line before it of its board, where that is there too.
    """
    checked: list[tuple[str, ResultLine | None, str]] = []
    before: dict[tuple[str, int], list[str]] = defaultdict(list)
    for text in texts:
        try:
            line = parse_line(text)
        except LineError as error:
            checked.append((text, None, str(error)))
            continue
        checked.append((text, line, seal_fault(line, key)))
        before[line.board, line.n].append(line.digest)
    for text, parsed, fault in checked:
        if parsed is None:
            yield text, None, fault
            continue
        reasons = [fault, "" if _fits(parsed, before.get((parsed.board, parsed.n - 1), []), key) else BROKEN]
        yield text, parsed, "; ".join(str(held_fault(reason)) for reason in reasons if reason)


def _fits(line: ResultLine, before: list[str], key: bytes) -> bool:
    """Return whether a line may follow lines of its board with these hashes.

    Between them the log may have been cleared: without the key a board's seal of that cannot be told.
    """
    if line.n == 1:
        return line.prev == FIRST_PREV
    return not before or follows(line, before, line.event, key) or bool(line.mac and not key)
