"""Check topics, sequence numbers and connections of boards' messages; count refusals by board and reason."""

from collections import Counter, deque
from dataclasses import dataclass, field

from host_tools.desk.live.board_messages import HereMessage, PayloadError, State, check_uid

ROOT = "cribbage"
HERE, STATE, RESULT, ACK, ASSIGN = "here", "state", "result", "in/ack", "in/assign"
DESK = "desk"
"""Topic level in place of a board's uid: status messages of desks."""
STATUSES = f"{ROOT}/{DESK}/"
"""Prefix of the topics of desks' statuses."""
LONGEST_RESULT = 900
"""Bytes of a result's payload."""
REASONS = ("topic", "malformed", "replayed", "foreign", "line", "seal", "full", "retained")
"""Reasons to refuse a message; their texts are under `live.refused`."""
_PAST_CONNECTIONS = 64
MAX_BOARDS = 20_000
"""More boards than any event has, so that invented ids cannot fill the memory. Of other events' boards the oldest are
forgotten."""
_MAX_COUNTS = 2000


class RefusedMessageError(Exception):
    """A refused message; the reason is one of REASONS."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def split_topic(topic: str) -> tuple[str, str]:
    """Split a topic into the board's uid and the rest. Raises RefusedMessageError if it is not a board's topic."""
    root, _, rest = topic.partition("/")
    uid, _, name = rest.partition("/")
    try:
        check_uid(uid)
    except PayloadError:
        raise RefusedMessageError("topic") from None
    if root != ROOT:
        raise RefusedMessageError("topic")
    return uid, name


class Refusals:
    """Counts of refused messages, by board and reason."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()

    def add(self, uid: str, reason: str) -> None:
        """Count a refusal; under the uid "" if there are too many counts already."""
        known = (uid, reason) in self.counts or len(self.counts) < _MAX_COUNTS
        self.counts[uid if known else "", reason] += 1


@dataclass
class BoardConnection:
    """The connections of one board: the present one's number, those before it, and the last state.

    `heard_at`: time of its first message, or of its last one that was not retained.
    """

    number: int | None = None
    state: State | None = None
    heard_at: float = 0
    _past: deque[int] = field(default_factory=lambda: deque(maxlen=_PAST_CONNECTIONS))

    def accept_here(self, message: HereMessage) -> bool:
        """Record a `here` message; return whether it is of the present connection: a last will may come late.

        Raises RefusedMessageError if it opens a connection that has ended.
        """
        if not message.here:
            return message.connection == self.number
        self._record_connection(message.connection)
        return True

    def accept_state(self, state: State) -> None:
        """Record a state. Raises RefusedMessageError if its connection or sequence number is an older one."""
        last = self.state
        if last and last.connection == state.connection and state.sequence < last.sequence:
            raise RefusedMessageError("replayed")
        self._record_connection(state.connection)
        self.state = state

    def _record_connection(self, number: int) -> None:
        """Record `number` as the present connection. Raises RefusedMessageError if that connection has ended."""
        if number in self._past:
            raise RefusedMessageError("replayed")
        if self.number not in (None, number):
            self._past.append(self.number)
        self.number = number
