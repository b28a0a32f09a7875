"""What is plugged in beside boards: named, left alone, and never in the way of the boards."""

import errno
import os
import signal
import subprocess
import threading
import tty
from contextlib import contextmanager, suppress
from types import SimpleNamespace

import pytest
import serial

from host_tools.i18n import message
from host_tools.usb import ports, protocol_client
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.sans_io.exchange import exchange
from host_tools.usb.sans_io.problem import Problem

from .cli_process import COMMAND, cribboard

WEATHER = b"T=21.4 H=48 P=1012\r\n"


@contextmanager
def device(answer=None, sent=WEATHER):
    """A device at a pty: it sends weather without being asked, or what `answer` makes of each line it is sent."""
    master, slave = os.openpty()
    tty.setraw(slave)
    ended = threading.Event()

    def speak():
        while not ended.wait(0.02):
            os.write(master, sent)

    def reply():
        with suppress(OSError), open(master, "rb", closefd=False) as lines:
            for line in lines:
                if line.strip():
                    os.write(master, answer(line))

    thread = threading.Thread(target=reply if answer else speak, daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        ended.set()
        if not answer:
            thread.join()
        os.close(slave)
        os.close(master)


@pytest.fixture
def plugged(monkeypatch):
    """Ports that are found beside the virtual boards, as by their USB ids."""
    found = []
    monkeypatch.setattr(
        "serial.tools.list_ports.comports",
        lambda: [
            SimpleNamespace(device=path, vid=0x2E8A, pid=0x0005, serial_number=f"f{number:015}", description="Pico")
            for number, path in enumerate(found)
        ],
    )
    return found


def test_a_device_that_never_stops_sending_is_named_once_a_board_would_have_answered():
    with device() as port, BoardLink(port, silence=0.3) as link, pytest.raises(BoardLinkError, match=r"T=21\.4 H=48"):
        link.request("hello")


def test_a_device_that_sends_no_line_end_is_named_too():
    with device(sent=b"$GPGGA,") as port, BoardLink(port, silence=0.3) as link:  # noqa: SIM117
        with pytest.raises(BoardLinkError, match="GPGGA"):
            link.request("hello")


def test_a_board_that_another_host_has_left_starts_and_answers_late():
    """What the prompt says at its end is no device's chatter, and starting takes longer than an answer."""
    banner = 'MicroPython v1.28.0 on 2026-01-01; Raspberry Pi Pico with RP2040\r\nType "help()" for more.\r\n>>> \r\n'
    conversation = exchange(7, '{"id":7,"do":"time"}', "time", 3)
    next(conversation)
    conversation.send(("", 0.0))
    conversation.send((banner + "MPY: soft reboot\r\n", 2.0))
    assert conversation.send(("", 4.9)) == ("", 5.0)
    with pytest.raises(StopIteration):
        conversation.send(('{"id":7,"ok":true}\n', 4.9))


def test_a_board_that_another_host_has_left_and_that_does_not_start_is_silent():
    conversation = exchange(7, '{"id":7,"do":"time"}', "time", 3)
    next(conversation)
    conversation.send(("", 0.0))
    conversation.send(("MicroPython v1.28.0\r\n>>> \r\nMPY: soft reboot\r\n", 2.0))
    assert conversation.send(("", 5.0)) == ("\n)\x04\x02", 6.0)
    assert conversation.send(("", 5.0)) == ("", 6.0)
    with pytest.raises(Problem, match="no board answers"):
        conversation.send(("", 6.0))


def test_a_talking_device_is_left_and_the_boards_are_read(two_boards, plugged, monkeypatch, tmp_path):
    monkeypatch.setattr(protocol_client, "stretched", lambda seconds: 1)
    with device() as port:
        plugged.append(port)
        for words in (("boards",), ("results", "--all")):
            output = cribboard(*words, ok=False)
            assert "no board: it sends “T=21.4" in output
        assert "forfeit" in output
        output = cribboard("configure", "--board", "bert", "--table", "3", ok=False)
        assert "no board is called bert" in output
        assert "T=21.4" in output
        (tmp_path / "players.csv").write_text("name\nAnn\nBo\nCid\nDee\n")
        options = ("--folder", tmp_path)
        cribboard("event", "create", "Friday", "--roster", tmp_path / "players.csv", "--rounds", 3, *options)
        output = cribboard("event", "import", "Friday", "--usb", *options, ok=False)
        assert "1 new results" in output
        assert "T=21.4" in output


def test_a_port_in_use_is_the_reason_that_a_board_is_not_found(two_boards):
    first, second = (port.path for port in ports.connected_ports())
    with serial.Serial(first, exclusive=True):
        output = cribboard("configure", "--board", "anna", "--table", "1", ok=False)
    (line,) = [line for line in output.splitlines() if first in line]
    assert message("captain.wrong.busy") in line
    assert second in output


REPLIES = {
    b"no data": b"",
    b"a number": b"7",
    b"another": b'{"id":ID,"board":7}',
    b"text for pegs": b'{"id":ID,"board":"e6","name":"","table":"one","event":"","link":3,"build":""}',
}


@pytest.mark.parametrize("reply", REPLIES)
def test_a_reply_that_no_board_gives_is_said(reply):
    def answer(line):
        identity = line.partition(b'"id":')[2].partition(b",")[0]
        data = REPLIES[reply].replace(b"ID", identity)
        return (data + b"\n" if data else b"") + b'{"id":' + identity + b',"ok":true}\n'

    with device(answer) as port:
        output = cribboard("boards", "--port", port, ok=False)
        assert "is not what a board says" in " ".join(output.split())
        with BoardLink(port) as link, pytest.raises(BoardLinkError, match="is not what a board says"):
            link.request("hello")


def usb(path, vid, pid, serial_number):
    return SimpleNamespace(device=path, vid=vid, pid=pid, serial_number=serial_number, description="USB Serial")


PRINTER = usb("/dev/ttyUSB0", 0x1A86, 0x7523, None)
ESP = usb("/dev/ttyUSB1", 0x10C4, 0xEA60, "90b1d6f2e3")
SHARED = usb("/dev/ttyUSB2", 0x10C4, 0xEA60, "0001")
PICO = usb("/dev/ttyACM0", 0x2E8A, 0x0005, "e6614c311b7e6f35")
PROBE = usb("/dev/ttyACM1", 0x2E8A, 0x000C, "e6614c311b7e6f36")


@pytest.fixture
def data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(ports, "found_ports", set())
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [PRINTER, ESP, SHARED, PICO, PROBE])


