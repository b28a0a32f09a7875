"""The desk's MQTT connection: connect, subscribe, reconnect."""

import asyncio
import logging
import re
import secrets
import ssl
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import aiomqtt

from host_tools.desk.errors import DeskError
from host_tools.desk.events.lease import CopyError
from host_tools.desk.events.location import OpenEvent
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.broker_address import Broker
from host_tools.desk.live.desk_client import DeskClient
from host_tools.desk.live.lease_watch import LeaseChangedError, carry_lease
from host_tools.desk.live.message_checks import DESK, MAX_BOARDS, ROOT
from host_tools.i18n import message

log = logging.getLogger("cribboard.live")

_E = TypeVar("_E", bound=BaseException)

KEEPALIVE_S = 10
"""The broker counts as gone after so many seconds without an answer."""
FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 8.0
"""Wait before the next attempt to connect; twice as long each time."""
_QUEUED = 4 * MAX_BOARDS
"""Messages that wait for the desk: all that a broker retains of its boards comes at once. Beyond that they are dropped,
and boards send results again."""
AT_ONCE = 200
"""So many messages are handled at once, before other tasks get their turn."""
_IN_FLIGHT = 500
_DENIED = (134, 135)
"""MQTT 5 reason codes: wrong user or password, not authorised."""
_UNSUPPORTED_VERSION = 132
"""MQTT 5 reason code, also for the answer of a broker that speaks MQTT 3.1.1 alone."""


class BatchQueue(asyncio.Queue[Any]):
    """Queue that gives the oldest messages as a list, AT_ONCE at most.

    aiomqtt makes a task for each item of its queue. With one message an item, the task took four times as long as the
    message, and a desk under load fell behind the broker.
    """

    def _get(self) -> list[aiomqtt.Message]:
        return [super(BatchQueue, self)._get() for _ in range(min(self.qsize(), AT_ONCE))]


async def run_live_everywhere(
    brokers: Sequence[Broker],
    event: OpenEvent,
    tables: LiveTables,
    on_change: Callable[[], None],
    home_assistant: bool = False,
) -> None:
    """Do what `run_live` does at each of these brokers, the nodes of a cluster: a board may connect to any of them."""
    async with asyncio.TaskGroup() as tasks:
        for broker in brokers:
            node = broker.url if len(brokers) > 1 else ""
            tasks.create_task(run_live(broker, event, tables, on_change, home_assistant, node))


async def run_live(
    broker: Broker,
    event: OpenEvent,
    tables: LiveTables,
    on_change: Callable[[], None],
    home_assistant: bool = False,
    node: str = "",
) -> None:
    """Serve the boards of this event until cancelled, and reconnect to the broker with a growing delay.

    `node` is the broker's URL where it is one of several of this desk.

    With `home_assistant`, publish to Home Assistant as well. `on_change` is called in the event loop after a result was
    stored, a match assigned, or a board's message received.
    """
    desk = await asyncio.to_thread(DeskClient, event, tables, on_change, home_assistant, node)
    if broker.predecessor is None:
        await _serve(broker, desk)
        return
    with event.reading() as opened:
        carrying = asyncio.create_task(
            carry_lease(broker.predecessor, event, opened.event.uid, bytes.fromhex(opened.event.key))
        )
    try:
        await _serve(broker, desk)
    finally:
        carrying.cancel()


async def _serve(broker: Broker, desk: DeskClient) -> None:
    """Serve, and reconnect with a growing delay, until cancelled; at once where another store has the lease."""
    wait, last_reported, version = FIRST_WAIT_S, "", aiomqtt.ProtocolVersion.V5
    while True:
        started = time.monotonic()
        copy_of: CopyError | None = None
        has_changed = False
        try:
            await _await_cancellably(_serve_connection(broker, desk, version))
        except* CopyError as errors:
            copy_of = _first_error(errors)
        except* LeaseChangedError:
            has_changed = True
        except* (aiomqtt.MqttError, DeskError, OSError) as errors:
            if _is_of_another_version(errors):
                version = aiomqtt.ProtocolVersion.V311
            else:
                why = connection_error_text(broker, errors)
                if why != last_reported:
                    log.warning(message("live.broker.lost", broker=broker.url, why=why))
                last_reported = why
                desk.set_trouble(why)
        if copy_of:
            log.error(str(copy_of))
            await desk.stand_aside(copy_of)
        if copy_of or has_changed:
            continue
        wait = FIRST_WAIT_S if time.monotonic() - started > LONGEST_WAIT_S else min(2 * wait, LONGEST_WAIT_S)
        await asyncio.sleep(wait)


