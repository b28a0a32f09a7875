"""Virtual boards that live by the clock: step by step, in a thread of their own, or in one behind a serial port."""

import os
import select
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from host_tools.sim.serial.ptys import open_pty
from host_tools.sim.unix_board import UnixBoard
from host_tools.sim.virtual.board import VirtualBoard

_STEP_S = 0.004


class Clock:
    """The clock by which boards live from now on."""

    def __init__(self, boards: Sequence[VirtualBoard | UnixBoard]) -> None:
        self._began, self._starts = time.monotonic(), [(board, board.now) for board in boards]

    @property
    def passed_s(self) -> float:
        """Seconds that have passed."""
        return time.monotonic() - self._began

    def step(self) -> None:
        """Bring all boards to the present."""
        passed_ms = int(1000 * self.passed_s)
        for board, start in self._starts:
            board.wait(start + passed_ms - board.now)


@contextmanager
def running(boards: Sequence[VirtualBoard], exchange: Callable[[], None] | None = None) -> Iterator[threading.Lock]:
    """Let boards live in a thread within this context. It yields a lock: other threads hold it while they use the
    boards.

    `exchange` is called between steps. In the end the boards lose their connections.
    """
    lock, ended, clock = threading.Lock(), threading.Event(), Clock(boards)

    def run() -> None:
        while not ended.wait(0 if exchange else _STEP_S):
            with lock:
                clock.step()
            if exchange:
                exchange()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield lock
    finally:
        ended.set()
        thread.join()
        for board in boards:
            board.power_off()


@contextmanager
def plugged_in(board: VirtualBoard) -> Iterator[str]:
    """Let a board live behind a serial port until the cable is pulled; yields the port's path. Raises PtyError."""
    end, slave, path = open_pty()

    def exchange() -> None:
        if select.select([end], [], [], _STEP_S)[0]:
            board.hal.receive(os.read(end, 4096).decode())
        for line in board.hal.take_sent_lines():
            os.write(end, line.encode() + b"\n")

    try:
        with running([board], exchange):
            yield path
    finally:
        os.close(end)
        os.close(slave)
