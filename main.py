"""Runs the board. After a fault the lights say so, what happened is kept, and the board begins again."""

import gc
import time

from firmware.hal import here, sign, watch

ROW = 3
"""So many faults, one after another, and the board waits at the prompt."""
CALM_MS = 60000
"""Whoever has run this long has not failed at once."""
SHOWN_MS = 2000


class Machine:
    """The hardware, and what of the board is left after a fault."""

    hal = None

    def play(self) -> None:
        """Until something goes wrong."""
        self.hal = here()
        # The firmware loads while the LED rail rises.
        from firmware.board import Board

        board = Board(self.hal)
        watch.watchdog.guard()
        while True:
            board.step(time.ticks_ms())  # type: ignore[arg-type]
            self.hal.feed()
            time.sleep_ms(1)

    def tell(self, error: Exception, row: int) -> None:
        """By light, and in a file."""
        hal, self.hal = self.hal, None
        gc.collect()
        try:
            if hal:
                hal.close()
        except Exception as refused:
            print("not let go of: %s" % refused)
        sign.show()
        print("fault: %s: %s" % (type(error).__name__, error))
        from firmware.hal import disk, faults

        try:
            faults.record(disk.Disk(""), error, row, time.ticks_ms())  # type: ignore[arg-type]
        except OSError as refused:
            print("the fault is not kept: %s" % refused)


def run() -> None:
    """The board, for ever; back at the prompt after Ctrl-C, or when it fails time and again."""
    machine = Machine()
    row = 0
    try:
        while row < ROW:
            began = time.ticks_ms()
            try:
                machine.play()
            except Exception as error:
                watch.watchdog.keep()
                row = 1 if time.ticks_diff(time.ticks_ms(), began) >= CALM_MS else row + 1
                machine.tell(error, row)
            time.sleep_ms(SHOWN_MS)
    finally:
        watch.watchdog.keep()
    print("%d faults, one after another: the board waits here. What happened is in faults.log." % ROW)


if not globals().get("stay"):
    run()
