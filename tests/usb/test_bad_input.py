"""What people get wrong at the command line: one line says what it is, and nothing has happened."""

import os
import subprocess
import sys

import pytest
import serial

from host_tools.i18n import message
from host_tools.sim.serial import command, ptys
from host_tools.usb import deploy_files, protocol_client
from tests.measure import usb_boards

from .cli_process import cribboard, leaving

JUDGE = ("judge", "award", "--team", "a", "--holes", "2", "--reason")
GARBAGE = b"\xb5\x00\xff"
BRACKETS = b"[" * 100_000


@pytest.mark.parametrize("verb", [("results",), ("configure",), ("clear", "/dev/null"), (*JUDGE, "renege"), ("flash",)])
@pytest.mark.parametrize(
    ("port", "words"),
    [
        ("/nowhere", "there is no such port"),
        ("/dev/null", "this is no serial port"),
        ("/tmp", "this is no serial port"),
        (__file__, "this is no serial port"),
    ],
)
def test_port_that_is_none(verb, port, words):
    (line,) = cribboard(*verb, "--port", port, ok=False).splitlines()
    assert port in line
    assert line.endswith(f"{words}: cribboard boards shows those there are")


PIN = ("--pin", "1234")
SAYINGS = [
    ((*JUDGE, "x"), "the board refuses: it has a PIN, which is needed: type its PIN (--pin)"),
    ((*JUDGE, "x", "--pin", "0000"), "the board refuses: that is not its PIN"),
    ((*JUDGE, "x", "--pin", "é"), "the board refuses: that is not its PIN"),
    ((*JUDGE, "x", *PIN, "--team", "ab"), message("says.no-such-team", teams="A B")),
    ((*JUDGE, "x", *PIN, "--holes", "1" + "0" * 30), "holes: a whole number from 1 to 121"),
    ((*JUDGE, "x" * 600, *PIN), message("captain.do.too_long")),
    ((*JUDGE, "x", *PIN, "--board", "bert"), "no board is called bert"),
    (("configure", "--name", "é" * 100, *PIN), message("captain.do.too_long")),
    (("configure", "--preset", "golf", *PIN), "no file that can be read (No such file or directory), and none of acc"),
    (("configure", "--preset", "/tmp", *PIN), "no file that can be read (Is a directory), and none of acc"),
    (
        ("configure", "--preset", "acc", *PIN),
        message("says.playing"),
    ),
    (("configure", "--table", "1000", *PIN), "table"),
    (("configure", "--key", "xyz", *PIN), "key"),
    (("configure", "--brightness", "9", *PIN), "brightness"),
    (("clear", "/nowhere", *PIN), "there is no file /nowhere"),
    (("history", "/dev/null/copy"), "/dev/null/copy cannot be written: Not a directory"),
]


def test_what_cannot_be_meant_is_said_in_a_line_and_changes_nothing(boards):
    """A board with a name, a PIN, and a game that has begun; one for all, as a board takes a second to begin."""
    board = boards.plug(1)
    cribboard("configure", "--name", "anna", "--new-pin", "1234")
    cribboard(*JUDGE, "renege", "--pin", "1234")
    settings = (board.folder / "settings.json").read_bytes()
    for words, saying in SAYINGS:
        output = cribboard(*words, ok=False)
        assert saying in output, words
        assert len(output.splitlines()) == (2 if "bert" in words else 1), "with what there is to choose from"
    status = boards.ask(1, "status")[0]
    assert (status["preset"], status["tracks"]["A"]["front"]) == ("acc", 2)
    assert (board.folder / "settings.json").read_bytes() == settings


NO_PRESETS = [(b"{", "no JSON"), (GARBAGE, "no JSON"), (BRACKETS, "no JSON"), (b"[]", "preset"), (b"{}", "target")]


