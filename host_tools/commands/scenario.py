"""Typer command `cribboard scenario`: runs scenario files, games written as key presses, on a virtual board."""

import json
from contextlib import ExitStack
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host_tools.command_group import failed, print_error
from host_tools.extras import missing_message
from host_tools.i18n import message
from host_tools.os_errors import os_reason
from host_tools.printable import print_data
from host_tools.sim.micropython_process import MicroPython, MicroPythonError
from host_tools.sim.npm import FetchError
from host_tools.sim.python_bundle import bundle
from host_tools.sim.run_differences import first_difference
from host_tools.sim.scenario_runtimes import CPythonRuntime, MicroPythonRuntime, ScenarioRun
from host_tools.text_files import TextError, read_text_file


class Runtime(StrEnum):
    """The Python on which a scenario is played."""

    MICROPYTHON = "micropython"
    CPYTHON = "cpython"
    BOTH = "both"


class ScenarioError(Exception):
    """A scenario cannot be read or played; `line` is 0 if the error is not in a line."""

    def __init__(self, file: Path, message: str, line: int = 0) -> None:
        super().__init__(f"{file}:{line}: {message}" if line else f"{file}: {message}")
        self.record = {"file": str(file), "line": line or None, "error": message}


def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Scenario files.", show_default=False)],
    runtime: Annotated[Runtime, typer.Option(help="Python that plays; `both` compares all states and frames.")] = (
        Runtime.CPYTHON
    ),
    json_lines: Annotated[bool, typer.Option("--json", help="Print each state or error as a line of JSON.")] = False,
    frames: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write each frame there as a picture of the board.")
    ] = None,
    gif: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an animation of the board there.")] = None,
) -> None:
    """Play games written as key presses, and print the state in which each ends.

    A file has lines such as

        preset acc
        A+5 A+2 OK            # A pegs seven
        B+1 wait 2500         # B pegs one; two and a half seconds commit it
        expect A.front 7      # else: exit status 1, the line named

    A key held longer is A+1:1200; other lines are teams N, set FIELD VALUE, send JSON and power-cut.
    """
    if gif and len(files) > 1:
        raise typer.BadParameter(message("cli.scenario.one_film"), param_hint="--gif")
    if (frames or gif) and not find_spec("PIL"):
        raise failed(missing_message("Pillow", "hardware"))
    all_played = True
    try:
        with ExitStack() as stack:
            runtimes = _start_runtimes(runtime, stack)
            for file in files:
                all_played &= _play_file(file, runtimes, json_lines, frames, gif)
    except (FetchError, MicroPythonError) as error:
        raise failed(error) from None
    if not all_played:
        raise typer.Exit(1)


def _start_runtimes(runtime: Runtime, stack: ExitStack) -> list[CPythonRuntime | MicroPythonRuntime]:
    """Start the runtimes that `runtime` selects; `stack` closes them."""
    runtimes: list[CPythonRuntime | MicroPythonRuntime] = []
    if runtime != Runtime.MICROPYTHON:
        runtimes.append(CPythonRuntime())
    if runtime != Runtime.CPYTHON:
        runtimes.append(MicroPythonRuntime(stack.enter_context(MicroPython(bundle()))))
    return runtimes


def _play_file(
    file: Path,
    runtimes: list[CPythonRuntime | MicroPythonRuntime],
    json_lines: bool,
    frames: Path | None,
    gif: Path | None,
) -> bool:
    """Play one file and print its final state, or its error; return whether it succeeded."""
    try:
        run = _run_scenario(file, runtimes, wants_film=bool(frames or gif))
        if frames or gif:
            _write_pictures(run, frames, gif, file.stem)
    except (ScenarioError, OSError) as error:
        _print_error(error, json_lines)
        return False
    assert run.state
    if json_lines:
        _print_json(run.state)
    else:
        Console().print(_table(file, run))
    return True


def _write_pictures(run: ScenarioRun, frames: Path | None, gif: Path | None, name: str) -> None:
    from host_tools.sim import frame_images  # of the extra `pictures`

    if frames:
        frame_images.write_pngs(run.film, frames, name)
    if gif:
        frame_images.write_gif(run.film, run.ms, gif)


def _print_error(error: ScenarioError | OSError, json_lines: bool) -> None:
    """Print an error to stderr, and with `json_lines` also to stdout as JSON."""
    if isinstance(error, OSError):
        error = ScenarioError(Path(error.filename), os_reason(error))
    print_error(error)
    if json_lines:
        _print_json(error.record)


def _print_json(record: dict) -> None:
    print_data(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


def _run_scenario(file: Path, runtimes: list[CPythonRuntime | MicroPythonRuntime], wants_film: bool) -> ScenarioRun:
    """Play a file on all runtimes; return the last one's run. Raises ScenarioError if it fails or the runs differ."""
    text = _read_scenario(file)
    runs = [player.play(text, wants_film) for player in runtimes]
    if len(runs) == 2:
        _check_same(file, text, runtimes, runs)
    run = runs[-1]
    if run.error:
        line, message = run.error
        raise ScenarioError(file, message, line)
    if len(runs) == 2 and run.state:
        run.state["runtime"] = Runtime.BOTH.value
    return run


def _check_same(
    file: Path, text: str, runtimes: list[CPythonRuntime | MicroPythonRuntime], runs: list[ScenarioRun]
) -> None:
    """Raise ScenarioError if two runs differ, at the line after which they do."""
    if first_difference(*runs) is None:
        return
    mismatch = first_difference(*(player.play(text, film=True) for player in runtimes))
    if mismatch:
        raise ScenarioError(file, message("cli.scenario.differ", what=mismatch[1]), mismatch[0])


def _read_scenario(file: Path) -> str:
    try:
        return read_text_file(file).text
    except TextError:
        raise ScenarioError(file, message("cli.scenario.no_text")) from None


def _ending(state: dict, ms: int) -> str:
    key = "played.wins" if state["winner"] else "played.no_winner"
    results = len(state["results"])
    return message(key, team=state["winner"], seconds=f"{ms / 1000:g}", results=results, refused=state["refused"])


def _heading(file: Path, state: dict) -> str:
    fields = {field: state[field] for field in ("preset", "round", "game")}
    return message("played.heading", file=file.name, phase=message(f"played.{state['phase']}"), **fields)


def _table(file: Path, run: ScenarioRun) -> Table:
    """Build the table of a scenario's final state: a row per team with its pegs, games won, points and spread."""
    state = run.state or {}
    caption = _ending(state, run.ms)
    table = Table(title=_heading(file, state), title_justify="left", caption=caption, caption_justify="left")
    for column in ("team", "front", "back", "pending", "won", "points", "spread"):
        table.add_column(message(f"played.{column}"), justify="left" if column == "team" else "right")
    for team, track in state["tracks"].items():
        cells = (*track.values(), *(state[field][team] for field in ("won", "points", "spread")))
        table.add_row(team, *(str(cell) for cell in cells))
    return table
