"""A board on a real littlefs or in a folder, with key presses in the fewest steps."""

import json
from functools import partial

from firmware.board import Board
from firmware.config import HOLD_MS
from firmware.journal.checkpoint import pack_checkpoint
from firmware.ticks import MASK
from host_tools.littlefs.chip import SECTOR, Chip
from host_tools.littlefs.disk import LittleDisk
from host_tools.sim.virtual.hal import VirtualHal
from host_tools.sim.virtual.scenario_parser import key_number

PRESS_MS = 40
SECTORS = 64


class ImageChip(Chip):
    """A chip that begins as `image`, or blank; cheap to make."""

    def __init__(self, image: bytes = b"", sectors: int = SECTORS) -> None:
        super().__init__(0)
        self.buffer = bytearray(image or b"\xff" * (sectors * SECTOR))
        self.in_size = len(self.buffer)
        self.sectors = len(self.buffer) // SECTOR
        self.wear = [0] * self.sectors


class PowerCut(BaseException):
    """The chip is dead, and so is whatever was running; nothing of the firmware can catch it."""


class Disk:
    """Littlefs on a chip, until its power is cut: the call in which that happens does not return.

    Files are closed even by a close that fails, as MicroPython's are.
    """

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._opened: list[_File] = []
        self._disk = self.call(LittleDisk, chip)

    def __getattr__(self, name):
        return partial(self.call, getattr(self._disk, name))

    def open(self, name: str, mode: str) -> "_File":
        file = _File(self, self.call(self._disk.open, name, mode))
        self._opened = [other for other in self._opened if not other.closed]
        self._opened.append(file)
        return file

    def call(self, action, *arguments):
        """What the action gives or raises, if it comes to its end."""
        try:
            return action(*arguments)
        finally:
            if self._chip.dead:
                for file in self._opened:
                    file.forget()
                raise PowerCut


class _File:
    def __init__(self, disk: Disk, file) -> None:
        self._disk = disk
        self._file = file
        self.closed = False

    def __getattr__(self, name):
        return partial(self._disk.call, getattr(self._file, name))

    def __iter__(self):
        return iter(self._file)

    def close(self) -> None:
        try:
            self._disk.call(self._file.close)
        finally:
            self.forget()

    def forget(self) -> None:
        """Keep the library from closing it when it is collected: littlefs would stop the process."""
        self.closed = True
        setattr(self._file._raw, "__IOBase_closed", True)


class FlashHal(VirtualHal):
    """A virtual machine with the chip as its flash; it takes the time the flash takes."""

    def __init__(self, chip: Chip, on_show=None) -> None:
        super().__init__(2, "")
        self.chip = chip
        self.disk = Disk(chip)
        self._on_show = on_show

    def again(self) -> "FlashHal":
        """The machine after a loss of power."""
        self.chip.power_on()
        return FlashHal(self.chip, self._on_show)

    def show(self, bufs, leds) -> None:
        super().show(bufs, leds)
        if self._on_show:
            self._on_show()

    def ticks_us(self) -> int:
        return self.chip.busy_us & MASK


class FolderHal(VirtualHal):
    """A virtual machine with a folder as its flash."""

    def __init__(self, root) -> None:
        super().__init__(2, str(root))
        self.root = root

    def again(self) -> "FolderHal":
        """The machine after a loss of power."""
        return FolderHal(self.root)


class QuickBoard:
    """A board played in the fewest steps: two a press. `make` is Board or what stands in for it."""

    def __init__(self, hal, now: int = 0, make=Board) -> None:
        self.now = now
        self.hal = hal
        self.board = make(hal)
        self.step()

    @property
    def match(self):
        return self.board.match

    @property
    def disk(self):
        return self.hal.disk

    def step(self) -> None:
        self.board.step(self.now & MASK)

    def wait(self, ms: int) -> None:
        """One step after so many milliseconds."""
        self.now += ms
        self.step()

    def press(self, name: str, ms: int = PRESS_MS) -> None:
        """A key goes down, and up `ms` later: two steps."""
        self.hal.keys_down(1 << key_number(name))
        self.step()
        self.now += ms
        self.hal.keys_down(0)
        self.step()
        self.now += PRESS_MS

    def play(self, text: str) -> "QuickBoard":
        """Presses one after another: `A+5 OK B+1:1200 wait:2500`. Returns the board."""
        for word in text.split():
            name, _, ms = word.partition(":")
            if name == "wait":
                self.wait(int(ms))
            else:
                self.press(name, int(ms or PRESS_MS))
        return self

    def ask(self, **request) -> dict:
        """Send a request; the last line of the answer."""
        self.hal.receive(json.dumps(request) + "\n")
        for _ in range(100):
            self.step()
            replies = self.hal.take_sent_lines()
            if replies and "ok" in json.loads(replies[-1]):
                return json.loads(replies[-1])
        raise AssertionError(f"no answer to {request}")

    def judge(self, op: str, **fields) -> dict:
        """A judge's decision over the link, to which both teams agree; the last line of the answer."""
        answer = self.ask(do="judge", op=op, **fields)
        self.play(f"A+1:{HOLD_MS} B+1:{HOLD_MS}")
        return answer

    def power_on(self) -> "QuickBoard":
        """The power was away: another board on the same flash."""
        return QuickBoard(self.hal.again(), self.now)

    def read(self, name: str) -> bytes:
        file = self.disk.open(name, "rb")
        data = file.read()
        file.close()
        return data

    def write(self, name: str, data: bytes) -> None:
        file = self.disk.open(name, "wb")
        file.write(data)
        file.close()

    def results(self) -> list[str]:
        """All result lines."""
        return list(self.board.results.lines_after(0))


def packed(board: Board) -> bytes:
    """All of a match that has to survive, and the number of its last event."""
    return pack_checkpoint(board.match, 0, board.journal.sequence, 0)
