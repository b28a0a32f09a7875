"""The desk's assignment of a board to its next match: verified by HMAC under the event key, and applied once."""

import json

from ..entry.phases import PHASE_ROUND
from ..journal.result_reader import results_after
from ..journal.seal import MAC_DIGITS, seal_mac
from ..rules.presets import PRESET_NAMES
from ..rules.result_line import json_string
from ..seating import Seating, are_names

_REOPENED = b'"end":"reopened"'
_MAC_START = b',"mac":"'
_HIGHEST_SERIAL = 0xFFFFFFFF
_RANGES = (
    ("serial", 1, _HIGHEST_SERIAL),
    ("round", 1, 999),
    ("table", 0, 999),
    ("teams", 2, 4),
    ("after", 0, _HIGHEST_SERIAL),
)


class AssignmentError(ValueError):
    """An assignment that is refused; `reason` is a key of `Assignments.refused`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def validate_assignment(payload: bytes, board: str, settings, tracks: int) -> dict:
    """Return the validated fields of an assignment for `board` (uid), its event and tracks. Raises AssignmentError."""
    fields = _verify(payload, bytes.fromhex(settings.values["key"]))
    if fields.get("uid") != board or fields.get("event") != settings.values["event"] or not fields["event"]:
        raise AssignmentError("foreign")
    if not _are_valid(fields) or fields["teams"] > tracks:
        raise AssignmentError("malformed")
    return fields


def _verify(payload: bytes, key: bytes) -> dict:
    """Check the payload's HMAC under `key`, and return its fields. Raises AssignmentError."""
    body = payload[: -MAC_DIGITS - len(_MAC_START) - 2]
    end = payload[len(body) :]
    if not end.startswith(_MAC_START) or not end.endswith(b'"}'):
        raise AssignmentError("malformed")
    mac = end[len(_MAC_START) : -2]
    # Without a key the computed seal is empty and never equals `mac`.
    if seal_mac(key, body).encode() != mac:
        raise AssignmentError("unsealed")
    try:
        fields = json.loads(str(payload, "utf-8"))
    except (ValueError, RuntimeError):
        raise AssignmentError("malformed") from None
    if not isinstance(fields, dict):
        raise AssignmentError("malformed")
    return fields


def _are_valid(fields: dict) -> bool:
    """Return whether all fields have the right type and range."""
    for name, low, high in _RANGES:
        value = fields.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            return False
    return fields.get("preset") in PRESET_NAMES and are_names(fields.get("names"), fields["teams"])


class Assignments:
    """An assignment that waits to be applied, and, in `seating`, what the last one said. `refused` counts refused
    assignments by reason.
    """

    def __init__(self, hal, console, results) -> None:
        self._hal = hal
        self._console = console
        self._results = results
        self._waiting: dict = None
        self._search: PlayedMatch = None
        self.seating = Seating(hal.disk)
        self.refused = {"malformed": 0, "unsealed": 0, "foreign": 0, "replayed": 0}

    def receive(self, payload: bytes) -> None:
        """Validate an `in/assign` payload, and store it until the board is between matches; empty: withdrawn."""
        if not payload:
            self._waiting = None
            return
        try:
            fields = validate_assignment(payload, self._hal.uid, self._console.settings, self._hal.tracks)
            if fields["serial"] < self.seating.serial:
                raise AssignmentError("replayed")
            self._waiting = fields if fields["serial"] > self.seating.serial else None
            self._search = PlayedMatch(self._hal.disk, self._results, fields)
        except AssignmentError as error:
            self.refused[error.reason] += 1

    def busy(self) -> bool:
        """Return whether `read` has something to do. Does not allocate."""
        return self._waiting is not None and self._search.busy()

    def read(self) -> None:
        """Read one line of the result log, to see whether the waiting assignment's match has been played already."""
        self._search.read()

    def is_due(self) -> bool:
        """Return whether an assignment waits, the log has been read for its match, and the board is between matches.

        One whose match is being played, or has been, is dropped: it came too late, and would set that round again.
        """
        waiting = self._waiting
        if waiting is None or self._search.busy():
            return False
        between = self._console.phase == PHASE_ROUND
        is_played = not between and waiting["round"] == self._console.match.tally.round
        if is_played or self._search.found:
            self._waiting = None
        return between and self._waiting is not None

    def take(self):
        """Store who is to sit here by the waiting assignment; return the settings to be applied and the round.

        Return None, and count it as refused, if it is for another event than the board's. Yields after each piece of
        work but the last. Raises OSError if flash cannot be written.
        """
        fields, self._waiting = self._waiting, None
        if fields["event"] != self._console.settings.values["event"]:
            self.refused["foreign"] += 1
            return None
        # Stored before it takes effect: otherwise, after a failed write, it would be applied again.
        place = [fields["event"], fields["round"], fields["table"]]
        yield from self.seating.store(fields["serial"], fields["names"], place)
        return {"table": fields["table"], "preset": fields["preset"], "teams": fields["teams"]}, fields["round"]


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
