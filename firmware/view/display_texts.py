"""Chooses the text of the displays: the game's, or instead that of a refused key press, a menu or a fault."""

from ..entry.phases import PHASE_OVER, PHASE_PENDING
from ..interpreter import const
from ..ticks import since
from .menu_texts import MenuTexts
from .phase_texts import PhaseTexts
from .refusal_reason import refusal_reason, refusal_team
from .text_buffer import ACCENTS, COLUMNS, FIRST_ACCENT

_SAY_REFUSED_1 = const(100)
_REFUSAL_MS = const(3000)
"""How long a refusal is displayed if nothing else happens."""
_FAULT_TURN = const(1 << 12)
"""A fault is displayed for this many ms (about 4 s), then the game for as long."""
_NOTHING = const(-1)


class DisplayTexts:
    """Fills `buffer`, a TextBuffer or a SpokenBuffer, with the text of one display.

    Call `poll` whenever something may have changed, then `write` for each display. `fault`: the kind of fault to tell
    of, 0 for none.
    """

    def __init__(self, board, buffer) -> None:
        self._board = board
        self.buffer = buffer
        self._match = board.match
        self._console = board.console
        self.phases = PhaseTexts(self.buffer, board.match, board.console, board.settings, board.results)
        self.menus = MenuTexts(self.buffer, board.match, board.console.menus)
        self._refusals = board.console.refused
        self._reason = _NOTHING
        self._refusal_revision = 0
        self._menu = 0
        self.fault = 0
        self.phases.idle.name = encode_letters(board.settings.values["name"])
        self.phases.named_round, names = board.network_loader.seating()
        self.phases.names = [encode_letters(name) for name in names]

    def poll(self, now: int) -> None:
        """Find the reason of a new refusal, or drop the last one; find which fault to display. `now`: board time, ms.

        A refusal is dropped after _REFUSAL_MS, or when anything else happens.
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
        self.fault = self._board.fault_kind() if self._board.view.alert else 0

    def _revision(self) -> int:
        """Return a small integer that changes whenever match, phase, open menu or a count does. Does not allocate."""
        console = self._console
        menus = console.menus
        revision = ((self._match.changes & 1023) << 20) | (console.phase << 16) | (menus.showing << 13)
        if menus.judge is not None:
            judge = menus.judge
            revision |= (judge.page << 11) | ((judge.chooser + 1) << 8) | (judge.count.total & 255)
        return revision + console.count.total

    def write(self, first: int, now: int) -> None:
        """Fill `buffer` for the display on the side of team `first`; `now` is board time in ms."""
        covered = self.refused() or self._console.menus.showing or self._entering()
        self.buffer.clear()
        if self.fault and now & _FAULT_TURN and not covered:
            self.menus.write_fault(self.fault, first)
        else:
            self.write_situation(first, now)

    def write_situation(self, first: int, now: int) -> None:
        """Write as `write`, but no fault, and without clearing the buffer."""
        if self.refused():
            self._write_refusal(first)
        elif self._console.menus.showing:
            self.menus.write(first)
        else:
            self.phases.write(first, now)

    def refused(self) -> bool:
        """Return whether a refusal is being told."""
        return self._reason != _NOTHING

    def _entering(self) -> bool:
        """Return whether a count, claim, signature or undo is being entered."""
        return PHASE_PENDING <= self._console.phase < PHASE_OVER

    def _write_refusal(self, first: int) -> None:
        """Write why the last press was refused."""
        buffer = self.buffer
        console = self._console
        buffer.write_scores_above(self._match, first, buffer.line_count(_SAY_REFUSED_1 + self._reason))
        buffer.team = refusal_team(console, self._match, self._reason)
        buffer.n = console.count.total
        buffer.m = self._match.preset.limit(self._match.game.front[console.team])
        buffer.write_tall(_SAY_REFUSED_1 + self._reason, 0)


def encode_letters(text: str) -> bytes:
    """Encode the first COLUMNS letters of a text as glyph numbers; a letter without glyph becomes a question mark."""
    encoded = bytearray()
    for letter in text[:COLUMNS]:
        accent = ACCENTS.find(letter)
        encoded.append(FIRST_ACCENT + accent if accent >= 0 else ord(letter) if " " <= letter <= "~" else 63)
    return bytes(encoded)
