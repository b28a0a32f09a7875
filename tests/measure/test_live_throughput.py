"""The benchmark of boards on a network measures what it says."""

import pytest

from tests.installed import mosquitto
from tests.measure import live_throughput
from tests.own_thread import in_own_thread


@pytest.mark.deep
@pytest.mark.slow
def test_a_key_s_way_to_the_wall_is_measured_on_boards_of_the_firmware(monkeypatch):
    mosquitto()
    monkeypatch.setattr(live_throughput, "STATES", 50)
    monkeypatch.setattr(live_throughput, "PROBES", 12)
    pace = in_own_thread(live_throughput.measure_pace, 6)
    assert 0 < pace.p50_ms <= pace.p99_ms
    assert pace.results_s > 0
    assert pace.states_s > 0
