"""Tests of forms that are sent twice: each acts once, and both presses are answered alike."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask, request

import host_tools.desk.web
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.web import form_views
from host_tools.desk.web.form_views import SentForms, guard_forms
from tests.desk.web.conftest import Visitor

TEMPLATES = Path(host_tools.desk.web.__file__).parent / "templates"
NOT_GUARDED = {"authentication.set_first_password", "authentication.sign_in", "authentication.sign_out"}
"""Their answer is a browser's session, which cannot be given twice."""
NOT_NUMBERED = {"player.html", "not_mine.html"}
"""Forms of a phone, whose page is the same for everybody: to dispute a result twice is to have disputed it."""


def paths(app):
    """The address of each view that takes forms, by its endpoint, with 1 for whatever is named in it."""
    adapter = app.url_map.bind("localhost")
    return {
        rule.endpoint: adapter.build(rule.endpoint, dict.fromkeys(rule.arguments, 1), method="POST")
        for rule in app.url_map.iter_rules()
        if "POST" in rule.methods
    }


def test_every_view_that_takes_a_form_acts_on_it_once(app, director, monkeypatch):
    """All are sent a form that has been acted on: whichever answers otherwise has acted."""
    monkeypatch.setattr(form_views, "_form_digest", lambda: test_every_view_that_takes_a_form_acts_on_it_once.__name__)
    form = {"csrf_token": director.token("/director/people"), "once": "1", "name": "Ida"}
    first = director.client.post("/director/people/admit", data=form)
    headers, acted = {"Origin": "http://localhost"}, {}
    for endpoint, path in paths(app).items():
        if endpoint not in NOT_GUARDED:
            answer = director.client.post(path, data=form, headers=headers)
            acted[endpoint] = answer.headers.get("Location")
    assert len(acted) > 40
    assert {endpoint for endpoint, location in acted.items() if location != first.headers["Location"]} == set()
    assert {endpoint for endpoint in paths(app) if endpoint not in acted} == NOT_GUARDED


def test_every_form_of_a_page_is_numbered():
    without = {
        path.name
        for path in TEMPLATES.glob("*.html")
        for form in re.findall(r'<form method="post".*?</form>', path.read_text(encoding="utf-8"), re.DOTALL)
        if not re.search(r"{{ token(\(\))? }}", form)
    }
    assert without == NOT_NUMBERED


def twice(director, path, page, **form):
    """Both answers to a form of a page that is sent twice."""
    shown = director.text(page)
    token, once = (re.search(rf'name="{name}" value="([^"]+)"', shown)[1] for name in ("csrf_token", "once"))
    data = {"csrf_token": token, "once": once, **form}
    return [director.client.post(path, data=data) for _ in range(2)]


def test_a_second_press_is_answered_as_the_first(night, director):
    version = night.ask(round_view, 1).tables[0].version
    rows = {"version-1": version, "game-1": "1", "peg-1-A": "121", "peg-1-B": "90"}
    for path, page, form in (
        ("/director/round/1", "/director/round/1", rows),
        ("/director/seat", "/director/round/1", {"expected": "2", "because": "all at once"}),
        ("/director/seats/plan", "/director/seats", {"rounds": "5", "medals": "0"}),
    ):
        first, second = twice(director, path, page, **form)
        assert (first.status_code, second.status_code) == (303, 303), second.text
        assert first.headers["Location"] == second.headers["Location"]
    assert [one.what for one in night.ask(read_audit_log)] == ["created", "seated", "seated", "planned"]


def test_what_was_refused_may_be_sent_again(night, director):
    answers = twice(director, "/director/people/admit", "/director/people", name="")
    assert [answer.status_code for answer in answers] == [422, 422]


def test_whoever_is_not_signed_in_pushes_no_form_of_a_director_out(night, app, director, monkeypatch):
    monkeypatch.setattr(form_views, "_KEPT_FORMS", 1)
    form = {"csrf_token": director.token(), "once": "1", "name": "Ida"}
    director.client.post("/director/people/admit", data=form)
    assert Visitor(app).post("/player/1/call", {"once": "2"}).status_code == 303
    assert director.client.post("/director/people/admit", data=form).status_code == 303
    assert [one.what for one in night.ask(read_audit_log)].count("admitted") == 1


@pytest.fixture
def signed_in(monkeypatch):
    monkeypatch.setattr(form_views, "is_director", lambda: True)


def test_two_presses_at_once_act_once(signed_in):
    """The second waits for the first one's answer."""
    app, began, go_on, acts = Flask("app", static_folder=None), threading.Event(), threading.Event(), []
    app.secret_key = "k"

    @app.post("/act")
    def act():
        acts.append(request.form["once"])
        began.set()
        go_on.wait()
        return form_views.redirect("/done", 303)

    guard_forms(app, SentForms())
    with ThreadPoolExecutor() as pool:
        first = pool.submit(lambda: app.test_client().post("/act", data={"once": "1"}))
        began.wait()
        second = pool.submit(lambda: app.test_client().post("/act", data={"once": "1"}))
        other = pool.submit(lambda: app.test_client().post("/act", data={"once": "2"}))
        while len(acts) < 2:
            threading.Event().wait(0.01)
        go_on.set()
        assert [one.result().headers["Location"] for one in (first, second, other)] == ["/done"] * 3
    assert sorted(acts) == ["1", "2"]


def test_a_view_of_several_addresses_is_guarded_once(signed_in):
    """Guarded twice it would wait for itself."""
    app, asked = Flask("app", static_folder=None), []

    class Asked(SentForms):
        def act_once(self, digest, view):
            asked.append(digest)
            return view()

    @app.post("/act")
    @app.post("/act/<int:number>")
    def act(number=0):
        return "done"

    guard_forms(app, Asked())
    assert app.test_client().post("/act/1", data={"once": "1"}).text == "done"
    assert len(asked) == 1


def test_another_file_is_another_form(signed_in):
    app, acts = Flask("app", static_folder=None), []
    app.secret_key = "k"

    @app.post("/act")
    def act():
        acts.append(request.files["file"].read())
        return form_views.redirect("/done", 303)

    guard_forms(app, SentForms())
    for data in (b"one", b"one", b"other"):
        app.test_client().post("/act", data={"once": "1", "file": (BytesIO(data), "a.csv")})
    assert acts == [b"one", b"other"]


def test_of_two_directors_who_set_purses_or_take_back_a_round_one_does(night, app, director):
    other = Visitor(app)
    other.sign_in(name="Bo")
    for path, page, form in (
        ("/director/prizes/purses", "/director/prizes/purses", {"fee-0": "10", "kind-0": "shares", "rule-0": "100"}),
        ("/director/seats/unseat", "/director/seats", {}),
    ):
        seen = re.search(r'name="seen" value="(\d+)"', director.text(page))[1]
        answers = [who.post(path, {**form, "seen": seen}, page=page).status_code for who in (director, other)]
        assert answers == [303, 409]
