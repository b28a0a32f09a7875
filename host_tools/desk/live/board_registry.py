"""In-memory registry of all boards' last states, rebuilt from the broker's retained messages."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from host_tools.desk.events import MOST_DELAY
from host_tools.desk.live.board_messages import PayloadError, State, check_uid, parse_here, parse_state

SILENT_S = 30.0
"""Without a message for so long a board is silent: it sends one at least every ten seconds."""
KEPT_S = 60.0 * MOST_DELAY
"""How far back states are kept, for those who see them with a delay."""
_APART_S = 5.0
"""Between two states that are kept for them."""
_MOST_BOARDS = 1000
"""More than any hall has: whoever invents ids fills no memory."""


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A board at one moment. `heard`: time of its last message; `refused` counts its invalid messages."""

    uid: str
    state: State | None
    silent: bool
    heard: float
    refused: int


@dataclass(slots=True)
class _Board:
    heard: float
    here: bool = True
    connection: int | None = None
    state: State | None = None
    refused: int = 0
    past: deque[tuple[float, State]] = field(default_factory=deque)

    def is_silent(self, now: float) -> bool:
        return not self.here or now - self.heard >= SILENT_S

    def remember(self, state: State, now: float) -> None:
        """Record a state for delayed viewers. Of several within a few seconds the last is kept, with its own time, so
        that none is shown too early."""
        if len(self.past) > 1 and now - self.past[-2][0] < _APART_S:
            self.past.pop()
        self.past.append((now, state))
        while len(self.past) > 1 and self.past[1][0] <= now - KEPT_S:
            self.past.popleft()


class LiveTables:
    """All boards by uid. Thread-safe; times are seconds of any monotonic clock."""

    def __init__(self) -> None:
        self.refused = 0
        """Number of messages refused, of all boards: invalid payloads and unknown topics."""
        self.trouble = ""
        """Message: why no board's messages arrive, or results are not stored; "" for no trouble."""
        self._lock = Lock()
        self._boards: dict[str, _Board] = {}
        self._handlers: dict[str, Callable[[_Board, bytes, float], bool]] = {"here": _take_here, "state": _take_state}

    def take(self, uid: str, topic: str, payload: bytes, now: float) -> bool:
        """Update from a message under `cribbage/<uid>/<topic>`. Returns whether a page would change.

        Results are not parsed (`result_import` does), but show that the board is alive.
        """
        with self._lock:
            try:
                return self._update_board(uid, topic, payload, now)
            except PayloadError:
                self.refused += 1
                if uid in self._boards:
                    self._boards[uid].refused += 1
                return True

    def _update_board(self, uid: str, topic: str, payload: bytes, now: float) -> bool:
        """Update the board `uid`, which is added if it is new. Returns whether a page would change.

        Raises PayloadError for a bad id, topic or payload, and for a board too many.
        """
        check_uid(uid)
        if not payload and topic in self._handlers:
            return self._clear(uid, topic)
        if topic not in self._handlers and not topic.startswith("result/"):
            raise PayloadError("topic")
        if uid not in self._boards and len(self._boards) >= _MOST_BOARDS:
            raise PayloadError("too many boards")
        board = self._boards.get(uid) or _Board(now)
        was_silent = uid not in self._boards or board.is_silent(now)
        changed = self._handlers.get(topic, _take_result)(board, payload, now)
        self._boards[uid] = board
        return changed or was_silent != board.is_silent(now)

    def _clear(self, uid: str, topic: str) -> bool:
        """Forget a board's message, whose retained copy has been cleared. Returns whether the board was known."""
        if topic == "here":
            return self._boards.pop(uid, None) is not None
        if uid in self._boards:
            self._boards[uid].state = None
            self._boards[uid].past.clear()
        return uid in self._boards

    def snapshot(self, now: float) -> list[LiveBoard]:
        """Return all boards at `now`, by uid."""
        with self._lock:
            return [
                LiveBoard(uid, board.state, board.is_silent(now), board.heard, board.refused)
                for uid, board in sorted(self._boards.items())
            ]

    def states_at(self, past_time: float, now: float) -> list[tuple[State, bool]]:
        """Return the boards' states at `past_time`, by uid, each with whether the board is silent now.

        A board without a state by then is left out.
        """
        with self._lock:
            boards = [board for _, board in sorted(self._boards.items())]
            states = [(_state_at(board, past_time), board.is_silent(now)) for board in boards]
        return [(state, silent) for state, silent in states if state is not None]


def _take_result(board: _Board, _payload: bytes, now: float) -> bool:
    """Record that the board has sent something."""
    board.heard = now
    return False


def _take_here(board: _Board, payload: bytes, now: float) -> bool:
    """Update from a `here` message; returns whether it changed. A late last will of an older connection is ignored."""
    message = parse_here(payload)
    if not message.here and board.connection not in (None, message.connection):
        return False
    changed = board.here != message.here
    board.here, board.connection = message.here, message.connection
    if message.here:
        board.heard = now
    return changed


def _take_state(board: _Board, payload: bytes, now: float) -> bool:
    """Update from a `state` message; returns whether it changed. An older one than the last is ignored."""
    state = parse_state(payload)
    previous = board.state
    if previous is not None and state.connection == previous.connection and state.sequence < previous.sequence:
        return False
    board.heard = now
    if state == previous:
        return False
    board.state = state
    board.remember(state, now)
    return True


def _state_at(board: _Board, past_time: float) -> State | None:
    """Return the board's newest state at `past_time`; None where it had none by then."""
    return next((state for state_time, state in reversed(board.past) if state_time <= past_time), None)
