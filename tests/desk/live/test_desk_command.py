"""`cribboard desk --live` as it is started: where the broker is, who the desk is there, and what it says of both."""

import asyncio
import os
import signal
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import pytest

from host_tools.desk.live.broker_address import PASSWORD_VARIABLE, USER_VARIABLE
from host_tools.desk.web.director_credentials import Director, director_file
from tests.desk.web.conftest import PASSWORD
from tests.desk.web.test_serving import refused
from tests.live.brokers import desk_is_there
from tests.own_thread import in_own_thread

UNKNOWN_USER = "the broker does not know this user and password"


@pytest.fixture
def folder(night, tmp_path, monkeypatch):
    """Where the event is; its director has a password."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    director_file().parent.mkdir(parents=True)
    Director().set_password(PASSWORD)
    return tmp_path


@contextmanager
def desk(folder, *args, **environment):
    """A desk that runs: its process, which at the end has served its pages throughout and ends in peace."""
    command = [sys.executable, "-m", "host_tools", "desk", "--folder", str(folder), "--port", "0", *args]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes, env=os.environ | environment) as process:
        try:
            address = process.stdout.readline().split(" at ")[1].split("/director/")[0]
            yield process
            assert "Round 1" in urllib.request.urlopen(address).read().decode()
            process.send_signal(signal.SIGINT)
            assert process.wait() == 0
        finally:
            process.kill()


def login(folder, text):
    file = folder / "login"
    file.write_text(text)
    return str(file)


BAD_URLS = [
    "192.168.1.10",
    "http://127.0.0.1",
    "mqtt://",
    "mqtt://127.0.0.1:port",
    "mqtt://127.0.0.1:70000",
    "mqtt://a/b",
]


@pytest.mark.parametrize("url", BAD_URLS)
def test_what_is_no_address_of_a_broker_is_refused_before_anything_is_served(folder, url):
    assert f"{url} is no broker's address: write mqtt://ADDRESS" in refused(folder, "--live", url)


def test_a_password_on_the_command_line_is_refused_and_not_repeated(folder):
    told = refused(folder, "--live", "mqtt://desk:secret@127.0.0.1")
    assert "can be read by others" in told
    assert "secret" not in told


@pytest.mark.parametrize("text", ["", "desk\n", "desk\n\n", "a\nb\nc\n"])
def test_a_login_file_that_holds_something_else(folder, text):
    assert "has to hold two lines" in refused(folder, "--live", "mqtt://127.0.0.1", "--live-login", login(folder, text))


def test_a_login_file_that_is_not_there(folder):
    assert "gone: No such file" in refused(folder, "--live", "mqtt://127.0.0.1", "--live-login", str(folder / "gone"))


def test_home_assistant_wants_a_broker(folder):
    assert "--live" in refused(folder, "--home-assistant")


@pytest.mark.deep
def test_pages_are_served_while_the_broker_cannot_be_reached(folder):
    url = "mqtt://nobody.invalid"
    with desk(folder, "--live", url) as process:
        assert "the way there is not encrypted" in process.stderr.readline()
        told = process.stderr.readline()
        assert told.startswith(url)
        assert "the broker cannot be reached (" in told


@pytest.mark.deep
def test_pages_are_served_while_the_broker_refuses_the_desk(hall, folder):
    url = hall.broker.url
    with desk(folder, "--live", url, "--live-login", login(folder, "desk\nwrong\n")) as process:
        assert UNKNOWN_USER in process.stderr.readline()
    with desk(folder, "--live", url) as process:
        assert "the broker asks for user and password: --live-login FILE" in process.stderr.readline()


@pytest.mark.deep
def test_the_desk_logs_in_by_a_file_or_by_the_environment(hall, folder, night):
    url, (user, password) = hall.broker.url, hall.broker[3:5]
    named = {"CRIBBOARD_LIVE": url, "CRIBBOARD_LIVE_LOGIN": str(hall.files.login)}
    for args, environment in [
        (["--live", url], {USER_VARIABLE: user, PASSWORD_VARIABLE: password}),
        ([], named),
    ]:
        with desk(folder, *args, **environment):
            assert in_own_thread(asyncio.run, desk_is_there(hall))["event"] == night.name
