"""The doctor: for whatever is wrong, what it is and the one thing to do."""

import errno
from dataclasses import replace

import pytest
import serial

from firmware.config import FIRMWARE_VERSION
from host_tools.i18n import message, use_language
from host_tools.i18n.board_messages import board_message
from host_tools.usb import diagnosis, doctor_command, ports
from host_tools.usb.board_reports import query_boards
from host_tools.usb.protocol_client import BoardLinkError
from host_tools.usb.sans_io.findings import CYCLES, ERASES_PER_EVENT
from host_tools.usb.sans_io.problem import Problem
from host_tools.usb.select_board import select_port
from tests.patience import PATIENCE_S

from .cli_process import cribboard


def findings_of(*sights):
    return [(finding.wrong, finding.do) for finding in diagnosis.boards_findings(sights)]


EVENTS = int(0.85 / ERASES_PER_EVENT * 256 * CYCLES)
"""So many wear 1 MB of flash to 85 %."""
REPORTED = [
    (
        {"firmware": "0.0.9"},
        f"it runs firmware 0.0.9, this program has {FIRMWARE_VERSION}",
        "flash it (cribboard flash)",
    ),
    ({"keys_down": ["B+2"]}, "key B+2 is down", message("captain.do.key")),
    ({"flash": {"events": EVENTS}}, message("captain.wrong.flash_worn", share=85), message("captain.do.flash_worn")),
    ({"flash": {"failed": 2}}, message("captain.wrong.flash_failed", count=2), Problem("flash_failed").do),
]
FLASH = {"free": 800_000, "whole": 1_048_576, "failed": 0, "events": 100_000}


@pytest.mark.parametrize(("told", "wrong", "do"), REPORTED)
def test_what_a_board_tells_of_itself_is_judged(sight, told, wrong, do):
    sound = replace(sight, selftest={**sight.selftest, "flash": FLASH})
    assert findings_of(sound) == []
    selftest = {**sound.selftest, **told, "flash": {**FLASH, **told.get("flash", {})}}
    assert findings_of(replace(sound, selftest=selftest)) == [(wrong, do)]


@pytest.mark.parametrize(
    ("status", "wrong", "do"),
    [
        ({"faults": 3}, message("captain.wrong.faults", count=3), "send its faults.log with a report"),
        ({"notes": ["said by an older board"]}, "said by an older board", message("captain.do.note", "en")),
    ],
)
def test_faults_and_notes_are_handed_on(sight, status, wrong, do):
    assert findings_of(replace(sight, status={**sight.status, **status})) == [(wrong, do)]


def test_boards_of_one_name_are_told_and_boards_of_none_are_not(sight):
    other = replace(sight, hello={**sight.hello, "board": "e6614c311b7e6f35"})
    nameless = replace(sight, hello={**sight.hello, "name": ""})
    other_nameless = replace(other, hello={**other.hello, "name": ""})
    do = Problem("same_name").do
    assert findings_of(sight, other_nameless) == []
    assert findings_of(sight, other) == [(message("captain.wrong.same_name", count=2, name="anna"), do)]
    assert findings_of(nameless, other_nameless) == []


def test_board_that_does_not_speak_is_flashed_and_one_that_is_taken_is_not(sight):
    with serial.Serial(sight.port.path, exclusive=True):
        assert findings_of(*query_boards([sight.port])) == [(message("captain.wrong.busy"), message("captain.do.busy"))]
    fault = BoardLinkError(sight.port.path, Problem("silent"))
    assert findings_of(replace(sight, fault=fault)) == [(fault.problem, fault.remedy)]
    assert f"cribboard flash --port {sight.port.path}" in fault.remedy


NOTES = [
    ({"code": "rail-low", "mv": 0, "least": 4400}, "the switch that GP2 turns on"),
    ({"code": "supply-cut"}, "a short circuit"),
    ({"code": "hardware-pending"}, message("captain.do.hardware-pending")),
    ({"code": "hardware-damaged", "why": {"code": "bad-checksum"}}, "cribboard configure --tracks N --leds N"),
    ({"code": "supply-too-low", "ma": 500, "tracks": 4, "needed": 709}, "a USB-C supply of 5 V 3 A"),
    ({"code": "supply-over-offer", "ma": 1500, "offered": 500}, "cribboard configure --port-ma MA"),
    ({"code": "watchdog", "task": "play", "phase": "idle", "s": 1, "ms": 8}, "faults.log"),
    ({"code": "start-interrupted", "s": 10}, "close the program"),
    ({"code": "flash-low"}, "then cribboard clear"),
    ({"code": "segment-missing", "number": 7}, "cribboard journal PATH"),
]


@pytest.mark.parametrize(("note", "do"), NOTES)
def test_a_note_comes_with_what_to_look_for(sight, note, do):
    status = {**sight.status, "notes": [board_message(note)], "note_codes": [note]}
    ((wrong, advice),) = findings_of(replace(sight, status=status))
    assert wrong == board_message(note)
    assert do in advice


