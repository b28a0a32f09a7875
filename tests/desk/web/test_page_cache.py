"""Tests of cached pages: rendered once a change, ETags, never stale, two hundred phones at once."""

import re
import threading
from hashlib import sha256
from http.client import HTTPConnection

import pytest

from host_tools.desk.cli.simulate_command import simulate
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.web import public_pages, serving
from host_tools.desk.web.director_credentials import Director
from host_tools.desk.web.page_cache import SharedPages
from tests.desk.web.conftest import Visitor
from tests.desk.web.test_pages import fields
from tests.patience import PATIENCE_S

SHARED = ("/", "/player/1", "/standings", "/bracket", "/wall", "/wall?sheet=1", "/print/seating/1", "/print/cards")
PHONES = 40


def ask(visitor, path, **headers):
    return visitor.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


@pytest.mark.parametrize("path", SHARED)
def test_a_page_that_has_not_changed_is_not_sent_again(night, visitor, path):
    first = ask(visitor, path)
    tag = first.headers["ETag"]
    assert (first.status_code, first.headers["Cache-Control"]) == (200, "no-cache")
    assert {"Accept-Language", "Cookie"} <= set(first.headers["Vary"].replace(" ", "").split(","))
    again = ask(visitor, path, If_None_Match=tag)
    assert (again.status_code, again.data) == (304, b"")
    assert ask(visitor, path, If_None_Match=tag, Accept_Language="fr").status_code == 200
    night.do(seat_next, by="me")
    changed = ask(visitor, path, If_None_Match=tag)
    assert (changed.status_code, changed.headers["ETag"] != tag) == (200, True)


def test_style_and_scripts_are_asked_for_once(visitor):
    """A phone that looks at another page sends one request and not four."""
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', visitor.text("/"))
    assert len(files) >= 3
    for address in files:
        answer = ask(visitor, address)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "public, max-age=31536000")
        assert address.endswith(f"?v={sha256(answer.data).hexdigest()[:8]}")


def test_a_page_is_made_once_a_change_and_language(night, app, director, monkeypatch):
    made = []
    original = public_pages.bracket_view
    monkeypatch.setattr(public_pages, "bracket_view", lambda *args: made.append(1) or original(*args))
    for _ in range(3):
        for language in ("en", "fr"):
            assert Visitor(app).client.get("/bracket", headers={"Accept-Language": language}).status_code == 200
    assert len(made) == 2
    form = fields(director, "/director/round/1") | {"peg-1-A": "121", "peg-1-B": "90"}
    director.post("/director/round/1", form)
    Visitor(app).text("/bracket")
    assert len(made) == 3


def test_the_director_s_pages_are_their_own_and_nobody_else_s(app, director, visitor):
    assert "Sign out" in director.text("/standings")
    assert "Sign out" not in visitor.text("/standings")
    answer = ask(director, "/standings")
    assert ("ETag" in answer.headers, answer.headers["Cache-Control"]) == (False, "no-store")
    director.post("/sign-out")
    assert "Signed out." in director.text("/")
    assert "Signed out." not in Visitor(app).text("/")


def test_what_makes_no_other_page_makes_no_other_entry_of_the_cache(app, visitor):
    for number in range(4):
        for path in ("/?x=%d", "/standings?%d", "/print/cards?paper=a%d", "/wall?hall=Z&%d", "/bracket?hall=%d"):
            visitor.text(path % number)
        assert visitor.get(f"/player/{'pP'[number % 2]}1?{number}").status_code == 302
        visitor.text(f"/player/1?{number}")
        visitor.text(f"/player/Zed{number}", 422)
    pages = app.extensions["page cache"]
    assert len(pages._pages) == len(pages._render_locks) == 6
    assert "P2" in visitor.client.get("/player/p2", follow_redirects=True).text


def test_who_is_not_there_is_not_kept(visitor):
    assert "ETag" not in visitor.get("/player/Zed").headers
    assert visitor.get("/player/Zed").status_code == 422


def test_what_is_kept_has_an_end(monkeypatch):
    monkeypatch.setattr("host_tools.desk.web.page_cache.MAX_BYTES", 25)
    kept, made = SharedPages(), []

    def page(number):
        return kept.page("now", ("en", f"/{number}"), lambda: made.append(number) or b"0123456789")

    for number in (1, 2, 3, 3, 2, 1):
        assert page(number) == b"0123456789"
    assert made == [1, 2, 3, 1]
    kept.page("later", ("en", "/3"), lambda: made.append(3) or b"")
    assert made[-1] == 3


@pytest.fixture
def open_desk(desk):
    """A desk as it is started, with as many connections as it allows."""
    with desk.store.write() as session:
        simulate(session, "Night", "acc", PHONES, 9, 1, "me")
    event = desk.opened()
    server = serving.listen(event, Director(), "127.0.0.1", 0, False, event.location)
    thread = threading.Thread(target=server.serve_until_closed, daemon=True)
    thread.start()
    yield server.port
    server.close()
    thread.join()


@pytest.mark.deep
def test_phones_at_once_are_all_answered(open_desk):
    """Each keeps its connection, as browsers do, while all others ask."""
    together, wrong = threading.Barrier(PHONES), []

    def phone(number):
        connection = HTTPConnection("127.0.0.1", open_desk, timeout=PATIENCE_S)
        connection.connect()
        together.wait()
        for path in ("/", f"/player/{number}", "/standings", "/stamp"):
            connection.request("GET", path)
            answer = connection.getresponse()
            if answer.status != 200 or not answer.read():
                wrong.append((path, answer.status))
        together.wait()
        connection.close()

    threads = [threading.Thread(target=phone, args=(number,)) for number in range(1, PHONES + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
