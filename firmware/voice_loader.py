"""Loads the voice on boards whose hardware.json says that they have a sound module, and saves what its keys change."""

from .config import SPOKEN
from .interpreter import TYPE_CHECKING

if TYPE_CHECKING:
    from .view.announcements import Announcements


class VoiceLoader:
    """`voice`: the Announcements, None on boards without a sound module. `module` is its driver."""

    def __init__(self, board) -> None:
        self._board = board
        self.voice: Announcements = None
        self.module = None
        self.card = (0, 0)
        """How many files the card of the board's language has, and its number."""

    @property
    def notes(self) -> list:
        """Messages on a module that does not answer, and on a card with another number of files than it should have."""
        module = self.module
        if module is None:
            return []
        if module.silent:
            return [{"code": "voice-silent"}]
        if 0 <= module.files != self.card[0]:
            return [{"code": "voice-card", "files": module.files, "wanted": self.card[0], "number": self.card[1]}]
        return []

    def begin(self) -> None:
        """Load the voice if the machine has one, and greet."""
        if self._board.hal.voice:
            self._load()

    def _load(self) -> None:
        board = self._board
        from .view.announcements import Announcements

        table = table_of(board.settings.values["language"])
        self.card = ((table[0] << 8) | table[1], (table[2] << 8) | table[3])
        if self.module is None:
            self.module = board.hal.open_voice(board.clock)
        self.voice = Announcements(board, self.module, table)
        board.console.menus.voice = self.voice
        self.voice.greet()

    def prepare(self) -> None:
        """Apply changed settings, of volume, level and language."""
        if self.voice is not None:
            self._load()

    def save(self) -> None:
        """Keep what keys have changed, if any. Writes flash; a failure leaves it in force until the next start."""
        voice = self.voice
        if voice is None or not voice.changed:
            return
        voice.changed = False
        try:
            self._board.settings.change({"volume": voice.volume, "spoken": SPOKEN[voice.level]})
        except ValueError:
            pass


def table_of(language: str) -> bytes:
    """Return a language's table of clips, imported when first needed; English unless `language` is `fr`."""
    if language == "fr":
        from .view.clips_fr import CLIPS_FR

        return CLIPS_FR
    from .view.clips_en import CLIPS_EN

    return CLIPS_EN
