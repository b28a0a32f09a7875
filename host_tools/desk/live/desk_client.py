"""MQTT client of a desk: store and acknowledge results, assign matches, publish the desk's status."""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import aiomqtt

from host_tools.desk.events import OpenEvent
from host_tools.desk.live.acks import Ack
from host_tools.desk.live.assignment_messages import find_changes
from host_tools.desk.live.board_messages import State
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.home_assistant import HomeAssistant
from host_tools.desk.live.inbox import Inbox
from host_tools.desk.live.message_checks import ACK, ASSIGN, ROOT
from host_tools.desk.live.next_matches import find_places, newest_change, next_matches
from host_tools.desk.live.result_import import ReceivedLine, find_acks, keep_lines
from host_tools.desk.store import DeskError
from host_tools.words import word

log = logging.getLogger("cribboard.live")

_T = TypeVar("_T")
_LONGEST = 200
"""Characters of what is wrong with the store."""
_ECHO_S = 10
"""How long the broker may take to say again what the desk has said."""
_LOOK_S = 1.0
"""How often the store is asked whether another program has changed the event."""
_AT_ONCE = 500
"""Results that are kept in one transaction."""
_MOST_TOLD = 100
"""Boards whose refused messages one status tells: it has to fit a message."""


class DeskClient:
    """One desk of an event. It outlives its connections to the broker.

    `trouble` says in words why nothing comes or nothing is kept, else ""; `without` are the event's boards of which no
    table is known.
    """

    def __init__(
        self, event: OpenEvent, tables: LiveTables, on_change: Callable[[], None], home_assistant: bool = False
    ) -> None:
        self._event, self._tables, self._on_change = event, tables, on_change
        with event.reading() as (_, found):
            self._uid, self._key = found.uid, bytes.fromhex(found.key)
        self._home = HomeAssistant(self._uid, event.name) if home_assistant else None
        self.inbox = Inbox(self._uid, self._key, tables)
        self.without: list[str] = []
        self._begin("")

    @property
    def trouble(self) -> str:
        """Message for the director; "" for none."""
        return self._tables.trouble

    def set_trouble(self, why: str) -> None:
        """Set the message for the director, "" for none; calls `on_change` where it was another."""
        if self._tables.trouble != why:
            self._tables.trouble = why
            self._on_change()

    def _begin(self, topic: str) -> None:
        self._topic = topic
        self.inbox.forget()
        self._seen: tuple[object, ...] = ()
        self._due, self._echo = asyncio.Event(), asyncio.Event()

    async def serve(self, client: aiomqtt.Client, topics: list[tuple[str, int]], topic: str) -> None:
        """Serve the boards until the connection ends; `topic` is where this desk says how it is. Raises MqttError,
        DeskError where the broker lets the desk hear nothing."""
        self._begin(topic)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._read(client))
            await client.subscribe([*topics, (topic, 1)])
            await self._wait_for_retained(client)
            self.set_trouble("")
            for work in (self._keep_results, self._assign_matches, self._publish_status, self._publish_home_assistant):
                tasks.create_task(work(client))

    async def _read(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            payload = message.payload if isinstance(message.payload, bytes) else b""
            if message.topic.value == self._topic:
                self._echo.set()
            elif self.inbox.take(message.topic.value, payload, time.monotonic()):
                self._on_change()
            if self.inbox.results or self.inbox.arrived:
                self._due.set()

    async def _wait_for_retained(self, client: aiomqtt.Client) -> None:
        """Wait until all that the broker has retained is here: until it says again what the desk says now."""
        await client.publish(self._topic, self._status(), 1, True)
        try:
            await asyncio.wait_for(self._echo.wait(), _ECHO_S)
        except TimeoutError:
            raise DeskError(word("live.broker.deaf")) from None

    async def _keep_results(self, client: aiomqtt.Client) -> None:
        """Import received results, and publish acks of those committed."""
        while True:
            await self._due.wait()
            self._due.clear()
            came, arrived = self.inbox.next_results(_AT_ONCE), self.inbox.next_arrived()
            if self.inbox.results:
                self._due.set()
            acks = await self._with_errors_reported(self._import_and_ack, came, arrived)
            await self._publish(client, {f"{uid}/{ACK}": ack.payload() for uid, ack in (acks or {}).items()})

    def _import_and_ack(self, came: list[ReceivedLine], arrived: set[str]) -> dict[str, Ack]:
        """Import lines; return acks for their boards and for those that have `arrived`."""
        acks = find_acks(self._event, arrived - {one.uid for one in came}) if arrived else {}
        if not came:
            return acks
        kept = keep_lines(self._event, came)
        for one in kept.refused:
            self.inbox.refusals.add(one.uid, "full")
        return acks | kept.acks

    async def _assign_matches(self, client: aiomqtt.Client) -> None:
        """Publish assignments whenever the event or a board's state has changed."""
        while True:
            seen = self._seen
            inbox = self.inbox
            changes = await self._with_errors_reported(self._find_assignments, inbox.states, dict(inbox.assigned)) or {}
            await self._publish(client, {f"{uid}/{ASSIGN}": payload for uid, payload in changes.items()})
            if seen[:1] != self._seen[:1]:
                self._on_change()
            await asyncio.sleep(_LOOK_S)

    def _find_assignments(self, states: dict[str, State], assigned: dict[str, bytes]) -> dict[str, bytes]:
        """Assignments to publish, by board."""
        with self._event.reading() as (session, event):
            matters = [(uid, state.table, state.round, state.phase, state.waiting) for uid, state in states.items()]
            seen = (newest_change(session, event), assigned, matters)
            if seen == self._seen:
                return {}
            places = find_places(session, event, states)
            matches = next_matches(session, event, {uid: at for uid, at in places.tables.items() if uid in states})
        self._seen, self.without = seen, places.without
        return find_changes(self._uid, self._key, states, matches, assigned, int(time.time()))

    async def _publish_status(self, client: aiomqtt.Client) -> None:
        """Publish the desk's status whenever it has changed, until the connection ends."""
        try:
            published = self._status()
            while True:
                await asyncio.sleep(_LOOK_S)
                if (status := self._status()) != published:
                    published = status
                    await client.publish(self._topic, published, 1, True)
        finally:
            with suppress(aiomqtt.MqttError, TimeoutError):
                async with asyncio.timeout(1):
                    await client.publish(self._topic, b"", 1, True)

    async def _publish_home_assistant(self, client: aiomqtt.Client) -> None:
        """Publish Home Assistant's messages, where they are enabled."""
        if self._home is None:
            return
        self._home.forget()
        while True:
            shown = await self._with_errors_reported(self._shows_scores) or False
            for message in self._home.messages(self._tables.snapshot(time.monotonic()), shown):
                await client.publish(message.topic, message.payload, 1, message.retain)
            await asyncio.sleep(_LOOK_S)

    def _shows_scores(self) -> bool:
        with self._event.reading() as (_, event):
            return event.score_delay == 0

    def _status(self) -> bytes:
        """The desk's status as JSON."""
        refused: dict[str, dict[str, int]] = {}
        for (uid, reason), count in sorted(self.inbox.refusals.counts.items())[:_MOST_TOLD]:
            refused.setdefault(uid, {})[reason] = count
        status = {"event": self._uid, "refused": refused, "ahead": self.inbox.ahead, "without": self.without}
        return json.dumps(status | {"trouble": self.trouble[:_LONGEST]}).encode()

    async def _publish(self, client: aiomqtt.Client, payloads: dict[str, bytes]) -> None:
        """Publish retained messages, several at once."""
        await asyncio.gather(*(client.publish(f"{ROOT}/{name}", data, 1, True) for name, data in payloads.items()))

    async def _with_errors_reported(self, work: Callable[..., _T], *args: object) -> _T | None:
        """What the work returns, done in a thread; None where the store refuses: boards will send again."""
        try:
            done = await asyncio.to_thread(work, *args)
        except DeskError as error:
            if self.trouble != str(error):
                log.warning(word("live.broker.store", why=error))
            self.set_trouble(str(error))
            return None
        self.set_trouble("")
        return done
