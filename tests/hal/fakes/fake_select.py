"""Fake `select` for the fake serial port: readable while the host has sent something."""

from world import world

POLLIN, POLLOUT = 1, 4
_COMING = ((None, POLLIN),)
_GOING = ((None, POLLOUT),)


class _Poll:
    def __init__(self):
        self._flags = 0

    def register(self, stream, flags):
        self._flags |= flags

    def ipoll(self, timeout):
        assert timeout == 0
        if self._flags & POLLIN and world.incoming:
            return _COMING
        if self._flags & POLLOUT and world.host_reads:
            return _GOING
        return ()


def poll():
    return _Poll()
