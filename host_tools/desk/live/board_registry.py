"""In-memory registry of all boards' last states, rebuilt from the broker's retained messages."""

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock

from host_tools.desk.events.public_scores import MAX_DELAY
from host_tools.desk.live.board_messages import HereMessage, State
from host_tools.desk.live.message_checks import MAX_BOARDS
from host_tools.i18n import labelled

SILENT_S = 30.0
"""A board is silent after so many seconds without a message: it sends one at least every ten."""
KEPT_S = 60.0 * MAX_DELAY
"""How long past states are kept at most, for viewers who see scores with a delay."""
FEW_BOARDS = 500
"""The past states of so many boards take a hundred megabytes; those of thousands would take gigabytes."""
_APART_S = 5.0
"""Time between two such states."""
KEPT_CHANGES = 20_000
"""So many changes are some seconds of a hall in which every board sends every peg. Whoever asks later is told that all
may have changed."""


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A board at one moment. `last_message_at`: time of its last message; `refused` counts its invalid messages."""

    uid: str
    state: State | None
    silent: bool
    last_message_at: float
    refused: int


States = Mapping[int, list[tuple[State, bool]]]
"""Boards' states by the table that they name, in no order, each with whether its board is silent now."""


@dataclass(slots=True)
class _Board:
    last_message_at: float
    here: bool = True
    connection: int | None = None
    state: State | None = None
    refused: int = 0
    past: deque[tuple[float, State]] = field(default_factory=deque)

    def is_silent(self, now: float) -> bool:
        return not self.here or now - self.last_message_at >= SILENT_S

    def update_alive(self, now: float) -> bool:
        """Record that the board has sent a message; no page changes by it."""
        self.last_message_at = now
        return False

    def update_here(self, message: HereMessage, now: float, retained: bool) -> bool:
        """Update from a `here` message, except a late last will of an older connection; return whether it changed."""
        if not message.here and self.connection not in (None, message.connection):
            return False
        changed = self.here != message.here
        self.here, self.connection = message.here, message.connection
        if message.here and not retained:
            self.last_message_at = now
        return changed

    def update_state(self, state: State, now: float, kept_s: float, retained: bool) -> bool:
        """Update from a `state` message, unless it is older than the last; return whether the state changed."""
        previous = self.state
        if previous is not None and state.connection == previous.connection and state.sequence < previous.sequence:
            return False
        if state == previous:
            # No board says a state again: the broker has kept it, or another desk has passed it on.
            return False
        if not retained:
            self.last_message_at = now
        self.state = state
        self._record_state(state, now, kept_s)
        return True

    def _record_state(self, state: State, now: float, kept_s: float) -> None:
        """Record a state of time `now` for delayed viewers. Of several within _APART_S only the last is kept, with its
        own time, so that none is shown too early; states older than `kept_s` are dropped."""
        if len(self.past) > 1 and now - self.past[-2][0] < _APART_S:
            self.past.pop()
        self.past.append((now, state))
        while len(self.past) > 1 and self.past[1][0] <= now - kept_s:
            self.past.popleft()


