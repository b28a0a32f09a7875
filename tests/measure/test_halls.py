"""Test of the benchmark of an event of many halls: a small one, with all its parts."""

from functools import partial

import pytest

from tests import installed
from tests.measure import hall_boards
from tests.measure.postgresql import ServerError
from tests.own_thread import in_own_thread


@pytest.mark.deep
def test_two_desks_share_the_boards_and_every_result_is_acknowledged():
    installed.mosquitto()
    try:
        figures = in_own_thread(partial(hall_boards.measure, 8, 2, 4, 4, ramp_s=1))
    except ServerError as error:
        pytest.skip(str(error))
    assert (figures.boards, figures.desks, figures.lost) == (8, 2, 0)
    assert figures.burst_s > 0
    assert figures.state_cpu_ms > 0
    assert figures.result_cpu_ms > 0
    assert 0 < figures.phone_ms[0] <= figures.phone_ms[1]
    assert set(figures.cores) == set(figures.memory_mb) == {"broker", "desks", "database"}
