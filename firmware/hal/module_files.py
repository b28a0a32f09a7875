"""Files as MicroPython reads a module from them: a little at a time, and in between the board plays on.

To load a module takes a Pico up to 160 ms: its files are looked for, read, and each of its names is looked up.
"""

import io
import os
from time import ticks_diff, ticks_ms

try:
    from micropython import stack_use
except ImportError:

    def stack_use() -> int:
        """Return 0: MicroPython in a browser does not say how deep its stack is, and has enough."""
        return 0


_PLACE = "/modules"
_APART_MS = 2
"""Once a file is read, what stands in it takes a Pico up to 11 ms to run, in which no key is heard."""
_DEEPEST = 3200
"""Bytes of the C stack, 8,192 on a Pico, below which the board plays on while it loads. A step whose write has littlefs
compact a folder takes 3,700 more, and interrupts some 600. Modules are read at 2,800 to 4,500, by who imports them.
"""
_CLOSE = 4
"""What a stream is told when it is no longer wanted."""


class _ModuleFile(io.IOBase):
    """A file that is read, with `pause` called before each piece."""

    def __init__(self, path: str, pause) -> None:
        self._file = open(path, "rb")
        self._pause = pause

    def readinto(self, buffer) -> int:
        self._pause()
        read: int = self._file.readinto(buffer)
        return read

    def ioctl(self, request: int, argument: int) -> int:
        if request == _CLOSE:
            self._file.close()
            return 0
        return -1


class ModuleFiles:
    """A file system with the files of the current folder, mounted in its place: MicroPython reads imported modules from
    it. Between two reads `play` is called with the tick, at most every _APART_MS, unless the stack is too deep for a
    step; it must not import.
    """

    def __init__(self, play) -> None:
        self._play = play
        self._played_at = ticks_ms()
        self._root = os.getcwd().rstrip("/")
        os.mount(self, _PLACE)
        os.chdir(_PLACE)

    def close(self) -> None:
        """Read modules as before."""
        os.chdir(self._root or "/")
        os.umount(_PLACE)

    def _pause(self) -> None:
        now = ticks_ms()
        if ticks_diff(now, self._played_at) >= _APART_MS and stack_use() < _DEEPEST:
            self._play(now)
            self._played_at = ticks_ms()

    # -- what MicroPython calls -------------------------------------------------------------------------------------

    def mount(self, readonly: bool, make: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def chdir(self, path: str) -> None:
        pass

    def getcwd(self) -> str:
        return "/"

    def stat(self, path: str) -> tuple:
        self._pause()
        return os.stat(self._root + "/" + path)

    def open(self, path: str, mode: str) -> _ModuleFile:
        self._pause()
        return _ModuleFile(self._root + "/" + path, self._pause)
