"""Tests of the standings as a spreadsheet's file, and of names that a command line spells otherwise."""

import csv

from host_tools.desk.scoring.standings import STANDINGS_COLUMNS, compute_standings, standings_csv
from host_tools.i18n import catalogue, message, use_language
from tests.desk.cli_runner import Shell
from tests.desk.play_tables import seat_and_play


def test_a_french_spreadsheet_opens_it_with_headings_of_its_own(desk):
    desk.create("acc", 4, rounds=3)
    seat_and_play(desk, 1)
    english = list(csv.reader(desk.ask(lambda desk: standings_csv(compute_standings(desk))).splitlines()))
    with use_language("fr"):
        text = desk.ask(lambda desk: standings_csv(compute_standings(desk)))
        headings = [message(f"cli.column.{name}") for name in STANDINGS_COLUMNS]
    french = list(csv.reader(text.splitlines(), delimiter=";"))
    assert (english[0], french[0]) == (list(STANDINGS_COLUMNS), headings)
    assert "rang" in headings
    ranked = STANDINGS_COLUMNS.index("ranked")
    assert {row[ranked] for row in french[1:]} == {"oui"}
    assert [row[:ranked] for row in french[1:]] == [row[:ranked] for row in english[1:]]


def test_no_colon_of_the_desk_begins_a_line_in_french():
    texts = {key: text for key, text in catalogue("fr").items() if key.startswith(("desk.", "event.", "cli.", "live."))}
    assert [key for key, text in texts.items() if " :" in text] == []
    assert "\u00a0:" in texts["desk.page.colon"]


def test_a_name_is_found_however_the_shell_composes_its_accents(tmp_path):
    shell, roster = Shell(tmp_path), tmp_path / "roster.csv"
    roster.write_text("Zoe\u0301\nBo\nCy\n", encoding="utf-8")
    shell.json("create", "E\u0301te\u0301", "--roster", roster, "--format", "wins", "--rounds", 2)
    assert [path.name for path in tmp_path.glob("*.cribbage")] == ["Été.cribbage"]
    assert shell.json("who", "E\u0301te\u0301", "Zoe\u0301")["name"] == "Zoé"
    shell.json("admit", "Été", "Re\u0301mi")
    assert shell.json("who", "Été", "Rémi")["name"] == "Rémi"
