"""Display text while no score is being entered: the scores, and below them a rotating status line."""

from ..interpreter import const
from ..rules.outcome import NOBODY
from ..ticks import since
from .text_buffer import team_at

_SAY_FRIENDLY = const(17)
_SAY_GAMES = const(13)
_SAY_LEADS = const(11)
_SAY_LEVEL = const(12)
_SAY_READY = const(4)
_SAY_READY_ASKS = const(9)
_SAY_READY_DEALS = const(8)
_SAY_READY_JUDGE = const(6)
_SAY_READY_SETUP = const(5)
_SAY_READY_WRONG = const(7)
_SAY_ROUND_ONLY = const(16)
_SAY_TABLE = const(14)
_SAY_TABLE_ROUND = const(15)
_SAY_TO_GO = const(10)

TURN_MS = const(4000)
"""How long each of the texts that take turns on a row is shown."""
_RIGHT_HALF = const(12)
_LAST_ROW = const(7)
_STATUS_LINES = const(6)
"""Lines that take turns with who leads: three hints, games won, table and round, the board's name."""


class IdleTexts:
    """Fills the text buffer while no score is being entered; `name`: the board's name as glyph numbers, or empty."""

    def __init__(self, buffer, match, console, settings) -> None:
        self._buffer = buffer
        self._match = match
        self._console = console
        self._settings = settings
        self.name = b""

    def write(self, first: int, now: int) -> None:
        """Fill the text buffer of the display on the side of team `first`; `now` is board time in ms."""
        buffer = self._buffer
        buffer.write_scores(self._match, first)
        if self._match.untouched():
            buffer.write_tall(_SAY_READY, 1)
            self._write_ready_hint()
        else:
            self._write_status_line(first, now)
            self._write_holes_to_go(first)

    def _write_ready_hint(self) -> None:
        """Write the hint before the first peg: who deals, or how to choose the dealer or the setup."""
        buffer = self._buffer
        match = self._match
        if match.dealer() != NOBODY:
            buffer.team = match.dealer()
            buffer.write_small(_SAY_READY_DEALS)
        elif match.asks_dealer():
            buffer.write_small(_SAY_READY_ASKS)
        elif match.tally.friendly:
            buffer.write_small(_SAY_FRIENDLY)
        elif not match.begun():
            buffer.write_small(_SAY_READY_SETUP)

    def _write_status_line(self, first: int, now: int) -> None:
        """Write who leads, in every other slot of TURN_MS since the last move; in between, the other lines in turn."""
        slot = since(self._console.phase_at, now) // TURN_MS
        if slot % 2 == 0:
            self.write_leader()
            return
        turn = slot // 2
        while not self._write_alternating(turn % _STATUS_LINES, first):
            turn += 1

    def _write_alternating(self, number: int, first: int) -> bool:
        """Write status line `number`, 0 to _STATUS_LINES - 1; return False if it has no content now."""
        buffer = self._buffer
        tally = self._match.tally
        if number < 3:
            buffer.write_tall(_SAY_READY_WRONG if number == 0 else _SAY_READY if number == 1 else _SAY_READY_JUDGE, 0)
        elif number == 3 and tally.game > 1:
            buffer.write_per_team(_SAY_GAMES, self._match, tally.won, first)
        elif number == 4 and self.write_table_and_round(0):
            return True
        elif number == 5 and self.name:
            buffer.write_letters(self.name)
        else:
            return False
        return True

    def write_table_and_round(self, below: int) -> bool:
        """Write table and round, or that the game is a friendly, above `below` rows; return False if there is none."""
        buffer = self._buffer
        buffer.n = self._settings.values["table"]
        buffer.m = self._match.tally.round
        if self._match.tally.friendly:
            buffer.write_tall(_SAY_FRIENDLY, below)
        elif buffer.n:
            buffer.write_tall(_SAY_TABLE_ROUND if self._match.in_event else _SAY_TABLE, below)
        elif self._match.in_event:
            buffer.n = buffer.m
            buffer.write_tall(_SAY_ROUND_ONLY, below)
        else:
            return False
        return True

    def write_leader(self) -> None:
        """Write which team leads, and by how many holes; in a low game, which is furthest behind."""
        buffer = self._buffer
        front = self._match.game.front
        sign = -1 if self._match.preset.low_game else 1
        leader = 0
        for team in range(1, self._match.teams):
            if sign * (front[team] - front[leader]) > 0:
                leader = team
        buffer.team = leader
        buffer.n = margin_of(self._match, leader, sign)
        buffer.write_tall(_SAY_LEADS if buffer.n else _SAY_LEVEL, 0)

    def _write_holes_to_go(self, first: int) -> None:
        """Write how many holes each of two teams has left to go; with more teams only those of team `first`."""
        buffer = self._buffer
        game = self._match.game
        buffer.go_to_row(_LAST_ROW)
        for place in range(2 if self._match.teams == 2 else 1):
            buffer.n = game.target - game.front[team_at(place, first)]
            buffer.write_at(_SAY_TO_GO, place * _RIGHT_HALF)


def margin_of(match, team: int, sign: int = 1) -> int:
    """Return how many holes a team leads the next one by; with `sign` -1, how many it is behind the next."""
    margin = -1
    for other in range(match.teams):
        ahead = sign * (match.game.front[team] - match.game.front[other])
        if other != team and (margin < 0 or ahead < margin):
            margin = ahead
    return margin
