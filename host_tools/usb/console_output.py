"""Terminal output of the USB commands; turns board errors into a message and exit status 1."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.markup import escape

from host_tools.command_group import failed
from host_tools.i18n import labelled
from host_tools.printable import print_data, printable
from host_tools.usb.hardware_options import HardwareError
from host_tools.usb.network_options import NetworkOptionError
from host_tools.usb.protocol_client import BoardLinkError
from host_tools.usb.select_board import ChoiceError


def table_cell(text: str) -> str:
    """Escape text of a board for a table of Rich: no markup, no control or bidirectional characters."""
    return escape(printable(text))


def print_board_line(text: str) -> None:
    """Print a board's line: unchanged to a file or pipe, where its HMAC can be checked; escaped on a terminal."""
    print_data((printable(text) if sys.stdout.isatty() else text) + "\n")


@contextmanager
def exit_on_board_error() -> Iterator[None]:
    """Within this context, print an error of a board or its options as one message, and exit with status 1."""
    try:
        yield
    except (ChoiceError, HardwareError, NetworkOptionError) as error:
        raise failed(error) from None
    except BoardLinkError as error:
        raise failed(labelled(error.path, error)) from None
