"""What comes for a board: what it takes, and that everything else is refused, counted, and stops nothing."""

import json
import random
from collections import Counter

import pytest

from firmware.config import BACK, KEY_MENU, KEY_OK, MENU_HOLD_MS
from host_tools.sim.virtual.board import PRESS_MS, at_once
from host_tools.sim.virtual.hal import plug_displays
from tests.display_reader import read

from .scripted_broker import KEY, UID, ScriptedBoard, message, packet
from .scripted_desk import Ledger, assignment, sealed


@pytest.fixture
def at_round(board):
    """A board on which nothing has been played yet: it shows the number of a round."""
    return board.run(1500)


def place(board):
    match = board.board.match
    return match.tally.round, board.board.settings.values["table"], match.preset.name


def refused(board):
    return {why: count for why, count in board.live.refused().items() if count}


def test_assignment_is_shown_and_ok_confirms_it(at_round, broker):
    broker.deliver("in/assign", assignment(UID, KEY))
    at_round.run(1500)
    assert place(at_round) == (3, 7, "acc")
    state = json.loads(broker.told("state")[-1])
    expected = {"phase": "round", "round": 3, "table": 7, "preset": "acc", "names": ["Ann", "Bo"], "assigned": 17}
    assert expected.items() <= state.items()
    at_round.press(16)
    at_round.peg("A", 3)
    at_round.run(600)
    state = json.loads(broker.told("state")[-1])
    assert (state["phase"], state["round"], state["names"]) == ("idle", 3, ["Ann", "Bo"])
    assert refused(at_round) == {}


@pytest.mark.parametrize(
    ("language", "names", "shown"),
    [
        ("en", ["Ann", "Bo"], ["Table 7, round 3", "A Ann", "B Bo"]),
        ("fr", ["Zoë", "François Lefebvre-Roy"[:20]], ["Table 7, ronde 3", "A Zoë", "B François Lefebvre-R"]),
    ],
)
def test_display_says_who_is_to_play_the_round(at_round, broker, language, names, shown):
    at_round.configure(language=language)
    plug_displays(at_round.board, 1)
    broker.deliver("in/assign", assignment(UID, KEY, names=names))
    at_round.run(2500)
    text = read(at_round.hal.displays[0])
    assert [words for words in shown if words not in text] == []
    at_round.press(0)
    at_round.run(600)
    assert shown[1] not in read(at_round.hal.displays[0]), "another round"


def test_display_says_the_names_of_four(tmp_path, broker):
    board = ScriptedBoard(tmp_path / "four", broker, tracks=4)
    plug_displays(board.board, 2)
    board.run(1500)
    names = ["Ann of the North", "Bo", "Clementine", "Dee"]
    broker.deliver("in/assign", assignment(UID, KEY, names=names, teams=4, preset="casual"))
    board.run(2500)
    for display in board.hal.displays:
        assert "A Ann of t B Bo C Clementi D Dee" in read(display)


def test_assignment_that_comes_during_a_match_waits_for_the_next_round(board, broker):
    board.press(16)
    board.peg("A", 5)
    broker.retained["in/assign"] = assignment(UID, KEY)
    board.run(3000)
    assert place(board) == (1, 0, "custom")
    board.win()
    board.to_round()
    board.run(1500)
    assert place(board) == (3, 7, "acc")


def test_assignment_for_the_round_that_is_played_comes_too_late(board, broker):
    """Taken behind the match, it would show that round again."""
    board.press(16)
    board.peg("A", 5)
    broker.retained["in/assign"] = assignment(UID, KEY, round=1)
    board.run(3000)
    del broker.retained["in/assign"]
    board.win()
    board.to_round()
    board.run(1500)
    assert place(board) == (2, 0, "custom")


def came_back(board, broker, **fields):
    """A board that has played rounds 1 and 2 at table 5 away from the broker, and then finds an assignment there."""
    board.configure(table=5)
    board.win()
    board.to_round()
    board.win()
    board.to_round()
    broker.retained["in/assign"] = assignment(UID, KEY, **{"table": 5, **fields})
    broker.wire.broken = True
    board.run(3000)
    return board


@pytest.mark.parametrize(("number", "table"), [(1, 5), (2, 5), (2, 4)])
def test_assignment_of_a_round_that_was_played_meanwhile_is_not_taken(board, broker, number, table):
    """At whichever table: the board was moved after it was assigned."""
    came_back(board, broker, round=number, table=table)
    assert place(board) == (3, 5, "custom")
    assert refused(board) == {}, "it is late, and nobody's fault"
    board.power_on()
    board.run(3000)
    assert place(board) == (3, 5, "custom")


