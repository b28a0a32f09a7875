"""What a board says after the watchdog has reset it: what it was doing."""

import pytest

from firmware.link.dispatch import HANDLERS
from firmware.reset_report import ACTIVITIES


@pytest.mark.parametrize(
    ("trace", "task", "phase"),
    [(0, "play", "deal"), (0x0112, "flash", "status"), (0x0C02, "results", "pending"), (0x7F0F, "127", "15")],
)
def test_the_note_names_task_and_phase(bench, trace, task, phase):
    board = bench()
    kept = []
    board.board.hal.reset_trace = (trace, 312_900, 41)
    board.board.hal.keep_reset = kept.append
    list(board.board._begin())
    assert [error.message for error in kept] == [{"code": "watchdog", "task": task, "phase": phase, "s": 312, "ms": 41}]


def test_what_is_loaded_after_the_first_frame_is_named(bench):
    board = bench()
    kept = []
    board.board.hal.trace = kept.append
    board.board.loaded, board.board._work = False, board.board._begin()
    board.step()
    assert ACTIVITIES[kept[-1] >> 8] == "load"


def test_every_request_has_its_name():
    assert sorted(HANDLERS) == ACTIVITIES[5:]
