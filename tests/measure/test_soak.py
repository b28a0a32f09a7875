"""A short soak test: whatever dies, is away or changes places, every result is counted once, in order."""

from dataclasses import replace

import pytest

from tests.installed import mosquitto
from tests.measure.postgresql import ServerError
from tests.measure.soak import soak
from tests.measure.soak_plan import SoakPlan

PLAN = SoakPlan(boards=4, games=3, kills=2, stops=1, stop_s=6, cut=30, deaths=4, desks=2, sleeps=1, outages=1, away=20)


def judge(plan):
    mosquitto()
    try:
        result = soak(plan)
    except ServerError as error:
        pytest.skip(str(error))
    assert result.results >= plan.boards * plan.games
    assert (result.lost, result.doubled, result.disordered, result.held, result.unacknowledged) == (0, 0, 0, 0, 0)
    assert (result.again, result.misranked) == (0, 0)
    assert result.absences > 0
    assert result.scores == 2 * result.results
    planned = (plan.kills, plan.stops, plan.sleeps, plan.outages, plan.database_kills)
    assert (result.kills, result.stops, result.sleeps, result.outages, result.database_kills) == planned
    assert result.files[1] <= result.files[0] + 2
    return result


@pytest.mark.deep
@pytest.mark.slow
def test_every_result_counts_once_in_halls_whatever_dies():
    plan = replace(PLAN, halls=2, micropython=1, lost_nodes=1, line_cuts=1, lost_databases=1, kills=1, outages=0)
    result = judge(plan)
    assert (result.lost_nodes, result.line_cuts, result.lost_databases) == (1, 1, 1)