def test_a_remedy_names_the_board_where_several_are_there(sight):
    old = replace(sight, selftest={**sight.selftest, "firmware": "0.0.1"})
    ((_, alone),) = findings_of(old)
    other = replace(sight, hello={**sight.hello, "board": "e6614c311b7e6f35", "name": "bert"})
    ((_, of_two),) = findings_of(old, other)
    assert (alone, of_two) == tuple(
        message("captain.do.firmware", how=how) for how in ("cribboard flash", "cribboard flash --board NAME")
    )


def test_a_note_is_told_in_the_reader_s_language(sight):
    note = {"code": "segment-missing", "number": 7}
    status = {**sight.status, "notes": [board_message(note)], "note_codes": [note]}
    with use_language("fr"):
        assert findings_of(replace(sight, status=status)) == [("le segment 7 manque", message("captain.do.note", "fr"))]


def test_a_board_s_supply_is_shown_with_what_its_port_offers(sight):
    read = replace(sight, status={**sight.status, "offered_ma": 3000})
    assert [line.partition("supply ")[2] for line in doctor_command.equipment_lines([sight, read])] == [
        "500 mA, board carrier",
        "500 mA (its port offers 3000), board carrier",
    ]


def test_board_at_the_prompt_is_told_from_one_without_firmware_and_started_again_answers_at_once(boards):
    """As after Ctrl-C and Enter: whatever comes then is echoed."""
    board = boards.plug(1)
    boards.ask(1, "hello")
    with serial.Serial(board.port, timeout=PATIENCE_S) as port:
        port.write(b"\x03")
        port.read_until(b"the prompt\r\n")
        port.write(b"\r")
        assert b">>>" in port.read_until(b">>>")
    output = " ".join(cribboard("doctor", columns=400, ok=False).split())
    assert message("captain.wrong.stopped") in output
    assert message("captain.do.stopped") in output
    assert "cribboard flash" not in output
    assert select_port(board.uid[-4:].upper(), "").path == board.port
    with serial.Serial(board.port, timeout=PATIENCE_S) as port:
        port.write(b'\x04{"id":1,"do":"hello"}\n')
        assert board.uid.encode() in port.read_until(b'"ok": true')


PORT = ports.Port("/dev/ttyACM0", "e6614c311b7e6f35")


def test_port_that_may_not_be_used_is_its_group_s(monkeypatch, tmp_path):
    path = tmp_path / "ttyACM0"
    path.touch()
    monkeypatch.setattr(diagnosis.os, "access", lambda path, mode: False)
    monkeypatch.setattr(diagnosis.Path, "group", lambda path: "uucp")
    finding = next(diagnosis.computer_findings([ports.Port(str(path), PORT.serial)]))
    assert finding == (str(path), "you may not use this port", "sudo usermod -aG uucp $USER, then log in again")


@pytest.mark.parametrize(
    ("platform", "words"),
    [("linux", "or another socket"), ("darwin", "or another socket"), ("win32", "install the Pico's serial driver")],
)
def test_no_board_is_advised_on_by_system(monkeypatch, platform, words):
    monkeypatch.setattr(diagnosis.sys, "platform", platform)
    (finding,) = diagnosis.computer_findings([])
    assert finding[:2] == ("this computer", "it sees no board")
    assert "take another cable" in finding.do
    assert words in finding.do


WINDOWS = "could not open port 'COM3': {}(…)"


@pytest.mark.parametrize(
    ("error", "wrong"),
    [
        (serial.SerialException(errno.ENOENT, "could not open port"), "there is no such port"),
        (serial.SerialException(errno.EACCES, "could not open port"), "you may not use this port"),
        (serial.SerialException(errno.EAGAIN, "could not lock"), message("captain.wrong.busy")),
        (serial.SerialException(WINDOWS.format("PermissionError")), message("captain.wrong.busy")),
        (serial.SerialException(WINDOWS.format("FileNotFoundError")), "there is no such port"),
        (serial.SerialException("a new one"), "the port cannot be opened (a new one)"),
    ],
)
def test_port_that_cannot_be_opened_is_explained(monkeypatch, error, wrong):
    def refuse(*args, **settings):
        raise error

    monkeypatch.setattr(serial, "Serial", refuse)
    fault = query_boards([PORT])[0].fault
    assert isinstance(fault, BoardLinkError)
    assert fault.problem == wrong
    assert fault.remedy


def test_what_programs_read_is_english_in_every_language(sight, two_boards, monkeypatch):
    """Also what is told of a board in a thread of its own."""
    monkeypatch.setenv("LC_ALL", "fr_CA.UTF-8")
    with serial.Serial(sight.port.path, exclusive=True):
        assert message("captain.wrong.busy", "fr") in cribboard("boards", ok=False)
        for words in (("boards",), ("doctor",), ("results", "--all")):
            told = cribboard(*words, "--json", ok=False)
            assert message("captain.wrong.busy", "en") in told
            assert message("captain.wrong.busy", "fr") not in told