def test_file_that_is_no_preset(two_boards, tmp_path):
    preset = tmp_path / "club.json"
    for held, words in NO_PRESETS:
        preset.write_bytes(held)
        (line,) = cribboard("configure", "--board", command.uid(2), "--preset", preset, ok=False).splitlines()
        assert words in line, held[:20]


@pytest.mark.parametrize(
    "words",
    [
        ("results", "--since", "-1"),
        ("results", "--key", "abc"),
        ("results", "--key", "zz"),
        ("results", "friday.jsonl", "--all"),
        ("results", "friday.jsonl", "--save", "saturday.jsonl"),
        ("results", "--save", "--csv"),
        ("judge", "bonus", "--reason", "x"),
        ("configure", "--table", "seven"),
        ("watch", "--every", "0"),
        ("sim", "--serial", "--boards", "65"),
    ],
)
def test_option_that_cannot_be_is_told_with_what_can(words):
    assert "Invalid value" in leaving(2, *words)


def test_cable_pulled_in_the_middle_of_an_answer():
    board, cable, port = ptys.open_pty()
    with protocol_client.BoardLink(port) as line:
        os.write(board, b'{"id":')
        os.close(board)
        with pytest.raises(protocol_client.BoardLinkError, match="the cable is out: put it in again"):
            line.request("status")
    os.close(cable)


def test_link_passes_on_bytes_that_are_no_text(sight):
    assert "bad-json" in leaving(0, "link", "--port", sight.port.path, answers=GARBAGE + b"\n")


MORE_THAN_A_PTY_HOLDS = 150
"""Results of 400 bytes, each as long as others are: the board is left sitting on most of them."""


@pytest.mark.deep
def test_host_that_never_reads_changes_no_game(boards):
    """It asks, floods, and takes no answer: keys go on counting, and the next host gets answers of its own."""
    deploy_files.write_image(boards.folder(1))
    log = usb_boards.result_lines(1, MORE_THAN_A_PTY_HOLDS)
    (boards.folder(1) / "results").mkdir()
    (boards.folder(1) / "results/results.log").write_text("".join(log))
    board = boards.plug(1)
    boards.ask(1, "hello")
    with serial.Serial(board.port, exclusive=True, write_timeout=0) as port:
        for request in (b'{"id":1,"do":"results"}', *[b'{"id":1,"do":"hello"}'] * 20, b"\xff\x00{"):
            port.write(request + b"\n")
        board.play("wait 1500 A+5:100 OK:100 B+1:100 OK:100")
    tracks = boards.ask(1, "status")[0]["tracks"]
    assert (tracks["A"]["front"], tracks["B"]["front"]) == (5, 1)


def test_virtual_boards_without_a_place_for_their_flash(tmp_path):
    (tmp_path / "file").write_text("")
    place = tmp_path / "file" / "boards"
    (line,) = cribboard("sim", "--serial", "--flash", place, ok=False).splitlines()
    assert line.startswith(str(place))
    assert line.endswith("cannot be a board's flash: Not a directory")


WITHOUT_PTYS = "import sys; sys.modules['tty'] = None; from host_tools.__main__ import main; main()"


@pytest.mark.deep
def test_without_ptys_everything_but_virtual_boards_is_there(tmp_path):
    """As on Windows."""
    for words, status in ((("sim", "--serial", "--flash", tmp_path), 1), (("--help",), 0)):
        done = subprocess.run((sys.executable, "-c", WITHOUT_PTYS, *words), capture_output=True, text=True)
        assert done.returncode == status
        assert ("need Linux, macOS or WSL" in done.stderr) == bool(status)


INTERRUPTED = """
import builtins
real = builtins.__import__

def interrupted(name, *rest):
    if name == "typer":
        raise KeyboardInterrupt
    return real(name, *rest)

builtins.__import__ = interrupted
from host_tools.__main__ import main
main()
"""


def test_ctrl_c_while_the_program_loads_ends_it_without_a_word():
    done = subprocess.run((sys.executable, "-c", INTERRUPTED), capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
