"""A network that is dead, slow, full or half open: the board plays on, and the work of a tick stays small."""

import pytest

from firmware.json_file import write_json
from firmware.net.connection import ANSWER_MS, KEEPALIVE_S
from firmware.net.network_loader import NETWORK_FILE
from firmware.net.packets import MAX_BYTES, PacketReader
from firmware.rules.match import PLAYING
from host_tools.sim.virtual.board import at_once, network_board

from .scripted_broker import KEY, SHORT, UID, ScriptedBoard, ScriptedBroker, Wire, message, packets
from .scripted_desk import Ledger, assignment

CALLS = 6
"""Calls of the socket in a tick, at most."""
UNANSWERED = 1023
"""Bytes on their way without an answer, at most: more, and a Pico W may wait ten seconds for room."""


def test_packets_that_come_in_single_bytes_are_understood(board, broker):
    broker.ledger = Ledger()
    broker.piece = 1
    broker.retained["in/assign"] = assignment(UID, KEY)
    board.run(4000)
    assert board.board.match.tally.round == 3
    board.configure(preset="lurch61")
    board.win()
    board.run(4000)
    assert (board.live.waiting, len(broker.wires)) == (0, 1)


def test_packets_that_are_cut_anywhere_are_understood(broker):
    """Of two packets, whose lengths take one byte and two, the rest comes later, after each byte."""
    sent = message("in/ack", b"") + message("in/ack", bytes(MAX_BYTES - 8))
    for cut in range(len(sent)):
        wire, reader, read = Wire(broker), PacketReader(), []
        for part in (sent[:cut], b"", sent[cut:]):
            wire.down += part
            for _ in range(5):
                if reader.poll(wire):
                    read.append((reader.kind, reader.body()))
                    reader.begin()
        assert read == packets(bytearray(sent)), cut


@pytest.mark.parametrize("room", [1, 7, 64])
def test_socket_that_takes_a_few_bytes_at_a_time_is_filled_as_it_empties(board, broker, room):
    board.run(500)
    broker.wire.room = room
    broker.ledger = Ledger()
    board.win()
    board.run(6000)
    assert (board.live.waiting, len(broker.wires)) == (0, 1)


def test_socket_that_is_full_is_given_up_after_five_seconds_and_another_one_works(board, broker):
    board.run(500)
    broker.ledger = Ledger()
    broker.wire.room = 0
    board.win()
    board.run(ANSWER_MS + 3000)
    assert len(broker.wires) == 2
    assert broker.wires[0].closed
    board.run(1000)
    assert board.live.waiting == 0


def test_broker_that_stands_still_is_given_up_after_five_seconds_and_what_its_message_takes(board, broker):
    board.run(500)
    broker.answers = False
    board.win()
    board.run(ANSWER_MS + 10 * 500)
    assert board.live.state == "joined"
    assert broker.wires[0].closed


def test_broker_that_vanishes_without_a_word_is_noticed_before_it_would_notice(board, broker):
    """Half open: nothing is being sent, so only a ping finds out."""
    board.run(1000)
    broker.answers = False
    board.run(1000 * KEEPALIVE_S, every=20)
    assert broker.wires[0].closed


def test_connection_is_tried_again_at_growing_intervals_and_at_once_at_first(board, broker):
    board.run(500)
    broker.answers = False
    broker.wire.broken = True
    times = []
    for _ in range(40_000):
        before = len(broker.wires)
        board.wait(5)
        if len(broker.wires) > before:
            times.append(board.now)
    gaps = [after - before for before, after in zip(times, times[1:], strict=False)]
    assert times[0] < 2500
    assert sorted(gaps) == gaps or max(gaps) < 25_000
    assert 20_000 < gaps[-1] < 25_000, "at least thrice a minute: five seconds for an answer, sixteen of rest"
    broker.answers = True
    broker.ledger = Ledger()
    board.win()
    board.run(30_000, every=20)
    assert board.live.waiting == 0


def test_boards_that_lost_one_broker_do_not_all_come_back_at_once(tmp_path):
    waits = set()
    for number in range(8):
        broker = ScriptedBroker()
        board = ScriptedBoard(tmp_path / str(number), broker).run(500)
        broker.wire.broken = True
        began = board.now
        while len(broker.wires) == 1:
            board.run(1, every=1)
        waits.add(board.now - began)
    assert len(waits) > 1


@pytest.mark.parametrize("code", [4, 5])
def test_broker_that_refuses_the_password_is_not_asked_all_the_time(board, broker, code):
    broker.refuses = code
    board.run(60_000, every=20)
    assert board.live.state == "refused"
    assert 2 <= len(broker.wires) <= 4
    broker.refuses = 0
    board.run(40_000, every=20)
    assert board.live.state == "connected"


