"""Every scenario file passes on CPython and on MicroPython, with the same states and frames."""

from pathlib import Path

import pytest

from host_tools.sim.run_differences import difference
from host_tools.sim.scenario_runtimes import CPythonRuntime, MicroPythonRuntime

FILES = sorted((Path(__file__).parents[1] / "scenarios").glob("*.txt"))


def test_there_are_files():
    assert FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file_passes_on_both_runtimes(path, micropython):
    text = path.read_text(encoding="utf-8")
    cpython, on_micropython = CPythonRuntime().play(text), MicroPythonRuntime(micropython).play(text)
    assert (cpython.error, on_micropython.error) == (None, None)
    assert difference(cpython, on_micropython) is None
