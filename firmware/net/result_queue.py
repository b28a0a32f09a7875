"""Queue of the results that the desk has not acknowledged, read from the result log a line at a time."""

from ..journal.results import RESULTS_FILE, line_fields
from ..journal.seal import FIRST_PREV, line_hash


class ResultQueue:
    """`line` is the result to be sent next, number `number`; None where there is none.

    `answered`: the last result the desk has committed. `foreign_acks` counts acks that were not for this log. `_acked`:
    number, hash and end (offset) of the line that the last accepted ack named. `_searched_ack`: number and hash of an
    ack that is looked for in the log, or None. `_ended_at`: how many results the log had when its end was reached.
    """

    def __init__(self, disk, results) -> None:
        self._disk = disk
        self._results = results
        self.answered = 0
        self.foreign_acks = 0
        self._acked = (0, FIRST_PREV, 0)
        self._searched_ack: tuple = None
        self._ended_at = -1
        self._cleared_count = results.cleared_count
        self._rewind()

    def _rewind(self) -> None:
        """Return to the start of the log."""
        self._go_to(0, FIRST_PREV, 0)

    def _go_to(self, number: int, digest: str, after: int) -> None:
        """Set the position: the last line passed has this number and hash, and ends at this byte of the log."""
        self.number = number
        self.line: bytes = None
        self._hash = digest
        self._after = after
        self._ended_at = -1

    def waiting(self) -> int:
        """Return how many results the desk has not acknowledged."""
        return max(self._results.count - self.answered, 0)

    def busy(self) -> bool:
        """Return whether `read` has something to do. Takes no memory."""
        results = self._results
        if results.cleared_count != self._cleared_count:
            return True
        return self._searched_ack is not None or self.line is None and results.count != self._ended_at

    def read(self) -> None:
        """Read one line of the log. Raises nothing: a log that cannot be read is tried again with the next result."""
        if self._results.cleared_count != self._cleared_count:
            self._cleared_count = self._results.cleared_count
            number, digest, _ = self._acked
            self._acked = (number, digest, 0)
            self._searched_ack = None
            self._rewind()
        try:
            line, after = self._next_line()
        except OSError:
            line, after = b"", self._after
        fields = line_fields(line.rstrip(b"\n")) if line else None
        if fields:
            self._pass(fields, line.rstrip(b"\n"), after)
        elif line:
            self._after = after
        else:
            self._at_end()

    def _next_line(self) -> tuple:
        """Read the log's next line; return it and the offset of its end."""
        file = self._disk.open(RESULTS_FILE, "rb")
        try:
            file.seek(self._after)
            line = file.readline()
            return line, self._after + len(line)
        finally:
            file.close()

    def _pass(self, fields: dict, line: bytes, after: int) -> None:
        """Pass a line: offer it for sending, unless it is acknowledged."""
        number = fields["n"]
        if self._searched_ack is not None:
            self._compare_with_ack(number, fields, line, after)
        elif "cleared" in fields or number <= self.answered:
            self._go_to(number, line_hash(line), after)
        else:
            self.number = number
            self.line = line
            self._hash = line_hash(line)
            self._after = after

    def _compare_with_ack(self, number: int, fields: dict, line: bytes, after: int) -> None:
        """Accept the ack if this is the line that it names, reject it if the search has passed its number.

        The first line of a cleared log has the hash of the line cleared last as its `prev`.
        """
        acked, digest = self._searched_ack
        if number < acked:
            self._go_to(number, line_hash(line), after)
        elif number == acked and (digest == line_hash(line) or "cleared" in fields and digest == fields.get("prev")):
            self._accept(number, digest, after)
        else:
            self._reject_ack()

    def _at_end(self) -> None:
        """Handle the end of the log."""
        if self._searched_ack is not None:
            self._reject_ack()
        else:
            self._ended_at = self._results.count

    def _accept(self, number: int, digest: str, after: int) -> None:
        """Record an acknowledgement: everything up to this line is with the desk."""
        self._searched_ack = None
        self.answered = number
        self._acked = (number, digest, after)
        self._go_to(number, digest, after)

    def _reject_ack(self) -> None:
        """Ignore an ack that is of another log, and return to the last one accepted."""
        self.foreign_acks += 1
        self._searched_ack = None
        self.answered = self._acked[0]
        self._go_to(*self._acked)

    def acknowledge(self, number: int, digest: str, received: int) -> None:
        """Handle an ack: the desk has committed all lines up to `number`, whose line has the hash `digest`.

        `received` is the number of the result that the ack answers; 0: it answers none.
        """
        repeated = number == self._acked[0] and digest == self._acked[1]
        if self.line is not None and number == self.number and digest == self._hash:
            self._accept(number, digest, self._after)
        elif repeated:
            if self.line is not None and received == self.number:
                # What lies between is not in this log any more.
                self.answered = received
                self._go_to(received, self._hash, self._after)
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
        self._searched_ack = (number, digest)
        self.line = None
        nothing_stored = number == 0 and digest == FIRST_PREV
        if nothing_stored:
            self._accept(0, digest, 0)

    def start_again(self) -> None:
        """Start again on a new connection: what the desk has behind a gap may be gone with the desk."""
        if self.answered != self._acked[0]:
            self._accept(*self._acked)
