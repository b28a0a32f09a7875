"""The benchmark of the firmware has every figure, on both interpreters."""

import pytest

from tests.measure import firmware_steps


@pytest.mark.deep
def test_every_figure_is_there_on_both(micropython):
    for figure in (firmware_steps.measure_micropython(micropython, 1), firmware_steps.measure_cpython(1)):
        assert min(figure.steps_per_s, figure.games_per_s, figure.idle_us, figure.press_us, figure.redraw_us) > 0
