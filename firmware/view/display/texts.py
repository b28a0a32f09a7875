"""Chooses the text of the displays: the game's, or instead that of a refused key press, a menu or a fault."""

from ...entry.asked import ASK_WAKE, agreeing, asked, refusal_reason, refusal_team, winner_to_return
from ...entry.phases import (
    PHASE_CHECK,
    PHASE_DEAL,
    PHASE_ENDED,
    PHASE_IDLE,
    PHASE_OVER,
    PHASE_PENDING,
    PHASE_RETURN,
    PHASE_ROUND,
    PHASE_UNDO,
)
from ...interpreter import const
from ...rules.outcome import END_FORFEIT, END_PLAYED, END_TIMED_OUT, NOBODY
from ...ticks import since
from .menu_texts import MenuTexts
from .phrases import (
    SAY_AGREE_HINT,
    SAY_CHECK,
    SAY_CHECK_HINT,
    SAY_CLAIM,
    SAY_CLAIM_HINT,
    SAY_CLAIMED,
    SAY_CODE,
    SAY_DEAL,
    SAY_DEAL_HINT,
    SAY_DEALS,
    SAY_DEALS_HINT,
    SAY_DRAWN,
    SAY_DRAWN_TIMED_OUT,
    SAY_EARLY_FORFEIT,
    SAY_EARLY_TIMED_OUT,
    SAY_FRIENDLY,
    SAY_GAMES,
    SAY_LEADS,
    SAY_LEVEL,
    SAY_LOW,
    SAY_MATCH,
    SAY_MATCH_DRAWN,
    SAY_NEXT_GAME,
    SAY_NEXT_GAME_WRONG,
    SAY_NEXT_ROUND,
    SAY_NEXT_ROUND_WRONG,
    SAY_PENDING,
    SAY_PENDING_HINT,
    SAY_READY,
    SAY_READY_ASKS,
    SAY_READY_DEALS,
    SAY_READY_JUDGE,
    SAY_READY_SETUP,
    SAY_READY_WRONG,
    SAY_REFUSED_1,
    SAY_RETURN,
    SAY_ROUND,
    SAY_ROUND_HINT,
    SAY_ROUND_ONLY,
    SAY_SIGN_HINT,
    SAY_SKUNK_1,
    SAY_TABLE,
    SAY_TABLE_ROUND,
    SAY_TO_GO,
    SAY_TURN,
    SAY_UNDO,
    SAY_UNDO_HINT,
    SAY_WARNED,
    SAY_WARNED_HINT,
    SAY_WINS,
)
from .text_buffer import ACCENTS, COLUMNS, FIRST_ACCENT, team_at

_TURN_MS = const(4000)
"""How long each of the texts that take turns on a row is shown."""
_RIGHT_HALF = const(12)
_LAST_ROW = const(7)
_STATUS_LINES = const(6)
"""Lines that take turns with who leads: three hints, games won, table and round, the board's name."""
_REFUSAL_MS = const(3000)
"""How long a refusal is displayed if nothing else happens."""
_FAULT_TURN = const(1 << 12)
"""A fault is displayed for this many ms (about 4 s), then the game for as long."""
_NOTHING = const(-1)
_NO_NAMES: list = []
_PHRASES = bytes(
    (SAY_DEAL, 0, SAY_PENDING, SAY_WARNED, SAY_CLAIM, SAY_CLAIMED, SAY_UNDO, SAY_RETURN, 0, 0, 0, SAY_CHECK)
)
"""By phase: the phrase that says it, where there is one alone."""
_HINTS = bytes(
    (SAY_DEAL_HINT, 0, SAY_PENDING_HINT, SAY_WARNED_HINT, SAY_CLAIM_HINT, SAY_SIGN_HINT)
    + (SAY_UNDO_HINT, SAY_UNDO_HINT, 0, 0, 0, SAY_CHECK_HINT)
)
"""By phase: the phrase that tells which press comes next."""


