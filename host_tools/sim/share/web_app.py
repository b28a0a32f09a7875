"""Starlette application that shares a board's page on the local network, with a secret code in its URL."""

import io
import ipaddress
import secrets
import socket
from pathlib import Path
from urllib.parse import urlsplit

import segno
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from host_tools import network_address
from host_tools.i18n import LANGUAGES, catalogue, message
from host_tools.sim import page_files, server
from host_tools.sim.share.room import News, Room

HOST = "0.0.0.0"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters that are not mistaken for each other."""
_LENGTH = 10


class NoNetworkError(Exception):
    """This computer is on no network. The text is one line that says what to do."""


def new_code() -> str:
    """Generate the secret code of an evening: ten characters, 49 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def own_address() -> str:
    """Return this computer's present IP address on its network. Raises NoNetworkError."""
    own = network_address.own_address()
    if own in network_address.LOOPBACK:
        raise NoNetworkError(message("sim.share_no_network"))
    return own


def address(host: str, port: int, code: str) -> str:
    """Return the URL of the board's page; phones append `?join`."""
    return f"http://{host}:{port}/~{code}/"


def application(
    micropython: Path,
    port: int,
    code: str,
    public_url: str | None = None,
    voices: page_files.Voices = page_files.NO_VOICES,
) -> Starlette:
    """Build the web application that shares a board: its page, and the WebSocket `table` that phones join by.

    All its paths begin with `/~CODE/`. `micropython`: folder of the WebAssembly build; `port`: for the invitation;
    `public_url`: where others find the page, for links to games, which never hold the code; `voices` as
    `page_files.files` takes them.
    """
    site = server.Site(micropython, public_url, voices)
    site.file(server.INDEX)
    room = Room(lambda: invitation(port, code))
    return Starlette(
        routes=[
            WebSocketRoute("/table", room.join),
            Route("/{name:path}", lambda request: server.respond(site, request)),
        ],
        middleware=[Middleware(server.SecurityHeaders), Middleware(AccessCheck, code=code)],
    )


def invitation(port: int, code: str) -> News:
    """Return the URL at which a phone joins and its QR code (SVG); both "" if there is no network at present."""
    try:
        url = f"{address(own_address(), port, code)}?join"
    except NoNetworkError:
        return {"address": "", "qr": ""}
    picture = io.BytesIO()
    segno.make(url, error="m", micro=False).save(picture, kind="svg", scale=8, light="#fff", xmldecl=False)
    return {"address": url, "qr": picture.getvalue().decode()}


class AccessCheck:
    """ASGI middleware that admits requests with the code in their path, to this computer's name, from its own page.

    It removes the code from the path for the routes.
    """

    def __init__(self, app: ASGIApp, code: str) -> None:
        self.app = app
        self._code = code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope)
        if refusal is None:
            return await self.app({**scope, "root_path": f"/~{self._code}"}, receive, send)
        if scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": 1008})
        return await refusal(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the response that refuses or redirects a request; None if it is admitted."""
        headers = Headers(scope=scope)
        if not _is_own_host(headers.get("host", "")) or _is_cross_origin(headers):
            return _plain_message("sim.share_host", 400)
        code, slash, _ = scope["path"].removeprefix("/~").partition("/")
        if not secrets.compare_digest(code.encode(), self._code.encode()):
            return _plain_message("sim.share_wrong", 403)
        return None if slash else RedirectResponse(Request(scope).url.replace(path=f"/~{code}/"))


def _is_own_host(host: str) -> bool:
    """Return whether a host name is surely this computer's: any IP address, localhost or its own name.

    Other names may be DNS rebinding: a foreign site's name that leads here.
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        hostname = socket.gethostname().lower()
        return name in ("localhost", hostname, f"{hostname}.local")


def _is_cross_origin(headers: Headers) -> bool:
    """Return whether the request comes from a page of another site."""
    return "origin" in headers and urlsplit(headers["origin"]).netloc != headers.get("host")


def _plain_message(key: str, status: int) -> Response:
    return PlainTextResponse("\n".join(catalogue(language)[key] for language in LANGUAGES), status)
