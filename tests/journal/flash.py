"""Boards on a real littlefs, whose power may be cut at any of its operations, or in a folder, in the fewest steps."""

from collections.abc import Callable, Iterator
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any

from firmware.board import Board
from firmware.journal.checkpoint import pack_checkpoint
from firmware.ticks import MASK
from host_tools.littlefs.chip import SECTOR, Chip
from host_tools.littlefs.disk import LittleDisk
from host_tools.sim.virtual.board import EDGES_MS, VirtualBoard
from host_tools.sim.virtual.hal import VirtualHal

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
        # A file that was open when power went must not be collected, and so closed and written, before the chip is.
        vars(chip).setdefault("mounted", []).append(self)
        self._disk = self.call(LittleDisk, chip)

    def __getattr__(self, name: str) -> Any:
        return partial(self.call, getattr(self._disk, name))

    def open(self, name: str, mode: str) -> "_File":
        file = _File(self, self.call(self._disk.open, name, mode))
        self._opened = [other for other in self._opened if not other.closed]
        self._opened.append(file)
        return file

    def call(self, action: Callable[..., Any], *arguments: Any) -> Any:
        """What the action gives or raises, if it comes to its end."""
        try:
            return action(*arguments)
        finally:
            if self._chip.dead:
                for file in self._opened:
                    file.forget()
                raise PowerCut


class _File:
    def __init__(self, disk: Disk, file: Any) -> None:
        self._disk = disk
        self._file = file
        self.closed = False

    def __getattr__(self, name: str) -> Any:
        return partial(self._disk.call, getattr(self._file, name))

    def __iter__(self) -> Iterator[bytes]:
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

    def __init__(self, chip: Chip, on_show: Callable[[], None] | None = None, tracks: int = 2) -> None:
        super().__init__(tracks, "")
        self.chip = chip
        self.disk = Disk(chip)  # type: ignore[assignment]
        self._on_show = on_show

    def show(self, bufs: list, leds: list) -> None:
        super().show(bufs, leds)
        if self._on_show:
            self._on_show()

    def ticks_us(self) -> int:
        return self.chip.busy_us & MASK


def on_flash(
    chip: Chip, on_show: Callable[[], None] | None = None, now: int = 0, boot: Callable[..., Any] = Board
) -> VirtualBoard:
    """A board in the fewest steps, with the chip as its flash."""
    return VirtualBoard(lambda: FlashHal(chip, on_show), now, EDGES_MS, boot=boot)


def in_folder(root: Path, boot: Callable[..., Any] = Board) -> VirtualBoard:
    """A board in the fewest steps, with a folder as its flash."""
    return VirtualBoard(lambda: VirtualHal(2, str(root)), step_ms=EDGES_MS, boot=boot)


def restarted(board: VirtualBoard) -> VirtualBoard:
    """The board after a loss of power; `board` stays as it was before."""
    again = copy(board)
    again.cut()
    return again


def read(disk: Any, name: str) -> bytes:
    file = disk.open(name, "rb")
    data = file.read()
    file.close()
    return data


def packed(board: Board) -> bytes:
    """All of a match that has to survive, and the number of its last event."""
    return pack_checkpoint(board.match, 0, board.journal.sequence, 0)
