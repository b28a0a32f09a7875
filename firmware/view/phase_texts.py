"""Display text for each phase of the game: its status, the effect of OK, who must act."""

from ..entry.phases import (
    PHASE_CHECK,
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
from .game_over_texts import GameOverTexts
from .score_texts import IdleTexts

_SAY_AGREE_HINT = const(29)
_SAY_CHECK = const(41)
_SAY_CHECK_HINT = const(42)
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


class PhaseTexts:
    """Fills the text buffer in each phase.

    `names` are the names (glyph numbers) of the players assigned to this board for round `named_round`, by team.
    """

    def __init__(self, buffer, match, console, settings, results) -> None:
        self._buffer = buffer
        self._match = match
        self._console = console
        self._settings = settings
        self.idle = IdleTexts(buffer, match, console, settings)
        self.names: list = _NO_NAMES
        self.named_round = 0
        self._over = GameOverTexts(buffer, match, console, results)

    def write(self, first: int, now: int) -> None:
        """Fill the text buffer of the display on the side of team `first`; `now` is board time in ms."""
        buffer = self._buffer
        console = self._console
        phase = console.phase
        buffer.team = console.team
        buffer.n = console.count.total
        if phase == PHASE_IDLE:
            self.idle.write(first, now)
        elif phase == PHASE_ROUND:
            self._write_round()
        elif phase == PHASE_OVER:
            self._over.write_over(first, now)
        elif phase == PHASE_ENDED:
            self._over.write_ended(first)
        else:
            buffer.write_scores(self._match, first)
            self._write_phase(phase)

    def _write_round(self) -> None:
        """Write where this board believes to be, before anything is played: table and round, or the round alone.

        Below them stand the names of those who are to sit there, if they are known.
        """
        buffer = self._buffer
        names = self.names if self._match.tally.round == self.named_round else _NO_NAMES
        buffer.go_to_row(0 if names else 1)
        if self._settings.values["table"]:
            self.idle.write_table_and_round(buffer.line_count(_SAY_ROUND_HINT))
            buffer.write_small(_SAY_ROUND_HINT)
        else:
            buffer.n = self._match.tally.round
            buffer.write_message(_SAY_ROUND, _SAY_ROUND_HINT)
        buffer.write_names(names)

    def _write_phase(self, phase: int) -> None:
        """Write the message of a phase in which somebody must act, below the scores."""
        buffer = self._buffer
        if phase == PHASE_DEAL:
            self._write_deal()
        elif phase == PHASE_PENDING and self._console.warned:
            buffer.write_message(_SAY_WARNED, _SAY_WARNED_HINT)
        elif phase == PHASE_PENDING:
            self._write_pending()
        elif phase == PHASE_CLAIM:
            buffer.write_message(_SAY_CLAIM, _SAY_CLAIM_HINT)
        elif phase == PHASE_CHECK:
            buffer.n = self._match.tally.round
            buffer.write_message(_SAY_CHECK, _SAY_CHECK_HINT)
        elif phase == PHASE_SIGN:
            buffer.teams = self._teams_but(self._console.team, self._console.signed)
            buffer.write_message(_SAY_CLAIMED, _SAY_SIGN_HINT)
        else:
            self._write_undo()

    def _teams_but(self, team: int, signed: int = 0) -> int:
        """Return the mask of all teams but `team` and those in the mask `signed`."""
        return ((1 << self._match.teams) - 1) & ~signed & ~(1 << team)

    def _write_pending(self) -> None:
        """Write the pending count with the holes from and to which it leads."""
        buffer = self._buffer
        game = self._match.game
        buffer.m = game.front[buffer.team]
        buffer.o = buffer.m + buffer.n
        buffer.write_message(_SAY_PENDING, _SAY_PENDING_HINT)

    def _write_deal(self) -> None:
        """Write who deals first, or that this is to be entered."""
        buffer = self._buffer
        dealer = self._match.tally.dealer
        if dealer == NOBODY:
            buffer.write_message(_SAY_DEAL, _SAY_DEAL_HINT)
        else:
            buffer.team = dealer
            buffer.write_message(_SAY_DEALS, _SAY_DEALS_HINT)

    def _write_undo(self) -> None:
        """Write which move or win is about to be undone, from and to which hole, and who must agree."""
        buffer = self._buffer
        game = self._match.game
        buffer.m = game.front[buffer.team]
        buffer.o = game.back[buffer.team]
        buffer.n = buffer.m - buffer.o
        buffer.teams = self._teams_but(buffer.team)
        hint = _SAY_AGREE_HINT if self._settings.sign_off else _SAY_UNDO_HINT
        buffer.write_message(_SAY_RETURN if self._console.returning() else _SAY_UNDO, hint)
