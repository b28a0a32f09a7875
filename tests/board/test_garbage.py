"""When garbage is collected, which takes a Pico 9 ms: a press in that time is lit late."""

import sys

import pytest

from firmware import garbage
from firmware.board import _AFTER_KEY_MS, _HARDLY_ANY_MEMORY, _LITTLE_MEMORY, _PIECES_APART


@pytest.fixture
def board(bench):
    """A board; `collected` are the times at which it collected garbage."""
    board = bench()
    board.collected = []
    collect = board.board._collect

    def collected() -> None:
        board.collected.append(board.now)
        collect()

    board.board._collect = collected
    return board


def leave(board, memory: int, pieces: int = _PIECES_APART) -> None:
    """Do so many pieces of work, the last of which leaves so much memory."""
    board.hal.memory_left = lambda: memory
    for _ in range(pieces):
        board.board.note_piece()


def test_not_while_there_is_memory(board):
    leave(board, _LITTLE_MEMORY)
    board.play("A+1 wait 5000")
    assert board.collected == []


def test_right_after_a_press_is_lit_if_little_is_left(board):
    leave(board, _HARDLY_ANY_MEMORY)
    board.wait(5000)
    assert board.collected == []
    pressed = board.now
    board.hold("A+1")
    assert board.collected
    assert board.collected[-1] - pressed < _AFTER_KEY_MS


def test_at_once_if_hardly_any_is_left(board):
    """A key that is held, as for a signature, is no reason to wait."""
    board.hold("A+1")
    board.wait(100)
    leave(board, _HARDLY_ANY_MEMORY - 1)
    board.wait(20)
    assert board.collected


@pytest.mark.parametrize("waits", ["a key", "a host"])
def test_in_a_step_of_its_own_once_neither_key_nor_host_waits(board, monkeypatch, waits):
    """Else a key that moves meanwhile would wait for both."""
    steps: list[list[str]] = []
    inner = board.board

    def note(name):
        call = getattr(inner, name)

        def noted():
            steps[-1].append(name)
            return call()

        monkeypatch.setattr(inner, name, noted)

    note("_play")
    note("_collect")
    if waits == "a host":
        monkeypatch.setattr(board.hal, "heard", lambda: not steps[:-1])
    else:
        monkeypatch.setattr(inner.keys, "all_read", lambda: bool(steps[:-1]))
    leave(board, _HARDLY_ANY_MEMORY - 1)
    for _ in range(2):
        steps.append([])
        inner.step(board.now + 1)
    assert steps == [["_play"], ["_collect"]]


def test_not_again_at_once_where_it_frees_little(board):
    leave(board, 0)
    board.play("A+1")
    assert len(board.collected) == 1
    leave(board, 0, _PIECES_APART - 1)
    board.play("A+1 wait 5000")
    assert len(board.collected) == 1


def test_the_one_of_a_start_marks_in_order(bench, monkeypatch):
    begun: list[bool] = []
    monkeypatch.setattr(garbage, "collect", lambda: begun.append("order" in sys._getframe(1).f_locals))
    bench()
    assert begun == [True]
