"""Every scenario here passes on CPython and on real MicroPython, and is the same on both in every state and frame.

Without `-m deep` MicroPython plays those of ALWAYS only.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.rules.presets import PRESET_NAMES
from host_tools.sim.micropython_process import MicroPython
from host_tools.sim.python_bundle import bundle
from host_tools.sim.run_differences import first_difference
from host_tools.sim.scenario_runtimes import CPythonRuntime, MicroPythonRuntime, ScenarioRun

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))
README = (HERE / "README.md").read_text("utf-8").partition("## What is here")[2]
GROUPS = re.findall(r"(?m)^- `([^`]+)`:", README)
ALWAYS = """
a-whole-game case-02-nought-lowball case-07-triple-on-30 choice-fivecard-deal-by-turns display-home display-newcomer
display-plugged display-setup entry-deal-status entry-undo-each-its-own judge-keys-agreed judge-keys-amounts
judge-keys-decision-back judge-link-asks judge-link-pin judge-link-reopen-next-game link-began link-reading
power-cut-friendly round-asked round-no-show
""".split()
"""Between them they call every function of the firmware that any scenario called when they were chosen."""


@pytest.fixture(scope="module")
def micropython_stage() -> Iterator[MicroPythonRuntime]:
    with MicroPython(bundle()) as running:
        yield MicroPythonRuntime(running)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario(file: Path) -> None:
    play_on_cpython(file)


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, marks=() if file.stem in ALWAYS else pytest.mark.deep, id=file.stem) for file in FILES],
)
def test_scenario_is_the_same_on_micropython(file: Path, micropython_stage: MicroPythonRuntime) -> None:
    on_cpython = play_on_cpython(file)
    on_micropython = micropython_stage.play(file.read_text(encoding="utf-8"))
    stop_at_error(file, "micropython", on_micropython)
    mismatch = first_difference(on_cpython, on_micropython)
    if mismatch:
        pytest.fail(f"{file}:{mismatch[0]}: the runtimes differ: {mismatch[1]}", pytrace=False)


def play_on_cpython(file: Path) -> ScenarioRun:
    played = CPythonRuntime().play(file.read_text(encoding="utf-8"))
    stop_at_error(file, "cpython", played)
    return played


def stop_at_error(file: Path, runtime: str, played: ScenarioRun) -> None:
    if played.error:
        line, message = played.error
        pytest.fail(f"{file}:{line}: on {runtime}: {message}", pytrace=False)


def test_each_scenario_begins_with_what_it_shows_and_expects_something() -> None:
    texts = {file.name: file.read_text(encoding="utf-8") for file in FILES}
    assert [name for name, text in texts.items() if not re.match(r"# .+[.?]\n", text)] == []
    assert [name for name, text in texts.items() if "\nexpect " not in text] == []


def test_every_preset_has_its_scenario() -> None:
    assert {f"preset-{name}.txt" for name in PRESET_NAMES} <= {file.name for file in FILES}


def test_the_readme_lists_every_group_of_scenarios_and_no_other() -> None:
    """Each file is of one group, and each group has files; what a file shows is its own first line."""
    found = [[group for group in GROUPS if file.match(group + ".txt")] for file in FILES]
    assert [file.name for file, of in zip(FILES, found, strict=True) if len(of) != 1] == []
    assert {of[0] for of in found} == set(GROUPS)
