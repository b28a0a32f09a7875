"""The event that a desk serves: WSGI application that another event's application can replace while it runs."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar

from flask import Flask, Request

from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.web.live_feed import LiveFeed

T = TypeVar("T")

Build = Callable[[OpenEvent | None], Flask]
"""Builds the application of an event; None: no event is open."""


class EventSwitch:
    """Serves one event of `location` at a time, or none, by the application `app`."""

    def __init__(self, build: Build, event: OpenEvent | None, location: EventLocation) -> None:
        self.location = location
        self._build = build
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_replaced = asyncio.Event()
        self._serve(event)

    def _serve(self, event: OpenEvent | None) -> None:
        self._event, self.app = event, self._build(event)
        self.app.extensions["event switch"] = self

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        """Answer a request by the application of the event that is open (WSGI)."""
        return self.app(environ, start_response)

    def is_signed_in(self, environ: dict[str, Any]) -> bool:
        """Return whether a request is of a director's open session."""
        session = self.app.session_interface.open_session(self.app, Request(environ))
        return session is not None and self.app.extensions["director"].is_session_open(session.get("id", ""))

    @property
    def open_name(self) -> str:
        """Name of the open event in the location, "" if none is open."""
        return self._event.file_name if self._event else ""

    @property
    def feed(self) -> LiveFeed:
        """The live feed of the event that is open."""
        return self.app.extensions["feed"]

    def open_event(self, name: str) -> None:
        """Serve the event `name` of the location from now on. Thread-safe. Raises StoreError, DeskError."""
        with self._lock:
            former = self._event
            self._replace(self.location.open(name))
            if former is not None:
                former.close()

    def follow_renamed(self) -> str:
        """Serve the event that is open from the file to which it has been renamed; return its name, "" if its file is
        there, or no other is found. Thread-safe."""
        if self.location.database or self._event is None:
            return ""
        if self.location.path(self.open_name).exists():
            return ""
        name = self.location.name_of(self.app.extensions["served event"].uid)
        if name:
            self.open_event(name)
        return name

    def while_closed(self, change: Callable[[], T], then: str | None = None) -> T:
        """Close the event that is open, call `change`, and serve the event `then`, None for none; the former one again,
        if `change` raises. Returns what it does. Thread-safe."""
        assert self._event is not None
        with self._lock:
            name: str | None = self._event.file_name
            self._event.close()
            try:
                changed = change()
                name = then
            finally:
                self._replace(None if name is None else self.location.open(name))
            return changed

    def _replace(self, event: OpenEvent | None) -> None:
        former_feed = self.feed
        self._serve(event)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._replace_feed, former_feed)

    def _replace_feed(self, former_feed: LiveFeed) -> None:
        former_feed.close()
        self._is_replaced.set()

    async def run_feeds(self) -> None:
        """Run the feed of the event that is open, and after `open_event` the next one, until cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            running = asyncio.create_task(self.feed.run())
            try:
                await self._is_replaced.wait()
                self._is_replaced.clear()
            finally:
                running.cancel()
                with suppress(asyncio.CancelledError):
                    await running

    def close(self) -> None:
        """End all streams."""
        self.feed.close()