@pytest.mark.parametrize("fields", [{"after": 2}, {"after": 2, "table": 4}, {"round": 3}, {"after": 1000}], ids=repr)
def test_assignment_of_a_round_that_was_not_played_is_taken(board, broker, fields):
    """To be played again, as the desk knew its result when it assigned, or at another table; in another round."""
    taken = {"round": 2, "table": 5} | fields
    came_back(board, broker, **taken)
    if fields.get("after") == 1000:
        assert place(board) == (3, 5, "custom"), "a log that is shorter is another: all of it is read"
    else:
        assert place(board) == (taken["round"], taken["table"], "acc")


def test_assignment_of_a_match_that_was_reopened_is_taken(board, broker):
    came_back(board, broker, round=1)
    body = f'"v":2,"n":3,"board":"{UID}","event":"e1","round":1,"table":5,"game":1,"end":"reopened","replaces":1'
    at_once(board.board.results.append(3, body, bytes.fromhex(KEY)))
    broker.wire.broken = True
    board.run(3000)
    assert place(board) == (1, 5, "acc")


def test_match_that_is_played_while_its_assignment_waits_is_not_played_again(board, broker):
    """It comes in round 1, and round 2 begins before a second has passed without a key."""
    board.configure(table=7)
    board.press(16)
    board.peg("A", 5)
    broker.deliver("in/assign", assignment(UID, KEY, round=2))
    board.run(200)
    board.win()
    board.to_round()
    board.win()
    board.to_round()
    board.run(3000)
    assert place(board) == (3, 7, "custom")


def count_and_take_back(board, ms=0):
    """Begin to count at a round's number, and take it back, with `ms` after each key: the round is not begun."""
    for key in (0, BACK):
        board.press(key)
        board.run(ms)


def test_assignment_is_not_taken_under_the_fingers_of_a_player(at_round, broker):
    broker.deliver("in/assign", assignment(UID, KEY))
    for _ in range(10):
        count_and_take_back(at_round, 200)
    assert at_round.board.settings.values["table"] == 0
    at_round.run(1500)
    assert place(at_round) == (3, 7, "acc")


def test_whatever_an_assignment_writes_to_flash_is_written_a_second_after_the_last_key(at_round, broker):
    writes, pressed, draw = [], [], random.Random(1)
    disk = at_round.hal.disk
    opened = disk.open

    def watched(name, mode):
        writes.append((at_round.now, name))
        return opened(name, mode)

    disk.open = watched
    for serial in range(17, 77):
        broker.deliver("in/assign", assignment(UID, KEY, serial=serial))
        at_round.run(draw.randrange(2500))
        count_and_take_back(at_round)
        pressed.append(at_round.now - PRESS_MS)
    assert len({time for time, _ in writes}) > 20
    for time, name in writes:
        assert time - max([moment for moment in pressed if moment <= time], default=0) >= 1000, name


def test_assignment_that_is_taken_back_is_not_taken(board, broker):
    board.press(16)
    board.peg("A", 5)
    board.run(1000)
    broker.deliver("in/assign", assignment(UID, KEY))
    board.run(100)
    broker.deliver("in/assign", b"")
    board.win()
    board.to_round()
    board.run(3000)
    assert place(board) == (2, 0, "custom")


def test_assignment_that_was_taken_is_not_taken_again_whether_the_power_went_or_not(at_round, broker):
    broker.retained["in/assign"] = assignment(UID, KEY)
    broker.wire.broken = True
    at_round.run(3000)
    assert place(at_round)[0] == 3
    at_round.press(KEY_MENU, ms=MENU_HOLD_MS)
    at_round.run(100)
    at_round.press(KEY_MENU)
    at_round.press(0)
    at_round.press(KEY_OK)
    at_round.power_on()
    at_round.run(3000)
    assert place(at_round)[0] == 4, "what a player has chosen since stands"
    assert refused(at_round) == {}
    names = json.loads(broker.told("state")[-1])["names"]
    assert names == [], "another round: others may sit there"


def test_next_assignment_is_taken(at_round, broker):
    broker.deliver("in/assign", assignment(UID, KEY, serial=17))
    at_round.run(1500)
    broker.deliver("in/assign", assignment(UID, KEY, serial=18, round=4, table=2))
    at_round.run(1500)
    assert place(at_round) == (4, 2, "acc")


