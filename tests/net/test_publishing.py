"""What a board publishes, and that results go on until the desk has acknowledged them."""

import json

import pytest

from firmware.json_file import encode_json
from firmware.seating import SEATING_FILE

from .scripted_broker import UID
from .scripted_desk import Ledger


def states(broker):
    return [json.loads(payload) for payload in broker.told("state")]


def test_board_says_that_it_is_here_and_has_its_will_say_that_it_is_gone(board, broker):
    board.run(500)
    message = json.loads(broker.told("here")[0])
    assert message["here"] is True
    (login,) = broker.logins
    will = f'{{"here":false,"c":{message["c"]}}}'.encode()
    assert login[:8] == b"\x00\x04MQTT\x04\xe6", "a clean session, name, password, a last will that is retained"
    fields = [UID.encode(), f"cribbage/{UID}/here".encode(), will, UID.encode(), b"secret of this board"]
    assert login[10:] == b"".join(len(field).to_bytes(2, "big") + field for field in fields)
    assert [kind for name, _, kind in broker.heard if name == "here"] == [0x31], "retained"


def test_a_board_that_plays_shows_by_its_states_that_it_is_here(board, broker):
    board.press(16)
    for key in (0, 1) * 6:
        board.press(key)
        board.run(5000, every=20)
    assert len(broker.told("here")) == 1


def test_each_connection_has_a_number_of_its_own_and_counts_its_states(board, broker):
    board.run(500)
    broker.wire.broken = True
    board.run(3000)
    assert len(broker.wires) == 2
    assert len(set(broker.told("here"))) == 2
    first, second = states(broker)
    assert first["c"] != second["c"]
    assert [first["s"], second["s"]] == [1, 1]


def test_state_tells_the_score_and_what_is_being_counted(board, broker):
    board.press(16)
    board.peg("B", 7)
    board.run(600)
    board.press(2)
    board.run(600)
    *_, before, last = states(broker)
    assert (before["scores"], before["counting"], before["phase"]) == ([0, 7], [0, 0], "idle")
    assert (last["scores"], last["counting"], last["phase"]) == ([0, 7], [5, 0], "pending")
    expected = {"event": "e1", "round": 1, "table": 0, "preset": "custom", "names": [], "games": [0, 0], "n": 0}
    assert expected.items() <= last.items()
    assert (last["waiting"], last["assigned"], last["refused"], last["trouble"]) == (0, 0, 0, 0)


def test_state_is_published_five_times_a_second_at_most_and_not_without_news(board, broker):
    board.press(16)
    board.run(1000)
    before = len(states(broker))
    for key in (2, 3) * 40:
        for mask in (1 << key, 0):
            board.hal.keys_down(mask)
            board.run(50)
    busy = len(states(broker)) - before
    assert 20 <= busy <= 80 * 100 / 200 + 1
    board.run(1000)
    quiet = len(states(broker))
    board.run(60_000, every=20)
    assert len(states(broker)) == quiet


def test_peg_that_moves_is_told_at_once_where_the_press_before_was_two_fifths_of_a_second_ago(board, broker):
    board.press(16)
    board.run(1000)
    board.press(2)
    board.run(320)
    board.hal.keys_down(1 << 16)
    board.run(40)
    assert states(broker)[-1]["scores"] == [5, 0]


def test_state_with_the_longest_names_is_still_within_a_payload(board, broker):
    names = ["\N{CRICKET BAT AND BALL}" * 20] * 4
    fields = {"serial": 17, "names": names, "place": ["e1", 1, 0]}
    (board.root / SEATING_FILE).write_bytes(encode_json(fields, 1))
    board.power_on()
    board.run(1000)
    assert max(len(payload) for payload in broker.told("state")) <= 480
    last = states(broker)[-1]
    assert (last["assigned"], last["names"]) == (17, [])


def test_results_go_out_one_after_another_each_after_the_ack_of_the_one_before(board, broker):
    board.win(3)
    board.run(1000)
    assert set(broker.results()) == {1}
    broker.ledger = Ledger()
    board.run(10_000)
    assert broker.results()[-3:] == [1, 2, 3]
    lines = [line.encode() for line in board.lines()]
    assert [broker.ledger.lines[n] for n in (1, 2, 3)] == lines, "byte for byte"
    assert board.live.waiting == 0
    board.run(20_000, every=20)
    assert broker.results()[-3:] == [1, 2, 3], "none again"


def test_result_is_sent_again_every_three_seconds_until_it_is_acknowledged(board, broker):
    board.win()
    board.run(500)
    assert broker.results() == [1]
    board.run(9000)
    assert broker.results() == [1, 1, 1, 1]
    broker.ledger = Ledger()
    board.run(9000)
    assert broker.results() == [1, 1, 1, 1, 1]