def test_broker_that_refuses_the_topics_is_told_from_one_that_is_away(board, broker):
    take = broker._take
    broker._take = lambda kind, body: (
        broker.wire.down.extend(b"\x90\x04\x00\x01\x80\x80") if kind == 0x82 else take(kind, body)
    )
    board.run(500)
    for _ in range(600):
        board.run(5)
        assert board.live.state == "refused", "also while it asks again"
    broker._take = take
    board.run(10_000)
    assert board.live.state == "connected"


def test_wifi_that_goes_ends_the_connection_and_comes_back(board, broker):
    broker.ledger = Ledger()
    board.run(500)
    broker.state = "joining"
    board.win()
    board.run(3000)
    assert (board.live.state, board.live.waiting) == ("joining", 1)
    broker.state = "wrong-password"
    board.run(100)
    assert board.live.state == "wrong-password"
    broker.state = "joined"
    board.run(3000)
    assert (board.live.state, board.live.waiting) == ("connected", 0)


def test_unreachable_address_is_tried_again(board, broker):
    broker.reachable = False
    board.power_on()
    board.run(60_000, every=20)
    assert board.live.state == "joined"
    broker.reachable = True
    board.run(20_000, every=20)
    assert board.live.state == "connected"


def busy_evening(board, broker):
    """Games, assignments, garbage and losses of the connection; yields after each step."""
    broker.retained["in/assign"] = assignment(UID, KEY)
    for turn in range(4):
        broker.ledger = Ledger() if turn == 2 else broker.ledger
        if turn == 1:
            broker.deliver("in/assign", b"x" * 3000)
            broker.wire.room = 90
        if turn == 3:
            broker.wire.broken = True
        for _ in range(400):
            yield from stepped(board, broker)
        while board.board.match.stage != PLAYING:
            yield from pressed(board, broker, 16)
        while board.board.match.stage == PLAYING:
            for key in (2, 2, 2, 2, 16):
                yield from pressed(board, broker, key)


def pressed(board, broker, key):
    for mask in (1 << key, 0):
        board.hal.keys_down(mask)
        for _ in range(8):
            yield from stepped(board, broker)


def stepped(board, broker):
    board.wait(5)
    yield
    broker.serve()


def test_tick_makes_few_calls_and_moves_few_bytes(board, broker):
    board.run(500)
    broker.wire.count()
    most = [0, 0]
    for _ in busy_evening(board, broker):
        calls, moved = broker.wire.count()
        most = [max(most[0], calls), max(most[1], moved)]
    assert most[0] <= CALLS
    assert most[1] <= MAX_BYTES + 4
    assert len(broker.results()) > 4


def test_less_than_a_kilobyte_is_ever_on_its_way_without_an_answer(board, broker):
    board.run(500)
    for _ in busy_evening(board, broker):
        assert len(broker.wire.up) <= UNANSWERED
    broker.answers = False
    board.win(2)
    board.run(30_000)
    assert max(len(wire.up) for wire in broker.wires) <= UNANSWERED


def test_file_is_opened_at_most_once_in_a_step_for_the_network(board, broker, monkeypatch):
    board.win(3)
    disk = board.hal.disk
    opened = []
    monkeypatch.setattr(disk, "open", lambda name, mode, open=disk.open: (opened.append(name), open(name, mode))[1])
    broker.ledger = Ledger()
    most = 0
    for _ in range(4000):
        board.wait(5)
        broker.serve()
        most = max(most, len(opened))
        opened.clear()
    assert (most, board.live.waiting) == (1, 0)


@pytest.mark.parametrize("away", ["there", "dead", "still", "full", "unreachable", "no Wi-Fi"])
def test_key_is_shown_in_the_step_that_hears_it_whatever_the_network_does(board, broker, away):
    """In that step nothing of the network comes before the light."""
    board.press(16)
    board.run(500)
    away == "dead" and setattr(broker.wire, "broken", True)
    away in ("still", "dead") and setattr(broker, "answers", False)
    away == "full" and setattr(broker.wire, "room", 0)
    away == "unreachable" and (setattr(broker, "reachable", False), setattr(broker.wire, "broken", True))
    away == "no Wi-Fi" and setattr(broker, "state", "joining")
    order = []
    tick, show = board.live.tick, board.hal.show
    board.live.tick = lambda clock: (order.append("net"), tick(clock))
    board.hal.show = lambda bufs, leds: (order.append("light"), show(bufs, leds))
    for turn in range(300):
        board.hal.keys_down(1 << turn % 8 if turn % 2 else 0)
        order.clear()
        before = board.board.measures.frames
        board.wait(37)
        broker.serve()
        if turn % 2:
            assert board.board.measures.frames > before
            assert order[0] == "light"


