"""Fixtures: an event's pages through Flask's test client, or served to a real Chromium."""

import re
import shutil
import threading

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

from host_tools.desk.events.location import OpenEvent
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.web import serving
from host_tools.desk.web.app import application
from host_tools.desk.web.director_credentials import Director, director_file
from host_tools.desk.web.form_fields import LARGEST_INT
from tests.browser import address, browser
from tests.desk.conftest import once

__all__ = ["address", "browser"]

PASSWORD = "fifteen two, fifteen four"
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.20"}


@pytest.fixture(scope="session")
def with_password(tmp_path_factory):
    """A director's file."""
    file = tmp_path_factory.mktemp("director") / "director.json"
    Director(file).set_password(PASSWORD)
    return file


@pytest.fixture(autouse=True, scope="session")
def _templates_once(tmp_path_factory):
    """Each test has an application of its own; the templates are compiled for the first."""
    kept = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": kept})
        yield


@pytest.fixture(autouse=True, scope="session")
def _addresses_once():
    """Each test has an application of its own; what builds the addresses of its pages is compiled for the first."""
    compile_builder, made = Rule._compile_builder, {}

    def compiled(rule, append_unknown=True):
        key = rule.rule, str(rule.defaults), append_unknown
        if key not in made:
            made[key] = compile_builder(rule, append_unknown)
        return made[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", compiled)
        yield


@pytest.fixture(autouse=True)
def own_desk(tmp_path, monkeypatch, with_password):
    """This test's desk keeps its director here."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    director_file().parent.mkdir(parents=True)
    shutil.copy(with_password, director_file())


def pages(desk, host="127.0.0.1", anywhere=False):
    """The application of a desk's event."""
    return application(OpenEvent(desk.store, desk.name), Director(), host, 0, anywhere)


class Visitor:
    """Somebody with a browser without windows."""

    def __init__(self, app, **place):
        self.client = app.test_client()
        self._token = None
        self.place = {"environ_base": place} if place else {}

    def get(self, path):
        return self.client.get(path, **self.place)

    def text(self, path, status=200):
        """The page without its tokens: chance may put any short word into one."""
        answer = self.get(path)
        assert answer.status_code == status, answer.text
        return re.sub(r'(name="csrf_token" value=")[^"]+', r"\1-", answer.text)

    def token(self, page="/sign-in"):
        """The token of this visitor’s session, which all its forms have; asked for again after signing in or out."""
        if self._token is None:
            self._token = re.search(r'name="csrf_token" value="([^"]+)"', self.get(page).text)[1]
        return self._token

    def post(self, path, data=None, page="/sign-in", **options):
        # Whoever has seen all that is ever done.
        fields = {"csrf_token": self.token(page), "seen": str(LARGEST_INT), **(data or {})}
        answer = self.client.post(path, data=fields, **self.place, **options)
        if path in ("/sign-in", "/sign-out", "/first-password"):
            self._token = None
        return answer

    def sign_in(self, password=PASSWORD, name="Ruth"):
        return self.post("/sign-in", {"name": name, "password": password})


@once
def night(desk):
    """Eight players on four tables in the first of three rounds; there is a fee."""
    desk.create("acc", 8, rounds=3, fee=1000)
    desk.do(seat_next, by="me")


@pytest.fixture
def app(night):
    return pages(night)


@pytest.fixture
def visitor(app):
    return Visitor(app)


@pytest.fixture
def director(app):
    visitor = Visitor(app)
    assert visitor.sign_in().status_code == 303
    return visitor


@pytest.fixture
def serve():
    """Serves a desk's event to browsers; gives its address."""
    running = []

    def start(desk, tables=None, work=None):
        event, works_for = OpenEvent(desk.store, desk.name), [lambda _: work] if work else []
        server = serving.listen(event, Director(), "127.0.0.1", 0, False, tables, works_for)
        thread = threading.Thread(target=server.serve_until_closed, daemon=True)
        thread.start()
        running.append((server, thread))
        return f"http://127.0.0.1:{server.port}"

    yield start
    for server, thread in running:
        server.close()
        thread.join()
