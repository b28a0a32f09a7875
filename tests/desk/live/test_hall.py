"""What happens in a hall, to boards of the real firmware on a real broker: what each is then told, and what counts."""

import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, asynccontextmanager

import pytest

from firmware.config import KEY_OK
from firmware.entry.phases import PHASE_ROUND
from firmware.net.assignment import PlayedMatch
from host_tools.desk.intake.swap_players import swap_players
from host_tools.desk.live import desk_client
from host_tools.desk.live.assigner import Assigner
from host_tools.desk.live.next_matches import assign_table
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.sim.clocked import Clock
from host_tools.sim.virtual.board import network_board
from tests.desk.conftest import Desk
from tests.desk.live.running_desks import KEY, desk_at, results_of
from tests.live.brokers import PASSWORD, UIDS, desk_is_there
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

"""Only a test that hangs waits that long."""


class Boards:
    """Boards that live in the clock's time while `until` waits."""

    def __init__(self, hall, folder):
        self._hall, self._folder, self._made = hall, folder, []

    def make(self, uid, table=0, event="Night", key=KEY):
        board = network_board(self._folder / uid, uid)
        board.configure(round=1, event=event, key=key, table=table, preset="acc")
        board.tell_network(broker="127.0.0.1", port=self._hall.port, login=PASSWORD)
        self._made.append(board)
        return board

    async def until(self, wanted):
        clock = Clock(self._made)
        while not wanted():
            states = [(seated(board), board.board.network_loader.live.state) for board in self._made]
            assert clock.passed_s < PATIENCE_S, states
            clock.step()
            await asyncio.sleep(0.002)


def seated(board):
    """Round, table and names of the assignment the board shows."""
    return (*board.board.network_loader.seating(), board.board.settings.values["table"])


def at(night, number, table):
    """The same, as the desk has it."""
    view = night.ask(round_view, number)
    names = next(one.sides for one in view.tables if one.table == table)
    return number, [" & ".join(names[side]) for side in "AB"], table


def play(board):
    """A game that A wins: agreed to, its result written."""
    board.press(KEY_OK)
    for _ in range(4):
        board.peg("A", 25)
    board.peg("A", 21)
    board.sign("B")
    assert board.board.results.count


def go_on(board):
    """From a game's end to the number of the next round."""
    board.press(KEY_OK)
    board.press(KEY_OK)


@pytest.fixture
def boards(hall, tmp_path):
    return Boards(hall, tmp_path)


def evening(story):
    in_own_thread(asyncio.run, story)


def waits_for(board):
    return board.board.network_loader.live.waiting


@pytest.mark.deep
def test_a_board_that_is_carried_to_another_table_is_told_who_sits_there(hall, night, boards):
    async def story():
        async with desk_at(hall, night.store):
            board = boards.make(UIDS[0], table=1)
            await boards.until(lambda: seated(board) == at(night, 1, 1))
            night.do(assign_table, UIDS[0], 2, by="test")
            await boards.until(lambda: seated(board) == at(night, 1, 2))
            play(board)
            await boards.until(lambda: not waits_for(board))
        assert results_of(night) == [(1, "", "")]

    evening(story())


@pytest.mark.deep
def test_of_two_boards_at_one_table_neither_is_told_until_the_director_says_which(hall, night, boards):
    async def story():
        async with desk_at(hall, night.store) as desk:
            one, two = (boards.make(uid, table=1) for uid in UIDS[:2])
            await boards.until(lambda: [one.uid for one in desk.tables.snapshot(0) if one.state] == UIDS[:2])
            while (await desk_is_there(hall))["without"] != UIDS[:2]:
                pass
            assert seated(one)[0] == seated(two)[0] == 0
            night.do(assign_table, UIDS[1], 1, by="test")
            await boards.until(lambda: seated(two) == at(night, 1, 1))
            assert seated(one)[0] == 0

    evening(story())


@pytest.mark.deep
def test_a_board_that_was_switched_on_first_finds_the_network_later(hall, night, boards):
    async def story():
        hall.mosquitto.kill()
        board = boards.make(UIDS[0], table=1)
        await boards.until(lambda: board.now > 3000)
        assert board.board.network_loader.live.state == "joined"
        hall.mosquitto.start()
        async with desk_at(hall, night.store):
            await boards.until(lambda: seated(board) == at(night, 1, 1))

    evening(story())


@pytest.mark.deep
@pytest.mark.parametrize("guard", ["board", "desk", "asleep"])
def test_a_round_that_is_seated_and_played_while_the_board_is_away_does_not_come_back(
    hall, night, boards, monkeypatch, guard
):
    """The board sees in its log that it has played it, and the desk withdraws it before the ack: each suffices."""
    if guard == "desk":
        monkeypatch.setattr(PlayedMatch, "busy", lambda self: False)
    if guard == "board":
        monkeypatch.setattr(Assigner, "answered", lambda *_: {})

    async def story():
        async with desk_process(hall, night) if guard == "asleep" else desk_at(hall, night.store) as desk:
            board = boards.make(UIDS[0], table=1)
            await boards.until(lambda: seated(board) == at(night, 1, 1))
            play(board)
            go_on(board)
            until = board.now + 2000
            await boards.until(lambda: not waits_for(board) and board.now > until and board.shown()["settled"])
            board.hal.network.state = "joining"
            night.do(seat_next, by="test")
            await assignment_of_round(hall, 2)
            if guard == "asleep":
                os.kill(desk.pid, signal.SIGSTOP)
            play(board)
            go_on(board)
            board.hal.network.state = "joined"
            if guard == "desk":
                # A board of the version before takes what it finds as soon as its keys rest: here, after the ack.
                board.board._at_rest = lambda: False
                await boards.until(lambda: not waits_for(board))
                del board.board._at_rest
            await boards.until(lambda: board.connected)
            began = board.now
            await boards.until(lambda: board.now > began + 3000)
            assert (board.board.match.tally.round, board.board.console.phase) == (3, PHASE_ROUND)
            if guard == "asleep":
                os.kill(desk.pid, signal.SIGCONT)
            night.do(seat_next, by="test")
            await boards.until(lambda: seated(board) == at(night, 3, 1))
        assert results_of(night) == [(1, "", ""), (2, "", "")]

    evening(story())


