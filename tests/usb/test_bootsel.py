"""A board without MicroPython is a drive: recognised, told of, and given an image; folders stand for drives."""

import errno
import shutil

import pytest

from host_tools.timeouts import stretched
from host_tools.usb import bootsel
from host_tools.usb.new_board_image import build_image
from host_tools.usb.ports import Port

from . import uf2_builder
from .cli_process import cribboard

PICO, PICO_2 = 0xE48BFF56, 0xE48BFF59


@pytest.fixture
def plug(tmp_path, monkeypatch):
    """Plugs in a board in BOOTSEL mode: where its drive appears."""
    media = tmp_path / "media"
    monkeypatch.setitem(bootsel.PLACES, "linux", [str(media / "*"), str(media / "*" / "*")])

    def plugged(name, board="RPI-RP2", info="INFO_UF2.TXT"):
        drive = media / name
        drive.mkdir(parents=True)
        (drive / info).write_text(f"UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: {board}\r\n")
        return drive

    return plugged


def uf2(family):
    return b"".join(uf2_builder.blocks(bytes(range(256)) * 3, family))


@pytest.fixture
def image(tmp_path):
    path = tmp_path / "micropython.uf2"
    path.write_bytes(uf2(PICO))
    return path


@pytest.mark.parametrize("verb", ["boards", "flash", "doctor"])
def test_board_without_micropython_is_recognised_and_what_to_do_is_told(plug, verb):
    drive = plug("captain/RPI-RP2")
    plug("captain/STICK", info="README.TXT")
    output = " ".join(cribboard(verb, ok=False).split())
    assert drive.name in output
    assert output.count("RPI-RP2)") == 1, "a stick that is plugged in as well is no board"
    for words in ("without MicroPython" if verb == "doctor" else "no MicroPython yet", "micropython.org", "--uf2 FILE"):
        assert words in output


@pytest.mark.parametrize(
    ("place", "board", "family"), [("RPI-RP2", "RPI-RP2", PICO), ("captain/RP2350", "RP2350", PICO_2)]
)
def test_image_is_copied_to_the_board_it_is_for(plug, image, place, board, family):
    drive = plug(place, board)
    image.write_bytes(uf2(family))
    output = cribboard("flash", "--uf2", image)
    assert f"MicroPython is on the board at {drive}" in output
    assert (drive / "firmware.uf2").read_bytes() == image.read_bytes()


def test_new_board_file_needs_no_flashing_afterwards(plug, image):
    plug("RPI-RP2")
    image.write_bytes(build_image(uf2_builder.micropython(), {})[0])
    output = cribboard("flash", "--uf2", image)
    assert "The firmware is on the board at" in output
    assert "then: cribboard flash" not in output


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (uf2(PICO_2), "is for RP2350, the board is RPI-RP2: take the image for that one"),
        (uf2(PICO)[:-1], "is truncated: 1,535 bytes are no whole number of blocks of 512"),
        (uf2(PICO)[:-512], "is truncated: 2 blocks of 3"),
        (uf2(0xC47E5767), "is for another family of processor"),
        (b"", "is no UF2 file"),
        (b"<html>".ljust(512), "is no UF2 file"),
        (None, "No such file"),
    ],
)
def test_image_that_cannot_be_right_is_not_copied(plug, image, data, words):
    drive = plug("RPI-RP2")
    image.unlink()
    if data is not None:
        image.write_bytes(data)
    assert words in cribboard("flash", "--uf2", image, ok=False)
    assert not (drive / "firmware.uf2").exists()


def test_without_a_drive_or_with_two_nothing_is_guessed(plug, image):
    assert "no board waits for an image: hold its BOOTSEL button" in cribboard("flash", "--uf2", image, ok=False)
    drives = [plug("RPI-RP2"), plug("RPI-RP21")]
    output = cribboard("flash", "--uf2", image, ok=False)
    for drive in drives:
        assert str(drive) in output
        assert not (drive / "firmware.uf2").exists()


def test_drive_that_takes_no_file_is_said_at_once(plug, image, monkeypatch):
    drive = plug("RPI-RP2")
    monkeypatch.setattr(bootsel, "has_started", lambda *_: pytest.fail("a board that got nothing starts nothing"))
    (drive / "firmware.uf2").mkdir()
    assert f"{drive / 'firmware.uf2'}: Is a directory" in cribboard("flash", "--uf2", image, ok=False)


@pytest.mark.parametrize(("goes", "ok"), [("drive", True), ("port", True), ("nothing", False)])
def test_a_failed_last_write_is_judged_by_what_becomes_of_drive_and_port(plug, image, monkeypatch, goes, ok):
    """The board restarts the moment it has all of the image; its drive's folder may be there for a while."""
    drive = plug("RPI-RP2")
    found, waits = [], []

    def wait(seconds):
        waits.append(seconds)
        if len(waits) == 2 and goes == "drive":
            shutil.rmtree(drive)
        if len(waits) == 2 and goes == "port":
            found.append(Port("/dev/ttyACM0", "e6614c311b7e6f35"))

    def fail(descriptor):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(bootsel.os, "fsync", fail)
    monkeypatch.setattr(bootsel.time, "sleep", wait)
    monkeypatch.setattr(bootsel.time, "monotonic", lambda: len(waits))
    monkeypatch.setattr(bootsel, "connected_ports", lambda: list(found))
    output = cribboard("flash", "--uf2", image, ok=ok)
    assert ("Input/output error; unplug the board" in output) != ok
    assert len(waits) == (2 if ok else stretched(bootsel.START_S))


@pytest.mark.parametrize(("platform", "place"), [("darwin", "/Volumes/*"), ("win32", "D:/"), ("freebsd14", "/media/*")])
def test_drives_are_looked_for_where_each_system_puts_them(monkeypatch, platform, place):
    looked = []
    monkeypatch.setattr(bootsel, "glob", lambda pattern: looked.append(pattern) or [])
    monkeypatch.setattr(bootsel.sys, "platform", platform)
    assert bootsel.find_drives() == []
    assert place in looked
