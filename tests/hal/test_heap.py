"""A Pico's step takes no heap: every key, and what time does, with pins and clocks as large as real ones.

A small integer of MicroPython has 31 bits there as in WebAssembly; what leaves them allocates. The heap stays locked
for the whole of a step but where it may allocate: opening a segment, writing a result, taking up setup, answering a
host.
"""

import pytest

from firmware.config import MENU_HOLD_MS, TEAMS
from host_tools.sim.virtual.scenario_parser import key_number
from tests.hal.fake_pico import PINS_KEYS, Pico

DRIVER = """
from fake_micropython import heap_lock, heap_unlock, free, again
from fake_time import ticks_ms
from firmware.hal import detect_hal
from firmware.board import Board

# A star would take a tuple of the locked heap.
def unlocked(function):
    def call():
        depth = free()
        try:
            return function()
        finally:
            again(depth)
    return call

def unlocked_with_one(function):
    def call(argument):
        depth = free()
        try:
            return function(argument)
        finally:
            again(depth)
    return call

from firmware.runner import watchdog
from oled import Oled

class Expander:
    def read(self, length):
        return b"\\xfe"

world.bus[0x3C] = Oled()
world.bus[0x20] = Expander()
board = Board(detect_hal())
watchdog.guard()
board._go_on = unlocked(board._go_on)
board._collect = unlocked(board._collect)
board.link.serve = unlocked_with_one(board.link.serve)
board.display_loader.seek = unlocked_with_one(board.display_loader.seek)
for _ in range(2):
    board.display_loader.seek(0)
assert board.display_loader.displays.all[0].there

def steps(ms):
    end = world.us + 1000 * ms
    while world.us < end:
        world.pass_us(1000)
        heap_lock()
        try:
            assert not board.hal.prompt_asked()
            board.step(ticks_ms())
            board.hal.feed()
        finally:
            heap_unlock()

def answered():
    end = world.us + 3_000_000
    while not (b'"ok"' in world.outgoing and world.outgoing.endswith(b"\\n")) and world.us < end:
        steps(10)

def later(ms):
    world.ms_to_wrap = world.ms_to_wrap - ms & 0x3FFFFFFF
    world.sampler.stand_still()

def press(pin, ms):
    world.level(pin, 0)
    steps(ms)
    world.level(pin, 1)
    steps(40)
"""
FOUR_TRACKS = 4
FACES = ("+1", "+2", "+5", "<")
WRAPS_MS = [0, 150, 2500]
"""When the ticks wrap at 2**30, after the board has started."""


class Locked:
    """A board that is stepped with the heap locked."""

    def __init__(self, micropython, tracks: int = 2, wraps_ms: int = 0) -> None:
        self._pico = Pico(micropython)
        self._pico.hardware(tracks=tracks)
        self.run(f"world.ms_to_wrap, world.us_to_wrap = {wraps_ms}, {1000 * wraps_ms}")
        self.run(DRIVER)
        self.ask(do="configure", preset="acc", teams=tracks)

    def run(self, code: str) -> None:
        self._pico.run(code)

    def ask(self, **request) -> None:
        self.run("world.outgoing = b''")
        self._pico.send(0, **request)
        self.run("answered()")

    def play(self, text: str) -> None:
        """Press keys one after another, each named as in a scenario: `A+1`, `OK`, `B+1:1000` for a second."""
        for name, _, ms in (word.partition(":") for word in text.split()):
            self.run(f"press({PINS_KEYS[key_number(name)]}, {ms or 40})")

    def value(self, expression: str):
        return self._pico.value(expression)

    def state(self) -> dict:
        """The board's answer to `status`."""
        self.ask(id=9, do="status")
        return self._pico.told()[0]

    def fronts(self) -> dict[str, int]:
        return {team: track["front"] for team, track in self.state()["tracks"].items()}


