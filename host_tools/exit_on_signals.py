"""End a program by SIGTERM or a closed terminal as by Ctrl-C: what it has started is stopped first."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def exit_on_signals(status: int = 0) -> Iterator[None]:
    """Context that SIGTERM, and SIGHUP of a terminal that is closed, leave by SystemExit with this status, as Ctrl-C
    does by KeyboardInterrupt. Beside the main thread, which alone is sent signals, it changes nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ends = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]

    def leave(_number: int, _frame: FrameType | None) -> None:
        for number in ends:
            signal.signal(number, signal.SIG_IGN)
        raise SystemExit(status)

    before = [signal.signal(number, leave) for number in ends]
    try:
        yield
    finally:
        for number, handler in zip(ends, before, strict=True):
            signal.signal(number, handler)
