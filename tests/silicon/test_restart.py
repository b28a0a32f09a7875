"""Power cuts, resets and the prompt: pegs stay where they were, and the board can be used."""

import pytest

from tests.silicon.conftest import LED, LOADED_MS, lit
from tests.silicon.forked_boards import Copy


@pytest.mark.parametrize(("operation", "part"), [("erase", 0.5), ("program", 0.4)])
def test_power_cut_within_an_operation_of_the_flash(board: Copy, operation: str, part: float) -> None:
    """What was shown before the move that the power went in is there, that move all or not at all; and play goes on."""
    board.cut(operation, part)
    moves = 0
    while not board.dead():
        moves += 1
        assert moves < 20, "no such operation"
        board.play("A+1 OK")
    board.power_on()
    board.await_frame()
    status = board.ask(LOADED_MS, do="status")[0]
    front = status["tracks"]["A"]["front"]
    assert front in (moves - 1, moves)
    assert lit(board)[0] == LED[front or 121]
    assert (status["notes"], status["faults"]) == ([], 0)
    board.play("B+2 OK")
    assert lit(board)[1] == LED[2]


def test_ctrl_c_gives_a_prompt_and_a_soft_reset_the_game(board: Copy) -> None:
    board.play("A+5 OK")
    board.said()
    board.send(b"\x03")
    board.await_text("Enter within 10 s: the prompt")
    board.press("B+1")
    assert lit(board)[:2] == [LED[5], LED[1]]
    board.send(b"\r")
    board.await_text(">>> ")
    board.send(b"import os; print(sorted(os.listdir()))\r\n")
    assert "'boot.py'" in board.await_text("\n>>> ")
    board.send(b"\x04")
    board.await_text("soft reboot")
    board.await_frame()
    assert lit(board)[:2] == [LED[5], LED[121]]
    board.press("B+1")
    assert lit(board)[:2] == [LED[5], LED[1]]


def test_menu_held_at_power_on_and_let_go_leaves_the_prompt(board: Copy) -> None:
    board.power_off()
    board.power_on()
    board.down("MENU")
    board.run(500)
    board.up("MENU")
    board.await_text(">>> ", 3000)
    assert not any(board.frames())
