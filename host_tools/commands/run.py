"""Typer command `cribboard run`: runs a board on a Raspberry Pi."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from platformdirs import user_data_path

from firmware.board import Board
from firmware.json_file import read_json, write_json
from firmware.net.network_loader import NETWORK_FILE, NETWORK_VERSION
from firmware.net.network_settings import NETWORK_FIELDS
from firmware.ticks import MASK
from host_tools.command_group import failed
from host_tools.extras import missing_message
from host_tools.usb.network_options import (
    Broker,
    BrokerPasswordFile,
    NetworkOptionError,
    Standby,
    chosen_network,
)
from host_tools.usb.ports import Port

STEP_S = 0.002


def run(
    folder: Annotated[
        Path | None, typer.Option("--folder", help="Where games and results are kept.", show_default="the user's data")
    ] = None,
    broker: Broker = None,
    standby: Standby = None,
    broker_password_file: BrokerPasswordFile = None,
) -> None:
    """Be a board, on a Raspberry Pi with NeoPixels and keys at its pins, until Ctrl-C.

    With --broker it stores the broker's address and the board's password there (`cribboard live password`), for this
    start and all later ones. One chain of LEDs, track after track, at GPIO 18; the keys' pins stand in
    `firmware/boards/pi.py`. The driver wants root: `sudo cribboard run`. Standard input and output are the
    board's serial line.
    """
    root = folder or user_data_path("cribboard") / "board"
    try:
        root.mkdir(parents=True, exist_ok=True)
        hal = detect_board_hardware(root)
    except (OSError, ImportError, NotImplementedError, RuntimeError, AttributeError, ValueError) as error:
        raise failed(_explain(error)) from None
    try:
        if broker is not None:
            keep_network(hal, broker, standby, broker_password_file)
        run_board(hal)
    finally:
        hal.close()


def detect_board_hardware(root: Path) -> Any:
    """Return the HAL of this computer; `root`: folder of its flash. Raises ImportError, RuntimeError, … off a Pi."""
    from firmware.hal import detect_hal

    return detect_hal(str(root))


def keep_network(hal: Any, broker: str, standby: str | None, password_file: Path | None) -> None:
    """Write the board's network settings, as the request `network` does. Exits if one of them cannot be."""
    try:
        fields = chosen_network(broker=broker, standby=standby, broker_password_file=password_file)(Port("", hal.uid))
        try:
            known = read_json(hal.disk, NETWORK_FILE, NETWORK_VERSION)
        except (OSError, ValueError, TypeError):
            known = {}
        for _ in write_json(hal.disk, NETWORK_FILE, NETWORK_FIELDS | known | fields, NETWORK_VERSION):
            pass
    except (NetworkOptionError, OSError) as error:
        raise failed(error) from None


def run_board(hal: Any) -> None:
    """Run a board on this HAL until the process ends."""
    board = Board(hal)
    while True:
        board.step((time.monotonic_ns() // 1_000_000) & MASK)
        hal.feed()
        time.sleep(STEP_S)


def _explain(error: Exception) -> str:
    if isinstance(error, ImportError):
        return missing_message(error.name or "", "pi")
    if isinstance(error, PermissionError):
        return f"{error}; the driver of the LEDs wants root: sudo cribboard run"
    return f"this is no Raspberry Pi with the pins of a board: {error}"
