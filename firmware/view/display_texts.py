"""Chooses what the displays show: the game's text, or instead a refused key press, a menu or a fault."""

from ..entry.state_machine import PHASE_OVER, PHASE_PENDING
from ..interpreter import const
from ..ticks import since
from .menu_texts import MenuTexts
from .phase_texts import PhaseTexts
from .refusal_reason import refusal_reason, refusal_team
from .text_buffer import ACCENTS, COLUMNS, FIRST_ACCENT, TextBuffer

_SAY_REFUSED_1 = const(87)
_REFUSAL_MS = const(3000)
"""For how long a refusal is displayed, if nothing else happens."""
_TROUBLE_TURN = const(1 << 12)
"""Half of the time, four seconds and four, damage is told."""
_NOTHING = const(-1)


class DisplayTexts:
    """Fills `buffer`. Of `board` it reads match, console, settings, results, view, and `trouble()`.

    Call `poll` once a step, then `write` for each display.
    """

    def __init__(self, board, words: bytes) -> None:
        self._board = board
        self.buffer = TextBuffer(words)
        self._match = board.match
        self._console = board.console
        self._phases = PhaseTexts(self.buffer, board.match, board.console, board.settings, board.results)
        self._menus = MenuTexts(self.buffer, board.match, board.console.menus)
        self._refusals = board.console.refused
        self._reason = _NOTHING
        self._refusal_revision = 0
        self._menu = 0
        self._trouble = 0
        self._phases.idle.name = letters_of(board.settings.values["name"])
        self._phases.named_round, names = board.online.seating()
        self._phases.names = [letters_of(name) for name in names]

    def poll(self, now: int) -> None:
        """Note a new refusal, or drop one that is over, and note damage.

        A refusal is over after _REFUSAL_MS, or when anything else happens.
        """
        console = self._console
        revision = self._revision()
        if console.refused != self._refusals:
            self._refusals = console.refused
            self._reason = refusal_reason(console, self._match, self._board.settings.sign_off, self._menu)
            self._refusal_revision = revision
        elif revision != self._refusal_revision or since(console.refused_at, now) >= _REFUSAL_MS:
            self._reason = _NOTHING
        self._menu = console.menus.showing
        self._trouble = self._board.trouble() if self._board.view.alert else 0

    def _revision(self) -> int:
        """Return a number that changes with the match, the phase, the menu or a count: a small integer, no heap."""
        console = self._console
        menus = console.menus
        revision = ((self._match.changes & 1023) << 20) | (console.phase << 16) | (menus.showing << 13)
        if menus.judge is not None:
            revision |= (menus.judge.page << 11) | (menus.judge.count.total & 2047)
        return revision + console.count.total

    def write(self, first: int, now: int) -> None:
        """Fill the text buffer of a display on the side of team `first`."""
        self.buffer.clear()
        if self._reason != _NOTHING:
            self._refused(first)
        elif self._console.menus.showing:
            self._menus.write(first)
        elif self._trouble and now & _TROUBLE_TURN and not self._busy():
            self._menus.trouble(self._trouble, first)
        else:
            self._phases.write(first, now)

    def _busy(self) -> bool:
        """Return whether somebody counts, claims or agrees."""
        return PHASE_PENDING <= self._console.phase < PHASE_OVER

    def _refused(self, first: int) -> None:
        """Write why the last press was refused."""
        buffer = self.buffer
        console = self._console
        buffer.write_score_line(self._match, first)
        buffer.team = refusal_team(console, self._match, self._reason)
        buffer.n = console.count.total
        buffer.m = self._match.preset.limit(self._match.game.front[console.team])
        buffer.tall(_SAY_REFUSED_1 + self._reason, 0)


def letters_of(text: str) -> bytes:
    """Encode the first COLUMNS letters of a text as numbers of glyphs; a question mark for each that has none."""
    encoded = bytearray()
    for letter in text[:COLUMNS]:
        accent = ACCENTS.find(letter)
        encoded.append(FIRST_ACCENT + accent if accent >= 0 else ord(letter) if " " <= letter <= "~" else 63)
    return bytes(encoded)
