"""Tests of access: only the director may write, and what other devices of a network can learn."""

import json
import re
import socket
import time

import pytest

from host_tools.desk.errors import DeskError
from host_tools.desk.events.archive import export_event
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.database import copy_file
from host_tools.desk.web.director_credentials import LONGEST_SESSION_S, Director, director_file
from host_tools.i18n import message
from tests.desk.web.conftest import ELSEWHERE, PASSWORD, Visitor, pages

READ = ("/", "/player/1", "/standings", "/bracket", "/wall", "/stamp", "/print/seating/1", "/print/cards")
DIRECTOR = ("/director/round/1", "/director/table/1/1", "/director/check", "/director/read", "/director/prizes")


def rules(app, method):
    """Paths of this method, with numbers put in."""
    found = [rule for rule in app.url_map.iter_rules() if method in rule.methods and rule.endpoint != "static"]
    return [re.sub(r"<\w+:\w+>", "1", rule.rule) for rule in found]


def test_only_signing_in_and_out_and_a_player_s_word_are_written_outside_the_director_s_side(app):
    written = rules(app, "POST")
    assert {path for path in written if not path.startswith("/director/")} == {
        "/sign-in",
        "/first-password",
        "/sign-out",
        "/player/1/call",
        "/player/1/not-mine/1/1",
        "/player/1/mine-after-all/1",
    }
    assert len(written) > 8


def test_nothing_of_the_director_s_is_shown_or_done_without_signing_in(night, app, visitor):
    before = night.ask(export_event)
    for method in ("GET", "POST"):
        for path in (path for path in rules(app, method) if path.startswith("/director/")):
            answer = visitor.get(path) if method == "GET" else visitor.post(path, {"expected": "2"})
            told = (302, "/sign-in") if method == "GET" else (401, None)
            assert (answer.status_code, answer.headers.get("Location")) == told, path
    assert night.ask(export_event) == before


def test_a_form_that_is_not_ours_changes_nothing(night, app, director):
    before = night.ask(export_event)
    for path in rules(app, "POST"):
        answer = director.client.post(path, data={"expected": "2", "peg-1-A": "121", "peg-1-B": "90"})
        assert (answer.status_code, "load the page again" in answer.text) == (400, True), path
    assert night.ask(export_event) == before
    assert director.get("/director/round/1").status_code == 200


@pytest.fixture
def first_visit(night):
    """Somebody at the computer of a desk that has no password yet."""
    director_file().unlink()
    return Visitor(pages(night, "0.0.0.0", anywhere=True))


CHOSEN = {"name": "Ruth", "password": PASSWORD, "again": PASSWORD}


def test_the_first_visit_at_this_computer_chooses_the_password_and_is_signed_in(first_visit):
    assert "Choose the director" in first_visit.text("/sign-in")
    assert first_visit.post("/first-password", CHOSEN).status_code == 303
    assert "Round 1" in first_visit.text("/director/round/1")
    assert Director().is_password(PASSWORD)
    again = first_visit.post("/first-password", CHOSEN)
    assert (again.status_code, "has been set meanwhile" in again.text) == (422, True)


@pytest.mark.parametrize("form", [CHOSEN | {"again": "another one"}, CHOSEN | {"password": "short", "again": "short"}])
def test_a_first_password_that_will_not_do_is_not_kept(first_visit, form):
    answer = first_visit.post("/first-password", form)
    assert (answer.status_code, 'value="Ruth"' in answer.text) == (422, True)
    assert not Director().known


@pytest.mark.parametrize("place", [ELSEWHERE, {"HTTP_X_FORWARDED_FOR": "192.168.1.20"}, {"HTTP_VIA": "1.1 proxy"}])
def test_nobody_else_chooses_it(first_visit, place):
    form = CHOSEN | {"csrf_token": first_visit.token()}
    for answer in (
        first_visit.client.get("/sign-in", environ_base=place),
        first_visit.client.post("/first-password", data=form, environ_base=place),
    ):
        assert (answer.status_code, "on the computer that runs the desk" in answer.text) == (403, True)
    assert not Director().known


def test_a_wrong_password_lets_nobody_in(visitor):
    answer = visitor.sign_in("guess")
    assert (answer.status_code, "That is not the password" in answer.text) == (401, True)
    assert visitor.get("/director/round/1").status_code == 302


def test_guessing_is_slowed_down_and_the_director_s_own_signing_in_is_not(night):
    app = pages(night)
    for _ in range(8):
        assert Visitor(app).sign_in().status_code == 303
    answers = [Visitor(app).sign_in(f"guess {i}").status_code for i in range(7)]
    assert answers == [401] * 5 + [429] * 2
    refused = Visitor(app).sign_in()
    assert (refused.status_code, "Too many wrong passwords" in refused.text) == (429, True)


