"""Typer options for a board's hardware configuration (`firmware.hardware_config`)."""

from typing import Annotated

import typer

from firmware.config import BATTERY_TRACKS, DEBOUNCE_MS, KEEP_ALIVE_S
from firmware.hardware_config import CHAINS, check_hardware, complete_hardware
from firmware.messages import CodedError
from firmware.view.lights.power import track_budget
from host_tools.i18n.board_messages import board_message

Tracks = Annotated[int | None, typer.Option(help="Tracks of the board: 2, 3 or 4.")]
Leds = Annotated[
    int | None, typer.Option(help=f"LEDs of a track's chain: {CHAINS[0]} (strip) or {CHAINS[1]} (circuit board).")
]
Reversed = Annotated[bool | None, typer.Option("--reversed/--forward", help="Chains are fed at the game hole.")]
PortMa = Annotated[int | None, typer.Option(metavar="MA", help="What the supply gives, in mA: 500 to 3000.")]
Voice = Annotated[bool | None, typer.Option("--voice/--no-voice", help="It has a sound module.")]
Battery = Annotated[
    bool | None,
    typer.Option(
        "--battery/--no-battery", help=f"It measures a charger module's cell; boards of up to {BATTERY_TRACKS} tracks."
    ),
]
KeepAlive = Annotated[
    int | None,
    typer.Option(
        metavar="S",
        help=f"In standby it keeps a power bank on, by a pulse every {KEEP_ALIVE_S[0]} to "
        f"{KEEP_ALIVE_S[1]} s; 0: it lets the bank switch off.",
    ),
]

DebounceMs = Annotated[
    int | None,
    typer.Option(metavar="MS", help=f"How long its keys' contacts bounce: 5 to 60 ms; {DEBOUNCE_MS} if nothing says."),
]
Display = Annotated[
    str | None,
    typer.Option(metavar="CHIP", help="Its displays' chip, such as sh1106, where they do not tell; '': told apart."),
]


class HardwareError(Exception):
    """Hardware options that no board can have; the message names the value, and what would be valid."""


def chosen_fields(
    tracks: int | None,
    leds: int | None,
    reversed_: bool | None,
    port_ma: int | None,
    voice: bool | None,
    battery: bool | None = None,
    keep_alive: int | None = None,
    debounce_ms: int | None = None,
    display: str | None = None,
) -> dict:
    """Return the options that were given, not None, by their names in hardware.json. Raises HardwareError."""
    values: dict[str, int | str | None] = {"tracks": tracks, "leds": leds, "reversed": reversed_, "port_ma": port_ma}
    values |= {"voice": voice, "battery": battery, "keep_alive_s": keep_alive}
    values |= {"debounce_ms": debounce_ms, "display": display}
    fields = {field: value for field, value in values.items() if value is not None}
    try:
        check_hardware(fields)
    except CodedError as error:
        raise HardwareError(board_message(error.message)) from None
    return fields


def validated_hardware(fields: dict) -> dict:
    """Return the hardware configuration of `fields`, completed with defaults.

    Raises HardwareError if its supply cannot feed its LEDs.
    """
    full = complete_hardware(fields)
    try:
        track_budget(full["port_ma"], full["tracks"], full["leds"], full["voice"])
    except CodedError as error:
        raise HardwareError(board_message(error.message)) from None
    return full
