"""Tests of what streams of tables are told: what a message, time alone, or the desk has changed."""

import pytest

from host_tools.desk.events.public_scores import change_score_delay
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.live.board_registry import SILENT_S, LiveTables
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.web.app import application
from host_tools.desk.web.director_credentials import Director
from host_tools.desk.web.live_feed import Topic
from host_tools.desk.web.live_renderer import LiveView
from host_tools.desk.web.served_event import ServedEvent
from tests.desk.conftest import cards
from tests.desk.live.board_payloads import UID, hear, here, state

SECOND, THIRD = f"{2:016x}", f"{3:016x}"
TOPICS = [
    Topic("table", "en", 1, 1),
    Topic("table", "fr", 1, 1),
    Topic("table", "en", 1, 2),
    Topic("table", "en", 2, 1),
]


class Streams:
    """Phones that follow TOPICS, and boards at tables 1 and 2, of which that at table 1 spoke last."""

    def __init__(self, night):
        self.night, self.tables, self.now, self.sequence = night, LiveTables(), 1000.0, 0
        self.event = night.opened()
        self.app = application(self.event, Director(), "127.0.0.1", 0, False, self.tables)
        self.view, self.topics, self.told = self.new_view(), TOPICS, {}

    def new_view(self):
        return LiveView(ServedEvent(self.event), self.tables, lambda: self.now)

    def say(self, uid=UID, **fields):
        self.sequence += 1
        hear(self.tables, uid, "here", here(), self.now)
        hear(self.tables, uid, "state", state(s=self.sequence, **fields), self.now)

    def here(self, is_here):
        hear(self.tables, UID, "here", here(is_here), self.now)

    def forget(self, topic):
        hear(self.tables, UID, topic, b"", self.now)

    def render(self, new_topics=()):
        """The topics that are rendered for streams, of which all are told."""
        rendered = self.view.render(self.app, self.topics, new_topics)
        self.told |= rendered
        return set(rendered)

    def shown(self):
        """What pages that are fetched now show, of a desk that has just been started."""
        return self.new_view().render(self.app, TOPICS)


@pytest.fixture
def streams(night):
    streams = Streams(night)
    streams.say(SECOND, table=2, scores=[20, 2])
    streams.now += 10
    streams.say(scores=[10, 1])
    streams.render(TOPICS)
    return streams


def pass_time(seconds):
    def change(streams):
        streams.now += seconds

    return change


def result_in(streams):
    streams.night.do(lambda desk: enter_result(desk.acting("me"), 1, 2, cards(desk.event, [121, 77])))


def silent_and_back(streams):
    streams.now += SILENT_S
    streams.render()
    hear(streams.tables, UID, "result/1", b"{}", streams.now)


def a_second_board_falls_silent(streams):
    streams.say(THIRD, scores=[30, 3])
    streams.now += 5
    streams.say(scores=[10, 1], counting=[2, 0])
    streams.render()
    streams.now += SILENT_S - 5


CHANGES = {
    "a peg": lambda streams: streams.say(scores=[11, 1]),
    "a board falls silent": pass_time(SILENT_S - 10),
    "all boards fall silent": pass_time(SILENT_S),
    "a silent board comes back": silent_and_back,
    "a board's last will": lambda streams: streams.here(False),
    "a second board": lambda streams: streams.say(THIRD, scores=[30, 3]),
    "one of two boards falls silent": a_second_board_falls_silent,
    "a board leaves for another table": lambda streams: streams.say(table=2, scores=[10, 1]),
    "a board is in another round": lambda streams: streams.say(round=2, scores=[10, 1]),
    "a friendly game": lambda streams: streams.say(friendly=True, scores=[10, 1]),
    "a board is forgotten": lambda streams: streams.forget("here"),
    "a state is forgotten": lambda streams: streams.forget("state"),
    "a result": result_in,
    "the next round": lambda streams: streams.night.do(seat_next, by="me"),
    "scores are hidden": lambda streams: streams.night.do(change_score_delay, None, by="me"),
    "scores are delayed": lambda streams: streams.night.do(change_score_delay, 1, by="me"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_streams_are_told_what_a_page_that_is_fetched_now_shows(streams, change):
    before = dict(streams.told)
    assert streams.render() == set(), "nothing has changed"
    change(streams)
    streams.render()
    assert streams.told == streams.shown() != before


def test_a_delayed_peg_is_told_by_time_alone(night, streams):
    night.do(change_score_delay, 1, by="me")
    streams.render()
    streams.say(scores=[11, 1])
    streams.now += 59
    streams.render()
    assert ">11<" not in streams.told[TOPICS[0]]["my-table"]
    streams.now += 1
    streams.render()
    assert ">11<" in streams.told[TOPICS[0]]["my-table"]


def test_scores_that_are_hidden_are_so_at_once_whatever_else_waits(night, streams):
    streams.topics = TOPICS[:3]
    streams.view.count_followers = lambda: 2000
    night.do(change_score_delay, 0, by="me")
    streams.render()
    night.do(change_score_delay, None, by="me")
    streams.render()
    assert ">10<" not in streams.told[TOPICS[0]]["my-table"]
    night.do(change_score_delay, 0, by="me")
    streams.render()
    assert ">10<" in streams.told[TOPICS[0]]["my-table"]


def test_of_thousands_of_tables_only_those_that_changed_are_rendered(streams):
    streams.say(scores=[11, 1])
    assert streams.render() == {TOPICS[0], TOPICS[1], TOPICS[3]}
    assert streams.render() == set()
    assert streams.render([TOPICS[2]]) == {TOPICS[2]}


def test_what_changed_before_a_rendering_that_failed_is_told_by_the_next(streams, monkeypatch):
    streams.say(scores=[11, 1])
    with monkeypatch.context() as patch:
        patch.setattr(streams.view, "_render_table", fail)
        with pytest.raises(OSError, match="gone"):
            streams.render()
    streams.render()
    assert ">11<" in streams.told[TOPICS[0]]["my-table"]


def fail(*_):
    raise OSError("gone")
