"""Reads and writes the journal's files, in folders, named by eight digits; failures are counted and logged.

present/00000000   the present segment, whatever its number
journal/NNNNNNNN   closed segments: the one before the present, and all since the last game's end
archive/NNNNNNNN   segments of finished games end to end, sixteen games a file
damaged/NNNNNNNN   segments that could not be read to their end, for inspection
"""

from ..interpreter import const

PRESENT = "present"
FOLDER = "journal"
ARCHIVE = "archive"
DAMAGED = "damaged"
LONGEST_SEGMENT = const(16384)
"""More bytes than a segment ever has, however full the chip was."""
_HIGHEST_NUMBER = const(99999998)
"""Names have eight digits."""
_READ_BYTES = const(512)
"""Bytes read at a time: more than most segments have."""


class Files:
    """`notes` says in words what was found damaged or refused; `faults` counts writes that failed.

    `untouched` are the names of segments in a format of the future: they stay where they are.
    """

    def __init__(self, disk) -> None:
        self.disk = disk
        self.notes: list = []
        self.faults = 0
        self.untouched: list = []
        for folder in (PRESENT, FOLDER, ARCHIVE, DAMAGED):
            self.attempt(disk.make_folder, folder)

    def attempt(self, action, *arguments):
        """Run an action and return its outcome; None, and a note, where the file system refuses."""
        try:
            return action(*arguments)
        except OSError as error:
            self.fail(str(error))
            return None

    def fail(self, reason: str) -> None:
        """Count a write that failed, and note why."""
        self.faults += 1
        if reason not in self.notes:
            self.notes.append(reason)

    def names(self, folder: str) -> list:
        """Return the names of the folder's segments or archives, in order."""
        names = self.attempt(self.disk.names, folder) or []
        return [name for name in names if len(name) == 8 and name.isdigit()]

    def read(self, file: str) -> bytes:
        """Return the bytes of a file; of one longer than LONGEST_SEGMENT, that many and some more. Raises OSError."""
        stream = self.disk.open(file, "rb")
        data = piece = stream.read(_READ_BYTES)
        while piece and len(data) <= LONGEST_SEGMENT:
            piece = stream.read(_READ_BYTES)
            data += piece
        stream.close()
        return data

    def close_present(self, number: int, end: bytes) -> None:
        """Copy the present segment to its place among the closed ones, followed by `end`. Raises OSError."""
        try:
            data = self.read(segment_path(PRESENT, 0))
        except OSError:
            # A new board; or what cannot be read, and has been noted.
            return
        if data:
            segment = self.disk.open(segment_path(FOLDER, number), "wb")
            try:
                segment.write(data + end)
            finally:
                segment.close()

    def spare(self) -> list:
        """Return closed segments that the match can be brought back without, oldest first.

        The last stays: with the present one's checkpoint damaged, the match is still what it was.
        """
        return [name for name in self.names(FOLDER)[:-1] if name not in self.untouched]


def segment_path(folder: str, number) -> str:
    """Return the path of a segment or archive by its number, or by the name that is its number."""
    return "%s/%08d" % (folder, int(number))


def number_after(number: int, names: list) -> int:
    """Return the next number after `number` that is none of these names."""
    number = number % _HIGHEST_NUMBER + 1
    while "%08d" % number in names:
        number = number % _HIGHEST_NUMBER + 1
    return number
