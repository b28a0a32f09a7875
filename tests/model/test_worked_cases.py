"""The model alone: the worked cases of the rules and the rows of the entry table."""

import pytest

from .board_model import BoardModel
from .key_script import NUMBERS, play
from .keys import MENU, OK
from .presets_table import NAMES, preset_named

FIVE, TWO, ONE, BACK = 2, 1, 0, 3


def board(preset="acc", teams=2, **settings):
    return BoardModel(preset, teams, settings)


def ruled(model, *decision):
    """A judge's decision over the link, to which two teams agree if asked; False if it is refused."""
    granted = model.judge(*decision)
    if phase(model) == "judge":
        play(model, "A+1:1001 B+1:1001")
    return granted


def at(model, **fronts):
    """Brings the fronts to these holes by the judge's awards, so that the count of presses does not matter."""
    for team, hole in fronts.items():
        ruled(model, "award", team, hole)
    return model


def front(model, team="A"):
    return model.state()["tracks"][team]["front"]


def back(model, team="A"):
    return model.state()["tracks"][team]["back"]


def pending(model, team="A"):
    return model.state()["tracks"][team]["pending"]


def phase(model):
    return model.state()["phase"]


def ended(preset, winner_from, loser_on, **settings):
    """The result of a game that A ends from `winner_from` by 8 against B on `loser_on`."""
    model = at(board(preset, **settings), A=winner_from, B=loser_on)
    return play(model, "A+5 A+2 A+1 OK B+1:1001").results[-1]


def test_a_move_leapfrogs_the_pegs():
    model = play(board(), "A+5 A+5 A+2 OK A+5 A+2 A+1 OK")
    assert (front(model), back(model)) == (20, 12)


def test_ok_in_idle_does_nothing():
    model = play(board(), "A+5 OK OK")
    assert (front(model), back(model), model.refused) == (5, 0, 0)


@pytest.mark.parametrize(
    ("preset", "loser_on", "points", "margin"),
    [
        ("acc", 91, {"A": 2, "B": 0}, 30),
        ("acc", 90, {"A": 3, "B": 0}, 31),
        ("acc", 61, {"A": 3, "B": 0}, 60),
        ("acc", 120, {"A": 2, "B": 0}, 1),
        ("acc", 60, {"A": 3, "B": 0}, 61),
        ("auclair", 61, {"A": -1, "B": 60}, 60),
        ("auclair", 60, {"A": -2, "B": 61}, 61),
        ("match4", 61, {"A": 2, "B": 0}, None),
        ("match4", 60, {"A": 4, "B": 0}, None),
        ("match3", 60, {"A": 3, "B": 0}, None),
        ("wins", 60, {"A": 1, "B": 0}, None),
        ("holes", 60, {"A": 121, "B": 60}, None),
    ],
)
def test_what_a_win_is_worth(preset, loser_on, points, margin):
    result = ended(preset, 117, loser_on)
    assert result["scores"] == {"A": 121, "B": loser_on}
    assert result["points"] == points
    assert result["spread"] == (margin and {"A": margin, "B": -margin})


@pytest.mark.parametrize(("loser_on", "is_over"), [(30, True), (31, False)])
def test_a_triple_skunk_can_be_the_match(loser_on, is_over):
    model = at(board("match3", games=9, triple=30, outright=3), A=117, B=loser_on)
    play(model, "A+5 OK B+1:1001 OK")
    assert (phase(model) == "match-over") is is_over


def test_auclair_night_of_four_rounds():
    model = board("auclair")
    total = 0
    for a, b in [(121, 100), (121, 100), (103, 121), (117, 121)]:
        first, second = sorted([("A", a), ("B", b)], key=lambda side: side[1])
        at(model, **dict([first, second]))
        total += model.results[-1]["points"]["A"]
        play(model, "OK OK")
    assert (total, model.state()["round"]) == (22, 5)


def test_nobody_pegs_after_the_game_hole():
    model = play(at(board(), A=121), "B+5 B+5 B+2")
    assert (front(model, "B"), model.refused, len(model.results)) == (0, 3, 1)


def test_an_overpeg_goes_back_and_over():
    model = at(board(), A=40, B=50)
    play(model, "A+5 A+2 A+1 OK")
    assert ruled(model, "retract", "A", 2)
    assert ruled(model, "award", "B", 2)
    assert (front(model, "A"), front(model, "B")) == (46, 52)


def test_going_back_stops_at_the_start():
    model = at(board(), A=6)
    ruled(model, "retract", "A", 10)
    assert (front(model), back(model)) == (0, 0)


def test_a_false_claim_costs_fifteen_and_can_lose_the_game():
    model = at(board(pin="1234"), A=110, B=110)
    ruled(model, "false-claim", "A", 112)
    assert (front(model, "A"), front(model, "B"), phase(model)) == (97, 119, "idle")
    ruled(model, "false-claim", "B", 119)
    assert (front(model, "A"), front(model, "B")) == (99, 104)
    ruled(model, "false-claim", "B", 90)
    assert (phase(model), model.state()["winner"], model.results[-1]["signed"]) == ("game-over", "A", True)


