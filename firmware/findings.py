"""What is wrong with the board: collects the messages of its parts, and tells the kind of the first for a display."""

from .entry.key_names import key_names
from .interpreter import const

_BATTERY = const(9)
"""The kind of fault of a cell that has to be charged."""


class Findings:
    """What is wrong with a board. `alert`: lights and displays tell of it, until the status is opened. `flash_low`:
    hardly any flash is free. `loaders`: the parts, made later, whose `notes()` are asked for more.
    """

    def __init__(self, hal, keys, settings, journal, results, supply, measures) -> None:
        self._hal = hal
        self._keys = keys
        self._settings = settings
        self._supply = supply
        self._measures = measures
        self.alert = self.flash_low = False
        self.loaders: list = []
        self._stuck_keys: list = []
        self.tell_stuck_keys()
        self._lists = (hal.notes, self._stuck_keys, settings.notes, journal.notes(), results.notes)
        """Made once: a display asks for the kind while nothing may be allocated."""

    def tell(self) -> None:
        """Alert if anything is wrong, or end the alert. Allocates."""
        self.alert = bool(self.notes())

    def add(self, message: dict) -> None:
        """Note what has been refused, and alert. Allocates."""
        self._settings.notes.append(message)
        self.alert = True

    def tell_stuck_keys(self) -> None:
        """Have a note on each of the keys that are stuck now. Allocates."""
        stuck = self._keys.stuck
        self._stuck_keys[:] = [{"code": "key-down", "key": name} for name in key_names(stuck)] if stuck else []

    def notes(self) -> list:
        """Return messages (`messages`) on all that is wrong: found at start, supply, flash, the loaders'."""
        notes = [note for notes in self._lists for note in notes]
        notes += self._supply.notes(self._measures.frames > 0)
        if self.flash_low:
            notes.append({"code": "flash-low"})
        notes += self._hal.interruptions
        for loader in self.loaders:
            notes += loader.notes()
        return notes

    def fault_kind(self) -> int:
        """Return the first kind of fault that has notes, for a display: 0 none, 1 hardware, 2 a key, 3 settings, 4
        journal, 5 results, 6 LED supply, 7 an interruption, 8 flash nearly full; 9 the battery, before all others.
        """
        supply = self._supply
        if supply.cell_low:
            return _BATTERY
        lists = self._lists
        for kind in range(len(lists)):
            if lists[kind]:
                return kind + 1
        if supply.cut or self._measures.frames > 0 and supply.rail_low():
            return len(lists) + 1
        if self._hal.interruptions:
            return len(lists) + 2
        return len(lists) + 3 if self.flash_low else 0
