"""Typer command `cribboard sim`: the virtual board, in the browser or behind a serial port."""

import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from host_tools.command_group import failed
from host_tools.i18n import message
from host_tools.sim import export as site
from host_tools.sim import micropython_package, npm, server, voice_files
from host_tools.sim.page_files import Voices
from host_tools.sim.serial import command, ptys
from host_tools.sim.share import web_app as sharing
from host_tools.usb import virtual_board_registry


def sim(
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help=message("sim.port", default=server.DEFAULT_PORT)),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help=message("sim.open"))] = True,
    export: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help=message("sim.export")),
    ] = None,
    image: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help=message("sim.image")),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help=message("sim.public_url")),
    ] = None,
    voice: Annotated[
        list[Path] | None,
        typer.Option(metavar="FOLDER", help=message("sim.voice")),
    ] = None,
    share: Annotated[bool, typer.Option("--share", help=message("sim.share"))] = False,
    serial: Annotated[bool, typer.Option("--serial", help="Boards behind serial ports instead of a page.")] = False,
    boards: Annotated[int, typer.Option(min=1, max=command.MAX_BOARDS, help="How many boards, with --serial.")] = 1,
    flash: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where those boards keep their flash. Left out: with your data.")
    ] = None,
) -> None:
    """Serve the page, or write it as files, or run boards behind serial ports."""
    try:
        if image and export is None:
            raise site.ExportError(message("sim.image_alone"))
        address = None if public_url is None else site.folder_url(public_url)
        voices = dict(map(voice_files.read_voice, voice or []))
        if serial:
            command.serve(boards, flash or command.default_folder(), typer.echo)
        elif share:
            _share(port, open_browser, address, voices)
        elif export is None:
            _serve(port, open_browser, address, voices)
        else:
            _export(export, image or [], address, voices)
    except (
        npm.FetchError,
        virtual_board_registry.AlreadyRunningError,
        ptys.PtyError,
        server.PortError,
        sharing.NoNetworkError,
        site.ExportError,
        command.FlashError,
        command.StoppedError,
        voice_files.VoiceFilesError,
    ) as error:
        raise failed(error) from None


def _serve(port: int | None, open_browser: bool, public_url: str | None, voices: Voices) -> None:
    """Serve the page on this computer until Ctrl-C."""
    with server.listen(port) as listening:
        app = server.application(micropython_package.package_dir(typer.echo), public_url, voices)
        address = server.address(listening)
        _tell_other_port(port, address)
        typer.echo(message("sim.on_table", address=address))
        if open_browser and not _open_page(address):
            typer.echo(message("sim.no_browser"))
        server.serve(app, listening)


def _share(port: int | None, open_browser: bool, public_url: str | None, voices: Voices) -> None:
    """Serve the page on the local network until Ctrl-C, so that phones can join its board. Raises NoNetworkError."""
    sharing.own_address()
    code = sharing.new_code()
    with server.listen(port, sharing.HOST) as listening:
        bound_port = listening.getsockname()[1]
        micropython = micropython_package.package_dir(typer.echo)
        app = sharing.application(micropython, bound_port, code, public_url, voices)
        local_address = sharing.address(server.HOST, bound_port, code)
        network_address = sharing.address(sharing.own_address(), bound_port, code)
        _tell_other_port(port, local_address)
        typer.echo(message("sim.shared", here=local_address, there=network_address))
        if open_browser and not _open_page(local_address):
            typer.echo(message("sim.no_browser"))
        server.serve(app, listening)


def _tell_other_port(port: int | None, address: str) -> None:
    """Say that the page is not at the usual address, where no `port` was asked for: at another one it is another board,
    as a browser keeps a board's games by the address."""
    if port is None and urlsplit(address).port != server.DEFAULT_PORT:
        typer.echo(message("sim.other_port", port=server.DEFAULT_PORT))


def _open_page(address: str) -> bool:
    """Open the page in a browser; return False if there is none with a window: one in this terminal would block it."""
    screen = sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    return screen and webbrowser.open(address)


def _export(folder: Path, images: list[Path], public_url: str | None, voices: Voices) -> None:
    """Write the page as static files."""
    count = site.export(folder, micropython_package.package_dir(typer.echo), images, public_url, voices)
    typer.echo(message("sim.exported", count=count, folder=folder))
