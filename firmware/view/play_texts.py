"""What a display says of the game: in each phase where it stands, what OK would do, and who is waited for."""

from ..entry.console import (
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
from ..rules.outcome import END_FORFEIT, END_PLAYED, END_TIMED_OUT, NOBODY
from .refusals import winner_to_return
from .sheet import in_order

_SAY_DEAL = const(0)
_SAY_DEAL_HINT = const(1)
_SAY_DEALS = const(2)
_SAY_DEALS_HINT = const(3)
_SAY_READY = const(4)
_SAY_READY_SETUP = const(5)
_SAY_READY_DEALS = const(6)
_SAY_READY_ASKS = const(7)
_SAY_TO_GO = const(8)
_SAY_LEADS = const(9)
_SAY_LEVEL = const(10)
_SAY_GAMES = const(11)
_SAY_TABLE = const(12)
_SAY_TABLE_ROUND = const(13)
_SAY_ROUND_ONLY = const(14)
_SAY_FRIENDLY = const(15)
_SAY_PENDING = const(16)
_SAY_PENDING_HINT = const(17)
_SAY_WARNED = const(18)
_SAY_WARNED_HINT = const(19)
_SAY_CLAIM = const(20)
_SAY_CLAIM_HINT = const(21)
_SAY_CLAIMED = const(22)
_SAY_SIGN_HINT = const(23)
_SAY_UNDO = const(24)
_SAY_RETURN = const(25)
_SAY_UNDO_HINT = const(26)
_SAY_AGREE_HINT = const(27)
_SAY_WINS = const(28)
_SAY_LOW = const(29)
_SAY_CODE = const(30)
_SAY_NEXT_GAME = const(31)
_SAY_NEXT_GAME_WRONG = const(32)
_SAY_MATCH = const(33)
_SAY_MATCH_DRAWN = const(34)
_SAY_NEXT_ROUND = const(35)
_SAY_NEXT_ROUND_WRONG = const(36)
_SAY_ROUND = const(37)
_SAY_ROUND_HINT = const(38)
_SAY_SKUNK_1 = const(62)
_SAY_EARLY_TIMED_OUT = const(117)
_SAY_EARLY_FORFEIT = const(118)
_SAY_DRAWN = const(119)
_SAY_DRAWN_TIMED_OUT = const(120)

_TURN_MS = const(4000)
"""What takes turns on a row stands there for so long."""
_RIGHT_HALF = const(12)
_LAST_ROW = const(7)

_ASIDES = const(4)
"""What takes turns under the scores: who leads, games won, table and round, the board's name."""


class PlayTexts:
    """Writes the sheet of a phase; `name` are the letters of the board's name, none where it has no name."""

    def __init__(self, sheet, match, console, settings, results) -> None:
        self._sheet = sheet
        self._match = match
        self._console = console
        self._settings = settings
        self._results = results
        self.name = b""

    def write(self, first: int, now: int) -> None:
        """Write the sheet for the side of team `first`."""
        sheet = self._sheet
        console = self._console
        phase = console.phase
        sheet.team = console.team
        sheet.n = console.count.total
        if phase == PHASE_IDLE:
            self._idle(first, now)
        elif phase == PHASE_PENDING and not console.warned:
            self._pending(first)
        elif phase == PHASE_ROUND:
            sheet.to_row(1)
            sheet.n = self._match.tally.round
            sheet.message(_SAY_ROUND, _SAY_ROUND_HINT)
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
            self._over(now)
        elif phase == PHASE_ENDED:
            self._ended()
        else:
            self._undo()

    def _all_but(self, left_out: int) -> int:
        """The teams as a mask, without the one in the low four bits and the mask above them."""
        return (1 << self._match.teams) - 1 & ~(left_out >> 4) & ~(1 << (left_out & 15))

    # -- a game that is on --------------------------------------------------------------------------------------

    def _idle(self, first: int, now: int) -> None:
        sheet = self._sheet
        sheet.scores(self._match, first)
        if self._match.untouched:
            sheet.tall(_SAY_READY, 1)
            self._before_the_first_peg()
        else:
            self._aside(first, now)
            self._to_go(first)

    def _before_the_first_peg(self) -> None:
        sheet = self._sheet
        match = self._match
        if match.dealer() != NOBODY:
            sheet.team = match.dealer()
            sheet.small(_SAY_READY_DEALS)
        elif match.asks_dealer():
            sheet.small(_SAY_READY_ASKS)
        elif match.tally.friendly:
            sheet.small(_SAY_FRIENDLY)
        elif not match.begun:
            sheet.small(_SAY_READY_SETUP)

    def _aside(self, first: int, now: int) -> None:
        """One of the things that take turns below the scores."""
        turn = now // _TURN_MS
        for _ in range(_ASIDES):
            if self._tell(turn % _ASIDES, first):
                return
            turn += 1

    def _tell(self, which: int, first: int) -> bool:
        """Tell one of the asides; False where there is nothing to tell."""
        sheet = self._sheet
        tally = self._match.tally
        if which == 0:
            self._lead()
        elif which == 1 and tally.game > 1:
            sheet.per_team(_SAY_GAMES, self._match, tally.won, first)
        elif which == 2 and self._place():
            return True
        elif which == 3 and self.name:
            sheet.text(self.name)
        else:
            return False
        return True

    def _place(self) -> bool:
        sheet = self._sheet
        sheet.n = self._settings.values["table"]
        sheet.m = self._match.tally.round
        if self._match.tally.friendly:
            sheet.tall(_SAY_FRIENDLY, 0)
        elif sheet.n:
            sheet.tall(_SAY_TABLE_ROUND if self._match.in_event else _SAY_TABLE, 0)
        elif self._match.in_event:
            sheet.n = sheet.m
            sheet.tall(_SAY_ROUND_ONLY, 0)
        else:
            return False
        return True

    def _lead(self) -> None:
        """Who is ahead of the next best, and by how much; where low wins, who is behind."""
        sheet = self._sheet
        front = self._match.game.front
        sign = -1 if self._match.preset.low_game else 1
        best = 0
        for team in range(1, self._match.teams):
            if sign * (front[team] - front[best]) > 0:
                best = team
        sheet.team = best
        sheet.n = self._margin(best, sign)
        sheet.tall(_SAY_LEADS if sheet.n else _SAY_LEVEL, 0)

    def _margin(self, best: int, sign: int) -> int:
        front = self._match.game.front
        least = -1
        for team in range(self._match.teams):
            ahead = sign * (front[best] - front[team])
            if team != best and (least < 0 or ahead < least):
                least = ahead
        return least

    def _to_go(self, first: int) -> None:
        """How many holes are left, below each of two scores; of more sides only the own."""
        sheet = self._sheet
        game = self._match.game
        sheet.to_row(_LAST_ROW)
        for place in range(2 if self._match.teams == 2 else 1):
            sheet.n = game.target - game.front[in_order(place, first)]
            sheet.within(_SAY_TO_GO, place * _RIGHT_HALF)

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
        sheet.message(_SAY_RETURN if self._console.returning else _SAY_UNDO, hint)

    # -- a game that is over ------------------------------------------------------------------------------------

    def _over(self, now: int) -> None:
        sheet = self._sheet
        hint = _SAY_NEXT_GAME if self._wrong() == NOBODY else _SAY_NEXT_GAME_WRONG
        second = self._code_or_skunk(now)
        below = sheet.lines(hint)
        sheet.tall(self._verdict(), below + (2 if second >= 0 else 0))
        if second >= 0:
            self._write_code()
            sheet.tall(second, below)
        self._wrong()
        sheet.small(hint)

    def _wrong(self) -> int:
        """Whose BACK takes the win back; NOBODY's, where a judge has ended the game."""
        team = winner_to_return(self._match)
        if team != NOBODY:
            self._sheet.team = team
        return team

    def _write_code(self) -> None:
        if self._results.code:
            self._sheet.n = int(self._results.code)

    def _code_or_skunk(self, now: int) -> int:
        """The phrase below the verdict: how badly it was lost and the result's code take turns. -1: neither."""
        match = self._match
        results = self._results
        coded = results.code and results.count == match.finished and not match.tally.friendly
        level = match.outcome.level
        if coded and (not level or now // _TURN_MS & 1):
            return _SAY_CODE
        return _SAY_SKUNK_1 + level - 1 if level else -1

    def _verdict(self) -> int:
        match = self._match
        sheet = self._sheet
        winner = match.outcome.winner
        if winner == NOBODY:
            return _SAY_DRAWN_TIMED_OUT if match.end == END_TIMED_OUT else _SAY_DRAWN
        sheet.team = winner
        if match.end != END_PLAYED:
            return _SAY_EARLY_FORFEIT if match.end == END_FORFEIT else _SAY_EARLY_TIMED_OUT
        if match.preset.low_game:
            sheet.team = match.ended_by
            sheet.teams = self._all_but(match.ended_by)
            return _SAY_LOW
        sheet.n = self._margin(winner, 1)
        return _SAY_WINS

    def _ended(self) -> None:
        sheet = self._sheet
        winner = self._match.winner()
        hint = _SAY_NEXT_ROUND if winner_to_return(self._match) == NOBODY else _SAY_NEXT_ROUND_WRONG
        if winner != NOBODY:
            sheet.team = winner
        sheet.tall(_SAY_MATCH_DRAWN if winner == NOBODY else _SAY_MATCH, sheet.lines(hint))
        self._wrong()
        sheet.small(hint)
