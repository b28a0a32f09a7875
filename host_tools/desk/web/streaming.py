"""ASGI middleware: send server-sent events on the event loop, once the Flask application has allowed them."""

import asyncio
import json
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host_tools.desk.web.live_feed import LiveFeed, Topic

STREAM = "text/event-stream"
_STUCK_S = 30.0
"""A phone that takes nothing for so long is asleep or gone. It will connect again."""


class Streaming:
    """ASGI middleware: where a response is a topic as JSON, send that topic's stream instead."""

    def __init__(self, app: ASGIApp, feed: LiveFeed) -> None:
        self.app = app
        self.feed = feed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._live(receive, send)
        answer = _Answer(send, scope.get("method") == "GET")
        await self.app(scope, receive, answer.take)
        if answer.is_stream:
            await self._stream(answer, receive, send)
        return None

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        running = asyncio.create_task(self.feed.run())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await send({"type": "lifespan.shutdown.complete"})

    async def _stream(self, answer: "_Answer", receive: Receive, send: Send) -> None:
        gone = asyncio.create_task(_disconnected(receive))
        sending = asyncio.create_task(self._send(answer, send))
        try:
            await asyncio.wait({gone, sending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, sending):
                task.cancel()
            with suppress(asyncio.CancelledError, OSError, TimeoutError):
                await sending

    async def _send(self, answer: "_Answer", send: Send) -> None:
        await send(answer.start)
        async for text in self.feed.follow(Topic(**json.loads(answer.body))):
            async with asyncio.timeout(_STUCK_S):
                await send({"type": "http.response.body", "body": text, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


class _Answer:
    """The application's response: forwarded, unless it is the topic of a stream."""

    def __init__(self, send: Send, may_stream: bool) -> None:
        self._send = send
        self._may_stream = may_stream
        self.is_stream = False
        self.start: Message = {}
        self.body = b""

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            kind = dict(message["headers"]).get(b"content-type", b"")
            self.is_stream = self._may_stream and kind.startswith(STREAM.encode())
            if self.is_stream:
                headers = [pair for pair in message["headers"] if pair[0] != b"content-length"]
                self.start = {**message, "headers": headers}
                return
        if self.is_stream:
            self.body += message.get("body", b"")
        else:
            await self._send(message)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
