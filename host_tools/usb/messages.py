"""Messages to the person at the terminal, and the exceptions that end a verb."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console

from host_tools.usb.board_link import BoardLinkError
from host_tools.usb.hardware_options import HardwareError
from host_tools.usb.network_options import NetworkError
from host_tools.usb.select_board import ChoiceError


def fail(message: str) -> None:
    """What went wrong, beside what the command prints."""
    Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(message)


@contextmanager
def errors_reported() -> Iterator[None]:
    """Whatever goes wrong with a board is one clear message, and exit 1."""
    try:
        yield
    except (ChoiceError, HardwareError, NetworkError) as error:
        fail(str(error))
        raise typer.Exit(1) from None
    except BoardLinkError as error:
        fail(f"{error.path}: {error}")
        raise typer.Exit(1) from None
