"""What a captain looks at: a room full of boards has to fit a small window."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from firmware.config import FIRMWARE_VERSION
from host_tools.command_group import print_error
from host_tools.commands import results
from host_tools.usb import boards_command, console_output, ports, watch_command
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.read_results import BoardResults
from host_tools.usb.sans_io.problem import Problem
from tests.measure import usb_boards

from .cli_process import cribboard, leaving

SMALL = (80, 24)


@pytest.fixture
def room(sight):
    """A real board's own words, and nineteen more of the kind, at tables 20 to 1, with long games."""
    hello = [{**sight.hello, "name": f"board {20 - n}", "table": 20 - n} for n in range(20)]
    return [replace(sight, hello=reply) for reply in hello]


def shown(*parts):
    buffer = io.StringIO()
    Console(file=buffer, width=SMALL[0]).print(*parts, sep="\n")
    return buffer.getvalue().splitlines()


def test_twenty_boards_scores_fit_a_small_window_in_the_order_of_their_tables(room):
    lines = shown(watch_command.scores_table(room))
    assert len(lines) < SMALL[1]
    for number, line in enumerate(lines[1:], 1):
        assert line.split()[:4] == [str(number), "board", str(number), "game"]
        assert "A 0  B 118" in line


def test_board_that_says_nothing_stands_last_with_the_reason(room):
    silent = replace(room[0], hello={}, status={}, fault=BoardLinkError(room[0].port.path, Problem("silent")))
    assert (
        shown(watch_command.scores_table([silent, *room[1:]]))[-1].split(maxsplit=1)[1].strip()
        == "no board answers there"
    )


def test_versions_are_told_once_where_all_boards_run_the_same(room):
    (line,) = boards_command.version_lines(room)
    assert line.startswith(f" firmware {FIRMWARE_VERSION} ")
    assert "MicroPython 1." in line
    other = replace(room[0], selftest={**room[0].selftest, "firmware": "0.0.9"}, port=ports.Port("COM3", "e6614c"))
    lines = boards_command.version_lines([other, *room[1:]])
    assert lines[0].endswith(": e6614c")
    assert lines[0].startswith(" firmware 0.0.9 build ")
    assert "flash it (cribboard flash --board NAME): e6614c" in lines[0]
    assert len(lines) == 2


def test_results_of_a_board_fit_a_small_window_and_the_wrong_one_is_marked(sight, two_boards, monkeypatch):
    """One line is missing, one is damaged: the reasons are told beside the table."""
    log = list(usb_boards.result_lines(1, 5))
    told = [log[0], log[2], log[3].replace('"round":4', '"round":9'), log[4]]
    ask = BoardLink.request_lines
    monkeypatch.setattr(
        BoardLink, "request_lines", lambda link, do, **fields: iter(told if do == "results" else ask(link, do))
    )
    lines = cribboard("results", "--board", sight.port.serial, ok=False, columns=SMALL[0]).splitlines()
    assert [line.split()[-1] for line in lines[1:5]] == ["sound", "wrong", "wrong", "sound"]
    assert all(len(line) <= SMALL[0] for line in lines[1:5])
    assert f"board {sight.port.serial}: result 3: it does not follow the line before it" in lines[5]


def test_watch_prints_json_once_only():
    assert "add --once" in leaving(2, "watch", "--json")


HOSTILE = "evil\x1b]0;owned\x07\u202eknalb[red]:skull:\u200b"


def test_nothing_a_board_says_moves_the_cursor_or_turns_letters(room, capsys):
    """Neither a name, nor a phase, nor a line that only looks like a result."""
    reply = {**room[0].hello, "name": HOSTILE, "board": HOSTILE}
    strange = replace(room[0], hello=reply, status={**room[0].status, "phase": HOSTILE, "winner": "A"})
    read = BoardResults(room[0].port, HOSTILE, [(HOSTILE, None, HOSTILE)], [HOSTILE])
    seen = shown(
        watch_command.scores_table([strange]),
        boards_command.boards_table([strange]),
        results.results_table([read], {}),
    )
    print_error(HOSTILE)
    for formats in ((True, False, False), (False, True, False), (False, False, True), (False, False, False)):
        results.print_results([read], {}, *formats)
    printed = capsys.readouterr()
    for text in ("\n".join(seen), printed.out, printed.err):
        assert not {"\x1b", "\x07", "\u202e", "\u200b"} & set(text)
    assert "evil␛" in "\n".join(seen)
    assert "nalb[red]:skull:" in printed.err


@pytest.mark.parametrize("isatty", [True, False])
def test_board_lines_are_as_they_came_but_on_a_terminal(monkeypatch, capsys, isatty):
    """Seals are checked on what a file or a pipe gets."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: isatty)
    console_output.print_board_line('{"board":"\u202e"}')
    assert capsys.readouterr().out == ('{"board":"\ufffd"}\n' if isatty else '{"board":"\u202e"}\n')
