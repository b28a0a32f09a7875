"""Validate boards' MQTT messages, and queue results and acks for the desk."""

import time
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from host_tools.desk.live.board_messages import (
    HereMessage,
    PayloadError,
    State,
    check_uid,
    parse_here,
    parse_object,
    parse_state,
    state_of,
)
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
from host_tools.desk.live.received_results import ReceivedResults
from host_tools.desk.live.result_import import ReceivedLine, decode_result
from host_tools.results.validation import CLOCK_ERROR_S, is_proven
from host_tools.table_numbers import split_id

_FORGOTTEN_S = 3600.0
"""A broker's retained messages of another event's board are cleared after so many seconds without one of that board."""


class Inbox:
    """Validated messages for the event with id `uid` and event key `key`; boards' states are passed on to `tables`.

    Results that another desk answers, as `shares` says, are not queued; nor are those of boards with an event id that
    this store does not serve, as `serves` says.

    `states`: the last state of each board of the event, by uid; `to_pass_on`: if it is not None, the payloads of
    states that these boards have sent, by uid, for the other desks; `results` wait to be stored; `boards_to_ack`: uids
    of boards that have connected and wait for an ack; `assigned`: retained assignments by uid; `clocks_ahead`: by uid,
    seconds that a clock is ahead of ours.
    """

    def __init__(
        self,
        uid: str,
        key: bytes,
        tables: LiveTables,
        shares: DeskShares,
        serves: Callable[[str, float], bool] = lambda _event, _now: True,
    ) -> None:
        self._serves = serves
        self._uid, self._key, self._tables, self._shares = uid, key, tables, shares
        self.refusals = Refusals()
        self.clocks_ahead: dict[str, int] = {}
        self.states: dict[str, State] = {}
        self.to_pass_on: dict[str, bytes] | None = None
        self._boards: dict[str, BoardConnection] = {}
        self._here: dict[str, HereMessage] = {}
        self.clear_queues()

    def clear_queues(self) -> None:
        """Clear all queues when the connection to the broker ends; the broker sends everything again."""
        self.results = ReceivedResults()
        self.boards_to_ack: set[str] = set()
        self.assigned: dict[str, bytes] = {}
        self._acked_connections: dict[str, int] = {}
        self._topics_to_clear: list[str] = []

    def pop_boards_to_ack(self) -> set[str]:
        """Remove and return the uids of the boards that wait for an ack."""
        uids, self.boards_to_ack = self.boards_to_ack, set()
        return uids

    def pop_topics_to_clear(self, now: float) -> list[str]:
        """Remove and return the topics below ROOT of retained messages that nobody needs, at `now` seconds.

        They are retained results, and all messages of boards of other events that were silent for _FORGOTTEN_S.
        """
        topics, self._topics_to_clear = self._topics_to_clear, []
        # The boards that were heard last are at the end.
        silent = takewhile(lambda item: now - item[1].heard_at > _FORGOTTEN_S, self._boards.items())
        for uid in [uid for uid, _ in silent]:
            if uid not in self.states:
                topics += [f"{uid}/{name}" for name in (HERE, STATE, ACK, ASSIGN)]
                self._forget(uid)
        return topics

    def _forget(self, uid: str) -> None:
        for by_uid in (self.states, self._boards, self._here, self.assigned, self._acked_connections):
            by_uid.pop(uid, None)

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
            self._tables.refuse(uid)
            return uid in self.states
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
            forget = self._tables.forget if name == HERE else self._tables.forget_state
            return uid in self.states and forget(uid)
        self._note_board(uid, now, retained)
        if name == HERE:
            return self._receive_here(uid, parse_here(payload), now, retained)
        was_there = uid in self.states
        changed = self._receive_state(uid, parse_state(payload), now, retained)
        if self.to_pass_on is not None and not retained and (was_there or uid in self.states):
            self.to_pass_on[uid] = payload
        return changed

    def receive_shared(self, payload: bytes, now: float) -> bool:
        """Process states that another desk has heard: a JSON object of them by uid, at `now` seconds of a monotonic
        clock. Returns whether a live page would change. Invalid ones, and older ones, are ignored.
        """
        try:
            shared = parse_object(payload)
        except PayloadError:
            self.refusals.add("", "malformed")
            return False
        changes = [self._receive_one_shared(uid, fields, now) for uid, fields in shared.items()]
        return any(changes)

    def _receive_one_shared(self, uid: str, fields: Any, now: float) -> bool:
        if not isinstance(fields, dict):
            return False
        try:
            check_uid(uid)
            state = state_of(fields)
            self._note_board(uid, now, False)
            return self._receive_state(uid, state, now)
        except (PayloadError, RefusedMessageError):
            return False

    def _note_board(self, uid: str, now: float, retained: bool) -> None:
        """Note that a message of the board came, and forget the oldest board of another event if there are too many.

        Raises RefusedMessageError if all are of this event.
        """
        board = self._boards.pop(uid, None)
        if board is None and len(self._boards) >= MAX_BOARDS:
            stranger = next((other for other in self._boards if other not in self.states), None)
            if stranger is None:
                raise RefusedMessageError("full")
            self._forget(stranger)
        if board is None:
            board = BoardConnection(heard_at=now)
        elif not retained:
            board.heard_at = now
        self._boards[uid] = board

    def _receive_here(self, uid: str, message: HereMessage, now: float, retained: bool) -> bool:
        """Store a board's `here` message; pass it on if the board's state has named this event already."""
        if not self._boards[uid].accept_here(message):
            return False
        self._here[uid] = message
        return uid in self.states and self._pass_on_here(uid, message, now, retained)

    def _receive_state(self, uid: str, state: State, now: float, retained: bool = False) -> bool:
        """Store a board's state; pass it on, and the stored `here` of a board that is new in this event."""
        self._boards[uid].accept_state(state)
        if state.event_uid != self._uid:
            self.states.pop(uid, None)
            return False
        is_new, self.states[uid] = uid not in self.states, state
        here = self._here.get(uid) if is_new else None
        reappeared = here is not None and self._pass_on_here(uid, here, now, retained)
        self._queue_ack(uid)
        return self._tables.receive_state(uid, state, now, retained) or reappeared

    def _pass_on_here(self, uid: str, message: HereMessage, now: float, retained: bool) -> bool:
        self._queue_ack(uid)
        return self._tables.receive_here(uid, message, now, retained)

    def _queue_ack(self, uid: str) -> None:
        """Queue an ack if the board has just connected."""
        connection = self._boards[uid].number
        if connection is not None and self._acked_connections.get(uid) != connection:
            self._acked_connections[uid] = connection
            self.boards_to_ack.add(uid)

    def _queue_result(self, uid: str, number: str, payload: bytes, now: float) -> bool:
        """Add a result to those waiting for import; one of another event is left to that event's desk.

        Returns whether a live page would change. Raises RefusedMessageError if too many wait, or the payload is no
        result.
        """
        if not self._shares.answers(uid, payload, now):
            self.clocks_ahead.pop(uid, None)
            return uid in self.states and self._tables.receive_result(uid, now)
        received = decode_result(uid, number, payload)
        is_own = split_id(received.line.event)[0] == self._uid
        if uid not in self.states and not is_own:
            return False
        if not self._serves(received.line.event, now):
            return False
        is_sealed = is_proven(received.line, received.line.event if is_own else self._uid, self._key)
        if is_own and received.line.mac and not is_sealed:
            self.refusals.add(uid, "seal")
        self.results.add(received, now)
        if is_sealed:
            self._compare_clocks(received)
        return self._tables.receive_result(uid, now)

    def _compare_clocks(self, received: ReceivedLine) -> None:
        """Record whether the board's clock is more than CLOCK_ERROR_S ahead of this computer's."""
        ahead = (received.line.at or 0) - int(time.time())
        if ahead > CLOCK_ERROR_S:
            self.clocks_ahead[received.uid] = ahead
        elif received.line.at is not None:
            self.clocks_ahead.pop(received.uid, None)
