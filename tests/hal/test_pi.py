"""A Raspberry Pi's board, against Adafruit's real driver on Blinka's backend that needs no machine."""

import gc
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware.board import Board
from firmware.ticks import MASK
from host_tools.commands import run
from tests.net.mosquitto import Mosquitto
from tests.patience import PATIENCE_S

os.environ["BLINKA_OS_AGNOSTIC"] = "1"

ROOT = Path(__file__).parents[2]


@pytest.fixture
def pins():
    return pytest.importorskip("board")


@pytest.fixture
def sent(pins, monkeypatch):
    """Each frame the driver puts on the wire, as bytes."""
    import neopixel

    frames = []
    write = neopixel.neopixel_write

    def kept(pin, buf):
        frames.append(bytes(buf))
        write(pin, buf)

    monkeypatch.setattr(neopixel, "neopixel_write", kept)
    return frames


@pytest.fixture
def make(pins, tmp_path):
    """Makes the hardware; `down` is the key that is held, `toggling` one whose contact never rests."""
    from firmware.hal.pi import Pi

    hals = []

    def pi(down=(), toggling=()):
        keys = dict.fromkeys(range(8), pins.Dx_INPUT_TRUE_PULL_UP)
        keys |= dict.fromkeys(down, pins.Dx_INPUT_FALSE) | dict.fromkeys(toggling, pins.Dx_INPUT_TOGGLE)
        hals.append(Pi(str(tmp_path), data=pins.NEOPIXEL, rail=pins.Dx_OUTPUT, keys=keys))
        return hals[-1]

    yield pi
    for hal in hals:
        hal.close()


def test_driver_is_handed_what_the_board_shows_byte_for_byte(make, sent):
    hal = make()
    board = Board(hal)
    board.console.press(2, board.clock.now)
    while not sent:
        board.step(int(time.monotonic() * 1000) & MASK)
    assert sent[-1] == b"".join(bytes(buf) for buf in board.view.sent)
    assert any(sent[-1])


def test_keys_by_level(make):
    assert make(down=[1]).keys() == 0b10


def test_edges_are_noted_while_the_board_is_busy_elsewhere(make):
    hal = make(toggling=[3])
    while hal.edges.noted == hal.edges.read:
        pass
    assert hal.edges.take() >> 1 == 3


def test_files_are_synced_when_flushed(make, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", synced.append)
    file = make().disk.open("events", "ab")
    file.write(b"event")
    gc.collect()
    synced.clear()  # files of boards before this one were closed just now
    file.flush()
    assert file.fileno() in synced
    file.close()


def test_run_plays_a_board_until_ctrl_c(make, sent):
    hal = make()

    def feed():
        if sent:
            raise KeyboardInterrupt

    hal.feed = feed
    with pytest.raises(KeyboardInterrupt):
        run.run_board(hal)


def test_run_says_where_it_cannot(tmp_path):
    environ = {name: value for name, value in os.environ.items() if name != "BLINKA_OS_AGNOSTIC"}
    command = [sys.executable, "-m", "host_tools", "run", "--folder", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=environ, cwd=ROOT)
    assert done.returncode == 1
    # The first where the extra `pi` is installed.
    assert done.stderr.startswith(("this is no Raspberry Pi with the pins of a board: ", "board is missing: "))
    assert done.stderr.count("\n") == 1


def test_pi_that_is_told_of_a_broker_is_a_live_board(make, tmp_path):
    mosquitto = Mosquitto(tmp_path)
    mosquitto.start()
    try:
        board = Board(make())
        request = {"id": 1, "do": "network", "broker": "127.0.0.1", "port": mosquitto.port, "login": "of the Pi"}
        board.hal._incoming = json.dumps(request).encode() + b"\n"
        board.hal.write = len
        deadline = time.monotonic() + PATIENCE_S
        while board.network_loader.live is None or board.network_loader.live.state != "connected":
            board.step(int(time.monotonic() * 1000) & MASK)
            assert time.monotonic() < deadline
    finally:
        mosquitto.close()
