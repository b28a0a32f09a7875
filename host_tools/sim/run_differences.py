"""Compares a scenario's runs on CPython and on MicroPython, and describes their first difference."""

from itertools import zip_longest

from firmware.config import TEAMS
from firmware.view.lights.hole_led_map import HOLES, HoleLedMap
from host_tools.sim.scenario_runtimes import Frame, ScenarioRun

Difference = tuple[int, str]
"""A line number of the scenario, and a description of what differs after it."""


def first_difference(cpython: ScenarioRun, micropython: ScenarioRun) -> Difference | None:
    """Return the first difference between a run on CPython and one on MicroPython, or None.

    The states after every step are compared, and the digests of all frames so far; films locate a different frame.
    """
    for left, right in zip(cpython.trace, micropython.trace, strict=False):
        if left["state"] != right["state"]:
            return left["line"], _first_field(left["state"], right["state"])
        if left != right:
            return left["line"], frame_difference(cpython.film, micropython.film)
    if cpython.error != micropython.error:
        messages = (run.error and run.error[1] for run in (cpython, micropython))
        return _last_line(cpython, micropython), _describe("error", *messages)
    if _without_runtime(cpython) != _without_runtime(micropython):
        return _last_line(cpython, micropython), _first_field(_without_runtime(cpython), _without_runtime(micropython))
    return None


def frame_difference(cpython: list[Frame], micropython: list[Frame]) -> str:
    """Describe the first difference of two films: frame, board time, track and hole; if both are empty, only that."""
    for number, (left, right) in enumerate(zip_longest(cpython, micropython), 1):
        if left is None or right is None or left.ms != right.ms:
            return _describe(f"frame {number}", left and f"at {left.ms} ms", right and f"at {right.ms} ms")
        if left != right:
            return f"frame {number} at {left.ms} ms, {_first_hole(left, right)}"
    return "the frames shown differ"


def _first_hole(left: Frame, right: Frame) -> str:
    """Describe the first hole whose colour differs between two frames."""
    led_map = HoleLedMap()
    for track, (left_track, right_track) in enumerate(zip(left.tracks, right.tracks, strict=True)):
        for hole in range(1, HOLES + 1):
            offset = 3 * led_map.led_of[hole]
            grb = tuple(left_track[offset : offset + 3]), tuple(right_track[offset : offset + 3])
            if grb[0] != grb[1]:
                return _describe(f"{TEAMS[track]}'s hole {hole}", *grb)
    return "a dark LED between the holes is lit"


def _last_line(cpython: ScenarioRun, micropython: ScenarioRun) -> int:
    """Return the scenario line at which the runs ended."""
    if cpython.error or micropython.error:
        return (cpython.error or micropython.error or (0, ""))[0]
    return cpython.trace[-1]["line"] if cpython.trace else 0


def _without_runtime(run: ScenarioRun) -> dict:
    return {key: value for key, value in (run.state or {}).items() if key != "runtime"}


def _first_field(left: object, right: object, path: str = "") -> str:
    """Describe the first field, depth first, in which two states differ; `path` leads to `left` and `right`."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in (*left, *(right.keys() - left.keys())):
            if left.get(key) != right.get(key):
                return _first_field(left.get(key), right.get(key), f"{path}.{key}" if path else key)
    return _describe(path, left, right)


def _describe(field: str, left: object, right: object) -> str:
    """Describe a difference: the field, and its value on each runtime."""
    return f"{field}: {left} on cpython, {right} on micropython"
