"""Tests of what is corrected after an event was made: of a player or pair, and of the event itself."""

import pytest

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.events.archive import export_event, restore_event
from host_tools.desk.events.audit_log import describe_entry, read_audit_log
from host_tools.desk.events.entrants import entrant, entrants, names_by_id
from host_tools.desk.review.season_nights import read_night
from host_tools.desk.rounds.correct import correct_event, correct_player
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.score_card_view import card_view
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.desk import Desk as OpenDesk
from tests.desk.cli_runner import Shell
from tests.desk.play_tables import seat_and_play


def diary(desk, kind):
    entries, names = desk.ask(read_audit_log, kind), desk.ask(names_by_id)
    return [describe_entry(entry, names) for entry in entries]


def names_at(view):
    return sorted(name for table in view.tables for side in table.sides.values() for name in side)


def seats(desk, number):
    return names_at(desk.ask(round_view, number))


def test_a_player_is_corrected_everywhere_and_found_by_the_former_id(desk):
    desk.create("wins", 4, rounds=3)
    seat_and_play(desk, 1)
    before = desk.ask(lambda desk: card_view(desk, "P1"))
    desk.do(correct_player, "P1", {"name": "  Zoe\u0301   Lee ", "club": "Pegs", "id": "77"}, by="Ruth")
    card = desk.ask(lambda desk: card_view(desk, "1"))
    assert (card.name, card.id, card.points, card.lines) == ("Zoé Lee", "77", before.points, before.lines)
    assert "Zoé Lee" in seats(desk, 1)
    assert {"P1", "Zoé Lee"} & {one.name for one in desk.ask(compute_standings)} == {"Zoé Lee"}
    assert desk.ask(read_night).members["77"] == "77"
    assert diary(desk, "player corrected") == ["Zoé Lee, name: P1 → Zoé Lee, club: – → Pegs, id: 1 → 77"]
    desk.do(correct_player, "77", {"id": "78"})
    assert desk.ask(entrant, "1").code == "78"
    assert diary(desk, "player corrected")[0].startswith("Zoé Lee, name: P1")


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"name": "p2"}, "p2 is on the roster already"),
        ({"name": " "}, "a player needs a name"),
        ({"id": "2"}, "the id 2 is taken"),
        ({"id": ""}, "a player needs an id"),
        ({"partner": "Q"}, "P1 plays alone"),
        ({"club": "x" * 201}, "club: up to 200"),
        ({"name": "P1"}, "nothing would be changed"),
    ],
)
def test_what_cannot_be_right_is_refused(desk, wanted, why):
    desk.create("wins", 4, rounds=3)
    with pytest.raises(DeskError, match=why):
        desk.do(correct_player, "1", wanted)


def test_two_of_one_name_are_told_apart_by_ids_of_the_roster(desk):
    desk.create("wins", 4, rounds=3)
    desk.do(correct_player, "1", {"name": "P2", "id": "A1"})
    assert [player.name for player in desk.ask(entrants).values()] == ["P2", "P2", "P3", "P4"]


def test_a_partner_of_later_rounds_keeps_the_pair_and_its_points(desk):
    desk.create("bsg", 4, rounds=4)
    seat_and_play(desk, 1, 2)
    points = {one.id: one.points for one in desk.ask(compute_standings)}
    desk.do(correct_player, "P1", {"partner": "Sub"}, 2)
    assert {one.id: one.points for one in desk.ask(compute_standings)} == points
    assert "P1 / Q1" in seats(desk, 1)
    assert "P1 / Sub" in seats(desk, 2)
    other = next(line for line in _cards(desk) if "P1 / Sub" in line.opponents)
    assert other.round == 2
    assert diary(desk, "player corrected") == ["P1 / Sub, partner: Q1 → Sub, from round 2 on"]
    # A misspelt name is right in all rounds, also with the partner of before.
    desk.do(correct_player, "1", {"name": "Pia"})
    assert "Pia / Q1" in seats(desk, 1)
    desk.do(correct_player, "1", {"partner": "Third"}, 1 + 3)
    desk.do(correct_player, "1", {"partner": "From the second on"}, 2)
    seat_and_play(desk, 3, 4)
    names = [next(name for name in seats(desk, number) if name.startswith("Pia")) for number in (1, 2, 3, 4)]
    assert names == ["Pia / Q1", *["Pia / From the second on"] * 3]


