"""An event played on virtual boards through their keys, from the roster to the standings."""

import json
import os
import random
import threading
from collections import defaultdict

import pytest

from firmware.board import Board
from firmware.config import HOLD_MS, KEY_OK, SCORE_KEYS
from host_tools.desk import lines, usb
from host_tools.desk.check import check
from host_tools.desk.entering import enter
from host_tools.desk.model import Event
from host_tools.desk.reading import take
from host_tools.desk.results import _read as read_file
from host_tools.desk.seating import seat_next, seating_of
from host_tools.desk.standings import standings
from host_tools.desk.written import cards_of_scores
from host_tools.sim.virtual.hal import VirtualHal
from host_tools.usb import ports

KEY = "5eed" * 8
PRESS_MS = 20
COUNTS = [n for n in range(1, 25) if n != 19]
"""What a deal may bring a side: one entry of each."""


class VirtualBoard:
    """A board on one table, and the two who press its keys."""

    def __init__(self, folder, table, seed):
        folder.mkdir()
        self.log = folder / "results.log"
        self.hal = VirtualHal(2, str(folder))
        self.hal.uid = f"{table:016x}"
        self.now = 0
        self.board = Board(self.hal)
        self.board.office().configure({"event": "Night", "table": table, "key": KEY}, 1)
        self.random = random.Random(seed)

    def press(self, key, ms=PRESS_MS):
        self.hal.keys_down(1 << key)
        self.wait(0)
        self.wait(ms)
        self.hal.keys_down(0)
        self.wait(PRESS_MS)

    def wait(self, ms):
        self.now += ms
        self.board.step(self.now)

    def peg(self, team, count):
        for amount in sorted(SCORE_KEYS, reverse=True):
            for _ in range(count // amount):
                self.press(4 * team + SCORE_KEYS.index(amount))
            count %= amount
        self.press(KEY_OK)

    def play(self):
        """One whole game of a round, signed by the loser; the board is then ready for the next round."""
        fronts = self.board.match.game.front
        team = self.random.randrange(2)
        while True:
            count = self.random.choice(COUNTS)
            out = fronts[team] + count >= 121
            self.peg(team, count)
            if out:
                break
            team = 1 - team
        self.press(4 * (1 - team), HOLD_MS + PRESS_MS)
        self.press(KEY_OK)
        self.press(KEY_OK)


@pytest.fixture(scope="module")
def boards(tmp_path_factory):
    """The boards of twenty tables after nine rounds."""
    root = tmp_path_factory.mktemp("boards")
    boards = {table: VirtualBoard(root / str(table), table, seed=table) for table in range(1, 21)}
    for board in boards.values():
        for _ in range(9):
            board.play()
    return boards


def independently(played, seats):
    """Points, wins, net and plus of each player, worked out from pegs alone."""
    totals = defaultdict(lambda: [0, 0, 0, 0])
    for place, pegs in played.items():
        winner = pegs.index(121)
        margin = 121 - pegs[1 - winner]
        for side, player in enumerate(seats[place]):
            mine = totals[player]
            if side == winner:
                mine[0] += 3 if margin > 30 else 2
                mine[1] += 1
                mine[3] += margin
            mine[2] += margin if side == winner else -margin
    return totals


def test_an_event_of_forty_on_virtual_boards(desk, boards):
    desk.create("acc", 40, rounds=9, key=KEY)
    for _ in range(9):
        desk.do(seat_next, "me")
    played = defaultdict(dict)
    for board in boards.values():
        for number, line in enumerate(read_file(board.log).splitlines(), 1):
            taken = desk.do(take, [(str(board.log), number, line)], "me")
            assert (taken.new, taken.refused, dict(taken.faults)) == (1, [], {})
            played |= {_place(line): _pegs(line)}
    assert len(played) == 180
    assert desk.ask(check) == []
    expected = independently(played, desk.ask(_seats))
    found = desk.ask(standings)
    assert {one.id: [one.points, one.won, one.net, one.plus] for one in found} == {
        str(player): totals for player, totals in expected.items()
    }
    keys = [(-one.points, -one.won, -one.net, -one.plus) for one in found]
    assert keys == sorted(keys)
    _typed_from_paper_is_the_same(desk, played, found)


def _typed_from_paper_is_the_same(desk, played, found):
    """The same cards typed beside the boards' lines disagree with none of them."""
    for (number, table), pegs in list(played.items())[:20]:
        desk.do(lambda s, e, n=number, t=table, p=pegs: enter(s, e, n, t, cards_of_scores(e, p), by="me"))
    assert desk.ask(check) == []
    assert desk.ask(standings) == found


def _place(line):
    fields = json.loads(line)
    return fields["round"], fields["table"]


def _pegs(line):
    return list(json.loads(line)["scores"].values())


def _seats(session, event: Event):
    seats = {}
    for number in range(1, event.rounds + 1):
        for table in seating_of(session, event, number).tables:
            seats[number, table.number] = table.players
    return seats


def test_a_board_is_read_over_its_serial_line(boards, monkeypatch):
    """A pty in place of the cable; the board at its other end lives on while it answers."""
    board = boards[1]
    ours, theirs = os.openpty()
    over = threading.Event()

    def live():
        while not over.is_set():
            board.hal.receive(os.read(ours, 4096).decode())
            for _ in range(200):
                board.wait(1)
            os.write(ours, "".join(line + "\n" for line in board.hal.sent()).encode())

    thread = threading.Thread(target=live, daemon=True)
    thread.start()
    monkeypatch.setattr(ports, "connected", lambda: [ports.Port(os.ttyname(theirs), "")])
    found = usb.read_all()
    over.set()
    os.write(theirs, b"\n")
    thread.join()
    assert [lines.unwrapped(text) for _, _, text in found] == board.log.read_text().splitlines()
