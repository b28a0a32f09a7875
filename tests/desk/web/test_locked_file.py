"""Tests of a desk whose event file another program has locked: who asks is told at once to try again."""

import sqlite3
from contextlib import closing

import pytest

from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.database import BusyStoreError, wait_for_lock
from host_tools.desk.web import app as application
from tests.desk.web.conftest import Visitor
from tests.desk.web.test_pages import fields


@pytest.fixture
def locked(night, monkeypatch):
    """Locks the event's file until the context is closed. A connection that waits does not wait here."""
    for name in ("_WAIT_S", "_FORM_WAIT_S", "_WAIT_AGAIN_S"):
        monkeypatch.setattr(application, name, 0)
    with closing(sqlite3.connect(night.store.name, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield other
        if other.in_transaction:
            other.rollback()


def test_a_form_is_refused_for_now_and_counts_when_it_is_sent_again(night, director, request):
    form = fields(director, "/director/round/1") | {"peg-1-A": "121", "peg-1-B": "90"}
    form["csrf_token"] = director.token()
    before = night.ask(compute_standings)
    locked = request.getfixturevalue("locked")
    answer = director.client.post("/director/round/1", data=form)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "another program has locked this file" in answer.text
    assert "the form is sent once more" in answer.text
    locked.rollback()
    assert night.ask(compute_standings) == before
    assert director.client.post("/director/round/1", data=form).status_code == 303
    assert night.ask(compute_standings) != before


@pytest.mark.parametrize("path", ["/", "/standings", "/wall", "/stamp", "/player/1"])
def test_pages_say_it_too_and_are_there_again_afterwards(app, path, request):
    locked = request.getfixturevalue("locked")
    assert "Try again in a few seconds" in Visitor(app).text(path, 503)
    locked.rollback()
    Visitor(app).text(path)


def test_after_one_request_has_waited_in_vain_the_next_ones_wait_less(app, locked, monkeypatch):
    waits = []

    def noting(seconds):
        waits.append(seconds)
        return wait_for_lock(0)

    monkeypatch.setattr(application, "_WAIT_S", 3)
    monkeypatch.setattr(application, "_WAIT_AGAIN_S", 0.1)
    monkeypatch.setattr(application, "wait_for_lock", noting)
    for _ in range(3):
        Visitor(app).text("/", 503)
    assert (waits[0], waits.count(3)) == (3, 1)


def test_a_command_is_told_the_same(night, locked):
    with wait_for_lock(0), pytest.raises(BusyStoreError, match=r"Night\.cribbage: another program has locked"):
        night.ask(compute_standings)
