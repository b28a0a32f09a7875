"""The network is set over USB, kept on the board, and told to nobody."""

import json

import pytest

from firmware.net.network_loader import NETWORK_FILE

from .scripted_broker import UID

SET = {"ssid": "Hall WLAN", "password": "wpa2 of the hall", "broker": "10.0.0.7", "port": 1884, "login": "of board 7"}
SECRETS = ("Hall WLAN", "wpa2 of the hall", "of board 7", "secret of this board", "10.0.0")


def replies(board, **request):
    board.hal.receive(json.dumps(request) + "\n")
    lines = []
    for _ in range(500):
        board.wait(1)
        lines += board.hal.take_sent_lines()
        if lines and '"ok"' in lines[-1]:
            break
    return [json.loads(line) for line in lines]


def told(board, **request):
    return replies(board, **request)[-1]


def opened(board):
    """What the board asked its machine for, from now on: names and passwords of Wi-Fis."""
    asked = []
    board.hal.open_network = lambda ssid, password: (asked.append((ssid, password)), board.broker)[1]
    return asked


def test_network_is_kept_and_begins_at_once_and_at_each_start(board, broker):
    board.run(500)
    asked = opened(board)
    assert told(board, do="network", **SET)["ok"]
    assert asked == [("Hall WLAN", "wpa2 of the hall")]
    board.run(500)
    assert broker.wires[0].closed
    assert broker.logins[-1].endswith(b"of board 7")
    board.power_on()
    board.run(500)
    assert broker.logins[-1].endswith(b"of board 7")


def test_what_is_not_named_stays(board, broker):
    opened(board)
    told(board, do="network", **SET)
    asked = opened(board)
    assert told(board, do="network", login="another")["ok"]
    assert asked == [("Hall WLAN", "wpa2 of the hall")]
    board.run(500)
    assert broker.logins[-1].endswith(b"another")


def test_network_is_forgotten_with_all_its_secrets(board, broker):
    board.run(500)
    assert told(board, do="network", broker="")["ok"]
    assert broker.wires[0].closed
    assert NETWORK_FILE not in board.hal.disk.names()
    assert replies(board, do="status")[0]["network"] == {"state": "off"}
    board.power_on()
    board.run(500)
    assert board.live is None
    assert told(board, do="network", broker="")["ok"], "twice is once"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"ssid": "x" * 33}, "ssid"),
        ({"ssid": 7}, "ssid"),
        ({"password": "short"}, "password"),
        ({"password": "x" * 64}, "password"),
        ({"password": "eight\n888"}, "password"),
        ({"password": None}, "password"),
        ({"broker": "broker.example"}, "broker"),
        ({"broker": "10.0.0"}, "broker"),
        ({"broker": "10.0.0.256"}, "broker"),
        ({"broker": "10.0.0.-1"}, "broker"),
        ({"broker": "10.0.0."}, "broker"),
        ({"broker": "::1"}, "broker"),
        ({"broker": 7}, "broker"),
        ({"broker": None}, "broker"),
        ({"port": 0}, "port"),
        ({"port": 65536}, "port"),
        ({"port": "1883"}, "port"),
        ({"port": True}, "port"),
        ({"login": "x" * 65}, "login"),
        ({"login": "\ud800"}, "login"),
        ({"passwort": "wpa2 of the hall"}, "passwort"),
    ],
    ids=repr,
)
def test_bad_value_changes_nothing_and_is_not_repeated(board, broker, fields, why):
    board.run(500)
    reply = told(board, do="network", **fields)
    assert (reply["ok"], reply["error"]) == (False, "bad-value")
    assert reply["detail"].startswith(why + ": ")
    assert not any(isinstance(value, str) and value and value in reply["detail"] for value in fields.values())
    board.run(500)
    assert len(broker.wires) == 1


def test_pin_is_needed(board, broker):
    board.configure(pin="1234")
    assert told(board, do="network", **SET)["error"] == "pin"
    opened(board)
    assert told(board, do="network", pin="1234", **SET)["ok"]


def test_network_is_not_set_during_a_game(board, broker):
    board.press(16)
    board.peg("A", 5)
    assert told(board, do="network", **SET)["error"] == "busy"


def test_machine_without_a_network_says_so_and_keeps_nothing(board, broker):
    told(board, do="network", broker="")
    board.hal.open_network = lambda ssid, password: None
    reply = told(board, do="network", **SET)
    assert (reply["error"], reply["detail"]) == ("bad-value", "broker: this machine has no network; a Pico W has")
    assert NETWORK_FILE not in board.hal.disk.names()


def test_flash_that_refuses_is_told(board, broker, monkeypatch):
    def refuse(name, mode):
        raise OSError(28)

    monkeypatch.setattr(board.hal.disk, "open", refuse)
    reply = told(board, do="network", **SET)
    assert reply["error"] == "bad-value"
    assert reply["detail"].startswith("network.json: not kept: ")


def test_damaged_file_is_noted_and_the_board_plays_without_network(board, broker):
    path = board.root / NETWORK_FILE
    path.write_bytes(path.read_bytes().replace(b"10.0.0.1", b"10.0.0.2"))
    board.power_on()
    board.press(16)
    board.peg("A", 5)
    status = replies(board, do="status")[0]
    assert "network.json: damaged: its checksum is wrong; no network" in status["notes"]
    assert status["network"] == {"state": "off"}
    assert not any(secret in json.dumps(status) for secret in SECRETS)


def test_status_and_selftest_tell_how_it_stands(board, broker):
    board.win()
    broker.deliver("in/assign", b"x")
    board.run(500)
    for verb in ("status", "selftest"):
        network = replies(board, do=verb)[0]["network"]
        assert (network["state"], network["waiting"]) == ("connected", 1)
        assert {why: count for why, count in network["refused"].items() if count} == {"malformed": 1}
    broker.refuses = 5
    broker.wire.broken = True
    board.run(3000)
    assert replies(board, do="status")[0]["network"]["state"] == "refused"


def test_no_secret_leaves_the_board(board, broker):
    """By no verb, no message, in no other file, whatever goes wrong meanwhile."""
    opened(board)
    lines = replies(board, do="network", **SET)
    lines += replies(board, do="network", password="short", login="of board 7")
    board.win()
    for verb in ("hello", "status", "selftest", "results", "events", "network", "nonsense"):
        lines += replies(board, do=verb)
    broker.wire.broken = True
    board.run(3000)
    board.wait(1)
    output = json.dumps(lines) + repr(broker.heard)
    assert not [secret for secret in SECRETS if secret in output]
    for path in sorted(board.root.rglob("*")):
        if path.is_file() and path.name != NETWORK_FILE:
            assert not [secret for secret in SECRETS if secret.encode() in path.read_bytes()], path
    assert UID in output
