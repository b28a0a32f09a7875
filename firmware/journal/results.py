"""What a board keeps in mind of its log of results (`result_log`)."""

from ..interpreter import forget

NAME = "results.log"


class Results:
    """`count` is the number of the last result written since the board was made; `code` its result code.

    `notes` says in words what is wrong with the log's end. For `result_log`: `prev` names the last line, `torn` says
    that it does not end.
    """

    def __init__(self, disk) -> None:
        self.disk = disk
        self.count = 0
        self.code = ""
        self.notes: list = []
        self.prev = ""
        self.torn = False
        self._find_last()

    def _find_last(self) -> None:
        from .result_log import find_last

        find_last(self)
        forget("firmware.journal.result_log")

    def expect(self, finished: int, due: bool = True) -> None:
        """The journal has counted `finished` results; `due`: the last of them can still be written. Where the log ends
        otherwise, say so and go on."""
        if self.count > finished:
            self.notes.append("%s: it ends with result %d, the journal with %d" % (NAME, self.count, finished))
        written = finished - 1 if due else finished
        if self.count < written:
            self.notes.append("%s: results %d to %d are missing" % (NAME, self.count + 1, written))
            self.count = written

    def since(self, n: int):
        """The lines of results after number `n`, oldest first, as str."""
        from .result_log import since

        return since(self, n)
