"""Tests of the pages of signed results: one desk signs them, another verifies them."""

import io
import re

import pytest

from host_tools.desk.web.signed_results import ClubKeys, fingerprint
from tests.desk.web.conftest import Visitor, pages
from tests.desk.web.test_event_pages import Desks
from tests.desk.web.test_pages import play


@pytest.fixture
def signed(night, director):
    play(director, 1)
    return director.get("/director/sheet/results.txt").text


@pytest.fixture
def other_club(tmp_path, monkeypatch, signed, own_desk):
    """A desk of another club, with no event open."""
    (tmp_path / "elsewhere").mkdir()
    key = ClubKeys().public_key
    monkeypatch.setattr("host_tools.desk.web.sheet_pages.ClubKeys", lambda: ClubKeys(tmp_path / "elsewhere"))
    visitor = Visitor(Desks(tmp_path / "elsewhere"))
    visitor.sign_in()
    return visitor, fingerprint(key)


def verify(director, **form):
    return director.post("/director/verify", form, content_type="multipart/form-data")


def test_another_club_verifies_a_sheet_and_knows_the_club_from_then_on(other_club, signed):
    director, key = other_club
    page = verify(director, text=signed).text
    assert "The signature is right" in page
    assert "This desk does not know yet whose key it is" in page
    assert key in page
    assert page.count('<th scope="row">P') == 8
    assert "Not final when it was signed" in page
    named = verify(director, text=signed, club="Elm Club").text
    assert "The name is kept" in named
    uploaded = verify(director, file=(io.BytesIO(signed.encode()), "Night results.txt")).text
    assert "It is signed by Elm Club" in uploaded


def test_what_was_changed_is_refused_and_stays_to_be_looked_at(other_club, signed):
    changed = signed.replace("A", "B", 1).strip()
    answer = verify(other_club[0], text=changed)
    assert (answer.status_code, 'class="wrong"' in answer.text) == (422, True)
    assert "The signature is right" not in answer.text
    assert changed in answer.text


def test_a_desk_knows_its_own_sheet(director, signed):
    assert "This desk has signed it" in verify(director, text=signed).text


def test_the_printed_sheet_has_the_code_and_the_key(director, signed):
    page = director.text("/director/sheet")
    assert fingerprint(ClubKeys().public_key) in page
    image = director.get(re.search(r'<img src="([^"]+)"', page)[1])
    assert (image.status_code, image.content_type) == (200, "image/svg+xml")


def test_too_many_players_for_a_code_are_in_the_file(desk):
    desk.create("acc", 400, rounds=2)
    director = Visitor(pages(desk)).direct()
    assert "too many for a code" in director.text("/director/sheet")
    assert director.get("/director/sheet/results.svg").status_code == 404
