"""The command line: one module per verb, gathered here."""

import sys
from importlib.metadata import version
from typing import Annotated

import typer

from host_tools.bench import bench
from host_tools.count import count
from host_tools.desk.command import event
from host_tools.hardware.command import hardware
from host_tools.journal.command import journal, retell
from host_tools.play import play
from host_tools.run import run
from host_tools.scenario import scenario
from host_tools.sim.command import sim

EPILOG = "Begin with `cribboard sim`: a board on your screen, and everything on it real but the wood."

app = typer.Typer(no_args_is_help=True, add_completion=False, epilog=EPILOG, rich_markup_mode="markdown")
app.command()(sim)
app.command()(scenario)
app.command()(count)
app.command()(play)
app.command()(run)
app.command()(bench)
app.command()(journal)
app.command("replay")(retell)
app.add_typer(hardware, name="hardware")
app.add_typer(event, name="event")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cribboard {version('cribbage-board')}")
        raise typer.Exit


@app.callback()
def _cribboard(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """An electronic cribbage board: play on it without having one, read what it kept, run events with it."""


def main() -> None:
    """Run the command line; Ctrl-C ends it without a traceback."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
