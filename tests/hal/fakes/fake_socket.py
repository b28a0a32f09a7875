"""Fake `socket` whose connections lead to a broker that answers at once; `wires` lists them."""

import errno

wires = []


class socket:  # noqa: N801
    """A connection to a broker. `got` is what was written."""

    def __init__(self):
        self.got = b""
        self._to_come = b""
        self.address = None
        wires.append(self)

    def setblocking(self, blocking):
        assert not blocking

    def connect(self, address):
        self.address = address
        raise OSError(errno.EINPROGRESS)

    def write(self, data):
        self.got += data
        for begins, answer in ((0x10, b"\x20\x02\x00\x00"), (0x82, b"\x90\x04\x00\x01\x00\x00")):
            if data[0] == begins:
                self._to_come += answer
        if data[0] == 0x32:
            offset = 4 + data[4 if data[1] & 128 else 3]
            offset += 1 if data[1] & 128 else 0
            self._to_come += b"\x40\x02" + bytes(data[offset : offset + 2])
        if data[-2:] == b"\xc0\x00":
            self._to_come += b"\xd0\x00"
        return len(data)

    def readinto(self, buf, most):
        if not self._to_come:
            return None
        taken = self._to_come[:most]
        self._to_come = self._to_come[most:]
        for i in range(len(taken)):
            buf[i] = taken[i]
        return len(taken)

    def close(self):
        pass
