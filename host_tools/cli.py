"""The command line: one module per verb, gathered here."""

from importlib.metadata import version
from typing import Annotated

import typer

from host_tools.bench import bench
from host_tools.count import count
from host_tools.desk.cli import desk, event
from host_tools.hardware.command import hardware
from host_tools.journal.command import journal, retell
from host_tools.play import play
from host_tools.quickcards.command import quickcards
from host_tools.run import run
from host_tools.scenario import scenario
from host_tools.sim.command import sim
from host_tools.usb.boards import boards
from host_tools.usb.clear import clear
from host_tools.usb.configure import configure
from host_tools.usb.doctor import doctor
from host_tools.usb.events import events
from host_tools.usb.flash import flash
from host_tools.usb.judge import judge
from host_tools.usb.link import link
from host_tools.usb.new_board import image
from host_tools.usb.results import results
from host_tools.usb.watch import watch
from host_tools.words import word

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    epilog=word("command.begin"),
    rich_markup_mode="markdown",
)
app.command(help=word("sim.help"))(sim)
app.command()(scenario)
app.command(help=word("count.help"))(count)
app.command(help=word("play.help"))(play)
app.command(help=word("quickcards.help"))(quickcards)
app.command()(run)
app.command()(bench)
app.command()(journal)
app.command("replay")(retell)
app.add_typer(hardware, name="hardware")
app.add_typer(event, name="event")
app.command()(desk)
for verb in (boards, flash, image, results, watch, configure, judge, clear, events, doctor, link):
    app.command()(verb)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cribboard {version('cribbage-board')}")
        raise typer.Exit


@app.callback(help=word("command.tools"))
def _cribboard(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Options before any verb."""
