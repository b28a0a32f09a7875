"""Record a match's flash operations, and restore the chip as a power cut at any of them leaves it."""

from dataclasses import dataclass

from firmware.board import Board
from firmware.journal.checkpoint import pack_checkpoint
from firmware.rules.match import Match
from host_tools.littlefs.chip import SECTOR, program
from tests.journal.flash import ImageChip, on_flash, packed


@dataclass
class Operation:
    """One program or erase: `data` goes to `start`; erased is all ones. `durable`, `begun`, `shown` count points."""

    start: int
    data: bytes
    erase: bool
    durable: int
    begun: int
    shown: int

    def on(self, image: bytearray, size: int) -> None:
        """Do the first `size` bytes of it."""
        if self.erase:
            image[self.start : self.start + size] = self.data[:size]
        else:
            program(image, self.start, self.data[:size])

    def sizes(self) -> list[int]:
        """How many bytes may be done when the power goes: none, a quarter, half, three quarters; all but one."""
        whole = len(self.data)
        parts = [0, whole // 4, whole // 2, whole * 3 // 4]
        return parts if self.erase else [*parts, whole - 1]


class RecordingChip(ImageChip):
    """Keeps every operation in `log`, with what its `watch` knew then."""

    def __init__(self, image: bytes = b"", watch: "Watch | None" = None) -> None:
        super().__init__(image)
        self.log: list[Operation] = []
        self._watch = watch or Watch()

    def prog(self, cfg, block, off, data):
        self._record(block * SECTOR + off, bytes(data), False)
        return 0

    def erase(self, cfg, block):
        self._record(block * SECTOR, b"\xff" * SECTOR, True)
        return 0

    def _record(self, start: int, data: bytes, erase: bool) -> None:
        watch = self._watch
        operation = Operation(start, data, erase, watch.durable, watch.begun, watch.shown)
        self.log.append(operation)
        self.programs += not erase
        self.erases += erase
        operation.on(self.buffer, len(data))


class Watch:
    """Counts points, each the state after an event or after new settings: begun, durable, last shown.

    `states` are the points in order, `packed`.
    """

    def __init__(self) -> None:
        self.states: list[bytes] = []
        self.begun = self.durable = self.shown = 0
        self.between: set[bytes] = set()

    def show(self) -> None:
        self.shown = self.durable

    def board(self, hal) -> Board:
        """A Board that tells of its points."""
        board = Board(hal)
        self._watch_events(board)
        self._watch_restarts(board)
        self.states.append(packed(board))
        return board

    def _watch_events(self, board: Board) -> None:
        commit = board.actions.commit

        def watched_commit(*event):
            self.begun += 1
            commit(*event)
            self.end(board)

        board.actions.commit = watched_commit

    def _watch_restarts(self, board: Board) -> None:
        """New settings begin a match anew, which is durable once a segment of it has been opened."""
        restart, open_segment = board.match.restart, board.journal.open_segment

        def watched_restart(*arguments):
            self.begun += 1
            # Settings are written first: a cut before the journal knows of them leaves the old match, in the new event.
            old = board.match
            between = Match(old.preset, old.teams, old.tally.round, old.in_event)
            between.finished = old.finished
            self.between.add(pack_checkpoint(between, 0, board.journal.sequence, 0))
            restart(*arguments)

        def watched_segment(*arguments):
            yield from open_segment(*arguments)
            if self.durable < self.begun:
                self.end(board)

        board.match.restart, board.journal.open_segment = watched_restart, watched_segment

    def end(self, board: Board) -> None:
        self.durable = self.begun
        self.states.append(packed(board))


class Recording:
    """A script played without a cut: `states` at each point, `log` of operations, all result `lines`.

    `between` are states that a cut may leave between the settings of an event and the journal that knows of it.
    """

    def __init__(self, play) -> None:
        watch = Watch()
        chip = RecordingChip(watch=watch)
        self.blank = bytes(chip.buffer)
        board = on_flash(chip, watch.show, boot=watch.board)
        play(board)
        self.states = watch.states
        self.between = watch.between
        self.log = chip.log
        self.lines = board.lines()


def cuts(blank: bytes, log: list[Operation], which, pick=None):
    """Yield (operation, image) for each cut of the operations numbered in `which`, in order.

    `some` picks from an operation's `sizes`; all without it.
    """
    image = bytearray(blank)
    for number, operation in enumerate(log):
        if number in which:
            for size in pick(operation) if pick else operation.sizes():
                cut = bytearray(image)
                operation.on(cut, size)
                yield operation, bytes(cut)
        operation.on(image, len(operation.data))