def test_only_a_pico_is_opened_unasked(data_folder):
    assert [port.path for port in ports.connected_ports()] == [PICO.device]
    assert len(ports.other_ports()) == 4


def test_where_a_board_has_answered_is_opened_unasked_from_then_on(data_folder):
    for port in (PRINTER, ESP, SHARED):
        ports.remember_board(port.device)
    # The others have no serial number of their own: each of that make would be opened.
    assert [port.path for port in ports.connected_ports()] == [PICO.device, ESP.device]


def test_a_board_is_remembered_once_it_has_answered(sight, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = sight.port.path
    monkeypatch.setattr(ports, "found_ports", set())
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [usb(path, ESP.vid, ESP.pid, ESP.serial_number)])
    monkeypatch.setattr(ports.virtual_board_registry, "running_boards", dict)
    assert ports.connected_ports() == []
    cribboard("boards", "--port", path)
    assert [port.path for port in ports.connected_ports()] == [path]


TALKING = """
import sys, types
from serial.tools import list_ports
found = types.SimpleNamespace(device=sys.argv.pop(1), vid=0x2E8A, pid=5, serial_number="f" * 16, description="Pico")
list_ports.comports = lambda: [found]
from host_tools.usb import ports, protocol_client
opened = protocol_client.BoardLink._send
def send(self, text):
    answer = opened(self, text)
    print("asked", flush=True)
    return answer
protocol_client.BoardLink._send = send
from host_tools.__main__ import main
main()
"""


def test_ctrl_c_ends_a_command_that_waits_for_a_device():
    with device() as port:
        command = (COMMAND[0], "-c", TALKING, port, "results", "--all")
        environment = {**os.environ, "CRIBBOARD_TIMEOUT_FACTOR": "1000"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
            assert process.stdout.readline() == b"asked\n"
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
            assert process.returncode == 130
            assert b"Traceback" not in errors


def test_errors_of_a_port_are_told_by_flash_as_by_all(monkeypatch):
    def refuse(*args, **settings):
        raise serial.SerialException(errno.EAGAIN, "could not lock")

    monkeypatch.setattr(serial, "Serial", refuse)
    assert message("captain.wrong.busy") in cribboard("flash", "--port", "/dev/ttyACM7", ok=False)
