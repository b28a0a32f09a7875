"""Tests of the pages in the browser's language, refusals included."""

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.web import app as web
from host_tools.i18n import LANGUAGES, catalogue
from tests.desk.board_log import BoardLog
from tests.desk.conftest import one_card
from tests.desk.web.conftest import Visitor

QUEBEC = {"Accept-Language": "fr-CA,fr;q=0.8,en;q=0.5"}
SHOWN = ("alt", "aria-label", "content", "placeholder", "title")
PATHS = (
    *("/", "/player/1", "/standings", "/bracket", "/wall", "/wall?sheet=1", "/print/seating/1", "/print/cards"),
    *("/director/round/1", "/director/table/1/1", "/director/table/1/3", "/director/check", "/director/read"),
    *("/director/prizes", "/director/people", "/director/seats", "/director/corrections", "/director/diary"),
    *(
        "/print/standings",
        "/director/event",
        "/director/event/summary",
        "/director/prizes/purses",
        "/director/verify",
        "/director/sheet",
    ),
    *("/director/hall", "/player/1/call", "/player/1/not-mine/1/1"),
    *("/sign-in", "/nowhere", "/player/Zed", "/player?who=Pp", "/member/P1", "/member/Zed", "/season"),
)


class Texts(HTMLParser):
    """What a page says, attributes that are read out included."""

    def __init__(self, page):
        super().__init__()
        self.said = []
        self.feed(page)

    def handle_data(self, data):
        self.said.append(data.strip())

    def handle_starttag(self, tag, attributes):
        self.said += [value for name, value in attributes if name in SHOWN and tag != "meta"]


@pytest.fixture
def disputed(night):
    """Something of everything on the director's pages."""
    night.do(import_lines, [("log", 1, BoardLog("b2", "Other").game(1, 2, 121, 90))], by="me")
    for side, text in (("A", "2+17"), ("B", "0-16")):
        night.do(lambda desk, s=side, t=text: enter_one(desk, s, t))
    return night


def enter_one(desk, side, text):
    enter_result(desk.acting("Sam"), 1, 3, {side: one_card(desk.event, text)})


def words_of(text):
    return {word for word in re.findall(r"[^\W\d_]{2,}", text) if not re.fullmatch(r"[PQ]|acc|ACC", word)}


def test_every_page_is_there_in_french_whole(disputed, app):
    """What stands on a page in both languages alike is a name, or a word that both have."""
    reader = Visitor(app).direct()
    both = set(catalogue("en").values()) & set(catalogue("fr").values()) | {"points"}
    both |= {text.capitalize() for text in both}
    own = {"Night", "Other", "Sam", "Ruth", "Zed", "Letter"} | {word for text in both for word in words_of(text)}
    for path in PATHS:
        english, french = (reader.client.get(path, headers=headers).text for headers in ({}, QUEBEC))
        assert ('<html lang="en">' in english, '<html lang="fr">' in french) == (True, True)
        alike = set(Texts(english).said) & set(Texts(french).said)
        assert [one for one in alike if words_of(one) - own] == [], path


def test_what_is_refused_is_refused_in_the_reader_s_language(director):
    path = "/director/round/1"
    form = dict(re.findall(r'name="((?:version|game)-1)" value="(\d+)"', director.text(path)))
    wrong = {**form, "peg-1-A": "121", "peg-1-B": "121"}
    said = {language: director.post(path, wrong, headers={"Accept-Language": language}).text for language in LANGUAGES}
    assert "exactly one side ends a game on 121; here it is 2" in said["en"]
    assert "exactement un côté finit une partie à 121; ici c’est 2" in unescape(said["fr"])


@pytest.mark.parametrize(
    ("wanted", "language"),
    [("fr", "fr"), ("fr-CA", "fr"), ("de,fr;q=0.5", "fr"), ("de", "en"), ("en-US,fr;q=0.9", "en"), ("", "en")],
)
def test_the_browser_says_which_language_is_read(visitor, wanted, language):
    page = visitor.client.get("/", headers={"Accept-Language": wanted}).text
    assert f'<html lang="{language}">' in page


def test_templates_hold_no_words_of_their_own():
    for path in (Path(web.__file__).parent / "templates").glob("*.html"):
        text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        said = [one for one in Texts(text).said if one]
        assert {word for one in said for word in words_of(one)} <= {"Letter"}, path.name
