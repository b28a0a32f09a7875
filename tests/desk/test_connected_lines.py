"""Test that few results hold and release the same lines, whether only what they concern is read or the whole event."""

import random
import shutil

import pytest
from sqlalchemy import select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.intake import misplaced_boards
from host_tools.desk.intake.board_clocks import correct_clock
from host_tools.desk.intake.decisions import Place, decide_lines
from host_tools.desk.intake.disputes import change_dispute_rule, dispute, open_disputes, withdraw_dispute
from host_tools.desk.intake.exchanged_tables import swap_tables
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.intake.misplaced_boards import ASSIGNED
from host_tools.desk.live.next_matches import assign_table, record_assigned
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store import model
from host_tools.desk.store.database import Store, file_url
from host_tools.desk.store.model import Line, Score
from tests.deep_cases import deep
from tests.desk.board_log import BoardLog, texts
from tests.desk.conftest import Desk, cards
from tests.desk.play_tables import enter_all

TABLES, ROUNDS, STEPS = 8, 3, 40
READ_ALL, READ_FEW = 0, 500


def stored(desk):
    """What is stored of lines and scores."""
    line, score = Line.__table__.c, Score.__table__.c
    columns = (line.id, line.board, line.n, line.round, line.table, line.game, line.held, line.decision)
    scores = (score.round, score.table, score.game, score.player, score.won, score.points, score.spread, score.source)
    return [
        sorted(map(tuple, desk.session.execute(select(*columns).where(line.event_id == desk.event.id)))),
        sorted(map(tuple, desk.session.execute(select(*scores).where(score.event_id == desk.event.id)))),
    ]


def seat_rounds(desk, is_bracket):
    """Seat all main rounds; or also the first matches of the bracket, with all results before them on paper."""
    for number in range(1, ROUNDS + 1):
        seat_next(desk.acting("me"))
        if is_bracket:
            desk.session.flush()
            enter_all(desk, number, {(table, 1): (121, 80 + table) for table in range(1, TABLES + 1)})
    if is_bracket:
        draw_bracket(desk.acting("me"), 3)
        seat_next(desk.acting("me"))


class Mixed:
    """An event in two stores, in one of which each change reads the whole event, and random changes of it."""

    def __init__(self, seed, whole, few, monkeypatch):
        self.random, self._monkeypatch = random.Random(seed), monkeypatch
        self._desks = {READ_ALL: Desk(whole), READ_FEW: Desk(few)}
        self.unread = []
        for desk in self._desks.values():
            desk.create("acc", 2 * TABLES, rounds=ROUNDS)
        if seed % 2:
            self.tables, self.games = TABLES, [(number, 1) for number in range(1, ROUNDS + 1)]
        else:
            self.tables, self.games = 2, [(ROUNDS + 1, game) for game in (1, 2, 3)]
        self.do(seat_rounds, is_bracket=not seed % 2)
        self.logs = [BoardLog(f"{number:016x}", "Night") for number in range(1, self.tables + 3)]
        self.table_of = {log.board: 1 + number % self.tables for number, log in enumerate(self.logs)}

    def do(self, command, *args, **options):
        """Carry out a change on both; what is refused is refused by both. What is stored then is the same."""
        refused = []
        for limit, desk in self._desks.items():
            for module in (model, misplaced_boards):
                self._monkeypatch.setattr(module, "IN_ONE_QUERY", limit)
            try:
                desk.do(command, *args, **options)
            except DeskError as error:
                refused.append(str(error))
        assert len(refused) != 1
        whole, few = (desk.ask(stored) for desk in self._desks.values())
        assert few == whole, f"after {getattr(command, '__name__', command)} {args} {options}"

    def lines(self):
        query = select(Line.id, Line.board, Line.round, Line.table, Line.game, Line.held, Line.decision)
        return self._desks[READ_FEW].ask(lambda desk: desk.session.execute(query).all())

    def play(self):
        changes = [self.play_games] * 8 + [self.assign, self.place, self.decide, self.decide, self.enter, self.swap]
        changes += [self.dispute, self.dispute, self.withdraw, self.rule, self.clock, self.reopen]
        for _ in range(STEPS):
            self.random.choice(changes)()

    def play_games(self):
        """Some boards' next games, mostly at their own tables; lines may be read later, in any order."""
        for log in self.random.sample(self.logs, self.random.randint(1, 3)):
            if self.random.random() < 0.15:
                self.table_of[log.board] = self.random.randint(1, self.tables)
            (number, game), pegs = self.random.choice(self.games), self.random.choice(((121, 90), (121, 90), (90, 121)))
            log.preset = "best3" if number > ROUNDS else "acc"
            before = (log.n, log.prev)
            self.unread.append(log.game(number, self.table_of[log.board], *pegs, game=game))
            if self.random.random() < 0.05:
                log.n, log.prev = before  # A copied board, or one that has lost the line.
        self.read_some()

    def read_some(self):
        self.random.shuffle(self.unread)
        count = self.random.randint(1, 3)
        read, self.unread = self.unread[:count], self.unread[count:]
        self.do(import_lines, texts(*read), by="me")

    def reopen(self):
        log = self.random.choice(self.logs)
        if log.n:
            self.unread.append(log.reopen(1, self.table_of[log.board]))
            self.read_some()

    def a_place(self):
        board = self.random.choice(self.logs).board
        return board, self.random.choice((self.table_of[board], self.random.randint(1, self.tables)))

    def assign(self):
        self.do(record_assigned, [self.a_place() for _ in range(self.random.randint(1, 3))])

    def place(self):
        self.do(assign_table, *self.a_place())

    def decide(self):
        if lines := self.lines():
            line = self.random.choice([line for line in lines if line.held] or lines)
            place = self.random.choice(
                (Place(), Place(), Place(table=self.random.randint(1, self.tables)), Place(round=2))
            )
            decision = self.random.choice(("accepted", "accepted", "refused"))
            self.do(decide_lines, [line.id], decision, by="me", place=place if decision == "accepted" else Place())

    def enter(self):
        (number, game), table = self.random.choice(self.games), self.random.randint(1, self.tables)
        reason = self.random.choice(("", "paper"))
        self.do(
            lambda desk: enter_result(desk.acting("me", reason), number, table, cards(desk.event, (121, 90)), game=game)
        )

    def swap(self):
        tables = tuple(self.random.sample(range(1, self.tables + 1), 2))
        self.do(swap_tables, self.games[0][0], tables, by="me")

    def dispute(self):
        if lines := self.lines():
            line = self.random.choice([line for line in lines if line.decision == "accepted"] or lines)
            self.do(dispute, line.round, line.table, line.game, by="me")

    def withdraw(self):
        for one in self._desks[READ_FEW].ask(open_disputes)[:1]:
            self.do(withdraw_dispute, one.id, by="me")

    def rule(self):
        self.do(change_dispute_rule, self.random.random() < 0.7, by="me")

    def clock(self):
        self.do(correct_clock, self.random.choice(self.logs).board, self.random.choice((None, 3600)), by="me")


