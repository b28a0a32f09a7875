"""Typer options for a board's hardware configuration (`firmware.hardware_config`), and the files of kinds of board."""

import ast
import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from firmware.boards.carrier import BOARD
from firmware.config import KEEP_ALIVE_S
from firmware.hardware_config import CHAINS, check_parts, complete_hardware, kind_of
from firmware.hardware_file import check_hardware
from firmware.messages import CodedError
from firmware.view.lights.power import track_budget
from host_tools.i18n import labelled, message
from host_tools.i18n.board_messages import board_message
from host_tools.text_files import TextError, read_text_file
from host_tools.usb.option_groups import Given, with_options

OPTIONS = {
    "tracks": Annotated[int | None, typer.Option(help="Tracks of the board: 2, 3 or 4.")],
    "leds": Annotated[
        int | None, typer.Option(help=f"LEDs of a track's chain: {CHAINS[0]} (strip) or {CHAINS[1]} (circuit board).")
    ],
    "reversed": Annotated[
        bool | None,
        typer.Option("--reversed/--forward", help="LED chains are fed at the game hole, or at their other end."),
    ],
    "port_ma": Annotated[int | None, typer.Option(metavar="MA", help="What the supply gives, in mA: 500 to 3000.")],
    "voice": Annotated[bool | None, typer.Option("--voice/--no-voice", help="It has a sound module.")],
    "battery": Annotated[
        bool | None,
        typer.Option(
            "--battery/--no-battery",
            help="It measures a charger module's cell.",
        ),
    ],
    "keep_alive_s": Annotated[
        int | None,
        typer.Option(
            "--keep-alive",
            metavar="S",
            help=f"Seconds ({KEEP_ALIVE_S[0]} to {KEEP_ALIVE_S[1]}) between pulses that keep a power bank on in "
            "standby; 0: none.",
        ),
    ],
    "debounce_ms": Annotated[
        int | None,
        typer.Option(
            metavar="MS",
            help=f"How long its keys' contacts bounce: 5 to 60 ms; {BOARD['debounce_ms']} if not set.",
        ),
    ],
    "display": Annotated[
        str | None,
        typer.Option(
            metavar="CHIP", help="Its displays' chip, such as sh1106, if the board cannot detect it; '': detect it."
        ),
    ],
    "led_dark_ua": Annotated[
        int | None,
        typer.Option(metavar="UA", help=f"What a dark LED takes, in µA; {BOARD['led_dark_ua']} if not set."),
    ],
}
"""The options by their names in hardware.json; None where they are not given."""


Revision = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="The kind of board: carrier, or a file that describes another one, such as ./mine.py."
    ),
]


class HardwareError(Exception):
    """Hardware options that no board can have; the message names the value, and what would be valid."""


def takes_hardware(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with OPTIONS too: its parameter `hardware` gets those that are given, by name."""
    return with_options(command, "hardware", OPTIONS)


def revisions() -> dict[str, str]:
    """Return the text of each kind of board's file that the firmware brings, by name."""
    found = (item for item in files("firmware").joinpath("boards").iterdir() if item.name.endswith(".py"))
    return {
        item.name.removesuffix(".py"): item.read_text(encoding="utf-8") for item in found if item.name[0] not in "._"
    }


def read_revision(name: str) -> dict:
    """Return the file of the kind of board of that name, or at that path, as it is kept on a board.

    Raises HardwareError, which names what is wrong with the file.
    """
    known = revisions()
    try:
        text = known[name] if name in known else read_text_file(Path(name)).text
        board = json.loads(json.dumps(_value_of_board(text)))
        check_hardware({"board": board})
    except OSError:
        raise HardwareError(message("usb.revision.no_file", file=name, names=", ".join(sorted(known)))) from None
    except CodedError as error:
        raise HardwareError(labelled(name, board_message(error.message))) from None
    except SyntaxError as error:
        raise HardwareError(message("usb.revision.no_python", file=name, line=error.lineno, why=error.msg)) from None
    except (TypeError, RecursionError):
        raise HardwareError(message("usb.revision.values", file=name)) from None
    except TextError as error:
        raise HardwareError(str(error)) from None
    except ValueError:
        raise HardwareError(message("usb.revision.missing", file=name)) from None
    return board


def without_usual(fields: dict) -> dict:
    """Return fields of hardware.json without `board` where it is the one that firmware for Picos takes for granted."""
    usual = json.loads(json.dumps(BOARD))
    return {name: value for name, value in fields.items() if (name, value) != ("board", usual)}


def _value_of_board(text: str) -> object:
    """Return the value of BOARD in the text of a Python module, which is not run.

    Raises ValueError where there is none, SyntaxError, TypeError for what is no literal.
    """
    for node in ast.parse(text).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(target, ast.Name) and target.id == "BOARD":
            try:
                return ast.literal_eval(node.value or ast.Constant(None))
            except ValueError:
                raise TypeError from None
    raise ValueError


def check_fields(fields: Given) -> None:
    """Raise HardwareError unless a board can have these fields of hardware.json."""
    try:
        check_hardware(fields)
    except CodedError as error:
        raise HardwareError(board_message(error.message)) from None


def validated_hardware(fields: Given) -> dict:
    """Return the hardware configuration of `fields`, completed with defaults.

    Raises HardwareError if its kind has no pins for it, or its supply cannot feed its LEDs.
    """
    kind = kind_of(fields)
    full = complete_hardware(fields, kind)
    try:
        check_parts(fields, kind)
        track_budget(full["port_ma"], full["tracks"], full["leds"], full["led_dark_ua"], full["voice"])
    except CodedError as error:
        raise HardwareError(board_message(error.message)) from None
    return full