def test_who_signs_out_is_out(director):
    assert director.post("/sign-out").status_code == 303
    assert director.get("/director/round/1").status_code == 302


def test_on_an_open_network_the_director_stays_with_the_desk_s_computer(night):
    app = pages(night, "0.0.0.0")
    phone = Visitor(app, **ELSEWHERE)
    assert phone.get("/player/1").status_code == 200
    assert "on the computer that runs the desk" in phone.text("/sign-in", 403)
    assert phone.client.post("/director/seat", **phone.place).status_code in (400, 403)
    here = Visitor(app)
    here.sign_in()
    phone.client.set_cookie("desk0", here.client.get_cookie("desk0").value)
    for path in DIRECTOR:
        assert phone.get(path).status_code == 403


def test_this_computer_is_known_by_the_address_it_serves(night):
    app = pages(night, "192.168.1.5")
    assert Visitor(app, REMOTE_ADDR="192.168.1.5").sign_in().status_code == 303
    assert Visitor(app, **ELSEWHERE).get("/sign-in").status_code == 403


def test_the_director_may_be_let_in_from_elsewhere(night):
    phone = Visitor(pages(night, "0.0.0.0", anywhere=True), **ELSEWHERE)
    assert phone.sign_in().status_code == 303
    assert phone.get("/director/round/1").status_code == 200


def host_answers(app, host):
    return app.test_client().get("/", base_url=f"http://{host}").status_code


def test_a_desk_for_this_computer_only_answers_to_its_own_name_only(app):
    assert [host_answers(app, host) for host in ("evil.example", "192.168.1.20:8122", "[::2]:1")] == [400] * 3
    assert [host_answers(app, host) for host in ("localhost:8122", "127.0.0.1")] == [200] * 2


def test_an_open_desk_answers_to_its_own_names_and_addresses_only(night):
    """A foreign name that is led to our address would let a foreign page read the desk."""
    app = pages(night, "0.0.0.0")
    foreign = ("evil.example", "evil.example:8122", "8.8.8.8", "localhost.evil.example", "[2001:4860::8888]", "a b")
    assert [host_answers(app, host) for host in foreign] == [400] * len(foreign)
    own = ("127.0.0.1:8122", "192.168.1.5:8122", "10.0.0.2", "[fe80::1]:8122", socket.gethostname())
    assert [host_answers(app, host) for host in own] == [200] * len(own)
    said = app.test_client().get("/", base_url="http://evil.example").text
    assert "Night" not in said


@pytest.mark.deep
def test_every_answer_carries_its_precautions(director):
    for path in (*READ, *DIRECTOR, "/sign-in", "/nowhere", "/static/auto-refresh.js"):
        headers = director.get(path).headers
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
        assert (headers["X-Content-Type-Options"], headers["X-Frame-Options"]) == ("nosniff", "DENY")
        assert ("no-store" in headers["Cache-Control"]) == (not path.startswith("/static")), path
    for path in READ[:-1]:
        assert Visitor(director.client.application).get(path).headers["Cache-Control"] in ("no-cache", "no-store"), path


def test_the_session_s_cookie_is_for_this_site_and_no_script(app):
    cookie = Visitor(app).sign_in().headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict"} <= set(cookie.split("; "))


def test_the_password_is_kept_hashed_by_the_desk_alone(night, app, tmp_path):
    """Nothing of the director's travels with an event: its file is copied, and exported."""
    Visitor(app).sign_in()
    kept = json.loads(director_file().read_text())
    assert PASSWORD not in kept["password"]
    assert director_file().stat().st_mode & 0o777 == 0o600
    copy_file(night.store, tmp_path / "copy.cribbage")
    for given in (night.ask(export_event).encode(), (tmp_path / "copy.cribbage").read_bytes()):
        assert kept["password"].encode() not in given
        assert kept["secret"].encode() not in given


def test_a_new_password_ends_all_sessions_at_once(night, director):
    Director().set_password("another password")
    assert director.get("/director/round/1").status_code == 302
    restarted = Visitor(pages(night))
    assert restarted.sign_in().status_code == 401
    assert restarted.sign_in("another password").status_code == 303


def test_a_cookie_kept_from_before_signing_out_opens_nothing(app, director):
    kept = director.client.get_cookie("desk0").value
    thief = Visitor(app)
    thief.client.set_cookie("desk0", kept)
    assert thief.get("/director/round/1").status_code == 200
    director.post("/sign-out")
    thief.client.set_cookie("desk0", kept)
    assert thief.get("/director/round/1").status_code == 302


