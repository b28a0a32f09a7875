"""A Raspberry Pi's displays, against Adafruit's real driver on a bus made up here."""

import os
import time

import pytest

from firmware.board import Board
from firmware.ticks import MASK
from tests.display_reader import read

os.environ["BLINKA_OS_AGNOSTIC"] = "1"


STEPS = 20_000


class Bus:
    """Blinka's I²C with displays at some addresses: what the driver wrote into each, in horizontal addressing mode."""

    def __init__(self, *addresses):
        self.pictures = dict.fromkeys(addresses, b"")
        self.on = dict.fromkeys(addresses, False)

    def try_lock(self):
        return True

    def unlock(self):
        pass

    def writeto(self, address, data, *, start=0, end=None, **_):
        if address not in self.pictures:
            raise OSError(121)
        written = bytes(data[start:end])
        if written[:1] == b"\x40":
            self.pictures[address] = written[1:]
        elif written[:1] == b"\x80" and written[1] & 0xFE == 0xAE:
            self.on[address] = written[1] == 0xAF

    def unplug(self, address):
        del self.pictures[address]


@pytest.fixture
def make(tmp_path):
    """A Pi with that bus, and a board on it."""
    pins = pytest.importorskip("board")
    from firmware.hal.pi import Pi

    hals = []

    def pi(bus):
        keys = dict.fromkeys(range(8), pins.Dx_INPUT_TRUE_PULL_UP)
        hals.append(Pi(str(tmp_path), data=pins.NEOPIXEL, rail=pins.Dx_OUTPUT, keys=keys, bus=bus))
        return Board(hals[-1])

    yield pi
    for hal in hals:
        hal.close()


def until(board, reached):
    """Let the board live until something is so."""
    for _ in range(STEPS):
        if reached():
            return
        board.step(int(time.monotonic() * 1000) & MASK)
        time.sleep(0.001)
    raise AssertionError("it has not come to that")


def test_both_displays_show_what_the_board_says(make):
    bus = Bus(0x3C, 0x3D)
    board = make(bus)
    until(board, lambda: all("then OK" in read(dots or bytes(1024)) for dots in bus.pictures.values()))
    until(board, lambda: all(bus.on.values()))
    board.console.press(2, board.clock.now)
    board.display_loader.displays.mark_changed()
    until(board, lambda: all("A +5: 0 > 5" in read(dots) for dots in bus.pictures.values()))


def test_without_a_display_the_board_plays(make):
    board = make(Bus())
    until(board, lambda: board.measures.frames and board.display_loader.wait_ms)
    assert board.display_loader.displays is None
    assert board.notes() == []


def test_without_a_bus_the_board_plays(make, monkeypatch):
    """I²C is not switched on: Blinka finds none."""
    import board as blinka

    monkeypatch.setattr(blinka, "I2C", lambda: (_ for _ in ()).throw(ValueError("No Hardware I2C")), raising=False)
    board = make(None)
    until(board, lambda: board.measures.frames and board.display_loader.wait_ms)
    assert board.display_loader.displays is None


def test_one_that_is_unplugged_is_noted_and_found_again(make):
    bus = Bus(0x3C)
    board = make(bus)
    until(board, lambda: "then OK" in read(bus.pictures[0x3C] or bytes(1024)))
    bus.unplug(0x3C)
    until(board, lambda: board.notes() == [{"code": "display-missing", "number": 1}])
    bus.pictures[0x3C] = b""
    until(board, lambda: board.notes() == [] and "then OK" in read(bus.pictures[0x3C] or bytes(1024)))


def test_all_is_dark_when_the_board_ends(make):
    bus = Bus(0x3C)
    board = make(bus)
    until(board, lambda: bus.on[0x3C])
    board.hal.close()
    assert not bus.on[0x3C]