def test_network_waits_while_a_frame_waits(board, broker):
    board.run(500)
    board.hal.busy = lambda: True
    ticks = []
    tick = board.live.tick
    board.live.tick = lambda clock: (ticks.append(clock), tick(clock))
    board.hal.keys_down(1)
    for _ in range(50):
        board.wait(1)
    assert ticks == []
    board.hal.busy = lambda: False
    board.wait(1)
    assert ticks


def test_frames_are_what_they_are_without_a_network(board, broker, tmp_path):
    alone = network_board(tmp_path / "alone", UID)
    alone.configure(event="e1", key=KEY, preset=SHORT, sign_off=False)
    alone.wait(board.now - alone.now)
    for each in (board, alone):
        each.press(16)
    for turn in range(600):
        for each in (board, alone):
            each.hal.keys_down(1 << turn // 8 % 8 if turn // 4 % 2 else 0)
            each.wait(10)
        broker.serve()
        assert board.hal.shown == alone.hal.shown


@pytest.mark.parametrize("error", [MemoryError(), OSError(5)])
def test_game_goes_on_where_the_network_fails_within_a_tick(board, broker, error):
    def fail(clock):
        raise error

    tick = board.live.tick
    board.live.tick = fail
    board.win()
    board.live.tick = tick
    broker.ledger = Ledger()
    board.run(10_000)
    assert board.live.waiting == 0


@pytest.mark.parametrize("error", [MemoryError(), OSError(5), ImportError("damaged"), RuntimeError("radio")])
def test_board_starts_where_the_network_does_not(board, broker, monkeypatch, error):
    def fail(hal, ssid, password):
        raise error

    monkeypatch.setattr(type(board.hal), "open_network", fail)
    board.power_on()
    board.win()
    assert len(board.lines()) == 1
    assert "network-failed" in [note["code"] for note in board.board.notes()]


@pytest.mark.parametrize("rate", [80, 200])
def test_a_result_arrives_on_a_slow_way(board, broker, rate):
    """So many bytes a second, which is what a Wi-Fi leaves at the edge of its reach."""
    board.win()
    broker.ledger = Ledger()
    for _ in range(20 * 60):
        wire = broker.wire
        wire.room = rate // 20
        board.wait(10)
        wire.room = 0
        board.run(40, every=10)
    assert board.live.waiting == 0


def standby_board(tmp_path, broker):
    board = ScriptedBoard(tmp_path / "two", broker)
    board.tell_network(standby="10.0.0.2")
    return board


def asked(broker):
    """The addresses that the board tries from now on."""
    addresses, connect = [], broker.connect

    def connected(address, port):
        addresses.append(address)
        return connect(address, port)

    broker.connect = connected
    return addresses


def test_a_board_tries_the_other_broker_when_one_is_silent(tmp_path, broker):
    addresses = asked(broker)
    board = standby_board(tmp_path, broker)
    broker.answers = False
    board.run(20_000)
    assert addresses[-3:] in (["10.0.0.1", "10.0.0.2", "10.0.0.1"], ["10.0.0.2", "10.0.0.1", "10.0.0.2"])


@pytest.mark.parametrize("fault", ["unreachable", "refused"])
def test_a_board_tries_the_other_broker_when_one_is_gone_or_refuses_it(tmp_path, broker, fault):
    board = standby_board(tmp_path, broker)
    board.run(1000)
    addresses = asked(broker)
    broker.reachable, broker.refuses = fault != "unreachable", 5 if fault == "refused" else 0
    broker.wire.broken = True
    board.run(100_000, every=20)
    assert addresses[:3] == ["10.0.0.1", "10.0.0.2", "10.0.0.1"]


def test_a_board_comes_back_to_the_broker_that_it_was_connected_to(tmp_path, broker):
    board = standby_board(tmp_path, broker)
    addresses = asked(broker)
    for _ in range(3):
        board.run(2000)
        assert board.live.state == "connected"
        broker.wire.broken = True
    board.run(2000)
    assert len(set(addresses)) == 1


def test_a_board_leaves_a_broker_behind_which_no_desk_answers(tmp_path, broker):
    """A computer that comes back late has a broker, and a desk that keeps nothing any more."""
    board = standby_board(tmp_path, broker)
    board.win()
    board.run(50_000, every=20)
    addresses = asked(broker)
    board.run(20_000, every=20)
    assert addresses == ["10.0.0.2"]
    broker.ledger = Ledger()
    board.run(5000)
    assert board.live.waiting == 0


def test_a_board_that_knows_one_broker_stays_there(board, broker):
    board.win()
    board.run(90_000, every=20)
    assert len(broker.wires) == 1


def test_a_network_of_the_version_before_is_read(board, broker):
    """It had one address."""
    values = board.board.network_loader.read_fields()
    del values["standby"]
    at_once(write_json(board.hal.disk, NETWORK_FILE, values, 1))
    board.power_on()
    board.run(1000)
    assert (board.live.state, board.board.network_loader.notes()) == ("connected", [])
