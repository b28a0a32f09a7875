"""Tests of `python -m tests.measure desk`: cost of large events on both databases, and how it grows."""

import asyncio
import json

import pytest
from typer.testing import CliRunner

from host_tools.desk.cli.simulate_command import simulate
from host_tools.desk.events.location import EventLocation
from host_tools.desk.live.board_registry import LiveTables
from tests.measure import desk_phones, desk_scaling
from tests.measure.__main__ import app
from tests.measure.desk_scaling import Figure, ratio_rows, report_rows
from tests.measure.postgresql import ServerError, find_programs
from tests.measure.wall_viewers import serve_event
from tests.own_thread import in_own_thread


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(desk_scaling, "PLAYERS", 8)
    monkeypatch.setattr(desk_scaling, "ROUNDS", 2)
    monkeypatch.setattr(desk_phones, "PHONES", 3)


@pytest.fixture
def postgresql():
    """Skips where there is none."""
    try:
        find_programs()
    except ServerError as error:
        pytest.skip(str(error))


@pytest.mark.deep
def test_both_databases_are_measured_at_every_size_and_the_same_results_count_on_both(small, postgresql, monkeypatch):
    ranked = []
    keep = lambda *given, was=desk_scaling.compute_standings: ranked.append(was(*given))  # noqa: E731
    monkeypatch.setattr(desk_scaling, "compute_standings", keep)
    sizes = ("--scale", "1", "--scale", "3")
    done = in_own_thread(CliRunner().invoke, app, ["desk", *sizes, "--json"])
    assert done.exit_code == 0, done.output
    found, looked = json.loads(done.stdout)["desk"], json.loads(done.stdout)["phones"]
    assert [(one["database"], one["scale"]) for one in found[::2]] == [
        *(("SQLite", 1), ("SQLite", 3), ("PostgreSQL", 1), ("PostgreSQL", 3))
    ]
    assert [one["what"] for one in found[:4]] == [
        *("import of 8 results", "standings of 8 players", "import of 24 results", "standings of 24 players")
    ]
    assert min(one["seconds"] for one in found) > 0
    assert (looked["phones"], looked["errors"]) == (3, 0)
    assert min(looked[name] for name in ("p50_ms", "p99_ms", "desk_s", "phones_s")) > 0
    of_eight = [one for one in ranked if len(one) == 8]
    assert len(of_eight) >= 2
    assert all(one == of_eight[0] for one in of_eight)
    assert sum(one.played for one in of_eight[0]) == 8 * 2


def test_an_answer_that_is_no_page_is_an_error(tmp_path):
    """The event has two players: nobody is number 3."""
    with EventLocation(tmp_path, None).creating("Bench") as session:
        simulate(session, "Bench", "acc", 2, 1, 1, "me")
    with serve_event(EventLocation(tmp_path, None).open("Bench"), tmp_path, LiveTables()) as server:
        waits, errors = in_own_thread(asyncio.run, desk_phones.visit_all(server.port, 3, 0.0))
    assert (len(waits), errors) == (12, 1)


def test_ratios_tell_how_it_grows_and_goals_what_is_missed():
    found = [Figure("SQLite", "import of some", scale, scale * 0.5, scale * 0.4, 1.0) for scale in (1, 10, 100)]
    assert list(ratio_rows(found)) == [("SQLite: import, sizes 1 : 10 : 100", "1 : 10 : 100", "")]
    assert [goal for _, _, goal in report_rows(found)] == ["≤ 1 s", "≤ 1 s: missed", "≤ 1 s: missed"]


def test_no_postgresql_is_told(monkeypatch, tmp_path, small):
    monkeypatch.setattr("tests.measure.postgresql.PROGRAMS", tmp_path)
    done = CliRunner().invoke(app, ["desk", "--scale", "1"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "no PostgreSQL server is installed" in done.stderr
