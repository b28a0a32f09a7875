"""Tests that every result reaches the players who played it, whatever boards claim."""

import time
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from host_tools.desk.errors import DeskError
from host_tools.desk.intake.decisions import Place, decide_lines
from host_tools.desk.intake.held_line_view import held_lines
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.i18n import message
from tests.desk.board_log import BoardLog, texts
from tests.desk.cli_runner import Shell
from tests.desk.conftest import once
from tests.desk.play_tables import enter, seat_and_play

HOUR = 3600
KEY = "00112233445566778899aabbccddeeff"


@once
def night(desk):
    """Four players in the first of three rounds; boards seal their results."""
    desk.create("acc", rounds=3, key=KEY)
    desk.do(seat_next)


@once
def later(desk):
    """All three rounds are seated."""
    desk.create("acc", rounds=3, key=KEY)
    for _ in range(3):
        desk.do(seat_next)


@once
def play_off(desk):
    """Eight players have played a round; the best two meet in round 2, in a match of five."""
    desk.create("acc", 8, rounds=1, key=KEY)
    seat_and_play(desk, 1)
    desk.do(draw_bracket, 5)
    desk.do(seat_next)


def board(name="b1", preset="acc", **options):
    return BoardLog(name, **{"event": "Night", "key": bytes.fromhex(KEY), "preset": preset} | options)


def read(desk, *lines):
    return desk.do(import_lines, texts(*lines), by="me")


def held(desk):
    return desk.ask(held_lines)


def why(desk):
    return [" ".join(line.reasons) for line in held(desk)]


def accept(desk, *lines, **place):
    return desk.do(decide_lines, [line.line for line in lines], "accepted", by="me", place=Place(**place))


def found(desk, *kinds):
    return [one for one in desk.ask(find_problems) if one.kind in kinds]


def nets(desk):
    return sorted(one.net for one in desk.ask(compute_standings))


def played(desk):
    return sum(one.played for one in desk.ask(compute_standings))


# -- a round that is not the board's -----------------------------------------------------------------------------------


def test_a_board_one_round_ahead_is_held_before_and_after_its_round_is_seated(night):
    read(night, board().game(2, 1, 121, 90))
    for _ in range(2):
        assert (why(night), played(night)) == (["early"], 0)
        night.do(seat_next)
    assert [(one.round, one.table) for one in found(night, "missing")][2:4] == [(2, 1), (2, 2)]


@pytest.mark.parametrize("told", ["began", "at"])
def test_a_game_older_than_the_seating_of_its_round_is_held(later, told):
    log, now = board(), int(time.time())
    log.game(1, 1, 121, 90, began=now, at=now)
    log.game(2, 1, 121, 80, **{told: now - HOUR})
    read(later, *log.lines)
    assert (why(later), played(later)) == (["older"], 2)


def test_a_board_one_round_behind_is_held_where_its_table_did_not_play_the_round_before(later):
    """It still shows round 1, which nobody has played there, when round 2 is played."""
    with later.store.write() as session:
        for number, ago in ((1, HOUR), (2, 60)):
            at = datetime.fromtimestamp(time.time() - ago, UTC).isoformat(timespec="seconds")
            session.execute(text("UPDATE sitting SET at = :at WHERE round = :number"), {"at": at, "number": number})
    read(later, board().game(1, 1, 121, 90, began=int(time.time())))
    assert (why(later), played(later)) == (["later"], 0)


def test_a_result_for_a_table_that_there_is_not_is_held(night):
    read(night, board().game(1, 9, 121, 90))
    assert why(night) == ["early"]
    with pytest.raises(DeskError, match="nobody has been seated"):
        accept(night, *held(night))


# -- games that a round does not have ----------------------------------------------------------------------------------


def test_a_second_game_at_a_table_of_one_game_adds_no_points(night):
    log = board()
    log.game(1, 1, 121, 90)
    log.game(1, 1, 121, 80, game=2)
    read(night, *log.lines)
    assert (why(night), nets(night)) == (["game"], [-31, 0, 0, 31])
    with pytest.raises(DeskError, match="table 1 in round 1 has 1 game, not game 2"):
        enter(night, 1, 1, (121, 90), game=2)


def final(desk):
    return desk.ask(bracket_view).rounds[-1][0]


def test_play_off_games_that_a_board_numbers_as_rounds_are_held_and_can_be_put_right(play_off):
    log = board(preset="best5")
    read(play_off, log.game(2, 1, 121, 90), log.game(3, 1, 121, 80))
    assert final(play_off).won == (1, 0)
    accept(play_off, *held(play_off), round=2, game=2)
    assert (final(play_off).won, held(play_off)) == ((2, 0), [])


def test_a_match_is_carried_by_its_boards_lines(play_off):
    log = board(preset="best5")
    for game, pegs in enumerate([(90, 121), (121, 90), (121, 90), (121, 90)], 1):
        assert [one.text for one in play_off.ask(find_problems)] == ["no result"]
        read(play_off, log.game(2, 1, *pegs, game=game))
    assert (final(play_off).won, bool(final(play_off).winner)) == ((3, 1), True)
    assert play_off.ask(find_problems) == []
    read(play_off, log.game(2, 1, 121, 100, game=5))
    assert why(play_off) == ["game"]


def test_a_game_of_a_match_under_the_event_s_preset_is_held(play_off):
    read(play_off, board().game(2, 1, 121, 90))
    assert (why(play_off), final(play_off).won) == (["preset"], (0, 0))
    accept(play_off, *held(play_off))
    assert final(play_off).won == (1, 0)


def test_a_game_accepted_under_another_preset_is_worth_what_the_round_s_preset_says(night):
    read(night, board(preset="match4").game(1, 1, 121, 60))
    assert why(night) == ["preset"]
    accept(night, *held(night))
    assert night.ask(compute_standings)[0].points == 3


