"""Run the uvicorn server of a desk on its own listening socket."""

import contextlib
import socket
from collections.abc import Callable, Sequence
from typing import Any

import uvicorn
from flask import Flask

from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.store.database import DeskError
from host_tools.desk.web.app import application
from host_tools.desk.web.director_credentials import Director
from host_tools.desk.web.event_switch import EventSwitch
from host_tools.desk.web.live_feed import LiveFeed, Work
from host_tools.desk.web.request_body import WholeBody
from host_tools.desk.web.streaming import Streaming
from host_tools.desk.web.wsgi_adapter import UnwaitingAdapter
from host_tools.i18n import message
from host_tools.network_address import EVERYWHERE, LOOPBACK, public_url

_THREADS = 4
_CONNECTIONS = 4000
"""Browsers keep several open each."""
_OTHER_FILES = 200
"""Open files that are no connections."""
_UVICORN_OPTIONS: dict[str, Any] = {
    "log_level": "critical",
    "access_log": False,
    "server_header": False,
    # The client's address is the connection's: no header overrides it.
    "proxy_headers": False,
    "timeout_graceful_shutdown": 1,
    "timeout_keep_alive": 75,
    "limit_concurrency": _CONNECTIONS,
    "backlog": _CONNECTIONS,
    "ws": "none",
}


class DeskServer(uvicorn.Server):
    """A uvicorn server on a listening socket, with the live feed and other tasks beside it."""

    def __init__(self, config: uvicorn.Config, listening_socket: socket.socket, switch: EventSwitch) -> None:
        super().__init__(config)
        self._listening_socket = listening_socket
        self._switch = switch

    @property
    def feed(self) -> LiveFeed:
        """The live feed of the event that is open."""
        return self._switch.feed

    @property
    def port(self) -> int:
        """The port of the listening socket."""
        return self._listening_socket.getsockname()[1]

    def serve_until_closed(self) -> None:
        """Serve until `close` or an interrupt, then shut down gracefully."""
        with contextlib.suppress(KeyboardInterrupt):
            self.run(sockets=[self._listening_socket])

    def close(self) -> None:
        """Ask the server to shut down. Thread-safe."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.feed.close()
        await super().shutdown(sockets)


def listen(
    event: OpenEvent | None,
    director: Director,
    host: str,
    port: int,
    anywhere: bool,
    tables: LiveTables | None = None,
    works_for: Sequence[Callable[[OpenEvent], Work]] = (),
    location: EventLocation | None = None,
) -> DeskServer:
    """Build a server and bind its socket; port 0 takes a free one. Raises DeskError if the port is in use.

    `event`: the one that is open at first; the director can open another of `location`. `anywhere`: the director may
    sign in from other computers. Each of `works_for` returns for an event a coroutine function that runs beside the
    server, such as one that keeps `tables` up to date; its argument is a function to call after each change.
    """
    try:
        listening_socket = socket.create_server((host, port), backlog=_CONNECTIONS)
    except OSError as error:
        raise DeskError(message("desk.served.unusable", address=host, port=port, why=error.strerror)) from None
    raise_file_limit(_CONNECTIONS + _OTHER_FILES)

    def build(served_event: OpenEvent | None) -> Flask:
        app = application(served_event, director, host, listening_socket.getsockname()[1], anywhere, tables)
        if served_event is not None:
            app.extensions["feed"].works += [work_for(served_event) for work_for in works_for]
        return app

    switch = EventSwitch(build, event, location)
    asgi_app = Streaming(WholeBody(UnwaitingAdapter(switch, workers=_THREADS)), switch)
    return DeskServer(uvicorn.Config(asgi_app, **_UVICORN_OPTIONS), listening_socket, switch)


def raise_file_limit(count: int) -> None:
    """Raise this process's limit of open files to `count`, or as far as allowed: each connection is one."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    new_limit = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < new_limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (new_limit, hard))


def served_addresses(event_name: str, host: str, port: int, anywhere: bool) -> str:
    """Return the URLs of the desk's pages as text for the terminal; `anywhere` as in `listen`."""
    local_url = f"http://{LOOPBACK[0] if host == EVERYWHERE else host}:{port}"
    if host in LOOPBACK:
        return message("desk.served.local", event=event_name, url=local_url)
    shown = public_url(host, port)
    if anywhere:
        director = message("desk.served.unencrypted", url=shown)
    else:
        director = message("desk.served.this_computer", url=local_url)
    return message("desk.served.open", event=event_name, director=director, url=shown)
