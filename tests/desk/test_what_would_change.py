"""Tests of what a decision would change, told before it is made, and of what open games can still change."""

import pytest

from host_tools.desk.events.archive import export_event
from host_tools.desk.events.entrants import withdraw_player
from host_tools.desk.intake.decisions import decide_lines
from host_tools.desk.intake.disputes import dispute
from host_tools.desk.intake.held_line_view import held_lines
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.review.decision_preview import NotDecidedError, previewing
from host_tools.desk.review.open_games import open_games
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from tests.desk.board_log import BoardLog, texts
from tests.desk.cli_runner import Shell
from tests.desk.conftest import cards, once


def enter(desk, table, pegs, number=1, **options):
    desk.do(
        lambda desk: enter_result(
            desk.acting("me", options.pop("reason", "")), number, table, cards(desk.event, pegs), **options
        )
    )


@once
def night(desk):
    """Eight players after one of two rounds, of whom two qualify: A of table 1, then A of table 2."""
    desk.create("acc", 8, rounds=2, fee=500)
    desk.do(seat_next, by="me")
    for table, loser in ((1, 60), (2, 80), (3, 95)):
        enter(desk, table, [121, loser])


def would(desk, command, *args, **options):
    """What a decision would change; nothing is changed."""

    def tried(desk):
        with previewing(desk):
            command(desk.acting("me"), *args, **options)

    before = desk.ask(export_event)
    with pytest.raises(NotDecidedError) as told:
        desk.do(tried)
    assert desk.ask(export_event) == before
    return told.value.changes


def who(desk, table, side="A"):
    return desk.ask(round_view, 1).tables[table - 1].sides[side][0]


def test_accepting_a_line_tells_who_would_qualify_and_win_what(night):
    night.do(import_lines, texts(BoardLog("b4", "Night").game(1, 4, 121, 30, signed=False)), by="me")
    (line,) = night.ask(held_lines)
    told = would(night, decide_lines, [line.line], "accepted")
    one, two, new = who(night, 1), who(night, 2), who(night, 4)
    assert f"{new} would qualify, as seed 1" in told
    assert f"{one} would be seed 2 instead of 1" in told
    assert f"{two} would not qualify, and is seed 2" in told
    assert any(text.startswith(f"{new} would win $") for text in told)
    assert f"{new} would have place 1 (3 pts) instead of place 4 (0 pts)" in told


def test_a_correction_tells_who_would_sit_elsewhere(desk):
    desk.create("bsg", 4, rounds=10)
    desk.do(seat_next, by="me")
    for table in (1, 2):
        enter(desk, table, [121, 90])
    told = would(desk, lambda desk: enter_result(desk.acting("me", "misread"), 1, 1, cards(desk.event, [90, 121])))
    assert any("would sit in round 2 at table" in text for text in told)


def test_seating_tells_who_would_sit_where(night):
    told = would(night, seat_next)
    assert sum("would sit in round 2 at table" in text for text in told) == 8


def test_withdrawing_tells_who_would_sit_elsewhere_and_a_draw_changes_no_seed(night):
    name = who(night, 3, "B")
    assert f"{name} would have no seat in round 2" in "; ".join(would(night, withdraw_player, name))
    night.do(seat_next, by="me")
    assert not [text for text in would(night, draw_bracket, 3) if "instead of" in text]


def test_what_changes_nothing_is_said_too(night):
    table = night.ask(round_view, 1).tables[0]
    again = would(
        night, lambda desk: enter_result(desk.acting("me", "sure"), 1, table.table, cards(desk.event, [121, 60]))
    )
    assert again == ["Nobody’s place, seed, seat or prize would change."]


# -- open games --------------------------------------------------------------------------------------------------------


def test_open_games_are_told_with_the_seeds_they_can_change(night):
    games = night.ask(open_games)
    assert games.games == [(1, 4, 1)]
    assert games.text == "1 game is open; it can still change seeds 1 to 2"
    assert games.places[who(night, 1)] == (1, 2)
    assert games.places[who(night, 2)] == (2, 3)
    assert games.places[who(night, 4)][0] == 1


def test_a_place_is_possible_if_and_only_if_some_result_gives_it(night):
    """Against all results there are, each entered and taken back."""
    found: dict[str, set[int]] = {}
    for pegs in [(121, loser) for loser in range(0, 121, 12)] + [(121, 120), (121, 91), (121, 90)]:
        for way in (pegs, pegs[::-1]):

            def entered(desk, way=way):
                with desk.session.begin_nested() as savepoint:
                    enter_result(desk.acting("me"), 1, 4, cards(desk.event, way))
                    places = [(one.name, one.rank) for one in compute_standings(desk)]
                    savepoint.rollback()
                return places

            for name, rank in night.do(entered):
                found.setdefault(name, set()).add(rank)
    for name, (best, worst) in night.ask(open_games).places.items():
        assert best <= min(found[name])
        assert max(found[name]) <= worst
        assert min(found[name]) == best


def test_a_disputed_game_is_open_and_a_finished_event_has_none(night):
    enter(night, 4, [121, 110])
    assert night.ask(open_games).text == "no game is open"
    night.do(dispute, 1, 2, by="me")
    assert night.ask(open_games).games == [(1, 2, 1)]
    assert night.ask(open_games).places[who(night, 2)][1] > 2


def test_too_many_games_are_said_to_be_too_many(desk):
    desk.create("acc", 24, rounds=3)
    desk.do(seat_next, by="me")
    assert desk.ask(open_games).text == "12 games are open: too many to say what they can still change"


# -- by command --------------------------------------------------------------------------------------------------------


def test_commands_say_what_would_change_and_change_nothing(tmp_path):
    (tmp_path / "p.csv").write_text("name\n" + "".join(f"P{i}\n" for i in range(1, 9)))
    shell = Shell(tmp_path)
    shell.json("create", "Night", "--roster", tmp_path / "p.csv", "--rounds", 2, "--seed", 1)
    assert "would sit in round 1 at table 1" in shell("seat", "Night", "--would").stdout
    shell.json("seat", "Night")
    before = shell("export", "Night").stdout
    place = ("--round", 1, "--table", 2, "--scores", "121,60")
    assert any("place 1 (3 pts)" in text for text in shell.json("enter", "Night", *place, "--would")["would"])
    assert "would have no seat" in shell("withdraw", "Night", "P3", "--would").stdout
    ways = shell.json("whatif", "Night", "--round", 1, "--table", 2)
    assert [one["scores"] for one in ways] == [[121, 105], [105, 121]]
    assert [one["standings"][0]["won"] for one in ways] == [1, 1]
    assert ways[0]["standings"][0]["name"] != ways[1]["standings"][0]["name"]
    assert shell("export", "Night").stdout == before
    assert shell.json("whatif", "Night")["text"].startswith("4 games are open")
