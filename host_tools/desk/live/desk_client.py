"""MQTT client of a desk: receive boards' messages, store and acknowledge results, assign matches."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar, cast

import aiomqtt
from paho.mqtt.subscribeoptions import SubscribeOptions

from host_tools.desk.errors import DeskError
from host_tools.desk.events.lease import CopyError
from host_tools.desk.events.location import OpenEvent
from host_tools.desk.live.acks import Ack
from host_tools.desk.live.assigner import Assigner
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.desk_shares import DeskShares
from host_tools.desk.live.desk_status import DeskStatus
from host_tools.desk.live.home_assistant import HomeAssistant
from host_tools.desk.live.inbox import Inbox
from host_tools.desk.live.lease_watch import LEFT_TOPIC, LeaseWatch
from host_tools.desk.live.message_checks import ACK, ASSIGN, HERE, RESULT, ROOT, STATUSES
from host_tools.desk.live.publishing import publish_acknowledged, publish_for_boards, raise_lost_cancellation
from host_tools.desk.live.received_results import AT_ONCE
from host_tools.desk.live.result_import import ReceivedLine, find_acks, import_received_lines
from host_tools.desk.live.shared_states import ALL_STATES, SharedStates
from host_tools.desk.review.left_behind import LeftItem, note_message, sealed_items, written_alone
from host_tools.i18n import message
from host_tools.timeouts import stretched

log = logging.getLogger("cribboard.live")

_T = TypeVar("_T")
ECHO_S = 10
"""How long the broker may send nothing while the desk waits for its own message."""
_POLL_S = 1.0
"""How often the store is asked whether another program has changed the event."""
_REST, _LOOK_REST = 4, 9
"""Rests in proportion to the work: storing results takes at most a fifth of the time, looking for assignments a tenth.
With thousands of boards both take long; what arrives meanwhile is handled together."""
_IMPORTS_APART_S = 0.35
"""The next import begins at the latest so many seconds after the last one began: boards wait for it."""
_SAY_LEFT_S = 5.0
"""How often a desk that stands aside says what only it has."""
ASK_S = 10.0
"""How often boards are looked at that another desk may have answered."""
_BOARD_TOPICS = [(f"{ROOT}/+/{HERE}", 0), (ALL_STATES, 0), (f"{ROOT}/+/{ASSIGN}", 0)]
"""QoS 0. With QoS 1 the broker drops all beyond its `max_queued_messages`: of thousands of boards' retained messages,
and the desk's own message behind them."""
_RESULTS = f"{ROOT}/+/{RESULT}/+"


