"""The board and its model, side by side through made-up evenings: after every step both show the same.

A failure names the seed and the steps; `smallest_difference(make(seed))` finds it again.
"""

import json
from pathlib import Path

import pytest

from tests.deep_cases import deep

from . import board_driver
from .compare import first_difference, smallest_difference
from .random_evenings import make

CASES, CHUNK = 100, 50
MICROPYTHON_CASES = 12

ON_MICROPYTHON = """
import json
from virtual.board import new_board

def play(path):
    with open(path) as file:
        case = json.loads(file.read())
    return json.dumps(drive(new_board(case["root"], case["tracks"]), case["timetable"]))
"""


@pytest.mark.parametrize("first", [0, *deep(*range(CHUNK, CASES, CHUNK))])
def test_the_board_does_what_the_documents_say(first):
    for seed in range(first, first + CHUNK):
        if first_difference(make(seed)):
            pytest.fail(f"shortest way there:\n{smallest_difference(make(seed))}")


@pytest.mark.deep
def test_so_does_the_board_on_micropython(micropython):
    micropython.run(Path(board_driver.__file__).read_text() + ON_MICROPYTHON)

    def on_micropython(case, timetable):
        fields = {"root": f"/flash{case.seed}", "tracks": case.tracks, "timetable": timetable}
        micropython.write("/case.json", json.dumps(fields).encode())
        return json.loads(micropython.call("play", "/case.json"))

    for seed in range(CASES, CASES + MICROPYTHON_CASES):
        difference = first_difference(make(seed), on_micropython)
        assert not difference, str(difference)
