"""Power cuts, resets and the prompt: pegs stay where they were, and the board can be used."""

import pytest

from host_tools.usb.sans_io.exchange import exchange
from host_tools.usb.sans_io.problem import Problem
from tests.deep_cases import deep
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
    board.send(b"import machine, os; print(machine.freq(), sorted(os.listdir()))\r\n")
    told = board.await_text("\n>>> ")
    assert "\n200000000 [" in told
    assert "'boot.py'" in told
    board.send(b"\x04")
    board.await_text("soft reboot")
    board.await_frame()
    assert lit(board)[:2] == [LED[5], LED[121]]
    # While it loads what the first frame did not need.
    for count in range(1, 8):
        board.press("B+1", after=60)
        assert lit(board)[:2] == [LED[5], LED[count]]
    assert board.ask(LOADED_MS, do="status")[0]["key_us"]["longest"] < 30_000


def say_hello(board: Copy) -> None:
    conversation = exchange(7, '{"id":7,"do":"hello"}', "hello", 3)
    text, _ = next(conversation)
    while True:
        board.send(text.encode())
        board.run(1000)
        text, _ = conversation.send((board.said(), board.now_ms() / 1000))


@pytest.mark.parametrize("left", ["\x05A\x01open('mine.txt', 'w').wri", *deep("", "import o")])
def test_a_host_that_was_killed_leaves_a_prompt_of_which_the_next_tells_that_the_firmware_is_there(
    board: Copy, left: str
) -> None:
    """It has sent the raw prompt nothing, half a line or half a paste, of which nothing is run."""
    for text, answer in {"\x03": "Enter within", "\r": ">>> ", "\x01": "to exit\r\n>"}.items():
        board.send(text.encode())
        board.await_text(answer)
    board.send(left.encode())
    with pytest.raises(Problem) as found:
        say_hello(board)
    assert found.value.code == "stopped"
    board.send(b"import os; print(sorted(os.listdir()))\r\n")
    assert "mine.txt" not in board.await_text("]")


def test_menu_held_at_power_on_and_let_go_leaves_the_prompt(board: Copy) -> None:
    board.power_off()
    board.power_on()
    board.down("MENU")
    board.run(500)
    board.up("MENU")
    board.await_text(">>> ", 3000)
    assert not any(board.frames())
