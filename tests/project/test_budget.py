"""What the firmware may cost: heap, files, and no heap at all in play. Times are not held: they are the machine's."""

import ast
from pathlib import Path

import pytest

from host_tools.sim.micropython_process import MicroPython
from host_tools.sim.python_bundle import bundle
from tests.measure import firmware_steps

HARDWARE = 13_000
"""What a Pico has beside it: its hardware modules and buffers, boot.py, main.py; measured on a model of it."""
CODE = 50_000
"""The bytecode of a board alone takes more."""


@pytest.fixture(scope="module")
def figures():
    with MicroPython(bundle()) as python:
        yield firmware_steps.heap_after_start(python), firmware_steps.measure_micropython(python, 1)


@pytest.mark.deep
def test_heap_after_start_is_within_the_goal(figures):
    """On a virtual board, so without what a Pico has beside it."""
    assert CODE < figures[0] <= firmware_steps.HEAP_GOAL - HARDWARE


def test_a_step_takes_no_heap(figures):
    assert figures[1].bytes_per_step == 0


def test_every_figure_is_there_on_both(figures):
    for figure in (figures[1], firmware_steps.measure_cpython(1)):
        assert min(figure.steps_per_s, figure.games_per_s, figure.idle_us, figure.press_us, figure.redraw_us) > 0


IN_PER_PRESS = [
    "board.py", "clock.py", "findings.py", "actions.py", "keys.py", "supply.py", "timing_stats.py",
    "entry/state_machine.py", "entry/counting.py", "entry/count.py", "entry/debounce.py", "entry/holds.py",
    "hal/key_edges.py", "hal/key_sampler.py", "hal/microcontroller_base.py", "hal/rp2.py", "journal/store.py",
    "rules/game.py", "rules/match.py", "rules/tally.py",
    "view/lights/frames.py", "view/lights/scenes.py", "view/lights/strip.py", "view/lights/led_view.py",
]  # fmt: skip


@pytest.mark.parametrize("module", IN_PER_PRESS)
def test_no_class_in_a_press_has_a_property(module):
    """With one, each assignment to an attribute of its objects searches the class first: 20 us on a Pico."""
    text = (Path(__file__).parents[2] / "firmware" / module).read_text(encoding="utf-8")
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    assert not [node.name for node in functions for by in node.decorator_list if ast.unparse(by) == "property"]
