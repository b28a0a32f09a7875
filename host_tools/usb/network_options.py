"""Typer options for a board's network, and prompts for passwords, which are never given as options.

A password comes from a file, else from the environment, else it is asked for without an echo.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from firmware.messages import CodedError
from firmware.net.network_settings import NETWORK_FIELDS, check_network
from host_tools.i18n import message
from host_tools.i18n.board_messages import board_message
from host_tools.os_errors import os_reason
from host_tools.text_files import TextError, read_text_file
from host_tools.usb.option_groups import with_options
from host_tools.usb.ports import Port

WIFI_PASSWORD = "CRIBBOARD_WIFI_PASSWORD"
BROKER_PASSWORD = "CRIBBOARD_BROKER_PASSWORD"
Wifi = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=f"The Wi-Fi it joins (a Pico W). Asks for its password, unless {WIFI_PASSWORD} or a file has it; "
        "empty for an open one.",
    ),
]
WifiPasswordFile = Annotated[Path | None, typer.Option(help="A file with the Wi-Fi's password.")]
Broker = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS[:PORT]",
        help="The address of its MQTT broker, in numbers. Asks for the board's password there, unless "
        f"{BROKER_PASSWORD} or a file has it. Empty: forget the network.",
    ),
]
Standby = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="The address of a second broker, in numbers, with the same port and password. Empty: none.",
    ),
]
BrokerPasswordFile = Annotated[
    Path | None,
    typer.Option(help="A file with the board's password at the broker; for several a line each, SERIAL:PASSWORD."),
]
OPTIONS = {
    "wifi": Wifi, "wifi_password_file": WifiPasswordFile,
    "broker": Broker, "standby": Standby, "broker_password_file": BrokerPasswordFile,
}  # fmt: skip
"""The options by the names of the parameters of `chosen_network`."""
_BOARD_LINE = re.compile(r"([0-9a-f]{16}):(.*)")


class NetworkOptionError(Exception):
    """Network options that no board can have; the message names the value, and what would be valid."""


NetworkFields = Callable[[Port], dict]
"""Function that returns the fields of the request `network` for the board at a port; {} if no option was given."""


def takes_network(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with OPTIONS too: its parameter `network` gets those that are given, by name."""
    return with_options(command, "network", OPTIONS)


def chosen_network(
    *,
    wifi: str | None = None,
    wifi_password_file: Path | None = None,
    broker: str | None = None,
    standby: str | None = None,
    broker_password_file: Path | None = None,
) -> NetworkFields:
    """Return a function that returns each board's fields: the options given, and the board's own broker password.

    The Wi-Fi's password is prompted for now, a board's by the function. Both raise NetworkOptionError.
    """
    fields: dict = {} if wifi is None else {"ssid": wifi}
    if broker is not None:
        address, _, port = broker.partition(":")
        fields["broker"] = address
        fields |= {"port": int(port) if port.isdecimal() else port} if port else {}
    if standby is not None:
        fields["standby"] = standby
    _check_fields(fields)
    if wifi or wifi_password_file:
        fields["password"] = _read_password(message("usb.network_options.wifi"), WIFI_PASSWORD, wifi_password_file)
    elif wifi == "":
        fields["password"] = ""
    _check_fields(fields)
    return lambda port: fields | _login_field(port, bool(broker), broker_password_file)


def _login_field(port: Port, prompt: bool, file: Path | None) -> dict:
    """Return the field `login`, a broker password; {} without `prompt` and `file`. Raises NetworkOptionError."""
    if not prompt and not file:
        return {}
    fields = {
        "login": _read_password(
            message("usb.network_options.broker", board=port.label), BROKER_PASSWORD, file, port.serial
        )
    }
    _check_fields(fields)
    return fields


def _check_fields(fields: dict) -> None:
    """Raise NetworkOptionError if a board would refuse these fields of the request `network`."""
    try:
        check_network({**NETWORK_FIELDS, **fields})
    except CodedError as error:
        raise NetworkOptionError(board_message(error.message)) from None


def _read_password(prompt: str, variable: str, file: Path | None, serial: str = "") -> str:
    """Return a password from the file if given, else from the environment variable, else from a prompt."""
    if file:
        return _password_in_file(file, serial)
    if variable in os.environ:
        return os.environ[variable]
    return typer.prompt(prompt, default="", hide_input=True, show_default=False)


def _password_in_file(file: Path, serial: str) -> str:
    """Return the only line of a file, or the password after SERIAL: in a file with lines for several boards.

    Raises NetworkOptionError.
    """
    try:
        lines = read_text_file(file).text.splitlines()
    except (OSError, TextError) as error:
        raise NetworkOptionError(message("usb.network_options.unreadable", file=file, why=os_reason(error))) from None
    passwords = {match[1]: match[2] for match in map(_BOARD_LINE.fullmatch, lines) if match}
    if serial and passwords:
        if serial.lower() not in passwords:
            raise NetworkOptionError(message("usb.network_options.no_line", file=file, serial=serial))
        return passwords[serial.lower()]
    if len(lines) != 1:
        raise NetworkOptionError(message("usb.network_options.lines", file=file))
    return lines[0]
