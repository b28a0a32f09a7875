"""Validate boards' MQTT messages, and queue results and acks for the desk."""

import time

from host_tools.desk.live.board_messages import PayloadError, State, parse_here, parse_state
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.desk_shares import DeskShares
from host_tools.desk.live.message_checks import (
    ACK,
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
from host_tools.table_numbers import split_id

_MAX_WAITING = 5000
"""Results that wait to be stored; further ones are dropped, and sent again by their boards."""
_FORGOTTEN_S = 3600.0
"""After so long without a message, what a broker retains of another event's board is cleared."""


class Inbox:
    """Validated messages for the event with id `uid` and event key `key`; boards' states are passed on to `tables`.

    Results that another desk answers, as `shares` says, are not queued.

    `results`: lines that wait to be stored, by hash; `boards_to_ack`: uids of boards that have connected and wait for
    an ack; `assigned`: retained assignments by uid; `clocks_ahead`: by uid, seconds that a clock is ahead of ours.
    """

    def __init__(self, uid: str, key: bytes, tables: LiveTables, shares: DeskShares) -> None:
        self._uid, self._key, self._tables, self._shares = uid, key, tables, shares
        self.refusals = Refusals()
        self.clocks_ahead: dict[str, int] = {}
        self._boards: dict[str, BoardConnection] = {}
        self._here: dict[str, bytes] = {}
        self.clear_queues()

    def clear_queues(self) -> None:
        """Clear all queues when the connection to the broker ends; the broker sends everything again."""
        self.results: dict[str, ReceivedLine] = {}
        self._being_stored: frozenset[str] = frozenset()
        self.boards_to_ack: set[str] = set()
        self.assigned: dict[str, bytes] = {}
        self._acked_connections: dict[str, int] = {}
        self._topics_to_clear: list[str] = []

    def pop_results(self, most: int) -> list[ReceivedLine]:
        """Remove and return the oldest results, `most` at most. Until `finish_results` they are not queued again."""
        popped = {digest: self.results.pop(digest) for digest in list(self.results)[:most]}
        self._being_stored = frozenset(popped)
        return list(popped.values())

    def finish_results(self) -> None:
        """Queue the results last popped again if they come again: they are answered, or could not be stored."""
        self._being_stored = frozenset()

    def pop_boards_to_ack(self) -> set[str]:
        """Remove and return the uids of the boards that wait for an ack."""
        uids, self.boards_to_ack = self.boards_to_ack, set()
        return uids

    def pop_topics_to_clear(self, now: float) -> list[str]:
        """Remove and return the topics below ROOT of retained messages that nobody needs, at `now` seconds.

        They are retained results, and all of boards that are not of the event and were not heard for _FORGOTTEN_S.
        """
        topics, self._topics_to_clear = self._topics_to_clear, []
        for uid in [uid for uid, board in self._boards.items() if now - board.heard_at > _FORGOTTEN_S]:
            if not self._is_of_event(uid):
                topics += [f"{uid}/{name}" for name in (HERE, STATE, ACK, ASSIGN)]
                self._forget(uid)
        return topics

    def _forget(self, uid: str) -> None:
        for by_uid in (self._boards, self._here, self.assigned, self._acked_connections):
            by_uid.pop(uid, None)

    def _is_of_event(self, uid: str) -> bool:
        """Return whether the board's last state names this event."""
        board = self._boards.get(uid)
        return board is not None and board.state is not None and board.state.event_uid == self._uid

    @property
    def states(self) -> dict[str, State]:
        """The last state of each board of the event."""
        return {uid: board.state for uid, board in self._boards.items() if board.state and self._is_of_event(uid)}

    def receive(self, topic: str, payload: bytes, now: float, retained: bool = False) -> bool:
        """Process one message, at `now` seconds of a monotonic clock. Returns whether a live page would change.

        An invalid message is refused and counted, and so is a `retained` result.
        """
        uid = ""
        try:
            uid, name = split_topic(topic)
            if retained and name.startswith(f"{RESULT}/"):
                return self._refuse_retained(uid, name, payload)
            return self._dispatch(uid, name, payload, now, retained)
        except PayloadError:
            self.refusals.add(uid, "malformed")
        except RefusedMessageError as error:
            self.refusals.add(uid, error.reason)
        return False

    def _refuse_retained(self, uid: str, name: str, payload: bytes) -> bool:
        """Refuse a retained result, and note its topic to be cleared; ignore the empty one that clears it.

        Raises RefusedMessageError.
        """
        if not payload:
            return False
        self._topics_to_clear.append(f"{uid}/{name}")
        raise RefusedMessageError("retained")

    def _dispatch(self, uid: str, name: str, payload: bytes, now: float, retained: bool) -> bool:
        """Process a message by its topic `name` below the board's. Returns whether a live page would change.

        Raises RefusedMessageError, PayloadError.
        """
        kind, _, number = name.partition("/")
        if name == ASSIGN:
            self._note_board(uid, now, True)
            self.assigned[uid] = payload
            return False
        if kind == RESULT:
            self._note_board(uid, now, retained)
            return self._queue_result(uid, number, payload, now)
        if name not in (HERE, STATE):
            raise RefusedMessageError("topic")
        if not payload:
            return self._is_of_event(uid) and self._tables.receive(uid, name, payload, now)
        self._note_board(uid, now, retained)
        return (self._receive_here if name == HERE else self._receive_state)(uid, payload, now)

    def _note_board(self, uid: str, now: float, retained: bool) -> None:
        """Note that a message of the board came, and forget the oldest board of another event if there are too many.

        Raises RefusedMessageError if all are of this event.
        """
        board = self._boards.pop(uid, None)
        if board is None and len(self._boards) >= MAX_BOARDS:
            stranger = next((other for other in self._boards if not self._is_of_event(other)), None)
            if stranger is None:
                raise RefusedMessageError("full")
            self._forget(stranger)
        if board is None:
            board = BoardConnection(heard_at=now)
        elif not retained:
            board.heard_at = now
        # The boards heard last are at the end.
        self._boards[uid] = board

    def _receive_here(self, uid: str, payload: bytes, now: float) -> bool:
        """Store a board's `here` message; pass it on if the board's state has named this event already."""
        if not self._boards[uid].accept_here(parse_here(payload)):
            return False
        self._here[uid] = payload
        return self._is_of_event(uid) and self._update_registry(uid, HERE, payload, now)

    def _receive_state(self, uid: str, payload: bytes, now: float) -> bool:
        """Store a board's state; pass it on, and the stored `here`, if it is of this event."""
        state = parse_state(payload)
        self._boards[uid].accept_state(state)
        if state.event_uid != self._uid:
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
        if not self._is_of_event(uid) and split_id(received.line.event)[0] != self._uid:
            return False
        if is_forged(received.line, self._uid, self._key):
            self.refusals.add(uid, "seal")
        digest = received.line.digest
        if digest not in self._being_stored and self._shares.answers(uid, digest, now):
            if len(self.results) >= _MAX_WAITING:
                raise RefusedMessageError("full")
            self.results[digest] = received
        self._compare_clocks(received)
        return self._tables.receive(uid, f"{RESULT}/{number}", b"", now)

    def _compare_clocks(self, received: ReceivedLine) -> None:
        """Record whether the board's clock is more than CLOCK_ERROR_S ahead of this computer's."""
        ahead = (received.line.at or 0) - int(time.time())
        if ahead > CLOCK_ERROR_S:
            self.clocks_ahead[received.uid] = ahead
        elif received.line.at is not None:
            self.clocks_ahead.pop(received.uid, None)
