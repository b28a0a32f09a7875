"""A look for assignments that remembers the one before finds what one finds that takes all into account anew."""

import json
from contextlib import suppress
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
from sqlalchemy import select, update

from host_tools.desk.errors import DeskError
from host_tools.desk.events.hall_notices import call_director
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.intake.decisions import Place, decide_lines
from host_tools.desk.intake.disputes import change_dispute_rule, dispute
from host_tools.desk.intake.exchanged_tables import swap_tables
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.intake.swap_players import swap_players
from host_tools.desk.live import assigner
from host_tools.desk.live.assigner import Assigner
from host_tools.desk.live.assignment_messages import EXPIRY_S, is_assigned_alike
from host_tools.desk.live.next_matches import assign_table, record_assigned
from host_tools.desk.live.results_read import ResultsRead, read_results
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.reseat import reseat_round, unseat_round
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.model import Line
from host_tools.table_numbers import board_event, hall_of
from tests.desk.board_log import texts
from tests.desk.conftest import cards
from tests.desk.live.running_desks import KEY, log_of
from tests.desk.live.test_assignments import state
from tests.live.brokers import UIDS

NIGHT = "Night"
STEPS = 20


class Evening:
    """Boards, a director and a broker that do at random what they may do; `rng` decides."""

    def __init__(self, desk, tables, rng):
        self.desk, self.tables, self.rng = desk, tables, rng
        self.now, self.retained, self.foreign = 1_800_000_000, {}, set()
        self.logs = {f"{number:016x}": log_of(f"{number:016x}") for number in range(1, len(tables) + 3)}
        self.unsent = []
        self.states = {uid: self.said(table) for uid, table in zip(self.logs, tables, strict=False)}
        self.assigner = self.new_assigner()

    def said(self, table, **fields):
        return state(event=board_event(NIGHT, table), table=table % 10_000, **fields)

    def new_assigner(self):
        own = lambda uids: set(uids) - self.foreign  # noqa: E731
        return Assigner(self.desk.opened(), NIGHT, bytes.fromhex(KEY), own)

    def look(self):
        """What is found with what was remembered, and by an assigner that remembers nothing."""
        elsewhere = {uid: one for uid, one in self.states.items() if self.broker_of(uid)}
        here = {uid: one for uid, one in self.states.items() if not self.broker_of(uid)}
        fresh = self.new_assigner()
        found = self.assigner.find(here, dict(self.retained), elsewhere)
        expected = fresh.find(here, dict(self.retained), elsewhere)
        assert (found, self.assigner.boards_without_table) == (expected, fresh.boards_without_table)
        lost = {uid for uid in found if self.rng.random() < 0.1}
        self.retained |= {uid: payload for uid, payload in found.items() if uid not in lost}

    def broker_of(self, uid):
        return int(uid, 16) % 7 == 6

    def change(self, uid, **fields):
        if uid in self.states:
            self.states[uid] = replace(self.states[uid], **fields)

    def step(self):
        """One thing happens; what a desk refuses does not."""
        doing = self.rng.choices(
            [self.board_plays, self.board_says, self.director_does, self.broker_does], [7, 7, 3, 1]
        )
        with suppress(DeskError):
            doing[0](self.rng.choice(list(self.logs)))

    def board_plays(self, uid):
        """A board plays the game it was told, or another, and sends what it has, or not yet."""
        rng, log = self.rng, self.logs[uid]
        told = self.states.get(uid) or self.said(1)
        table = rng.choice(self.tables) if rng.random() < 0.05 else told.table
        log.event = board_event(NIGHT, table) if rng.random() < 0.97 else "Old"
        log.key = bytes.fromhex(KEY) if rng.random() < 0.97 else b"\1" * 16
        # Some boards show a round too many.
        round_number = told.round + (int(uid, 16) % 3 == 0) + rng.choice([0] * 15 + [1])
        place = (round_number, table % 10_000)
        if log.n and rng.random() < 0.15:
            line = log.reopen(*place)
        else:
            pegs = (121, rng.randrange(50, 120))
            line = log.game(
                *place, *rng.choice([pegs, pegs[::-1]]), game=rng.choice([1, 1, 1, 2]), signed=rng.random() < 0.95
            )
        self.unsent.append(line)
        self.change(uid, phase="round", waiting=rng.choice([0, 0, 1]))
        if rng.random() < 0.8:
            sent = rng.sample(self.unsent, rng.randint(1, len(self.unsent)))
            self.unsent = [line for line in self.unsent if line not in sent]
            self.desk.do(import_lines, [("network", 1, line) for line in sent], by="network")

    def board_says(self, uid):
        """A board takes what it is told, all or some of it, or comes, goes, or is configured anew."""
        rng = self.rng
        told = json.loads(self.retained.get(uid) or b"{}")
        if "names" in told and rng.random() < 0.6:
            fields = {"round": told["round"], "names": tuple(told["names"]), "assigned": told["serial"]}
            fields |= {"phase": "idle", "waiting": rng.choice([0, 1])}
            self.change(
                uid, **fields if rng.random() < 0.5 else dict(rng.sample(list(fields.items()), rng.randint(1, 4)))
            )
            return
        match rng.choice(["comes", "goes", "pegs", "waits", "between", "table", "key", "names"]):
            case "comes":
                self.states[uid] = self.said(
                    self.home(uid), phase=rng.choice(["round", "idle"]), round=rng.choice([1, 2])
                )
            case "goes":
                self.states.pop(uid, None)
            case "pegs":
                self.change(uid, scores=(rng.randrange(121), 3))
            case "waits":
                self.change(uid, waiting=rng.choice([0, 1, 2]))
            case "between":
                self.change(uid, phase=rng.choice(["round", "idle"]))
            case "table":
                self.change(uid, table=self.home(uid))
            case "key":
                self.change(uid, key=rng.choice([None, "0000"]))
            case "names":
                self.change(uid, names=rng.choice([(), ("P1", "P2")]))

    def home(self, uid):
        """The table where a board is most of the time."""
        tables = [0, *self.tables]
        return self.rng.choice(tables) if self.rng.random() < 0.2 else tables[int(uid, 16) % len(tables)]

    def director_does(self, uid):
        rng, do = self.rng, self.desk.do
        table, other = rng.sample(self.tables, 2)
        players = rng.sample(range(1, 2 * len(self.tables) + 1), 2)
        number = rng.choice([1, 1, 2])
        deeds = [
            lambda: do(assign_table, uid, rng.choice([0, table]), by="Dee"),
            lambda: do(swap_players, *players, by="Dee"),
            lambda: do(seat_next, by="Dee"),
            lambda: do(unseat_round, by="Dee"),
            lambda: do(reseat_round, by="Dee", hall=hall_of(table) or None),
            lambda: self.decide(Place()),
            lambda: self.decide(Place(round=number)),
            lambda: self.type(number, table, ""),
            lambda: self.type(number, table, "seen"),
            lambda: do(swap_tables, number, (table, other), by="Dee"),
            lambda: do(dispute, number, table, by="Dee"),
            lambda: do(change_dispute_rule, rng.random() < 0.5, by="Dee"),
            lambda: do(call_director, "P1", number, table),
        ]
        rng.choice(deeds)()

    def decide(self, place):
        lines = self.desk.ask(lambda desk: list(desk.session.scalars(select(Line.id))))
        decision = self.rng.choice(["accepted", "accepted", "refused"])
        if lines:
            self.desk.do(decide_lines, [self.rng.choice(lines)], decision, by="Dee", place=place)

    def type(self, number, table, reason):
        pegs = (121, self.rng.randrange(50, 120))
        typed = self.desk.ask(lambda desk: cards(desk.event, pegs))
        self.desk.do(enter_result, number, table, typed, by="Dee", reason=reason)

    def broker_does(self, uid):
        """The broker forgets, or has another's payload; a desk comes or goes; time goes by."""
        match self.rng.choice(["forgets", "other", "share", "time", "time"]):
            case "forgets":
                self.retained.pop(uid, None)
            case "other":
                self.retained[uid] = b'{"uid":"of another"}'
            case "share":
                self.foreign = {one for one in self.logs if self.rng.random() < 0.3}
            case "time":
                self.now += self.rng.choice([EXPIRY_S // 4, EXPIRY_S // 2])


def halls(desk):
    """Four tables in two halls, two rounds."""
    entries = [Entry(i + 2, f"P{i}", hall="NS"[i > 4]) for i in range(1, 9)]
    desk.create("acc", entries=entries, rounds=4, key=KEY)
    desk.do(seat_next, by="test")


def one_hall(desk):
    desk.create("acc", players=10, rounds=6, key=KEY)
    desk.do(seat_next, by="test")


def bracket(desk):
    """A match of three games at each of two tables."""
    desk.create("acc", players=16, rounds=1, key=KEY)
    desk.do(seat_next, by="test")
    for table in desk.ask(round_view).tables:
        pegs = desk.ask(lambda desk, spread=table.table: cards(desk.event, (121, 100 - spread)))
        desk.do(enter_result, 1, table.table, pegs, by="test")
    desk.do(draw_bracket, 3, by="test")
    desk.do(seat_next, by="test")


def tables_of(desk):
    return sorted({table.table for table in desk.ask(round_view, 1).tables})


@pytest.mark.parametrize("seat", [halls, one_hall, bracket])
def test_a_look_finds_what_a_look_at_all_boards_finds(desk, monkeypatch, seat):
    seat(desk)
    evening = Evening(desk, tables_of(desk), Random(1))
    monkeypatch.setattr(assigner, "time", SimpleNamespace(time=lambda: evening.now))
    for _ in range(STEPS):
        evening.look()
        evening.step()


ONE, OTHER = UIDS[:2]


class Told:
    """Boards with these states, whose desk has told them their matches; `next_rounds`: what it tells them then."""

    def __init__(self, desk, states, own=set):
        self.states, self.retained = states, {}
        self.assigner = Assigner(desk.opened(), NIGHT, bytes.fromhex(KEY), own)
        self.next_rounds()
        assert self.next_rounds() == {}

    def next_rounds(self):
        found = self.assigner.find(dict(self.states), dict(self.retained))
        self.retained |= found
        return {uid: json.loads(payload)["round"] if payload else None for uid, payload in found.items()}


def at(table):
    return {ONE: state(table=table, round=0)}


def test_a_typed_result_is_seen(night):
    night.do(seat_next, by="test")
    told = Told(night, at(1))
    pegs = night.ask(lambda desk: cards(desk.event, (121, 90)))
    night.do(enter_result, 1, 1, pegs, by="Dee")
    assert told.next_rounds() == {ONE: 2}


def test_a_late_result_of_the_board_that_was_there_before_is_seen(night):
    night.do(seat_next, by="test")
    night.do(record_assigned, {(OTHER, 1)})
    night.do(assign_table, ONE, 1, by="Dee")
    told = Told(night, at(1))
    night.do(import_lines, texts(log_of(OTHER).game(1, 1, 121, 90)), by="network")
    assert told.next_rounds() == {ONE: 2}


def test_a_result_of_the_table_where_the_board_was_before_is_seen(night):
    """The boards of both tables have changed places, and table 2's result is on its old board, which is away."""
    night.do(seat_next, by="test")
    night.do(record_assigned, {(ONE, 1), (OTHER, 2)})
    for board, place in ((ONE, 2), (OTHER, 1)):
        night.do(assign_table, board, place, by="Dee")
    told = Told(night, at(2))
    night.do(import_lines, texts(log_of(ONE).game(1, 1, 121, 90)), by="network")
    assert told.next_rounds() == {ONE: 2}


def test_a_board_that_reports_no_table_is_where_its_result_is(night):
    night.do(seat_next, by="test")
    told = Told(night, at(0))
    night.do(import_lines, texts(log_of(ONE).game(1, 1, 121, 90)), by="network")
    assert told.next_rounds() == {ONE: 2}


def test_a_board_whose_result_does_not_count_any_more_is_where_it_says(night):
    """The director has refused it."""
    night.do(import_lines, texts(log_of(ONE).game(1, 1, 121, 90)), by="network")
    told = Told(night, at(2))
    night.do(decide_lines, night.ask(lambda desk: list(desk.session.scalars(select(Line.id)))), "refused", by="Dee")
    assert told.next_rounds() == {ONE: 1}


def test_a_board_whose_result_the_director_has_accepted_is_at_its_table(night):
    night.do(import_lines, texts(log_of(ONE).game(1, 1, 121, 90)), by="network")
    night.do(decide_lines, night.ask(lambda desk: list(desk.session.scalars(select(Line.id)))), "accepted", by="Dee")
    assert night.ask(read_results, ResultsRead())[0].tables == {ONE: 1}


def test_a_board_that_becomes_the_desk_s_is_told_its_match(night):
    own = set()
    told = Told(night, at(1), own.intersection)
    own.add(ONE)
    assert told.next_rounds() == {ONE: 1}


def test_a_board_that_is_told_another_hall_loses_its_table_though_it_reports_none(desk):
    halls(desk)
    desk.do(assign_table, ONE, 10_001, by="Dee")
    told = Told(desk, {ONE: state(event="Night.1", table=0)})
    told.states[ONE] = state(event="Night.2", table=0)
    assert told.next_rounds() == {ONE: None}


def test_a_line_that_another_board_s_contradicts_has_changed(night):
    night.do(assign_table, OTHER, 1, by="Dee")
    night.do(import_lines, texts(log_of(ONE).game(1, 1, 121, 90)), by="network")
    before, _ = night.ask(read_results, ResultsRead())
    assert before.tables == {ONE: 1}
    night.do(import_lines, texts(log_of(OTHER).game(1, 1, 121, 80)), by="network")
    after, changed = night.ask(read_results, before)
    assert (after.last, changed.boards) == ({}, {ONE, OTHER})


def test_a_line_that_follows_from_an_accepted_one_may_have_moved(night):
    log = log_of(ONE)
    night.do(import_lines, texts(log.game(1, 1, 121, 90), log.game(2, 1, 121, 90)), by="network")
    first, second = night.ask(lambda desk: list(desk.session.scalars(select(Line.id).order_by(Line.n))))
    night.do(decide_lines, [first], "accepted", by="Dee")
    before, _ = night.ask(read_results, ResultsRead())
    night.do(lambda desk: desk.session.execute(update(Line).where(Line.id == second).values(round=3, held="")))
    held, changed = night.ask(read_results, before)
    night.do(lambda desk: desk.session.execute(update(Line).where(Line.id == second).values(round=2)))
    assert night.ask(read_results, held)[1] == changed == ({ONE}, {1})


def test_of_two_boards_with_results_at_a_table_the_last_is_there_whatever_comes_of_the_other(night):
    first = log_of(ONE)
    night.do(import_lines, texts(first.game(1, 1, 121, 90)), by="network")
    night.do(assign_table, OTHER, 1, by="Dee")
    night.do(import_lines, texts(log_of(OTHER).game(1, 1, 121, 90)), by="network")
    before, _ = night.ask(read_results, ResultsRead())
    assert before.tables == {OTHER: 1}
    first.event = "Old"
    night.do(import_lines, texts(first.game(1, 1, 121, 90)), by="network")
    after, changed = night.ask(read_results, before)
    assert (after.tables, changed) == ({OTHER: 1}, ({ONE}, {1}))


def test_a_board_with_results_at_two_tables_is_at_the_last(night):
    night.do(seat_next, by="test")
    log = log_of(ONE)
    night.do(import_lines, texts(log.game(1, 2, 121, 90)), by="network")
    night.do(assign_table, ONE, 1, by="Dee")
    night.do(enter_result, 1, 1, night.ask(lambda desk: cards(desk.event, (121, 70))), by="Dee")
    night.do(import_lines, texts(log.game(2, 1, 121, 90)), by="network")
    assert night.ask(read_results, ResultsRead())[0].tables == {ONE: 1}


@pytest.mark.parametrize(
    "fields",
    [
        {"event": "Night.2"},
        {"round": 2},
        {"table": 2},
        {"names": ["Cy", "Di"]},
        {"assigned": 5},
        {"key": "0000"},
        {"waiting": 1},
        {"phase": "idle"},
    ],
)
def test_what_decides_about_an_assignment_makes_a_difference(fields):
    assert not is_assigned_alike(state(), state(**fields))


@pytest.mark.parametrize("fields", [{"scores": [7, 0]}, {"s": 2}, {"waiting": 2}, {"phase": "counting"}])
def test_what_changes_in_a_game_makes_none(fields):
    assert is_assigned_alike(state(waiting=1, phase="idle"), state(**({"waiting": 1, "phase": "idle"} | fields)))