def test_a_press_too_many_is_refused():
    model = play(board(), "A+5 A+5 A+5 A+5 A+5 A+5 A+2 A+2 A+1")
    assert (pending(model), model.refused) == (29, 2)
    model = play(board("sevencard"), "A+5 " * 10)
    assert (pending(model), model.refused) == (45, 1)


@pytest.mark.parametrize(("wait", "expected"), [(1959, 0), (1960, 5)])
def test_a_count_is_committed_by_time(wait, expected):
    model = board()
    model.key_down(FIVE, 0)
    model.advance(40)
    model.key_up(FIVE, 40)
    model.advance(40 + wait)
    assert front(model) == expected


def test_another_team_commits_the_count_and_counts():
    model = play(board(), "A+5 B+2")
    assert (front(model, "A"), pending(model, "B")) == (5, 2)


def test_a_warned_amount_waits_for_ok():
    model = play(board(), "A+5 A+5 A+5 A+2 A+2 wait:9000 B+1 B<")
    assert (pending(model), phase(model), model.refused) == (19, "pending", 2)
    assert front(play(model, "OK")) == 19


def test_back_takes_presses_back():
    model = play(board(), "A+5 A+2 A<")
    assert (pending(model), phase(model)) == (5, "pending")
    assert phase(play(model, "A<")) == "idle"


def test_a_claim_is_signed_by_every_losing_team():
    model = at(board(teams=3), A=118, B=100, C=95)
    play(model, "A+5 wait:9000 B+1")
    assert (phase(model), model.refused) == ("claim", 1)
    play(model, "OK B+1:999")
    assert (phase(model), model.refused) == ("sign", 1)
    play(model, "B+1:1000")
    assert phase(model) == "sign"
    play(model, "C+5:1000")
    assert (phase(model), model.state()["winner"]) == ("game-over", "A")
    assert model.results[-1]["signed"]


@pytest.mark.parametrize("key", ["B<", "A<"])
def test_a_disputed_claim_keeps_its_presses(key):
    model = play(at(board(), A=118), "A+5 A+2 OK " + key)
    assert (phase(model), pending(model)) == ("claim", 7)


def test_without_sign_off_ok_ends_the_game():
    model = play(at(board("casual"), A=118), "A+5 OK")
    assert (phase(model), model.results[-1]["signed"]) == ("game-over", False)


def test_undo_is_agreed_by_another_team():
    model = play(board(), "A+5 OK A+2 OK A<")
    assert phase(model) == "undo"
    play(model, "B+1:1000")
    assert (phase(model), front(model), back(model)) == ("idle", 5, 0)
    assert front(play(model, "A< B<:1000")) == 0
    assert play(model, "A<").refused == 1


@pytest.mark.parametrize("cancel", ["A<", "B+1", "B+1:999", "wait:5000"])
def test_undo_is_cancelled(cancel):
    model = play(board(), "A+5 OK A< " + cancel)
    assert (phase(model), front(model)) == ("idle", 5)


def test_undo_without_sign_off_takes_ok():
    assert front(play(board("casual"), "A+5 OK A< OK")) == 0


def test_undo_without_sign_off_waits_and_another_team_goes_on():
    model = play(board("casual"), "A+5 OK A< wait:60000")
    assert phase(model) == "undo"
    play(model, "B+2")
    assert (phase(model), front(model), sum(model.presses)) == ("pending", 5, 2)


def test_undo_without_sign_off_is_left_at_standby():
    model = play(board("casual"), "A+5 OK A< wait:1900000")
    assert (phase(model), front(model)) == ("idle", 5)


def test_a_correction_cannot_be_undone_by_keys():
    model = play(board(), "A+5 OK")
    ruled(model, "award", "A", 2)
    assert play(model, "A<").refused == 1


def test_the_series_goes_on_until_it_is_decided():
    model = at(board("match4"), A=121, B=0)
    assert (phase(model), model.state()["points"]) == ("game-over", {"A": 4, "B": 0})
    play(model, "OK")
    assert (phase(model), model.state()["winner"]) == ("match-over", "A")
    play(model, "OK")
    assert (model.state()["round"], model.state()["game"], model.state()["points"]) == (2, 1, {"A": 0, "B": 0})


def test_status_shows_for_three_seconds_or_until_a_key():
    model = play(board(), "A+5 MENU")
    assert (phase(model), pending(model)) == ("status", 5)
    assert (phase(play(model, "B+1")), pending(model, "B")) == ("pending", 0)
    play(model, "MENU wait:2959")
    assert phase(model) == "status"
    assert phase(play(model, "wait:1")) == "pending"


@pytest.mark.parametrize(("ms", "expected"), [(1999, "status"), (2000, "setup")])
def test_menu_held_opens_setup_before_the_game(ms, expected):
    assert phase(play(board(), f"MENU:{ms}")) == expected


