"""Searches the result log for a round that this board has played, a line at a time."""

from ..journal.result_reader import results_after
from ..rules.result_line import json_string

_REOPENED = b'"end":"reopened"'


class PlayedMatch:
    """A search for the round of an assignment (its fields) in the log. `found`: it is played, and not reopened.

    Only results numbered above the assignment's `after` are read: the desk knew those before when it assigned. A result
    at another table counts too: the board was moved while it was away, and the assignment is of before.
    """

    def __init__(self, disk, results, fields: dict) -> None:
        self._disk = disk
        self._results = results
        # A board that was erased counts from 1 again, and `after` is of its life before.
        self._read_until = fields["after"] if fields["after"] <= results.count else 0
        self._reading_until = 0
        self._lines = None
        self._place = ('"event":%s,"round":%d,' % (json_string(fields["event"]), fields["round"])).encode()
        self.found = False

    def busy(self) -> bool:
        """Return whether `read` has something to do. Does not allocate."""
        return self._read_until != self._results.count

    def read(self) -> None:
        """Read one line of the log. An OSError counts as the log's end."""
        if self._lines is None:
            self._reading_until = self._results.count
            self._lines = results_after(self._disk, self._read_until)
        try:
            line: bytes = next(self._lines)
        except (OSError, StopIteration):
            self._lines = None
            self._read_until = self._reading_until
            return
        if self._place in line:
            self.found = _REOPENED not in line
