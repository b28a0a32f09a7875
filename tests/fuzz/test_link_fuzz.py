"""Whatever arrives on the serial line while a game is played, the game is the one it would have been."""

import json
import os
import subprocess
import sys
from binascii import hexlify
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.deep_cases import deep

from . import fuzzed_game, game_driver
from .hostile_lines import inputs

ON_MICROPYTHON = """
import os
from binascii import unhexlify

def play(path):
    with open(path) as file:
        told = json.loads(file.read())
    os.mkdir(told["root"])
    inputs = [unhexlify(line) for line in told["inputs"]]
    return json.dumps(drive(told["root"], told["game"], inputs, told["pin"]))
"""


def fuzzed(play, count, games):
    """Play so many games with so many inputs each, and again without; the number of inputs they had."""
    had = []

    @settings(max_examples=games, suppress_health_check=list(HealthCheck))
    @given(inputs(count), st.sampled_from(fuzzed_game.TAKES))
    def the_game_is_the_same(sent, takes):
        assert play(sent, takes) == undisturbed()
        had.append(len(sent))

    the_game_is_the_same()
    return sum(had)


@cache
def undisturbed():
    return fuzzed_game.play([], fuzzed_game.TAKES[0])


@pytest.mark.parametrize(("count", "games"), [(200, 5), *deep((500, 12))])
def test_the_game_is_the_same_and_a_step_bounded(count, games):
    assert json.loads(undisturbed()["results"][0])["scores"] == {"A": 61, "B": 13}
    assert fuzzed(fuzzed_game.play, count, games) >= count * games


@pytest.mark.parametrize(("count", "games"), [(100, 3), *deep((250, 4))])
def test_so_it_is_on_micropython(micropython, count, games):
    micropython.run(Path(game_driver.__file__).read_text() + ON_MICROPYTHON)
    roots = iter(range(10**6))

    def play(sent, takes):
        fields = {"root": f"/flash{next(roots)}", "game": fuzzed_game.made(takes), "pin": fuzzed_game.PIN}
        fields["inputs"] = [hexlify(line).decode() for line in sent]
        micropython.write("/game.json", json.dumps(fields).encode())
        return json.loads(micropython.call("play", "/game.json"))

    assert fuzzed(play, count, games) >= count * games


@pytest.mark.deep
def test_so_it_is_when_coverage_guides_what_is_sent(tmp_path):
    """A few games of what runs for hours by hand; .ci/run installs what it takes."""
    if not find_spec("atheris"):
        pytest.skip("coverage guidance needs the extra `fuzz`")
    command = (sys.executable, "-m", "tests.fuzz.atheris_link", "-atheris_runs=30", "-seed=1")
    root = str(Path(__file__).parents[2])
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": root}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout.split()[0]) >= 150
