"""A short soak test: broker and desks are killed, and every result is counted once, in order."""

import pytest

from host_tools.live.soak import SoakPlan, soak
from tests.installed import mosquitto

SMALL = SoakPlan(boards=3, games=2, kills=2, stops=1, stop_s=0.5, cut=60, deaths=4, desks=2)
LARGER = SoakPlan(boards=6, games=4, kills=5, stops=2, stop_s=6, cut=60, deaths=6, desks=2)


@pytest.mark.deep
@pytest.mark.slow
@pytest.mark.parametrize("plan", [SMALL, LARGER], ids=["small", "larger"])
def test_every_result_counts_once_whatever_dies(plan):
    mosquitto()
    result = soak(plan)
    assert result.results >= plan.boards * plan.games
    assert (result.lost, result.doubled, result.disordered, result.held, result.unacknowledged) == (0, 0, 0, 0, 0)
    assert result.scores == 2 * result.results
    assert (result.kills, result.stops) == (plan.kills, plan.stops)
    assert result.files[1] <= result.files[0] + 2
