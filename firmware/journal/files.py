"""The journal's folders on flash: names are eight digits, and what the file system refuses is noted.

journal/NNNNNNNN   live segments: the present one last, then the one before it and all since the last game's end
archive/NNNNNNNN   segments of finished games end to end, sixteen games a file
damaged/NNNNNNNN   segments that could not be read to their end, for inspection
"""

FOLDER = "journal"
ARCHIVE = "archive"
DAMAGED = "damaged"


class Files:
    """`notes` says in words what was found damaged or refused; `faults` counts writes that failed.

    `untouched` are the names of segments in a format of the future: they stay where they are.
    """

    def __init__(self, disk) -> None:
        self.disk = disk
        self.notes: list = []
        self.faults = 0
        self.untouched: list = []
        for folder in (FOLDER, ARCHIVE, DAMAGED):
            self.attempt(disk.make_folder, folder)

    def attempt(self, action, *arguments):
        """The action's outcome; None, and a note, where the file system refuses."""
        try:
            return action(*arguments)
        except OSError as error:
            self.fail(str(error))
            return None

    def fail(self, why: str) -> None:
        """Count a write that failed, and note why."""
        self.faults += 1
        if why not in self.notes:
            self.notes.append(why)

    def names(self, folder: str) -> list:
        """Names of the folder's segments or archives, in order."""
        names = self.attempt(self.disk.names, folder) or []
        return [name for name in names if len(name) == 8 and name.isdigit()]

    def read(self, name: str) -> bytes:
        """All bytes of a live segment. Raises OSError."""
        file = self.disk.open(path(FOLDER, name), "rb")
        data = file.read()
        file.close()
        return data

    def spare(self) -> list:
        """Live segments that the match can be brought back without, oldest first.

        The last but one stays: with the present one's checkpoint damaged, the match is still what it was.
        """
        return [name for name in self.names(FOLDER)[:-2] if name not in self.untouched]


def path(folder: str, number) -> str:
    """The file of a segment or archive by its number, or by the name that is its number."""
    return "%s/%08d" % (folder, int(number))
