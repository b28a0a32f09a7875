"""Boards and a real broker, which is killed, stopped, made to refuse, or reached by a slow way."""

import json
import select
import subprocess

import pytest

from firmware.net.sockets import SystemNetwork, TcpStream
from host_tools.sim.virtual.board import network_board
from tests.patience import PATIENCE_S

from .mosquitto import Mosquitto
from .scripted_broker import KEY, SHORT, UID
from .scripted_desk import Desk, assignment, run_until


def live(board):
    return board.board.network_loader.live


def win(board):
    """A game of 61 holes; the broker lives in the clock's time, the players in the board's."""
    match = board.board.match
    while match.stage != 0:
        board.press(16)
    while match.stage == 0:
        board.peg("A", 10)


def test_result_comes_once_and_the_table_is_shown(mosquitto, desk, real):
    board = real(mosquitto.port)
    run_until(board, lambda: live(board).state == "connected")
    desk.publish(f"cribbage/{UID}/in/assign", assignment(UID, KEY))
    run_until(board, lambda: desk.state(UID).get("assigned") == 17)
    assert (desk.state(UID)["round"], desk.state(UID)["names"]) == (3, ["Ann", "Bo"])
    desk.publish(f"cribbage/{UID}/in/assign", b"")
    win(board)
    run_until(board, lambda: live(board).waiting == 0 and desk.state(UID)["n"] == 1)
    assert [(number, line.decode()) for _, number, line in desk.came] == [(1, board.lines()[0])]


def test_last_will_tells_that_the_power_has_gone(mosquitto, desk, real):
    board = real(mosquitto.port)
    run_until(board, lambda: desk.here(UID).get("here") is True)
    number = desk.here(UID)["c"]
    board.power_off()
    desk.wait(lambda: desk.here(UID) == {"here": False, "c": number})
    board.power_on()
    run_until(board, lambda: desk.here(UID)["here"] and desk.here(UID)["c"] != number)


def test_nothing_is_lost_when_the_broker_is_killed_again_and_again(mosquitto, desk, real):
    board = real(mosquitto.port)
    run_until(board, lambda: live(board).state == "connected")
    for turn in range(1, 4):
        win(board)
        if turn % 2:
            run_until(board, lambda turn=turn: len(desk.came) >= turn)
        mosquitto.kill()
        win(board)
        board.wait(10)
        mosquitto.start()
        run_until(board, lambda: live(board).waiting == 0)
    numbers = [number for _, number, _ in desk.came]
    assert sorted(set(numbers)) == list(range(1, 7))
    assert [n for i, n in enumerate(numbers) if n not in numbers[:i]] == list(range(1, 7)), "in order"
    lines = board.lines()
    assert all(line.decode() == lines[number - 1] for _, number, line in desk.came)


def test_broker_that_is_stopped_is_given_up_and_found_again(mosquitto, desk, real):
    board = real(mosquitto.port)
    run_until(board, lambda: live(board).state == "connected")
    mosquitto.halt()
    win(board)
    # It cannot answer, so the board's time may run ahead of the clock's.
    for _ in range(1500):
        board.wait(10)
    assert (live(board).state, live(board).waiting) == ("joined", 1)
    mosquitto.go_on()
    run_until(board, lambda: live(board).waiting == 0)
    assert {number for _, number, _ in desk.came} == {1}


def test_desk_that_is_away_gets_all_of_it_later(mosquitto, real):
    board = real(mosquitto.port)
    deaf = Desk(mosquitto.port, acks=False)
    try:
        win(board)
        run_until(board, lambda: deaf.came)
        win(board)
        assert live(board).waiting == 2
    finally:
        deaf.close()
    desk = Desk(mosquitto.port)
    try:
        run_until(board, lambda: live(board).waiting == 0)
        assert [number for _, number, _ in desk.came] == [1, 2]
    finally:
        desk.close()


def test_board_with_a_wrong_password_says_so_and_each_board_has_its_own_topics(tmp_path, real):
    passwords, rules = tmp_path / "passwords", tmp_path / "acl"
    broker = Mosquitto(tmp_path, f"password_file {passwords}\nacl_file {rules}")
    passwords.write_text("")
    other = "f" * 16
    for name, word in ((UID, "right"), (other, "right too"), ("desk", "of the desk")):
        done = subprocess.run(["mosquitto_passwd", "-b", str(passwords), name, word], capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr
    rules.write_text("user desk\ntopic cribbage/#\npattern write cribbage/%u/#\npattern read cribbage/%u/in/#\n")
    broker.start()
    desk = Desk(broker.port, "desk", "of the desk")
    try:
        board = real(broker.port, password="wrong")
        run_until(board, lambda: live(board).state == "refused")
        board.tell_network(broker="127.0.0.1", port=broker.port, login="right")
        run_until(board, lambda: live(board).state == "connected")
        neighbour = real(broker.port, uid=other, password="right too")
        run_until(neighbour, lambda: live(neighbour).state == "connected")
        desk.publish(f"cribbage/{other}/in/assign", assignment(other, KEY))
        run_until(neighbour, lambda: desk.state(other).get("assigned") == 17)
        assert live(board).refused() == dict.fromkeys(live(board).refused(), 0)
    finally:
        desk.close()
        broker.close()


def test_message_that_is_too_long_for_a_board_is_passed_over_and_told(mosquitto, desk, real):
    board = real(mosquitto.port)
    run_until(board, lambda: live(board).state == "connected")
    desk.publish(f"cribbage/{UID}/in/assign", b"x" * 5000)
    run_until(board, lambda: desk.state(UID).get("refused") == 1)
    assert json.dumps(live(board).refused()).count("1") == 1
    win(board)
    run_until(board, lambda: live(board).waiting == 0)


class SlowStream(TcpStream):
    """Takes and gives `room` bytes, which the way has for the board."""

    room = 0

    def receive(self, buf, most):
        return self._use(super().receive(buf, min(most, self.room)) if self.room else 0)

    def send(self, data):
        return self._use(super().send(data[: self.room]))

    def _use(self, count):
        self.room -= count
        return count

    def wait(self):
        """Until the broker has answered: on a slow computer its answers take longer than the board waits."""
        select.select([self._socket], [], [], PATIENCE_S)


class SlowNetwork(SystemNetwork):
    def connect(self, address, port):
        return SlowStream(address, port)


def run_second(board, rate):
    """A second of the board's time, in which so many bytes go."""
    for _ in range(20):
        connection = live(board)._connection
        if connection._stream is not None:
            connection._stream.room = rate // 20
            if connection._expects and not connection._out:
                connection._stream.wait()
        board.wait(50, every=10)


@pytest.mark.parametrize("rate", [80, 200], ids="{} bytes a second".format)
def test_a_result_arrives_on_a_slow_way(mosquitto, desk, tmp_path, rate):
    """Which is what a Wi-Fi leaves at the edge of its reach."""
    board = network_board(tmp_path / UID, UID, SlowNetwork())
    board.configure(event="e1", key=KEY, preset=SHORT, sign_off=False)
    board.tell_network(broker="127.0.0.1", port=mosquitto.port, login="x")
    win(board)
    for _ in range(60):
        run_second(board, rate)
    assert live(board).waiting == 0
    assert {(number, line.decode()) for _, number, line in desk.came} == {(1, board.lines()[0])}
    board.power_off()
