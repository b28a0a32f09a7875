"""Typer options for a board's hardware configuration (`firmware.hardware_config`)."""

from collections.abc import Callable
from typing import Annotated

import typer

from firmware.config import BATTERY_TRACKS, DEBOUNCE_MS, KEEP_ALIVE_S
from firmware.hardware_config import CHAINS, check_hardware, complete_hardware
from firmware.messages import CodedError
from firmware.view.lights.power import track_budget
from host_tools.i18n.board_messages import board_message
from host_tools.usb.option_groups import Given, with_options

OPTIONS = {
    "tracks": Annotated[int | None, typer.Option(help="Tracks of the board: 2, 3 or 4.")],
    "leds": Annotated[
        int | None, typer.Option(help=f"LEDs of a track's chain: {CHAINS[0]} (strip) or {CHAINS[1]} (circuit board).")
    ],
    "reversed": Annotated[bool | None, typer.Option("--reversed/--forward", help="Chains are fed at the game hole.")],
    "port_ma": Annotated[int | None, typer.Option(metavar="MA", help="What the supply gives, in mA: 500 to 3000.")],
    "voice": Annotated[bool | None, typer.Option("--voice/--no-voice", help="It has a sound module.")],
    "battery": Annotated[
        bool | None,
        typer.Option(
            "--battery/--no-battery",
            help=f"It measures a charger module's cell; boards of up to {BATTERY_TRACKS} tracks.",
        ),
    ],
    "keep_alive_s": Annotated[
        int | None,
        typer.Option(
            "--keep-alive",
            metavar="S",
            help=f"In standby it keeps a power bank on, by a pulse every {KEEP_ALIVE_S[0]} to "
            f"{KEEP_ALIVE_S[1]} s; 0: it lets the bank switch off.",
        ),
    ],
    "debounce_ms": Annotated[
        int | None,
        typer.Option(
            metavar="MS", help=f"How long its keys' contacts bounce: 5 to 60 ms; {DEBOUNCE_MS} if nothing says."
        ),
    ],
    "display": Annotated[
        str | None,
        typer.Option(
            metavar="CHIP", help="Its displays' chip, such as sh1106, where they do not tell; '': told apart."
        ),
    ],
}
"""The options by their names in hardware.json; None where they are not given."""


class HardwareError(Exception):
    """Hardware options that no board can have; the message names the value, and what would be valid."""


def takes_hardware(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with OPTIONS too: its parameter `hardware` gets those that are given, by name."""
    return with_options(command, "hardware", OPTIONS)


def check_fields(fields: Given) -> None:
    """Raise HardwareError unless a board can have these fields of hardware.json."""
    try:
        check_hardware(fields)
    except CodedError as error:
        raise HardwareError(board_message(error.message)) from None


def validated_hardware(fields: Given) -> dict:
    """Return the hardware configuration of `fields`, completed with defaults.

    Raises HardwareError if its supply cannot feed its LEDs.
    """
    full = complete_hardware(fields)
    try:
        track_budget(full["port_ma"], full["tracks"], full["leds"], full["voice"])
    except CodedError as error:
        raise HardwareError(board_message(error.message)) from None
    return full
