"""Typer command `cribboard configure`: shows and changes a board's settings."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from firmware.rules.presets import PRESET_NAMES
from host_tools.command_group import failed, print_error
from host_tools.commands.event_lookup import event_settings, reading_event, round_of_event
from host_tools.desk.events.location_options import DEFAULT_FOLDER, Database, Folder
from host_tools.i18n import labelled, message
from host_tools.os_errors import os_reason
from host_tools.table_numbers import MOST_TABLES
from host_tools.text_files import read_text_file
from host_tools.usb import hardware_options, network_options
from host_tools.usb.board_reports import on_all
from host_tools.usb.console_output import exit_on_board_error
from host_tools.usb.judge_command import Pin
from host_tools.usb.option_groups import NONE_GIVEN, Given
from host_tools.usb.ports import Port
from host_tools.usb.protocol_client import BoardLink, BoardLinkError, with_key_of_board
from host_tools.usb.select_board import All, Board, PortPath, select_ports

_LIGHTS_S = 45
"""After so long lights are asked for again: a board ends their test after a minute without a key."""
_LOOK_S = 0.1
Seat = Callable[[BoardLink, dict[str, str]], None]
"""Tells a board its next match, given the board's PIN, if it has one."""


@network_options.takes_network
@hardware_options.takes_hardware
def configure(
    board: Board = "",
    port: PortPath = "",
    everyone: All = False,
    name: Annotated[str | None, typer.Option(help="The board's name.")] = None,
    table: Annotated[int | None, typer.Option(help="Its table, 1 to 999; 0 for none.")] = None,
    count_from: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_TABLES,
            metavar="N",
            help="With --all: number tables from N on, in the order in which a key is held at each board.",
        ),
    ] = None,
    round_: Annotated[
        int | None, typer.Option("--round", help="The round it plays now; with --event it is known.")
    ] = None,
    event: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The event it plays: its id and key go to the board. Empty: none."),
    ] = None,
    hall: Annotated[
        str,
        typer.Option(
            metavar="HALL", help="With --event, if it has several halls: the letter or name of the board's hall."
        ),
    ] = "",
    names: Annotated[
        bool,
        typer.Option("--names", help="With --event: tell the board its table's next match too, and who plays it."),
    ] = False,
    preset: Annotated[
        str | None, typer.Option(help="A preset's name, or a file of JSON. An unknown name lists all.")
    ] = None,
    teams: Annotated[int | None, typer.Option(help="2 to 4.")] = None,
    idle_ms: Annotated[
        int | None, typer.Option(help="A count is pegged after so many ms without a key; 0: never.")
    ] = None,
    sign_off: Annotated[bool | None, typer.Option("--sign-off/--no-sign-off", help="Losers sign a result.")] = None,
    brightness: Annotated[int | None, typer.Option(help="1 to 5.")] = None,
    language: Annotated[str | None, typer.Option(help="The language of its display and its voice: en or fr.")] = None,
    volume: Annotated[int | None, typer.Option(help="The volume of its voice: 0 (mute) to 10.")] = None,
    spoken: Annotated[str | None, typer.Option(help="How much its voice says: all, pegs or asked.")] = None,
    key: Annotated[
        str | None, typer.Option(help="The event key, hex; the board gets its own, derived from it. Empty for none.")
    ] = None,
    new_pin: Annotated[str | None, typer.Option(help="A new PIN, 4 to 8 digits; empty for none.")] = None,
    pin: Pin = "",
    hardware: Given = NONE_GIVEN,
    network: Given = NONE_GIVEN,
    folder: Folder = DEFAULT_FOLDER,
    database: Database = None,
) -> None:
    """Change a board's settings, and set its clock. Options left out change nothing.

    `--event` takes the event's id, key and present round from its file in this folder (or --folder), made by
    `cribboard event create`; a board that plays it already keeps a game that is on, or a later round. With `--names` a
    board between matches takes its table's next one too, and its display says who plays.
    Event, preset, teams and round can be changed between matches only. Tracks, LEDs, direction and supply take effect
    when the board next starts. A board never gives away its network settings. Exit 1 if a board refuses.
    """
    if count_from is not None and (not everyone or table is not None):
        raise typer.BadParameter(message("usb.configure.count_from"), param_hint="--count-from")
    with exit_on_board_error():
        hardware_options.check_fields(hardware)
        network_of = network_options.chosen_network(**network)
    fields = {
        "name": name,
        "table": table,
        "round": round_,
        "preset": _read_preset(preset),
        "teams": teams,
        "idle_ms": idle_ms,
        "sign_off": sign_off,
        "brightness": brightness,
        "language": language,
        "volume": volume,
        "spoken": spoken,
        "key": key,
        "new_pin": new_pin,
        **hardware,
    }
    if event is not None:
        of_event = event_settings(event, folder, database, hall)
        fields |= {name: value for name, value in of_event.items() if fields.get(name) is None}
    changes = {field: value for field, value in fields.items() if value is not None}
    with exit_on_board_error():
        ports = select_ports(board, port, everyone)
        networks = [network_of(target) for target in ports]
    known_round = round_of_event(event, folder, database, hall) if event and round_ is None else None
    with _seats_of(event, folder, database) if names else nullcontext() as seat:
        succeeded = [
            _configure_board(target, changes, fields, known_round, pin, seat)
            for target, fields in zip(ports, networks, strict=True)
        ]
    if count_from is not None:
        succeeded.append(_count_tables(ports, count_from, pin if new_pin is None else new_pin))
    if not all(succeeded):
        raise typer.Exit(1)


