"""Lines from the host, byte by byte, into a buffer made once."""

from ..interpreter import const

LONGEST = 480
_NEWLINE = const(10)
_RETURN = const(13)
_BYTES_A_STEP = const(64)


class LineReader:
    """Collects what a host sends. `too_long`: the line that has ended was longer than LONGEST and is lost."""

    def __init__(self, hal) -> None:
        self._hal = hal
        self._buf = bytearray(LONGEST)
        self._length = 0
        self._ended = False
        self.too_long = False

    def poll(self) -> bool:
        """Take up to 64 waiting bytes; True once a line is complete. Until `take`, no more are read."""
        left = _BYTES_A_STEP
        while left and not self._ended:
            byte = self._hal.read()
            if byte < 0:
                break
            self._add(byte)
            left -= 1
        return self._ended

    def _add(self, byte: int) -> None:
        if byte == _NEWLINE or byte == _RETURN:
            self._ended = self._length > 0
        elif self._length < LONGEST:
            self._buf[self._length] = byte
            self._length += 1
        else:
            self.too_long = True

    def take(self) -> bytes:
        """The complete line, without its end; b"" for one that was too long."""
        line = b"" if self.too_long else bytes(self._buf[: self._length])
        self._length = 0
        self._ended = self.too_long = False
        return line
