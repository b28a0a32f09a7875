"""Reads and writes the journal's files, in four folders; counts and notes failures. Names have eight digits.

present/00000000   the present segment, whatever its number
journal/NNNNNNNN   closed segments: the one before the present, and all since the last game's end
archive/NNNNNNNN   segments of finished games end to end, sixteen games a file
damaged/NNNNNNNN   segments that could not be read to their end, for inspection
"""

from ..interpreter import const

PRESENT = "present"
CLOSED = "journal"
ARCHIVE = "archive"
DAMAGED = "damaged"
LONGEST_SEGMENT = const(16384)
"""More bytes than a segment ever has, however long the flash was full."""
_HIGHEST_NUMBER = const(99999998)
"""A name of eight digits holds no higher number."""
_READ_BYTES = const(512)
"""Bytes read at a time: most segments have fewer."""


class Files:
    """Access to the journal's files. `notes`: messages on damage and failed writes; `faults` counts failed writes.

    `untouched` are the names of segments in a newer format, which are neither moved nor deleted.
    """

    def __init__(self, disk) -> None:
        self.disk = disk
        self.notes: list = []
        self.faults = 0
        self.untouched: list = []
        for folder in (PRESENT, CLOSED, ARCHIVE, DAMAGED):
            self.attempt(disk.make_folder, folder)

    def attempt(self, action, *arguments):
        """Call `action(*arguments)` and return its result; None, with a note, if it raises OSError."""
        try:
            return action(*arguments)
        except OSError as error:
            self.fail("journal-failed", error)
            return None

    def fail(self, code: str, error) -> None:
        """Count a write that failed, and note it as `code`, once for the same error."""
        self.faults += 1
        note = {"code": code, "why": str(error)}
        if note not in self.notes:
            self.notes.append(note)

    def names(self, folder: str) -> list:
        """Return the names of the folder's segments or archives, oldest first; [] if it cannot be read."""
        names = self.attempt(self.disk.names, folder) or []
        return [name for name in names if len(name) == 8 and name.isdigit()]

    def read(self, file: str) -> bytes:
        """Return the bytes of a file; of a longer one the first LONGEST_SEGMENT and some more. Raises OSError."""
        stream = self.disk.open(file, "rb")
        data = piece = stream.read(_READ_BYTES)
        while piece and len(data) <= LONGEST_SEGMENT:
            piece = stream.read(_READ_BYTES)
            data += piece
        stream.close()
        return data

    def pieces(self, path: str):
        """Yield the bytes of a file in pieces. Raises OSError."""
        source = self.disk.open(path, "rb")
        try:
            piece = source.read(_READ_BYTES)
            while piece:
                yield piece
                piece = source.read(_READ_BYTES)
        finally:
            source.close()

    def present_pieces(self) -> list:
        """Return the bytes of the present segment in pieces; [] if it is empty or cannot be read."""
        try:
            return list(self.pieces(segment_path(PRESENT, 0)))
        except OSError:
            # A new board has none; one that cannot be read was noted at start.
            return []

    def spare_segments(self) -> list:
        """Return the names of closed segments that are not needed to restore the match, oldest first.

        The newest is needed: if the present one's checkpoint is damaged, the match is restored from it.
        """
        return [name for name in self.names(CLOSED)[:-1] if name not in self.untouched]


def read_part(disk, path: str, offset: int, count: int) -> bytes:
    """Return up to `count` bytes of a file from `offset` on. Raises OSError."""
    file = disk.open(path, "rb")
    try:
        file.seek(offset)
        return file.read(count)
    finally:
        file.close()


def segment_path(folder: str, number) -> str:
    """Return the path of a segment or archive; `number` may be its name (eight digits)."""
    return "%s/%08d" % (folder, int(number))


def number_after(number: int, names: list) -> int:
    """Return the next segment number after `number` that is not among `names`; wraps after _HIGHEST_NUMBER."""
    number = number % _HIGHEST_NUMBER + 1
    while "%08d" % number in names:
        number = number % _HIGHEST_NUMBER + 1
    return number
