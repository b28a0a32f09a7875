"""Plays a scenario on a virtual board, on CPython or MicroPython; returns a JSON report, writes frames if asked."""

import io
import json
import sys

from .scenario_parser import ScriptError, most_displays, parse
from .scenario_player import Player

MS_BYTES = 4
DISPLAY_BYTES = 1024


def play(text: str, root: str, film: str = "") -> str:
    """Play a scenario on a board whose flash is the empty folder `root`.

    Returns JSON: {"error": null, "state": {…}, "trace": […], "ms": …, "tracks": …, "displays": …}. `error` is
    [line, message] if a line is invalid or fails, and `state` then null; `trace` is the player's; `ms` the board's time
    at the end; `tracks` and `displays` are their numbers in each frame. With a path in `film`, each frame shown is
    written to that file: its board time in ms (4 bytes, low byte first), all tracks' bytes, then those of displays.
    """
    report: dict = {"error": None, "state": None, "trace": [], "ms": 0, "tracks": 0, "displays": 0}
    if film:
        with open(film, "wb") as file:
            _play(text, root, file, report)
    else:
        _play(text, root, None, report)
    return json.dumps(report)


class _FilmWriter:
    """Writes frames to an open file, each with the dots of `displays` displays: zeros for a missing or dark one."""

    def __init__(self, file, displays: int) -> None:
        self._file = file
        self._displays = displays

    def write_frame(self, ms: int, hal) -> None:
        """Append the frame that `hal` shows, at board time `ms`."""
        self._file.write(ms.to_bytes(MS_BYTES, "little"))
        for track in hal.shown:
            self._file.write(track)
        for number in range(self._displays):
            lit = number < len(hal.displays) and hal.contrasts[number]
            self._file.write(hal.displays[number] if lit else bytes(DISPLAY_BYTES))


def _play(text: str, root: str, file, report: dict) -> None:
    """Play a scenario, and store its outcome in the fields of `report`."""
    player = None
    try:
        steps = parse(text)
        report["displays"] = most_displays(steps)
        player = Player(steps, root, _FilmWriter(file, report["displays"]).write_frame if file else None)
        player.run()
        report["state"] = player.full_state()
    except ScriptError as error:
        report["error"] = [error.line, error.message]
    except Exception as error:
        report["error"] = [_failed_line(player), "the firmware failed: %s" % _describe_exception(error)]
    if player:
        report["trace"] = player.trace
        report["ms"] = player.now
        report["tracks"] = player.hal.tracks


def _failed_line(player) -> int:
    return player.steps[player.played - 1][0] if player and player.played else 1


def _describe_exception(error: Exception) -> str:
    """Return an exception's type, message and innermost place in the code, in one line."""
    if hasattr(sys, "print_exception"):
        text = io.StringIO()
        sys.print_exception(error, text)
        lines = text.getvalue().split("\n")
    else:
        import traceback  # type: ignore[import-not-found, unused-ignore]

        lines = "".join(traceback.format_exception(error)).split("\n")
    places = [line.strip() for line in lines if line.strip().startswith("File ")]
    return "%s: %s (%s)" % (type(error).__name__, error, places[-1] if places else "nowhere")
