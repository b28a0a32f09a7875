"""Runs the board. After an exception it lights the fault pattern, writes faults.log and starts the board again.

Ctrl-C stops the board if the host sends more after it; after a stray one the game goes on. Firmware modules are
imported only when needed: if boot.py has set `stay`, they may be damaged.
"""

import gc
import time

from micropython import alloc_emergency_exception_buf

MAX_FAULTS = 3
"""After this many faults in a row the board waits at the prompt."""
CALM_MS = 60000
"""A fault after a run this long starts the count of faults in a row again."""
FAULT_SHOWN_MS = 2000
PROMPT_MS = 10000
"""A host that interrupts the board and sends nothing for this long did not mean the prompt."""
_POLL_MS = 20
_EXCEPTION_BYTES = 256
"""Buffer for the traceback of an exception while the heap is locked, as it is for most of a step."""


class Machine:
    """Runs the board on its hardware, which can be released after a fault; `hal` is None while released."""

    hal = None

    def play(self, watchdog) -> None:
        """Detect the hardware and run the board until an exception ends it; `watchdog` is fed in every step."""
        from firmware.hal import detect_hal

        self.hal = detect_hal()
        # The rest of the firmware loads while the LED rail rises.
        from firmware.board import Board

        board = Board(self.hal)
        watchdog.guard()
        while True:
            board.step(time.ticks_ms())  # type: ignore[arg-type]
            self.hal.feed()
            self.hal.rest()

    def prompt_wanted(self) -> bool:
        """Return whether the host sends more within PROMPT_MS after Ctrl-C, or the hardware is not running yet.

        The bytes stay unread, for the prompt.
        """
        if self.hal is None:
            return True
        print("Ctrl-C: press Enter for the prompt; otherwise the game goes on in %d s" % (PROMPT_MS // 1000))
        for _ in range(PROMPT_MS // _POLL_MS):
            if self.hal.typed():
                return True
            time.sleep_ms(_POLL_MS)
        return False

    def release(self) -> None:
        """Release the hardware: its interrupts, state machines and DMA channels."""
        hal, self.hal = self.hal, None
        gc.collect()
        try:
            if hal:
                hal.close()
        except Exception as error:
            print("main.py: the hardware is not released: %s" % error)

    def report(self, error: Exception, in_a_row: int) -> None:
        """Release the hardware, show the fault pattern, write faults.log; `in_a_row`: faults since a calm run."""
        from firmware.hal import fault_pattern

        self.release()
        fault_pattern.show()
        print("fault: %s: %s" % (type(error).__name__, error))
        try:
            from firmware.hal.board_files import Disk
            from firmware.hal.faults import record_fault

            record_fault(Disk(""), error, in_a_row, time.ticks_ms())  # type: ignore[arg-type]
        except Exception as refused:
            # The module that writes the log may itself be damaged.
            print("main.py: the fault is not in faults.log: %s" % refused)


def run() -> None:
    """Run the board for ever; return to the prompt after Ctrl-C, or after MAX_FAULTS faults in a row."""
    from firmware.hal.watchdog import watchdog

    alloc_emergency_exception_buf(_EXCEPTION_BYTES)
    machine = Machine()
    in_a_row = 0
    try:
        while in_a_row < MAX_FAULTS:
            began = time.ticks_ms()
            try:
                machine.play(watchdog)
            except KeyboardInterrupt:
                watchdog.keep()
                if machine.prompt_wanted():
                    raise
                machine.release()
            except Exception as error:
                watchdog.keep()
                in_a_row = 1 if time.ticks_diff(time.ticks_ms(), began) >= CALM_MS else in_a_row + 1
                machine.report(error, in_a_row)
                time.sleep_ms(FAULT_SHOWN_MS)
    finally:
        watchdog.keep()
    print("%d faults in a row: the board waits at the prompt. They are in faults.log." % MAX_FAULTS)


if not globals().get("stay"):
    run()
