"""Terminal output of the USB commands; turns board errors into a message and exit status 1."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.markup import escape

from host_tools.printable import printable
from host_tools.usb.hardware_options import HardwareError
from host_tools.usb.network_options import NetworkOptionError
from host_tools.usb.protocol_client import BoardLinkError
from host_tools.usb.select_board import ChoiceError


def fail(message: str) -> None:
    """Print an error message to standard error."""
    Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(printable(message))


def cell(text: str) -> str:
    """Return text of a board for a table of rich: no markup, and nothing that moves a cursor or turns letters."""
    return escape(printable(text))


def show(text: str) -> None:
    """Print a board's own line: as it came to a file or a pipe, where its seal is checked; printable on a terminal."""
    typer.echo(printable(text) if sys.stdout.isatty() else text)


@contextmanager
def report_errors() -> Iterator[None]:
    """Print a board's error as one message, and exit with status 1 (context manager)."""
    try:
        yield
    except (ChoiceError, HardwareError, NetworkOptionError) as error:
        fail(str(error))
        raise typer.Exit(1) from None
    except BoardLinkError as error:
        fail(f"{error.path}: {error}")
        raise typer.Exit(1) from None
