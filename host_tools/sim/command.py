"""`cribboard sim`: the virtual board in the browser."""

import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from host_tools.sim import export as site
from host_tools.sim import micropython, server


def sim(
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help=f"Port to serve on. Left out: {server.DEFAULT_PORT}, or a free one."),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    export: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the page there as a static site, instead of serving it."),
    ] = None,
) -> None:
    """Play on a virtual board: the board's own firmware, on MicroPython, in your browser.

    The first run fetches MicroPython (0.5 MB) from npm; after that no network is needed.
    """
    try:
        if export is None:
            _serve(port, open_browser)
        else:
            _export(export)
    except (micropython.FetchError, server.PortError, site.ExportError) as error:
        typer.echo(f"cribboard sim: {error}", err=True)
        raise typer.Exit(1) from None


def _serve(port: int | None, open_browser: bool) -> None:
    with server.listen(port) as listening:
        app = server.application(micropython.package_dir(typer.echo))
        address = server.address(listening)
        typer.echo(f"The board is on the table at {address} (Ctrl-C puts it away).")
        if open_browser and not _browse(address):
            typer.echo("No browser could be opened here: open that address yourself.")
        server.serve(app, listening)


def _browse(address: str) -> bool:
    """Opens a window; False where there is none to open. A browser for terminals would take this one over."""
    screen = sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    return screen and webbrowser.open(address)


def _export(folder: Path) -> None:
    count = site.export(folder, micropython.package_dir(typer.echo))
    typer.echo(f"Wrote {count} files to {folder}: put them on any web server, in any folder.")
