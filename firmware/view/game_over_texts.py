"""Display text at the end of a game or a match."""

from ..interpreter import const
from ..rules.outcome import END_FORFEIT, END_PLAYED, END_TIMED_OUT, NOBODY
from ..ticks import since
from .refusal_reason import winner_to_return
from .score_texts import TURN_MS, margin_of

_SAY_CODE = const(32)
_SAY_DRAWN = const(135)
_SAY_DRAWN_TIMED_OUT = const(136)
_SAY_EARLY_FORFEIT = const(134)
_SAY_EARLY_TIMED_OUT = const(133)
_SAY_LOW = const(31)
_SAY_MATCH = const(35)
_SAY_MATCH_DRAWN = const(36)
_SAY_NEXT_GAME = const(33)
_SAY_NEXT_GAME_WRONG = const(34)
_SAY_NEXT_ROUND = const(37)
_SAY_NEXT_ROUND_WRONG = const(38)
_SAY_SKUNK_1 = const(64)
_SAY_WINS = const(30)


class GameOverTexts:
    """Fills the text buffer at the end of a game or match: the scores, large if there is room, and how it ended."""

    def __init__(self, buffer, match, console, results) -> None:
        self._buffer = buffer
        self._match = match
        self._console = console
        self._results = results

    def write_over(self, first: int, now: int) -> None:
        """Write that a game is over: its winner, how it was won, its result code, and the hint for OK and BACK.

        The scores stand above, that of team `first` first.
        """
        buffer = self._buffer
        hint = _SAY_NEXT_GAME if self._set_undo_team() == NOBODY else _SAY_NEXT_GAME_WRONG
        second = self._code_or_skunk(now)
        below = buffer.line_count(hint)
        verdict = self._verdict()
        extra = 1 if second >= 0 else 0
        buffer.write_scores_above(self._match, first, buffer.line_count(verdict) + extra + below)
        buffer.write_tall(verdict, below + 2 * extra)
        if second >= 0:
            self._set_code()
            buffer.write_tall(second, below)
        # The verdict may have set another team; the hint names this one.
        self._set_undo_team()
        buffer.write_small(hint)

    def _set_undo_team(self) -> int:
        """Set the buffer's `team` to the one whose BACK takes the win back; return it, or NOBODY if none can."""
        team = winner_to_return(self._match)
        if team != NOBODY:
            self._buffer.team = team
        return team

    def _set_code(self) -> None:
        """Set the buffer's register `n` to the result code, if there is one."""
        if self._results.code:
            self._buffer.n = int(self._results.code)

    def _code_or_skunk(self, now: int) -> int:
        """Return the phrase below the verdict, -1 if none: the skunk level and the result code take turns."""
        match = self._match
        results = self._results
        coded = results.code and results.count == match.finished and not match.tally.friendly
        level = match.outcome.level
        if coded and (not level or (since(self._console.phase_at, now) // TURN_MS) & 1):
            return _SAY_CODE
        return _SAY_SKUNK_1 + level - 1 if level else -1

    def _verdict(self) -> int:
        """Return the phrase that says how the game ended, with its registers set in the buffer."""
        match = self._match
        buffer = self._buffer
        winner = match.outcome.winner
        if winner == NOBODY:
            return _SAY_DRAWN_TIMED_OUT if match.end == END_TIMED_OUT else _SAY_DRAWN
        buffer.team = winner
        if match.end != END_PLAYED:
            return _SAY_EARLY_FORFEIT if match.end == END_FORFEIT else _SAY_EARLY_TIMED_OUT
        if match.preset.low_game:
            buffer.team = match.ended_by
            buffer.teams = ((1 << match.teams) - 1) & ~(1 << match.ended_by)
            return _SAY_LOW
        buffer.n = margin_of(match, winner)
        return _SAY_WINS

    def write_ended(self, first: int) -> None:
        """Write that the match is over: its winner, and the hint for OK and BACK; the scores as `write_over`."""
        buffer = self._buffer
        winner = self._match.winner()
        hint = _SAY_NEXT_ROUND if winner_to_return(self._match) == NOBODY else _SAY_NEXT_ROUND_WRONG
        if winner != NOBODY:
            buffer.team = winner
        verdict = _SAY_MATCH_DRAWN if winner == NOBODY else _SAY_MATCH
        below = buffer.line_count(hint)
        buffer.write_scores_above(self._match, first, buffer.line_count(verdict) + below)
        buffer.write_tall(verdict, below)
        # The hint names the winner of the last game, who need not have won the match.
        self._set_undo_team()
        buffer.write_small(hint)
