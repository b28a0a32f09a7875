"""Runs the board. After an exception it lights the fault pattern, writes faults.log and starts the board again.

The host gets MicroPython's prompt by Ctrl-C and Enter; a stray Ctrl-C stops nothing. A key gets it by MENU, held at
power-up and let go within two seconds. Hardware modules are imported only when needed: they may be damaged.
"""

import gc
import time

from micropython import alloc_emergency_exception_buf, kbd_intr

from .hal.led_rail import rail
from .hal.module_files import ModuleFiles
from .hal.processor import speed_up
from .hal.start_keys import UNTYPED_MS, host_asks, menu_asks
from .hal.watchdog import menu_down, watchdog

_MAX_FAULTS = 3
"""After this many faults in a row the board waits at the prompt."""
_CALM_MS = 60000
"""A fault after a run this long starts the count of faults in a row again."""
_FAULT_SHOWN_MS = 2000
_INTERRUPTED = {"code": "start-interrupted", "s": UNTYPED_MS // 1000}
_EXCEPTION_BYTES = 256
"""Buffer for the traceback of an exception while the heap is locked, as it is for most of a step."""
_INTERRUPT = 3


class _Machine:
    """Runs the board on its hardware, which can be released after a fault; `hal` is None while released."""

    hal = None
    interruptions: list = []
    """Messages on what held the board up before the hardware was there."""

    def play(self) -> None:
        """Detect the hardware and run the board until the host asks for the prompt, or an exception ends it.

        The watchdog is fed in every step. Ctrl-C ends the start, but not a game: then the HAL reads it as a byte.
        """
        from .hal import detect_hal

        hal = self.hal = detect_hal()
        hal.interruptions.extend(self.interruptions)
        # What stays is loaded low in the heap, and what is free stays in one piece.
        gc.collect()
        # The rest of the firmware loads while the LED rail rises.
        from .board import Board

        board = Board(hal)

        def play_on(now_ms: int) -> None:
            if board.play_on(now_ms):
                hal.feed()

        files = ModuleFiles(play_on)
        loading = True
        watchdog.guard()
        kbd_intr(-1)
        try:
            while not hal.prompt_asked():
                working = board.step(time.ticks_ms())  # type: ignore[arg-type]
                hal.feed()
                if loading and board.loaded:
                    loading = False
                    files.close()
                if not working:
                    hal.rest()
        finally:
            kbd_intr(_INTERRUPT)
            if loading:
                files.close()

    def release(self) -> None:
        """Release the hardware: its interrupts, state machines and DMA channels."""
        hal, self.hal = self.hal, None
        gc.collect()
        try:
            if hal:
                hal.close()
        except Exception as error:
            print("board: the hardware is not released: %s" % error)

    def report(self, error: Exception, in_a_row: int) -> None:
        """Release the hardware, show the fault pattern, write faults.log; `in_a_row`: faults since a calm run."""
        from .hal import fault_pattern

        self.release()
        fault_pattern.show()
        print("fault: %s: %s" % (type(error).__name__, error))
        try:
            from .board_files import Disk
            from .faults import record_fault

            record_fault(Disk(""), error, in_a_row, time.ticks_ms())  # type: ignore[arg-type]
        except Exception as refused:
            # The module that writes the log may itself be damaged.
            print("board: the fault is not in faults.log: %s" % refused)


def begin() -> None:
    """Keep the watchdog fed; switch the LED rail on, unless MENU is down: the prompt wants no lights. For boot.py.

    From then on the processor runs at full speed.
    """
    # After a soft reset the watchdog still runs, and a host that deploys does not feed it.
    watchdog.keep()
    rail.switch(not menu_down())
    speed_up()


def _attempt(machine: _Machine, in_a_row: int) -> int:
    """Run the board until it fails, which is reported; return how many faults came in a row, -1 for the prompt."""
    began = time.ticks_ms()
    try:
        machine.play()
        return -1
    except Exception as error:
        watchdog.keep()
        in_a_row = 1 if time.ticks_diff(time.ticks_ms(), began) >= _CALM_MS else in_a_row + 1
        machine.report(error, in_a_row)
        time.sleep_ms(_FAULT_SHOWN_MS)
        return in_a_row


def run() -> None:
    """Run the board for ever; return to the prompt when the host asks for it, or after _MAX_FAULTS faults in a row."""
    if menu_asks():
        return
    alloc_emergency_exception_buf(_EXCEPTION_BYTES)
    machine = _Machine()
    in_a_row = 0
    try:
        while 0 <= in_a_row < _MAX_FAULTS:
            try:
                in_a_row = _attempt(machine, in_a_row)
            except KeyboardInterrupt:
                watchdog.keep()
                machine.release()
                if host_asks():
                    raise
                machine.interruptions = [_INTERRUPTED]
    finally:
        watchdog.keep()
        machine.release()
    if in_a_row == _MAX_FAULTS:
        print("%d faults in a row: the board waits at the prompt. They are in faults.log." % _MAX_FAULTS)
