"""Serves the virtual board's page on this machine, for this machine only."""

import contextlib
import mimetypes
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host_tools.quickcards.command import PRINTED
from host_tools.sim.content import MADE, PAGE
from host_tools.words import word

HOST = "127.0.0.1"
DEFAULT_PORT = 8121

# `no-cache` lets a changed firmware be seen on reload; the page itself carries its content policy.
_HEADERS = {
    "cache-control": "no-cache",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class PortError(Exception):
    """The port asked for cannot be had. The text is one line that says what to do."""


def application(micropython: Path) -> Starlette:
    """The web application: the page, what is made for it, and MicroPython from that folder."""
    # A Windows registry may call scripts plain text, which browsers refuse to run.
    mimetypes.add_type("text/javascript", ".js")
    mimetypes.add_type("text/javascript", ".mjs")
    return Starlette(
        routes=[
            Route("/", _made(*MADE["index.html"])),
            *(Route(f"/{name}", _made(*made)) for name, made in MADE.items()),
            Mount("/quickcards", StaticFiles(directory=PRINTED)),
            Mount("/micropython", StaticFiles(directory=micropython)),
            Mount("/", StaticFiles(directory=PAGE)),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"]),
            Middleware(_Headers),
        ],
    )


def listen(port: int | None) -> socket.socket:
    """A listening socket on the loopback address.

    `port` None takes the default port, or a free one where that is taken. Raises PortError when `port` is not free.
    """
    try:
        return _bound(DEFAULT_PORT if port is None else port)
    except OSError as error:
        if port is None:
            return _bound(0)
        raise PortError(word("sim.port_taken", port=port, reason=error.strerror)) from error


def serve(app: Starlette, listening: socket.socket) -> None:
    """Answers until it is interrupted, then ends in peace."""
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off", timeout_graceful_shutdown=1))
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def address(listening: socket.socket) -> str:
    """The page's address."""
    return f"http://{HOST}:{listening.getsockname()[1]}/"


def _bound(port: int) -> socket.socket:
    return socket.create_server((HOST, port))


def _made(make: Callable[[], str], kind: str) -> Callable[[Request], Response]:
    return lambda request: Response(make(), media_type=kind)


class _Headers:
    """Adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self.app(scope, receive, send_with_headers)
