"""HTTP server of the virtual board's page, on the loopback interface only."""

import contextlib
import hashlib
import mimetypes
import socket
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from werkzeug.http import parse_accept_header

from host_tools.i18n import message
from host_tools.os_errors import os_reason
from host_tools.sim import page_files
from host_tools.sim.compression import ENCODINGS, compressed

INDEX = page_files.INDEX
HOST = "127.0.0.1"
DEFAULT_PORT = 8121

# `no-cache` makes the browser revalidate its copy; the content security policy stands in the page itself.
_HEADERS = {
    "cache-control": "no-cache",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "vary": "accept-encoding",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Set here because a Windows registry may list scripts as plain text, which browsers refuse to run."""


_UVICORN_SETTINGS: dict[str, Any] = {
    "log_level": "warning",
    "lifespan": "off",
    "timeout_graceful_shutdown": 1,
    "ws": "wsproto",
    "ws_max_size": 1 << 18,
}


class PortError(Exception):
    """The wanted port is not free. The text is one line that says what to do."""


class File(NamedTuple):
    """A file of the page: its bytes, its ETag (a checksum), and its media type."""

    plain: bytes
    tag: str
    media_type: str


class Site:
    """The files of the page in memory; generated again at the next visit after a source has changed."""

    def __init__(
        self, micropython: Path, public_url: str | None = None, voices: page_files.Voices = page_files.NO_VOICES
    ) -> None:
        self._micropython = micropython
        self._public_url = public_url
        self._voices = voices
        self._stamps: set[tuple[Path, int]] = set()
        self._files: dict[str, File] = {}

    def file(self, name: str) -> File:
        """Return a file; HTML and the service worker are refreshed first. Raises KeyError for an unknown name."""
        if name in (INDEX, page_files.BUILDERS, page_files.CAPTAIN, page_files.WORKER):
            self._refresh()
        return self._files[name]

    def _refresh(self) -> None:
        """Generate all files again if any source has changed."""
        stamps = {(path, path.stat().st_mtime_ns) for path in page_files.sources(self._micropython)}
        if stamps == self._stamps:
            return
        contents = page_files.files(self._micropython, public_url=self._public_url, voices=self._voices)
        self._files = {name: _make_file(name, content) for name, content in contents.items()}
        self._stamps = stamps


def application(
    micropython: Path, public_url: str | None = None, voices: page_files.Voices = page_files.NO_VOICES
) -> Starlette:
    """Build the web application that serves the page.

    `micropython`: the folder of its WebAssembly build; `public_url`, `voices`: as `page_files.files` takes them.
    """
    site = Site(micropython, public_url, voices)
    site.file(INDEX)
    return Starlette(
        routes=[Route("/{name:path}", lambda request: respond(site, request))],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"]),
            Middleware(SecurityHeaders),
        ],
    )


def listen(port: int | None, host: str = HOST) -> socket.socket:
    """Open a listening socket on an address of this machine.

    `port` None: the default port, or any free one if that is in use. Raises PortError if `port` is in use.
    """
    try:
        return socket.create_server((host, DEFAULT_PORT if port is None else port))
    except OSError as error:
        if port is None:
            return socket.create_server((host, 0))
        raise PortError(message("sim.port_taken", port=port, reason=os_reason(error))) from error


def serve(app: Starlette, listening: socket.socket) -> None:
    """Serve until interrupted, then shut down cleanly."""
    with contextlib.suppress(KeyboardInterrupt):
        new_server(app).run(sockets=[listening])


def new_server(app: Starlette) -> uvicorn.Server:
    """Build the server of a web application of this folder, which `run(sockets=[…])` starts."""
    return uvicorn.Server(uvicorn.Config(app, **_UVICORN_SETTINGS))


def address(listening: socket.socket) -> str:
    """Return the URL of the page on a listening socket."""
    return f"http://{HOST}:{listening.getsockname()[1]}/"


def _make_file(name: str, content: bytes) -> File:
    media_type = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return File(content, f'"{hashlib.sha256(content).hexdigest()[:20]}"', media_type)


def respond(site: Site, request: Request) -> Response:
    """Respond with the requested file, or 304 if the browser has it. Raises HTTPException 404 for an unknown path."""
    name = request.path_params["name"]
    if name == page_files.CAPTAIN.rpartition("/")[0]:
        return RedirectResponse(f"/{name}/")
    name = f"{name}{INDEX}" if name.endswith("/") else name or INDEX
    try:
        file = site.file(name)
    except KeyError:
        raise HTTPException(404) from None
    headers = {"etag": file.tag, "vary": "accept-encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    encoding = parse_accept_header(request.headers.get("accept-encoding")).best_match(ENCODINGS, "")
    body = compressed(name, file.plain, encoding) if encoding else None
    if body is None:
        return Response(file.plain, headers=headers, media_type=file.media_type)
    return Response(body, headers=headers | {"content-encoding": encoding}, media_type=file.media_type)


class SecurityHeaders:
    """ASGI middleware that adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self.app(scope, receive, send_with_headers)