def tampered():
    payload = assignment(UID, KEY)
    yield "unsealed", payload.replace(b'"table":7', b'"table":8')
    yield "unsealed", assignment(UID, "00" * 16)
    yield "unsealed", payload[:-34] + b"0" * 32 + b'"}'
    yield "malformed", payload[:-1]
    yield "malformed", payload[1:] + b" "
    yield "malformed", b"{}"
    yield "malformed", b"\xff\xfe" * 60
    yield "malformed", b"[" * 400
    yield "foreign", assignment("f" * 16, KEY)
    yield "foreign", assignment(UID, KEY, event="e2")
    yield "foreign", assignment(UID, KEY, event="")
    for field, values in {
        "serial": (0, -1, 1 << 32, "17", None, True, 17.5),
        "round": (0, 1000, "3"),
        "table": (-1, 1000, None),
        "teams": (1, 5, 3, 4, "2"),
        "after": (-1, None, "1", True),
        "preset": ("none", "", None, {}, 4),
        "names": (None, "AB", ["Ann"], ["Ann", 4], ["A" * 21, "B"], ["Ann", "\ud800"], [[], []]),
    }.items():
        for value in values:
            yield "malformed", assignment(UID, KEY, **{field: value})


@pytest.mark.parametrize(
    "ends", [{"serial": 1, "round": 1, "table": 0}, {"serial": 0xFFFFFFFF, "round": 999, "table": 999}]
)
def test_assignment_with_the_least_and_the_greatest_numbers_is_taken(at_round, broker, ends):
    broker.deliver("in/assign", assignment(UID, KEY, **ends))
    at_round.run(1500)
    assert refused(at_round) == {}
    assert place(at_round) == (ends["round"], ends["table"], "acc")


def test_assignment_that_cannot_be_is_refused_and_counted(at_round, broker):
    before, expected = place(at_round), Counter()
    broker.ledger = Ledger()
    for why, payload in tampered():
        expected[why] += 1
        broker.deliver("in/assign", payload)
        at_round.run(100)
        assert refused(at_round) == expected, payload
    at_round.run(1500)
    assert place(at_round) == before
    assert json.loads(broker.told("state")[-1])["refused"] == expected.total()
    at_round.win()
    at_round.run(500)
    assert at_round.live.waiting == 0, "results go on"
    assert len(broker.wires) == 1


def test_replayed_assignment_is_refused_and_counted(at_round, broker):
    broker.deliver("in/assign", assignment(UID, KEY, serial=18, round=4))
    at_round.run(1500)
    at_round.power_on()
    at_round.run(1500)
    broker.deliver("in/assign", assignment(UID, KEY, serial=17))
    at_round.run(1500)
    assert place(at_round)[0] == 4
    assert refused(at_round) == {"replayed": 1}


def test_board_without_a_key_takes_no_assignment(at_round, broker):
    at_round.configure(key="")
    broker.deliver(
        "in/assign", sealed("", uid=UID, serial=17, event="e1", round=3, table=7, preset="acc", teams=2, names=[])
    )
    at_round.run(1500)
    assert refused(at_round) in ({"malformed": 1}, {"unsealed": 1})
    assert place(at_round)[0] == 1


def test_names_may_be_left_out(at_round, broker):
    broker.deliver("in/assign", assignment(UID, KEY, names=[]))
    at_round.run(1500)
    assert place(at_round) == (3, 7, "acc")


ACKS = [
    ("malformed", b"nonsense"),
    ("malformed", b"[1]"),
    ("malformed", b"7"),
    ("malformed", b'{"n":1}'),
    ("malformed", b'{"n":"1","hash":"0000000000000000"}'),
    ("malformed", b'{"n":true,"hash":"0000000000000000"}'),
    ("malformed", b'{"n":1,"hash":7}'),
    ("malformed", b'{"n":-1,"hash":"0000000000000000"}'),
    ("malformed", b'{"n":1e9,"hash":"0000000000000000"}'),
    ("malformed", b'{"n":99999999999999999999,"hash":"0000000000000000"}'),
    ("malformed", b'{"n":1,"hash":"0000000000000000","got":"x"}'),
    ("malformed", b"[" * 500),
    ("malformed", b"\xff\xfe\x00"),
    ("foreign", b'{"n":1,"hash":"0123456789abcdef"}'),
    ("foreign", b'{"n":2,"hash":"0000000000000000"}'),
    ("foreign", b'{"n":3,"hash":"0123456789abcdef"}'),
    ("foreign", b'{"n":0,"hash":"0123456789abcdef"}'),
    ("foreign", b'{"n":1,"hash":""}'),
]


