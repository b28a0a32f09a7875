"""A board's MQTT topics: publishes state and results, handles assignments and acknowledgements (README.md here)."""

import json

from ..interpreter import const
from ..ticks import MASK
from .assignment import Assignments
from .connection import Connection
from .result_queue import ResultQueue
from .state_message import BoardState

_AGAIN_MS = const(3000)
_STATE_MS = const(500)
_HERE_MS = const(10000)
"""So often a board says that it is there: a retained word alone may be that of one long gone."""


class Live:
    """`network` is the machine's (`firmware.hal`), `fields` what network.json holds.

    `handled` counts messages sent and heard: each has taken memory.
    """

    def __init__(self, board, network, fields: dict) -> None:
        self._board = board
        self._network = network
        self._prefix = "cribbage/%s/" % board.uid
        self._ack_topic = (self._prefix + "in/ack").encode()
        self._assign_topic = (self._prefix + "in/assign").encode()
        login = (fields["broker"], fields["port"], board.uid, fields["login"])
        topics = (self._prefix + "in/ack", self._prefix + "in/assign")
        self._connection = Connection(network, login, topics, self._last_will, self._handle_message)
        self._queue = ResultQueue(board.hal.disk, board.results)
        self._state = BoardState(board)
        self._assignments = Assignments(board.hal.disk)
        self._connection_number = 0
        self._state_number = 0
        self._stated_at = 0
        self._here_at = 0
        self._sent_at = 0
        self._sent_number = 0
        self._foreign = 0
        self._malformed = 0
        self.handled = 0

    @property
    def state(self) -> str:
        """The Wi-Fi: joining, wrong-password, not-found; the broker: joined (none yet), refused, connected."""
        if self._network.state != "joined":
            return self._network.state
        if self._connection.number:
            return "connected"
        return "refused" if self._connection.refused else "joined"

    @property
    def waiting(self) -> int:
        """Results the desk has not acknowledged."""
        return self._queue.waiting()

    def refused(self) -> dict:
        """Return how many incoming messages were refused since the start, by reason."""
        counts = dict(self._assignments.refused)
        counts["malformed"] += self._malformed + self._connection.malformed
        counts["oversized"] = self._connection.oversized
        counts["foreign"] += self._foreign + self._queue.foreign_acks
        return counts

    def _refused_count(self) -> int:
        """Return how many messages were refused, for all the reasons in `refused`; allocates nothing."""
        refused = self._assignments.refused
        count = self._connection.malformed + self._connection.oversized + self._queue.foreign_acks
        count += self._foreign + self._malformed
        return count + refused["malformed"] + refused["unsealed"] + refused["foreign"] + refused["replayed"]

    def tick(self, clock: int) -> None:
        """Do one piece of work, of some 3 ms at most; without memory where there is nothing to do.

        Between matches it may be the taking of an assignment, which writes to flash.
        """
        self._network.tick(clock)
        connection = self._connection
        connection.tick(clock)
        if connection.number != self._connection_number:
            self._connection_number = connection.number
            if self._connection_number:
                self._on_connected(clock)
        elif self._queue.busy():
            self._queue.read()
        elif connection.ready():
            self._publish_next(clock)

    def _on_connected(self, clock: int) -> None:
        """Begin a new connection: everything is published again."""
        self._state_number = 0
        self._sent_number = 0
        self._state.forget()
        self._queue.start_again()
        self._publish_here(clock)

    def _publish_next(self, clock: int) -> None:
        """Publish at most one message: a result, `here`, or a changed state."""
        queue = self._queue
        if queue.line is not None and (queue.number != self._sent_number or clock - self._sent_at & MASK >= _AGAIN_MS):
            self._sent_number = queue.number
            self._sent_at = clock
            self._publish("result/%d" % queue.number, queue.line, False, True, clock)
        elif (clock - self._here_at) & MASK >= _HERE_MS:
            self._publish_here(clock)
        elif (clock - self._stated_at) & MASK >= _STATE_MS or not self._state_number:
            waiting = queue.waiting()
            refused = self._refused_count()
            if self._state.changed(waiting, refused):
                self._state_number += 1
                self._stated_at = clock
                serial = self._assignments.serial
                text = self._state.text(self._connection_number, self._state_number, serial, waiting, refused)
                self._publish("state", text, True, False, clock)

    def _publish_here(self, clock: int) -> None:
        self._here_at = clock
        self._publish("here", _here(True, self._connection_number), True, False, clock)

    def _publish(self, topic: str, payload: bytes, retain: bool, confirmed: bool, clock: int) -> None:
        self._connection.publish(self._prefix + topic, payload, retain, confirmed, clock)
        self.handled += 1

    def _last_will(self, number: int) -> tuple:
        return self._prefix + "here", _here(False, number).decode()

    def _handle_message(self, topic: bytes, payload: bytes) -> None:
        """Handle an incoming message by its topic."""
        self.handled += 1
        if topic == self._ack_topic:
            self._handle_ack(payload)
        elif topic == self._assign_topic:
            self._assignments.hear(payload, self._board)
        else:
            self._foreign += 1

    def _handle_ack(self, payload: bytes) -> None:
        """Handle an acknowledgement of results; count a malformed one."""
        if not payload:
            return
        try:
            fields = json.loads(str(payload, "utf-8"))
            number, digest, received = fields["n"], fields["hash"], fields.get("got", 0)
            sound = _is_number(number) and _is_number(received) and isinstance(digest, str)
        except (ValueError, KeyError, TypeError, AttributeError, RuntimeError):
            sound = False
        if sound:
            self._queue.acknowledge(number, digest, received)
        else:
            self._malformed += 1

    def assigned(self) -> bool:
        """Return whether an assignment waits to be taken."""
        return self._assignments.due(self._board)

    def take_assignment(self) -> None:
        """Apply the assignment that waits, between matches. Raises OSError, SettingsError, RuntimeError."""
        self._assignments.apply_waiting(self._board)

    def seating(self) -> tuple:
        """See `Online.seating`."""
        values = self._board.settings.values
        event, round, table = self._assignments.place or ("", 0, 0)
        if event != values["event"] or table != values["table"]:
            return 0, []
        return round, self._assignments.names

    def close(self, clock: int) -> None:
        self._connection.close(clock)
        self._network.close()


def _here(present: bool, number: int) -> bytes:
    """Encode the `here` message of connection `number`."""
    return b'{"here":%s,"c":%d}' % (b"true" if present else b"false", number)


def _is_number(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MASK
