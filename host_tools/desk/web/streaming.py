"""ASGI middleware: send server-sent events on the event loop, once the Flask application has allowed them."""

import asyncio
import json
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host_tools.desk.web.event_switch import EventSwitch
from host_tools.desk.web.live_feed import Topic

STREAM = "text/event-stream"
_STUCK_S = 30.0
"""A client that receives nothing for so long is asleep or gone; its stream is closed, and it reconnects."""


class Streaming:
    """ASGI middleware that runs the live feed, and replaces a response that is a topic as JSON by its stream."""

    def __init__(self, app: ASGIApp, switch: EventSwitch) -> None:
        self.app = app
        self.switch = switch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application, and send a stream if its response is a topic; run the feed for `lifespan` (ASGI)."""
        if scope["type"] == "lifespan":
            return await self._run_feed(receive, send)
        response = _Response(send, scope.get("method") == "GET")
        await self.app(scope, receive, response.intercept)
        if response.is_stream:
            await self._stream_topic(response, receive, send)
        return None

    async def _run_feed(self, receive: Receive, send: Send) -> None:
        """Run the live feed from the server's startup to its shutdown (ASGI lifespan)."""
        await receive()
        running = asyncio.create_task(self.switch.run_feeds())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await send({"type": "lifespan.shutdown.complete"})

    async def _stream_topic(self, response: "_Response", receive: Receive, send: Send) -> None:
        """Send the topic's stream until it ends or the client disconnects."""
        disconnected = asyncio.create_task(_wait_for_disconnect(receive))
        sending = asyncio.create_task(self._send_stream(response, send))
        try:
            await asyncio.wait({disconnected, sending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (disconnected, sending):
                task.cancel()
            with suppress(asyncio.CancelledError, OSError, TimeoutError):
                await sending

    async def _send_stream(self, response: "_Response", send: Send) -> None:
        await send(response.start)
        async for text in self.switch.feed.follow(Topic(**json.loads(response.body))):
            async with asyncio.timeout(_STUCK_S):
                await send({"type": "http.response.body", "body": text, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


class _Response:
    """The application's response: forwarded, unless it is the topic of a stream."""

    def __init__(self, send: Send, may_stream: bool) -> None:
        self._send = send
        self._may_stream = may_stream
        self.is_stream = False
        self.start: Message = {}
        self.body = b""

    async def intercept(self, message: Message) -> None:
        """Forward a message that the application sends, or store it if the response is the topic of a stream."""
        if message["type"] == "http.response.start":
            content_type = dict(message["headers"]).get(b"content-type", b"")
            self.is_stream = self._may_stream and content_type.startswith(STREAM.encode())
            if self.is_stream:
                headers = [pair for pair in message["headers"] if pair[0] != b"content-length"]
                self.start = {**message, "headers": headers}
                return
        if self.is_stream:
            self.body += message.get("body", b"")
        else:
            await self._send(message)


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
