"""The virtual board's machine: keys, strips, serial line and flash without any of them."""

from firmware.config import KEY_COUNT
from firmware.hal.disk import Disk
from firmware.hal.edges import EdgeLog

UID = "7669727475616c00"


class VirtualHal:
    """The interface of `firmware.hal` for a board of `tracks` strips whose flash is the folder `root`.

    `shown` holds the last frame, a bytearray of GRB bytes per track; `frames` counts the frames shown.
    """

    reverse = False
    uid = UID
    about = "virtual"
    began_ms = 0

    def __init__(self, tracks: int, root: str, leds: int = 141, port_ma: int = 0) -> None:
        self.tracks = tracks
        self.leds = leds
        self.port_ma = port_ma or (500, 1500, 1500)[tracks - 2]
        self.disk = Disk(root)
        self.notes: list = []
        self.shown = [bytearray(3 * leds) for _ in range(tracks)]
        self.frames = 0
        self.sounds = [0, 0, 0]
        self.lit = True
        self.mask = 0
        self.edges = EdgeLog()
        self._incoming = b""
        self._read = 0
        self._outgoing = b""

    def keys_down(self, mask: int, at: int = -1) -> None:
        """Hold exactly the keys of `mask`; the others are let go. `at` is the tick of it, -1 the board's next step."""
        for key in range(KEY_COUNT):
            if (mask ^ self.mask) >> key & 1:
                self.edges.note(key, bool(mask >> key & 1), at)
        self.mask = mask

    def receive(self, text: str) -> None:
        """Bytes arriving on the serial line."""
        self._incoming = self._incoming[self._read :] + text.encode()
        self._read = 0

    def sent(self) -> list:
        """The complete lines the board has sent since the last call, without their ends."""
        lines = self._outgoing.split(b"\n")
        self._outgoing = lines.pop()
        return [line.decode() for line in lines]

    def keys(self) -> int:
        return self.mask

    def busy(self) -> bool:
        return False

    def show(self, bufs: list) -> None:
        shown = self.shown
        for track in range(self.tracks):
            shown[track][:] = bufs[track]
        self.frames += 1

    def rail(self, on: bool) -> None:
        self.lit = on

    def sound(self, which: int) -> None:
        self.sounds[which] += 1

    def read(self) -> int:
        if self._read == len(self._incoming):
            return -1
        self._read += 1
        return self._incoming[self._read - 1]

    def write(self, data: bytes) -> int:
        self._outgoing += data
        return len(data)

    def ticks_us(self) -> int:
        """A virtual board takes no time."""
        return 0

    def feed(self) -> None:
        pass

    def heap(self) -> tuple:
        return 0, 0

    def flash(self) -> tuple:
        return 0, 0

    def faults(self) -> int:
        return 0

    def rail_mv(self) -> int:
        return -1

    def close(self) -> None:
        pass
