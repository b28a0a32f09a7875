"""Begins the voice of a board with a sound module; imported only there. Saves what its keys change."""

from .config import SPOKEN
from .view.announcements import Announcements


class VoiceLoader:
    """`voice` is the Announcements, `module` the sound module's driver.

    `card`: how many files the card of the board's language has, and its number.
    """

    def __init__(self, board) -> None:
        self._board = board
        self.module = board.hal.open_voice(board.clock)
        self.card = (0, 0)
        self.prepare()

    def prepare(self) -> None:
        """Begin with the settings in force, such as another language. Allocates."""
        board = self._board
        table = table_of(board.settings.values["language"])
        self.card = ((table[0] << 8) | table[1], (table[2] << 8) | table[3])
        self.voice = board.console.menus.voice = Announcements(board, self.module, table)
        self.voice.greet()

    def notes(self) -> list:
        """Return messages on a module that does not answer, and on a card with another number of files than wanted."""
        module = self.module
        if module.is_silent():
            return [{"code": "voice-silent"}]
        if 0 <= module.files != self.card[0]:
            return [{"code": "voice-card", "files": module.files, "wanted": self.card[0], "number": self.card[1]}]
        return []

    def state(self) -> dict:
        """Return the card's number, the files that it should have, and has (-1: not told).

        `ends`: what tells of a clip's end, the busy line, messages, or only the longest clip's time.
        """
        module = self.module
        ends = "busy" if module.busy_works else "time" if module.ends_early else "message"
        return {"card": self.card[1], "wanted": self.card[0], "files": module.files, "ends": ends}

    def save(self) -> None:
        """Keep what keys have changed, if any. Writes flash; a failure leaves it in force until the next start."""
        voice = self.voice
        if not voice.changed:
            return
        voice.changed = False
        try:
            self._board.settings.change({"volume": voice.volume, "spoken": SPOKEN[voice.level]})
        except ValueError:
            pass


def table_of(language: str) -> bytes:
    """Return a language's table of clips, of `view/clips_LANGUAGE`, imported when first needed."""
    module = __import__("firmware.view.clips_" + language, None, None, ("CLIPS",))
    table: bytes = module.CLIPS
    return table
