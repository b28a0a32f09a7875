"""Driver of a serial sound module (DFPlayer Mini class), which plays the files of its card by folder and number.

Modules of this class have different chips; only what all of them are reported to do is used: `play a folder's file`,
`set the volume` and `how many files`, each with its checksum, a tenth of a second or more apart.

That a file has ended chips tell once, twice up to a second apart, never, under a wrong number, or (JL AB23A799755) half
a second after it began, whatever its length. So a busy line decides, once it has been seen to work. Without one a
message counts, unless it tells again of the file before; and where the first clip, which is long, was said to end at
once, none counts: then each clip is given its longest time.
"""

from array import array

from .interpreter import const
from .ticks import MASK, since

FILES_IN_FOLDER = const(250)
"""Clip `c` is file `c % 250 + 1` of folder `c // 250 + 1`."""
WAITING_CLIPS = const(32)
STARTING_MS = const(3000)
"""Modules are deaf for 1.5 to 3 seconds after power came."""
GAP_MS = const(100)
"""Between two commands; a second that comes sooner is lost on some chips."""
SHORTEST_MS = const(250)
"""No file is shorter. What is heard sooner of an end belongs to the file before."""
LONGEST_MS = const(9000)
"""No file is longer: without any sign of its end the next one begins after this time."""
NUMBER_MS = const(2500)
"""No number is longer, its module's start not counted."""
CARD_MS = const(1200)
"""Clip 0, the card's name, with which every start begins, is longer."""
AGAIN_MS = const(1000)
"""A second message of the same end comes within this time of the first."""
BUSY_LATE_MS = const(3000)
"""A busy line that works tells by then that a clip has begun; else there is no such file."""
ANSWER_MS = const(2000)
_QUESTIONS = const(2)
_PACKET_BYTES = const(10)
PLAY = const(0x0F)
VOLUME = const(0x06)
FILES = const(0x48)
ENDED = const(0x3D)
ENDED_TOO = const(0x4C)
"""What chips MH2024K-16SS say instead; of others it is the answer to a question that is not asked here."""
_ERROR = const(0x40)
_START = const(0x7E)
_VERSION = const(0xFF)
_LENGTH = const(6)
_END = const(0xEF)


class SoundModule:
    """Plays clips one after another. Nothing here waits or, after construction, allocates.

    `busy_works`: the busy line has been seen to tell of a clip. `ends_early`: the module tells of ends that are none.
    `names_files`: two of its messages have named the file that sounded.
    `uart` has `any()`, `readinto(buffer)` and `write(buffer)`, as `machine.UART`; `busy_line()` is 0 while the module
    plays, None if it is not connected. Clips below `whole_below` are never cut: numbers.
    `begun` counts the clips that have begun; `files` is how many files the card has, -1 until the module has told.
    """

    def __init__(self, uart, busy_line, now: int) -> None:
        self._uart = uart
        self.busy_line = busy_line
        self.whole_below = 0
        self._waiting = array("H", [0] * WAITING_CLIPS)
        self._next = self._last = 0
        self._cutting = False
        self._packet = bytearray(_PACKET_BYTES)
        self._byte = bytearray(1)
        self.reply = bytearray(_PACKET_BYTES)
        self._received = 0
        self._volume = 0
        self._volume_due = False
        self._sent_at = now
        self._pause_ms = STARTING_MS
        self._asked = 0
        self.playing = -1
        """The clip that sounds, -1: none."""
        self._played_at = now
        self._busy_seen = False
        self.busy_works = False
        self.ends_early = False
        self._ended_number = -1
        self._ended_at = now
        self._named_number = -1
        self.names_files = False
        self.begun = 0
        self.files = -1

    def is_silent(self) -> bool:
        """Whether the module has answered none of the questions put to it. It is sent commands all the same."""
        return self.files < 0 and self._asked > _QUESTIONS

    def is_idle(self) -> bool:
        """Whether nothing sounds, and nothing is to be sent."""
        asked = self.files >= 0 or self._asked > _QUESTIONS
        return self.playing < 0 and self._next == self._last and asked and not self._volume_due

    def set_volume(self, volume: int) -> None:
        """Set the volume, 0 to 30, before the next clip."""
        self._volume = volume
        self._volume_due = True

    def replace(self, clips, count: int) -> None:
        """Play the first `count` clips of the array `clips` (at most WAITING_CLIPS) instead of those not begun.

        What sounds is cut if it is no number.
        """
        count = min(count, WAITING_CLIPS)
        for i in range(count):
            self._waiting[i] = clips[i]
        self._next = 0
        self._last = count
        self._cutting = count > 0 and self.playing >= self.whole_below

    def tick(self, now: int) -> None:
        """Read what the module tells and send what is due at `now`, a tick in ms: at most one command."""
        while self._uart.any() and self._uart.readinto(self._byte):
            self._receive(self._byte[0], now)
        if self.playing >= 0:
            self._watch_end(now)
        if since(self._sent_at, now) < self._pause_ms:
            return
        if self._volume_due:
            self._volume_due = False
            self._send(VOLUME, 0, self._volume, now)
        elif self.files < 0 and self._asked <= _QUESTIONS and self.playing < 0:
            self._ask(now)
        elif self._next < self._last and (self.playing < 0 or self._cutting):
            self._play(self._waiting[self._next], now)

    def _ask(self, now: int) -> None:
        """Ask how many files there are; after the last question only note that no answer came."""
        self._asked += 1
        if self._asked <= _QUESTIONS:
            self._send(FILES, 0, 0, now)
            self._pause_ms = ANSWER_MS

    def _play(self, clip: int, now: int) -> None:
        self._next += 1
        self._cutting = False
        self._send(PLAY, clip // FILES_IN_FOLDER + 1, clip % FILES_IN_FOLDER + 1, now)
        self.playing = clip
        self._played_at = now
        self._busy_seen = False
        self.begun = (self.begun + 1) & MASK

    def _send(self, command: int, high: int, low: int, now: int) -> None:
        """Send a command with its parameter in two bytes. The port has room: the last one left it long ago."""
        packet = self._packet
        total = -(_VERSION + _LENGTH + command + high + low) & 0xFFFF
        packet[0] = _START
        packet[1] = _VERSION
        packet[2] = _LENGTH
        packet[3] = command
        packet[4] = 0
        packet[5] = high
        packet[6] = low
        packet[7] = total >> 8
        packet[8] = total & 0xFF
        packet[9] = _END
        self._uart.write(packet)
        self._sent_at = now
        self._pause_ms = GAP_MS

    def _watch_end(self, now: int) -> None:
        """Note the end of the clip that sounds, by the busy line or because the longest would be over."""
        elapsed = since(self._played_at, now)
        if self.busy_line is not None and not self.busy_line():
            self._busy_seen = self.busy_works = True
        elif self._busy_seen and elapsed < SHORTEST_MS:
            # It told of the clip that was cut.
            self._busy_seen = False
        elif self._busy_seen or self.busy_works and elapsed >= BUSY_LATE_MS:
            self.playing = -1
        is_number = 0 < self.playing < self.whole_below
        if elapsed >= (NUMBER_MS if is_number else LONGEST_MS) + STARTING_MS:
            self.playing = -1

    def _receive(self, byte: int, now: int) -> None:
        """Take a byte of a message; one that does not belong to it begins a new one."""
        if byte == _START:
            self._received = 0
        elif not self._received:
            return
        self.reply[self._received] = byte
        self._received += 1
        # With a checksum ten bytes, of some chips without: eight. A parameter may be 0xEF: seven are too few.
        ended = byte == _END and self._received >= _PACKET_BYTES - 2
        if ended or self._received == _PACKET_BYTES:
            self._received = 0
            self.understand(now)

    def understand(self, now: int) -> None:
        """Act on the message in `reply`, which is whole."""
        reply = self.reply
        command = reply[3]
        number = (reply[5] << 8) | reply[6]
        if command == FILES:
            self.files = number
            self._pause_ms = GAP_MS
        elif self.playing < 0 or since(self._played_at, now) < SHORTEST_MS:
            return
        elif command == _ERROR:
            self.playing = -1
        elif (command == ENDED or command == ENDED_TOO) and not self.busy_works:
            self._hear_end(number, now)

    def _hear_end(self, number: int, now: int) -> None:
        """Act on a message that file `number` has ended; chips count files differently."""
        if not self.playing and since(self._played_at, now) < CARD_MS:
            self.ends_early = True
        again = number == self._ended_number and since(self._ended_at, now) < AGAIN_MS
        named = number == self.playing % FILES_IN_FOLDER + 1
        if named and not again:
            # A tuple of the two would be allocated, while the heap is locked.
            self.names_files = self.names_files or 0 <= self._named_number != number
            self._named_number = number
        if not again and not self.ends_early and (named or not self.names_files):
            self._ended_number = number
            self._ended_at = now
            self.playing = -1
