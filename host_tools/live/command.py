"""Typer commands of `cribboard live`: set up a broker, diagnose it, assign a board to a table, run a demonstration."""

import asyncio
import os
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from host_tools.command_group import failed
from host_tools.desk.cli.serve_command import LiveAuthority, LiveLogin, LiveUrl
from host_tools.desk.errors import DeskError
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.location_options import DEFAULT_FOLDER, Database, Folder
from host_tools.desk.live.broker_address import Broker, find_broker
from host_tools.desk.live.next_matches import assign_table
from host_tools.i18n import message, plural
from host_tools.live.broker_files import BrokerFiles, Listener
from host_tools.live.uplink import CLUSTER_NODE
from host_tools.network_address import own_address
from host_tools.printable import printable
from host_tools.private_files import write_private
from host_tools.shell_words import shell_words
from host_tools.table_numbers import parse_table
from host_tools.usb.select_board import Board

if TYPE_CHECKING:
    from host_tools.live.board_logins import Network
    from host_tools.live.cluster_files import ClusterFiles

Listen = Annotated[str | None, typer.Option(metavar="ADDRESS", help=message("live.init.listen"))]
DeskPort = Annotated[int | None, typer.Option(min=1, max=65535, help=message("live.init.desk_port"))]
Certificate = Annotated[Path | None, typer.Option(metavar="FILE", help=message("live.init.certificate"))]
Key = Annotated[Path | None, typer.Option(metavar="FILE", help=message("live.init.key"))]

WIFI_VARIABLE = "CRIBBOARD_WIFI_PASSWORD"

live = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="markdown")


@live.command(help=message("live.init.help"))
def init(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help=message("live.init.folder"))],
    port: Annotated[int | None, typer.Option(min=1, max=65535, help=message("live.init.port"))] = None,
    listen: Listen = None,
    address: Annotated[str, typer.Option(metavar="ADDRESS", help=message("live.init.address"))] = "",
    standby: Annotated[str, typer.Option(metavar="ADDRESS", help=message("live.init.standby"))] = "",
    wifi: Annotated[str | None, typer.Option(metavar="NAME", help=message("live.init.wifi"))] = None,
    certificate: Certificate = None,
    key: Key = None,
    desk_port: DeskPort = None,
    service: Annotated[str, typer.Option(metavar="EVENT", help=message("live.init.service"))] = "",
    folder: Folder = DEFAULT_FOLDER,
    boards: Annotated[bool, typer.Option("--boards/--no-boards", help=message("live.init.boards"))] = True,
    board: Board = "",
    pin: Annotated[str, typer.Option(envvar="CRIBBOARD_PIN", help=message("live.init.pin"))] = "",
    cluster: Annotated[list[str] | None, typer.Option(metavar="ADDRESS", help=message("live.init.cluster"))] = None,
    hall_name: Annotated[
        list[str] | None, typer.Option("--hall", metavar="NAME", help=message("live.init.hall"))
    ] = None,
    uplink: Annotated[Path | None, typer.Option(metavar="DIR", help=message("live.init.uplink"))] = None,
) -> None:
    from host_tools.live import board_logins

    ports = {"address": listen, "port": port, "desk_port": desk_port}
    try:
        if cluster or hall_name:
            if uplink or service or certificate or key:
                raise DeskError(message("live.cluster.alone"))
            brokers, network = _write_cluster(directory, cluster or [], hall_name or [], ports)
            if boards and not board_logins.set_logins(brokers, network, board, pin, typer.echo):
                raise typer.Exit(1)
            return
        files = BrokerFiles(directory)
        listener = _changed(files, certificate=certificate, key=key, **ports)
        if uplink:
            files.take_uplink(uplink)
        files.write(listener)
        typer.echo(message("live.init.written", folder=files.path, file=files.configuration))
        if service:
            from host_tools.live.services import write_units

            units = shell_words(*write_units(files, service, folder))
            typer.echo(message("live.init.units", units=units, event=service))
        if boards:
            network = board_logins.Network(address or own_address(), listener.port, wifi, _wifi_password(wifi), standby)
            if not board_logins.set_logins(files, network, board, pin, typer.echo):
                raise typer.Exit(1)
    except (DeskError, OSError) as error:
        raise failed(error) from None


def _write_cluster(
    folder: Path, addresses: list[str], halls: list[str], ports: Mapping[str, object]
) -> tuple["ClusterFiles", "Network"]:
    """Write a cluster's files, and say what is to be done with them. Returns them, and what boards are told that come
    to the cluster themselves. Raises DeskError, OSError."""
    from host_tools.live.board_logins import Network
    from host_tools.live.cluster_files import ClusterFiles

    files = ClusterFiles(folder)
    before = list(zip(files.hosts, files.nodes, strict=True)) if files.exists else []
    hosts = addresses or [host for host, _ in before]
    if not hosts:
        raise DeskError(message("live.cluster.no_node"))
    known = {host: node.read_listener() for host, node in before}
    changes = {name: value for name, value in ports.items() if value is not None}
    listeners = {host: replace(known.get(host, Listener()), **changes) for host in hosts}  # type: ignore[arg-type]
    files.write(listeners, halls)
    typer.echo(message("live.cluster.written", folder=files.path, halls=", ".join(files.halls) or "–"))
    for number, host in enumerate(hosts, 1):
        typer.echo(message("live.cluster.node", number=number, host=host, folder=files.path))
    return files, Network(hosts[0], listeners[hosts[0]].port, None, "", hosts[1] if len(hosts) > 1 else "")


