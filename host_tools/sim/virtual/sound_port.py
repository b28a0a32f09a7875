"""A sound module of the DFPlayer Mini class at the end of its serial line, for a program that plays the clips itself.

Nothing here allocates in a step of the board.
"""

from firmware.sound_module import ENDED, FILES, FILES_IN_FOLDER, PLAY, STARTING_MS, VOLUME

from .hal import SilentPort

MESSAGE_BYTES = 10


def write_message(buffer, command: int, value: int) -> None:
    """Fill ten bytes with a module's message and its checksum; `value` is a number of two bytes."""
    buffer[0] = 0x7E
    buffer[1] = 0xFF
    buffer[2] = 6
    buffer[3] = command
    buffer[4] = 0
    buffer[5] = value >> 8
    buffer[6] = value & 0xFF
    total = -(0xFF + 6 + command + buffer[5] + buffer[6]) & 0xFFFF
    buffer[7] = total >> 8
    buffer[8] = total & 0xFF
    buffer[9] = 0xEF


def clip_of(packet) -> int:
    """Return the clip that a command PLAY names by folder and file."""
    return (packet[5] - 1) * FILES_IN_FOLDER + packet[6] - 1


class SoundPort(SilentPort):
    """What the driver sees of a UART. `files` is how many files the module has.

    `clip` is to be played from now on (-1: none yet), at `volume` (0 to 30); `played` counts the clips, `changes` the
    commands for either.
    """

    up_ms = STARTING_MS

    def __init__(self, files: int) -> None:
        self._files = files
        self.clip = -1
        self.volume = 0
        self.played = 0
        self.changes = 0
        self._message = bytearray(MESSAGE_BYTES)
        self._read = MESSAGE_BYTES

    def end_clip(self, clip: int) -> None:
        """Tell the driver that a clip has ended, unless another one was to be played since."""
        if clip == self.clip:
            self._answer(ENDED, clip % FILES_IN_FOLDER + 1)

    def _answer(self, command: int, value: int) -> None:
        write_message(self._message, command, value)
        self._read = 0

    # -- as a UART -----------------------------------------------------------------------------------------------

    def any(self) -> int:
        return MESSAGE_BYTES - self._read

    def readinto(self, buffer) -> int:
        if self._read == MESSAGE_BYTES:
            return 0
        buffer[0] = self._message[self._read]
        self._read += 1
        return 1

    def write(self, packet) -> int:
        command = packet[3]
        if command == FILES:
            self._answer(FILES, self._files)
        elif command == VOLUME:
            self.volume = packet[6]
            self.changes += 1
        elif command == PLAY:
            self.clip = clip_of(packet)
            self.played += 1
            self.changes += 1
        return len(packet)
