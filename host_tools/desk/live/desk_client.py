"""MQTT client of a desk: store and acknowledge results, assign matches, publish the desk's status."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TypeVar

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from host_tools.desk.events.location import OpenEvent
from host_tools.desk.events.takeover import TakenOverError, count_takeovers, record_taken_over
from host_tools.desk.live.acks import Ack
from host_tools.desk.live.assigner import Assigner
from host_tools.desk.live.assignment_messages import EXPIRY_S
from host_tools.desk.live.board_keys import has_event_key, has_strange_key
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.desk_shares import HEARTBEAT_S, DeskShares
from host_tools.desk.live.home_assistant import HomeAssistant
from host_tools.desk.live.inbox import Inbox
from host_tools.desk.live.message_checks import ACK, ASSIGN, DESK, HERE, RESULT, ROOT, STATE
from host_tools.desk.live.result_import import ReceivedLine, find_acks, import_received_lines
from host_tools.desk.live.takeover import check_takeover, takeover_topic
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message
from host_tools.timeouts import stretched

log = logging.getLogger("cribboard.live")

_T = TypeVar("_T")
_LONGEST_TROUBLE = 200
"""Characters of `trouble` in a status."""
_ECHO_S = 10
"""How long the broker may take to deliver the desk's own message."""
_POLL_S = 1.0
"""How often the store is asked whether another program has changed the event."""
_REST = 4
"""To look for assignments takes a fifth of the time at most, and so does storing results while few wait: both take long
at thousands of boards, and what comes meanwhile is done together."""
_LONGEST_REST_S = 0.4
"""Rest before results are stored: their boards wait."""
_AT_ONCE = 500
"""Most results that are stored in one transaction."""
_MAX_LISTED = 100
"""Boards in each list of a status: it has to fit a message."""
_BOARD_TOPICS = [(f"{ROOT}/+/{HERE}", 1), (f"{ROOT}/+/{STATE}", 0), (f"{ROOT}/+/{ASSIGN}", 1)]
_RESULTS = f"{ROOT}/+/{RESULT}/+"
_STATUSES = f"{ROOT}/{DESK}/"
"""Prefix of the topics of desks' statuses."""
_EXPIRING = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
_EXPIRING.MessageExpiryInterval = EXPIRY_S


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
        self.trouble = ""
        """Message for the director; "" for none."""
        with event.reading() as (session, row):
            self._uid, self._key = row.uid, bytes.fromhex(row.key)
            self._takeovers, _ = count_takeovers(session, row)
        self._home = HomeAssistant(self._uid, event.name) if home_assistant else None
        self._shares = DeskShares(self._uid)
        self.inbox = Inbox(self._uid, self._key, tables, self._shares)
        self._assigner = Assigner(event, self._uid, self._key, self._own)
        self._reset_connection("")

    @property
    def boards_without_table(self) -> list[str]:
        """Uids of boards of no known table."""
        return self._assigner.boards_without_table

    def set_trouble(self, why: str) -> None:
        """Set the message for the director, "" for none; calls `on_change` if it differs."""
        self.trouble = why
        if self._tables.set_trouble(self._node, why):
            self._on_change()

    async def stand_down(self, error: TakenOverError) -> None:
        """Write nothing any more: another computer is the desk. An event's file is marked, for this one's commands."""
        if self._event.is_file:
            await asyncio.to_thread(self._mark_taken_over, error.computer)
        self._event.stop_writing(error)
        self.set_trouble(str(error))

    def _mark_taken_over(self, computer: str) -> None:
        with suppress(DeskError), self._event.writing() as (session, event):
            record_taken_over(session, event, computer)

    def _reset_connection(self, status_topic: str) -> None:
        """Reset the state of the connection."""
        self._status_topic = status_topic
        self.inbox.clear_queues()
        self._shares.connect(status_topic.removeprefix(_STATUSES))
        self._assigner.forget()
        self._probe_topic = f"{status_topic}/probe"
        self._import_due, self._echo, self._status_due = asyncio.Event(), asyncio.Event(), asyncio.Event()
        # No assignment is published that was found before a result was stored which answers it: these boards' are not
        # that have had one stored since the look for assignments began.
        self._publishing, self._stored_since = asyncio.Lock(), set[str]()

    async def serve(self, client: aiomqtt.Client, status_topic: str, is_version_5: bool) -> None:
        """Subscribe, and serve the boards until the connection ends, which may be one of MQTT 5.

        `status_topic` is for this desk's status. Raises MqttError; DeskError if the broker does not deliver a message;
        TakenOverError if another computer has become the desk.
        """
        self._reset_connection(status_topic)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._read_messages(client))
            await client.subscribe(self._probe_topic, 1)
            _raise_lost_cancellation()
            await self._wait_for_echo(client)
            await client.subscribe([*_BOARD_TOPICS, (takeover_topic(self._uid), 1), (f"{_STATUSES}+", 1)])
            await self._wait_for_echo(client)
            # Last, and without retained ones, which no board makes: there may be more than the broker can deliver.
            options = SubscribeOptions(1, retainAsPublished=True, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
            await (client.subscribe(_RESULTS, options=options) if is_version_5 else client.subscribe(_RESULTS, 1))
            await _publish_acknowledged(client, self._status_topic, self._status())
            self.set_trouble("")
            for run in (self._import_results, self._assign_matches, self._publish_status, self._publish_home_assistant):
                tasks.create_task(run(client))

    async def _read_messages(self, client: aiomqtt.Client) -> None:
        """Pass received messages to the inbox, and wake the tasks that wait for them."""
        async for received in client.messages:
            payload = received.payload if isinstance(received.payload, bytes) else b""
            if received.topic.value == self._probe_topic:
                self._echo.set()
            elif received.topic.value == takeover_topic(self._uid):
                check_takeover(payload, self._uid, self._event.name, self._takeovers)
            elif received.topic.value.startswith(_STATUSES):
                self._receive_status(received.topic.value.removeprefix(_STATUSES), payload, received.retain)
            elif self.inbox.receive(received.topic.value, payload, time.monotonic(), received.retain):
                self._on_change()
            if self.inbox.results or self.inbox.boards_to_ack:
                self._import_due.set()

    def _receive_status(self, name: str, payload: bytes, retained: bool) -> None:
        """Process the status of a desk: a new desk is answered. What the broker kept may be of a desk that is gone."""
        if not retained and self._shares.receive(name, payload, time.monotonic()):
            self._status_due.set()

    async def _wait_for_echo(self, client: aiomqtt.Client) -> None:
        """Wait until a message of the desk to itself comes back: all that the broker has sent before has arrived.

        Raises DeskError after _ECHO_S, stretched.
        """
        self._echo.clear()
        await _publish_acknowledged(client, self._probe_topic, b"", retain=False)
        try:
            async with asyncio.timeout(stretched(_ECHO_S)):
                await self._echo.wait()
        except TimeoutError:
            raise DeskError(message("live.broker.deaf")) from None

    async def _import_results(self, client: aiomqtt.Client) -> None:
        """Import received results, and publish their acks once they are committed."""
        while True:
            await self._import_due.wait()
            self._import_due.clear()
            began = time.monotonic()
            received, boards_to_ack = self.inbox.pop_results(_AT_ONCE), self._own(self.inbox.pop_boards_to_ack())
            if self.inbox.results:
                self._import_due.set()
            async with self._publishing:
                acks = await self._run_reporting_errors(self._import_and_ack, received, boards_to_ack) or {}
                self._stored_since.update(line.uid for line in received)
                # Before the acks: a board that has its ack may not find the match that it has played.
                inbox = self.inbox
                answered = self._assigner.answered(received, acks, inbox.states, inbox.assigned)
                await self._publish_assignments(client, answered)
            payloads = {f"{uid}/{ACK}": ack.payload(self._uid) for uid, ack in acks.items()}
            await self._publish_retained(client, payloads)
            self.inbox.finish_results()
            if len(self.inbox.results) < _AT_ONCE:
                await asyncio.sleep(min(_LONGEST_REST_S, _REST * (time.monotonic() - began)))

    def _own(self, uids: Iterable[str]) -> set[str]:
        """Return those of the boards that are this desk's."""
        now = time.monotonic()
        return {uid for uid in uids if self._shares.is_own(uid, now)}

    async def _publish_assignments(self, client: aiomqtt.Client, payloads: dict[str, bytes]) -> None:
        """Publish assignments by board; b"" clears a retained one."""
        self.inbox.assigned.update(payloads)
        await self._publish_retained(client, {f"{uid}/{ASSIGN}": payload for uid, payload in payloads.items()})

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
            states, retained = self.inbox.states, dict(self.inbox.assigned)
            elsewhere = self._tables.states() if self._node else {}
            payloads = await self._run_reporting_errors(self._assigner.find, states, retained, elsewhere) or {}
            async with self._publishing:
                still = {uid: payload for uid, payload in payloads.items() if uid not in self._stored_since}
                await self._publish_assignments(client, still)
            if len(still) < len(payloads):
                self._assigner.forget()
            if previous != self._assigner.changes:
                self._on_change()
            await asyncio.sleep(max(_POLL_S, _REST * (time.monotonic() - began)))

    async def _publish_status(self, client: aiomqtt.Client) -> None:
        """Publish the desk's status whenever it has changed, and every HEARTBEAT_S; when cancelled, clear it."""
        try:
            published, published_at = b"", 0.0
            while True:
                is_asked = self._status_due.is_set()
                self._status_due.clear()
                status = self._status()
                if is_asked or status != published or time.monotonic() - published_at >= HEARTBEAT_S:
                    published, published_at = status, time.monotonic()
                    await _publish_acknowledged(client, self._status_topic, published)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_POLL_S):
                        await self._status_due.wait()
                await self._clear_forgotten(client)
        finally:
            with suppress(aiomqtt.MqttError, TimeoutError):
                async with asyncio.timeout(1):
                    await client.publish(self._status_topic, b"", 1, True)

    async def _clear_forgotten(self, client: aiomqtt.Client) -> None:
        """Clear what the broker retains of boards of other events that have said nothing for long, and of no board."""
        await self._publish_retained(client, dict.fromkeys(self.inbox.pop_topics_to_clear(time.monotonic()), b""))

    async def _publish_home_assistant(self, client: aiomqtt.Client) -> None:
        """Publish Home Assistant's messages, if they are enabled."""
        if self._home is None:
            return
        self._home.forget_published()
        while True:
            with_scores = await self._run_reporting_errors(self._are_scores_public) or False
            for retained in self._home.messages(self._tables.snapshot(time.monotonic()), with_scores):
                await _publish_acknowledged(client, retained.topic, retained.payload, retained.retain)
            await asyncio.sleep(_POLL_S)

    def _are_scores_public(self) -> bool:
        """Return whether scores are public at once."""
        with self._event.reading() as (_, event):
            return event.score_delay == 0

    def _status(self) -> bytes:
        """Encode the desk's status as JSON."""
        refused: dict[str, dict[str, int]] = {}
        for (uid, reason), count in sorted(self.inbox.refusals.counts.items())[:_MAX_LISTED]:
            refused.setdefault(uid, {})[reason] = count
        status: dict[str, object] = {"event": self._uid, "refused": refused, "ahead": self.inbox.clocks_ahead}
        status |= {"without": self.boards_without_table[:_MAX_LISTED], "trouble": self.trouble[:_LONGEST_TROUBLE]}
        status |= {"shares": not self._shares.in_trouble, "others": len(self._shares.others(time.monotonic()))}
        for name, has_key in (("event_key", has_event_key), ("strange_key", has_strange_key)):
            boards = [uid for uid, state in self.inbox.states.items() if has_key(uid, self._key, state)]
            status[name] = sorted(boards)[:_MAX_LISTED]
        return json.dumps(status).encode()

    async def _publish_retained(self, client: aiomqtt.Client, payloads: dict[str, bytes]) -> None:
        """Publish retained messages, by topic below ROOT, all at once."""
        publish = partial(client.publish, qos=1, retain=True, properties=_EXPIRING)
        await asyncio.gather(*(publish(f"{ROOT}/{name}", data) for name, data in payloads.items()))

    async def _run_reporting_errors(self, work: Callable[..., _T], *args: object) -> _T | None:
        """Run `work` in a thread and return its result; if it raises DeskError, set `trouble` and return None."""
        try:
            result = await asyncio.to_thread(work, *args)
        except DeskError as error:
            if self.trouble != str(error):
                log.warning(message("live.broker.store", why=error))
            self.set_trouble(str(error))
            self._shares.in_trouble = True
            return None
        self.set_trouble("")
        self._shares.in_trouble = False
        return result


async def _publish_acknowledged(client: aiomqtt.Client, topic: str, payload: bytes | str, retain: bool = True) -> None:
    """Publish a message with QoS 1, and wait for its acknowledgement. Raises MqttError."""
    await client.publish(topic, payload, 1, retain, _EXPIRING)
    _raise_lost_cancellation()


def _raise_lost_cancellation() -> None:
    """Raise CancelledError in a task that has been cancelled.

    Before Python 3.12 `asyncio.wait_for`, which aiomqtt waits with, loses a cancellation that comes together with the
    broker's answer: the desk would never end.
    """
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError
