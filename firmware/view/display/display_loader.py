"""Detects displays on the I²C bus, and imports their driver and phrases when the first is found."""

from ...interpreter import TYPE_CHECKING, const

if TYPE_CHECKING:
    from .displays import Displays

_SEEK_MS = const(2500)
"""One display is probed for, then after this time the other: each every five seconds."""


class DisplayLoader:
    """Finds displays: `displays` is None until one was found. The next probe is due `wait_ms` after `sought_at`."""

    def __init__(self, hal, view, console, results, findings, network_loader) -> None:
        self._hal = hal
        self._view = view
        self._console = console
        self._results = results
        self._findings = findings
        self._network_loader = network_loader
        self.displays: Displays = None
        self.sought_at = 0
        self.wait_ms = 0
        self._next_number = 0

    def notes(self) -> list:
        """Return a message for each display that has stopped answering."""
        missing: list = self.displays.missing() if self.displays is not None else []
        return [{"code": "display-missing", "number": number + 1} for number in missing]

    @property
    def count(self) -> int:
        """How many displays answer."""
        return sum(display.there for display in self.displays.all) if self.displays is not None else 0

    def seek(self, clock: int) -> bool:
        """Probe for one of the two displays, in turn; load the driver when the first answers, and then return True.

        Takes 5 ms if the bus hangs.
        """
        number = self._next_number
        # At the start the second is probed for at once after the first.
        self.wait_ms = _SEEK_MS if number else self.wait_ms
        self.sought_at = clock
        self._next_number = 1 - number
        if self.displays is not None and self.displays.all[number].there:
            return False
        loads = False
        if self._hal.find_display(number):
            loads = self.displays is None
            if loads:
                self._load()
            self.displays.begin(number)
            self._view.share_port(self.count)
        return loads

    def _load(self) -> None:
        from .displays import Displays

        self.displays = Displays(self._hal, self._console, self._results, self._findings)
        self.prepare()

    def prepare(self) -> None:
        """Apply the settings in force, and who sits at the board, to the displays. Allocates."""
        if self.displays is not None:
            phrases = phrases_of(self._console.settings.values["language"])
            self.displays.prepare(phrases, self._network_loader.seating())


def phrases_of(language: str) -> bytes:
    """Return a language's display phrases, of `view/words_LANGUAGE`, imported when first needed."""
    module = __import__("firmware.view.display.words_" + language, None, None, ("WORDS",))
    phrases: bytes = module.WORDS
    return phrases
