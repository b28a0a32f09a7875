"""Run the uvicorn server of a desk on its own listening socket."""

import asyncio
import contextlib
import errno
import ipaddress
import itertools
import socket
from collections.abc import Callable, Sequence
from typing import Any

import uvicorn
from flask import Flask
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from host_tools.desk.errors import DeskError
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.web.app import application
from host_tools.desk.web.asgi_app import ConnectionLimits, DeskApp
from host_tools.desk.web.client_limits import OWN, REQUEST_S, Clients
from host_tools.desk.web.director_credentials import Director
from host_tools.desk.web.event_switch import EventSwitch
from host_tools.desk.web.live_feed import LiveFeed, Work
from host_tools.file_limit import raise_file_limit
from host_tools.i18n import message
from host_tools.network_address import EVERYWHERE, LOOPBACK, public_url
from host_tools.os_errors import os_reason

_CONNECTIONS = 4000
"""Browsers keep several open each."""
_OTHER_FILES = 200
"""Open files that are no connections: those of the database and of the line to the broker are kept back."""
_AT_ONCE = 50
"""Connections that are accepted before other work goes on."""
_CHECK_S = 1.0
"""Time between looks for what is overdue."""
_NO_FILES_S = 0.2
"""Time without accepting where the computer has no more files."""
_UVICORN_OPTIONS: dict[str, Any] = {
    "log_level": "critical",
    "access_log": False,
    "server_header": False,
    # `ConnectionLimits` has to see connections' own addresses; `listen` adds uvicorn's middleware behind it.
    "proxy_headers": False,
    "timeout_graceful_shutdown": 1,
    "timeout_keep_alive": int(REQUEST_S),
    "backlog": _CONNECTIONS,
    "ws": "none",
}


class DeskServer(uvicorn.Server):
    """A uvicorn server on a listening socket, with the live feed and other tasks beside it.

    Connections are accepted here: none of the servers that were looked at limits those of an address.
    """

    def __init__(
        self, config: uvicorn.Config, listening_socket: socket.socket, switch: EventSwitch, clients: Clients
    ) -> None:
        super().__init__(config)
        self._listening_socket = listening_socket
        self._switch = switch
        self._clients = clients
        self._tasks: list[asyncio.Task[None]] = []

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
            self.run(sockets=[])

    def close(self) -> None:
        """Ask the server to shut down. Thread-safe."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        self._tasks = [asyncio.create_task(self._accept()), asyncio.create_task(self._look_after_connections())]

    async def _accept(self) -> None:
        """Accept connections that clients may have, and close others, until cancelled."""
        loop = asyncio.get_running_loop()
        self._listening_socket.setblocking(False)
        for number in itertools.count(1):
            try:
                connection, peer = await loop.sock_accept(self._listening_socket)
            except OSError as error:
                if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                    self._clients.refusals.note(OWN)
                    await asyncio.sleep(_NO_FILES_S)
                continue
            served_address = connection.getsockname()[0]
            if not self._clients.admits(peer, served_address):
                connection.close()
            else:
                with contextlib.suppress(OSError):
                    transport, _ = await loop.connect_accepted_socket(self._make_protocol, connection)
                    self._clients.add(peer, served_address, transport)
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)

    def _make_protocol(self) -> asyncio.Protocol:
        """Return the protocol of a new connection, as `uvicorn.Server.startup` makes it."""
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    async def _look_after_connections(self) -> None:
        """Close connections that wait too long for a request, and log what was refused, until cancelled."""
        while True:
            await asyncio.sleep(_CHECK_S)
            self._clients.close_overdue()
            self._clients.refusals.say()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        self._listening_socket.close()
        self.feed.close()
        await super().shutdown(sockets)


def listen(
    event: OpenEvent | None,
    director: Director,
    host: str,
    port: int,
    anywhere: bool,
    location: EventLocation,
    tables: LiveTables | None = None,
    works_for: Sequence[Callable[[OpenEvent], Work]] = (),
    proxy: str = "",
) -> DeskServer:
    """Build a server and bind its socket; port 0 takes a free one. Raises DeskError if the port is in use, or `proxy`
    is no address.

    `event`: the one that is open at first; the director can open another of `location`. `anywhere`: the director may
    sign in from other computers. Each of `works_for` returns for an event a coroutine function that runs beside the
    server, such as one that keeps `tables` up to date; its argument is a function to call after each change. `proxy`:
    address of a proxy, which names its clients in the header X-Forwarded-For; "" without one.
    """
    if proxy and not _is_address(proxy):
        raise DeskError(message("desk.served.proxy", text=proxy))
    try:
        listening_socket = socket.create_server((host, port), backlog=_CONNECTIONS)
    except OSError as error:
        raise DeskError(message("desk.served.unusable", address=host, port=port, why=os_reason(error))) from None
    connections = max(raise_file_limit(_CONNECTIONS + _OTHER_FILES) - _OTHER_FILES, _OTHER_FILES)
    clients = Clients(min(connections, _CONNECTIONS), proxy)

    def build(served_event: OpenEvent | None) -> Flask:
        app = application(served_event, director, host, listening_socket.getsockname()[1], anywhere, tables)
        if served_event is not None:
            app.extensions["feed"].works += [work_for(served_event) for work_for in works_for]
        return app

    switch = EventSwitch(build, event, location)
    desk_app: Any = DeskApp(switch, clients)
    if proxy:
        desk_app = ProxyHeadersMiddleware(desk_app, proxy)
    asgi_app = ConnectionLimits(desk_app, clients)
    return DeskServer(uvicorn.Config(asgi_app, **_UVICORN_OPTIONS), listening_socket, switch, clients)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


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