class DeskClient:
    """A desk's MQTT client, for all its connections to the broker `node`, "" if it is the only one of the desk."""

    def __init__(
        self,
        event: OpenEvent,
        tables: LiveTables,
        on_change: Callable[[], None],
        home_assistant: bool = False,
        node: str = "",
    ) -> None:
        self._event, self._tables, self._on_change, self._node = event, tables, on_change, node
        with event.reading() as desk:
            self._uid, self._key = desk.event.uid, bytes.fromhex(desk.event.key)
        self._leases = LeaseWatch(event, self._uid, self._key)
        self._acked: dict[str, int] = {}
        """By board, the number of the last result that this desk has acknowledged."""
        self._home = HomeAssistant(self._uid, event.name) if home_assistant else None
        self._shares = DeskShares(self._uid)
        self.inbox = Inbox(self._uid, self._key, tables, self._shares, self._leases.serves)
        self._shared = SharedStates(self._uid, self._shares, self.inbox)
        self._assigner = Assigner(event, self._uid, self._key, self._own)
        parts = (tables, self._shares, self.inbox, self._assigner, self._leases)
        self._status = DeskStatus(self._uid, self._key, *parts, node)
        self._reset_connection("")

    def set_trouble(self, why: str) -> None:
        """Set the message for the director, "" for none; calls `on_change` if it differs."""
        if self._tables.set_trouble(self._node, why):
            self._on_change()

    async def stand_aside(self, error: CopyError) -> None:
        """Write nothing any more: the store of another desk has the event."""
        await asyncio.to_thread(self._event.stand_aside, error.lease)
        self._on_change()

    def _reset_connection(self, status_topic: str) -> None:
        """Reset the state of the connection."""
        self.inbox.clear_queues()
        self._leases.refresh()
        self._assigner.store = self._leases.store
        self._asked: dict[str, tuple[int, int]] = {}
        self._left: set[bytes] = set()
        self._status.connect(status_topic)
        self._shared.connect(time.monotonic())
        self._assigner.forget()
        self._probe_topic = f"{status_topic}/probe"
        self._received = 0
        self._import_due, self._echo = asyncio.Event(), asyncio.Event()
        # Boards that have had a result stored since the look for assignments began: what the look found for them may
        # be answered by that result already, and is not published.
        self._publishing, self._stored_since = asyncio.Lock(), set[str]()

    async def serve(self, client: aiomqtt.Client, status_topic: str, is_version_5: bool) -> None:
        """Subscribe, and serve the boards until the connection ends; it may be of MQTT 5. The queue of `client` gives
        lists of messages.

        `status_topic` is for this desk's status. A desk whose store does not have the event's lease stands aside: it
        hears all, and stores, answers and assigns nothing. Raises MqttError; DeskError if the broker does not deliver a
        message; CopyError if the store of another desk has the lease, LeaseChangedError if this one's has another.
        """
        self._reset_connection(status_topic)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._read_messages(client))
            await client.subscribe(self._probe_topic, 1)
            raise_lost_cancellation()
            await self._wait_for_echo(client)
            await client.subscribe([*_BOARD_TOPICS, (f"{STATUSES}+", 1)])
            await self._wait_for_echo(client)
            tasks.create_task(self._leases.until_changed())
            if not self._leases.is_held:
                self.set_trouble("")
                tasks.create_task(self._status.publish(client))
                tasks.create_task(self._say_left(client))
                return
            # Last, and without retained messages, which no board makes: there may be more than the broker can deliver.
            options = SubscribeOptions(1, retainAsPublished=True, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
            await (client.subscribe(_RESULTS, options=options) if is_version_5 else client.subscribe(_RESULTS, 1))
            await publish_acknowledged(client, self._status.topic, self._status.encode())
            self.set_trouble("")
            works = (self._import_results, self._assign_matches, self._ask_left_behind, self._clear_forgotten)
            for work in (*works, self._note_left, self._publish_home_assistant, self._status.publish):
                tasks.create_task(work(client))
            if is_version_5:
                tasks.create_task(self._shared.divide(client))

    async def _read_messages(self, client: aiomqtt.Client) -> None:
        """Pass received messages to the inbox, and wake the tasks that wait for them."""
        async for batch in client.messages:
            changed = [self._receive(received) for received in cast(list[aiomqtt.Message], batch)]
            if any(changed):
                self._on_change()
            if self.inbox.results or self.inbox.boards_to_ack:
                self._import_due.set()

    def _receive(self, received: aiomqtt.Message) -> bool:
        """Process a message; return whether a live page would change."""
        self._received += 1
        topic = received.topic.value
        payload = received.payload if isinstance(received.payload, bytes) else b""
        if topic == self._probe_topic:
            self._echo.set()
        elif topic == LEFT_TOPIC:
            self._left.add(payload)
        elif topic == self._shared.topic:
            return self.inbox.receive_shared(payload, time.monotonic())
        elif topic.startswith(STATUSES):
            self._status.receive(topic, payload, received.retain)
        else:
            return self.inbox.receive(topic, payload, time.monotonic(), received.retain)
        return False

    async def _wait_for_echo(self, client: aiomqtt.Client) -> None:
        """Wait until a message of the desk to itself comes back: all that the broker has sent before has arrived.

        Raises DeskError when nothing has come for ECHO_S, stretched: the retained messages of thousands of boards take
        longer.
        """
        self._echo.clear()
        await publish_acknowledged(client, self._probe_topic, b"", retain=False)
        before = -1
        while not self._echo.is_set():
            if self._received == before:
                raise DeskError(message("live.broker.deaf"))
            before = self._received
            with suppress(TimeoutError):
                async with asyncio.timeout(stretched(ECHO_S)):
                    await self._echo.wait()

    async def _import_results(self, client: aiomqtt.Client) -> None:
        """Import received results, and publish their acks once they are committed."""
        while True:
            await self._import_due.wait()
            self._import_due.clear()
            began = time.monotonic()
            received, boards_to_ack = self.inbox.results.pop(), self._own(self.inbox.pop_boards_to_ack())
            if self.inbox.results:
                self._import_due.set()
            async with self._publishing:
                self._shares.storing_since = time.monotonic()
                acks = await self._run_reporting_errors(self._import_and_ack, received, boards_to_ack) or {}
                self._shares.storing_since = None
                self._stored_since.update(line.uid for line in received)
                # Before the acks: a board that has its ack may not find the match that it has played.
                inbox = self.inbox
                answered = self._assigner.answered(received, acks, inbox.states, inbox.assigned)
                await self._publish_assignments(client, answered)
            payloads = {f"{uid}/{ACK}": ack.payload(self._uid, self._leases.store) for uid, ack in acks.items()}
            self._acked.update({uid: ack.n for uid, ack in acks.items()})
            await publish_for_boards(client, payloads)
            self.inbox.results.finish(acks, time.monotonic())
            if len(self.inbox.results) < AT_ONCE:
                taken = time.monotonic() - began
                await asyncio.sleep(min(_REST * taken, max(0.0, _IMPORTS_APART_S - taken)))

    def _own(self, uids: Iterable[str]) -> set[str]:
        """Return those of the boards that are this desk's."""
        now, states = time.monotonic(), self.inbox.states
        ours = [uid for uid in uids if uid not in states or self._leases.serves(states[uid].event, now)]
        return self._shares.own(ours, now)

    async def _ask_left_behind(self, client: aiomqtt.Client) -> None:
        """Ask boards for the results that another desk has acknowledged and this one lacks, whether they are connected
        or not: once each, and again when a desk has come or gone."""
        desks: frozenset[str] = frozenset()
        while True:
            await asyncio.sleep(ASK_S)
            present = self._leases.present(time.monotonic()) | self._shares.others(time.monotonic())
            if present != desks:
                desks, self._asked = present, {}
            states = dict(self.inbox.states)
            told = {uid: (state.results, self._acked.get(uid, 0)) for uid, state in states.items() if not state.waiting}
            behind = {
                uid for uid, (known, acked) in told.items() if acked < known and self._asked.get(uid) != told[uid]
            }
            self._asked.update({uid: told[uid] for uid in behind})
            if behind := self._own(behind):
                self.inbox.boards_to_ack |= behind
                self._import_due.set()

    async def _publish_assignments(self, client: aiomqtt.Client, payloads: dict[str, bytes]) -> None:
        """Publish assignments by board; b"" clears a retained one."""
        self.inbox.assigned.update(payloads)
        await publish_for_boards(client, {f"{uid}/{ASSIGN}": payload for uid, payload in payloads.items()})

    def _import_and_ack(self, received: list[ReceivedLine], boards_to_ack: set[str]) -> dict[str, Ack]:
        """Import lines; return acks by uid, for the lines' boards and for `boards_to_ack`, just connected."""
        acks = find_acks(self._event, boards_to_ack - {line.uid for line in received}) if boards_to_ack else {}
        if not received:
            return acks
        outcome = import_received_lines(self._event, received)
        for line in outcome.refused:
            self.inbox.refusals.add(line.uid, "full")
        return acks | outcome.acks

    async def _assign_matches(self, client: aiomqtt.Client) -> None:
        """Publish assignments whenever the event or a board's state has changed."""
        while True:
            previous, began = self._assigner.changes, time.monotonic()
            self._stored_since = set()
            states, retained = dict(self.inbox.states), dict(self.inbox.assigned)
            elsewhere = self._tables.states() if self._node else {}
            payloads = await self._run_reporting_errors(self._assigner.find, states, retained, elsewhere) or {}
            async with self._publishing:
                still = {uid: payload for uid, payload in payloads.items() if uid not in self._stored_since}
                await self._publish_assignments(client, still)
            if previous != self._assigner.changes:
                self._on_change()
            await asyncio.sleep(max(_POLL_S, _LOOK_REST * (time.monotonic() - began)))

    async def _say_left(self, client: aiomqtt.Client) -> None:
        """Tell the event's desk what only this store has, whose desk stands aside."""
        while True:
            items = await self._run_reporting_errors(self._written_alone) or []
            for said in sealed_items(items, self._uid, self._key):
                await client.publish(LEFT_TOPIC, said, 1)
            await asyncio.sleep(_SAY_LEFT_S)

    def _written_alone(self) -> list[LeftItem]:
        with self._event.reading() as desk:
            return written_alone(desk)

    async def _note_left(self, _: aiomqtt.Client) -> None:
        """Store, for the director, what desks that stand aside report to have alone."""
        while True:
            said, self._left = self._left, set()
            for payload in said:
                await self._run_reporting_errors(note_message, self._event, payload, self._uid, self._key)
            await asyncio.sleep(_POLL_S)

    async def _clear_forgotten(self, client: aiomqtt.Client) -> None:
        """Clear the broker's retained messages of other events' boards that have been silent for long, and those of no
        board."""
        while True:
            await publish_for_boards(client, dict.fromkeys(self.inbox.pop_topics_to_clear(time.monotonic()), b""))
            await asyncio.sleep(_POLL_S)

    async def _publish_home_assistant(self, client: aiomqtt.Client) -> None:
        """Publish Home Assistant's messages, if they are enabled."""
        if self._home is None:
            return
        self._home.forget_published()
        while True:
            with_scores = await self._run_reporting_errors(self._are_scores_public) or False
            for retained in self._home.messages(self._tables.snapshot(time.monotonic()), with_scores):
                await publish_acknowledged(client, retained.topic, retained.payload, retained.retain)
            await asyncio.sleep(_POLL_S)

    def _are_scores_public(self) -> bool:
        """Return whether scores are public at once."""
        with self._event.reading() as desk:
            return desk.event.score_delay == 0

    async def _run_reporting_errors(self, work: Callable[..., _T], *args: object) -> _T | None:
        """Run `work` in a thread and return its result; if it raises DeskError, set `trouble` and return None."""
        try:
            result = await asyncio.to_thread(work, *args)
        except DeskError as error:
            if self._tables.trouble_with(self._node) != str(error):
                log.warning(message("live.broker.store", why=error))
            self.set_trouble(str(error))
            self._shares.in_trouble = True
            return None
        self.set_trouble("")
        self._shares.in_trouble = False
        return result