def _count_tables(ports: list[Port], first: int, pin: str) -> bool:
    """Light up all boards, and give each the next table when a key is held down there; return whether all got one.

    While its lights are tested, a board does nothing else with a key. All tests end with this, also by Ctrl-C.
    """
    credentials = _credentials(pin)
    dark = {"lights": False, **credentials}
    failed = False
    table, lit_at = first, 0.0
    with ExitStack() as stack:
        waiting: list[tuple[Port, BoardLink]] = []
        for port in ports:
            try:
                link = stack.enter_context(BoardLink(port.path))
                link.request("hello")
                waiting.append((port, link))
                # What does not answer has told so before, or lost its test with its power.
                stack.callback(_keys_down, link, dark)
            except BoardLinkError as error:
                print_error(labelled(port.label, error))
                failed = True
        typer.echo(message("usb.configure.hold", first=first))
        while waiting and table <= MOST_TABLES:
            lights = {"lights": True, **credentials} if time.monotonic() - lit_at > _LIGHTS_S else {}
            lit_at = time.monotonic() if lights else lit_at
            answers = on_all(lambda board, fields=lights: _keys_down(board[1], fields), waiting)  # type: ignore[misc]
            for (port, link), keys in zip(list(waiting), answers, strict=True):
                try:
                    if isinstance(keys, BoardLinkError):
                        raise keys
                    if not keys:
                        continue
                    link.request("configure", table=table, **credentials)
                except BoardLinkError as error:
                    print_error(labelled(port.label, error))
                    failed = True
                else:
                    typer.echo(message("usb.configure.table", board=port.label, number=table))
                    table += 1
                waiting.remove((port, link))
            time.sleep(_LOOK_S)
    return not failed and not waiting


def _keys_down(link: BoardLink, fields: dict) -> list[str] | BoardLinkError:
    """Ask a board which keys are down; `fields`: as of the request `selftest`. An error is returned."""
    try:
        return link.request("selftest", **fields)[0]["keys_down"]
    except BoardLinkError as error:
        return error


@contextmanager
def _seats_of(event: str | None, folder: Path, database: str | None) -> Iterator[Seat]:
    """Open the event; yields a function that tells a board the next match at its table."""
    if not event:
        raise failed(message("usb.configure.names"))
    with reading_event(event, folder, database) as desk:
        from host_tools.desk.live.boards_on_usb import tell_next_match

        yield partial(tell_next_match, desk)


def _read_preset(option: str | None) -> object:
    """Return the value of --preset: None, a built-in preset's name, or the JSON in the file that it names.

    Exits with a message if the file cannot be read or is not JSON.
    """
    if option is None or option in PRESET_NAMES:
        return option
    try:
        return json.loads(read_text_file(Path(option)).text)
    except OSError as error:
        names = ", ".join(PRESET_NAMES)
        raise failed(message("usb.configure.no_preset", file=option, reason=os_reason(error), names=names)) from None
    except (ValueError, RecursionError) as error:
        raise failed(message("usb.configure.no_json", file=option, error=error)) from None


def _configure_board(
    port: Port, fields: dict, network: dict, known_round: int | None, pin: str, seat: Seat | None
) -> bool:
    """Set the time, the `fields`, the event's `known_round`, the match of `seat` and the `network` of one board; report
    and return whether that succeeded."""
    credentials = _credentials(pin)
    try:
        with BoardLink(port.path) as link:
            link.request("time", at=int(time.time()), **credentials)
            if known_round and not _keeps_round(link, fields["event"], known_round):
                fields = fields | {"round": known_round}
            if fields.get("key"):
                fields = with_key_of_board(link, fields)
            replies = link.request("configure", **fields, **credentials) if fields else []
            credentials = _credentials(fields.get("new_pin", pin))
            if seat:
                seat(link, credentials)
            if network:
                link.request("network", **network, **credentials)
            round_text = _round_text(link, known_round) if fields.get("event") else ""
    except BoardLinkError as error:
        print_error(labelled(port.label, error))
        return False
    deferred = [name for data in replies for name in data.get("at_next_start", [])]
    later = message("usb.configure.next_start", fields=", ".join(deferred)) if deferred else ""
    typer.echo(message("usb.configure.done", board=port.label) + round_text + later)
    return True


def _credentials(pin: str) -> dict[str, str]:
    """Return the fields of a request to a board with this PIN, "" for none."""
    return {"pin": pin} if pin else {}


def _keeps_round(link: BoardLink, event: str, known_round: int) -> bool:
    """Return whether a board plays this event already and would lose a game that is on, or be set back, if told its
    round: results of the later one may wait on it, and would be there twice."""
    (hello,), (status,) = link.request("hello"), link.request("status")
    return hello["event"] == event and (status["phase"] != "round" or status["round"] > known_round)


def _round_text(link: BoardLink, known_round: int | None) -> str:
    """Return what is said of the round that a board plays now."""
    now = link.request("status")[0]["round"]
    later = known_round is not None and now > known_round
    return message("usb.configure.later" if later else "usb.configure.round", round=now, known=known_round)
