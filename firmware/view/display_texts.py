"""What displays say: the game, or what lies over it."""

from ..clock import since
from ..entry.state_machine import PHASE_OVER, PHASE_PENDING
from ..interpreter import const
from .menu_texts import MenuTexts
from .phase_texts import PlayTexts
from .refusals import refusal_reason, refusal_team
from .text_buffer import ACCENTS, COLUMNS, FIRST_ACCENT, Sheet

_SAY_REFUSED_1 = const(87)
_REFUSAL_MS = const(3000)
"""For how long a refusal is told, if nothing else happens."""
_TROUBLE_TURN = const(1 << 12)
"""Half of the time, four seconds and four, damage is told."""
_NOTHING = const(-1)


class Texts:
    """Writes into `sheet`. `board` has what it is about: match, console, settings, results, view, and `trouble()`.

    `look` once, then `write` for each display.
    """

    def __init__(self, board, words: bytes) -> None:
        self._board = board
        self.sheet = Sheet(words)
        self._match = board.match
        self._console = board.console
        self._play = PlayTexts(self.sheet, board.match, board.console, board.settings, board.results)
        self._menus = MenuTexts(self.sheet, board.match, board.console.menus)
        self._refusals = board.console.refused
        self._reason = _NOTHING
        self._stood = 0
        self._menu = 0
        self._trouble = 0
        self._play.idle.name = letters_of(board.settings.values["name"])
        self._play.named_round, names = board.online.seating()
        self._play.names = [letters_of(name) for name in names]

    def look(self, now: int) -> None:
        """Look for refusals and damage."""
        console = self._console
        stands = self._stands()
        if console.refused != self._refusals:
            self._refusals = console.refused
            self._reason = refusal_reason(console, self._match, self._board.settings.sign_off, self._menu)
            self._stood = stands
        elif stands != self._stood or since(console.refused_at, now) >= _REFUSAL_MS:
            self._reason = _NOTHING
        self._menu = console.menus.showing
        self._trouble = self._board.trouble() if self._board.view.alert else 0

    def _stands(self) -> int:
        """A number that changes when something happens."""
        console = self._console
        menus = console.menus
        found = (self._match.changes & 1023) << 20 | console.phase << 16 | menus.showing << 13
        if menus.judge is not None:
            found |= menus.judge.page << 11 | menus.judge.count.total & 2047
        return found + console.count.total

    def write(self, first: int, now: int) -> None:
        """Write the sheet of a display on the side of team `first`."""
        self.sheet.clear()
        if self._reason != _NOTHING:
            self._refused(first)
        elif self._console.menus.showing:
            self._menus.write(first)
        elif self._trouble and now & _TROUBLE_TURN and not self._busy():
            self._menus.trouble(self._trouble, first)
        else:
            self._play.write(first, now)

    def _busy(self) -> bool:
        """Whether somebody counts, claims or agrees."""
        return PHASE_PENDING <= self._console.phase < PHASE_OVER

    def _refused(self, first: int) -> None:
        sheet = self.sheet
        console = self._console
        sheet.score_line(self._match, first)
        sheet.team = refusal_team(console, self._match, self._reason)
        sheet.n = console.count.total
        sheet.m = self._match.preset.limit(self._match.game.front[console.team])
        sheet.tall(_SAY_REFUSED_1 + self._reason, 0)


def letters_of(text: str) -> bytes:
    """A text in the letters that can be written; a question mark in place of each other one."""
    found = bytearray()
    for letter in text[:COLUMNS]:
        at = ACCENTS.find(letter)
        found.append(FIRST_ACCENT + at if at >= 0 else ord(letter) if " " <= letter <= "~" else 63)
    return bytes(found)
