"""Compares a scenario's runs on CPython and on MicroPython, and describes their first difference."""

from itertools import zip_longest

from firmware.config import TEAMS
from firmware.view.hole_led_map import HOLES, HoleLedMap
from host_tools.sim.scenario_runtimes import Frame, ScenarioRun

Difference = tuple[int, str]
"""A line of the scenario, and what differs after it."""


def difference(cpython: ScenarioRun, micropython: ScenarioRun) -> Difference | None:
    """Return the first difference between a run on CPython and one on MicroPython, or None.

    After every step the states are compared, and all frames shown by then with their times.
    """
    for left, right in zip(cpython.trace, micropython.trace, strict=False):
        if left["state"] != right["state"]:
            return left["line"], _first(left["state"], right["state"])
        if left != right:
            return left["line"], frame_difference(cpython.film, micropython.film)
    if cpython.error != micropython.error:
        messages = (run.error and run.error[1] for run in (cpython, micropython))
        return _last_line(cpython, micropython), _pair("error", *messages)
    if _without_runtime(cpython) != _without_runtime(micropython):
        return _last_line(cpython, micropython), _first(_without_runtime(cpython), _without_runtime(micropython))
    return None


def frame_difference(cpython: list[Frame], micropython: list[Frame]) -> str:
    """Describe the first difference of two films: frame, board time, track and hole. Without films, only that."""
    for number, (left, right) in enumerate(zip_longest(cpython, micropython), 1):
        if left is None or right is None or left.ms != right.ms:
            return _pair(f"frame {number}", left and f"at {left.ms} ms", right and f"at {right.ms} ms")
        if left != right:
            return f"frame {number} at {left.ms} ms, {_light(left, right)}"
    return "the frames shown differ"


def _light(left: Frame, right: Frame) -> str:
    """Describe the first hole whose colour differs between two frames."""
    led_map = HoleLedMap()
    for track, (left_track, right_track) in enumerate(zip(left.tracks, right.tracks, strict=True)):
        for hole in range(1, HOLES + 1):
            offset = 3 * led_map.led_of[hole]
            grb = tuple(left_track[offset : offset + 3]), tuple(right_track[offset : offset + 3])
            if grb[0] != grb[1]:
                return _pair(f"{TEAMS[track]}'s hole {hole}", *grb)
    return "a dark LED between the holes is lit"


def _last_line(cpython: ScenarioRun, micropython: ScenarioRun) -> int:
    """Return the line at which the runs ended."""
    if cpython.error or micropython.error:
        return (cpython.error or micropython.error or (0, ""))[0]
    return cpython.trace[-1]["line"] if cpython.trace else 0


def _without_runtime(run: ScenarioRun) -> dict:
    return {key: value for key, value in (run.state or {}).items() if key != "runtime"}


def _first(left: object, right: object, path: str = "") -> str:
    """Return the first field, depth first, in which two states differ."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in (*left, *(right.keys() - left.keys())):
            if left.get(key) != right.get(key):
                return _first(left.get(key), right.get(key), f"{path}.{key}" if path else key)
    return _pair(path, left, right)


def _pair(field: str, left: object, right: object) -> str:
    """Describe a difference: the field, and its value on either runtime."""
    return f"{field}: {left} on cpython, {right} on micropython"