def _cards(desk):
    return [line for who in "234" for line in desk.ask(lambda desk, who=who: card_view(desk, who)).lines]


def test_names_change_from_a_round_on_only_of_pairs(desk):
    desk.create("wins", 4, rounds=3)
    with pytest.raises(DeskError, match="only the names of a pair"):
        desk.do(correct_player, "1", {"name": "Other"}, 2)


def test_a_former_pair_is_exported_and_restored(desk):
    desk.create("bsg", 4, rounds=4)
    seat_and_play(desk, 1)
    desk.do(correct_player, "1", {"partner": "Sub"}, 2)
    text = desk.ask(export_event)
    with desk.store.write() as session:
        event = restore_event(session, "Again", text)
        view = round_view(OpenDesk(session, event), 1)
        assert "P1 / Q1" in names_at(view)


def test_who_corrects_what_somebody_else_has_corrected_is_told(desk):
    desk.create("wins", 4, rounds=3)
    desk.do(correct_player, "1", {"name": "Ann"}, seen={"name": "P1", "club": ""})
    with pytest.raises(ConflictError):
        desk.do(correct_player, "1", {"name": "Anne"}, seen={"name": "P1", "club": ""})
    desk.do(correct_player, "1", {"club": "Pegs"}, seen={"name": "P1", "club": ""})
    assert desk.ask(entrant, "1").name == "Ann"


# -- the event ---------------------------------------------------------------------------------------------------------


def test_an_event_is_played_otherwise_until_its_first_result(desk):
    desk.create("holes", 5, rounds=3)
    desk.do(seat_next)
    desk.do(correct_event, {"format": "acc", "rounds": "2", "date": "2026-11-20"}, by="Ruth")
    assert desk.ask(lambda desk: (desk.event.format, desk.event.rounds, desk.event.medals)) == ("acc", 2, 0)
    assert desk.ask(round_view) is None
    assert diary(desk, "event corrected")[0].endswith("format: holes → acc, rounds: 3 → 2")
    seat_and_play(desk, 1)
    with pytest.raises(DeskError, match="has results"):
        desk.do(correct_event, {"format": "wins"})
    desk.do(correct_event, {"rounds": "3"})
    with pytest.raises(DeskError, match="no date"):
        desk.do(correct_event, {"date": "Friday"})


@pytest.mark.parametrize(("format", "other"), [("wins", "bsg"), ("bsg", "wins")])
def test_pairs_do_not_become_single_players_nor_these_pairs(desk, format, other):
    desk.create(format, 4, rounds=3)
    with pytest.raises(DeskError, match="make a new event"):
        desk.do(correct_event, {"format": other})


def test_a_format_that_these_people_cannot_play_changes_nothing(desk):
    desk.create("free", 4, rounds=20)
    with pytest.raises(DeskError, match="can play"):
        desk.do(correct_event, {"format": "wins", "rounds": "20"})
    assert desk.ask(lambda desk: desk.event.format) == "free"


def test_commands_correct_people_and_rename_the_file(tmp_path):
    shell, roster = Shell(tmp_path), tmp_path / "roster.csv"
    roster.write_text("Ann\nBo\n")
    shell.json("create", "Friday", "--roster", roster, "--format", "wins", "--rounds", 1)
    shell.json("create", "Sunday", "--roster", roster, "--format", "wins", "--rounds", 1)
    assert shell.json("correct", "Friday", "Ann", "--name", "Anne")["name"] == "Anne"
    assert "Sunday.cribbage" in shell.refused("correct", "Friday", "--name", "Sunday")
    assert shell.json("correct", "Friday", "--name", "Saturday")["event"] == "Saturday"
    assert sorted(path.name for path in tmp_path.glob("*.cribbage")) == ["Saturday.cribbage", "Sunday.cribbage"]
    # It is still this store's event, no copy of it, also where another has its former name.
    shell.json("create", "Friday", "--roster", roster, "--format", "wins", "--rounds", 1)
    shell.json("seat", "Saturday")
    assert "--date is of the event" in shell.refused("correct", "Saturday", "Anne", "--date", "2026-11-27")
    assert "--club is of a player" in shell.refused("correct", "Saturday", "--club", "Pegs")