def test_result_is_sent_again_after_a_new_connection_whatever_the_broker_had_confirmed(board, broker):
    board.win()
    board.run(500)
    broker.wire.broken = True
    board.run(1500)
    assert len(broker.wires) == 2
    assert broker.results() == [1, 1]


def test_results_that_waited_through_a_power_cut_go_out(board, broker):
    broker.reachable = False
    board.win(2)
    board.power_off()
    board.power_on()
    broker.reachable = True
    broker.ledger = Ledger()
    board.run(20_000)
    assert broker.ledger.lines.keys() == {1, 2}
    assert board.live.waiting == 0


def test_retained_ack_of_everything_lets_a_board_begin_where_it_stood(board, broker):
    broker.ledger = Ledger()
    board.win(3)
    board.run(10_000)
    broker.retained["in/ack"] = broker.ledger.ack()
    sent = len(broker.results())
    board.power_on()
    board.run(10_000)
    board.win()
    board.run(1000)
    assert broker.results()[sent:] in ([4], [1, 4]), "at most the first goes out before the ack is heard"


def test_desk_whose_database_is_an_older_copy_gets_again_what_it_has_lost(board, broker):
    broker.ledger = Ledger()
    board.win(4)
    board.run(10_000)
    older = Ledger()
    older.lines = {n: broker.ledger.lines[n] for n in (1, 2)}
    broker.ledger = older
    broker.deliver("in/ack", older.ack())
    board.run(10_000)
    assert older.lines.keys() == {1, 2, 3, 4}


def test_late_ack_that_answers_an_older_result_sends_nothing_again(board, broker):
    broker.ledger = Ledger()
    board.win(2)
    board.run(10_000)
    early = Ledger()
    early.lines = {1: broker.ledger.lines[1]}
    sent = len(broker.results())
    broker.deliver("in/ack", early.ack(got=1))
    board.run(10_000)
    assert len(broker.results()) == sent
    assert board.live.waiting == 0


def test_results_behind_a_log_that_was_cleared_go_out(board, broker):
    board.win(2)
    answer(board, do="clear", link=board.board.results.prev)
    board.win(2)
    broker.ledger = Ledger()
    board.run(20_000)
    assert broker.ledger.lines.keys() >= {3, 4}
    assert broker.results().count(4) == 1, "the desk has it, though it misses 1 and 2"


def test_log_that_is_cleared_while_connected_goes_on(board, broker):
    broker.ledger = Ledger()
    board.win(2)
    board.run(10_000)
    answer(board, do="clear", link=board.board.results.prev)
    board.win(2)
    board.run(10_000)
    assert broker.ledger.lines.keys() == {1, 2, 3, 4}
    assert board.live.waiting == 0
    # The desk, started anew, says how far it is.
    broker.deliver("in/ack", broker.ledger.ack())
    board.run(1000)
    assert board.live.refused()["foreign"] == 0


def test_ack_of_the_last_result_before_a_clearing_is_known_after_it(board, broker):
    broker.ledger = Ledger()
    board.win(2)
    board.run(10_000)
    answer(board, do="clear", link=board.board.results.prev)
    broker.retained["in/ack"] = broker.ledger.ack()
    board.power_on()
    board.run(5000)
    assert (board.live.waiting, board.live.refused()["foreign"]) == (0, 0)


@pytest.mark.parametrize("damage", [b"#", b""])
def test_result_that_is_damaged_on_flash_holds_up_no_other(board, broker, damage):
    broker.reachable = False
    board.win(3)
    path = board.root / "results/results.log"
    lines = path.read_bytes().split(b"\n")
    lines[1] = damage * len(lines[1])
    path.write_bytes(b"\n".join(lines))
    broker.reachable = True
    broker.ledger = Ledger()
    board.run(40_000)
    assert broker.ledger.lines.keys() == {1, 3}
    assert broker.results().count(3) == 1
    assert board.live.waiting == 0


def answer(board, **request):
    """What the board answers over USB."""
    board.hal.receive(json.dumps(request) + "\n")
    for _ in range(500):
        board.wait(1)
        lines = [json.loads(line) for line in board.hal.take_sent_lines()]
        if lines:
            break
    for _ in range(500):
        if "ok" in lines[-1]:
            break
        board.wait(1)
        lines += [json.loads(line) for line in board.hal.take_sent_lines()]
    assert lines[-1]["ok"], lines
    return lines[:-1]


def test_a_board_at_rest_says_every_ten_seconds_that_it_is_here(board, broker):
    board.run(35_000)
    assert len(broker.told("here")) == 4
