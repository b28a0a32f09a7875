"""The board's end of the serial protocol: collects request lines, sends replies as fast as the host reads them."""

from ..config import LONGEST_LINE
from ..interpreter import collect, const

_NEWLINE = const(10)
_RETURN = const(13)
_BYTES_PER_STEP = const(64)
_NO_MEMORY = (
    b'\n{"id": null, "ok": false, "error": "memory", "why": {"code": "no-memory"}, '
    b'"detail": "too little memory now; ask again"}\n'
)


class LineReader:
    """Collects a host's bytes to lines. `too_long`: the present line is longer than LONGEST_LINE and is lost."""

    def __init__(self, hal) -> None:
        self._hal = hal
        self._buf = bytearray(LONGEST_LINE)
        self._length = 0
        self._ended = False
        self.too_long = False

    def poll(self) -> bool:
        """Read up to _BYTES_PER_STEP waiting bytes, none once a line is complete; return whether one is."""
        left = _BYTES_PER_STEP
        while left and not self._ended:
            byte = self._hal.read()
            if byte < 0:
                break
            self._feed(byte)
            left -= 1
        return self._ended

    def _feed(self, byte: int) -> None:
        """Add a byte to the line, or end the line if it is CR or LF and the line is not empty."""
        if byte == _NEWLINE or byte == _RETURN:
            self._ended = self._length > 0
        elif self._length < LONGEST_LINE:
            self._buf[self._length] = byte
            self._length += 1
        else:
            self.too_long = True

    def take(self) -> bytes:
        """Return the complete line, without its end, and begin the next; b"" for one that was too long."""
        line = b"" if self.too_long else bytes(self._buf[: self._length])
        self.drop()
        return line

    def drop(self) -> None:
        """Begin the next line if this one is complete."""
        if self._ended:
            self._length = 0
            self._ended = self.too_long = False


class Link:
    """Serves requests one at a time: during a reply, further requests wait in the port's own buffer."""

    def __init__(self, hal) -> None:
        self._hal = hal
        self._reader = LineReader(hal)
        self._reply_pieces = None
        self._reply = None
        self._unsent = b""

    def poll(self) -> bool:
        """Read bytes of a request unless a reply is under way; return whether `serve` has work. Does not allocate."""
        return self._reader.poll() if self._reply is None and not self._unsent else True

    def serve(self, board) -> bool:
        """Do one piece of work: begin a reply of the board, or compute and send one piece of it. Allocates.

        Returns whether the next step can go on with it at once: not before the host takes bytes. Too little memory ends
        the reply, not the game.
        """
        try:
            going = self._serve(board)
            board.note_piece()
            return going
        except MemoryError:
            self._reply = None
            self._reader.drop()
            collect()
            self._unsent = _NO_MEMORY
            return True

    def _serve(self, board) -> bool:
        if self._unsent:
            return self._send()
        if self._reply is not None:
            self._send_next_piece()
        else:
            self._reply = self._reply_pieces(board, self._reader.take())  # type: ignore[misc]
        return True

    def load_handlers(self) -> None:
        """Load the handlers of requests."""
        from .dispatch import reply_pieces

        self._reply_pieces = reply_pieces  # type: ignore[assignment]

    def _send_next_piece(self) -> None:
        """Compute the next piece of the reply, and send it unless it is empty; after the last the reply has ended."""
        piece = next(self._reply, None)
        if piece is None:
            self._reply = None
        elif piece:
            self._unsent = piece.encode()
            self._send()

    def _send(self) -> bool:
        """Send as many of the unsent bytes as the host accepts now; return whether it has accepted any."""
        accepted = self._hal.write(self._unsent)
        self._unsent = self._unsent[accepted:]
        return accepted > 0