@pytest.mark.parametrize(("tracks", "wraps_ms"), list(zip([2, 3, 4], WRAPS_MS, strict=True)))
def test_every_key(micropython, tracks, wraps_ms):
    board = Locked(micropython, tracks, wraps_ms)
    for team in TEAMS[:tracks]:
        board.play(" ".join(team + face for face in FACES))
    board.play("OK MENU MENU")
    assert board.fronts() == dict.fromkeys(TEAMS[:tracks], 3)
    assert (board.state()["phase"], board.state()["refused"]) == ("idle", 0)


def test_all_keys_of_four_tracks_down_at_once(micropython):
    board = Locked(micropython, FOUR_TRACKS)
    for level in (0, 1):
        board.run(f"for pin in {[*PINS_KEYS.values()]}:\n    world.level(pin, {level})\nsteps(100)")
        assert board.value("board.hal.keys()") == (0 if level else (1 << len(PINS_KEYS)) - 1)


def test_every_phase_of_a_game(micropython):
    """Counts, a refusal, a warning, undo, a claim disputed and signed, the next game; the ticks wrap within it."""
    board = Locked(micropython, 3, WRAPS_MS[-1])
    board.play("A+5 A+2 B+1 B< B< A< C+1:1000 B+5 B+5 B+5 B+2 B+2 A+1 OK")
    assert board.fronts() == {"A": 0, "B": 19, "C": 0}
    board.ask(do="judge", op="award", team="C", holes=119)
    board.play("A+1:1000 C+1:1000")
    board.play("C+2 OK A+1:1000 B< OK A+1:1000 B+1:1000")
    assert board.state()["phase"] == "game-over"
    board.play("OK OK C+1 OK")
    assert board.fronts() == {"A": 0, "B": 0, "C": 1}


def test_menus_and_the_self_test(micropython):
    board = Locked(micropython, FOUR_TRACKS)
    hold = f"MENU:{MENU_HOLD_MS}"
    board.play(f"{hold} A+1 A+2 A< B+1 OK {hold} {hold} D+5 C< MENU A+1 OK {hold}")
    assert board.state()["phase"] == "judge"
    board.play("A+1 B+1 B+2 C+5 OK OK MENU")
    assert board.state()["phase"] in ("idle", "judge")


def test_ten_minutes_without_a_key_and_the_waking_press(micropython):
    board = Locked(micropython, 2)
    board.run("later(600_000)\nsteps(300)")
    assert board.value("board.console.asleep")
    board.play("A+1 B+2")
    assert board.state()["tracks"]["B"]["pending"] == 2


@pytest.mark.parametrize("ms", [(1 << 30) - 1200, (1 << 29) + 50_000])
def test_a_board_that_has_been_on_for_days(micropython, ms):
    """Board time and ticks are both near their wrap, or their sum is beyond it."""
    board = Locked(micropython, FOUR_TRACKS)
    board.run(f"later({ms})\nsteps(10)\nfor meter in (board.measures.steps, board.measures.keys):\n"
              "    meter.count = 0x3FFFFFFE\n    meter.fine[3] = 0x3FFFFFFE")  # fmt: skip
    board.play("A+1 A+2 D+1 OK D+5 D< C+5 OK")
    assert board.fronts() == {"A": 2, "B": 0, "C": 5, "D": 1}


def test_a_press_that_is_over_when_its_key_is_heard_again_as_ticks_wrap(micropython):
    """A key's deaf time ends, with the key up, in the very milliseconds of the wrap."""
    board = Locked(micropython, 2, wraps_ms=1000)
    press = f"world.level({PINS_KEYS[0]}, 0)\nsteps(4)\nworld.level({PINS_KEYS[0]}, 1)\nsteps(100)"
    board.run(f"steps(1000 - world.us // 1000 - 5)\n{press}")
    assert board.state()["tracks"]["A"]["pending"] == 1
    board.run(press)
    assert board.state()["tracks"]["A"]["pending"] == 2


def test_a_host_that_asks_while_keys_move(micropython):
    board = Locked(micropython, 2)
    for verb in ("hello", "status", "selftest", "results", "events"):
        board.ask(do=verb, since=0)
        board.play("A+1")
    assert board.state()["tracks"]["A"]["pending"] == 5
