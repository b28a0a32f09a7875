"""Queue of the results that the desk has not acknowledged, read from the result log one line at a time."""

from ..journal.result_reader import is_cleared, line_number, parse_line, previous_hash, read_line
from ..journal.seal import FIRST_PREV, line_hash


class ResultQueue:
    """`line` is the result to be sent next, `number` its number; `line` is None if there is none.

    `answered`: number of the last result the desk has committed. `foreign_acks` counts acks that were not for this log.
    `_acked`: number, hash and end (offset) of the line that the last accepted ack named. `_sought_ack`: number and hash
    of an ack whose line is searched in the log, or None. `_ended_at`: results in the log when its end was reached.
    """

    def __init__(self, disk, results) -> None:
        self._disk = disk
        self._results = results
        self.answered = 0
        self.foreign_acks = 0
        self._acked = (0, FIRST_PREV, 0)
        self._sought_ack: tuple = None
        self._cleared_count = results.cleared_count
        self._rewind()

    def _rewind(self) -> None:
        """Return to the start of the log."""
        self._go_to(0, FIRST_PREV, 0)

    def _go_to(self, number: int, digest: str, line_end: int) -> None:
        """Set the read position behind a line with this number and hash that ends at byte `line_end` of the log."""
        self.number = number
        self.line: bytes = None
        self._hash = digest
        self._next_offset = line_end
        self._ended_at = -1

    def waiting(self) -> int:
        """Return how many results the desk has not acknowledged."""
        return max(self._results.count - self.answered, 0)

    def busy(self) -> bool:
        """Return whether `read` has something to do. Does not allocate."""
        results = self._results
        if results.cleared_count != self._cleared_count:
            return True
        return self._sought_ack is not None or self.line is None and results.count != self._ended_at

    def read(self) -> None:
        """Read one line of the log and handle it. An OSError counts as the log's end: the next result is a new try."""
        if self._results.cleared_count != self._cleared_count:
            self._cleared_count = self._results.cleared_count
            number, digest, _ = self._acked
            self._acked = (number, digest, 0)
            self._sought_ack = None
            self._rewind()
        try:
            read = read_line(self._disk, self._next_offset)
        except OSError:
            read = b""
        line, line_end = read.rstrip(b"\n"), self._next_offset + len(read)
        if line_number(line) >= 0:
            self._handle_line(line_number(line), line, line_end)
        elif read:
            self._next_offset = line_end
        else:
            self._handle_end()

    def _handle_line(self, number: int, line: bytes, line_end: int) -> None:
        """Compare a line with the ack that is searched; else offer it for sending, or skip it if it is acknowledged."""
        if self._sought_ack is not None:
            self._compare_with_ack(number, line, line_end)
        elif is_cleared(line) or number <= self.answered:
            self._go_to(number, line_hash(line), line_end)
        else:
            self._next_offset = line_end
            # The desk would never acknowledge a line that it cannot decode.
            if parse_line(line):
                self.number = number
                self.line = line
                self._hash = line_hash(line)

    def _compare_with_ack(self, number: int, line: bytes, line_end: int) -> None:
        """Accept the searched ack if it names this line, go on below its number, else reject it.

        The first line of a cleared log has the hash of the line cleared last as its `prev`.
        """
        acked, digest = self._sought_ack
        if number < acked:
            self._go_to(number, line_hash(line), line_end)
        elif number == acked and (digest == line_hash(line) or is_cleared(line) and digest == previous_hash(line)):
            self._accept(number, digest, line_end)
        else:
            self._reject_ack()

    def _handle_end(self) -> None:
        """Handle the end of the log: reject an ack that was searched, or remember that all lines are read."""
        if self._sought_ack is not None:
            self._reject_ack()
        else:
            self._ended_at = self._results.count

    def _accept(self, number: int, digest: str, line_end: int) -> None:
        """Record an acknowledgement of all results up to line `number`, and go on behind it."""
        self._sought_ack = None
        self.answered = number
        self._acked = (number, digest, line_end)
        self._go_to(number, digest, line_end)

    def _reject_ack(self) -> None:
        """Count the searched ack as one of another log, and go back to the line of the last accepted ack."""
        self.foreign_acks += 1
        self._sought_ack = None
        self.answered = self._acked[0]
        self._go_to(*self._acked)

    def acknowledge(self, number: int, digest: str, received: int, line: str = "") -> None:
        """Handle an ack: the desk has committed all results up to `number`, whose line has the hash `digest` (hex).

        `received` is the number of the result that the ack answers; 0: it answers none. `line` is the hash of that
        result if somebody else may have sent it, else "".
        """
        repeated = number == self._acked[0] and digest == self._acked[1]
        if self.line is not None and number == self.number and digest == self._hash:
            self._accept(number, digest, self._next_offset)
        elif repeated:
            if self.line is not None and received == self.number and line in ("", self._hash):
                # The results between are not in this log any more.
                self.answered = received
                self._go_to(received, self._hash, self._next_offset)
        elif number > self._results.count:
            self.foreign_acks += 1
        elif number > self.number or not received:
            self._begin_search(number, digest)

    def _begin_search(self, number: int, digest: str) -> None:
        """Search the log for the line that an ack names.

        An ack of line 0 means that the desk has stored none: it is accepted at once.
        """
        if number <= self.number:
            self._rewind()
        self._sought_ack = (number, digest)
        self.line = None
        nothing_stored = number == 0 and digest == FIRST_PREV
        if nothing_stored:
            self._accept(0, digest, 0)

    def restart(self) -> None:
        """Go back to the last accepted ack, for a new connection: the desk may have lost results behind a gap."""
        if self.answered != self._acked[0]:
            self._accept(*self._acked)
