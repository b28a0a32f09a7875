"""A board's MQTT topics: publishes state and results, receives assignments and acknowledgements (see README.md)."""

import json

from ..interpreter import const
from ..ticks import MASK
from .assignment import Assignments
from .connection import Connection
from .result_queue import ResultQueue
from .state_message import BoardState

_RETRY_MS = const(3000)
_UNANSWERED = const(20)
"""After a result was sent so often without the desk's ack, the board tries the other broker, if it knows one."""
_STATE_MS = const(200)
"""Presses of one count come 200 to 400 ms apart: the peg's move is not to wait for the press before it."""
_HERE_MS = const(10000)
"""A board that has published nothing else for so long says `here`: a retained message alone may be that of a board
long gone."""


class Live:
    """A board's exchange of messages with the desk.

    `network` is that of the machine `hal` (see `firmware.hal`), `fields` are those of network.json. `handled` counts
    messages sent and received: each has allocated.
    """

    def __init__(self, network, fields: dict, hal, console, results, findings) -> None:
        self._network = network
        self._prefix = "cribbage/%s/" % hal.uid
        self._ack_topic = (self._prefix + "in/ack").encode()
        self._assign_topic = (self._prefix + "in/assign").encode()
        addresses = [address for address in (fields["broker"], fields.get("standby", "")) if address]
        login = (addresses, fields["port"], hal.uid, fields["login"])
        topics = (self._prefix + "in/ack", self._prefix + "in/assign")
        self._connection = Connection(network, login, topics, self._last_will, self._handle_message)
        self._queue = ResultQueue(hal.disk, results)
        self._assignments = Assignments(hal, console, results)
        self._state = BoardState(console, results, findings, self._assignments.seating)
        self._connection_number = 0
        self._state_number = 0
        self._state_sent_at = 0
        self._published_at = 0
        self._sent_at = 0
        self._sent_number = 0
        self._unanswered = 0
        self._foreign = 0
        self._malformed = 0
        self.handled = 0

    @property
    def state(self) -> str:
        """Wi-Fi state: joining, wrong-password, not-found; then broker's: joined (no answer), refused, connected."""
        if self._network.state != "joined":
            return self._network.state
        if self._connection.number:
            return "connected"
        return "refused" if self._connection.refused else "joined"

    @property
    def waiting(self) -> int:
        """How many results the desk has not acknowledged."""
        return self._queue.waiting()

    def refused(self) -> dict:
        """Return how many incoming messages were refused since the start, by reason."""
        counts = dict(self._assignments.refused)
        counts["malformed"] += self._malformed + self._connection.malformed
        counts["oversized"] = self._connection.oversized
        counts["foreign"] += self._foreign + self._queue.foreign_acks
        return counts

    def _refused_count(self) -> int:
        """Return the sum of the counts in `refused`. Does not allocate."""
        refused = self._assignments.refused
        count = self._connection.malformed + self._connection.oversized + self._queue.foreign_acks
        count += self._foreign + self._malformed
        return count + refused["malformed"] + refused["unsealed"] + refused["foreign"] + refused["replayed"]

    def tick(self, now: int) -> None:
        """Do one piece of work, 3 ms at most, at board time `now` (ms). Does not allocate when idle."""
        self._network.tick(now)
        connection = self._connection
        connection.tick(now)
        if connection.number != self._connection_number:
            self._connection_number = connection.number
            if self._connection_number:
                self._on_connected(now)
        elif self._queue.busy():
            self._queue.read()
        elif self._assignments.busy():
            self._assignments.read()
        elif connection.ready():
            self._publish_next(now)

    def _on_connected(self, now: int) -> None:
        """Publish everything again on a new connection, `here` at once."""
        self._state_number = 0
        self._sent_number = 0
        self._unanswered = 0
        self._state.reset()
        self._queue.restart()
        self._publish_here(now)

    def _publish_next(self, now: int) -> None:
        """Publish at most one message: the next result, `here` when it is due, or a changed state."""
        queue = self._queue
        if queue.line is not None and (queue.number != self._sent_number or now - self._sent_at & MASK >= _RETRY_MS):
            self._unanswered = self._unanswered + 1 if queue.number == self._sent_number else 0
            if self._unanswered >= _UNANSWERED:
                self._unanswered = 0
                self._connection.leave(now)
                return
            self._sent_number = queue.number
            self._sent_at = now
            self._publish("result/%d" % queue.number, queue.line, False, True, now)
        elif (now - self._published_at) & MASK >= _HERE_MS:
            self._publish_here(now)
        elif (now - self._state_sent_at) & MASK >= _STATE_MS or not self._state_number:
            waiting = queue.waiting()
            refused = self._refused_count()
            if self._state.changed(waiting, refused):
                self._state_number += 1
                self._state_sent_at = now
                serial = self._assignments.seating.serial
                text = self._state.encode(self._connection_number, self._state_number, serial, waiting, refused)
                self._publish("state", text, True, False, now)

    def _publish_here(self, now: int) -> None:
        self._publish("here", _here(True, self._connection_number), True, False, now)

    def _publish(self, topic: str, payload: bytes, retain: bool, confirmed: bool, now: int) -> None:
        self._published_at = now
        self._connection.publish(self._prefix + topic, payload, retain, confirmed, now)
        self.handled += 1

    def _last_will(self, number: int) -> tuple:
        return self._prefix + "here", _here(False, number).decode()

    def _handle_message(self, topic: bytes, payload: bytes) -> None:
        """Handle an incoming message: an ack, an assignment, or one to count as foreign."""
        self.handled += 1
        if topic == self._ack_topic:
            self._handle_ack(payload)
        elif topic == self._assign_topic:
            self._assignments.receive(payload)
        else:
            self._foreign += 1

    def _handle_ack(self, payload: bytes) -> None:
        """Pass an acknowledgement of results to the queue; ignore an empty payload, count a malformed one."""
        if not payload:
            return
        try:
            fields = json.loads(str(payload, "utf-8"))
            number, digest, received = fields["n"], fields["hash"], fields.get("got", 0)
            line = fields.get("line", "")
            sound = _is_number(number) and _is_number(received) and isinstance(digest, str) and isinstance(line, str)
        except (ValueError, KeyError, TypeError, AttributeError, RuntimeError):
            sound = False
        if sound:
            self._queue.acknowledge(number, digest, received, line)
        else:
            self._malformed += 1

    def assigned(self) -> bool:
        """Return whether an assignment waits, and may be applied now: between matches."""
        return self._assignments.is_due()

    def take_assignment(self):
        """Do what `Assignments.take` does, in pieces."""
        return self._assignments.take()

    @property
    def seating(self):
        """The Seating of the last assignment, or of what a cable has told since."""
        return self._assignments.seating

    def close(self, now: int) -> None:
        self._connection.close(now)
        self._network.close()


def _here(present: bool, number: int) -> bytes:
    """Encode the `here` message of connection `number`; `present` is False in the last will."""
    return b'{"here":%s,"c":%d}' % (b"true" if present else b"false", number)


def _is_number(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MASK
