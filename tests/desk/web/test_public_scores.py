"""Tests of delayed and hidden scores: no public page, stream or list shows them."""

import json
import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, text
from sqlalchemy.orm import aliased
from typer.testing import CliRunner

from host_tools.cli import app as cribboard
from host_tools.desk.errors import DeskError
from host_tools.desk.events.public_scores import change_score_delay
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.model import Entrant, Score
from host_tools.desk.web.app import application
from host_tools.desk.web.director_credentials import Director
from host_tools.desk.web.live_feed import Topic
from host_tools.desk.web.live_renderer import LiveView
from host_tools.desk.web.served_event import ServedEvent
from host_tools.i18n import message
from tests.desk.conftest import cards
from tests.desk.live.board_payloads import UID, hear, here, state
from tests.desk.web.conftest import Visitor

PUBLIC = (
    *("/", "/player/1", "/member/P1", "/season", "/standings", "/bracket", "/wall", "/wall?sheet=1", "/wall?sheet=2"),
    *("/print/seating/1", "/print/cards", "/live/wall?once", "/live/table/1/1?once"),
)
STAMPS = re.compile(r'data-stamp="[^"]*"|"stamp": ?"[^"]*"')
LONG_AGO = "2020-01-01T00:00:00+00:00"


@pytest.fixture
def app(night, tables):
    return application(night.opened(), Director(), "127.0.0.1", 0, False, tables)


@pytest.fixture(params=[5, None], ids=["delayed", "hidden"])
def kept_back(night, request):
    night.do(change_score_delay, request.param, by="me")
    return request.param


def seen(visitor):
    """All that everybody sees, but for the mark that something is new."""
    return {path: STAMPS.sub("", visitor.text(path)) for path in PUBLIC}


def enter(desk, table=1, pegs=(121, 77), **more):
    desk.do(
        lambda desk: enter_result(
            desk.acting("Sam", more.pop("reason", "")), 1, table, cards(desk.event, list(pegs)), **more
        )
    )


def make_old(desk):
    with desk.store.write() as session:
        session.execute(text("UPDATE score SET since = :at"), {"at": LONG_AGO})


def test_a_result_is_on_no_page_of_everybody_s_before_its_time(night, visitor, director):
    night.do(change_score_delay, 5, by="me")
    before, stamp = seen(visitor), visitor.text("/stamp")
    for table in (1, 2, 3, 4):
        enter(night, table)
    assert seen(visitor) == before
    first = visitor.text("/stamp")
    make_old(night)
    assert visitor.text("/stamp") not in (stamp, first), "pages that poll are told"
    after = seen(visitor)
    assert all(after[path] != before[path] for path in ("/standings", "/wall?sheet=2", "/live/wall?once"))
    night.do(change_score_delay, None, by="me")
    hidden = visitor.text("/standings")
    assert ("The director shows the scores later" in hidden, "P1" in hidden) == (True, False)
    director.post("/director/live/scores", {"delay": "0"})
    assert "P1" in visitor.text("/standings")


def test_the_director_sees_everything(night, director, kept_back):
    before, wall = director.text("/standings"), STAMPS.sub("", director.text("/wall?sheet=2"))
    enter(night)
    assert director.text("/standings") != before
    assert STAMPS.sub("", director.text("/wall?sheet=2")) == wall, "which is shown to everybody"
    assert "121–77" in director.text("/director/round/1")


def test_a_corrected_result_is_kept_back_anew_and_others_stay(night):
    enter(night)
    make_old(night)
    enter(night, 2)
    enter(night, pegs=(121, 78), reason="misread")
    dates = dict(
        night.ask(lambda desk: desk.session.execute(text("SELECT holes, since FROM score WHERE side = 'B'")).all())
    )
    assert dates.keys() == {77, 78}
    assert LONG_AGO not in dates.values()


def test_what_is_computed_anew_to_the_same_keeps_its_date(night):
    enter(night)
    make_old(night)
    enter(night, reason="the same again")
    assert night.ask(lambda desk: set(desk.session.scalars(text("SELECT since FROM score")))) == {LONG_AGO}


def test_every_question_of_everybody_s_is_kept_from_what_is_hidden(night, kept_back):
    """Whatever way it is asked: by the model, by its columns, by the table's."""
    enter(night)
    event = night.opened()
    with event.reading(public=True) as desk:
        assert {one.points for one in compute_standings(desk)} == {0}
    with event.reading() as desk:
        assert {one.points for one in compute_standings(desk)} != {0}


