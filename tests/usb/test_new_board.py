"""`cribboard image`: one UF2 file with MicroPython and the firmware.

Made from MicroPython's own file too, where `--image FILE` or CRIBBOARD_PICO_IMAGE names one.
"""

import json
import os
import struct
from pathlib import Path

import pytest

from firmware.hardware_file import HARDWARE_FILE, HARDWARE_VERSION
from firmware.json_file import encode_json
from host_tools.i18n import message
from host_tools.littlefs.chip import SECTOR, Chip
from host_tools.littlefs.disk import LittleDisk
from host_tools.usb import binary_info, new_board_image, uf2
from host_tools.usb.deploy_files import board_image

from . import uf2_builder
from .cli_process import cribboard, leaving
from .uf2_builder import FLASH, micropython

BOARDS = {"pico": "armv6m", "pico_w": "armv6m", "pico2": "armv7emsp"}


def sources(config):
    """MicroPython's UF2 files by name: made up, and the one that was given."""
    path = config.getoption("--image") or os.environ.get("CRIBBOARD_PICO_IMAGE")
    images = {board: micropython(board) for board in BOARDS}
    return images | ({Path(path).stem: Path(path).read_bytes()} if path else {})


def pytest_generate_tests(metafunc):
    if "source" in metafunc.fixturenames:
        images = sources(metafunc.config)
        metafunc.parametrize("source", images.values(), ids=images)


