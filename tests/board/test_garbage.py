"""When garbage is collected, which takes a Pico 14 ms: a press in that time is lit late."""

import pytest

from firmware.board import _AFTER_KEY_MS, _HARDLY_ANY_MEMORY, _LITTLE_DONE_US, _LITTLE_MEMORY, _PIECES_APART


@pytest.fixture
def board(bench):
    """A board that has worked since the last collection; `collected` are the times of those since."""
    board = bench()
    board.collected = []
    board.board._collect = lambda: board.collected.append(board.now)
    for _ in range(_PIECES_APART):
        board.board.note_piece()
    return board


def leave(board, memory: int) -> None:
    board.hal.memory_left = lambda: memory
    board.board.note_piece()


def test_not_while_there_is_memory(board):
    leave(board, _LITTLE_MEMORY)
    board.play("A+1 wait 5000")
    assert board.collected == []


def test_right_after_a_press_is_lit_if_little_is_left(board):
    leave(board, _HARDLY_ANY_MEMORY)
    board.wait(900)
    assert board.collected == []
    pressed = board.now
    board.hold("A+1")
    assert board.collected
    assert board.collected[-1] - pressed < _AFTER_KEY_MS


def test_while_no_key_moves_only_if_hardly_any_is_left(board):
    leave(board, _HARDLY_ANY_MEMORY)
    board.wait(5000)
    assert board.collected == []
    leave(board, _HARDLY_ANY_MEMORY - 1)
    board.wait(5000)
    assert board.collected


def test_not_in_a_step_that_has_done_much(board):
    """Keys would wait for both."""
    leave(board, _HARDLY_ANY_MEMORY)
    ticks_us = board.board._ticks_us
    board.board._ticks_us = lambda: board.board.clock.began_us + _LITTLE_DONE_US
    board.play("A+1")
    assert board.collected == []
    board.board._ticks_us = ticks_us
    board.play("A+1")
    assert board.collected


def test_not_again_at_once_where_it_frees_little(board):
    del board.board._collect
    leave(board, 0)
    board.play("A+1")
    board.board._collect = lambda: board.collected.append(board.now)
    leave(board, 0)
    board.play("A+1 wait 5000")
    assert board.collected == []
