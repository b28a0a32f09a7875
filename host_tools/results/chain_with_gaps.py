"""Tell a board's logs apart by the hash chain of its result lines, some of which may be missing: broken links, lost
memory."""

from collections import namedtuple

from firmware.interpreter import TYPE_CHECKING
from firmware.journal.seal import FIRST_PREV, board_key

from .result_line import CLEARED, links_after_clearing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Follows = Callable[[Any, Sequence[str]], bool]
    """Whether a line follows one of the lines with these hashes."""

BROKEN = "broken"
DOUBLED = "doubled"


class LoggedLine(namedtuple("LoggedLine", ("line", "log", "broken"))):
    """A line, which of its board's logs it is of, from 0, and whether it contradicts what came before of that log."""

    line: "Any"
    log: int
    broken: bool


def separate_logs(lines: "Iterable[Any]", event_uid: str, event_key: bytes) -> list[LoggedLine]:
    """Tell one board's logs apart. `lines`: proven ones of that board, with `digest`, `prev`, `n`, `end`, as they came.

    A board whose memory was lost begins another log, whose lines have numbers that were there before, or begin anew at
    1 and do not lead to those that were. A line whose predecessor is missing contradicts nothing. Of two lines that
    contradict each other the one that came later is broken. A "log cleared" line has the number of the line before it;
    if that line is missing, its possible hashes come from the event's id and key.
    """

    def does_follow(line: "Any", hashes: "Sequence[str]") -> bool:
        return follows(line, hashes, event_uid, event_key)

    logs: list[_Log] = []
    found = []
    for chain in _chains(list(lines), does_follow):
        log = _log_of(chain, logs)
        broken = logs[log].contradicted_by(chain)
        logs[log].add(chain)
        for i, line in enumerate(chain):
            is_first = line.n == 1 and line.end != CLEARED
            is_end = broken and (i == 0 if broken < 0 else i == len(chain) - 1)
            found.append(LoggedLine(line, log, bool(is_end or is_first and not does_follow(line, [FIRST_PREV]))))
    return found


def _chains(lines: "list[Any]", does_follow: "Follows") -> "list[list[Any]]":
    """Divide lines into chains in which each follows the one before, those first of which a line came first."""
    by_digest = {line.digest: line for line in lines}
    by_number: dict[int, list] = {}
    for line in lines:
        if line.end != CLEARED:
            by_number.setdefault(line.n, []).append(line)
    following: dict[str, Any] = {}
    heads = []
    for line in lines:
        before = _line_before(line, by_digest, by_number, does_follow)
        if before is None or before.digest in following:
            heads.append(line)
        else:
            following[before.digest] = line
    chains = []
    for head in heads:
        chain = [head]
        while chain[-1].digest in following:
            chain.append(following[chain[-1].digest])
        chains.append(chain)
    came = {line.digest: i for i, line in enumerate(lines)}
    return sorted(chains, key=lambda chain: min(came[line.digest] for line in chain))


def _line_before(line: "Any", by_digest: dict, by_number: dict[int, list], does_follow: "Follows") -> "Any":
    """Return the line that a line follows, or None if that is not there."""
    number = line.n if line.end == CLEARED else line.n - 1
    before = by_digest.get(line.prev)
    if before is not None:
        # Its board may have named the last line that it could read.
        return before if before.n < line.n or (line.end == CLEARED and before.n == line.n) else None
    # A line that says that the log was cleared, and is not there, stands between.
    return next((other for other in by_number.get(number, ()) if does_follow(line, [other.digest])), None)


class _Log:
    """The numbers of the lines of a board's log that are known."""

    def __init__(self) -> None:
        self._numbers: set[int] = set()

    def add(self, chain: "list[Any]") -> None:
        self._numbers |= _numbers(chain)

    def overlaps(self, chain: "list[Any]") -> bool:
        return not self._numbers.isdisjoint(_numbers(chain))

    def contradicted_by(self, chain: "list[Any]") -> int:
        """Return -1 if a chain does not follow the line before it, 1 if the line after it does not follow, or else 0.

        A chain that did follow would have been one with those lines.
        """
        first, last = chain[0].n + (chain[0].end == CLEARED), chain[-1].n
        between = [number for number in self._numbers if first <= number < last]
        if first - 1 in self._numbers or between:
            return -1
        return 1 if last + 1 in self._numbers else 0


def _numbers(chain: "list[Any]") -> set[int]:
    return {line.n for line in chain if line.end != CLEARED}


def _log_of(chain: "list[Any]", logs: "list[_Log]") -> int:
    """Return the index in `logs` of the newest log that a chain fits, which is added if there is none."""
    free = [i for i, log in enumerate(logs) if not log.overlaps(chain)]
    fitting = [i for i in free if not logs[i].contradicted_by(chain)]
    is_beginning = chain[0].n == (0 if chain[0].end == CLEARED else 1)
    if fitting or free and not is_beginning:
        return (fitting or free)[-1]
    logs.append(_Log())
    return len(logs) - 1


def follows(line: "Any", previous_hashes: "Sequence[str]", event_uid: str, event_key: bytes) -> bool:
    """Return whether `line.prev` is one of these hashes, or the hash of a clearing line that could follow one of them.

    A board may have cleared its log outside the event or without a key, so both are tried empty too, and the event's
    whole key, which boards had before each had its own.
    """
    if line.prev in previous_hashes:
        return True
    keys = (board_key(event_key, line.board), event_key, b"")
    seals = [(uid, key) for uid in (event_uid, "") for key in keys]
    pairs = [(digest, seal) for digest in previous_hashes for seal in seals]
    links = [link for digest, seal in pairs for link in links_after_clearing(line.n - 1, line.board, digest, *seal)]
    return line.end != CLEARED and line.prev in links
