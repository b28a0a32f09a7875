"""The desk's ASGI application: asks Flask in a thread, and sends pages and streams, within clients' limits.

Bodies are read before a thread is asked for, and pages sent after it is free: slow clients occupy none.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send
from werkzeug.test import run_wsgi_app
from werkzeug.wrappers import Request

from host_tools.desk.web.client_limits import OWN, THREADS, BusyError, Clients, client_of
from host_tools.desk.web.event_switch import EventSwitch
from host_tools.desk.web.language import preferred_language
from host_tools.desk.web.live_feed import Topic
from host_tools.i18n import message, use_language

STREAM = "text/event-stream"
LARGEST_FORM = 256 * 1024
LARGEST_IMPORT = 16 * 1024 * 1024
"""Bytes of a body; a result line has some 350. Larger ones than LARGEST_FORM are taken from this computer, and from who
has signed in."""
IMPORT_PATH = "/director/read"
_IMPORT_PATHS = (IMPORT_PATH, "/director/events/new")
"""Take boards' results, and exported events."""
LARGEST_BODY = "desk.largest_body"
"""Key of the WSGI environment: how many bytes the request may carry."""
FORM_S, _IMPORT_S = 30.0, 300.0
"""Seconds in which a body has to be complete."""
_STREAMS = "/live/"
"""Start of the paths of everybody's streams."""
_STUCK_S = 30.0
"""A client that receives nothing for so long is asleep or gone; its connection is closed, and a page reconnects."""
_PIECE = 64 * 1024
"""Bytes of a page that are sent at once."""


class ConnectionLimits:
    """ASGI middleware, before that for a proxy: notes which connections have a request that is being answered."""

    def __init__(self, app: ASGIApp, clients: Clients) -> None:
        self._app, self._clients = app, clients

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application (ASGI)."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if scope["client"] is None:  # It has gone meanwhile.
            return None
        with self._clients.answering(tuple(scope["client"]), scope["server"][0]):
            return await self._app(scope, receive, send)


