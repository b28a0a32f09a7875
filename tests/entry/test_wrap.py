"""Board time wraps at 2**30 ms: nobody at the table notices."""

import pytest

WRAP = 1 << 30


def evening(board):
    """A game with counts that fall due by time, an undo, a status, a signature; what there is to see, in order."""
    seen = []
    for text in (
        "A+5 A+5 wait 2000",
        "B+5 A+5 A+1 OK",
        "A< B+1:1000",
        "A< wait 5100",
        "MENU wait 3100",
        "A+5 A+5 A+5 A+2 A+2 wait 4000 A< OK",
        *["A+5 A+5 A+5 A+5 OK"] * 4,
        "A+5 A+5 A+5 A+5 OK",
        "B+1:999 wait 50 B+2:1000",
    ):
        board.play(text)
        seen.append((board.phase, board.fronts(), board.refused))
    return seen


def length_of_an_evening(bench):
    board = bench()
    evening(board)
    return board.now


@pytest.mark.parametrize("part", [0, 3, 6, 9])
def test_game_across_the_wrap_goes_as_any_other(bench, part):
    usual = bench()
    wrapping = bench(now=WRAP - length_of_an_evening(bench) * part // 9)
    seen = evening(wrapping)
    assert seen == evening(usual)
    assert seen[-1][0] == "game-over"
    assert wrapping.results[0] == usual.results[0]


def test_board_s_own_clock_wraps_too(bench):
    """It goes on where it stood at the last event, so it reaches the wrap on its own after enough power cuts."""
    board = bench().play("A+5 OK")
    board.now += WRAP - board.board.clock.now - 1000
    board.step()
    board.play("A+5")
    before = board.pegs("A")
    board.wait(2000)
    assert board.board.clock.now < 3000
    assert (before, board.pegs("A")) == ((5, 0, 0), (5, 0, 0))