def _changed(files: BrokerFiles, **fields: object) -> Listener:
    """Return where the broker of these files listens, with the fields that are not None in place of those. Raises
    DeskError for a certificate without its key."""
    if (fields["certificate"] is None) != (fields["key"] is None):
        raise DeskError(message("live.init.both"))
    return replace(files.read_listener(), **{name: value for name, value in fields.items() if value is not None})  # type: ignore[arg-type]


def _wifi_password(wifi: str | None) -> str:
    """Return the Wi-Fi's password from the environment, else from a prompt or standard input; "" without Wi-Fi."""
    if wifi is None:
        return ""
    if WIFI_VARIABLE in os.environ:
        return os.environ[WIFI_VARIABLE]
    if sys.stdin.isatty():
        return typer.prompt(
            message("live.init.wifi_password", name=wifi), hide_input=True, default="", show_default=False
        )
    return sys.stdin.readline().rstrip("\n")


@live.command(help=message("live.password.help"))
def password(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=message("live.check.folder"))],
    board: Annotated[str, typer.Argument(metavar="BOARD", help=message("live.password.board"))],
    file: Annotated[Path | None, typer.Option(metavar="FILE", help=message("live.password.file"))] = None,
) -> None:
    from host_tools.desk.live.board_messages import PayloadError, check_uid
    from host_tools.live.broker_files import new_password

    files, new = BrokerFiles(folder), new_password()
    try:
        check_uid(board)
        if not files.configuration.exists():
            raise DeskError(message("live.check.no_files", folder=files.path))
        if file is not None:
            write_private(file, f"{new}\n")
        files.set_password(board, new)
    except PayloadError:
        raise failed(message("live.password.uid", board=board)) from None
    except (DeskError, OSError) as error:
        raise failed(error) from None
    if file is None:
        typer.echo(new)


@live.command(help=message("live.check.help"))
def check(
    folder: Annotated[Path | None, typer.Argument(metavar="[DIR]", help=message("live.check.folder"))] = None,
    url: LiveUrl = None,
    login: LiveLogin = None,
    authority: LiveAuthority = None,
    usb: Annotated[bool, typer.Option("--usb/--no-usb", help=message("live.check.usb"))] = True,
    seconds: Annotated[float, typer.Option(min=12, max=600, help=message("live.check.seconds"))] = 12,
) -> None:
    from host_tools.live.check import Diagnosis, check_cluster, check_live, usb_network_problems

    try:
        if folder is not None and not url and (folder / CLUSTER_NODE).is_dir():
            diagnosis: Diagnosis = asyncio.run(check_cluster(folder, seconds))
        else:
            broker, files = _find_broker(folder, url, login, authority)
            diagnosis = asyncio.run(check_live(broker, files, seconds))
        diagnosis.problems.extend(usb_network_problems() if usb else [])
    except (DeskError, OSError) as error:
        raise failed(error) from None
    for line in [*diagnosis.passed, *diagnosis.problems]:
        typer.echo(printable(line))
    typer.echo(
        plural("live.check.wrong", len(diagnosis.problems)) if diagnosis.problems else message("live.check.well")
    )
    if diagnosis.problems:
        raise typer.Exit(1)


def _find_broker(
    folder: Path | None, url: str | None, login: Path | None, authority: Path | None
) -> tuple[Broker, BrokerFiles | None]:
    """Return the broker at `url`, by default the local one of the files in `folder`, these files. Raises DeskError."""
    if folder is not None:
        files = BrokerFiles(folder)
        if not files.configuration.exists():
            raise DeskError(message("live.check.no_files", folder=files.path))
        return find_broker(url or str(folder), login or files.login, authority), files
    if not url:
        raise DeskError(message("live.check.where"))
    return find_broker(url, login, authority), None


@live.command(help=message("live.copy.help"))
def copy(
    event: Annotated[str, typer.Argument(help=message("live.assign.event"))],
    directory: Annotated[Path, typer.Argument(metavar="DIR", help=message("live.check.folder"))],
    folder: Folder = DEFAULT_FOLDER,
    with_event: Annotated[bool, typer.Option("--event/--no-event", help=message("live.copy.with_event"))] = True,
) -> None:
    from host_tools.live.event_copy import write_copies

    try:
        location = EventLocation(folder, None)
        if with_event:
            location.open(event).close()  # An event that is not there, or of another version, is told now.
        write_copies(location.path(event) if with_event else None, directory, sys.stdout.buffer)
    except BrokenPipeError:
        # The other computer has gone; nothing is to be written at this process's end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (DeskError, OSError) as error:
        raise failed(error) from None


