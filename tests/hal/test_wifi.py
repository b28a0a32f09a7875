"""The radio of a Pico W: switched on once, after the first light; joined, lost and found again without a wait."""

import pytest

from firmware.json_file import encode_json
from firmware.net.network_loader import NETWORK_FILE, NETWORK_VERSION
from tests.hal.fake_pico import READY_MS, Pico

SET = {"ssid": "Hall", "password": "wpa2 of the hall", "broker": "10.0.0.7", "port": 1883, "login": "of board 7"}
JOINED_MS = READY_MS + 3000
LOADED = "sorted(name for name in modules if 'net.' in name or name.endswith('wifi') or name.endswith('sockets'))"


@pytest.fixture
def pico_w(micropython):
    pico = Pico(micropython)
    pico.run("import fake_network, fake_socket\nfrom fake_network import radio\nfrom fake_socket import wires")
    pico.run("modules.update({'network': fake_network, 'socket': fake_socket})")
    pico.write("/" + NETWORK_FILE, encode_json(SET, NETWORK_VERSION))
    return pico


def said(pico):
    return [event for _, event in pico.value("radio.said")]


def test_radio_is_switched_on_once_after_the_first_light(pico_w):
    assert pico_w.power_on(JOINED_MS + 2000) == "running", pico_w.faults()
    assert pico_w.faults() == []
    assert said(pico_w) == ["active after 1 frames", "pm a11140", "join Hall wpa2 of the hall"]


def test_board_connects_by_numbers_and_says_that_it_is_here(pico_w):
    assert pico_w.power_on(JOINED_MS) == "running", pico_w.faults()
    assert pico_w.value("[wire.address for wire in wires]") == [["10.0.0.7", 1883]]
    got = pico_w.run("print(wires[0].got)")
    assert '{"here":true' in got
    assert '"phase":"idle"' in got


def test_key_is_heard_that_is_pressed_while_the_radio_is_switched_on(pico_w):
    assert pico_w.power_on(JOINED_MS) == "running", pico_w.faults()
    switched_on = pico_w.value("radio.said")[0][0] // 1000
    pico_w.run("radio.__init__()\nwires.clear()")
    pico_w.press("A+2", switched_on + 50)
    assert pico_w.power_on(JOINED_MS) == "running", pico_w.faults()
    assert abs(pico_w.value("radio.said")[0][0] // 1000 - switched_on) < 50, "not before the key moves, nor long after"
    assert '"scores":[2,0]' in pico_w.run("print(wires[0].got)")


@pytest.mark.deep
def test_wifi_that_is_lost_is_joined_again_and_refusals_are_not_hurried(pico_w):
    pico_w.at(JOINED_MS, "lambda: radio.lose(fake_network.STAT_NO_AP_FOUND)")
    pico_w.at(JOINED_MS + 12_000, "lambda: radio.lose(fake_network.STAT_GOT_IP)")
    assert pico_w.power_on(JOINED_MS + 19_000) == "running", pico_w.faults()
    _, *joins = [us // 1000 for us, event in pico_w.value("radio.said") if event.startswith("join")]
    assert 3 <= len(joins) <= 5
    assert all(after - before >= 4900 for before, after in zip(joins, joins[1:], strict=False))
    assert pico_w.value("len(wires)") >= 2, "and the broker is found again"


def test_pico_without_a_radio_says_so_and_plays(pico):
    pico.write("/" + NETWORK_FILE, encode_json(SET, NETWORK_VERSION))
    status = pico.status(READY_MS)
    assert "network.json: this machine has no network" in status["notes"]
    assert status["network"] == {"state": "off"}
    assert pico.faults() == []
    assert "firmware.net.live" not in pico.value(LOADED)


@pytest.mark.parametrize("radio", [False, True])
def test_board_that_was_told_of_no_network_loads_nothing_of_it(pico, radio):
    if radio:
        pico.run("import fake_network, fake_socket")
        pico.run("modules.update({'network': fake_network, 'socket': fake_socket})")
    assert pico.power_on(READY_MS) == "running"
    assert pico.value(LOADED) == []
    if radio:
        assert pico.value("fake_network.radio.said") == []
