"""`cribboard desk`: an event in the browsers of director, players and hall."""

import socket
import sys
from typing import Annotated

import typer
from waitress import create_server
from waitress.server import BaseWSGIServer

from host_tools.desk.opening import OpenEvent, Place
from host_tools.desk.schema import Director
from host_tools.desk.store import DeskError, Store
from host_tools.desk.terminal import HERE, Database, Folder
from host_tools.desk.web.app import LOOPBACK, application
from host_tools.desk.web.password import SHORTEST, director_of, set_password

DEFAULT_PORT = 8122
_THREADS = 8
_ELSEWHERE = ("192.0.2.1", 9)
"""An address of no machine: which of ours would be used towards it is asked, nothing is sent."""


def desk(
    name: Annotated[str | None, typer.Argument(help="The event. Left out: the only one there is.")] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to serve on; 0.0.0.0 opens the desk to the network.")
    ] = LOOPBACK[0],
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to serve on; 0: a free one.")] = DEFAULT_PORT,
    director_anywhere: Annotated[
        bool, typer.Option("--director-anywhere", help="Let the director sign in from other computers, unencrypted.")
    ] = False,
    new_password: Annotated[
        bool, typer.Option("--set-password", help="Set the director's password, and leave.")
    ] = False,
    folder: Folder = HERE,
    database: Database = None,
) -> None:
    """Serve the event's pages: the director's, the players' and the wall's.

    Only this computer sees them unless --host says otherwise. Even then players and wall only read, and the director
    signs in on this computer alone: on the club's Wi-Fi a password could be overheard.
    """
    try:
        place = Place(folder, database)
        event = place.open(name or place.only())
        try:
            _run(event, host, port, director_anywhere, new_password)
        finally:
            event.close()
    except (DeskError, OSError) as error:
        typer.echo(f"cribboard desk: {error}", err=True)
        raise typer.Exit(1) from None


def _run(event: OpenEvent, host: str, port: int, anywhere: bool, new_password: bool) -> None:
    director = director_of(event.store)
    if new_password or director is None:
        director = _ask_password(event.store)
    if new_password:
        typer.echo("The password is set. Desks that are running take it once they are started again.")
        return
    server = _listen(event, director, host, port, anywhere)
    typer.echo(_told(event.name, host, server.effective_port, anywhere))
    server.run()


def _ask_password(store: Store) -> Director:
    """Asks for a new password twice; where nobody can be asked it is a line of the input. Raises DeskError."""
    if sys.stdin.isatty():
        words = f"A new director's password, {SHORTEST} characters or more"
        password = typer.prompt(words, hide_input=True, confirmation_prompt="The same again")
    else:
        password = sys.stdin.readline().rstrip("\n")
        if not password:
            raise DeskError("there is no director's password yet: set one by `cribboard desk --set-password`")
    set_password(store, password)
    found = director_of(store)
    assert found
    return found


def _listen(event: OpenEvent, director: Director, host: str, port: int, anywhere: bool) -> BaseWSGIServer:
    with socket.socket() as free:
        # Asked for before: the application is made for its port.
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            free.bind((host, port))
        except OSError as error:
            raise DeskError(f"{host} port {port} cannot be used ({error.strerror}): name another") from None
        port = free.getsockname()[1]
    app = application(event, director, port, loopback=host in LOOPBACK, anywhere=anywhere)
    return create_server(app, host=host, port=port, threads=_THREADS, ident=None, asyncore_use_poll=True)


def _told(name: str, host: str, port: int, anywhere: bool) -> str:
    here = f"http://{LOOPBACK[0]}:{port}"
    if host in LOOPBACK:
        return (
            f"{name}: the desk is at {here}/director/ (Ctrl-C closes it). Only this computer sees it; "
            f"--host 0.0.0.0 opens players' pages and the wall to the network."
        )
    there = f"http://{_address() if host == '0.0.0.0' else host}:{port}"
    director = f"{there}/director/, unencrypted" if anywhere else f"{here}/director/, on this computer only"
    return f"{name} (Ctrl-C closes it)\n  director  {director}\n  players   {there}/\n  wall      {there}/wall"


def _address() -> str:
    """This computer's address on its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(_ELSEWHERE)
        except OSError:
            return LOOPBACK[0]
        return asked.getsockname()[0]
