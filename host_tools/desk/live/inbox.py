"""Validate boards' MQTT messages, and queue results and acks for the desk."""

import time
from collections import defaultdict

from host_tools.desk.live.board_messages import PayloadError, State, parse_here, parse_state
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.message_checks import (
    ASSIGN,
    HERE,
    MAX_BOARDS,
    RESULT,
    STATE,
    BoardConnection,
    Refusals,
    RefusedMessageError,
    split_topic,
)
from host_tools.desk.live.result_import import ReceivedLine, decode_result, is_forged
from host_tools.results.validation import CLOCK_ERROR_S

_MAX_WAITING = 5000
"""Results that wait to be stored; further ones are dropped, and sent again by their boards."""


class Inbox:
    """Validated messages for the event with id `uid` and event key `key`; boards' states are passed on to `tables`.

    `results`: lines that wait to be stored, by hash; `boards_to_ack`: uids of boards that have connected and wait for
    an ack; `assigned`: retained assignments by uid; `clocks_ahead`: by uid, seconds that a clock is ahead of ours.
    """

    def __init__(self, uid: str, key: bytes, tables: LiveTables) -> None:
        self._uid, self._key, self._tables = uid, key, tables
        self.refusals = Refusals()
        self.clocks_ahead: dict[str, int] = {}
        self._boards: dict[str, BoardConnection] = defaultdict(BoardConnection)
        self._here: dict[str, bytes] = {}
        self.clear_queues()

    def clear_queues(self) -> None:
        """Clear all queues when the connection to the broker ends; the broker sends everything again."""
        self.results: dict[str, ReceivedLine] = {}
        self.boards_to_ack: set[str] = set()
        self.assigned: dict[str, bytes] = {}
        self._acked_connections: dict[str, int] = {}

    def pop_results(self, most: int) -> list[ReceivedLine]:
        """Remove and return the oldest results, `most` at most."""
        return [self.results.pop(digest) for digest in list(self.results)[:most]]

    def pop_boards_to_ack(self) -> set[str]:
        """Remove and return the uids of the boards that wait for an ack."""
        uids, self.boards_to_ack = self.boards_to_ack, set()
        return uids

    @property
    def states(self) -> dict[str, State]:
        """The last state of each board of the event."""
        states = {uid: board.state for uid, board in self._boards.items()}
        return {uid: state for uid, state in states.items() if state and state.event == self._uid}

    def receive(self, topic: str, payload: bytes, now: float) -> bool:
        """Process one message, at `now` seconds of a monotonic clock. Returns whether a live page would change.

        An invalid message is refused and counted.
        """
        uid = ""
        try:
            uid, name = split_topic(topic)
            return self._dispatch(uid, name, payload, now)
        except PayloadError:
            self.refusals.add(uid, "malformed")
        except RefusedMessageError as error:
            self.refusals.add(uid, error.reason)
        return False

    def _dispatch(self, uid: str, name: str, payload: bytes, now: float) -> bool:
        """Process a message by its topic `name` below the board's. Returns whether a live page would change.

        Raises RefusedMessageError, PayloadError.
        """
        if uid not in self._boards and len(self._boards) >= MAX_BOARDS:
            raise RefusedMessageError("full")
        kind, _, number = name.partition("/")
        if name == ASSIGN:
            self.assigned[uid] = payload
            return False
        if kind == RESULT:
            return self._queue_result(uid, number, payload, now)
        if name not in (HERE, STATE):
            raise RefusedMessageError("topic")
        if not payload:
            return uid in self.states and self._tables.receive(uid, name, payload, now)
        return (self._receive_here if name == HERE else self._receive_state)(uid, payload, now)

    def _receive_here(self, uid: str, payload: bytes, now: float) -> bool:
        """Store a board's `here` message; pass it on if the board's state has named this event already."""
        if not self._boards[uid].accept_here(parse_here(payload)):
            return False
        self._here[uid] = payload
        return uid in self.states and self._update_registry(uid, HERE, payload, now)

    def _receive_state(self, uid: str, payload: bytes, now: float) -> bool:
        """Store a board's state; pass it on, and the stored `here`, if it is of this event."""
        state = parse_state(payload)
        self._boards[uid].accept_state(state)
        if state.event != self._uid:
            return False
        reappeared = uid in self._here and self._update_registry(uid, HERE, self._here[uid], now)
        return self._update_registry(uid, STATE, payload, now) or reappeared

    def _update_registry(self, uid: str, name: str, payload: bytes, now: float) -> bool:
        """Pass a message of a board of the event to the registry, and queue an ack if the board has just connected.

        Returns whether a live page would change.
        """
        connection = self._boards[uid].number
        if connection is not None and self._acked_connections.get(uid) != connection:
            self._acked_connections[uid] = connection
            self.boards_to_ack.add(uid)
        return self._tables.receive(uid, name, payload, now)

    def _queue_result(self, uid: str, number: str, payload: bytes, now: float) -> bool:
        """Add a result to those waiting for import; one of another event is left to that event's desk.

        Returns whether a live page would change. Raises RefusedMessageError if too many wait, or the payload is no
        result.
        """
        received = decode_result(uid, number, payload)
        if uid not in self.states and received.line.event != self._uid:
            return False
        if is_forged(received.line, self._uid, self._key):
            self.refusals.add(uid, "seal")
        if len(self.results) >= _MAX_WAITING:
            raise RefusedMessageError("full")
        self.results[received.line.digest] = received
        self._compare_clocks(received)
        return self._tables.receive(uid, f"{RESULT}/{number}", b"", now)

    def _compare_clocks(self, received: ReceivedLine) -> None:
        """Record whether the board's clock is more than CLOCK_ERROR_S ahead of this computer's."""
        ahead = (received.line.at or 0) - int(time.time())
        if ahead > CLOCK_ERROR_S:
            self.clocks_ahead[received.uid] = ahead
        elif received.line.at is not None:
            self.clocks_ahead.pop(received.uid, None)
