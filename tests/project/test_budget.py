"""What the firmware may cost: heap, and a press. Times are not held: they are the machine's."""

import ast
from pathlib import Path

import pytest

from tests.measure import firmware_steps

HARDWARE = 13_000
"""What a Pico has beside it: its hardware modules and buffers, boot.py, main.py; measured on a model of it."""
CODE = 50_000
"""The bytecode of a board alone takes more."""


@pytest.mark.deep
def test_heap_after_start_is_within_the_goal(micropython):
    """On a virtual board, so without what a Pico has beside it."""
    assert CODE < firmware_steps.heap_after_start(micropython) <= firmware_steps.HEAP_GOAL - HARDWARE


IN_PER_PRESS = """
board clock findings actions keys supply timing_stats
entry/state_machine entry/counting entry/count entry/debounce entry/holds
key_edges hal/key_sampler hal/microcontroller_base hal/rp2 journal/store
rules/game rules/match rules/tally view/lights/frames view/lights/scenes view/lights/strip view/lights/led_view
"""


def test_no_class_in_a_press_has_a_property():
    """With one, each assignment to an attribute of its objects searches the class first: 20 us on a Pico."""
    for module in IN_PER_PRESS.split():
        text = (Path(__file__).parents[2] / "firmware" / f"{module}.py").read_text(encoding="utf-8")
        functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
        assert not [node.name for node in functions for by in node.decorator_list if ast.unparse(by) == "property"]
