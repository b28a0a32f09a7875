"""Tests of forms that are sent twice: each acts once, and both presses are answered alike."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask, request

import host_tools.desk.web
from host_tools.desk.events.archive import export_event
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.money.payments import fee_list, record_payments
from host_tools.desk.money.purse_config import set_purses
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.web import form_views
from host_tools.desk.web.form_views import SentForms, guard_forms
from tests.desk.play_tables import seat_and_play
from tests.desk.web.conftest import Visitor, pages

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
    monkeypatch.setattr(form_views, "form_digest", lambda: test_every_view_that_takes_a_form_acts_on_it_once.__name__)
    form = {"csrf_token": director.token(), "once": "1", "name": "Ida"}
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
    shown = director.get(page).text
    hidden = {name: re.search(rf'name="{name}" value="([^"]+)"', shown)[1] for name in ("csrf_token", "once", "seen")}
    return [director.client.post(path, data=hidden | form) for _ in range(2)]


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
    monkeypatch.setattr(form_views, "KEPT_FORMS", 1)
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


HANDS = "[[purse]]\nfee = 5\ndraw = 1\nshares = [1]\n[[purse]]\nname = 'hands'\nhands = { 29 = 1 }"
PEGS = {"version-1": "1", "game-1": "1", "peg-1-A": "121", "peg-1-B": "90"}
ACT_TWICE = [
    ("/director/prizes/purses", "/director/prizes/purses", {"fee-0": "10", "kind-0": "shares", "rule-0": "100"}),
    ("/director/prizes/hand", "/director/prizes", {"who": "1", "count": "29"}),
    ("/director/prizes/draw", "/director/prizes", {"purse": "entry", "because": "once more"}),
    ("/director/prizes/settle", "/director/prizes", {"because": "closing time"}),
    ("/director/people/penalty/1", "/director/people/correct/1", {"what": "late", "points": "1"}),
    ("/director/people/admit", "/director/people", {"name": "Ida"}),
    ("/director/people/leave", "/director/people", {"who": "1"}),
    ("/director/people/expel/1", "/director/people", {"because": "why"}),
    ("/director/seat", "/director/round/1", {"expected": "2", "because": "why"}),
    ("/director/round/1", "/director/round/1", PEGS),
    ("/director/seats/swap", "/director/seats", {"one": "1", "other": "2"}),
    ("/director/seats/reseat", "/director/seats", {"round": "1"}),
    ("/director/seats/unseat", "/director/seats", {}),
    ("/director/seats/plan", "/director/seats", {"rounds": "5", "medals": "0"}),
    ("/director/hall/message", "/director/hall", {"text": "Soup"}),
    ("/director/hall/clock", "/director/hall", {"action": "start", "minutes": "45"}),
    ("/director/live/scores", "/director/live", {"delay": "5"}),
    ("/director/disputes", "/director/check", {"rule": "hold"}),
]
"""Forms that would act again, or over what somebody else has done: (address, page, fields)."""


@pytest.mark.parametrize(("path", "page", "form"), ACT_TWICE, ids=[path for path, *_ in ACT_TWICE])
def test_a_form_that_is_sent_again_after_the_desk_was_started_anew_does_nothing(night, path, page, form):
    """The same form from another director's page is as good: each is guarded by what its page has seen."""
    night.do(set_purses, HANDS)
    first = signed_in_at(pages(night))
    shown = re.findall(r'name="seen" value="(\d+)"', first.text(page))
    assert len(set(shown)) == 1
    assert first.post(path, {**form, "seen": shown[0]}).status_code in (200, 303)
    before = night.ask(export_event)
    again = signed_in_at(pages(night), "Bo").post(path, {**form, "seen": shown[0]})
    assert again.status_code in (409, 422)
    assert night.ask(export_event) == before


def test_an_extra_game_is_seated_once(desk):
    desk.create("acc", 8, rounds=1)
    seat_and_play(desk, 1)
    first = signed_in_at(pages(desk))
    form = {"one": "1", "other": "2", "seen": re.search(r'name="seen" value="(\d+)"', first.text("/bracket"))[1]}
    answers = [who.post("/director/extra", form).status_code for who in (first, first)]
    assert answers == [303, 409]


def signed_in_at(app, name="Ruth"):
    return Visitor(app).direct(name)


def test_what_somebody_else_has_done_meanwhile_is_told(night, app, director):
    seen = re.search(r'name="seen" value="(\d+)"', director.text("/director/seats"))[1]
    plan = {"rounds": "5", "medals": "0"}
    assert signed_in_at(app, "Bo").post("/director/seats/plan", plan).status_code == 303
    form, came_from = {**plan, "rounds": "4", "seen": seen}, {"Referer": "http://localhost/director/seats?hall=B"}
    refused = director.post("/director/seats/plan", form, headers=came_from)
    assert '<a href="/director/seats?hall=B">Back to the page, as it is now</a>' in refused.text
    for elsewhere in ("http://elsewhere/director/seats", "http://localhost/director/seats/plan"):
        strange = director.post("/director/seats/plan", form, headers={"Referer": elsewhere})
        assert "Back to the page" not in strange.text
    assert "since this page was shown, Bo has changed that: Plan changed" in refused.text
    shown = re.search(r'name="seen" value="(\d+)"', director.text("/director/seats"))[1]
    again = director.post("/director/seats/plan", {**plan, "rounds": "4", "seen": shown})
    assert again.status_code == 303


def test_what_has_nothing_to_do_with_a_form_does_not_hinder_it(night, app, director):
    seen = re.search(r'name="seen" value="(\d+)"', director.text("/director/seats"))[1]
    late = {"what": "late", "points": "1"}
    other = signed_in_at(app, "Bo")
    assert other.post("/director/people/penalty/1", late).status_code == 303
    for path, form in (("/director/people/penalty/2", late), ("/director/seats/plan", {"rounds": "5", "medals": "0"})):
        assert director.post(path, {**form, "seen": seen}).status_code == 303


def test_two_who_note_payments_lose_none(night, app, director):
    """Each has the page open before the other sends it; one takes a payment back that both have seen."""
    night.do(record_payments, [3, 4])
    ann = {"purse": "entry", "paid": ["1", "3", "4"], "was": ["3", "4"]}
    bo = {"purse": "entry", "paid": ["2", "4"], "was": ["3", "4"]}
    for who, form in ((director, ann), (signed_in_at(app, "Bo"), bo)):
        assert who.post("/director/people/paid", form).status_code == 303
    assert [line.number for line in night.ask(fee_list) if line.paid] == [1, 2, 4]
