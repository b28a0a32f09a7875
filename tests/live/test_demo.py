"""Test of `cribboard live demo`: it plays an event, and Ctrl-C ends all its processes."""

import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.live.broker_files import BrokerFiles
from tests.installed import mosquitto


@pytest.mark.deep
def test_an_evening_by_one_command(tmp_path, monkeypatch):
    mosquitto()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    words = [sys.executable, "-m", "host_tools", "live", "demo", "--boards", "2", "--pace", "50"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as demo:
        try:
            wall = re.search(r"http://[\d.:]+", demo.stdout.readline())[0] + "/wall"
            assert "2 boards are playing" in demo.stdout.readline()
            # Each answer is a moment later: until a board's pegs are on the wall.
            while not re.search(r"Round 1", urllib.request.urlopen(wall).read().decode()):
                pass
        finally:
            demo.send_signal(signal.SIGINT)
        rest = demo.stdout.read()
    assert (demo.returncode, rest) == (0, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.deep
def test_a_demo_that_is_killed_leaves_no_broker(tmp_path, monkeypatch):
    mosquitto()
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv of util-linux is not installed")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    words = [sys.executable, "-m", "host_tools", "live", "demo", "--boards", "2"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as demo:
        demo.stdout.readline()
        [folder] = tmp_path.iterdir()
        port = BrokerFiles(folder / "broker").read_listener().port
        assert listens(port)
        demo.kill()
    # Each answer is a moment later: the kernel tells the broker after the end of the demonstration.
    while listens(port):
        pass


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_without_mosquitto_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr("host_tools.live.mosquitto.SEARCH_PATH", "")
    done = CliRunner(env={"LANG": "C"}).invoke(app, ["live", "demo"])
    assert done.exit_code == 1
    assert "apt install mosquitto" in done.output