@pytest.fixture
def stores(tmp_path, empty):
    found = [Store(file_url(shutil.copy(empty, tmp_path / f"{name}.cribbage"))) for name in ("whole", "few")]
    yield found
    for store in found:
        store.close()


@pytest.mark.parametrize("seed", [15, *deep(4)])
def test_the_same_lines_are_held_whether_an_import_reads_the_whole_event_or_what_it_concerns(seed, stores, monkeypatch):
    Mixed(seed, *stores, monkeypatch).play()


def test_a_game_after_a_match_keeps_no_other_board_from_its_table(stores, monkeypatch):
    """Nor does it until some later import."""
    mixed, match = Mixed(0, *stores, monkeypatch), ROUNDS + 1
    for table in (1, 2):
        for game in (1, 2):
            place = {"by": "me", "game": game}
            mixed.do(
                lambda desk, *at, **place: enter_result(
                    desk.acting(place.pop("by", ""), place.pop("reason", "")),
                    *at,
                    cards(desk.event, (121, 90)),
                    **place,
                ),
                match,
                table,
                **place,
            )
    mixed.do(seat_next, by="me")
    needless, final = (BoardLog(board, "Night", preset="best3") for board in ("b1", "b2"))
    read = texts(needless.game(match, 1, 121, 80, game=3), final.game(match + 1, 1, 121, 70))
    mixed.do(import_lines, read, by="me")
    assert {line.board: line.held for line in mixed.lines()} == {"b1": "game", "b2": ""}


def test_an_import_from_a_board_at_its_table_reads_no_place_of_another(any_desk, monkeypatch):
    any_desk.create("acc", 4, rounds=3)
    any_desk.do(seat_next, by="me")
    own, told = (BoardLog(board, "Night") for board in ("b1", "b2"))
    any_desk.do(record_assigned, [("b1", 1), ("b3", 3)])
    any_desk.do(log_change, ASSIGNED, detail={"board": "b2", "table": 2, "hall": 0}, by="network")
    any_desk.do(import_lines, texts(own.game(1, 1, 121, 90)), by="me")
    any_desk.do(seat_next, by="me")
    monkeypatch.setattr(misplaced_boards, "read_places", None)
    lines = [own.game(2, 1, 121, 90), told.game(1, 2, 121, 90)]
    assert not any_desk.do(import_lines, texts(*lines), by="me").held
