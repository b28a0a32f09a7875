"""Tests of `cribboard bench --desk`: cost of large events on both databases, and how it grows."""

import json

import pytest
from typer.testing import CliRunner

from host_tools.bench.desk_scaling import ratios, rows
from host_tools.cli import app
from host_tools.desk.simulation import Figure, benchmark


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(benchmark, "PLAYERS", 8)
    monkeypatch.setattr(benchmark, "ROUNDS", 2)


def test_both_databases_are_measured_at_every_size(small, postgresql):
    sizes = ("--desk-scale", "1", "--desk-scale", "3")
    done = CliRunner().invoke(app, ["bench", "--desk", *sizes, "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)["desk"]
    assert [(one["database"], one["scale"]) for one in found[::2]] == [
        *(("SQLite", 1), ("SQLite", 3), ("PostgreSQL", 1), ("PostgreSQL", 3))
    ]
    assert [one["what"] for one in found[:4]] == [
        *("import of 8 results", "standings of 8 players", "import of 24 results", "standings of 24 players")
    ]
    assert min(one["seconds"] for one in found) > 0


def test_ratios_tell_how_it_grows_and_goals_what_is_missed():
    found = [Figure("SQLite", "import of some", scale, scale * 0.5, scale * 0.4, 1.0) for scale in (1, 10, 100)]
    assert list(ratios(found)) == [("SQLite: import, sizes 1 : 10 : 100", "1 : 10 : 100", "")]
    assert [goal for _, _, goal in rows(found)] == ["≤ 1 s", "≤ 1 s: missed", "≤ 1 s: missed"]


def test_no_postgresql_is_told(monkeypatch, tmp_path, small):
    monkeypatch.setattr("host_tools.desk.simulation.postgresql._PROGRAMS", tmp_path)
    done = CliRunner().invoke(app, ["bench", "--desk", "--desk-scale", "1"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "no PostgreSQL server is installed" in done.stderr
