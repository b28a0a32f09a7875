"""Everybody reads, the director alone writes, and the club's Wi-Fi learns nothing that helps to."""

import re

import pytest
from desk.web.conftest import ELSEWHERE, PASSWORD, Visitor, pages
from sqlalchemy import select

from host_tools.desk.events import Entry, export_event
from host_tools.desk.rounds import seat_next
from host_tools.desk.store import DeskError, Director
from host_tools.desk.web.password import director_of, set_password

READ = ("/", "/player/1", "/standings", "/bracket", "/wall", "/stamp", "/print/seating/1", "/print/cards")
DIRECTOR = ("/director/round/1", "/director/table/1/1", "/director/check", "/director/read", "/director/prizes")


def rules(app, method):
    """Paths of this method, with numbers put in."""
    found = [rule for rule in app.url_map.iter_rules() if method in rule.methods and rule.endpoint != "static"]
    return [re.sub(r"<\w+:\w+>", "1", rule.rule) for rule in found]


def test_only_signing_in_and_out_is_written_outside_the_director_s_side(app):
    written = rules(app, "POST")
    assert {path for path in written if not path.startswith("/director/")} == {"/sign-in", "/sign-out"}
    assert len(written) > 8


def test_nothing_of_the_director_s_is_shown_or_done_without_signing_in(night, app, visitor):
    before = night.ask(export_event)
    for method in ("GET", "POST"):
        for path in (path for path in rules(app, method) if path.startswith("/director/")):
            answer = visitor.get(path) if method == "GET" else visitor.post(path, {"expected": "2"})
            assert (answer.status_code, answer.headers["Location"]) == (302, "/sign-in"), path
    assert night.ask(export_event) == before


def test_everybody_reads_and_the_director_more(visitor, director):
    for path in READ:
        visitor.text(path)
        director.text(path)
    for path in DIRECTOR:
        director.text(path)


def test_a_form_that_is_not_ours_changes_nothing(night, app, director):
    before = night.ask(export_event)
    for path in rules(app, "POST"):
        answer = director.client.post(path, data={"expected": "2", "peg-1-A": "121", "peg-1-B": "90"})
        assert (answer.status_code, "load the page again" in answer.text) == (400, True), path
    assert night.ask(export_event) == before
    assert director.get("/director/round/1").status_code == 200


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
    assert director.post("/sign-out", page="/director/round/1").status_code == 303
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


def test_a_desk_for_this_computer_only_answers_to_its_own_name_only(app):
    assert app.test_client().get("/", base_url="http://evil.example").status_code == 400
    assert app.test_client().get("/", base_url="http://localhost:8122").status_code == 200


def test_every_answer_carries_its_precautions(director):
    for path in (*READ, *DIRECTOR, "/sign-in", "/nowhere", "/static/live.js"):
        headers = director.get(path).headers
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
        assert (headers["X-Content-Type-Options"], headers["X-Frame-Options"]) == ("nosniff", "DENY")
        assert ("no-store" in headers["Cache-Control"]) == (not path.startswith("/static")), path


def test_the_session_s_cookie_is_for_this_site_and_no_script(app):
    cookie = Visitor(app).sign_in().headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict"} <= set(cookie.split("; "))


def test_the_password_is_kept_hashed_and_leaves_with_no_export(night, app):
    (kept,) = night.ask(lambda session, event: [one.password for one in session.scalars(select(Director))])
    assert PASSWORD not in kept
    assert kept not in night.ask(export_event)


def test_a_new_password_ends_the_sessions_of_the_old(night, director):
    set_password(night.store, "another password")
    restarted = Visitor(pages(night))
    restarted.client.set_cookie("desk0", director.client.get_cookie("desk0").value)
    assert restarted.get("/director/round/1").status_code == 302
    assert restarted.sign_in().status_code == 401
    assert restarted.sign_in("another password").status_code == 303


def test_a_short_password_is_refused(night):
    with pytest.raises(DeskError, match="8 characters or more"):
        set_password(night.store, "seven77")
    assert director_of(night.store) is None


def test_names_are_shown_as_they_are_written(desk):
    desk.create("acc", entries=[Entry(2, "<script>x</script>", "a/b?"), Entry(3, "Bo & Co", "../7")], rounds=2)
    desk.do(seat_next, "me")
    director = Visitor(pages(desk))
    director.sign_in()
    for path in (*READ[:2], *READ[2:], *DIRECTOR[:-1]):
        assert "<script>x" not in director.get(path).text
    assert "&lt;script&gt;x" in director.text("/player/a/b%3F")
    assert "Bo &amp; Co" in director.text("/standings")
