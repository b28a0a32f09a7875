"""A desk's status at the broker: what is wrong with it and its boards, and that it shares boards with other desks."""

import asyncio
import json
import time
from contextlib import suppress

import aiomqtt

from host_tools.desk.live.assigner import Assigner
from host_tools.desk.live.board_keys import has_event_key, has_strange_key
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.desk_shares import HEARTBEAT_S, DeskShares
from host_tools.desk.live.inbox import Inbox
from host_tools.desk.live.lease_watch import LeaseWatch
from host_tools.desk.live.message_checks import STATUSES
from host_tools.desk.live.publishing import publish_acknowledged
from host_tools.desk.live.received_results import AT_ONCE

_LONGEST_TROUBLE = 200
"""Characters of `trouble` in a status."""
_MAX_LISTED = 100
"""Boards in each list of a status: it has to fit a message."""
_POLL_S = 1.0
"""How often the status is compared with the one published."""


class DeskStatus:
    """The status of the desk of an event with this id and event key at the broker `node`, "" for the only one; `topic`
    is that of the present connection."""

    def __init__(
        self,
        uid: str,
        key: bytes,
        tables: LiveTables,
        shares: DeskShares,
        inbox: Inbox,
        assigner: Assigner,
        leases: LeaseWatch,
        node: str,
    ) -> None:
        self._leases = leases
        self._uid, self._key, self._tables, self._node = uid, key, tables, node
        self._shares, self._inbox, self._assigner = shares, inbox, assigner
        self.connect("")

    def connect(self, topic: str) -> None:
        """Begin a connection, for which the status has this topic."""
        self.topic = topic
        self._shares.connect(topic.removeprefix(STATUSES))
        self._shares.store = self._leases.store
        self._due = asyncio.Event()
        self._boards_by_key: dict[str, list[str]] = {}
        self._listed_at = -HEARTBEAT_S

    def receive(self, topic: str, payload: bytes, retained: bool) -> None:
        """Process the status of a desk; a new desk is answered. A status that the broker has kept may be of a desk that
        is gone, but the lease in it holds. Raises CopyError if another store has the event."""
        self._leases.hear(topic, payload, time.monotonic(), retained)
        if not retained and self._shares.receive(topic.removeprefix(STATUSES), payload, time.monotonic()):
            self._due.set()

    async def publish(self, client: aiomqtt.Client) -> None:
        """Publish the status whenever it has changed, and every HEARTBEAT_S; when cancelled, clear it."""
        try:
            published, published_at = b"", 0.0
            while True:
                is_asked = self._due.is_set()
                self._due.clear()
                status = self.encode()
                if is_asked or status != published or time.monotonic() - published_at >= HEARTBEAT_S:
                    published, published_at = status, time.monotonic()
                    await publish_acknowledged(client, self.topic, published)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_POLL_S):
                        await self._due.wait()
        finally:
            with suppress(aiomqtt.MqttError, TimeoutError):
                async with asyncio.timeout(1):
                    await client.publish(self.topic, b"", 1, True)

    def encode(self) -> bytes:
        """Encode the status as JSON."""
        refused: dict[str, dict[str, int]] = {}
        for (uid, reason), count in sorted(self._inbox.refusals.counts.items())[:_MAX_LISTED]:
            refused.setdefault(uid, {})[reason] = count
        without, trouble = self._assigner.boards_without_table, self._tables.trouble_with(self._node)
        status: dict[str, object] = {"event": self._uid, "refused": refused, "ahead": self._inbox.clocks_ahead}
        status |= {"without": without[:_MAX_LISTED], "trouble": trouble[:_LONGEST_TROUBLE]}
        now = time.monotonic()
        status |= self._leases.said()
        self._tables.beside = {**self._tables.beside, self._node: self._leases.standing_aside(now)}
        status |= {
            "shares": self._leases.is_held and self._shares.can_store(now),
            "others": len(self._shares.others(now)),
        }
        status["divides"] = self._shares.divides
        status["busy"] = len(self._inbox.results) > AT_ONCE
        if now - self._listed_at >= HEARTBEAT_S:
            # With thousands of boards this takes as long as the rest of a status.
            self._listed_at, self._boards_by_key = now, self._list_keys()
        return json.dumps(status | self._boards_by_key).encode()

    def _list_keys(self) -> dict[str, list[str]]:
        """Return the boards that have the event's whole key, and those that have none of its keys."""
        states, listed = self._inbox.states, {}
        for name, has_key in (("event_key", has_event_key), ("strange_key", has_strange_key)):
            boards = [uid for uid, state in states.items() if has_key(uid, self._key, state)]
            listed[name] = sorted(boards)[:_MAX_LISTED]
        return listed
