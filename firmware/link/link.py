"""The board's end of the serial line: takes requests, hands out replies as fast as the host takes them."""

from .line import LineReader


class Link:
    """One conversation at a time: while a reply is on its way, further requests wait in the port's own buffer."""

    def __init__(self, hal, board) -> None:
        self._hal = hal
        self._board = board
        self._reader = LineReader(hal)
        self._replies = None
        self._rest = b""

    def poll(self) -> bool:
        """Read what has come, allocating nothing; True if `serve` has work."""
        return self._reader.poll() if self._replies is None and not self._rest else True

    def serve(self) -> None:
        """One piece of work: begin a request, or send one reply line or the rest of one. Allocates."""
        if self._rest:
            self._send()
        elif self._replies is None:
            # Loaded when a host first speaks: a board on its own keeps the memory.
            from .verbs import answers

            self._replies = answers(self._board, self._reader.take())
        else:
            self._next()

    def _next(self) -> None:
        line = next(self._replies, None)
        if line is None:
            self._replies = None
        else:
            self._rest = line.encode() + b"\n"
            self._send()

    def _send(self) -> None:
        self._rest = self._rest[self._hal.write(self._rest) :]
