"""`cribboard configure`: what an organiser chooses for a board."""

import json
import time
from pathlib import Path
from typing import Annotated

import typer

from firmware.rules.presets import NAMES
from host_tools.usb.choice import All, Board, PortPath, every
from host_tools.usb.judge import Pin
from host_tools.usb.line import Line, LineError
from host_tools.usb.ports import Port
from host_tools.usb.say import fail, told


def configure(
    board: Board = "",
    port: PortPath = "",
    everyone: All = False,
    name: Annotated[str | None, typer.Option(help="What people call it.")] = None,
    table: Annotated[int | None, typer.Option(help="Its table, 1 to 999; 0 for none.")] = None,
    round_: Annotated[int | None, typer.Option("--round", help="The round it plays now.")] = None,
    event: Annotated[str | None, typer.Option(help="The event its results are for.")] = None,
    preset: Annotated[str | None, typer.Option(help=f"A file of JSON, or one of {', '.join(NAMES)}.")] = None,
    teams: Annotated[int | None, typer.Option(help="2 to 4.")] = None,
    idle_ms: Annotated[
        int | None, typer.Option(help="A count is taken after so many ms without a key; 0: never.")
    ] = None,
    sign_off: Annotated[bool | None, typer.Option("--sign-off/--no-sign-off", help="Losers sign a result.")] = None,
    brightness: Annotated[int | None, typer.Option(help="1 to 5.")] = None,
    key: Annotated[str | None, typer.Option(help="The event key, hex; empty for none.")] = None,
    new_pin: Annotated[str | None, typer.Option(help="A new PIN, 4 to 8 digits; empty for none.")] = None,
    pin: Pin = "",
) -> None:
    """Change a board's settings, and tell it the time. What is not named stays as it is.

    Preset, teams and round can be changed between matches only. Exit 1 where a board refuses.
    """
    fields = {
        "name": name,
        "table": table,
        "round": round_,
        "event": event,
        "preset": _preset(preset),
        "teams": teams,
        "idle_ms": idle_ms,
        "sign_off": sign_off,
        "brightness": brightness,
        "key": key,
        "new_pin": new_pin,
    }
    given = {field: value for field, value in fields.items() if value is not None}
    with told():
        ports = every(board, port, everyone)
    done = [_configure(found, given, pin) for found in ports]
    if not all(done):
        raise typer.Exit(1)


def _preset(given: str | None) -> object:
    """A built-in preset's name, or what a file holds."""
    if given is None or given in NAMES:
        return given
    try:
        return json.loads(Path(given).read_text(encoding="utf-8"))
    except OSError as error:
        fail(f"--preset {given}: no file that can be read ({error.strerror}), and none of {', '.join(NAMES)}")
    except (ValueError, RecursionError) as error:
        fail(f"--preset {given}: no JSON: {error}")
    raise typer.Exit(1)


def _configure(port: Port, fields: dict, pin: str) -> bool:
    proof = {"pin": pin} if pin else {}
    try:
        with Line(port.path) as line:
            line.ask("time", at=int(time.time()), **proof)
            if fields:
                line.ask("configure", **fields, **proof)
    except LineError as error:
        fail(f"{port.who}: {error}")
        return False
    typer.echo(f"{port.who}: done")
    return True
