"""Tests of large requests to a served desk: a season's results in one file, and more than it takes."""

import re
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

import pytest

from host_tools.desk.intake.held_line_view import held_lines
from host_tools.desk.web.asgi_app import IMPORT_PATH, LARGEST_FORM, LARGEST_IMPORT
from tests.desk.board_log import BoardLog
from tests.desk.web.conftest import PASSWORD

FORM = "application/x-www-form-urlencoded"


class Director:
    """Somebody at the desk's computer who has signed in."""

    def __init__(self, address):
        self.address = address
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        fields = {"csrf_token": self.token("/sign-in"), "name": "Ruth", "password": PASSWORD}
        self.post("/sign-in", urllib.parse.urlencode(fields).encode())

    def token(self, path):
        page = self._opener.open(self.address + path).read().decode()
        return re.search(r'name="csrf_token" value="([^"]+)"', page)[1]

    def post(self, path, body, kind=FORM):
        """The status of the answer, and its text."""
        request = urllib.request.Request(self.address + path, body, {"Content-Type": kind})
        try:
            with self._opener.open(request) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


@pytest.fixture
def director(night, serve):
    return Director(serve(night))


def as_paste(token, lines):
    return urllib.parse.urlencode({"csrf_token": token, "lines": lines}).encode(), FORM


def as_file(token, lines):
    head = "--X\r\nContent-Disposition: form-data; name"
    field = f"{head}=csrf_token\r\n\r\n{token}\r\n"
    file = f"{head}=files; filename=b1.log\r\nContent-Type: text/plain\r\n\r\n{lines}\r\n"
    return f"{field}{file}--X--\r\n".encode(), "multipart/form-data; boundary=X"


@pytest.mark.parametrize("sent", [as_paste, as_file])
def test_a_season_s_results_come_in_at_once(night, director, sent):
    log = BoardLog("b1", "Other")
    body, kind = sent(director.token(IMPORT_PATH), "\n".join(log.game(1, 1, 121, 90) for _ in range(1000)))
    assert len(body) > LARGEST_FORM
    status, text = director.post(IMPORT_PATH, body, kind)
    assert (status, "<b>1000</b> new results" in text) == (200, True)
    assert len(night.ask(held_lines)) == 1000


@pytest.mark.parametrize(("path", "most"), [(IMPORT_PATH, LARGEST_IMPORT), ("/sign-in", LARGEST_FORM)])
def test_more_than_the_desk_takes_is_refused_with_what_to_do(night, director, path, most):
    body, kind = as_paste(director.token(IMPORT_PATH), "x" * most)
    status, text = director.post(path, body, kind)
    assert (status, "in parts" in text) == (413, True)
    assert night.ask(held_lines) == []
