"""Server-sent events of live pages: renders a topic once per change and sends it to all of its viewers."""

import asyncio
import json
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

ALIVE_S = 15.0
"""Time between keep-alive events on a stream without changes."""
_TICK_S = 1.0
"""Time between checks for changes by time alone, or by another desk."""
_APART_S = 0.04
"""Between two renderings, and some more for each viewer: sending takes a tenth of a millisecond."""
_APART_EACH_S = 0.0002
_KEPT = 30
"""Messages kept for each topic: a viewer further behind gets all parts."""
_ALIVE = b"event: alive\ndata:\n\n"

Work = Callable[[Callable[[], None]], Awaitable[None]]
"""Background task beside the server, such as the connection to a broker; called with a callback for changes."""


@dataclass(frozen=True)
class Topic:
    """A topic that pages follow: `wall`, one `table` in a round, or `director`. `session` is the director's."""

    kind: str
    language: str
    round: int = 0
    table: int = 0
    session: str = field(default="", compare=False)


Parts = Mapping[str, str]
"""Parts of a page by id, as HTML. `stamp` is no part: a page with another one reloads."""
Render = Callable[[Iterable[Topic]], Mapping[Topic, Parts]]


class LiveFeed:
    """The followed topics. `messages` counts rendered messages, whatever the number of viewers."""

    def __init__(self, render: Render, is_open: Callable[[str], bool]) -> None:
        self.work: Work | None = None
        self.broken = ""
        """Why the work beside the server has ended; "" while it runs."""
        self.messages = 0
        self._render = render
        self._is_open = is_open
        self._channels: dict[Topic, _Channel] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._dirty = asyncio.Event()
        self._closing = False

    @property
    def viewers(self) -> int:
        """The number of open streams."""
        return sum(channel.viewers for channel in self._channels.values())

    def changed(self) -> None:
        """Wake the feed after a change. Thread-safe."""
        if self._loop is not None:
            with suppress(RuntimeError):  # The loop has ended.
                self._loop.call_soon_threadsafe(self._dirty.set)

    async def run(self) -> None:
        """Publish changes until cancelled."""
        self._loop = asyncio.get_running_loop()
        working = asyncio.create_task(self._do_work())
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_TICK_S):
                        await self._dirty.wait()
                self._dirty.clear()
                await self._publish()
                await asyncio.sleep(_APART_S + _APART_EACH_S * self.viewers)
        finally:
            working.cancel()
            with suppress(asyncio.CancelledError):
                await working

    async def _do_work(self) -> None:
        """Run the background task; log its failure and set `broken`."""
        if self.work is None:
            return
        try:
            await self.work(self.changed)
        except Exception as error:
            logging.getLogger(__name__).error("%s: %s", type(error).__name__, error)
            self.broken = str(error) or type(error).__name__

    async def _publish(self) -> None:
        """Render the followed topics and publish those that changed."""
        topics = list(self._channels)
        if not topics:
            return
        try:
            rendered = await asyncio.to_thread(self._render, topics)
        except Exception as error:
            # Such as a database that is gone for a while: the next look may find it.
            logging.getLogger(__name__).error("%s: %s", type(error).__name__, error)
            return
        for topic, parts in rendered.items():
            if topic in self._channels:
                self.messages += self._channels[topic].publish(parts)

    async def follow(self, topic: Topic) -> AsyncIterator[bytes]:
        """Yield a topic's present state and its changes as server-sent events, and comments as keep-alive."""
        channel = self._channels.setdefault(topic, _Channel())
        channel.viewers += 1
        self.changed()
        try:
            seen = -1
            while not self._closing:
                waking = channel.waking
                if channel.number > seen:
                    text, seen = channel.since(seen), channel.number
                    yield text
                elif not await _is_woken(waking):
                    if topic.session and not self._is_open(topic.session):
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
            channel.waking.set()


async def _is_woken(waking: asyncio.Event) -> bool:
    """Wait for the event; return False after ALIVE_S without it."""
    try:
        async with asyncio.timeout(ALIVE_S):
            return await waking.wait()
    except TimeoutError:
        return False


class _Channel:
    """The last parts of a topic; `number` counts its messages."""

    def __init__(self) -> None:
        self.viewers = 0
        self.number = -1
        self.waking = asyncio.Event()
        self._parts: dict[str, str] = {}
        self._messages: deque[bytes] = deque(maxlen=_KEPT)

    def publish(self, parts: Parts) -> bool:
        """Update the parts; return whether any differ."""
        changed_parts = {name: text for name, text in parts.items() if self._parts.get(name) != text}
        if not changed_parts:
            return False
        self._parts = dict(parts)
        self.number += 1
        self._messages.append(_message(changed_parts))
        waking, self.waking = self.waking, asyncio.Event()
        waking.set()
        return True

    def since(self, seen: int) -> bytes:
        """Return the messages after number `seen`; one with all parts where those are no longer kept."""
        missed = self.number - seen
        if seen < 0 or missed > len(self._messages):
            return _message(self._parts)
        return b"".join(list(self._messages)[-missed:])


def _message(parts: Parts) -> bytes:
    """Encode parts as a server-sent event."""
    return b"data: " + json.dumps(parts, ensure_ascii=False).encode() + b"\n\n"
