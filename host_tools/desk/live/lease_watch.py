"""Whether a desk may serve boards: it says the lease that its store knows, and hears those of other desks."""

import asyncio
import json
from contextlib import suppress
from secrets import token_hex
from typing import Any

import aiomqtt

from host_tools.desk.errors import DeskError
from host_tools.desk.events.lease import CopyError, is_within_bounds, read_sealed, sealed_lease, this_computer
from host_tools.desk.events.location import OpenEvent
from host_tools.desk.live.broker_address import Broker
from host_tools.desk.live.desk_shares import GONE_S
from host_tools.desk.live.message_checks import STATUSES
from host_tools.desk.review.left_behind import note_message
from host_tools.table_numbers import split_id

LEASE_TOPIC, LEFT_TOPIC = f"{STATUSES}lease", f"{STATUSES}left"
"""Topics: of leases, which anybody who reaches the broker may send to the desks there; and of what only a desk that
stands aside has. Messages of both are sealed."""
_AGAIN_S = 3.0


class LeaseChangedError(Exception):
    """The store has another lease than when the desk connected: the desk connects again."""


class LeaseWatch:
    """The lease of an event with this id and event key, as its store has it, and what other desks say of theirs.

    `store`: the id of this store. `is_held`: it has the lease; else the desk stands aside and only looks.
    """

    def __init__(self, event: OpenEvent, uid: str, key: bytes) -> None:
        self._event, self._uid, self._key = event, uid, key
        self._own_id = token_hex(8)
        self._others: dict[str, tuple[str, bool, float]] = {}
        """By name, desks of other stores: their computer, whether they stand aside, and when they were heard."""
        self._halls: dict[int, float] = {}
        if event.lease()[0] is None:
            with event.writing():
                pass  # Whoever is first has it.
        self.refresh()

    def refresh(self) -> None:
        """Take the store's lease as it is now."""
        self._lease, self.is_held = self._event.lease()
        self.store = self._lease.store if self._lease and self.is_held else self._own_id

    def said(self) -> dict[str, Any]:
        """Return the fields of the desk's status: its store and computer, whether it only looks, and the lease."""
        fields: dict[str, Any] = {"store": self.store, "computer": this_computer(), "aside": not self.is_held}
        return fields | ({"lease": sealed_lease(self._lease, self._uid, self._key)} if self._lease else {})

    def hear(self, name: str, payload: bytes, now: float, retained: bool = False) -> None:
        """Process a lease that a desk, or somebody for it, has sent at `now` seconds. Raises CopyError if that desk's
        store has the lease instead of this one."""
        try:
            fields = json.loads(payload or b"{}")
        except (ValueError, RecursionError):
            return
        if not isinstance(fields, dict):
            return
        lease = read_sealed(fields.get("lease"), self._uid, self._key)
        if lease is not None and is_within_bounds(lease, self._lease):
            if self._lease is not None and lease.outranks(self._lease):
                raise CopyError(self._event.name, lease)
            if not retained and lease.hall and lease.store == fields.get("store") and lease.store != self.store:
                self._halls[lease.hall] = now
        if lease is not None and not retained and fields.get("store", self.store) != self.store:
            self._others[name] = (str(fields.get("computer"))[:80], fields.get("aside") is True, now)
        else:
            self._others.pop(name, None)

    def present(self, now: float) -> frozenset[str]:
        """Return the names of the desks of other stores that are there."""
        return frozenset(name for name, (_, _, at) in self._others.items() if now - at < GONE_S)

    def standing_aside(self, now: float) -> list[str]:
        """Return the computers whose desks look at a copy of the event."""
        others = self._others.values()
        return sorted({computer for computer, is_aside, at in others if is_aside and now - at < GONE_S})

    def serves(self, event_id: str, now: float) -> bool:
        """Return whether boards with this event id, which may name a hall, are this store's. A hall's own desk serves
        the boards of its hall alone; while it is not there, the event's desk serves them."""
        hall, own = split_id(event_id)[1], self._lease.hall if self._lease else 0
        return hall == own if own else now - self._halls.get(hall, -GONE_S) >= GONE_S

    async def until_changed(self) -> None:
        """Wait until the store has another lease. Raises LeaseChangedError then."""
        known = (self._lease, self.is_held)
        while await asyncio.to_thread(self._event.lease) == known:
            await asyncio.sleep(1)
        raise LeaseChangedError


async def carry_lease(broker: Broker, event: OpenEvent, uid: str, key: bytes) -> None:
    """Say this store's lease to the desks at another broker, as that of the computer before: now, or once it is there.

    Nothing is asked of whoever answers there but to hear it: the login is everybody's.
    """
    while True:
        try:
            user, password = broker.user, broker.password
            client = aiomqtt.Client(broker.host, broker.port, username=user, password=password)
            async with client, asyncio.TaskGroup() as tasks:
                await client.subscribe(LEFT_TOPIC, 1)
                tasks.create_task(_note_left(client, event, uid, key))
                while True:
                    lease, is_held = await asyncio.to_thread(event.lease)
                    if lease is not None and is_held:
                        said = {"event": uid, "lease": sealed_lease(lease, uid, key)}
                        await client.publish(LEASE_TOPIC, json.dumps(said), 1)
                    await asyncio.sleep(_AGAIN_S)
        except* (aiomqtt.MqttError, OSError):
            pass  # That computer is probably switched off.
        await asyncio.sleep(_AGAIN_S)


async def _note_left(client: aiomqtt.Client, event: OpenEvent, uid: str, key: bytes) -> None:
    """Store what the desk there, which stands aside, reports to have alone."""
    async for received in client.messages:
        if isinstance(received.payload, bytes):
            with suppress(DeskError):
                await asyncio.to_thread(note_message, event, received.payload, uid, key)
