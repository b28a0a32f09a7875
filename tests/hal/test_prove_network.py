"""The rung *network* of `cribboard prove`: its own script on a Pico W whose Wi-Fi comes and goes, and its broker."""

import pytest

from firmware.json_file import encode_json
from firmware.net.network_loader import NETWORK_FILE, NETWORK_VERSION
from host_tools.usb.proof_session import SCRIPT
from host_tools.usb.sans_io.problem import Problem
from tests.usb.rungs import NETWORK, climb, named

SET = {"ssid": "Hall", "password": "wpa2 of the hall", "broker": "10.0.0.7", "port": 1883, "login": "of board 7"}


class PicoW:
    """`states`: of the network, as the firmware answers one after another; `answers`: what somebody does."""

    def __init__(self, pico, states, answers=(True, True)):
        self.pico = pico
        self.states = list(states)
        self.answers = list(answers)

    def act(self, step):
        return getattr(self, step[0])(*step[1:])

    def run(self, code):
        return self.pico.run(SCRIPT.read_text(encoding="utf-8") if code == "script" else code)

    def request(self, request_type):
        state = self.states.pop(0) if len(self.states) > 1 else self.states[0]
        return [[{"network": {"state": state}}], 500]

    def ask(self, message):
        return self.answers.pop(0)


@pytest.fixture
def pico_w(pico):
    pico.run("import fake_network, fake_socket\nfrom fake_network import radio")
    pico.run("modules.update({'network': fake_network, 'socket': fake_socket})")
    pico.run("radio.__init__()")
    pico.write("/" + NETWORK_FILE, encode_json(SET, NETWORK_VERSION))
    return pico


def test_a_network_is_measured_from_its_radio_to_its_broker_and_back(pico_w):
    states = ["off", "joining", "connected", "connected", "connected", "joined", "joined", "connected"]
    found = climb(PicoW(pico_w, states), "network")
    assert set(found) == NETWORK
    assert named(found) == {}
    values = {name: entry["value"] for name, entry in found.items()}
    # The radio takes 250 ms to switch on, the network 900 to be joined; each is looked at every 250 ms.
    assert 1150 <= values.pop("join_ms") <= 1500
    assert 900 <= values.pop("rejoin_ms") <= 1500
    assert values == {"failed_joins": 0, "lost_brokers": 0, "outage_seen_ms": 1500, "broker_back_ms": 1000}


def test_an_access_point_that_is_gone_is_named(pico_w):
    pico_w.run("radio.lose(fake_network.STAT_NO_AP_FOUND)")
    found = climb(PicoW(pico_w, ["joining"]), "network")
    assert named(found) == {"failed_joins": (1, "not-found")}
    assert set(found) == {"failed_joins"}


def test_an_access_point_that_goes_with_the_link_is_named(pico_w):
    board = PicoW(pico_w, ["joining"])
    run = board.run

    def without_it(code):
        if code == "drop()":
            pico_w.run("radio.lose(fake_network.STAT_NO_AP_FOUND)")
        return run(code)

    board.run = without_it
    found = climb(board, "network")
    assert named(found) == {"failed_joins": (1, "not-found")}
    assert set(found) == {"join_ms", "failed_joins"}


@pytest.mark.parametrize(
    ("states", "named_as"),
    [
        (["joined"], {"lost_brokers": (1, "joined")}),
        (["connected", "connected", "joined"], {"lost_brokers": (1, "joined")}),
        (["connected"] * 40 + ["joined", "connected"], {"outage_seen_ms": (6500, "")}),
        (["connected", "joined"] + ["joined"] * 50 + ["connected"], {"broker_back_ms": (3500, "")}),
    ],
    ids=["never there", "never back", "seen late", "back late"],
)
def test_a_broker_that_is_not_reached_in_time_is_named(pico_w, states, named_as):
    assert named(climb(PicoW(pico_w, states), "network")) == named_as


def test_what_nobody_does_is_left_out(pico_w):
    found = climb(PicoW(pico_w, ["connected"], [False]), "network")
    assert set(found) == {"failed_joins", "join_ms", "rejoin_ms"}


def test_a_board_that_knows_no_network_or_has_no_radio_is_left_out_with_the_reason(pico):
    with pytest.raises(Problem) as caught:
        climb(PicoW(pico, ["off"]), "network")
    assert "--wifi" in str(caught.value)
    pico.write("/" + NETWORK_FILE, encode_json(SET, NETWORK_VERSION))
    with pytest.raises(Problem) as caught:
        climb(PicoW(pico, ["off"]), "network")
    assert "no radio" in str(caught.value)
