"""Fixtures for an emulated Pico: `pytest -n 2 tests/silicon --image RPI_PICO.uf2`, with MicroPython's image.

Each process starts a board, which is copied for each of its tests. Timings are not the emulator's business.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware.view.lights.hole_led_map import HoleLedMap
from host_tools.cards.game import CardGame
from host_tools.firmware_build.module_joiner import ROOTS, join_modules, modules
from host_tools.firmware_build.mpy_compiler import compile_mpy
from host_tools.firmware_build.sources import START, read_start_file
from host_tools.littlefs.chip import Chip
from host_tools.littlefs.disk import LittleDisk
from tests.journal.flash import on_flash
from tests.measure.flash_wear import play_card_game
from tests.silicon.forked_boards import Copy, copy

if TYPE_CHECKING:
    # Wants the emulator, which is there with the extra `silicon`.
    from tests.silicon.emulated_pico import Pico

IMAGE = "CRIBBOARD_PICO_IMAGE"
TRACKS = 4
"""That all keys a board may have are read."""
GAMES = 49
"""That a board has kept before its tests: archives, segments and a log of results, as after some nights of a club.

The last archive is new and short: a request for its games takes a fifth of what it would take with sixty games.
"""
LOADED_MS = 4000
"""So long after its first frame at most a board answers a host."""
LED = HoleLedMap().led_of
HOLE = 2048
CUT_HEAP = f"""
import gc
import time
from machine import Timer

blocks = [None] * 300
began = time.ticks_ms()


def cut_heap(timer):
    # The firmware starts and is configured; and within a step the heap is locked, so that this has to come again.
    if time.ticks_diff(time.ticks_ms(), began) < 1900:
        return
    gc.collect()
    try:
        for i in range(len(blocks)):
            blocks[i] = bytearray({HOLE} - 16)
    except MemoryError:
        pass
    if blocks[1]:
        timer.deinit()
        for i in range(0, len(blocks), 2):
            blocks[i] = None
        print("heap cut")


Timer(period=50, callback=cut_heap)
"""
"""For boot.py: leaves half of what is free, in pieces of `HOLE` bytes, and says so."""


@pytest.fixture(scope="session")
def image(pytestconfig: pytest.Config) -> Path:
    """MicroPython for the Pico."""
    path = pytestconfig.getoption("--image") or os.environ.get(IMAGE)
    if not path:
        pytest.skip(f"no MicroPython to emulate: give one with --image RPI_PICO.uf2, or in {IMAGE}")
    if not Path(path).is_file():
        pytest.fail(f"no such image: {path}", pytrace=False)
    pytest.importorskip("rp2040py", reason="no emulator: pip install -e '.[silicon]'")
    return Path(path)


def files(tracks: int, games: int, boot: str) -> bytes:
    """The file system of a board of so many tracks after so many games, as it is deployed; `boot`: boot.py's end."""
    texts = modules("rp2")
    carrier = texts["firmware/boards/carrier.py"]
    assert carrier.count('"tracks": 2,') == 1
    texts["firmware/boards/carrier.py"] = carrier.replace('"tracks": 2,', f'"tracks": {tracks},')
    contents = {name: read_start_file(name) for name in START}
    for path, text in join_modules(texts, ROOTS).items():
        contents[path.replace(".py", ".mpy")] = compile_mpy(path, text, "armv6m")
    contents["boot.py"] += boot.encode()
    chip = Chip()
    disk = LittleDisk(chip)
    for path, data in contents.items():
        disk.make_folder(str(Path(path).parent))
        with disk.fs.open(path, "wb") as file:
            file.write(data)
    board = on_flash(chip)
    for seed in range(games):
        play_card_game(board, CardGame(seed=seed))
    return bytes(chip.buffer)


def powered(image: Path, tracks: int, games: int = 0, boot: str = "") -> "Pico":
    """A board with the power on; its flash holds `files`."""
    from tests.silicon.emulated_pico import Pico, flash_of

    try:
        flash = flash_of(image, files(tracks, games, boot))
    except ValueError as error:
        pytest.fail(str(error), pytrace=False)
    pico = Pico(flash, tracks)
    pico.power_on()
    return pico


@pytest.fixture(scope="session")
def _started(image: Path) -> "Pico":
    """A board whose free memory is in pieces of `HOLE` bytes, between games: to be copied, not to be used."""
    pico = powered(image, TRACKS, GAMES, CUT_HEAP)
    pico.await_frame()
    pico.ask(LOADED_MS, do="configure", preset="acc", teams=TRACKS, sign_off=False)
    pico.await_text("heap cut", 5000)
    # That has taken a step of a fifth of a second.
    pico.run(300)
    return pico


def lit(board: Copy) -> list[int]:
    """Of each chain the LED that gives most light: front peg or count, where no other peg stands."""
    light = [[sum(colour) for colour in colours] for colours in board.lights()]
    return [leds.index(max(leds)) for leds in light]


@pytest.fixture
def board(_started: "Pico") -> Iterator[Copy]:
    """A copy of the started board."""
    with copy(_started) as board:
        yield board
