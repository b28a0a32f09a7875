"""Listens for browsers, and says where."""

import logging
import socket

from waitress import create_server
from waitress.server import BaseWSGIServer

from host_tools.desk.events import OpenEvent
from host_tools.desk.store import DeskError
from host_tools.desk.web.app import application
from host_tools.desk.web.director import Director
from host_tools.desk.web.hosts import EVERYWHERE, LOOPBACK, players_address

_THREADS = 4
_CONNECTIONS = 2000
"""Browsers keep several open each."""
_FILES = 200
"""Files that are no connections."""


def listen(event: OpenEvent, director: Director, host: str, port: int, anywhere: bool) -> BaseWSGIServer:
    """A server that is ready to run; port 0 takes a free one. Raises DeskError where the port cannot be had."""
    with socket.socket() as free:
        # Asked for before: the application is made for its port.
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            free.bind((host, port))
        except OSError as error:
            raise DeskError(f"{host} port {port} cannot be used ({error.strerror}): name another") from None
        port = free.getsockname()[1]
    # That a browser waited a moment for its turn is nothing a director should read.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    app = application(event, director, host, port, anywhere)
    limits = {"threads": _THREADS, "connection_limit": _CONNECTIONS, "backlog": _CONNECTIONS}
    allow_files(_CONNECTIONS + _FILES)
    return create_server(app, host=host, port=port, ident=None, asyncore_use_poll=True, **limits)


def allow_files(count: int) -> None:
    """Let this process have so many files open at once, or as many as it may: each connection is one."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def told(name: str, host: str, port: int, anywhere: bool) -> str:
    """Where the desk is, for the terminal."""
    here = f"http://{LOOPBACK[0] if host == EVERYWHERE else host}:{port}"
    if host in LOOPBACK:
        return (
            f"{name}: the desk is at {here}/director/ (Ctrl-C closes it). Only this computer sees it; "
            f"--host 0.0.0.0 opens players' pages and the wall to the network."
        )
    there = players_address(host, port).rstrip("/")
    director = f"{there}/director/, unencrypted" if anywhere else f"{here}/director/, on this computer only"
    return f"{name} (Ctrl-C closes it)\n  director  {director}\n  players   {there}/\n  wall      {there}/wall"