class DeskApp:
    """ASGI application that answers by the WSGI application `switch`, and runs its live feed.

    A response of the type STREAM is a topic as JSON: its stream is sent instead. So the same rules say who may have
    pages and streams.
    """

    def __init__(self, switch: EventSwitch, clients: Clients) -> None:
        self._switch, self._clients = switch, clients
        self._threads = ThreadPoolExecutor(THREADS, "pages")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or run the live feed from the server's startup to its shutdown (ASGI)."""
        if scope["type"] == "lifespan":
            return await self._run_feed(receive, send)
        environ = _build_environ(scope)
        client = _client(scope)
        refused = HTTPStatus.TOO_MANY_REQUESTS
        try:
            if _asks_for_stream(scope) and not self._clients.may_stream(client):
                raise BusyError
            refused = HTTPStatus.SERVICE_UNAVAILABLE
            async with self._body(environ, client, receive), self._clients.turn(client):
                body, status, headers = await self._call(run_wsgi_app, self._switch, environ, True)
            refused = HTTPStatus.TOO_MANY_REQUESTS
            if scope["method"] == "GET" and headers.get("Content-Type", "").startswith(STREAM):
                with self._clients.streaming(client):
                    return await self._stream(Topic(**json.loads(b"".join(body))), headers, receive, send)
        except BusyError:
            self._clients.refusals.note(client)
            body, status, headers = _refusal(environ, refused)
        except TimeoutError:
            body, status, headers = _refusal(environ, HTTPStatus.REQUEST_TIMEOUT)
        except _GoneError:
            return None
        with suppress(TimeoutError, OSError):
            await _send_whole(b"".join(body), status, headers, send)
        return None

    async def _call(self, function: Any, *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(function, *args))

    @asynccontextmanager
    async def _body(self, environ: dict[str, Any], client: str, receive: Receive) -> AsyncIterator[None]:
        """Context in which the request's body is in memory and in `environ`; of one that is too large, nothing more
        than its length. Raises BusyError if there is no memory, TimeoutError, _GoneError."""
        declared = int(environ.get("CONTENT_LENGTH") or 0)
        is_chunked = environ.pop("HTTP_TRANSFER_ENCODING", None) is not None
        most, trusted = LARGEST_FORM, client == OWN
        if environ["PATH_INFO"] in _IMPORT_PATHS and (is_chunked or declared > LARGEST_FORM):
            if not trusted:
                async with self._clients.turn(client):
                    trusted = await self._call(self._switch.is_signed_in, environ)
            most = LARGEST_IMPORT if trusted else LARGEST_FORM
        environ[LARGEST_BODY] = most
        body = bytearray()
        try:
            async with asyncio.timeout(_IMPORT_S if trusted else FORM_S):
                more = True
                # Somebody who is trusted sends all, and then reads what was wrong.
                while more and (trusted or max(declared, len(body)) <= most):
                    received = await receive()
                    if received["type"] == "http.disconnect":
                        raise _GoneError
                    more = received.get("more_body", False)
                    if max(declared, len(body)) <= most:
                        piece = received.get("body", b"")
                        self._clients.grow_body(client, len(piece), trusted)
                        body += piece
            if is_chunked:
                environ["CONTENT_LENGTH"] = str(len(body))
            environ["wsgi.input"] = BytesIO(body)
            yield
        finally:
            self._clients.drop_body(client, len(body))

    async def _run_feed(self, receive: Receive, send: Send) -> None:
        await receive()
        running = asyncio.create_task(self._switch.run_feeds())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await send({"type": "lifespan.shutdown.complete"})

    async def _stream(self, topic: Topic, headers: Any, receive: Receive, send: Send) -> None:
        """Send the topic's stream until it ends or the client disconnects."""
        headers.pop("Content-Length", None)
        disconnected = asyncio.create_task(_wait_for_disconnect(receive))
        sending = asyncio.create_task(self._send_stream(topic, headers, send))
        try:
            await asyncio.wait({disconnected, sending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (disconnected, sending):
                task.cancel()
            with suppress(asyncio.CancelledError, OSError, TimeoutError):
                await sending

    async def _send_stream(self, topic: Topic, headers: Any, send: Send) -> None:
        await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": _encode(headers)})
        async for text in self._switch.feed.follow(topic):
            async with asyncio.timeout(_STUCK_S):
                await send({"type": "http.response.body", "body": text, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


class _GoneError(Exception):
    """The client has disconnected before its request was complete."""


def _client(scope: Scope) -> str:
    """Return the client of a request. One that a proxy on this computer passes on is not this computer's."""
    address = scope["client"][0]
    client = client_of(address, scope["server"][0])
    is_forwarded = any(name == b"x-forwarded-for" for name, _ in scope["headers"])
    return address if client == OWN and is_forwarded else client


def _asks_for_stream(scope: Scope) -> bool:
    return scope["path"].startswith(_STREAMS) and b"once" not in scope["query_string"]


def _build_environ(scope: Scope) -> dict[str, Any]:
    """Return the WSGI environment of a request, but for its body (PEP 3333)."""
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin1"),
        "QUERY_STRING": scope["query_string"].decode("latin1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": scope["server"][0],
        "SERVER_PORT": str(scope["server"][1]),
        "REMOTE_ADDR": scope["client"][0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin1").upper().replace("-", "_"), raw_value.decode("latin1")
        key = name if name in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{name}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    return environ


def _refusal(environ: dict[str, Any], status: HTTPStatus) -> tuple[list[bytes], str, Any]:
    """Return a short answer that costs no thread: body, status and headers."""
    request = Request(environ)
    with use_language(preferred_language(request.accept_languages)):
        text = f"{message(f'desk.http.{status}.name')}. {message(f'desk.http.{status}.text')}\n".encode()
    return [text], str(status.value), {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(text))}


def _encode(headers: Any) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers.items()]


async def _send_whole(body: bytes, status: str, headers: Any, send: Send) -> None:
    """Send a response piece by piece. Raises TimeoutError where the client takes none of them."""
    await send({"type": "http.response.start", "status": int(status.split()[0]), "headers": _encode(headers)})
    for start in range(0, len(body), _PIECE):
        async with asyncio.timeout(_STUCK_S):
            piece = body[start : start + _PIECE]
            await send({"type": "http.response.body", "body": piece, "more_body": start + _PIECE < len(body)})
    if not body:
        await send({"type": "http.response.body", "body": b""})


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
