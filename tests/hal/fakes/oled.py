"""Fake SSD1306 display controller in page addressing mode."""

from world import world

_WITH_ARGUMENT = b"\xad\xd5\xa8\xd3\x8d\x20\xda\xd9\xdb\x81"


class Oled:
    """What it was told: `ram`, `on`, `contrast`. `writes` has the time of each transfer and its length.

    After `breaks_after` more bytes it is unplugged: whatever comes then is not acknowledged.
    """

    EIO = 5
    COLUMNS = 128
    status = 0x46
    """What is read of it: 6, an SSD1306, dark."""

    def __init__(self):
        self.writes = []
        self.breaks_after = -1
        self.power_on()

    def power_on(self):
        """Its memory is what it happens to be."""
        self.ram = bytearray(b"\xa5" * (8 * self.COLUMNS))
        self.on = False
        self.contrast = 127
        self.setups = 0
        self._page = 0
        self._column = 0
        self._command = 0

    def read(self, length):
        return bytes([self.status] * length)

    def write(self, data):
        if self.breaks_after >= 0:
            sent = min(len(data), self.breaks_after)
            self.breaks_after -= sent
            if sent < len(data):
                raise OSError(self.EIO)
        self.writes.append((world.us, len(data)))
        i = 0
        while data[i] & 0x80:
            self._obey(data[i + 1])
            i += 2
        for byte in data[i + 1 :]:
            if data[i] & 0x40:
                self._store(byte)
            else:
                self._obey(byte)

    def _store(self, byte):
        self.ram[self.COLUMNS * self._page + self._column] = byte
        self._column += 1

    def _obey(self, byte):
        if self._command:
            assert self._command != 0x20 or byte == 2, "page addressing"
            if self._command == 0x81:
                self.contrast = byte
            self._command = 0
        elif byte in _WITH_ARGUMENT:
            self._command = byte
        elif byte >> 3 == 0xB0 >> 3:
            self._page = byte & 7
        elif byte < 0x10:
            self._column = self._column & 0xF0 | byte
        elif byte < 0x20:
            self._column = self._column & 15 | (byte & 15) << 4
        elif byte | 1 == 0xAF:
            self.on = byte == 0xAF
            self.setups += 1
        else:
            assert byte in b"\x40\xa1\xc8\xa4\xa6", hex(byte)


class Oled1106(Oled):
    """Fake SH1106: 132 columns, of which the display shows those from 2 on."""

    COLUMNS = 132
    status = 0x48

    def shown(self):
        return b"".join(bytes(self.ram[132 * page + 2 : 132 * page + 130]) for page in range(8))
