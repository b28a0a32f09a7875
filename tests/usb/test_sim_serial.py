"""`cribboard sim --serial` as a command of its own: boards are there until Ctrl-C, and nothing is left behind."""

import os
import signal
import subprocess
from pathlib import Path

import pytest
import serial

from host_tools.sim.serial import boards, command
from tests.patience import PATIENCE_S

from .cli_process import COMMAND, cribboard
from .pty_boards import answer


@pytest.fixture
def started(tmp_path):
    """Starts virtual boards as whoever types the command does: the process, and what it printed once all are there."""
    running = []

    def start(count):
        command = (*COMMAND, "sim", "--serial", "--boards", str(count), "--flash", str(tmp_path))
        settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
        running.append(subprocess.Popen(command, **settings))
        return running[-1], [running[-1].stdout.readline() for _ in range(count + 2)]

    yield start
    for process in running:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def ctrl_c(process):
    """Only the command is interrupted: what it has started, it has to end."""
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in errors


def nodes(process):
    """The boards' processes, in their order."""
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def test_boards_are_found_played_on_and_gone_with_ctrl_c_and_one_that_ends_leaves_the_others(started):
    process, lines = started(2)
    assert lines[-2] == "2 virtual boards plugged in; Ctrl-C pulls the cables.\n"
    uids, ports, keys = zip(*((words[0], words[2], words[4]) for words in map(str.split, lines[:-2])), strict=True)
    assert uids == (command.uid(1), command.uid(2))
    for uid, port in zip(uids, ports, strict=True):
        assert answer(port, "hello")[0]["board"] == uid
    with serial.Serial(keys[0], timeout=PATIENCE_S) as typed:
        subprocess.run(lines[-1].partition(": ")[2], shell=True, check=True)
        assert typed.readline() == b"ok\n"
    shown = cribboard("boards")
    assert all(uid in shown for uid in uids)
    assert "game 1: A 7  B 0" in shown
    os.kill(nodes(process)[0], signal.SIGKILL)
    assert process.stdout.readline().startswith(f"{uids[0]}  is off: its process has ended (status -9)")
    assert answer(ports[1], "hello")[0]["board"] == uids[1]
    assert uids[0] not in cribboard("boards")
    ctrl_c(process)
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    assert "no board is plugged in" in cribboard("boards", ok=False)


@pytest.mark.deep
def test_boards_begin_again_with_what_they_had(started):
    process, lines = started(1)
    answer(lines[0].split()[2], "configure", table=7)
    ctrl_c(process)
    process, lines = started(1)
    assert answer(lines[0].split()[2], "hello")[0]["table"] == 7
    ctrl_c(process)


@pytest.mark.deep
def test_a_second_table_is_refused_while_the_first_is_on(started, tmp_path):
    process, _ = started(1)
    (line,) = cribboard("sim", "--serial", "--flash", tmp_path / "other", ok=False).splitlines()
    assert line.startswith(f"virtual board {command.uid(1)} is running already")
    ctrl_c(process)


def test_where_the_last_board_ends_the_command_ends_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(boards, "node_path", lambda: Path("/bin/false"))
    output = cribboard("sim", "--serial", "--flash", tmp_path, ok=False)
    assert f"{command.uid(1)}  is off: its process has ended (status 1)" in output
    assert output.endswith("no virtual board is left; start them again with the same command\n")