# -- another event's boards --------------------------------------------------------------------------------------------


def test_last_week_s_boards_are_held_in_an_event_of_the_same_name_without_a_key(tmp_path):
    (tmp_path / "last").mkdir()
    (tmp_path / "players.csv").write_text("name\nAnn\nBo\nCid\nDee\n")
    last, tonight = Shell(tmp_path / "last"), Shell(tmp_path)
    for shell in (last, tonight):
        shell.made = shell.json("create", "Night", "--roster", tmp_path / "players.csv", "--rounds", 3, "--no-key")
        shell.json("seat", "Night")
    lines = [BoardLog(f"b{table}", last.made["id"]).game(1, table, 121, 90) for table in (1, 2)]
    taken = tonight.json("import", "Night", "-", stdin="\n".join(lines))
    assert [one["reasons"][0] for one in taken["held"]] == ["foreign", "foreign"]
    assert len(tonight.json("decide", "Night", "foreign", "--refuse")["lines"]) == 2
    assert {one["kind"] for one in tonight.json("check", "Night")} == {"missing"}


def test_a_board_that_was_told_no_event_is_held(night):
    read(night, board(event="", key=b"").game(1, 1, 121, 90))
    assert why(night) == ["no-event unsealed"]


# -- boards that contradict each other ---------------------------------------------------------------------------------


@pytest.mark.parametrize("taken", [0, 1])
def test_of_two_boards_that_disagree_either_can_be_taken(night, taken):
    read(night, board("b1").game(1, 1, 121, 90))
    read(night, board("b2").game(1, 1, 80, 121))
    (differ,) = found(night, "boards-differ")
    assert [one.result for one in differ.held] == ["A 121, B 90", "A 80, B 121"]
    assert played(night) == 0
    assert accept(night, differ.held[taken]).refused == [differ.held[1 - taken].line]
    assert (nets(night), held(night)) == ([[-31, 0, 0, 31], [-41, 0, 0, 41]][taken], [])


def test_a_board_that_names_another_table_is_held_until_the_director_moves_it(later):
    b1, b2 = board("b1"), board("b2")
    read(later, b1.game(1, 1, 121, 90), b2.game(1, 2, 121, 91))
    read(later, b1.game(2, 2, 121, 92), b2.game(2, 1, 121, 93))
    assert (why(later), played(later)) == (["moved", "moved"], 4)
    accept(later, *held(later))
    read(later, b1.game(3, 2, 121, 94), b2.game(3, 1, 121, 95))
    assert (held(later), played(later)) == ([], 12)


def test_a_board_that_names_two_tables_in_one_round_is_believed_in_neither(night):
    log = board()
    read(night, log.game(1, 1, 121, 90), log.game(1, 2, 121, 91))
    assert (why(night), played(night)) == (["moved", "moved"], 0)


def test_a_game_of_three_sides_at_a_table_of_two_is_held_and_still_missing(night):
    read(night, board().game(1, 1, 121, 90, 80))
    assert why(night) == ["sides"]
    (line,) = held(night)
    assert found(night, "missing")[0].text == f"no result that counts: line {line.line} is held"
    with pytest.raises(DeskError, match="has 3 sides"):
        accept(night, line)


# -- what is said about it ---------------------------------------------------------------------------------------------


def test_nothing_is_said_to_be_missing_only_where_it_is_true(desk, tmp_path):
    desk.create("acc", rounds=3, key=KEY)
    check = Shell(tmp_path)
    assert "no round has been seated yet" in check("check", "Night").stdout
    desk.do(seat_next)
    assert "no result" in check("check", "Night").stdout
    read(desk, board("b1").game(1, 1, 121, 90), board("b2").game(1, 2, 121, 91))
    assert "nothing is missing and nothing disagrees in round 1 of 3" in check("check", "Night").stdout
    unseated = message("desk.error.round_not_seated", round=2, event="Night")
    assert unseated in check.refused("check", "Night", "--round", 2)


# -- games nobody pegged out -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "pegs", "words", "expected"),
    [
        ("acc", "80,75", ("--ended", "timed-out"), [(2, 5), (0, -5)]),
        ("holes", "10,0", ("--ended", "forfeit", "--forfeits", "A"), [(0, 0), (115, 0)]),
    ],
)
def test_what_was_not_played_to_the_target_is_no_skunk(desk, tmp_path, format, pegs, words, expected):
    """(points, net) of a table's players, side A's first."""
    desk.create(format, rounds=3)
    desk.do(seat_next)
    Shell(tmp_path).json("enter", "Night", "--round", 1, "--table", 1, "--scores", pegs, *words)
    worth = {one.id: (one.points, one.net) for one in desk.ask(compute_standings)}
    assert [worth[id] for (id,) in desk.ask(round_view).tables[0].ids.values()] == expected


def test_lines_of_version_2_are_read_and_checked(night):
    line = board().game(1, 1, 121, 90, judged=2, muggins=True, began=int(time.time()))
    assert read(night, line).new == 1
    unsealed = board(key=b"").game(1, 1, 121, 90)
    for old, new, told in (
        ('"judged":0', '"judged":-1', "judged: a whole number"),
        ('"muggins":false', '"muggins":0', message("desk.line.muggins")),
        ('"began":null', '"began":"now"', message("desk.line.clock", field="began")),
        ('"began":null,', "", message("desk.line.began")),
    ):
        assert told in read(night, unsealed.replace(old, new)).refused[0]


def test_lines_of_version_1_are_read(night):
    log = board()
    log.version = 1
    line = log.game(1, 1, 121, 90)
    assert "judged" not in line
    assert (read(night, line).held, played(night)) == ([], 2)
