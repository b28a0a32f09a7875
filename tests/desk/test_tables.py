"""Tests of tables in a terminal of 80 columns."""

from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.desk.cli.options import print_answer
from host_tools.desk.cli.tables import AnswerTable, column_headings
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.scoring.ranking import deciding_fields
from host_tools.desk.scoring.standings import compute_standings
from host_tools.i18n import use_language
from tests.desk.play_tables import seat_and_play


def test_standings_fit_a_terminal_with_all_that_decides(desk, tmp_path):
    """In French, with a hundred long names: what does not decide gives way, and no number, name or heading is cut."""
    entries = [Entry(number, f"Maximilienne Desrosiers-{number}") for number in range(1, 101)]
    desk.create("acc", entries=entries, rounds=2)
    seat_and_play(desk, 1)
    environment = {"COLUMNS": "80", "LC_ALL": "fr_CA.UTF-8"}
    words = ["event", "standings", "Night", "--folder", str(tmp_path)]
    told = CliRunner(env=environment).invoke(app, words).stdout
    lines = told.splitlines()
    assert max(map(len, lines)) <= 80
    with use_language("fr"):
        headings = column_headings("rank", "id", "name", *sorted(deciding_fields(FORMATS["acc"]) - {"", "play_off"}))
    head = next(line for line in lines if headings[2] in line)
    assert all(heading in head for heading in headings)
    for one in desk.ask(compute_standings):
        (row,) = [line for line in lines if f"│ {one.name} " in line]
        assert {str(one.rank), one.id, str(one.points), str(one.won), str(one.net), str(one.plus)} <= set(row.split())


def test_no_number_and_no_heading_is_cut_however_narrow_the_terminal(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "20")
    headings = ["name", "against whom", "points", "prize", "net"]
    print_answer(False, None, AnswerTable("Night", headings, [("Ann Miller", "Bo", 1234567, "$12.50", "-10")]))
    told = capsys.readouterr().out
    assert all(text in told for text in ("1234567", "$12.50", "-10", "against", "points", "Miller"))
    assert "…" not in told
