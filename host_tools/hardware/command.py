"""Typer commands `cribboard hardware`: drawings, lists and sums for building a board."""

from pathlib import Path
from typing import Annotated

import typer

from host_tools.command_group import failed
from host_tools.i18n import labelled, message
from host_tools.os_errors import os_reason
from host_tools.progress import progress

HARDWARE_DIR = Path(__file__).parents[2] / "hardware"

hardware = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode=None)


@hardware.callback()
def _hardware() -> None:
    """Make everything needed to build a board."""


@hardware.command()
def build(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[BUILD]...", help="Such as two, or four+street. None: the project's own files."),
    ] = None,
    to: Annotated[Path, typer.Option(help="Where the builds' folders are written.")] = Path("build"),
    packed: Annotated[bool, typer.Option("--zip", help="Write one ZIP file for each build, to send.")] = False,
    micropython: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="MicroPython's UF2 for the Pico: firmware is added."),
    ] = None,
    source: Annotated[
        Path,
        typer.Option("--from", help="Where params.toml, parts.toml and boards/ are.", show_default="the project's own"),
    ] = HARDWARE_DIR,
) -> None:
    """Make all that a build takes: its book, lists, cutting files, printed parts, and what a board house takes.

    A build is two, three or four tracks and options: two+display+voice. README.md of hardware/ has the options. Without
    a build this makes the project's own files anew, after a change of params.toml or of a circuit, with the captain's
    page's data for *Bring-up*.

    Printed parts are made where build123d is installed: pip install '.[cad]'. Circuit boards and books are made
    where KiCad 9 and its footprints are installed, a page on which a part is clicked to see where it goes where
    InteractiveHtmlBom is too: pip install --no-deps 'InteractiveHtmlBom==2.12.*'.
    """
    # What the book is made with, which is the last to be made: its extra is missed before the work, not after it.
    import reportlab  # noqa: F401

    from host_tools.usb.new_board_image import ImageError
    from host_tools.usb.uf2 import Uf2Error

    from . import bring_up, build, case, params
    from .pcb import fabricate, ibom

    try:
        with progress(message("cli.progress.build")):
            if names:
                image = micropython.read_bytes() if micropython else b""
                written = list(build.write_builds(source, names, to, packed, image))
            else:
                written = [source]
                count = build.write(source)
                if source.resolve() == HARDWARE_DIR:
                    count += bring_up.write(params.load(source))
    except (ImageError, Uf2Error) as error:
        raise failed(f"{micropython} {error}") from None
    except ValueError as error:
        raise failed(error) from None
    except OSError as error:
        raise failed(labelled(error.filename, os_reason(error))) from None
    for path in written:
        typer.echo(path if names else message("cli.hardware.made", count=count, folder=path))
    if not case.available():
        typer.echo(message("cli.hardware.no_prints"))
    if not fabricate.available():
        typer.echo(message("cli.hardware.no_boards"))
    elif names and not ibom.available():
        typer.echo(message("cli.hardware.no_page"))