class LiveTables:
    """All boards by uid. Thread-safe; times are seconds of any monotonic clock."""

    def __init__(self) -> None:
        self.refused = 0
        """Number of invalid messages, of all boards."""
        self.delay_s = KEPT_S
        """The event's delay of scores, once it was read: past states are kept for so long, of any number of boards."""
        self._troubles: dict[str, str] = {}
        self.beside: dict[str, list[str]] = {}
        """By broker, the computers whose desks look at a copy of the event there."""
        self._lock = Lock()
        self._boards: dict[str, _Board] = {}
        self._at_table: dict[int, dict[str, _Board]] = {}
        """The boards by the table of their last state: a phone's table is found among thousands at once."""
        self._changed_tables: deque[int] = deque(maxlen=KEPT_CHANGES)
        self._change_count = 0
        """How many tables were appended to `_changed_tables` so far."""

    @property
    def _kept_s(self) -> float:
        """How long past states are kept: if the director sets a delay during a game, viewers are shown the earlier
        states."""
        return KEPT_S if len(self._boards) <= FEW_BOARDS else self.delay_s

    @property
    def trouble(self) -> str:
        """Message: why boards' messages do not arrive, or results are not stored; "" for no trouble."""
        troubles = sorted(self._troubles.items())
        return " ".join(labelled(source, why) if source else why for source, why in troubles if why)

    def trouble_with(self, source: str) -> str:
        """Return the trouble with the broker `source` alone, "" for none."""
        return self._troubles.get(source, "")

    def set_trouble(self, source: str, why: str) -> bool:
        """Set the trouble with the broker `source`, "" for the only one; return whether it was another before."""
        before, self._troubles = self._troubles.get(source, ""), self._troubles | {source: why}
        return before != why

    def states(self) -> dict[str, State]:
        """Return the last state of each board that has said one, by uid."""
        with self._lock:
            return {uid: board.state for uid, board in self._boards.items() if board.state is not None}

    def receive_state(self, uid: str, state: State, now: float, retained: bool = False) -> bool:
        """Update from a board's `state`, unless it is older than the last. Returns whether a page would change.

        `retained`: the broker has kept it, so the board may be gone; it is silent until it sends a message itself.
        """
        return self._update(uid, now, lambda board: board.update_state(state, now, self._kept_s, retained), retained)

    def receive_here(self, uid: str, message: HereMessage, now: float, retained: bool = False) -> bool:
        """Update from a board's `here`, except a late last will of an older connection; `retained` as in
        `receive_state`. Returns whether a page would change."""
        return self._update(uid, now, lambda board: board.update_here(message, now, retained), retained)

    def receive_result(self, uid: str, now: float) -> bool:
        """Record that a board has sent a result: it is alive. Returns whether a page would change."""
        return self._update(uid, now, lambda board: board.update_alive(now))

    def refuse(self, uid: str) -> None:
        """Count an invalid message of a board."""
        with self._lock:
            self.refused += 1
            if uid in self._boards:
                self._boards[uid].refused += 1

    def _update(self, uid: str, now: float, update: Callable[[_Board], bool], retained: bool = False) -> bool:
        """Update the board `uid`; a new one is added unless there are too many. Returns whether a page would change."""
        with self._lock:
            board = self._boards.get(uid)
            if board is None and len(self._boards) >= MAX_BOARDS:
                self.refused += 1
                return True
            was_silent = board is None or board.is_silent(now)
            board = board or self._boards.setdefault(uid, _Board(now - SILENT_S - 1 if retained else now))
            before = board.state
            changed = update(board) or was_silent != board.is_silent(now)
            if changed:
                self._note_change(uid, before, board.state)
            return changed

    def forget(self, uid: str) -> bool:
        """Forget a board, whose retained `here` was cleared. Returns whether it was known."""
        with self._lock:
            is_known = self._clear_state(uid)
            self._boards.pop(uid, None)
            return is_known

    def forget_state(self, uid: str) -> bool:
        """Forget a board's states: the retained one was cleared. Returns whether the board is known."""
        with self._lock:
            return self._clear_state(uid)

    def _clear_state(self, uid: str) -> bool:
        board = self._boards.get(uid)
        if board is None:
            return False
        self._note_change(uid, board.state, None)
        board.state = None
        board.past.clear()
        return True

    def _note_change(self, uid: str, before: State | None, state: State | None) -> None:
        """Note that a board's last state was `before` and is `state` now."""
        tables = {one.table for one in (before, state) if one is not None}
        self._changed_tables.extend(tables)
        self._change_count += len(tables)
        if before is not None and (state is None or state.table != before.table):
            del self._at_table[before.table][uid]
            if not self._at_table[before.table]:
                del self._at_table[before.table]
        if state is not None:
            self._at_table.setdefault(state.table, {})[uid] = self._boards[uid]

    def changes_since(self, count: int) -> tuple[int, set[int] | None]:
        """Return the number of changes so far, and the tables that messages have changed since it was `count`; None:
        any may have. For boards that fall silent see `next_silence`."""
        with self._lock:
            missed = self._change_count - count
            if missed > len(self._changed_tables):
                return self._change_count, None
            return self._change_count, set(islice(reversed(self._changed_tables), missed))

    def next_silence(self, now: float) -> float:
        """Return a time before which no board falls silent that is not silent at `now`."""
        with self._lock:
            heard = (board.last_message_at for board in self._boards.values() if not board.is_silent(now))
            return min(heard, default=now) + SILENT_S

    def snapshot(self, now: float) -> list[LiveBoard]:
        """Return all boards as of `now`, ordered by uid."""
        with self._lock:
            return [
                LiveBoard(uid, board.state, board.is_silent(now), board.last_message_at, board.refused)
                for uid, board in sorted(self._boards.items())
            ]

    def states_at(self, past_time: float, now: float, tables: Collection[int] | None = None) -> States:
        """Return the boards' states at `past_time` at these tables, or at all.

        A board that had no state at `past_time` is left out. A query for the present costs no more than these tables.
        """
        with self._lock:
            return self._present_states(now, tables) if past_time >= now else self._past_states(past_time, now, tables)

    def _present_states(self, now: float, tables: Collection[int] | None) -> States:
        return {
            table: [(board.state, board.is_silent(now)) for board in self._at_table[table].values() if board.state]
            for table in (self._at_table if tables is None else tables)
            if table in self._at_table
        }

    def _past_states(self, past_time: float, now: float, tables: Collection[int] | None) -> States:
        states = defaultdict(list)
        for board in self._boards.values():
            state = _state_at(board, past_time)
            if state is not None and (tables is None or state.table in tables):
                states[state.table].append((state, board.is_silent(now)))
        return states


def _state_at(board: _Board, past_time: float) -> State | None:
    """Return the newest state that the board had at `past_time`, or None."""
    for state_time, state in reversed(board.past):
        if state_time <= past_time:
            return state
    return None