@live.command(help=message("live.standby.help"))
def standby(
    event: Annotated[str, typer.Argument(help=message("live.assign.event"))],
    host: Annotated[str, typer.Argument(metavar="[USER@]ADDRESS", help=message("live.standby.host"))],
    directory: Annotated[Path, typer.Argument(metavar="DIR", help=message("live.standby.folder"))],
    broker: Annotated[str, typer.Option(metavar="DIR", help=message("live.standby.broker"))] = "broker",
    folder: Annotated[str, typer.Option(metavar="DIR", help=message("live.standby.events"))] = ".",
    program: Annotated[str, typer.Option(metavar="PATH", help=message("live.standby.program"))] = "cribboard",
    database: Database = None,
) -> None:
    from host_tools.live.standby import follow

    try:
        command = [program, "live", "copy", event, broker, "--folder", folder]
        follow(event, directory, host, [*command, "--no-event"] if database else command, typer.echo)
    except (DeskError, OSError) as error:
        raise failed(error) from None
    except KeyboardInterrupt:
        raise typer.Exit(0) from None


@live.command(help=message("live.takeover.help"))
def takeover(
    event: Annotated[str, typer.Argument(help=message("live.assign.event"))],
    directory: Annotated[Path, typer.Argument(metavar="DIR", help=message("live.standby.folder"))],
    yes: Annotated[bool, typer.Option("--yes", help=message("live.takeover.yes"))] = False,
    listen: Listen = None,
    desk_port: DeskPort = None,
    certificate: Certificate = None,
    key: Key = None,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help=message("live.demo.host"))] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=0, max=65535, help=message("live.takeover.port"))] = 8122,
    database: Database = None,
) -> None:
    from host_tools.live.standby import broker_files, state_of_copies, take_over

    try:
        typer.echo(state_of_copies(directory, event, database))
        if not yes and not typer.confirm(message("live.takeover.sure")):
            raise typer.Exit(1)
        files = broker_files(directory)
        listener = _changed(files, address=listen, desk_port=desk_port, certificate=certificate, key=key)
        if listener.certificate and not listener.certificate.exists():
            typer.echo(message("live.takeover.no_certificate", file=listener.certificate))
            listener = replace(listener, certificate=None)
        status = take_over(event, directory, database, listener, ["--host", host, "--port", str(port)])
    except (DeskError, OSError) as error:
        raise failed(error) from None
    raise typer.Exit(status)


@live.command(help=message("live.resume.help"))
def resume(
    event: Annotated[str, typer.Argument(help=message("live.assign.event"))],
    yes: Annotated[bool, typer.Option("--yes", help=message("live.takeover.yes"))] = False,
    folder: Folder = DEFAULT_FOLDER,
    database: Database = None,
) -> None:
    try:
        with closing(EventLocation(folder, database).open(event)) as opened:
            lease = opened.copied_from()
            if lease is None:
                raise DeskError(message("live.resume.not_old", event=event))
            if not yes and not typer.confirm(message("live.resume.sure", event=event, computer=lease.computer)):
                raise typer.Exit(1)
            opened.go_on_here()
    except (DeskError, OSError) as error:
        raise failed(error) from None
    typer.echo(message("live.resume.done", event=event))


@live.command(help=message("live.assign.help"))
def assign(
    event: Annotated[str, typer.Argument(help=message("live.assign.event"))],
    board: Annotated[str, typer.Argument(help=message("live.assign.board"))],
    table: Annotated[str, typer.Argument(help=message("live.assign.table"))],
    folder: Folder = DEFAULT_FOLDER,
    database: Database = None,
) -> None:
    from host_tools.desk.cli.options import current_user

    number = parse_table(table)
    if number is None:
        raise failed(DeskError(message("cli.table", text=table)))
    try:
        with EventLocation(folder, database).writing(event) as desk:
            uid = assign_table(desk.acting(current_user()), board, number)
    except (DeskError, OSError) as error:
        raise failed(error) from None
    typer.echo(message("live.assign.done" if number else "live.assign.none", board=uid, table=number))


@live.command(help=message("live.demo.help"))
def demo(
    boards: Annotated[int, typer.Option(min=2, max=100, help=message("live.demo.boards"))] = 12,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help=message("live.demo.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=message("live.demo.port"))] = 0,
    pace: Annotated[float, typer.Option(min=0.1, max=100, help=message("live.demo.pace"))] = 1,
) -> None:
    from host_tools.live.demo import run_demo

    try:
        run_demo(boards, host, port, pace, typer.echo)
    except (DeskError, OSError) as error:
        raise failed(error) from None
