"""Boards of the firmware on which keys are pressed in real time, for a benchmark of a key's way to a wall display."""

import asyncio
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from firmware.config import KEY_OK, KEYS_PER_TEAM, SCORE_KEYS
from host_tools.sim.clocked import running
from host_tools.sim.virtual.board import KeyedBoard, VirtualBoard, network_board

_HELD_MS, _APART_MS = 80, 180
"""How long a person holds a key, and lets go before the next."""
_STEP_S = 0.004
_KEY = 2
HOLES = SCORE_KEYS[_KEY]
"""Of each count: the team's third key, once."""


class PressedBoards:
    """Boards by uid (passwords in `logins`) at tables from 1 on, in round `round_number` of an event with this id, on
    the broker at `port` of this computer. They have no key, so that no assignment takes them to another round."""

    def __init__(self, root: Path, port: int, event: str, round_number: int, logins: Mapping[str, str]) -> None:
        self._boards: list[VirtualBoard] = []
        for table, (uid, password) in enumerate(logins.items(), 1):
            board = network_board(root / uid, uid)
            board.configure(round=round_number, table=table, event=event, preset="acc")
            board.tell_network(broker="127.0.0.1", port=port, login=password)
            self._boards.append(board)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the boards by the clock in a thread within this context."""
        with running(self._boards) as lock:
            self._pressed = [_PressedBoard(board, lock) for board in self._boards]
            yield

    async def begin(self) -> None:
        """Begin the game on all boards, once they are connected."""
        while not all(board.connected for board in self._boards):
            await asyncio.sleep(_STEP_S)
        for board in self._pressed:
            await asyncio.to_thread(board.press, KEY_OK)

    async def peg(self, index: int, team: int) -> float:
        """Let a team of one board count HOLES, and return as the press begins that pegs it, with the moment of that
        (`time.perf_counter`)."""
        board = self._pressed[index]
        await asyncio.to_thread(board.press, KEYS_PER_TEAM * team + _KEY)
        pressed_at = time.perf_counter()
        board.hold(KEY_OK)
        asyncio.get_running_loop().call_later(_HELD_MS / 1000, board.hold)
        return pressed_at


class _PressedBoard(KeyedBoard):
    """A board that lives by the clock in another thread, to be used while that leaves the lock."""

    def __init__(self, board: VirtualBoard, lock: threading.Lock) -> None:
        self._board, self._lock = board, lock

    def hold(self, *keys: int) -> None:
        with self._lock:
            self._board.hold(*keys)

    def wait(self, ms: int) -> None:
        time.sleep(ms / 1000)

    def press(self, *keys: int, ms: int = _HELD_MS) -> None:
        """Press as a person does, some time after the last key."""
        self.wait(_HELD_MS + _APART_MS)
        super().press(*keys, ms=ms)
        self.wait(_APART_MS)
