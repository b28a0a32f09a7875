"""Divide boards' states among the desks of an event: each desk hears a part, and passes its part on to the others.

By `$share` the broker gives each state to one of the desks. A desk that reads thousands of messages a second spends
most of its time on the messages' way through the client, not on their content. So a desk passes on many states in one
message.
"""

import asyncio
import time
from collections.abc import Iterator

import aiomqtt
from paho.mqtt.subscribeoptions import SubscribeOptions

from firmware.journal.seal import line_hash
from host_tools.desk.live.desk_shares import DeskShares
from host_tools.desk.live.inbox import Inbox
from host_tools.desk.live.message_checks import DESK, ROOT, STATE
from host_tools.desk.live.publishing import raise_lost_cancellation
from host_tools.desk.store.model import batches

ALL_STATES = f"{ROOT}/+/{STATE}"
SETTLED_S = 20.0
"""States are divided when for so long no desk has come or gone. The broker gives a desk that hangs its part until it
ends that desk's connection, 15 s after its last message; the others hear all states once it counts as gone."""
APART_S = 0.2
"""Time between two messages to the other desks."""
_POLL_S = 1.0
"""How often the others are counted while states are not divided."""
_AT_ONCE = 30
"""States in a message: a broker of `live init` takes 16 kB, thirty of the longest."""
_ANSWER_S = 60.0
"""How long the broker may take to answer: what it retains of thousands of boards may come before."""


class SharedStates:
    """Which states of boards the desk of an event (id) hears itself, and `topic`, on which desks pass on theirs."""

    def __init__(self, event: str, shares: DeskShares, inbox: Inbox) -> None:
        group = line_hash(event.encode())
        self.topic = f"{ROOT}/{DESK}/states/{group}"
        self._shares, self._inbox = shares, inbox
        self._part = f"$share/{group}/{ALL_STATES}"
        self.connect(0)

    def connect(self, now: float) -> None:
        """Begin a connection, which is to hear all states."""
        self._inbox.to_pass_on = None
        self._others: frozenset[str] = frozenset()
        self._changed_at = now
        self._shares.divides = False

    def are_divided(self, now: float) -> bool:
        """Return whether this desk is to hear a part of the states: others that divide them are there, and none has
        come or gone of late."""
        others = self._shares.dividing(now)
        if others != self._others:
            self._others, self._changed_at = others, now
        return self._shares.divides and bool(others) and now - self._changed_at >= SETTLED_S

    async def divide(self, client: aiomqtt.Client) -> None:
        """Subscribe to all states or to this desk's part of them, and pass that on, until the connection ends, which is
        one of MQTT 5."""
        await client.subscribe(self.topic, options=SubscribeOptions(0, noLocal=True), timeout=_ANSWER_S)
        self._shares.divides = True
        while True:
            if self.are_divided(time.monotonic()) != (self._inbox.to_pass_on is not None):
                await (self._hear_part if self._inbox.to_pass_on is None else self._hear_all)(client)
            await self._pass_on(client)
            raise_lost_cancellation()
            await asyncio.sleep(_POLL_S if self._inbox.to_pass_on is None else APART_S)

    async def _hear_part(self, client: aiomqtt.Client) -> None:
        """Change from all states to a part, if the broker can divide them; first to what is heard from now on."""
        self._inbox.to_pass_on = {}
        # All desks have what the broker retains.
        options = SubscribeOptions(0, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
        (code,) = await client.subscribe(self._part, options=options, timeout=_ANSWER_S)
        if getattr(code, "is_failure", False):
            self._inbox.to_pass_on = None
            self._shares.divides = False
        else:
            await client.unsubscribe(ALL_STATES, timeout=_ANSWER_S)

    async def _hear_all(self, client: aiomqtt.Client) -> None:
        """Change from a part of the states to all, and pass on what was given of the part meanwhile.

        What the broker retains comes too: it may have been given to a desk that is gone.
        """
        await client.subscribe(ALL_STATES, timeout=_ANSWER_S)
        await client.unsubscribe(self._part, timeout=_ANSWER_S)
        # The last of it may still wait to be read.
        await asyncio.sleep(APART_S)
        await self._pass_on(client)
        self._inbox.to_pass_on = None

    async def _pass_on(self, client: aiomqtt.Client) -> None:
        for payload in self.messages():
            await client.publish(self.topic, payload)

    def messages(self) -> Iterator[bytes]:
        """Yield what is to be told to the other desks, since the last call: JSON objects of states by uid."""
        if not self._inbox.to_pass_on:
            return
        heard, self._inbox.to_pass_on = self._inbox.to_pass_on, {}
        states = [b'"%s":%s' % (uid.encode(), payload) for uid, payload in heard.items()]
        for some in batches(states, _AT_ONCE):
            yield b"{%s}" % b",".join(some)
