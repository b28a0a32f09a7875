"""Keys held to agree, and MENU: what counts is the whole millisecond named, not one less."""

import pytest


def at_sign(bench, **settings):
    """A board on which A claims from 120 and the others, on 5 and further, have to sign."""
    board = bench(**settings)
    for _ in range(6):
        board.peg("A", 20)
    for n, team in enumerate("BCD"[: board.board.match.teams - 1]):
        board.peg(team, 5 + n)
    return board.play("A+1 OK")


def hold(board, key, ms, every=1):
    board.hold(key)
    board.wait(ms, every)
    board.hold()


@pytest.mark.parametrize(("ms", "phase"), [(999, "sign"), (1000, "game-over"), (1001, "game-over")])
@pytest.mark.parametrize("key", ["B+1", "B+2", "B+5"])
def test_loser_signs_by_holding_a_score_key_for_a_second(bench, key, ms, phase):
    board = at_sign(bench)
    hold(board, key, ms)
    assert board.phase == phase


def test_hold_of_a_second_signs_even_when_the_board_only_looks_as_the_key_is_let_go(bench):
    board = at_sign(bench)
    hold(board, "B+1", 1000, every=1000)
    assert (board.phase, board.results[0]["signed"]) == ("game-over", True)


def test_two_short_holds_do_not_add_up_to_a_signature(bench):
    board = at_sign(bench)
    hold(board, "B+1", 600)
    board.wait(50)
    hold(board, "B+1", 600)
    assert board.phase == "sign"


def test_other_key_of_the_same_team_neither_signs_nor_breaks_the_hold(bench):
    board = at_sign(bench)
    board.hold("B+1")
    board.wait(500)
    board.hold("B+1", "B+2")
    board.wait(40)
    board.hold("B+1")
    board.wait(440)
    board.hold("B+1", "B+5")
    board.wait(20)
    assert board.phase == "game-over"


def test_key_held_since_before_the_claim_does_not_sign(bench):
    board = bench()
    for _ in range(6):
        board.peg("A", 20)
    board.play("A+1")
    board.hold("B+1")
    board.hold("B+1", "OK")
    assert board.phase == "sign"
    board.wait(3000)
    assert board.phase == "sign"


def test_all_losers_have_to_sign_and_their_holds_need_not_overlap(bench):
    board = at_sign(bench, tracks=4, teams=4)
    for team, phase in (("D", "sign"), ("B", "sign"), ("C", "game-over")):
        hold(board, f"{team}+1", 1000)
        board.wait(3000)
        assert board.phase == phase


@pytest.mark.parametrize("key", ["A<", "B<", "C<"])
def test_back_in_sign_drops_every_signature_and_keeps_the_presses(bench, key):
    board = at_sign(bench, tracks=3, teams=3)
    hold(board, "B+1", 1000)
    board.play(key)
    assert (board.phase, board.pegs("A")[2]) == ("claim", 1)
    board.play("OK")
    hold(board, "C+1", 1000)
    assert board.phase == "sign"


@pytest.mark.parametrize(("ms", "front"), [(999, 5), (1000, 0)])
def test_other_team_confirms_an_undo_by_holding_for_a_second(bench, ms, front):
    board = bench().play("A+5 OK A<")
    hold(board, "B+1", ms)
    assert (board.pegs("A")[0], board.phase) == (front, "idle")


@pytest.mark.parametrize(("ms", "phase"), [(4999, "undo"), (5000, "idle")])
def test_undo_left_alone_is_cancelled_after_five_seconds(bench, ms, phase):
    board = bench().play("A+5 OK")
    board.hold("A<")
    board.wait(ms, every=1)
    assert (board.phase, board.pegs("A")[0]) == (phase, 5)


@pytest.mark.parametrize(("ms", "phase"), [(1999, "status"), (2000, "judge")])
def test_menu_is_a_tap_below_two_seconds_and_a_hold_from_there(bench, ms, phase):
    board = bench().play("A+5 OK")
    hold(board, "MENU", ms)
    assert board.phase == phase


def test_menu_hold_is_a_hold_even_when_the_board_only_looks_as_it_is_let_go(bench):
    board = bench().play("A+5 OK")
    hold(board, "MENU", 2000, every=2000)
    assert board.phase == "judge"


@pytest.mark.parametrize(("ms", "phase"), [(2999, "status"), (3000, "idle")])
def test_status_shows_for_three_seconds(bench, ms, phase):
    board = bench().play("A+5 OK")
    hold(board, "MENU", 40)
    board.wait(ms, every=1)
    assert board.phase == phase


@pytest.mark.parametrize(("ms", "pending"), [(1999, 5), (2000, 0)])
def test_count_is_committed_when_its_idle_time_is_over(bench, ms, pending):
    board = bench()
    board.hold("A+5")
    board.wait(ms, every=1)
    assert board.pegs("A")[2] == pending


@pytest.mark.parametrize("ms", [500, 60000])
def test_idle_time_is_the_organiser_s(bench, ms):
    board = bench(idle_ms=ms)
    board.hold("A+5")
    board.wait(ms - 1, every=ms - 1)
    assert board.phase == "pending"
    board.wait(1)
    assert board.phase == "idle"


def test_idle_time_of_nought_never_commits(bench):
    board = bench(idle_ms=0).play("A+5")
    board.wait(500000, every=1000)
    assert board.pegs("A") == (0, 0, 5)


@pytest.mark.parametrize(("ms", "phase"), [(59999, "judge"), (60000, "idle")])
def test_menu_left_alone_for_a_minute_closes(bench, ms, phase):
    board = bench().play("A+5 OK")
    board.hold("MENU")
    board.wait(2000)
    board.wait(ms, every=ms)
    assert board.phase == phase


@pytest.mark.parametrize(("ms", "asleep"), [(599999, False), (600000, True)])
def test_board_dims_after_ten_minutes_and_the_waking_press_scores_nothing(bench, ms, asleep):
    board = bench().play("A+5 OK")
    board.hold("B+1")
    board.wait(2000)
    board.hold()
    board.wait(ms - 2000, every=ms - 2000)
    assert board.board.console.asleep is asleep
    board.play("A+5")
    assert board.pegs("A")[2] == (0 if asleep else 5)
    board.play("A+2")
    assert board.pegs("A")[2] == (2 if asleep else 7)
