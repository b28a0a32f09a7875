"""Server-sent events of live pages: renders a topic once per change and sends it to all of its viewers."""

import asyncio
import json
import logging
import math
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

ALIVE_S = 15.0
"""Time between keep-alive events on a stream without changes."""
TICK_S = 1.0
"""Time between checks for changes by time alone, or by another desk."""
APART_S = 0.04
"""Least time between two renderings; _APART_EACH_S is added for each viewer, to whom it is sent."""
_APART_EACH_S = 0.0002
_MAX_STORED = 30
"""Messages stored for each topic: a viewer further behind gets all parts."""
_ALIVE = b"event: alive\ndata:\n\n"

Work = Callable[[Callable[[], None]], Awaitable[None]]
"""Background task beside the server, such as the connection to a broker; called with a callback for changes."""


@dataclass(frozen=True)
class Topic:
    """A topic that pages follow: `wall`, of one `hall` or with 0 of all, one `table` in a round, or `director`.

    `session` is the director's.
    """

    kind: str
    language: str
    round: int = 0
    table: int = 0
    hall: int = 0
    session: str = field(default="", compare=False)


Parts = Mapping[str, str]
"""Parts of a page by id, as HTML. `stamp` is no part: a page with another one reloads."""
Render = Callable[[Collection[Topic], Collection[Topic]], Mapping[Topic, Parts]]
"""Renders of all topics that are followed those that may have changed since the last call, and new ones: the second."""


class LiveFeed:
    """Publishes topics to their viewers. `message_count`: messages so far, each counted once for all its viewers."""

    def __init__(
        self,
        render: Render,
        is_session_open: Callable[[str], bool],
        due_s: Callable[[], float] = lambda: math.inf,
    ) -> None:
        """`due_s`: after a rendering, in how many seconds the next is due without a change; infinite if none is."""
        self.works: list[Work] = []
        """What is to run in the background meanwhile."""
        self.broken = ""
        """Why one of `works` has failed; "" while none has."""
        self.message_count = 0
        self._render = render
        self._is_session_open = is_session_open
        self._due_s = due_s
        self._channels: dict[Topic, _Channel] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._dirty = asyncio.Event()
        self._closing = False

    @property
    def viewers(self) -> int:
        """The number of open streams."""
        return sum(channel.viewers for channel in self._channels.values())

    def wake(self) -> None:
        """Wake the feed to publish a change. Thread-safe."""
        if self._loop is not None and not self._dirty.is_set():
            with suppress(RuntimeError):  # The loop has ended.
                self._loop.call_soon_threadsafe(self._dirty.set)

    async def run(self) -> None:
        """Publish changes until cancelled, and run the background tasks `works` meanwhile."""
        self._loop = asyncio.get_running_loop()
        working = asyncio.gather(*map(self._run_work, self.works))
        wait_s = TICK_S
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait_s):
                        await self._dirty.wait()
                self._dirty.clear()
                wait_s = await self._publish()
                await asyncio.sleep(APART_S + _APART_EACH_S * self.viewers)
        finally:
            working.cancel()
            with suppress(asyncio.CancelledError):
                await working

    async def _run_work(self, work: Work) -> None:
        """Run a background task; log its failure and set `broken`."""
        try:
            await work(self.wake)
        except Exception as error:
            logging.getLogger(__name__).error("%s: %s", type(error).__name__, error)
            self.broken = str(error) or type(error).__name__

    async def _publish(self) -> float:
        """Render the followed topics and publish those that changed; return after how many seconds to do so again."""
        topics = list(self._channels)
        if not topics:
            return TICK_S
        new_topics = [topic for topic, channel in self._channels.items() if channel.last_number < 0]
        try:
            rendered = await asyncio.to_thread(self._render, topics, new_topics)
        except Exception as error:
            # Such as a database that is gone for a while: the next attempt may succeed.
            logging.getLogger(__name__).error("%s: %s", type(error).__name__, error)
            return TICK_S
        for topic, parts in rendered.items():
            channel = self._channels.get(topic)
            if channel is not None:
                self.message_count += channel.publish(parts)
        return min(TICK_S, self._due_s())

    async def follow(self, topic: Topic) -> AsyncIterator[bytes]:
        """Yield a topic's present state and its changes as server-sent events, and `alive` events in between.

        Ends after `close`, or once the director's session has ended.
        """
        channel = self._channels.setdefault(topic, _Channel())
        channel.viewers += 1
        self.wake()
        try:
            seen = -1
            while not self._closing:
                updated = channel.updated
                if channel.last_number > seen:
                    text, seen = channel.messages_after(seen), channel.last_number
                    yield text
                elif not await _wait_for_update(updated):
                    if topic.session and not self._is_session_open(topic.session):
                        return
                    yield _ALIVE
        finally:
            channel.viewers -= 1
            if not channel.viewers:
                self._channels.pop(topic, None)

    def close(self) -> None:
        """End all streams."""
        self._closing = True
        for channel in self._channels.values():
            channel.updated.set()


async def _wait_for_update(updated: asyncio.Event) -> bool:
    """Wait for the event at most ALIVE_S; return whether it has come."""
    try:
        async with asyncio.timeout(ALIVE_S):
            return await updated.wait()
    except TimeoutError:
        return False


class _Channel:
    """A topic's last parts and messages. `last_number`: the newest message's, or -1; the next one sets `updated`."""

    def __init__(self) -> None:
        self.viewers = 0
        self.last_number = -1
        self.updated = asyncio.Event()
        self._parts: dict[str, str] = {}
        self._messages: deque[bytes] = deque(maxlen=_MAX_STORED)

    def publish(self, parts: Parts) -> bool:
        """Store the parts, and a message with those that differ; return whether there are any."""
        if parts == self._parts:
            return False
        changed_parts = {name: text for name, text in parts.items() if self._parts.get(name) != text}
        self._parts = dict(parts)
        self.last_number += 1
        self._messages.append(_encode_event(changed_parts))
        updated, self.updated = self.updated, asyncio.Event()
        updated.set()
        return True

    def messages_after(self, seen: int) -> bytes:
        """Return the messages after number `seen`; one with all parts if `seen` is -1, or too old."""
        missed = self.last_number - seen
        if seen < 0 or missed > len(self._messages):
            return _encode_event(self._parts)
        return b"".join(list(self._messages)[-missed:])


def _encode_event(parts: Parts) -> bytes:
    """Encode parts as a server-sent event."""
    return b"data: " + json.dumps(parts, ensure_ascii=False).encode() + b"\n\n"
