"""Displays that may be plugged in or not: looked for now and then, and what they need is loaded with the first one."""

from .clock import MASK
from .interpreter import const

_SEEK_MS = const(5000)


class Attached:
    """`displays` once there is one, else None. `notes`: what became of them."""

    def __init__(self, board) -> None:
        self._board = board
        self.displays = None
        self._sought_at = 0
        self._never = True

    @property
    def notes(self) -> list:
        """Whether one that was there has stopped answering."""
        missing = self.displays.missing() if self.displays is not None else []
        return ["display %d does not answer" % (number + 1) for number in missing]

    def due(self, clock: int) -> bool:
        """Whether it is time to look for displays."""
        return self._never or clock - self._sought_at & MASK >= _SEEK_MS

    def seek(self, clock: int) -> None:
        """Look for those that are not there. Takes memory when the first is found; 5 ms where the bus hangs."""
        self._never = False
        self._sought_at = clock
        for number in range(2):
            if self.displays is not None and self.displays.all[number].there:
                continue
            if self._board.hal.find_display(number):
                self._load()
                self.displays.begin(number)

    def _load(self) -> None:
        if self.displays is None:
            from .view.displays import Displays

            self.displays = Displays(self._board, words_of(self._board.settings.values["language"]))

    def prepare(self) -> None:
        """Take other words, or another name of the board."""
        if self.displays is not None:
            self.displays.speak(words_of(self._board.settings.values["language"]))


def words_of(language: str) -> bytes:
    """The phrases of a language."""
    if language == "fr":
        from .view.words_fr import WORDS_FR

        return WORDS_FR
    from .view.words_en import WORDS_EN

    return WORDS_EN
