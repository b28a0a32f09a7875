"""A short soak test: broker and desks are killed, and every result is counted once, in order."""

import pytest

from host_tools.live.soak import SoakPlan, soak
from tests.installed import mosquitto

PLAN = SoakPlan(boards=6, games=4, kills=5, stops=2, stop_s=6, cut=60, deaths=6, desks=2, sleeps=2)


@pytest.mark.deep
@pytest.mark.slow
def test_every_result_counts_once_whatever_dies():
    mosquitto()
    result = soak(PLAN)
    assert result.results >= PLAN.boards * PLAN.games
    assert (result.lost, result.doubled, result.disordered, result.held, result.unacknowledged) == (0, 0, 0, 0, 0)
    assert (result.again, result.absences > 0, result.sleeps) == (0, True, 2)
    assert result.scores == 2 * result.results
    assert (result.kills, result.stops) == (PLAN.kills, PLAN.stops)
    assert result.files[1] <= result.files[0] + 2
