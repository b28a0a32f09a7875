"""Boards of the firmware on which keys are pressed in real time, for a benchmark of a key's way to a wall display."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from firmware.config import KEY_OK, KEYS_PER_TEAM, SCORE_KEYS
from host_tools.sim.clocked import running
from host_tools.sim.virtual.board import VirtualBoard, network_board

_HELD_S, _APART_S = 0.08, 0.22
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
        with running(self._boards) as self._lock:
            yield

    async def begin(self) -> None:
        """Begin the game on all boards, once they are connected."""
        while not all(board.connected for board in self._boards):
            await asyncio.sleep(_STEP_S)
        for index in range(len(self._boards)):
            await self._tap(index, KEY_OK)

    async def peg(self, index: int, team: int) -> float:
        """Let a team of one board count HOLES, and return as the press begins that pegs it, with the moment of that
        (`time.perf_counter`)."""
        await self._tap(index, KEYS_PER_TEAM * team + _KEY)
        pressed_at = time.perf_counter()
        self._hold(index, KEY_OK)
        asyncio.get_running_loop().call_later(_HELD_S, self._hold, index)
        return pressed_at

    async def _tap(self, index: int, key: int) -> None:
        """Press a key and let it go, a moment after the last one."""
        await asyncio.sleep(_HELD_S + _APART_S)
        self._hold(index, key)
        await asyncio.sleep(_HELD_S)
        self._hold(index)
        await asyncio.sleep(_APART_S)

    def _hold(self, index: int, *keys: int) -> None:
        with self._lock:
            self._boards[index].hold(*keys)