async def assignment_of_round(hall, number):
    """Wait until the broker keeps an assignment of this round for the first board."""
    async with hall.client(*hall.broker[3:5]) as client:
        await client.subscribe(f"cribbage/{UIDS[0]}/in/assign")
        async with asyncio.timeout(PATIENCE_S):
            async for message in client.messages:
                if message.payload and json.loads(message.payload)["round"] == number:
                    return


@pytest.mark.deep
def test_a_board_of_last_week_s_event_on_last_week_s_broker(hall, night, boards):
    """Its log still has the results of that evening, and the broker what was said to it then."""

    async def story():
        board = boards.make(UIDS[0], table=1, event="Old", key="01" * 16)
        play(board)
        go_on(board)
        async with hall.client(*hall.broker[3:5]) as other:
            old = b'{"n":1,"hash":"' + b"0" * 16 + b'"}'
            await other.publish(f"cribbage/{UIDS[0]}/in/ack", old, 1, True)
            await other.publish(f"cribbage/{UIDS[0]}/in/assign", b'{"uid":"of last week"}', 1, True)
        board.configure(round=1, event="Night", key=KEY, table=1)
        async with desk_at(hall, night.store):
            await boards.until(lambda: seated(board) == at(night, 1, 1) and not waits_for(board))
            play(board)
            await boards.until(lambda: not waits_for(board))
        assert [(n, held) for n, held, _ in results_of(night)] == [(1, "foreign seal"), (2, "")]

    evening(story())


@pytest.mark.deep
def test_two_events_share_a_broker_and_each_board_belongs_to_one(hall, night, boards):
    other = Desk(night.store, "Other").create(rounds=6, key=KEY, players=6)
    other.do(seat_next, by="test")

    async def story():
        async with desk_at(hall, night.store), desk_at(hall, night.store, "Other"):
            mine, theirs = boards.make(UIDS[0], table=1), boards.make(UIDS[1], table=1, event="Other")
            await boards.until(lambda: seated(mine) == at(night, 1, 1) and seated(theirs) == at(other, 1, 1))
            play(mine)
            play(theirs)
            await boards.until(lambda: not waits_for(mine) and not waits_for(theirs))
        assert results_of(night) == [(1, "", ""), (1, "", "")]

    evening(story())


@pytest.mark.deep
def test_a_desk_whose_clock_was_set_back_is_still_heard(hall, night, boards, monkeypatch):
    now = itertools.cycle([2_000_000_000])
    monkeypatch.setattr(desk_client.time, "time", lambda: next(now))

    async def story():
        nonlocal now
        async with desk_at(hall, night.store):
            board = boards.make(UIDS[0], table=1)
            await boards.until(lambda: seated(board) == at(night, 1, 1))
            now = itertools.cycle([1_000])
            first = night.ask(round_view, 1).tables
            night.do(swap_players, *(int(one.ids["A"][0]) for one in first), by="test")
            await boards.until(lambda: seated(board) == at(night, 1, 1))
            assert board.board.network_loader.live._assignments.seating.serial == 2_000_000_001

    evening(story())


@pytest.mark.deep
def test_a_password_that_was_changed_keeps_results_on_the_board_until_it_is_told(hall, night, boards):
    async def story():
        async with desk_at(hall, night.store):
            board = boards.make(UIDS[0], table=1)
            await boards.until(lambda: seated(board) == at(night, 1, 1))
            hall.files.set_password(UIDS[0], "another")
            hall.mosquitto.kill()
            hall.mosquitto.start()
            play(board)
            await boards.until(lambda: board.board.network_loader.live.state == "refused")
            assert waits_for(board) == 1
            go_on(board)
            board.tell_network(broker="127.0.0.1", port=hall.port, login="another")
            await boards.until(lambda: not waits_for(board))
        assert results_of(night) == [(1, "", "")]

    evening(story())


@asynccontextmanager
async def desk_process(hall, night):
    """A desk that can be put to sleep."""
    words = [night.store.engine.url.render_as_string(False), night.name, str(hall.files.path)]
    with ExitStack() as stack:
        process = subprocess.Popen([sys.executable, "-m", "tests.measure.soak_desk", *words])
        stack.callback(process.wait)
        stack.callback(process.kill)
        yield process


@pytest.mark.deep
def test_a_laptop_that_sleeps_takes_what_came_meanwhile_when_it_wakes(hall, night, boards):
    async def story():
        async with desk_process(hall, night) as process:
            board = boards.make(UIDS[0], table=1)
            await boards.until(lambda: seated(board) == at(night, 1, 1))
            os.kill(process.pid, signal.SIGSTOP)
            hall.mosquitto.kill()
            hall.mosquitto.start()
            play(board)
            await boards.until(lambda: board.connected)
            assert waits_for(board) == 1
            os.kill(process.pid, signal.SIGCONT)
            await boards.until(lambda: not waits_for(board))
        assert results_of(night) == [(1, "", "")]

    evening(story())
