"""Compares two runs of one scenario and describes their first difference."""

from itertools import zip_longest

from firmware.config import TEAMS
from firmware.view.layout import HOLES, Layout
from host_tools.sim.scenario_runtimes import Frame, ScenarioRun

Difference = tuple[int, str]
"""A line of the scenario, and what differs after it."""


def difference(one: ScenarioRun, other: ScenarioRun) -> Difference | None:
    """The first difference between a run on CPython and one on MicroPython, or None.

    After every step the states are compared, and all frames shown by then with their times.
    """
    for left, right in zip(one.trace, other.trace, strict=False):
        if left["state"] != right["state"]:
            return left["line"], _first(left["state"], right["state"])
        if left != right:
            return left["line"], frame_difference(one.film, other.film)
    if one.error != other.error:
        return _end(one, other), _pair("error", one.error and one.error[1], other.error and other.error[1])
    if _bare(one) != _bare(other):
        return _end(one, other), _first(_bare(one), _bare(other))
    return None


def frame_difference(one: list[Frame], other: list[Frame]) -> str:
    """Where two films part: frame, board time, track and hole. Without films, only that they do."""
    for number, (left, right) in enumerate(zip_longest(one, other), 1):
        if left is None or right is None or left.ms != right.ms:
            return _pair(f"frame {number}", left and f"at {left.ms} ms", right and f"at {right.ms} ms")
        if left != right:
            return f"frame {number} at {left.ms} ms, {_light(left, right)}"
    return "the frames shown differ"


def _light(left: Frame, right: Frame) -> str:
    layout = Layout()
    for track, (one, other) in enumerate(zip(left.tracks, right.tracks, strict=True)):
        for hole in range(1, HOLES + 1):
            at = 3 * layout.led_of[hole]
            if one[at : at + 3] != other[at : at + 3]:
                return _pair(f"{TEAMS[track]}'s hole {hole}", tuple(one[at : at + 3]), tuple(other[at : at + 3]))
    return "a dark LED between the holes is lit"


def _end(one: ScenarioRun, other: ScenarioRun) -> int:
    if one.error or other.error:
        return (one.error or other.error or (0, ""))[0]
    return one.trace[-1]["line"] if one.trace else 0


def _bare(played: ScenarioRun) -> dict:
    return {key: value for key, value in (played.state or {}).items() if key != "runtime"}


def _first(left: object, right: object, path: str = "") -> str:
    """The first field, depth first, in which two states differ."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in (*left, *(right.keys() - left.keys())):
            if left.get(key) != right.get(key):
                return _first(left.get(key), right.get(key), f"{path}.{key}" if path else key)
    return _pair(path, left, right)


def _pair(what: str, left: object, right: object) -> str:
    return f"{what}: {left} on cpython, {right} on micropython"