def _first_error(errors: BaseExceptionGroup[_E]) -> _E:
    error = errors.exceptions[0]
    return _first_error(error) if isinstance(error, BaseExceptionGroup) else error


async def _await_cancellably(serving: Coroutine[Any, Any, None]) -> None:
    """Await a coroutine in a task of its own: a `TaskGroup` loses a cancellation that comes together with an error."""
    task = asyncio.create_task(serving)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        raise
    await task


def _is_of_another_version(error: BaseException) -> bool:
    """Return whether a broker refused the connection because it does not speak MQTT 5."""
    if isinstance(error, BaseExceptionGroup):
        return any(map(_is_of_another_version, error.exceptions))
    return isinstance(error, aiomqtt.MqttCodeError) and getattr(error.rc, "value", 0) == _UNSUPPORTED_VERSION


async def _serve_connection(broker: Broker, desk: DeskClient, version: aiomqtt.ProtocolVersion) -> None:
    """Connect by this version of MQTT, subscribe and serve until the connection ends."""
    client_id = f"{DESK}-{secrets.token_hex(6)}"
    status_topic = f"{ROOT}/{DESK}/{client_id}"
    client = connect(broker, client_id, aiomqtt.Will(status_topic, b"", 1, True), version, BatchQueue)
    try:
        async with client:
            await desk.serve(client, status_topic, version == aiomqtt.ProtocolVersion.V5)
    finally:
        # Where another error came first, asyncio would log that nobody has retrieved this one.
        if client._disconnected.done() and not client._disconnected.cancelled():
            client._disconnected.exception()


def connect(
    broker: Broker,
    client_id: str = "",
    will: aiomqtt.Will | None = None,
    version: aiomqtt.ProtocolVersion = aiomqtt.ProtocolVersion.V311,
    queue_type: type[asyncio.Queue[Any]] = asyncio.Queue,
) -> aiomqtt.Client:
    """Build an MQTT client, which connects on `async with`; `connection_error_text` explains the errors it raises."""
    context = None
    if broker.tls:
        context = ssl.create_default_context(cafile=broker.authority or None)
    client = aiomqtt.Client(
        broker.host,
        broker.port,
        username=broker.user or None,
        password=broker.password or None,
        identifier=client_id or None,
        protocol=version,
        clean_session=None if version == aiomqtt.ProtocolVersion.V5 else True,
        keepalive=KEEPALIVE_S,
        max_queued_incoming_messages=_QUEUED,
        max_inflight_messages=_IN_FLIGHT,
        tls_context=context,
        will=will,
        queue_type=queue_type,
        logger=log.getChild("client"),
    )
    client.pending_calls_threshold = _QUEUED
    return client


def connection_error_text(broker: Broker, error: BaseException) -> str:
    """Return the message for an error of the connection to the broker, for a group that of its first error."""
    if isinstance(error, BaseExceptionGroup):
        return connection_error_text(broker, _first_error(error))
    if isinstance(error, DeskError):
        return str(error)
    if isinstance(error, aiomqtt.MqttCodeError) and getattr(error.rc, "value", 0) in _DENIED:
        return message("live.broker.refused" if broker.user else "live.broker.no_login")
    if isinstance(error, aiomqtt.MqttCodeError) and error.__cause__ is None:
        return message("live.broker.ended")
    # Errors of the system or TLS come as text alone.
    why = re.sub(r"^\[Errno -?\d+\] ", "", str(error.__cause__ or error))
    return message("live.broker.untrusted" if "CERTIFICATE" in why else "live.broker.unreachable", why=why)
