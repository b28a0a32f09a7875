"""Random events with faulty boards, and the truth about who played what.

A table's board may be told a wrong round or table, be exchanged with another or replaced, carry last week's results, be
used for a friendly game, or have a result taken back by a judge. What its log says of a game is then not what was
played; `truth` is.
"""

import random
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select, text

from host_tools.desk.errors import DeskError
from host_tools.desk.events.round_rules import round_rules
from host_tools.desk.intake.decisions import Place, decide_lines
from host_tools.desk.intake.held_line_view import held_lines
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.model import Line, Score, Seat
from host_tools.results.result_line import parse_line
from tests.desk.board_log import BoardLog
from tests.desk.conftest import Desk

KEY = "00112233445566778899aabbccddeeff"
START, ROUND_S = 1_760_000_000, 1800


@dataclass
class Board:
    """A board as its settings have it: `table` and `ahead` are what it says, right or wrong; `off`: seconds that its
    clock is off."""

    log: BoardLog
    table: int
    ahead: int = 0
    clock: bool = True
    off: int = 0
    played: int = 0
    exchanged: bool = False
    round: int = 0


class Evening:
    """One event, everything random from `seed`. `play` runs it; `check` says what went to the wrong players."""

    most_players, most_rounds, formats, keyed = 64, 5, ("acc", "acc", "bondurant", "wins", "robin"), False

    def __init__(self, seed, store):
        self.random = random.Random(seed)
        self.desk = Desk(store)
        self.truth = {}
        self.game_of = {}
        self.boards = {}
        self.aside = []
        self.now = START
        self.whole = self.random.random() < 0.5
        """Whether a log is read from its beginning, as `cribboard results` does; else any lines of it in any order."""
        self.seated_ahead = self.random.random() < 0.3

    def play(self):
        players = 4 + int((self.most_players - 3) * self.random.random() ** 4)
        self.format = self.random.choice(self.formats)
        rounds = self.rounds = self.random.randint(2, min(self.most_rounds, players - 1))
        self.desk.create(self.format, players, rounds=rounds, key=self.random.choice((KEY, "")), seed=1)
        self.key = bytes.fromhex(KEY) if self.desk.ask(lambda desk: desk.event.key) else b""
        if self.seated_ahead:
            for _ in range(rounds):
                self._seat()
        for number in range(1, rounds + 1):
            if not self.seated_ahead:
                self._seat()
            self._play_round(number)
            self._read_some()
        if self.format == "acc" and players > 4 and not self.keyed and self.random.random() < 0.5:
            self._play_off(rounds)
        self._read_all()
        self.check(final=True)
        return self

    def _seat(self):
        self.now += 120
        seated = self.desk.do(seat_next, by="me").round
        at = datetime.fromtimestamp(self.now, UTC).isoformat(timespec="seconds")
        with self.desk.store.engine.begin() as connection:
            connection.execute(text("UPDATE sitting SET at = :at WHERE round = :round"), {"at": at, "round": seated})

    def forget(self):
        """Leave the store as it was: making one takes longer than an event."""
        with self.desk.store.engine.begin() as connection:
            connection.execute(text("DELETE FROM event"))

    # -- at the tables ----------------------------------------------------------------------------------------------

    def _play_round(self, number):
        view, rules = self.desk.ask(lambda desk: (round_view(desk, number), round_rules(desk)[number]))
        preset = rules.preset.name
        tables = [one.table for one in view.tables]
        for table in tables:
            if table not in self.boards:
                self.boards[table] = self._board(table)
        if number > 1:
            self._disturb(tables)
        for table in tables:
            self._play_table(number, table, preset, rules.games, bool(rules.to_win))
        self.now += ROUND_S

    def _board(self, table):
        board = Board(self.new_log(f"{self.random.getrandbits(64):016x}"), table)
        if self.random.random() < 0.15:
            self._last_week(board)
        board.clock = self.random.random() < 0.8
        return board

    def new_log(self, name):
        return BoardLog(name, "Night", self.key)

    def _last_week(self, board):
        log = board.log
        log.event, key = f"Night-{self.random.getrandbits(24):x}", log.key
        log.key = self.random.choice((b"", key, b"other"))
        for number in range(1, self.random.randint(2, 5)):
            log.game(number, board.table, *self._pegs(121), at=START - 7 * 86400)
        log.event, log.key = "Night", key

    def _disturb(self, tables):
        """Before a round: boards that have had a result are told something wrong, exchanged or replaced."""
        for table in tables:
            board, chance = self.boards[table], self.random.random()
            if chance < 0.06:
                board.ahead = self.random.choice((1, 0, -1 if self._shows(board) else 0))
            elif chance < 0.10:
                self._friendly(board)
            elif chance < 0.14:
                self._exchange(table, self.random.choice(tables), settings_only=self.random.random() < 0.5)
            elif chance < 0.18:
                self.aside.append(board)
                self.boards[table] = self._board(table)

    def _shows(self, board):
        """Whether anything can tell that it is a round behind: it played the round before, or it has a clock and rounds
        are seated one by one."""
        return board.round == self._round or (board.clock and not self.seated_ahead)

    def _friendly(self, board):
        """A board of today writes nothing. An older one counts it as the next round, which its clock betrays."""
        if self.random.random() < 0.5 and board.clock and not self.seated_ahead:
            board.log.version = 1
            began = self.now - ROUND_S
            self._write(board, self._round + 1, 1, self._pegs(121), began, None)
            board.ahead += 1

    def _exchange(self, table, other, settings_only):
        """Two boards are told each other's table; moved to it too, or left where they are."""
        one, two = self.boards[table], self.boards[other]
        if not (one.played and two.played) or one.exchanged or two.exchanged:
            return  # What a board is told before its first result nobody can check; nor two errors that cancel out.
        one.exchanged = two.exchanged = True
        one.table, two.table = two.table, one.table
        if not settings_only:
            self.boards[table], self.boards[other] = two, one

    def _play_table(self, number, table, preset, games, match):
        self._round = number
        board = self.boards[table]
        if self.random.random() < 0.03 and board.ahead >= 0:
            return  # Nobody came to play. A board that is behind then shows the round they missed: nothing can tell.
        won = [0, 0]
        for game in range(1, games + 1):
            pegs = self._pegs(121)
            self.truth[number, table, game] = [pegs]
            began = self.now + 300 * game
            self._write(board, number + board.ahead, game, pegs, began, (number, table, game), preset)
            if not self.keyed and self.random.random() < 0.03:
                pegs = self._pegs(121)
                self.truth[number, table, game].append(pegs)
                board.log.reopen(number + board.ahead, board.table, game)
                self._write(board, number + board.ahead, game, pegs, began, (number, table, game), preset)
            won[pegs.index(121)] += 1
            if match and 2 * max(won) > games:
                break

    def _write(self, board, number, game, pegs, began, played, preset=None):
        log = board.log
        if preset is None:
            preset = log.preset
        log.preset = preset
        clock = {"at": began + 200 + board.off if board.clock else None}
        if log.version == 2:
            clock["began"] = began + board.off if board.clock else None
        board.played += 1
        board.round = self._round
        line = log.game(max(number, 1), board.table, *pegs, game=game, **clock)
        self.game_of[parse_line(line).digest] = played

    def _pegs(self, target):
        pegs = [target, self.random.randint(20, target - 1)]
        self.random.shuffle(pegs)
        return pegs

    # -- at the desk ------------------------------------------------------------------------------------------------

    def _play_off(self, rounds):
        self._read_all()
        self._decide(1.0)
        try:
            self.desk.do(draw_bracket, self.random.choice((3, 5)), by="me")
        except DeskError:
            return  # Who are level at the cut would play a game for it first.
        self._seat()
        self._play_round(rounds + 1)

    def _logs(self):
        return [board.log for board in [*self.boards.values(), *self.aside]]

    def _read_some(self):
        """Some boards, each as far as somebody has read it, in a few imports; some of them again."""
        logs = self.random.sample(self._logs(), self.random.randint(0, len(self._logs())))
        for part in (logs[::2], logs[1::2], logs[:2]):
            self._import([line for log in part for line in self._part_of(log.lines)])
        if self.whole:
            self.check()
        self._decide(0.3)

    def _part_of(self, lines):
        some = self.random.randint(0, len(lines))
        return lines[:some] if self.whole else self.random.sample(lines, some)

    def _read_all(self):
        logs = self._logs()
        self.random.shuffle(logs)
        self._import([line for log in logs for line in log.lines])

    def _import(self, lines):
        self.desk.do(import_lines, [("log", i, line) for i, line in enumerate(lines, 1)], by="me")

    def _decide(self, share):
        """The director asks at the tables, and puts some held lines where they belong."""
        for one in self.desk.ask(held_lines):
            if self.random.random() > share:
                continue
            played = self.game_of.get(self.desk.ask(_digest, one.line))
            try:
                if played is None or self._pegs_of(one) != self.truth[played][-1]:
                    self.desk.do(decide_lines, [one.line], "refused", by="me")
                else:
                    self.desk.do(decide_lines, [one.line], "accepted", by="me", place=Place(*played))
            except Exception as error:
                if "taken it back" not in str(error):
                    raise

    @staticmethod
    def _pegs_of(one):
        return [int(part.split()[1]) for part in one.result.split(", ")[:2]]

    # -- what came of it --------------------------------------------------------------------------------------------

    def check(self, final=False):
        """Every result that counts was played by those players there; every game counts, is missing, or is held.

        Before all boards have been read, a result may count that a judge has taken back since.
        """
        counted = self.desk.ask(_counted)
        for place, pegs in counted.items():
            played = self.truth.get(place, [None])
            assert pegs in (played[-1:] if final else played), f"{place}: counted {pegs}, played {played}"
        found = self.desk.ask(find_problems)
        out = {(one.round, one.table, one.game) for one in found if one.kind == "missing"}
        held = {self.game_of.get(self.desk.ask(_digest, line.line)) for one in found for line in one.held}
        for place in self.truth.keys() - counted.keys():
            listed = place in out or place in held or self._waits(place, out)
            assert listed, f"{place}: played {self.truth[place]}, neither counted nor listed"

    def _waits(self, place, out):
        """Of a match that is not decided the next game is listed, not those after it."""
        return place[0] > self.rounds and any(one[:2] == place[:2] for one in out)


def _digest(desk, line):
    return desk.session.get_one(Line, line).digest


def _counted(desk):
    """Front pegs by side of every game that counts."""
    query = select(Score.round, Score.table, Score.game, Score.side, Score.holes).join(
        Seat, (Seat.event_id == Score.event_id) & (Seat.round == Score.round) & (Seat.player == Score.player)
    )
    found = {}
    for row in desk.session.execute(query.where(Score.event_id == desk.event.id, Score.table > 0)):
        found.setdefault((row.round, row.table, row.game), {})[row.side] = row.holes
    return {place: [sides[side] for side in sorted(sides)] for place, sides in found.items()}
