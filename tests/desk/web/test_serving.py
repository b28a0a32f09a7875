"""Tests of starting `cribboard desk`: output, prompts, refusals."""

import logging
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import pytest
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.desk.cli.serve_command import CalmLog
from host_tools.desk.errors import DeskError
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.web import serving
from host_tools.desk.web.director_credentials import Director, director_file

CRIBBOARD = [sys.executable, "-m", "host_tools", "desk"]


def run(folder, *args, stdin=""):
    return CliRunner().invoke(app, ["desk", *args, "--folder", str(folder)], input=stdin)


def refused(folder, *args, stdin=""):
    done = run(folder, *args, stdin=stdin)
    assert (done.exit_code, done.stdout, "Traceback" in done.stderr) == (1, "", False)
    return done.stderr


@contextmanager
def running(folder, *args, stdin=""):
    """A desk that runs, and the first line it says."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*CRIBBOARD, *args, "--folder", folder], text=True, **pipes) as desk:
        desk.stdin.write(stdin)
        desk.stdin.flush()
        yield desk, desk.stdout.readline()
        desk.send_signal(signal.SIGINT)
        assert desk.wait() == 0
        assert desk.stderr.read() == ""


@pytest.fixture(autouse=True)
def first_start(own_desk):
    """Nobody has set a password yet."""
    director_file().unlink()


def test_a_desk_serves_without_a_password_and_ends_in_peace(night, tmp_path):
    with running(tmp_path, "--port", "0") as (_, told):
        address = told.split(" at ")[1].split("/director/")[0]
        assert told.startswith("Night: the desk is at http://127.0.0.1:")
        assert "Only this computer sees it" in told
        assert "Round 1" in urllib.request.urlopen(address).read().decode()
    assert not Director().known
    assert "The password is set" in run(tmp_path, "--set-password", stdin="another one\n").stdout
    assert Director().is_password("another one")


def test_what_cannot_be_served_is_told_in_words(desk, tmp_path, caplog):
    folder = _with_event(desk, tmp_path)
    assert "8 characters or more" in refused(folder, "--set-password", stdin="short\n")
    assert "no password has been typed" in refused(folder, "--set-password")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port} cannot be used" in refused(tmp_path, "--port", port)
    assert caplog.handler.filters == [], "what others log is not the desk's to keep back"


def _with_event(desk, folder):
    desk.create("acc", 4, rounds=2)
    desk.do(seat_next, by="me")
    return folder


def test_what_goes_wrong_again_and_again_is_logged_once_a_minute():
    now = [0.0]
    calm = CalmLog(lambda: now[0])

    def logged(text):
        return calm.filter(logging.makeLogRecord({"msg": text}))

    for minute in range(3):
        now[0] = 60.0 * minute
        assert [logged("the broker is gone") for _ in range(100)] == [True] + [False] * 99
        assert sum(logged(f"/page/{number}") for number in range(1000)) == 19


def test_an_open_desk_tells_where_players_and_director_go():
    told = serving.served_addresses("Night", "0.0.0.0", 8122, anywhere=False)
    assert "director  http://127.0.0.1:8122/director/, on this computer only" in told
    assert "wall" in told
    told = serving.served_addresses("Night", "192.168.1.5", 8122, anywhere=True)
    assert "director  http://192.168.1.5:8122/director/, unencrypted" in told


def test_an_address_of_another_computer_cannot_be_served(desk):
    with pytest.raises(DeskError, match=r"192\.0\.2\.7 port 8122 cannot be used"):
        serving.listen(None, None, "192.0.2.7", 8122, False, desk.opened().location)
