"""`cribboard flash`: this program's firmware onto boards, side by side."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from host_tools.usb import bootsel, state
from host_tools.usb.choice import All, Board, ChoiceError, PortPath, every
from host_tools.usb.deploy import Done, deploy
from host_tools.usb.image import FormatError
from host_tools.usb.line import Line, LineError, RefusedError, SilentError
from host_tools.usb.ports import Port
from host_tools.usb.repl import Repl, ReplError
from host_tools.usb.say import fail

START_S = 20
"""A board that has not spoken so long after a restart does not run."""


class InPlayError(Exception):
    """A game is on at the board."""


def flash(
    board: Board = "",
    port: PortPath = "",
    everyone: All = False,
    force: Annotated[bool, typer.Option("--force", help="Also a board on which a game is being played.")] = False,
    uf2: Annotated[
        Path | None, typer.Option(metavar="FILE", help="First of all MicroPython itself, on a board in BOOTSEL mode.")
    ] = None,
) -> None:
    """Put this program's firmware on a board. What the board has already is not sent again.

    Results, journal and settings stay. Pull the cable if you must: the board then runs the firmware it had, or the new
    one, and flashing again completes it. Exit 1 where a board could not be flashed.
    """
    try:
        if uf2:
            typer.echo(
                f"MicroPython is on the board at {bootsel.put(uf2).path}. It restarts now; then: cribboard flash"
            )
        else:
            _flash(every(board, port, everyone), force)
    except (bootsel.DriveError, ChoiceError) as error:
        for drive in bootsel.drives() if isinstance(error, ChoiceError) else []:
            fail(f"The board at {drive.path} ({drive.board}) has no MicroPython yet: {bootsel.WHERE_FROM}")
        fail(str(error))
        raise typer.Exit(1) from None


def _flash(ports: list[Port], force: bool) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(20), TextColumn("{task.fields[words]}"))
    progress = Progress(*columns, transient=True, disable=not Console().is_terminal)
    with progress, ThreadPoolExecutor(len(ports)) as pool:
        sound = list(pool.map(lambda port: _with_bar(progress, port, force), ports))
    for told in progress.tasks:
        progress.console.print(f"{told.description}  {told.fields['outcome']}", soft_wrap=True)
    if not all(sound):
        raise typer.Exit(1)


def _with_bar(progress: Progress, port: Port, force: bool) -> bool:
    bar = progress.add_task(port.who, total=None, words="", outcome="")
    try:
        words = flash_one(port, force, lambda sent, total: _show(progress, bar, sent, total))
    except (FormatError, InPlayError, LineError, ReplError) as error:
        progress.update(bar, outcome=f"[bold red]{escape(str(error))}[/]")
        return False
    progress.update(bar, total=1, completed=1, outcome=escape(words))
    return True


def _show(progress: Progress, bar: TaskID, sent: int, total: int) -> None:
    progress.update(bar, completed=sent, total=max(total, 1), words=f"{sent:,} of {total:,} bytes")


def flash_one(port: Port, force: bool, tell: Callable[[int, int], None]) -> str:
    """Flash the board at a port, restart it, and say what it runs. `tell` hears bytes sent and bytes in all.

    Raises InPlayError where a game is on, ReplError, LineError, FormatError.
    """
    if not force:
        _need_no_game(port)
    with Repl(port.path) as repl:
        done = deploy(repl, tell)
    return _words(done, _version(port))


def _need_no_game(port: Port) -> None:
    try:
        with Line(port.path) as line:
            status = line.ask("status")[0]
    except (SilentError, RefusedError):
        return
    if state.in_play(status):
        raise InPlayError(f"{state.play(status)} is being played: wait for its end, or --force")


def _version(port: Port) -> str:
    """What the board says it runs, once it runs again."""
    deadline = time.monotonic() + START_S
    while True:
        try:
            with Line(port.path, silence=1) as line:
                report = line.ask("selftest")[0]
                _tell_time(line)
                return f"firmware {report['firmware']}, {report['machine']}"
        except LineError as error:
            if time.monotonic() >= deadline:
                wrong = f"the firmware is on the board, but has not spoken since ({error.wrong})"
                raise LineError(port.path, wrong, "pull the cable, put it in, then: cribboard doctor") from None


def _tell_time(line: Line) -> None:
    """The board has no clock that outlives a restart; one with a PIN waits for `configure`."""
    try:
        line.ask("time", at=int(time.time()))
    except RefusedError:
        pass


def _words(done: Done, runs: str) -> str:
    sent = f"{done.sent} files sent" if done.sent else "nothing to send"
    gone = f", {done.removed} removed" if done.removed else ""
    return f"{sent}{gone}; runs {runs}"