def test_setup_changes_preset_and_teams():
    model = play(BoardModel("acc", 2, tracks=4), "MENU:2000 C+1 A+2 OK")
    state = model.state()
    assert (state["preset"], list(state["tracks"]), state["phase"]) == ("bondurant", ["A", "B", "C"], "idle")


def test_menu_held_opens_the_judge_in_a_game():
    model = play(board(), "A+5 OK A+2 MENU:2000 A+1 OK B+5 B+5 OK B+1:1000")
    assert (front(model, "A"), pending(model, "A"), front(model, "B"), phase(model)) == (5, 0, 10, "idle")


def test_the_judge_needs_the_pin():
    model = play(board(pin="17"), "A+5 OK MENU:2000 A+1 OK A+5 A+2 OK A+1 OK A+5 A+2")
    assert (phase(model), model.refused) == ("judge", 0)
    model = play(board(pin="17"), "A+5 OK MENU:2000 A+1 OK A+5 OK")
    assert (phase(model), model.refused) == ("idle", 1)


def test_reopen_restores_the_game():
    model = play(at(board(), A=118, B=100), "A+5 OK B+1:1000 OK")
    assert phase(model) == "match-over"
    play(model, "OK")
    assert ruled(model, "reopen")
    assert (front(model), back(model), model.state()["round"], phase(model)) == (118, 0, 1, "idle")
    assert not ruled(model, "reopen")


def test_time_out_and_forfeit():
    model = at(board(), A=50, B=50)
    ruled(model, "timed-out")
    assert (model.results[-1]["winner"], model.results[-1]["points"]) == (None, {"A": 0, "B": 0})
    model = at(board(teams=3), A=50, B=40, C=60)
    ruled(model, "forfeit", "C")
    assert (model.results[-1]["winner"], model.results[-1]["spread"]) == ("A", {"A": 0, "B": 0, "C": 0})


def test_lowball_turns_the_claim_round():
    model = play(at(board("lowball"), A=120, B=7), "A+1 OK B+1:1000")
    assert model.state()["winner"] == "B"
    model = play(at(board("lowball", 3), A=120), "A+1 OK B+1:1000 C+1:1000")
    assert (phase(model), model.state()["winner"]) == ("game-over", None)


def test_the_dealer_gives_the_others_a_start():
    model = play(board("fivecard"), "OK A<")
    assert (phase(model), model.refused) == ("deal", 2)
    play(model, "A+5")
    assert (phase(model), front(model, "A"), front(model, "B")) == ("idle", 0, 3)


def test_the_waking_press_does_nothing_else():
    model = play(board(idle_ms=0), "A+5 wait:600000 A+5:5000 A+5")
    assert pending(model) == 10


def test_a_bounce_is_not_a_press():
    model = board()
    for key_change, t in [(model.key_down, 0), (model.key_up, 3), (model.key_down, 25), (model.key_up, 40)]:
        key_change(FIVE, t)
    for key_change, t in [(model.key_down, 70), (model.key_up, 85)]:
        key_change(FIVE, t)
    model.advance(150)
    assert pending(model) == 10


def test_keys_of_one_millisecond_are_heard_in_order():
    model = play(board(), "B+5")
    for key in (OK, MENU, NUMBERS["A+1"], NUMBERS["B+2"]):
        model.key_down(key, 100)
    model.advance(100)
    assert (front(model, "B"), front(model, "A"), phase(model)) == (7, 1, "idle")


def test_every_preset_ends_by_itself():
    for name in NAMES:
        model = board(name, sign_off=False)
        play(model, "A+1" if preset_named(name).start else "")
        play(model, "A+5 A+5 OK " * 16)
        assert model.results[0]["end"] == "played", name


def test_a_round_of_an_event_is_begun_by_ok_and_a_friendly_by_menu():
    model = play(board(event="open", round=3), "MENU:2000 MENU A+1 B+2 A< OK")
    assert (phase(model), model.state()["round"]) == ("round", 5)
    play(model, "MENU")
    assert (phase(model), model.state()["friendly"]) == ("idle", True)
    play(at(model, A=121), "OK")
    assert (phase(model), model.state()["round"], model.results) == ("round", 5, [])
    assert phase(play(model, "A+1")) == "pending"
    assert phase(play(model, "A<")) == "round"
    assert phase(play(model, "OK A+1")) == "pending"


def test_a_round_that_nobody_told_is_asked_about_before_it_is_signed():
    model = play(at(play(board(event="open"), "OK"), A=118), "A+5 OK")
    assert (phase(model), model.state()["round"]) == ("check", 1)
    assert phase(play(model, "B+5 OK")) == "sign"
    play(model, "B+1:1000")
    assert [line["round"] for line in model.results] == [6]


def test_a_win_goes_back_if_another_side_agrees():
    model = play(at(board(), A=118), "A+5 OK B+1:1000 A< B+1:1000")
    assert (phase(model), front(model)) == ("idle", 118)
    assert [line["end"] for line in model.results] == ["played", "reopened"]
