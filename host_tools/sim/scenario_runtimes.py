"""Runs scenarios on a runtime: CPython, real MicroPython, or both with every frame compared."""

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from firmware.view.lights.hole_led_map import HoleLedMap
from host_tools.firmware_build.module_joiner import join_modules
from host_tools.firmware_build.sources import strip_viper
from host_tools.sim.micropython_process import MicroPython
from host_tools.sim.python_bundle import bundle
from host_tools.sim.virtual import scenario_run

_FLASH = "/flash"
_FILM = "/film.bin"
_STATE_KEYS = (
    "runtime preset phase game round winner refused tracks front back pending won points spread results link".split()
)
_RESULT_KEYS = (
    "v n board event round table game preset winner scores level points spread end signed moves ms at began judged "
    "muggins prev mac"
).split()
_LINK_KEYS = "id ok error detail".split()


@dataclass
class Frame:
    """One frame: board time in ms, GRB bytes of each track, dots of each display (a byte per column of eight)."""

    ms: int
    tracks: list[bytes]
    displays: list[bytes] = field(default_factory=list)


@dataclass
class ScenarioRun:
    """The result of a scenario: `error` is (line, message) or None; `state` is None after an error.

    `trace` has, after each step, the state and the digest of all frames so far; `film` is empty unless requested;
    `ms` is the board time at the end.
    """

    error: tuple[int, str] | None
    state: dict | None
    trace: list[dict]
    ms: int
    film: list[Frame]


class CPythonRuntime:
    """Plays scenarios on the Python that runs this."""

    def play(self, text: str, film: bool = False) -> ScenarioRun:
        """Play a scenario on an empty flash and return its run; with `film` the run has all frames."""
        with tempfile.TemporaryDirectory() as folder:
            root, reel = Path(folder, "flash"), Path(folder, "film")
            root.mkdir()
            report = scenario_run.play(text, str(root), str(reel) if film else "")
            return _parse_run(report, reel.read_bytes() if film and reel.exists() else b"")


class MicroPythonRuntime:
    """Plays scenarios on real MicroPython, each on a board and a flash of its own: `python` is restarted once for all.

    The firmware's modules are joined there as for a board. After a scenario that failed, or a MicroPythonError, the
    next begins with a fresh interpreter.
    """

    def __init__(self, python: MicroPython) -> None:
        self._python = python
        self._played = 0

    def play(self, text: str, film: bool = False) -> ScenarioRun:
        """Play a scenario on an empty flash and return its run; with `film` the run has all frames."""
        python = self._python
        number, self._played = self._played, 0
        if not number:
            python.restart(_join_sources())
            python.run("import gc, os\nfrom virtual.scenario_run import play")
        flash = f"{_FLASH}{number}"
        python.run(f"gc.collect()\nos.mkdir({flash!r})")
        report = python.call("play", text, flash, _FILM if film else "")
        run = _parse_run(str(report), python.read(_FILM) if film else b"")
        self._played = 0 if run.error else number + 1
        return run


@cache
def _join_sources() -> dict[str, str]:
    return join_modules({path: strip_viper(text) for path, text in bundle().items()})


def _parse_run(report: str, film: bytes) -> ScenarioRun:
    """Decode the JSON report and the film of `virtual.scenario_run`."""
    fields = json.loads(report)
    state = fields["state"]
    error = fields["error"]
    return ScenarioRun(
        error=(error[0], error[1]) if error else None,
        state=_sort_state(state) if state else None,
        trace=fields["trace"],
        ms=fields["ms"],
        film=list(_decode_frames(film, fields["tracks"], fields["displays"])),
    )


def _sort_state(state: dict) -> dict:
    """Return the state with its fields in the documented order: MicroPython's dictionaries keep none."""
    results = _sort_fields(state["results"], _RESULT_KEYS)
    link = _sort_fields(state["link"], _LINK_KEYS)
    for line in link:
        # Modules are joined in one runtime and not in the other, and ordered for collections in steps of their own.
        line.pop("step_us", None)
    return {**_sort_fields(state, _STATE_KEYS), "results": results, "link": link}


def _sort_fields(value: Any, keys: list[str]) -> Any:
    """Sort the fields of nested dictionaries: those of `keys` first, in that order."""
    if isinstance(value, list):
        return [_sort_fields(item, keys) for item in value]
    if not isinstance(value, dict):
        return value
    present = [key for key in keys if key in value]
    return {key: _sort_fields(value[key], keys) for key in (*present, *sorted(value.keys() - set(keys)))}


def _decode_frames(film: bytes, tracks: int, displays: int) -> Iterator[Frame]:
    """Yield the frames of an encoded film of a board with that many tracks and displays."""
    sizes = [3 * HoleLedMap().leds] * tracks + [scenario_run.DISPLAY_BYTES] * displays
    length = scenario_run.MS_BYTES + sum(sizes)
    for start in range(0, len(film), length):
        ms = int.from_bytes(film[start : start + scenario_run.MS_BYTES], "little")
        ends = list(accumulate(sizes, initial=start + scenario_run.MS_BYTES))
        parts = [film[first:end] for first, end in pairwise(ends)]
        yield Frame(ms, parts[:tracks], parts[tracks:])
