"""Tests of a league's season by its pages alone."""

import csv
import io
import re
from collections import defaultdict
from html import unescape
from typing import NamedTuple

from desk.web.test_event_pages import desks, director, make, standings
from desk.web.test_pages import play

__all__ = ["desks", "director"]

MEMBERS = {"7": "Ann", "12": "Bo", "30": "Cid", "4": "Dee", "55": "Eve"}
WEEKS = 5


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


def play_all_weeks(director):
    """Return the ledger: by member's id, what each night's standings say."""
    ledger = defaultdict(list)
    for week in range(1, WEEKS + 1):
        make(director, name=f"Week {week:02}", rounds="1", fee="5", roster=roster_of_week(director, week))
        assert director.post("/director/seat", {"expected": 1}, page="/director/round/0").status_code == 303
        play(director, 1, lambda table, week=week: 60 + 7 * table + 3 * week)
        for row in standings(director):
            if row["played"] != "0":
                ledger[row["id"]].append(Came(week, int(row["points"]), int(row["skunks"])))
    return ledger


def season_rows(director, query=""):
    text = director.get(f"/season.csv{query}").data.decode("utf-8-sig")
    return {row["id"]: row for row in csv.DictReader(io.StringIO(text))}


def test_five_weeks_are_added_up_by_pages_alone(director):
    ledger = play_all_weeks(director)
    assert "The season with this night" in director.text("/standings")
    rows = season_rows(director, "?best=3")
    assert set(rows) == set(MEMBERS)
    for number, nights in ledger.items():
        best = sorted((night.points for night in nights), reverse=True)[:3]
        assert int(rows[number]["points"]) == sum(best)
        assert int(rows[number]["nights"]) == len(nights)
        assert int(rows[number]["skunks"]) == sum(night.skunks for night in nights)
        assert [rows[number][f"Week {week:02}"] for week in range(1, WEEKS + 1)] == [
            next((str(night.points) for night in nights if night.week == week), "") for week in range(1, WEEKS + 1)
        ]
    # Each night's fees, $5 of each on its roster, who sits out included, are its prizes.
    assert sum(float(row["prizes"]) for row in rows.values()) == 5 * (5 + 4 * (WEEKS - 1))
    page = director.text("/season?best=3")
    assert "5 nights. The 3 best nights of each member count." in page
    assert page.count(">Anne<") == 1
    assert ">Ann<" not in page
    assert "The season until" in director.text("/print/season?best=3&paper=letter")
    without = season_rows(director, "?without=Week 01&without=Week 02")
    assert int(without["7"]["nights"]) == len([night for night in ledger["7"] if night.week > 2])
