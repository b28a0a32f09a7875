"""Hours from a power bank, by hand: 10 Ah of 3.7 V at 85 % are 31.45 Wh."""

import pytest

from host_tools.hardware import power, run_time


@pytest.mark.parametrize(("milliamperes", "hours"), [(100, 62.9), (213, 29.5), (745, 8.44)])
def test_hours_are_the_energy_over_the_power(parameters, milliamperes, hours):
    assert run_time.hours(parameters, milliamperes) == pytest.approx(hours, rel=0.01)


def test_twelve_hours_of_play_on_the_strip_that_takes_less_in_the_dark(parameters):
    for tracks, port in ((2, 500), (4, 1500)):
        play = power.row(parameters, tracks, "low", port).play
        assert run_time.hours(parameters, play) >= 12


def test_the_table_has_a_line_for_each_number_of_tracks_and_kind(parameters):
    rows = [power.Row(tracks, kind, port, 1, 100, 200) for tracks, port in ((2, 500), (2, 900), (4, 1500))
            for kind in parameters.power.kinds]  # fmt: skip
    lines = run_time.table(parameters, rows).splitlines()[2:]
    assert len(lines) == 2 * len(parameters.power.kinds)
    assert lines[0] == "| 2 | WS2812B strip | 63 h | 63 h | 31 h |"
