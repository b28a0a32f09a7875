"""Runs the board. After an exception it lights the fault pattern, writes faults.log and starts the board again.

The host gets MicroPython's prompt by Ctrl-C and Enter; a stray Ctrl-C stops nothing. A key gets it by MENU, held at
power-up and let go within two seconds. Firmware modules are imported only when needed: if boot.py has set `stay`, they
may be damaged.
"""

import gc
import select
import sys
import time

from micropython import alloc_emergency_exception_buf, kbd_intr

MAX_FAULTS = 3
"""After this many faults in a row the board waits at the prompt."""
CALM_MS = 60000
"""A fault after a run this long starts the count of faults in a row again."""
FAULT_SHOWN_MS = 2000
PROMPT_MS = 10000
"""A host that interrupts the start and sends nothing for this long did not mean the prompt."""
INTERRUPTED = "Ctrl-C: it came while the board started, which was put off by %d s" % (PROMPT_MS // 1000)
_POLL_MS = 20
_EXCEPTION_BYTES = 256
"""Buffer for the traceback of an exception while the heap is locked, as it is for most of a step."""
_CTRL_C = 3


class Machine:
    """Runs the board on its hardware, which can be released after a fault; `hal` is None while released."""

    hal = None
    interruptions: list = []
    """Messages on what held the board up before the hardware was there."""

    def play(self, watchdog) -> None:
        """Detect the hardware and run the board until the host asks for the prompt, or an exception ends it.

        `watchdog` is fed in every step. Ctrl-C ends the start, but not a game: then the HAL reads it as a byte.
        """
        from firmware.hal import detect_hal

        hal = self.hal = detect_hal()
        hal.interruptions.extend(self.interruptions)
        # The rest of the firmware loads while the LED rail rises.
        from firmware.board import Board

        board = Board(hal)
        watchdog.guard()
        kbd_intr(-1)
        try:
            while not hal.prompt_asked():
                board.step(time.ticks_ms())  # type: ignore[arg-type]
                hal.feed()
                hal.rest()
        finally:
            kbd_intr(_CTRL_C)

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


def attempt(machine: Machine, watchdog, in_a_row: int) -> int:
    """Run the board until it fails, which is reported; return how many faults came in a row, -1 for the prompt."""
    began = time.ticks_ms()
    try:
        machine.play(watchdog)
        return -1
    except Exception as error:
        watchdog.keep()
        in_a_row = 1 if time.ticks_diff(time.ticks_ms(), began) >= CALM_MS else in_a_row + 1
        machine.report(error, in_a_row)
        time.sleep_ms(FAULT_SHOWN_MS)
        return in_a_row


def prompt_wanted() -> bool:
    """Return whether the host sends more within PROMPT_MS after Ctrl-C. The bytes stay unread, for the prompt."""
    print("Ctrl-C: press Enter for the prompt; otherwise the board starts in %d s" % (PROMPT_MS // 1000))
    host = select.poll()
    host.register(sys.stdin, select.POLLIN)
    for _ in range(PROMPT_MS // _POLL_MS):
        for _ in host.ipoll(0):
            return True
        time.sleep_ms(_POLL_MS)
    return False


def run() -> None:
    """Run the board for ever; return to the prompt when the host asks for it, or after MAX_FAULTS faults in a row."""
    from firmware.hal.watchdog import asks_for_prompt, watchdog

    if asks_for_prompt():
        return
    alloc_emergency_exception_buf(_EXCEPTION_BYTES)
    machine = Machine()
    in_a_row = 0
    try:
        while 0 <= in_a_row < MAX_FAULTS:
            try:
                in_a_row = attempt(machine, watchdog, in_a_row)
            except KeyboardInterrupt:
                watchdog.keep()
                machine.release()
                if prompt_wanted():
                    raise
                machine.interruptions = [INTERRUPTED]
    finally:
        watchdog.keep()
        machine.release()
    if in_a_row == MAX_FAULTS:
        print("%d faults in a row: the board waits at the prompt. They are in faults.log." % MAX_FAULTS)


if not globals().get("stay"):
    run()
