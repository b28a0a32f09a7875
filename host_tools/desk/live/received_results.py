"""Queue of the results that wait to be stored, each once, however often its board sends it."""

from collections.abc import Collection

from host_tools.desk.live.message_checks import RefusedMessageError
from host_tools.desk.live.result_import import ReceivedLine

AT_ONCE = 500
"""Most results that are stored in one transaction."""
_MAX_WAITING = 5000
"""Results that wait to be stored; further ones are dropped, and sent again by their boards."""
CROSSED_S = 2.5
"""A result that comes within so many seconds of its answer was sent before the answer: boards send again after 3 s."""


class ReceivedResults:
    """Results of one connection to the broker, in the order in which they came. Times are of a monotonic clock."""

    def __init__(self) -> None:
        self._waiting: dict[str, ReceivedLine] = {}
        self._being_stored: dict[str, str] = {}
        """Hash and board of the results that `pop` has returned last."""
        self._answered_at: dict[str, float] = {}

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._waiting)

    def add(self, received: ReceivedLine, now: float) -> None:
        """Add a result, unless it is being stored, or has crossed its answer. Raises RefusedMessageError if too many
        wait."""
        digest = received.line.digest
        answered_at = self._answered_at.get(digest)
        if digest in self._being_stored or (answered_at is not None and now - answered_at < CROSSED_S):
            return
        if len(self._waiting) >= _MAX_WAITING:
            raise RefusedMessageError("full")
        self._waiting[digest] = received

    def pop(self) -> list[ReceivedLine]:
        """Remove and return the oldest results, AT_ONCE at most. Until `finish` they are not added again."""
        popped = {digest: self._waiting.pop(digest) for digest in list(self._waiting)[:AT_ONCE]}
        self._being_stored = {digest: received.uid for digest, received in popped.items()}
        return list(popped.values())

    def finish(self, uids: Collection[str], now: float) -> None:
        """End what `pop` began: the results of the boards `uids` are answered, others could not be stored."""
        answered = {digest: now for digest, uid in self._being_stored.items() if uid in uids}
        recent = {digest: at for digest, at in self._answered_at.items() if now - at < CROSSED_S}
        self._answered_at, self._being_stored = recent | answered, {}
