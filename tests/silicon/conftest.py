"""Fixtures for an emulated Pico: `pytest -n 0 tests/silicon --image RPI_PICO.uf2`, with MicroPython's image.

A started board is copied for each test. `-n 0` spares each process the starts. Timings are not the emulator's business.
"""

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware.config import TEAMS
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
GAMES = 60
"""That a board has kept before its tests: archives, segments and a log of results, as after some nights of a club."""


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


HOLE = 2048
CUT_HEAP = f"""
import gc
import time
from machine import Timer

blocks = [None] * 300


def cut_heap(timer):
    # The firmware starts and is configured; and within a step the heap is locked, so that this has to come again.
    if time.ticks_ms() < 4000:
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


def files(tracks: int, boot: str = "") -> bytes:
    """The file system of a board of this many tracks after `GAMES` games, as it is deployed, but for boot.py's end."""
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
    for seed in range(GAMES):
        play_card_game(board, CardGame(seed=seed))
    return bytes(chip.buffer)


@pytest.fixture(scope="session")
def started(image: Path) -> "Callable[..., Pico]":
    """A board of so many tracks and teams, just started: to be copied, not to be used. See `files`."""
    from tests.silicon.emulated_pico import Pico, flash_of

    @cache
    def start(tracks: int, boot: str = "") -> Pico:
        try:
            flash = flash_of(image, files(tracks, boot))
        except ValueError as error:
            pytest.fail(str(error), pytrace=False)
        pico = Pico(flash, tracks)
        pico.power_on()
        pico.await_frame()
        pico.ask(do="configure", preset="acc", teams=tracks)
        pico.run(20)
        return pico

    return start


@pytest.fixture(params=[2, 3, 4], ids=lambda tracks: f"{tracks} tracks")
def each(request: pytest.FixtureRequest, started: "Callable[..., Pico]") -> Iterator[tuple[Copy, str]]:
    """A board of two, three and four tracks, and its teams' letters."""
    with copy(started(request.param)) as board:
        yield board, TEAMS[: request.param]


@pytest.fixture
def board(started: "Callable[..., Pico]") -> Iterator[Copy]:
    """A board of two tracks."""
    with copy(started(2)) as board:
        yield board


@pytest.fixture(scope="session")
def _cut(started: "Callable[..., Pico]") -> "Pico":
    """A board of two tracks whose free memory is in pieces of `HOLE` bytes: to be copied."""
    pico = started(2, CUT_HEAP)
    pico.await_text("heap cut", 5000)
    return pico


@pytest.fixture
def fragmented(_cut: "Pico") -> Iterator[Copy]:
    """A board of two tracks whose free memory is in pieces of `HOLE` bytes."""
    with copy(_cut) as board:
        yield board