def test_ack_that_is_not_for_this_log_is_refused_and_counted(board, broker):
    board.win(2)
    board.run(1000)
    expected = Counter()
    for why, payload in ACKS:
        expected[why] += 1
        broker.deliver("in/ack", payload)
        board.run(100)
        assert (refused(board), board.live.waiting) == (expected, 2), payload
    broker.ledger = Ledger()
    board.run(8000)
    assert board.live.waiting == 0


def test_ack_that_is_for_a_result_is_not_one_for_what_lies_behind(board, broker):
    board.win(2)
    board.run(1000)
    broker.deliver("in/ack", b'{"n":0,"hash":"0000000000000000","got":2}')
    board.run(8000)
    assert board.live.waiting == 2
    assert set(broker.results()) == {1}


def test_message_on_another_topic_is_refused_and_counted(board, broker):
    board.run(500)
    broker.wire.down += message("cribbage/ffffffffffffffff/in/ack", b'{"n":0,"hash":"0000000000000000"}')
    broker.wire.down += message(f"cribbage/{UID}/in/else", b"x")
    broker.wire.down += message("", b"")
    board.run(500)
    assert refused(board) == {"foreign": 3}
    assert len(broker.wires) == 1


@pytest.mark.parametrize("size", [700, 5000, 60_000])
def test_message_that_is_too_long_is_passed_over(board, broker, size):
    board.run(500)
    broker.deliver("in/assign", b"x" * size)
    broker.ledger = Ledger()
    board.win()
    board.run(2000)
    assert refused(board) == {"oversized": 1}
    assert (board.live.waiting, len(broker.wires)) == (0, 1)


NO_MQTT = [
    b"\x00\x00",
    b"\x20\x02\x00\x00",
    b"\x40\x02\x00\x01",
    b"\x90\x03\x00\x01\x00",
    b"\xd0\x00",
    b"\x30\xff\xff\xff\xff",
    b"\x30\xff\xff\xff\x7f",
    b"\x30\x80\x80\x80\x80\x01",
    b"\x30\x00",
    b"\x30\x01\x00",
    b"\x30\x04\x00\x09ab",
    b"\x32\x05\x00\x01a\x00\x01",
]
UNFINISHED = [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\xff\xfe\xfd", b"\x30", b"\x30\x80", b"\x30\x7f\x00\x04"]


@pytest.mark.parametrize("garbage", NO_MQTT, ids=repr)
def test_what_is_no_mqtt_ends_the_connection_and_nothing_else(board, broker, garbage):
    board.run(500)
    broker.wire.down += garbage
    board.run(7000)
    assert refused(board) == {"malformed": 1}
    assert len(broker.wires) == 2
    broker.ledger = Ledger()
    board.win()
    board.run(3000)
    assert board.live.waiting == 0


@pytest.mark.parametrize("garbage", UNFINISHED, ids=repr)
def test_packet_that_does_not_end_is_not_waited_for(board, broker, garbage):
    board.run(500)
    broker.wire.down += garbage
    board.run(30_000, every=20)
    assert len(broker.wires) == 2
    broker.ledger = Ledger()
    board.win()
    board.run(3000)
    assert board.live.waiting == 0


@pytest.mark.parametrize("seed", range(4))
def test_random_bytes_never_reach_a_player(board, broker, seed):
    draw = random.Random(seed)
    broker.ledger = Ledger()
    board.run(300)
    for _ in range(30):
        kind = draw.choice([0x30, 0x20, 0x40, 0x90, 0xD0, draw.randrange(256)])
        body = draw.randbytes(draw.randrange(40))
        if draw.random() < 0.5 and len(body) > 2:
            body = bytes([0, min(len(body) - 2, 3)]) + body[2:]
        broker.wire.down += packet(kind, body) if draw.random() < 0.7 else body
        board.run(100)
    board.run(40_000, every=20)
    board.win()
    board.run(10_000)
    assert (board.live.waiting, board.live.state) == (0, "connected")


def test_flood_of_messages_delays_results_and_stops_nothing(board, broker):
    board.run(500)
    for _ in range(3000):
        broker.deliver("in/ack", b'{"n":9,"hash":"0123456789abcdef"}')
    broker.ledger = Ledger()
    board.win()
    board.run(60_000)
    assert board.live.waiting == 0
    assert refused(board)["foreign"] > 100
