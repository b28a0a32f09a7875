"""Tests of a league's season by its pages alone."""

import csv
import io
import re
from collections import defaultdict
from html import unescape
from typing import NamedTuple

import pytest

from host_tools.desk.events.event_plan import change_plan
from host_tools.desk.events.location import OpenEvent
from tests.desk.web.test_event_pages import desks, director, make, standings
from tests.desk.web.test_pages import play
from tests.desk.web.test_purse_pages import PATH, fields

__all__ = ["desks", "director"]

MEMBERS = {"7": "Ann", "12": "Bo", "30": "Cid", "4": "Dee", "55": "Eve"}


class Came(NamedTuple):
    """What one member has of one night, in a ledger of our own."""

    week: int
    points: int
    skunks: int


def roster_of_week(director, week):
    """Last week's people, with whom who was away then; somebody else is away, and from week 3 on Ann is Anne."""
    if week == 1:
        return "\n".join(["id,name", *(f"{number},{name}" for number, name in MEMBERS.items())])
    page = director.text(f"/director/events?players=Week {week - 1:02}")
    rows = unescape(re.search(r'<textarea[^>]*name="roster"[^>]*>([^<]*)', page)[1]).splitlines()
    names = {row["id"]: row["name"] for row in csv.DictReader(rows)} | {"4": "Dee", "55": "Eve"}
    names.pop("4" if week % 2 else "55")
    names["7"] = "Anne" if week >= 3 else "Ann"
    return "\n".join(["id,name", *(f"{number},{name}" for number, name in names.items())])


def play_all_weeks(director, weeks):
    """Return the ledger: by member's id, what each night's standings say."""
    ledger = defaultdict(list)
    for week in range(1, weeks + 1):
        make(director, name=f"Week {week:02}", rounds="1", fee="5", roster=roster_of_week(director, week))
        assert director.post("/director/seat", {"expected": 1}).status_code == 303
        play(director, 1, lambda table, week=week: 60 + 7 * table + 3 * week)
        # Two of the first week's five could play off: who has no play-off says that it is paid so.
        director.post("/director/prizes/settle", {"because": "no play-off"})
        for row in standings(director):
            if row["played"] != "0":
                ledger[row["id"]].append(Came(week, int(row["points"]), int(row["skunks"])))
    return ledger


def season_rows(director, query=""):
    text = director.get(f"/season.csv{query}").data.decode("utf-8-sig")
    return {row["id"]: row for row in csv.DictReader(io.StringIO(text))}


def test_nights_whose_files_have_not_changed_are_not_opened(desks, director, monkeypatch):
    for name, kind in (("One", "acc"), ("Two", "acc"), ("Other", "wins"), ("Three", "acc")):
        make(director, name=name, format=kind, rounds="1", roster="\n".join(MEMBERS.values()))
    director.text("/season")
    opened = []
    reading = OpenEvent.reading_other
    monkeypatch.setattr(
        OpenEvent, "reading_other", lambda self, name, *how: opened.append(name) or reading(self, name, *how)
    )
    first = director.text("/season")
    assert opened == []
    with desks.location.writing("Two") as desk:
        change_plan(desk, medals=2)
    assert director.text("/season").count("Two") == first.count("Two")
    assert opened == ["Two"]
    assert desks.location.path("One").rename(desks.location.folder / "Uno.cribbage")
    assert "Uno" not in first
    director.text("/season")
    assert opened == ["Two", "Uno"]
    assert director.post("/director/events/open", {"name": "Other"}).status_code == 303
    assert ">Other<" in director.text("/season")


def test_a_pot_that_nobody_won_goes_from_one_night_to_the_next_by_pages_alone(director):
    for number, name in enumerate(("Friday", "Saturday")):
        make(director, name=name, rounds="1", roster="\n".join(MEMBERS.values()))
        if number:
            taken = fields(director, "?after=Friday")
            assert (taken["name-1"], taken["carried-1"], taken["rolls_over-1"]) == ("Pot", "1.25", "1")
            assert "goes to the next night" in director.text(PATH)
        else:
            taken = fields(director) | {"name-1": "Pot", "fee-1": "0.25", "kind-1": "hands", "rule-1": "29=1"}
            taken |= {"pot-1": "100", "rolls_over-1": "1"}
        assert director.post(PATH, taken).status_code == 303
        if not number:
            refused = director.text(f"{PATH}?after=Saturday")
            assert "Take over" not in refused
        assert (
            director.post("/director/people/paid", {"purse": "Pot", "paid": ["1", "2", "3", "4", "5"]}).status_code
            == 303
        )
        assert director.post("/director/seat", {"expected": 1}).status_code == 303
        play(director, 1, lambda table: 100 - table)
    prizes = director.text("/director/prizes")
    assert "Carried over from the night before: $1.25." in prizes
    assert re.search(r"not won, rolls over to the next night</th><td[^>]*>\$2.50<", prizes)
    assert re.search(r"Rolls over</th><td[^>]*>\$1.25</td><td[^>]*>\$2.50<", director.text("/season"))
    make(director, name="Sunday", rounds="1", roster="\n".join(MEMBERS.values()))
    assert "has gone to Saturday already" in director.text(f"{PATH}?after=Friday")


@pytest.mark.parametrize("weeks", [4, pytest.param(10, marks=pytest.mark.deep)])
def test_weeks_are_added_up_by_pages_alone(director, weeks):
    ledger = play_all_weeks(director, weeks)
    assert "The season with this night" in director.text("/standings")
    rows = season_rows(director, "?best=3")
    assert set(rows) == set(MEMBERS)
    for number, nights in ledger.items():
        best = sorted((night.points for night in nights), reverse=True)[:3]
        assert int(rows[number]["points"]) == sum(best)
        assert int(rows[number]["nights"]) == len(nights)
        assert int(rows[number]["skunks"]) == sum(night.skunks for night in nights)
        assert [rows[number][f"Week {week:02}"] for week in range(1, weeks + 1)] == [
            next((str(night.points) for night in nights if night.week == week), "") for week in range(1, weeks + 1)
        ]
    # Each night's fees, $5 of each on its roster, who sits out included, are its prizes.
    assert sum(float(row["prizes"]) for row in rows.values()) == 5 * (5 + 4 * (weeks - 1))
    page = director.text("/season?best=3")
    assert f"{weeks} nights. The 3 best nights of each member count." in page
    assert page.count(">Anne<") == 1
    assert ">Ann<" not in page
    assert "The season until" in director.text("/print/season?best=3&paper=letter")
    without = season_rows(director, "?without=Week 01&without=Week 02")
    assert int(without["7"]["nights"]) == len([night for night in ledger["7"] if night.week > 2])
