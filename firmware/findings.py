"""What is wrong with the board: collects the messages of its parts, and tells the kind of the first for a display."""

from .entry.key_names import key_names
from .interpreter import const

_BATTERY = const(9)
"""The kind of fault of a cell that has to be charged."""


class Findings:
    """What is wrong with a board. `flash_low`: hardly any flash is free."""

    def __init__(self, board) -> None:
        self._board = board
        self.flash_low = False
        self._stuck_keys: list = []
        self.tell_stuck_keys()
        kept = board.journal.notes(), board.results.notes
        self._lists = (board.hal.notes, self._stuck_keys, board.settings.notes) + kept
        """Made once: a display asks for the kind while nothing may be allocated."""

    def tell_stuck_keys(self) -> None:
        """Have a note on each of the keys that are stuck now. Allocates."""
        stuck = self._board.keys.stuck
        self._stuck_keys[:] = [{"code": "key-down", "key": name} for name in key_names(stuck)] if stuck else []

    def notes(self) -> list:
        """Return messages (`messages`) on all that is wrong: found at start, supply, flash, displays, network."""
        board = self._board
        notes = [note for notes in self._lists for note in notes]
        notes += board.supply.notes(board.measures.frames > 0)
        if self.flash_low:
            notes.append({"code": "flash-low"})
        notes += board.hal.interruptions + board.display_loader.notes + board.network_loader.notes
        return notes + board.voice_loader.notes() if board.voice_loader else notes

    def fault_kind(self) -> int:
        """Return the first kind of fault that has notes, for a display: 0 none, 1 hardware, 2 a key, 3 settings, 4
        journal, 5 results, 6 LED supply, 7 an interruption, 8 flash nearly full; 9 the battery, before all others.
        """
        supply = self._board.supply
        if supply.cell_low:
            return _BATTERY
        lists = self._lists
        for kind in range(len(lists)):
            if lists[kind]:
                return kind + 1
        if supply.cut or self._board.measures.frames > 0 and supply.rail_low():
            return len(lists) + 1
        if self._board.hal.interruptions:
            return len(lists) + 2
        return len(lists) + 3 if self.flash_low else 0
