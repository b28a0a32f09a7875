"""The ports of virtual boards as WebSockets, for the `navigator.serial` that serial.js gives a page."""

import fcntl
import os
import select
import threading
from collections.abc import Callable

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

OPENED = "opened"
_PIECE = 4096
_LOOK_S = 0.2


class Ports:
    """`paths` are the serial ports by number; each is given to one at a time, as by an operating system.

    `limits` are bytes that a port still takes from the page before its `cut` is called, which pulls the cable.
    """

    def __init__(self) -> None:
        self.paths: dict[int, str] = {}
        self.limits: dict[int, int] = {}
        self.sent: dict[int, int] = {}
        self.cut: Callable[[int], None] = lambda number: None
        self._server = serve(self._serve, "127.0.0.1", 0, compression=None, max_size=None)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self._generation = 0

    def plugged(self) -> list[dict]:
        """What serial.js asks for: another address tells that a cable was out meanwhile."""
        port = self._server.socket.getsockname()[1]
        return [{"number": n, "address": f"ws://127.0.0.1:{port}/{n}{path}"} for n, path in sorted(self.paths.items())]

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()

    def _serve(self, socket: ServerConnection) -> None:
        assert socket.request
        _, number, path = socket.request.path.split("/", 2)
        try:
            descriptor = os.open(f"/{path}", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            return
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            socket.send(OPENED)
            listening = threading.Thread(target=_hear, args=(descriptor, socket))
            listening.start()
            self._say(int(number), descriptor, socket)
            socket.close()
            listening.join()
        except BlockingIOError:
            pass
        finally:
            os.close(descriptor)

    def _say(self, number: int, descriptor: int, socket: ServerConnection) -> None:
        """What the page sends goes to the board."""
        try:
            for message in socket:
                _write(descriptor, self._counted(number, bytes(message)))  # type: ignore[arg-type]
                if self.limits.get(number) == 0:
                    self.cut(number)
        except (ConnectionClosed, OSError):
            pass

    def _counted(self, number: int, data: bytes) -> bytes:
        left = self.limits.get(number)
        if left is not None:
            data = data[:left]
            self.limits[number] = left - len(data)
        self.sent[number] = self.sent.get(number, 0) + len(data)
        return data


def _write(descriptor: int, data: bytes) -> None:
    while data:
        select.select([], [descriptor], [])
        data = data[os.write(descriptor, data) :]


def _hear(descriptor: int, socket: ServerConnection) -> None:
    """What the board sends goes to the page; when the cable is out the socket ends."""
    try:
        while socket.state.name == "OPEN":
            if select.select([descriptor], [], [], _LOOK_S)[0]:
                data = os.read(descriptor, _PIECE)
                if not data:
                    break
                socket.send(data)
    except (ConnectionClosed, OSError):
        pass
    socket.close()
