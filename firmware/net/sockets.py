"""Non-blocking TCP streams, on CPython and MicroPython alike; addresses are numeric."""

import errno
import socket
import sys

_MICROPYTHON = sys.implementation.name == "micropython"
_UNIX = _MICROPYTHON and sys.platform in ("linux", "darwin")
_ENOTCONN = getattr(errno, "ENOTCONN", 107)
_NOT_YET = (errno.EAGAIN, errno.EINPROGRESS, errno.EALREADY, _ENOTCONN)


class TcpStream:
    """A TCP connection, begun without waiting for it. Its methods raise OSError once it has failed or ended."""

    def __init__(self, address: str, port: int) -> None:
        stream = socket.socket()
        self._socket = stream
        try:
            stream.setblocking(False)
            # MicroPython for Unix wants a packed address: for a numeric one getaddrinfo makes it without a DNS query.
            stream.connect(socket.getaddrinfo(address, port)[0][-1] if _UNIX else (address, port))
        except OSError as error:
            if error.errno not in _NOT_YET:
                stream.close()
                raise
        # readinto() and write() return None where recv_into() and send() would raise, which allocates.
        if _MICROPYTHON:
            self.receive = self._read_into  # type: ignore[method-assign]
            self.send = self._write  # type: ignore[method-assign]

    def receive(self, buf, most: int) -> int:
        """Fill `buf` with up to `most` received bytes, and return how many; 0 while there are none."""
        try:
            count = self._socket.recv_into(buf, most)  # type: ignore[attr-defined, unused-ignore]
        except OSError as error:
            return _zero_if_not_ready(error)
        return count or _raise_closed()

    def send(self, data) -> int:
        """Send bytes; return how many were accepted now."""
        try:
            return self._socket.send(data)
        except OSError as error:
            return _zero_if_not_ready(error)

    def _read_into(self, buf, most: int) -> int:
        """Do as `receive`, without the exception that would allocate whenever nothing has arrived."""
        count = self._socket.readinto(buf, most)  # type: ignore[attr-defined, unused-ignore]
        return 0 if count is None else count or _raise_closed()

    def _write(self, data) -> int:
        try:
            return self._socket.write(data) or 0  # type: ignore[attr-defined, unused-ignore]
        except OSError as error:
            return _zero_if_not_ready(error)

    def close(self) -> None:
        self._socket.close()


def _zero_if_not_ready(error: OSError) -> int:
    """Return 0 if the error says that the socket is not ready; raise any other error."""
    if error.errno in _NOT_YET:
        return 0
    raise error


def _raise_closed() -> int:
    """Raise OSError: the other end has closed the stream."""
    raise OSError(errno.ECONNRESET)


class SystemNetwork:
    """A network that the operating system keeps up: nothing to join."""

    state = "joined"

    def tick(self, now: int) -> None:
        pass

    def connect(self, address: str, port: int) -> TcpStream:
        """Open a TCP stream to a numeric address. Raises OSError."""
        return TcpStream(address, port)

    def close(self) -> None:
        pass
