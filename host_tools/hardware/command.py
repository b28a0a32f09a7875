"""Typer commands `cribboard hardware`: drawings, lists and sums for building a board."""

from pathlib import Path
from typing import Annotated

import typer

from host_tools.i18n import message
from host_tools.progress import progress

HARDWARE_DIR = Path(__file__).parents[2] / "hardware"

hardware = typer.Typer(
    add_completion=False, no_args_is_help=True, rich_markup_mode=None, help="Make everything needed to build a board."
)


@hardware.callback()
def _hardware() -> None:
    """Make everything needed to build a board."""


@hardware.command()
def build(
    folder: Annotated[
        Path, typer.Argument(help="Where params.toml, parts.toml and the guides are.", show_default="the project's own")
    ] = HARDWARE_DIR,
    only: Annotated[
        str, typer.Option(help="A build's id: of the books this one, with all that the build takes in its folder.")
    ] = "",
) -> None:
    """Make plates, parts lists, circuit boards, guides and each build's book anew from params.toml.

    Printed parts are made where build123d is installed: pip install '.[cad]'. Circuit boards and books are made
    where KiCad 9 and its footprints are installed. Of the project's own folder the captain's page gets its data for
    *Bring-up* too.
    """
    from . import build, case, params
    from .bring_up import page_data
    from .pcb import fabricate
    from .pcb import release as folders

    try:
        with progress(message("cli.progress.build")):
            count = 0
            if folder.resolve() == HARDWARE_DIR and not only:
                parameters = params.load(folder)
                count += page_data.write(parameters)
            count += build.write(folder, only)
            if only:
                count += len(list(folders.complete(folder, only)))
    except (ValueError, OSError) as error:
        typer.echo(f"cribboard hardware: {error}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"Made {count} files in {folder}.")
    if only:
        typer.echo(f"All that the build takes is in {folder / 'builds' / only}.")
    if not case.available():
        typer.echo("The printed parts are left as they are: pip install '.[cad]' makes them too.")
    if not fabricate.available():
        typer.echo(
            "The circuit boards and the builds' books are left as they are: KiCad 9 and its footprints make them too."
        )


@hardware.command()
def release(
    to: Annotated[Path, typer.Argument(help="The folder to write.")],
    folder: Annotated[
        Path, typer.Option("--from", help="Where boards/ is.", show_default="the project's own")
    ] = HARDWARE_DIR,
) -> None:
    """Write a folder for each build, to send to a friend or to attach to a release.

    In each: the build's book, parts and wires, plates, printed parts, Gerbers and drill files, positions and parts with
    JLCPCB's columns, pictures, and a page on which a part is clicked to see where it goes. KiCad 9 and
    InteractiveHtmlBom make that page: pip install --no-deps 'InteractiveHtmlBom==2.12.*'.
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
