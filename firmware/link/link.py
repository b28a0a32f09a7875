"""The board's end of the serial protocol: collects request lines, sends replies as fast as the host reads them."""

from ..interpreter import const

LONGEST_LINE = const(480)
_NEWLINE = const(10)
_RETURN = const(13)
_BYTES_A_STEP = const(64)
_LONGEST_WAIT = const(50)
"""Steps."""


class LineReader:
    """Collects what a host sends. `too_long`: the line that has ended was longer than LONGEST_LINE and is lost."""

    def __init__(self, hal) -> None:
        self._hal = hal
        self._buf = bytearray(LONGEST_LINE)
        self._length = 0
        self._ended = False
        self.too_long = False

    def poll(self) -> bool:
        """Read up to 64 waiting bytes; True once a line is complete. Until `take`, no more are read."""
        left = _BYTES_A_STEP
        while left and not self._ended:
            byte = self._hal.read()
            if byte < 0:
                break
            self._feed(byte)
            left -= 1
        return self._ended

    def _feed(self, byte: int) -> None:
        """Add a byte to the line."""
        if byte == _NEWLINE or byte == _RETURN:
            self._ended = self._length > 0
        elif self._length < LONGEST_LINE:
            self._buf[self._length] = byte
            self._length += 1
        else:
            self.too_long = True

    def take(self) -> bytes:
        """Return the complete line, without its end; b"" for one that was too long."""
        line = b"" if self.too_long else bytes(self._buf[: self._length])
        self._length = 0
        self._ended = self.too_long = False
        return line


class Link:
    """One conversation at a time: while a reply is on its way, further requests wait in the port's own buffer.

    `served` counts the requests answered.
    """

    def __init__(self, hal, board) -> None:
        self._hal = hal
        self._board = board
        self._reader = LineReader(hal)
        self._answers = None
        self._replies = None
        self._rest = b""
        self._waited = 0
        self.served = 0

    def poll(self) -> bool:
        """Read what has come, allocating nothing; True if `serve` has work."""
        return self._reader.poll() if self._replies is None and not self._rest else True

    def serve(self, quiet: bool) -> None:
        """Do one piece of work: begin a request, or work out and send one piece of a reply. Allocates.

        `quiet`: no key has moved for a while. The handlers are loaded when a host first speaks: a board on its own
        keeps the memory. As that takes longer than a key should wait, it waits for a quiet moment, up to _LONGEST_WAIT.
        """
        if self._rest:
            self._send()
        elif self._replies is not None:
            self._send_next_piece()
        elif quiet or self._answers is not None or self._waited == _LONGEST_WAIT:
            self._start_reply()
        else:
            self._waited += 1

    def _start_reply(self) -> None:
        """Start the reply to a complete line."""
        if self._answers is None:
            from .dispatch import answers

            self._answers = answers  # type: ignore[assignment]
        self._replies = self._answers(self._board, self._reader.take())  # type: ignore[misc]

    def _send_next_piece(self) -> None:
        """Compute and send the next piece of the reply; an empty piece means that there is none yet."""
        piece = next(self._replies, None)
        if piece is None:
            self._replies = None
            self.served += 1
        elif piece:
            self._rest = piece.encode()
            self._send()

    def _send(self) -> None:
        """Send as much as the host takes now."""
        self._rest = self._rest[self._hal.write(self._rest) :]
