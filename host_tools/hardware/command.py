"""Typer commands `cribboard hardware`: drawings, lists and sums for building a board."""

from pathlib import Path
from typing import Annotated

import typer

from host_tools.extras import missing_message
from host_tools.i18n import message
from host_tools.progress import progress

HARDWARE_DIR = Path(__file__).parents[2] / "hardware"

hardware = typer.Typer(add_completion=False, no_args_is_help=True, help="Make everything needed to build a board.")


@hardware.callback()
def _hardware() -> None:
    """Make everything needed to build a board."""


@hardware.command()
def build(
    folder: Annotated[
        Path, typer.Argument(help="Where params.toml, parts.toml and the guides are.", show_default="the project's own")
    ] = HARDWARE_DIR,
) -> None:
    """Make faceplates, wiring, parts list, schematic and the guides' tables anew from params.toml.

    Printed parts are made where build123d is installed: pip install '.[cad]'. Circuit boards are made where KiCad 9 and
    its footprints are installed.
    """
    try:
        from . import build, case
        from .pcb import fabricate
    except ImportError as error:
        typer.echo(f"cribboard hardware: {missing_message(error.name or '', 'hardware')}", err=True)
        raise typer.Exit(1) from None
    try:
        with progress(message("cli.progress.build")):
            count = build.write(folder)
    except (ValueError, OSError) as error:
        typer.echo(f"cribboard hardware: {error}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"Made {count} files in {folder}.")
    if not case.available():
        typer.echo("The printed parts are left as they are: pip install '.[cad]' makes them too.")
    if not fabricate.available():
        typer.echo("The circuit boards are left as they are: KiCad 9 and its footprints make them too.")


@hardware.command()
def release(
    to: Annotated[Path, typer.Argument(help="The folder to write.")],
    folder: Annotated[
        Path, typer.Option("--from", help="Where boards/ is.", show_default="the project's own")
    ] = HARDWARE_DIR,
) -> None:
    """Write the folder that goes to a board house or is attached to a release.

    For each circuit board: Gerbers and drill files, positions, parts with JLCPCB's columns, pictures, and a page on
    which a part is clicked to see where it goes. KiCad 9 and InteractiveHtmlBom make that page: pip install --no-deps
    'InteractiveHtmlBom==2.12.*'.
    """
    from .pcb import ibom
    from .pcb import release as folders

    try:
        for path in folders.write(folder, to):
            typer.echo(path)
    except (ValueError, OSError) as error:
        typer.echo(f"cribboard hardware: {error}", err=True)
        raise typer.Exit(1) from None
    if not ibom.available():
        typer.echo(
            "Without the parts pages: KiCad 9 and InteractiveHtmlBom make them (pip install --no-deps "
            "'InteractiveHtmlBom==2.12.*')."
        )