def flashed(chip, data, start):
    """What the boot ROM does: sectors of which the file has a page are erased, then the pages programmed."""
    pages = uf2.decode(data).pages
    for address in sorted({address // SECTOR * SECTOR for address in pages if address >= start}):
        chip.buffer[address - start : address - start + SECTOR] = b"\xff" * SECTOR
    for address, page in pages.items():
        if address >= start:
            chip.buffer[address - start : address - start + uf2.PAGE] = page


def deployed(source, **fields):
    """What `cribboard flash` puts on such a board."""
    processor = new_board_image.PROCESSORS[uf2.decode(source).family]
    files = dict(board_image(processor, "rp2"))
    return files | ({HARDWARE_FILE: encode_json(fields, HARDWARE_VERSION)} if fields else {})


def test_every_file_stands_in_it_as_deployed_and_micropython_is_untouched(source):
    data, program = new_board_image.build_image(source, {"tracks": 4})
    start, size = program.filesystem
    new, base = uf2.decode(data), uf2.decode(source)
    assert (new.family, new.preamble) == (base.family, base.preamble)
    assert {page_at: page for page_at, page in new.pages.items() if page_at in base.pages} == base.pages
    assert all(page_at < start + size for page_at in new.pages)
    chip = Chip(size // SECTOR)
    flashed(chip, data, start)
    assert new_board_image.read_files(LittleDisk(chip)) == deployed(source, tracks=4)


def worn_folder():
    """A sector of a folder that was written anew hundreds of times: littlefs takes it for newer than any other."""
    chip = Chip(16)
    disk = LittleDisk(chip)
    disk.fs.makedirs("journal")
    for n in range(600):
        with disk.fs.open(f"journal/{n % 3}", "wb") as file:
            file.write(bytes([n % 251]) * 200)
    revisions = {struct.unpack_from("<I", chip.buffer, start)[0]: start for start in range(0, len(chip.buffer), SECTOR)}
    newest = max(revision for revision in revisions if revision < 1 << 31)
    assert newest > 20
    return bytes(chip.buffer[revisions[newest] :][:SECTOR])


def test_whatever_the_flash_held_before_does_not_come_back(source):
    """littlefs keeps a folder in two sectors of which the newer counts: neither may be left from a board in use."""
    data, program = new_board_image.build_image(source, {})
    start, size = program.filesystem
    chip = Chip(size // SECTOR)
    chip.buffer[:] = worn_folder() * chip.sectors
    flashed(chip, data, start)
    after = LittleDisk(chip)
    assert new_board_image.read_files(after) == deployed(source)
    after.make_folder("journal")
    with after.fs.open("journal/1", "wb") as file:
        file.write(b"{}")
    assert new_board_image.read_files(LittleDisk(chip)) == deployed(source) | {"journal/1": b"{}"}


def test_sectors_are_whole_and_in_order(source):
    """The RP2040's boot ROM erases a sector at its first page."""
    data, _ = new_board_image.build_image(source, {})
    addresses = list(uf2.decode(data).pages)
    assert addresses == sorted(addresses)
    assert len(addresses) == 16 * len({address // SECTOR for address in addresses})


@pytest.mark.parametrize("board", BOARDS)
def test_the_place_of_the_file_system_is_read_in_the_image(board):
    program = binary_info.read_program_info(uf2.decode(micropython(board)))
    offset, size = uf2_builder.PLACES[board]
    assert program.filesystem == (FLASH + offset, size)
    assert (program.version, program.board) == ("v1.28.0", board)


def test_command_writes_the_file_and_says_what_it_is(tmp_path):
    (tmp_path / "mp.uf2").write_bytes(micropython("pico_w"))
    options = ("--tracks", "4", "--leds", "121", "--reversed", "--port-ma", "2000")
    output = cribboard("image", "--micropython", tmp_path / "mp.uf2", *options, tmp_path)
    path = tmp_path / "new-board-pico-w-4-tracks.uf2"
    description = "MicroPython v1.28.0, 4 tracks of 121 LEDs, fed at the game hole, supply 2000 mA, board carrier."
    assert f"{path}: firmware " in output
    assert description in output
    assert "On a board in use a new-board- file erases results, journal and settings" in " ".join(output.split())
    program = binary_info.read_program_info(uf2.decode(path.read_bytes()))
    chip = Chip(program.filesystem[1] // SECTOR)
    flashed(chip, path.read_bytes(), program.filesystem[0])
    hardware = json.loads(new_board_image.read_files(LittleDisk(chip))["hardware.json"])
    assert (hardware["tracks"], hardware["leds"], hardware["reversed"], hardware["port_ma"]) == (4, 121, True, 2000)


GOOD = micropython()
CUT = GOOD[: 512 * (len(GOOD) // 1024)]
OTHER = b"".join(uf2_builder.blocks(uf2_builder.program(), family=0xC47E5767))
MIXED = GOOD[:-512] + OTHER[-512:]
TURNED = GOOD[:1024] + GOOD[1536:2048] + GOOD[1024:1536] + GOOD[2048:]
WRONG = [
    (b"", "is no UF2 file"),
    (b"PK\3\4" * 1000, "is no UF2 file"),
    (GOOD[:-100], "is truncated: 8,092 bytes are no whole number of blocks of 512"),
    (CUT, "is truncated: 8 blocks of 16"),
    (OTHER, "is for another family of processor: a board has one of RP2040, RP2350, RP2350 (RISC-V)"),
    (MIXED, "is for another family of processor"),
    (TURNED, "is damaged in block 2"),
    (GOOD[:508] + b"\0" + GOOD[509:], "is damaged in block 0"),
    (micropython(filesystem=(0, 0)), "is not MicroPython: take the UF2 file that micropython.org/download offers"),
    (micropython(version="v1.22.2"), "is MicroPython v1.22.2: take 1.23 or newer"),
    (micropython(version=""), "is MicroPython of no known version: take 1.23 or newer"),
    (micropython(frozen=("firmware/board",)), "has this firmware frozen into it: copy it onto the board as it is"),
    # Made by the test: it takes a second.
    (None, "has a file system in it already: take MicroPython's own UF2 file"),
]


@pytest.mark.parametrize(("data", "words"), WRONG)
def test_what_cannot_be_made_into_an_image_is_named(tmp_path, data, words):
    if data is None:
        data, _ = new_board_image.build_image(GOOD, {})
    (tmp_path / "mp.uf2").write_bytes(data)
    output = leaving(1, "image", "--micropython", tmp_path / "mp.uf2", tmp_path)
    assert f"{tmp_path / 'mp.uf2'} {words}" in " ".join(output.split())
    assert not list(tmp_path.glob("new-board-*"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tracks", "5"), message("says.not-within", field="tracks", low=2, high=4)),
        (("--leds", "140"), message("says.bad-chain", strip=141, circuit=121)),
        (("--port-ma", "100"), message("says.not-within", field="port_ma", low=500, high=3000)),
        (("--tracks", "4", "--port-ma", "500"), "port_ma: 500 mA do not carry 4 tracks"),
        (("board.uf2",), "board.uf2: call it new-board-….uf2"),
        (("/nowhere/new-board-a.uf2",), "/nowhere/new-board-a.uf2: No such file"),
    ],
)
def test_what_no_board_can_have_is_refused(tmp_path, words, said):
    (tmp_path / "mp.uf2").write_bytes(GOOD)
    assert said in leaving(1, "image", "--micropython", tmp_path / "mp.uf2", *words)


def test_an_image_that_is_not_there_is_said(tmp_path):
    output = leaving(1, "image", "--micropython", tmp_path / "mp.uf2", tmp_path)
    assert f"{tmp_path / 'mp.uf2'}: No such file" in output
