"""Runs the board. After a fault the lights say so, what happened is kept, and the board begins again.

Nothing of the firmware is loaded before it is wanted: with `stay` set by boot.py it may be damaged.
"""

import gc
import time

from micropython import alloc_emergency_exception_buf

ROW = 3
"""So many faults, one after another, and the board waits at the prompt."""
CALM_MS = 60000
"""Whoever has run this long has not failed at once."""
SHOWN_MS = 2000
_WORDS = 256
"""Bytes for a fault's traceback where it happens with the heap locked: most of a step."""


class Machine:
    """The hardware, and what of the board is left after a fault."""

    hal = None

    def play(self, watchdog) -> None:
        """Until something goes wrong."""
        from firmware.hal import here

        self.hal = here()
        # The rest of the firmware loads while the LED rail rises.
        from firmware.board import Board

        board = Board(self.hal)
        watchdog.guard()
        while True:
            board.step(time.ticks_ms())  # type: ignore[arg-type]
            self.hal.feed()
            self.hal.rest()

    def tell(self, error: Exception, row: int) -> None:
        """By light, and in a file."""
        from firmware.hal import sign

        hal, self.hal = self.hal, None
        gc.collect()
        try:
            if hal:
                hal.close()
        except Exception as refused:
            print("not let go of: %s" % refused)
        sign.show()
        print("fault: %s: %s" % (type(error).__name__, error))
        try:
            from firmware.hal import disk, faults

            faults.record(disk.Disk(""), error, row, time.ticks_ms())  # type: ignore[arg-type]
        except Exception as refused:
            # What keeps it may be what is damaged.
            print("the fault is not kept: %s" % refused)


def run() -> None:
    """The board, for ever; back at the prompt after Ctrl-C, or when it fails time and again."""
    from firmware.hal.watch import watchdog

    alloc_emergency_exception_buf(_WORDS)
    machine = Machine()
    row = 0
    try:
        while row < ROW:
            began = time.ticks_ms()
            try:
                machine.play(watchdog)
            except Exception as error:
                watchdog.keep()
                row = 1 if time.ticks_diff(time.ticks_ms(), began) >= CALM_MS else row + 1
                machine.tell(error, row)
            time.sleep_ms(SHOWN_MS)
    finally:
        watchdog.keep()
    print("%d faults, one after another: the board waits here. What happened is in faults.log." % ROW)


if not globals().get("stay"):
    run()
