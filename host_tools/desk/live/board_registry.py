"""In-memory registry of all boards' last states, rebuilt from the broker's retained messages."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Lock

from host_tools.desk.events import MOST_DELAY
from host_tools.desk.live.board_messages import PayloadError, State, check_uid, parse_here, parse_state

SILENT_S = 30.0
"""A board says at least every ten seconds that it is there."""
KEPT_S = 60.0 * MOST_DELAY
"""How far back states are kept, for those who see them with a delay."""
_APART_S = 5.0
"""Between two states that are kept for them."""
_MOST_BOARDS = 1000
"""More than any hall has: whoever invents ids fills no memory."""


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A board at one moment. `heard` is when it said something last; `refused` counts what no board says."""

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
        """Keep a state for later. Of several within a few seconds the last is kept, with its own time: so none is ever
        seen too early."""
        if len(self.past) > 1 and now - self.past[-2][0] < _APART_S:
            self.past.pop()
        self.past.append((now, state))
        while len(self.past) > 1 and self.past[1][0] <= now - KEPT_S:
            self.past.popleft()


class LiveTables:
    """All boards by uid. Thread-safe; times are seconds of any monotonic clock."""

    def __init__(self) -> None:
        self.refused = 0
        """Payloads of all boards that were refused, and topics that there are not."""
        self.trouble = ""
        """Message: why no board is heard, or results are not stored; "" for no trouble."""
        self._lock = Lock()
        self._boards: dict[str, _Board] = {}
        self._handlers: dict[str, Callable[[_Board, bytes, float], bool]] = {"here": _take_here, "state": _take_state}

    def take(self, uid: str, topic: str, payload: bytes, now: float) -> bool:
        """Update from a message under `cribbage/<uid>/<topic>`. Returns whether anything looks different.

        Results are not parsed (`result_import` does), but show that the board is alive.
        """
        with self._lock:
            try:
                return self._take(uid, topic, payload, now)
            except PayloadError:
                self.refused += 1
                if uid in self._boards:
                    self._boards[uid].refused += 1
                return True

    def _take(self, uid: str, topic: str, payload: bytes, now: float) -> bool:
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
        """An empty payload: somebody has cleared what the broker retained."""
        if topic == "here":
            return self._boards.pop(uid, None) is not None
        if uid in self._boards:
            self._boards[uid].state = None
            self._boards[uid].past.clear()
        return uid in self._boards

    def snapshot(self, now: float) -> list[LiveBoard]:
        """All boards at `now`, by uid."""
        with self._lock:
            return [
                LiveBoard(uid, board.state, board.is_silent(now), board.heard, board.refused)
                for uid, board in sorted(self._boards.items())
            ]

    def states_at(self, then: float, now: float) -> list[tuple[State, bool]]:
        """The boards' states at a past moment, by uid, each with whether the board is silent now.

        A board without a state by then is left out.
        """
        with self._lock:
            boards = sorted(self._boards.items())
            return [(state, board.is_silent(now)) for _, board in boards for state in _state_at(board, then)]


def _take_result(board: _Board, _payload: bytes, now: float) -> bool:
    board.heard = now
    return False


def _take_here(board: _Board, payload: bytes, now: float) -> bool:
    """A last will may come late: it counts for the connection it is of."""
    here = parse_here(payload)
    if not here.here and board.connection not in (None, here.connection):
        return False
    changed = board.here != here.here
    board.here, board.connection = here.here, here.connection
    if here.here:
        board.heard = now
    return changed


def _take_state(board: _Board, payload: bytes, now: float) -> bool:
    state = parse_state(payload)
    was = board.state
    if was is not None and state.connection == was.connection and state.sequence < was.sequence:
        return False
    board.heard = now
    if state == was:
        return False
    board.state = state
    board.remember(state, now)
    return True


def _state_at(board: _Board, then: float) -> Iterator[State]:
    """The newest that is not younger."""
    for at, state in reversed(board.past):
        if at <= then:
            yield state
            return