def test_a_session_outlives_the_desk_s_restart_and_ends_after_a_night(night, director, monkeypatch):
    restarted = Visitor(pages(night))
    restarted.client.set_cookie("desk0", director.client.get_cookie("desk0").value)
    assert restarted.get("/director/round/1").status_code == 200
    tomorrow = time.time() + LONGEST_SESSION_S + 1
    monkeypatch.setattr(time, "time", lambda: tomorrow)
    assert director.get("/director/round/1").status_code == 302


def test_a_short_password_is_refused():
    kept = director_file().read_text()
    with pytest.raises(DeskError, match="8 characters or more"):
        Director().set_password("seven77")
    assert director_file().read_text() == kept


def test_a_damaged_director_s_file_is_told(night):
    director_file().write_text("{")
    with pytest.raises(DeskError, match=r"director\.json: damaged; delete it"):
        pages(night)


ESCAPES = "Eve\x1b[31m\x9b2J\u202egnp\x07"


def test_a_name_is_shown_as_it_is_written_and_its_control_characters_are_not_sent(desk):
    """From a roster, a form, a pasted line and an address."""
    desk.create("acc", entries=[Entry(2, ESCAPES, "7"), Entry(3, "<b>Bo & Co", "a/b?")], rounds=2)
    desk.do(seat_next, by="me")
    director = Visitor(pages(desk))
    director.sign_in(name="Ruth\x1b]0;")
    director.post("/director/withdraw", {"who": ESCAPES, "because": ESCAPES})
    said = [director.text(path) for path in (*READ[2:], *DIRECTOR[:-1], "/", "/player/7", "/player/a/b%3F")]
    said.append(director.get("/player/no%1b%5b31m%C2%9B").text)
    pasted = {"lines": '{"v":"\x9b31m\x1b","mac":"","n":1}\n{"v":"\\u001b[31m","mac":"","n":1}'}
    said.append(director.post("/director/read", pasted).text)
    for page in said:
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]|<b>Bo", page)
    assert "&lt;b&gt;Bo &amp; Co" in said[0]
    assert "Eve␛[31m�2J�gnp␇" in said[0]
    assert "not a result line" in said[-1]


HUGE = "1" * 20


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"/director/round/{HUGE}", 404),
        (f"/director/table/{HUGE}/1", 404),
        (f"/director/table/1/{HUGE}", 404),
        (f"/print/seating/{HUGE}", 404),
        (f"/wall?sheet={HUGE}", 200),
        (f"/player/{HUGE}", 422),
        ("/director/table/1/2147483647", 404),
    ],
)
def test_a_number_of_twenty_digits_in_an_address_gets_words(director, path, status):
    assert "Night" in director.text(path, status)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/director/seat", {"expected": HUGE}),
        ("/director/table/1/1", {"peg-A": "121", "peg-B": "90", "game": HUGE, "version": "1"}),
        ("/director/table/1/1", {"peg-A": "121", "peg-B": "90", "game": "1", "version": HUGE}),
        ("/director/round/1", {"peg-1-A": "121", "peg-1-B": "90", "game-1": HUGE, "version-1": "1"}),
        ("/director/decide/1", {"decision": "accept", "round": HUGE}),
    ],
)
def test_a_number_of_twenty_digits_in_a_form_gets_words(night, director, path, form):
    before = night.ask(export_event)
    answer = director.post(path, form)
    assert (answer.status_code, "load the page again" in answer.text) == (400, True)
    assert night.ask(export_event) == before


def test_what_fails_at_the_desk_is_told_without_its_reason(director, monkeypatch):
    monkeypatch.setattr("host_tools.desk.web.public_pages.format_of", lambda event: 1 / 0)
    assert message("desk.http.500.name") in director.text("/standings", 500)


def test_a_name_of_two_hundred_letters_is_clipped_by_the_page(desk):
    long = "Wilhelmina " * 18
    desk.create("acc", entries=[Entry(2, long.strip()), Entry(3, "Bo")], rounds=2)
    desk.do(seat_next, by="me")
    page = Visitor(pages(desk)).text("/standings")
    assert f'<span class="clip" title="{long.strip()}">{long.strip()}</span>' in page
    assert "clip" not in Visitor(pages(desk)).text("/player/2").partition("<h1>")[2].partition("</h1>")[0]


def test_the_players_address_is_there_as_a_code_where_phones_can_reach_it(night):
    open_desk, shut = pages(night, "192.168.1.5"), pages(night)
    director = Visitor(open_desk, REMOTE_ADDR="192.168.1.5")
    director.sign_in()
    for path in ("/wall", "/print/seating/1", "/director/round/1"):
        assert 'alt="QR code of http://192.168.1.5:0/"' in director.text(path)
        assert "address.svg" not in Visitor(shut).get(path).text
    drawn = director.get("/address.svg")
    assert (drawn.status_code, drawn.mimetype, b"<svg" in drawn.data) == (200, "image/svg+xml", True)
    assert Visitor(shut).get("/address.svg").status_code == 404