class DisplayTexts:
    """Fills `buffer`, a TextBuffer or a SpokenBuffer, with the text of one display.

    Call `poll` whenever something may have changed, then `write` for each display. `fault`: the kind of fault to tell
    of, 0 for none. `seating`: the round for which players are seated, and their names by team.
    """

    def __init__(self, buffer, console, results, findings, seating: tuple) -> None:
        self.buffer = buffer
        self._match = console.match
        self._console = console
        self._findings = findings
        self.phases = PhaseTexts(buffer, console.match, console, console.settings, results)
        self.menus = MenuTexts(buffer, console)
        self._refusals = console.refused
        self._reason = _NOTHING
        self._refusal_revision = 0
        self._menu = 0
        self.fault = 0
        self.phases.idle.name = encode_letters(console.settings.values["name"])
        self.phases.named_round, names = seating
        self.phases.names = [encode_letters(name) for name in names]

    def poll(self, now: int) -> None:
        """Find the reason of a new refusal, or drop the last one; find which fault to display. `now`: board time, ms.

        A refusal is dropped after _REFUSAL_MS, or when anything else happens.
        """
        console = self._console
        revision = self._revision()
        if console.refused != self._refusals:
            self._refusals = console.refused
            self._reason = refusal_reason(console, self._menu)
            self._refusal_revision = revision
        elif revision != self._refusal_revision or since(console.refused_at, now) >= _REFUSAL_MS:
            self._reason = _NOTHING
        self._menu = console.menus.showing
        self.fault = self._findings.fault_kind() if self._findings.alert else 0

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
            return
        what = asked(self._console)
        if what > ASK_WAKE:
            self.menus.write(what, first)
        elif what < ASK_WAKE:
            self.phases.write(what, first, now)

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
        buffer.write_scores_above(self._match, first, buffer.line_count(SAY_REFUSED_1 + self._reason))
        buffer.team = refusal_team(console, self._reason)
        buffer.n = console.count.total
        buffer.m = self._match.preset.limit(self._match.game.front[console.team])
        buffer.write_tall(SAY_REFUSED_1 + self._reason, 0)


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

    def write(self, phase: int, first: int, now: int) -> None:
        """Fill the text buffer of the display on the side of team `first`; `now` is board time in ms."""
        buffer = self._buffer
        console = self._console
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
            self._write_asked(phase)

    def _write_round(self) -> None:
        """Write where this board believes to be, before anything is played: table and round, or the round alone.

        Below them stand the names of those who are to sit there, if they are known.
        """
        buffer = self._buffer
        names = self.names if self._match.tally.round == self.named_round else _NO_NAMES
        buffer.go_to_row(0 if names else 1)
        if self._settings.values["table"]:
            self.idle.write_table_and_round(buffer.line_count(SAY_ROUND_HINT))
            buffer.write_small(SAY_ROUND_HINT)
        else:
            buffer.n = self._match.tally.round
            buffer.write_message(SAY_ROUND, SAY_ROUND_HINT)
        buffer.write_names(names)

    def _write_asked(self, what: int) -> None:
        """Write what is asked of somebody, with the numbers that belong to it, below the scores."""
        buffer = self._buffer
        match = self._match
        phrase: int = _PHRASES[what]
        hint: int = _HINTS[what]
        buffer.teams = agreeing(self._console, what)
        buffer.m = match.game.front[buffer.team]
        if what == PHASE_DEAL and match.tally.dealer != NOBODY:
            buffer.team = match.tally.dealer
            phrase = SAY_DEALS
            hint = SAY_DEALS_HINT
        elif what == PHASE_PENDING:
            buffer.o = buffer.m + buffer.n
        elif what == PHASE_CHECK:
            buffer.n = match.tally.round
        elif what == PHASE_UNDO or what == PHASE_RETURN:
            buffer.o = match.game.back[buffer.team]
            buffer.n = buffer.m - buffer.o
            if buffer.teams:
                hint = SAY_AGREE_HINT
        buffer.write_message(phrase, hint)


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
            buffer.write_tall(SAY_READY, 1)
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
            buffer.write_small(SAY_READY_DEALS)
        elif match.asks_dealer():
            buffer.write_small(SAY_READY_ASKS)
        elif match.tally.friendly:
            buffer.write_small(SAY_FRIENDLY)
        elif not match.begun():
            buffer.write_small(SAY_READY_SETUP)

    def _write_status_line(self, first: int, now: int) -> None:
        """Write who leads, in every other slot of _TURN_MS since the last move; in between, the other lines in turn.

        In every other of those slots, if that is known: whose deal it is.
        """
        slot = since(self._console.phase_at, now) // _TURN_MS
        if slot % 2 == 0:
            if slot % 4 == 0 or not self.write_turn():
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
            buffer.write_tall(SAY_READY_WRONG if number == 0 else SAY_READY if number == 1 else SAY_READY_JUDGE, 0)
        elif number == 3 and tally.game > 1:
            buffer.write_per_team(SAY_GAMES, self._match, tally.won, first)
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
            buffer.write_tall(SAY_FRIENDLY, below)
        elif buffer.n:
            buffer.write_tall(SAY_TABLE_ROUND if self._match.in_event else SAY_TABLE, below)
        elif self._match.in_event:
            buffer.n = buffer.m
            buffer.write_tall(SAY_ROUND_ONLY, below)
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
        buffer.write_tall(SAY_LEADS if buffer.n else SAY_LEVEL, 0)

    def write_turn(self) -> bool:
        """Write whose deal and crib it is; return False if the board does not know, or is not at home."""
        seat = self._match.deal_seat()
        if seat < 0 or not self._console.at_home():
            return False
        self._buffer.team = seat % self._match.teams
        self._buffer.write_tall(SAY_TURN, 0)
        return True

    def _write_holes_to_go(self, first: int) -> None:
        """Write how many holes each of two teams has left to go; with more teams only those of team `first`."""
        buffer = self._buffer
        game = self._match.game
        buffer.go_to_row(_LAST_ROW)
        for place in range(2 if self._match.teams == 2 else 1):
            buffer.n = game.target - game.front[team_at(place, first)]
            buffer.write_at(SAY_TO_GO, place * _RIGHT_HALF)


