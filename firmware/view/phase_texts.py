"""What a display says of the game: in each phase where it stands, what OK would do, and who is waited for."""

from ..entry.state_machine import (
    PHASE_CLAIM,
    PHASE_DEAL,
    PHASE_ENDED,
    PHASE_IDLE,
    PHASE_OVER,
    PHASE_PENDING,
    PHASE_ROUND,
    PHASE_SIGN,
)
from ..interpreter import const
from ..rules.outcome import NOBODY
from .game_over_texts import OverTexts
from .idle_texts import IdleTexts

_SAY_AGREE_HINT = const(29)
_SAY_CLAIM = const(22)
_SAY_CLAIMED = const(24)
_SAY_CLAIM_HINT = const(23)
_SAY_DEAL = const(0)
_SAY_DEALS = const(2)
_SAY_DEALS_HINT = const(3)
_SAY_DEAL_HINT = const(1)
_SAY_PENDING = const(18)
_SAY_PENDING_HINT = const(19)
_SAY_RETURN = const(27)
_SAY_ROUND = const(39)
_SAY_ROUND_HINT = const(40)
_SAY_SIGN_HINT = const(25)
_SAY_UNDO = const(26)
_SAY_UNDO_HINT = const(28)
_SAY_WARNED = const(20)
_SAY_WARNED_HINT = const(21)

_NO_NAMES: list = []


class PlayTexts:
    """Writes the sheet of a phase. `names` are letters, of those who were assigned to play round `named_round` here."""

    def __init__(self, sheet, match, console, settings, results) -> None:
        self._sheet = sheet
        self._match = match
        self._console = console
        self._settings = settings
        self.idle = IdleTexts(sheet, match, console, settings)
        self.names: list = _NO_NAMES
        self.named_round = 0
        self._over = OverTexts(sheet, match, console, results)

    def write(self, first: int, now: int) -> None:
        """Write the sheet for the side of team `first`."""
        sheet = self._sheet
        console = self._console
        phase = console.phase
        sheet.team = console.team
        sheet.n = console.count.total
        if phase == PHASE_IDLE:
            self.idle.write(first, now)
        elif phase == PHASE_PENDING and not console.warned:
            self._pending(first)
        elif phase == PHASE_ROUND:
            named = self.names if self._match.tally.round == self.named_round else _NO_NAMES
            sheet.to_row(0 if named else 1)
            sheet.n = self._match.tally.round
            sheet.message(_SAY_ROUND, _SAY_ROUND_HINT)
            sheet.names(named)
        else:
            sheet.score_line(self._match, first)
            self._sentence(phase, now)

    def _sentence(self, phase: int, now: int) -> None:
        sheet = self._sheet
        if phase == PHASE_DEAL:
            self._deal()
        elif phase == PHASE_PENDING:
            sheet.message(_SAY_WARNED, _SAY_WARNED_HINT)
        elif phase == PHASE_CLAIM:
            sheet.message(_SAY_CLAIM, _SAY_CLAIM_HINT)
        elif phase == PHASE_SIGN:
            sheet.teams = self._all_but(self._console.team | self._console.signed << 4)
            sheet.message(_SAY_CLAIMED, _SAY_SIGN_HINT)
        elif phase == PHASE_OVER:
            self._over.write_over(now)
        elif phase == PHASE_ENDED:
            self._over.write_ended()
        else:
            self._undo()

    def _all_but(self, left_out: int) -> int:
        """The teams as a mask, without the one in the low four bits and the mask above them."""
        return (1 << self._match.teams) - 1 & ~(left_out >> 4) & ~(1 << (left_out & 15))

    def _pending(self, first: int) -> None:
        sheet = self._sheet
        game = self._match.game
        sheet.scores(self._match, first)
        sheet.m = game.front[sheet.team]
        sheet.o = sheet.m + sheet.n
        sheet.message(_SAY_PENDING, _SAY_PENDING_HINT)

    def _deal(self) -> None:
        sheet = self._sheet
        dealer = self._match.tally.dealer
        if dealer == NOBODY:
            sheet.message(_SAY_DEAL, _SAY_DEAL_HINT)
        else:
            sheet.team = dealer
            sheet.message(_SAY_DEALS, _SAY_DEALS_HINT)

    def _undo(self) -> None:
        sheet = self._sheet
        game = self._match.game
        sheet.m = game.front[sheet.team]
        sheet.o = game.back[sheet.team]
        sheet.n = sheet.m - sheet.o
        sheet.teams = self._all_but(sheet.team)
        hint = _SAY_AGREE_HINT if self._settings.sign_off else _SAY_UNDO_HINT
        sheet.message(_SAY_RETURN if self._console.returning() else _SAY_UNDO, hint)
