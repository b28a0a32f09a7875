"""A board that loads what its first frame did not need: keys are heard meanwhile, hosts afterwards."""

import pytest

from firmware.board import Board
from host_tools.sim.virtual.board import key_mask
from host_tools.sim.virtual.hal import VirtualHal
from tests.firmware_build.test_loading_order import LOADED_LATER


@pytest.fixture
def board(tmp_path):
    """A board that hears keys, and has not loaded the rest."""
    board = Board(VirtualHal(2, str(tmp_path)))
    while board.actions.deferred:
        board.step(0)
    return board


def load(board, now):
    while not board.loaded:
        board.step(now)


def test_a_key_counts_and_is_lit_while_a_module_loads(board):
    handlers = board.link.load_handlers
    seen = []

    def load_handlers():
        board.hal.keys_down(key_mask("A+2"))
        seen.append(board.play_on(20))
        seen.append((board.console.count.total, board.measures.frames))
        handlers()

    board.link.load_handlers = load_handlers
    frames = board.measures.frames
    load(board, 10)
    assert seen == [True, (2, frames + 1)]


def test_in_any_other_step_what_was_checked_stays_so(board):
    assert not board.play_on(10)
    load(board, 10)
    assert not board.play_on(20)


def test_a_menu_that_is_wanted_before_it_is_loaded_opens_then(board):
    menu = key_mask("MENU")
    menus = board.console.menus
    board.hal.keys_down(menu)
    board._work, work = iter([None] * 100), board._work
    for now in range(10, 2300, 100):
        board.step(now)
    assert (menus.wanted, menus.showing) == (2, 0)
    board._work = work
    load(board, 2300)
    assert (menus.wanted, menus.showing) == (0, 2)


def test_a_request_comes_before_work_that_can_wait(board):
    load(board, 10)
    board._calm_work = iter([None] * 1000)
    assert board.keys.at_rest(board.clock.now + 5000)
    board.hal.receive('{"id":1,"do":"hello"}\n')
    for now in range(5000, 5400, 10):
        board.step(now)
    assert '"ok": true' in "".join(board.hal.take_sent_lines())


def test_displays_and_faults_are_looked_for_while_a_host_asks_on(board):
    load(board, 10)
    for now in range(5000, 9000, 10):
        board.hal.receive('{"id":1,"do":"hello"}\n' * 2)
        board.step(now)
    assert board.display_loader.sought_at > 5000


def test_modules_are_loaded_one_after_another(board):
    """In an order in which none loads another: `tests/firmware_build/test_loading_order.py`."""
    work, names = board._work, []

    def noted():
        for piece in work:
            if piece:
                names.append(piece)
                # What loads it, loads it while keys are heard.
                assert board._loading
            yield piece

    board._work = noted()
    load(board, 10)
    assert names == list(LOADED_LATER)
