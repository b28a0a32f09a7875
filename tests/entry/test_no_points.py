"""A hand or crib that scores nothing is told as a count that is taken back to nothing, and OK."""

import pytest

DEALT = "B+2 OK A+1 OK B+5 B+2 B+1 OK"
"""A deal of A's, up to B's hand."""


@pytest.fixture
def dealt(bench):
    board = bench(preset="casual")
    board.ask({"do": "deal", "seat": 0})
    return board.play(DEALT)


def deals(board):
    return board.board.match.deal_seat()


def test_two_of_them_turn_the_deal_and_move_no_peg(dealt):
    dealt.play("A+1 A< OK")
    assert deals(dealt) == 0
    dealt.play("A+5 A+2 A< A< OK")
    assert deals(dealt) == 1
    assert [track["front"] for track in dealt.state["tracks"].values()] == [1, 10]


@pytest.mark.parametrize("keys", ["OK OK", "A+1 A< B+1 B< A< A< OK OK", "A+1 A< A+2 OK OK OK"])
def test_ok_alone_tells_nothing(dealt, keys):
    before = dealt.board.match.turn.state[:]
    dealt.play(keys)
    assert dealt.board.match.pointless == -1
    if "+" not in keys:
        assert dealt.board.match.turn.state == before


@pytest.mark.parametrize("keys", ["A+1 A< OK", DEALT + " A+1 A< OK"])
def test_a_board_that_does_not_know_who_deals_is_told_nothing(bench, keys):
    board = bench(preset="casual").play(keys)
    assert (board.board.match.pointless, deals(board)) == (-1, -1)


def test_it_stands_in_the_journal(dealt):
    dealt.play("A+1 A< OK A+1 A< OK")
    dealt.cut()
    assert deals(dealt) == 1
