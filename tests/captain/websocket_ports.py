"""Serve virtual boards' ports as WebSockets, for the fake `navigator.serial` of serial.js."""

import fcntl
import os
import select
import threading
from collections.abc import Callable

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

OPENED = "opened"
UNPLUGGED = 4001  # serial.js
_PIECE = 4096
_LOOK_S = 0.2


class Ports:
    """`paths` are the serial ports by number; each is given to one at a time, as by an operating system.

    `marks` are what a page is to send to a port, and how often, until `cut` is called, which pulls the cable. `spoilt`
    is what arrives there as something else.
    """

    def __init__(self) -> None:
        self.paths: dict[int, str] = {}
        self.marks: dict[int, tuple[bytes, int]] = {}
        self.spoilt: dict[int, tuple[bytes, bytes]] = {}
        self.cut: Callable[[int], None] = lambda number: None
        self._server = serve(self._serve, "127.0.0.1", 0, compression=None, max_size=None)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self._free = threading.Condition()
        self._open = 0

    def plugged(self) -> list[dict]:
        """What serial.js asks for: another address tells that a cable was out meanwhile."""
        port = self._server.socket.getsockname()[1]
        return [{"number": n, "address": f"ws://127.0.0.1:{port}/{n}{path}"} for n, path in sorted(self.paths.items())]

    def wait_until_free(self) -> None:
        """Until the page has released every port."""
        with self._free:
            self._free.wait_for(lambda: self._open == 0)

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()

    def _serve(self, socket: ServerConnection) -> None:
        assert socket.request
        _, number, path = socket.request.path.split("/", 2)
        try:
            descriptor = os.open(f"/{path}", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            socket.close(UNPLUGGED)
            return
        self._count(1)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            socket.send(OPENED)
            unheard = threading.Event()
            listening = threading.Thread(target=_hear, args=(descriptor, socket, unheard))
            listening.start()
            self._say(int(number), descriptor, socket, unheard)
            socket.close()
            listening.join()
        except BlockingIOError:
            pass
        finally:
            os.close(descriptor)
            self._count(-1)

    def _count(self, change: int) -> None:
        with self._free:
            self._open += change
            self._free.notify_all()

    def _say(self, number: int, descriptor: int, socket: ServerConnection, unheard: threading.Event) -> None:
        """Send the board what the page sends. `unheard` is set where the cable goes with it: no answer comes back."""
        sent = b""
        try:
            for message in socket:
                data = bytes(message).replace(*self.spoilt.get(number, (b"", b"")))  # type: ignore[arg-type]
                sent += data
                end = self._end(number, sent)
                pulled = end < len(sent) or self._marked(number, sent)
                if pulled:
                    unheard.set()
                _write(descriptor, data[: len(data) + end - len(sent)])
                if pulled:
                    del self.marks[number]
                    self.cut(number)
        except (ConnectionClosed, OSError):
            pass

    def _end(self, number: int, sent: bytes) -> int:
        """Where in all that was sent the cable is pulled."""
        mark, count = self.marks.get(number, (b"", 0))
        end = 0
        for _ in range(count):
            position = sent.find(mark, end)
            if position < 0:
                return len(sent)
            end = position + len(mark)
        return end if count else len(sent)

    def _marked(self, number: int, sent: bytes) -> bool:
        mark, count = self.marks.get(number, (b"", 0))
        return count > 0 and sent.count(mark) >= count


def _write(descriptor: int, data: bytes) -> None:
    while data:
        select.select([], [descriptor], [])
        data = data[os.write(descriptor, data) :]


def _hear(descriptor: int, socket: ServerConnection, unheard: threading.Event) -> None:
    """What the board sends goes to the page; when the cable is out the socket ends."""
    try:
        while socket.state.name == "OPEN":
            if select.select([descriptor], [], [], _LOOK_S)[0]:
                data = os.read(descriptor, _PIECE)
                if not data:
                    break
                if not unheard.is_set():
                    socket.send(data)
    except (ConnectionClosed, OSError):
        pass
    socket.close()
