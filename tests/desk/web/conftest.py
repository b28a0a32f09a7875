"""Fixtures: an event's pages through Flask's test client, or served to a real Chromium."""

import re
import shutil
import threading

import pytest
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from werkzeug.routing import Rule

from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.web import serving
from host_tools.desk.web.app import application
from host_tools.desk.web.director_credentials import Director, director_file
from host_tools.desk.web.event_switch import EventSwitch
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
def _addresses_once():
    """Each test has an application of its own; the addresses of its pages are read, and what builds them is compiled,
    for the first."""
    compile_rule, made = Rule.compile, {}

    def compile_once(rule):
        first = made.setdefault((rule.rule, str(rule.defaults), *rule.map.converters.values()), rule)
        if first is rule:
            compile_rule(rule)
            return
        rule._parts, rule._trace, rule._converters = first._parts, first._trace, first._converters
        rule.arguments |= first.arguments
        rule._build = first._build.__func__.__get__(rule)
        rule._build_unknown = first._build_unknown.__func__.__get__(rule)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", compile_once)
        yield


@pytest.fixture(autouse=True)
def own_desk(tmp_path, monkeypatch, with_password):
    """This test's desk keeps its director here."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    director_file().parent.mkdir(parents=True)
    shutil.copy(with_password, director_file())


def pages(desk, host="127.0.0.1", anywhere=False):
    """The application of a desk's event."""
    event = desk.opened()
    return EventSwitch(lambda one: application(one, Director(), host, 0, anywhere), event, event.location).app


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

    def token(self):
        """The token of this visitor’s session, which all its forms have; asked for again after signing in or out."""
        if self._token is None and isinstance(self.client, FlaskClient):
            self._token = self._new_token()
        elif self._token is None:
            self._token = re.search(r'name="csrf_token" value="([^"]+)"', self.get("/sign-in").text)[1]
        return self._token

    def _new_token(self):
        """As Flask-WTF makes it for a page, without the page."""
        token = self._keep({"csrf_token": "15-2"})["csrf_token"]
        return URLSafeTimedSerializer(self.client.application.secret_key, salt="wtf-csrf-token").dumps(token)

    def _keep(self, more):
        """Give the session what it has not yet; returns it."""
        app = self.client.application
        name, sessions = app.config["SESSION_COOKIE_NAME"], app.session_interface.get_signing_serializer(app)
        cookie = self.client.get_cookie(name)
        session = more | (sessions.loads(cookie.value) if cookie else {})
        self.client.set_cookie(name, sessions.dumps(session))
        return session

    def post(self, path, data=None, **options):
        # Whoever has seen all that is ever done.
        fields = {"csrf_token": self.token(), "seen": str(LARGEST_INT), **(data or {})}
        answer = self.client.post(path, data=fields, **self.place, **options)
        if path in ("/sign-in", "/sign-out", "/first-password"):
            self._token = None
        return answer

    def sign_in(self, password=PASSWORD, name="Ruth"):
        return self.post("/sign-in", {"name": name, "password": password})

    def direct(self, name="Ruth"):
        """Be signed in, without the form."""
        begun = self.client.application.extensions["director"].begin_session()
        self._keep({"director": name, "id": begun, "_permanent": True})
        return self


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
    return Visitor(app).direct()


@pytest.fixture
def serve():
    """Serves a desk's event to browsers; gives its address."""
    running = []

    def start(desk, tables=None, work=None):
        event, works_for = desk.opened(), [lambda _: work] if work else []
        server = serving.listen(event, Director(), "127.0.0.1", 0, False, event.location, tables, works_for)
        thread = threading.Thread(target=server.serve_until_closed, daemon=True)
        thread.start()
        running.append((server, thread))
        return f"http://127.0.0.1:{server.port}"

    yield start
    for server, thread in running:
        server.close()
        thread.join()


@pytest.fixture
def phone(app):
    return Visitor(app, **ELSEWHERE)


@pytest.fixture
def tables():
    return LiveTables()