def margin_of(match, team: int, sign: int = 1) -> int:
    """Return how many holes a team leads the next one by; with `sign` -1, how many it is behind the next."""
    margin = -1
    for other in range(match.teams):
        ahead = sign * (match.game.front[team] - match.game.front[other])
        if other != team and (margin < 0 or ahead < margin):
            margin = ahead
    return margin


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
        hint = SAY_NEXT_GAME if self._set_undo_team() == NOBODY else SAY_NEXT_GAME_WRONG
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
        if coded and (not level or (since(self._console.phase_at, now) // _TURN_MS) & 1):
            return SAY_CODE
        return SAY_SKUNK_1 + level - 1 if level else -1

    def _verdict(self) -> int:
        """Return the phrase that says how the game ended, with its registers set in the buffer."""
        match = self._match
        buffer = self._buffer
        winner = match.outcome.winner
        if winner == NOBODY:
            return SAY_DRAWN_TIMED_OUT if match.end == END_TIMED_OUT else SAY_DRAWN
        buffer.team = winner
        if match.end != END_PLAYED:
            return SAY_EARLY_FORFEIT if match.end == END_FORFEIT else SAY_EARLY_TIMED_OUT
        if match.preset.low_game:
            buffer.team = match.ended_by
            buffer.teams = ((1 << match.teams) - 1) & ~(1 << match.ended_by)
            return SAY_LOW
        buffer.n = margin_of(match, winner)
        return SAY_WINS

    def write_ended(self, first: int) -> None:
        """Write that the match is over: its winner, and the hint for OK and BACK; the scores as `write_over`."""
        buffer = self._buffer
        winner = self._match.winner()
        hint = SAY_NEXT_ROUND if winner_to_return(self._match) == NOBODY else SAY_NEXT_ROUND_WRONG
        if winner != NOBODY:
            buffer.team = winner
        verdict = SAY_MATCH_DRAWN if winner == NOBODY else SAY_MATCH
        below = buffer.line_count(hint)
        buffer.write_scores_above(self._match, first, buffer.line_count(verdict) + below)
        buffer.write_tall(verdict, below)
        # The hint names the winner of the last game, who need not have won the match.
        self._set_undo_team()
        buffer.write_small(hint)


def encode_letters(text: str) -> bytes:
    """Encode the first COLUMNS letters of a text as glyph numbers; a letter without glyph becomes a question mark."""
    encoded = bytearray()
    for letter in text[:COLUMNS]:
        accent = ACCENTS.find(letter)
        encoded.append(FIRST_ACCENT + accent if accent >= 0 else ord(letter) if " " <= letter <= "~" else 63)
    return bytes(encoded)
