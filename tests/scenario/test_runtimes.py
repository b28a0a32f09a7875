"""Two runtimes on one scenario: what they share passes, what they do not is named."""

import pytest

from host_tools.sim.micropython_process import MicroPython, MicroPythonError
from host_tools.sim.run_differences import first_difference, frame_difference
from host_tools.sim.scenario_runtimes import CPythonRuntime, MicroPythonRuntime

EVENING = """
teams 3
A+5 A+2 OK
B+1 wait 2500
power-cut
C< C+5 C+5 OK
C< A+1:1200
MENU wait 4000
"""


@pytest.fixture
def stages(micropython):
    return CPythonRuntime(), MicroPythonRuntime(micropython)


def test_both_show_the_same_frames(stages):
    first, other = (stage.play(EVENING, film=True) for stage in stages)
    assert first_difference(first, other) is None
    assert first.film == other.film
    assert len(first.film) > 20


def test_first_field_that_differs_is_named_with_its_line(stages):
    first = stages[0].play("A+1\nB+1\n")
    other = stages[1].play("A+1\nB+2\n")
    line, message = first_difference(first, other)
    assert line == 2
    assert message == "tracks.B.pending: 1 on cpython, 2 on micropython"


def test_frame_that_differs_in_time_is_named(stages):
    first = stages[0].play("wait 100\nA+1\n", film=True)
    other = stages[1].play("wait 120\nA+1\n", film=True)
    line, message = first_difference(first, other)
    assert line == 2
    assert message.startswith("frame ")
    assert " at 100 ms on cpython, " in message


def test_light_that_differs_is_named(stages):
    first, other = (stage.play("A+5\n", film=True).film for stage in stages)
    track = bytearray(other[-1].tracks[0])
    track[3 * 4] ^= 1
    other[-1].tracks[0] = bytes(track)
    assert f"frame {len(other)} at {other[-1].ms} ms, A's hole 5: (" in frame_difference(first, other)


def test_error_on_one_side_only_is_a_difference(stages):
    line, message = first_difference(stages[0].play("A+1\n"), stages[1].play("A+1\nexpect A.pending 2\n"))
    assert line == 2
    assert message == "error: None on cpython, expected A.pending 2, found 1 on micropython"


def test_scenarios_share_an_interpreter_but_no_flash_until_one_fails(stages, micropython):
    states = []
    for text in ("A+5 OK\n", "A+5 OK\n", "A+1\n", "A+1\nexpect A.pending 2\n", "A+1\n"):
        states.append(stages[1].play(text).state)
        micropython.run("starts = globals().get('starts', 0) + 1")
    assert (states[2]["tracks"], states[4]["tracks"]) == (stages[0].play("A+1\n").state["tracks"],) * 2
    assert micropython.run("print(starts)") == "1"


def test_compiled_code_is_what_runs(micropython):
    names = micropython.run("import os\nprint(os.listdir('/firmware'))")
    assert "board.mpy" in names
    assert "board.py" not in names


def test_python_failure_brings_its_traceback(micropython):
    with pytest.raises(MicroPythonError, match=r'File "view/lights/hole_led_map\.py", line \d+.*\nValueError: leds: '):
        micropython.run("from firmware.view.lights.hole_led_map import HoleLedMap\nHoleLedMap(7)")


def test_files_and_calls_carry_text_and_bytes(micropython):
    micropython.write("/made/here.bin", bytes(range(256)))
    micropython.run("def size(name, more): return str(len(open(name, 'rb').read()) + more)")
    assert micropython.call("size", "/made/here.bin", 1) == "257"
    assert micropython.read("/made/here.bin") == bytes(range(256))


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda python: python.read("/none"), "MicroPython has no file /none"),
        (lambda python: python.call("none"), "MicroPython has no function none"),
    ],
)
def test_what_is_not_there_is_named(micropython, ask, told):
    with pytest.raises(MicroPythonError, match=told):
        ask(micropython)


@pytest.mark.deep
def test_hundreds_of_interpreters_live_one_after_another():
    """An old one's leftovers, when collected, must not reach into a new one."""
    with MicroPython({}) as python:
        for _ in range(300):
            python.restart({})
            python.run("def twice(text): return text * 2")
            assert python.call("twice", "ab") == "abab"


def test_node_that_dies_is_told():
    with MicroPython({}) as python, pytest.raises(MicroPythonError, match="Node ended"):
        python.run("import js\njs.process.exit(3)")


def test_node_that_hangs_is_stopped_and_told():
    with MicroPython({}) as python:
        python.answer_timeout_s = 0.2
        with pytest.raises(MicroPythonError, match=r"no answer in 0\.2 s"):
            python.run("while True: pass")