_SCORES = Score.__table__
_COUNT = select(func.count()).select_from(_SCORES).scalar_subquery()
QUESTIONS = {
    "the model": select(Score),
    "its columns": select(Score.points),
    "its table": select(_SCORES.c.points),
    "a sum": select(func.sum(Score.points)).having(func.count() > 0),
    "joined": select(Entrant.name).join(Score, Score.player == Entrant.number),
    "a part of another": select(Entrant.name).where(select(Score.player).where(Score.points > 0).exists()),
    "an alias": select(aliased(Score).points),
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_a_session_for_the_public_finds_no_score_that_is_kept_back(night, kept_back, question):
    enter(night)
    event = night.opened()
    with event.reading(public=True) as desk:
        assert desk.session.execute(question).all() == []
    with event.reading() as desk:
        assert desk.session.execute(question).all() != []


def test_a_question_from_which_they_cannot_be_kept_back_is_none(night, kept_back):
    with night.opened().reading(public=True) as desk, pytest.raises(RuntimeError):
        desk.session.execute(select(_COUNT))


@pytest.mark.parametrize("minutes", [-1, 31])
def test_a_delay_has_its_limits(night, minutes):
    with pytest.raises(DeskError, match=f"0 to 30 minutes later, not {minutes}"):
        night.do(change_score_delay, minutes, by="me")


def test_by_command(night, tmp_path):
    def run(*options):
        done = CliRunner().invoke(cribboard, ["event", "scores", "Night", *options, "--folder", str(tmp_path)])
        return done.exit_code, done.stdout + done.stderr

    assert run() == (0, f"{message('event.scores.at_once')}\n")
    assert run("--delay", "5") == (0, f"{message('event.scores.later', minutes=5)}\n")
    assert run("--hide", "--because", "the final") == (0, f"{message('event.scores.hidden')}\n")
    assert json.loads(run("--json")[1]) == {"event": "Night", "delay": None, "hidden": True}
    assert run("--hide", "--delay", "5") == (1, "give --delay or --hide, not both\n")
    assert "0 to 30 minutes later, not 99" in run("--delay", "99")[1]


# -- games that are being played --------------------------------------------------------------------------------------


class Clock:
    now = 10_000.0

    def __call__(self):
        return self.now


TOPICS = (Topic("wall", "en"), Topic("table", "en", 1, 1))


def pegs_of(parts):
    """The front pegs of side A that somebody is shown."""
    found = [re.search(r'class="pegs">(\d+)', html) for html in parts.values()]
    return {int(one[1]) for one in found if one}


@pytest.mark.deep
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    delay=st.sampled_from([1, 5, 30]),
    steps=st.lists(st.tuples(st.floats(0.1, 900, allow_nan=False), st.booleans()), min_size=1, max_size=25),
)
@example(
    delay=30,
    steps=[
        *((1.0, False), (900.0, False), (1.2240353186341508, False), (83.08947772439865, False)),
        *((899.532253495363, False), (899.9711460202786, False), (899.8923732554291, False)),
        (899.3992074401723, True),
    ],
)
def test_no_stream_shows_a_score_that_is_newer_than_the_delay_allows(night, app, delay, steps):
    """At each step time passes, and the board may peg one hole; the hole tells when it was pegged.

    Time passes in eighths of a second: their sums are exact, so that the delay less the delay is the time before it.
    """
    night.do(change_score_delay, delay, by="me")
    tables, clock, pegged = LiveTables(), Clock(), {}
    view = LiveView(ServedEvent(night.opened()), tables, clock)
    for number, (passes, pegs) in enumerate(steps, 1):
        clock.now += max(round(8 * passes), 1) / 8
        if pegs:
            hear(tables, UID, "state", state(s=number, scores=[number, 0]), clock.now)
            pegged[number] = clock.now
        for parts in view.render(app, TOPICS).values():
            assert all(pegged[hole] <= clock.now - 60 * delay for hole in pegs_of(parts))
    clock.now += 60 * delay
    shown = [pegs_of(parts) for parts in view.render(app, TOPICS).values()]
    assert shown == [{max(pegged)} if pegged else set()] * 2


def test_a_game_that_is_being_played_is_hidden_as_well(night, visitor, tables):
    hear(tables, UID, "here", here(), 0)
    hear(tables, UID, "state", state(scores=[113, 88]), 0)
    assert "113" in visitor.text("/live/wall?once")
    assert "113" in visitor.text("/wall")
    before = seen(visitor)
    night.do(change_score_delay, None, by="me")
    for path, page in seen(visitor).items():
        assert not re.search(r"\b113\b", page), path
    assert before["/wall"] != seen(visitor)["/wall"]


def test_the_director_is_told_in_words_on_every_page_of_everybody_s(night, app):
    night.do(change_score_delay, 5, by="me")
    assert "Scores are shown 5 minutes later" in Visitor(app).text("/player/1")
    night.do(change_score_delay, None, by="me")
    assert "The director shows the scores later" in Visitor(app).text("/player/1")
    night.do(seat_next, by="me")
    assert "Place" not in Visitor(app).text("/player/1")
