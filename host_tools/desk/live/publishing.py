"""Publish a desk's retained messages: acknowledged, and forgotten by a broker of MQTT 5 after a while."""

import asyncio
from collections.abc import Mapping
from functools import partial

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from host_tools.desk.live.assignment_messages import EXPIRY_S
from host_tools.desk.live.message_checks import ROOT

_EXPIRING = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
_EXPIRING.MessageExpiryInterval = EXPIRY_S


async def publish_acknowledged(client: aiomqtt.Client, topic: str, payload: bytes | str, retain: bool = True) -> None:
    """Publish a message with QoS 1, and wait for its acknowledgement. Raises MqttError."""
    await client.publish(topic, payload, 1, retain, _EXPIRING)
    raise_lost_cancellation()


async def publish_for_boards(client: aiomqtt.Client, payloads: Mapping[str, bytes]) -> None:
    """Publish retained messages, by topic below ROOT, all at once. Raises MqttError."""
    publish = partial(client.publish, qos=1, retain=True, properties=_EXPIRING)
    await asyncio.gather(*(publish(f"{ROOT}/{name}", data) for name, data in payloads.items()))


def raise_lost_cancellation() -> None:
    """Raise CancelledError in a task that has been cancelled.

    Before Python 3.12 `asyncio.wait_for`, which aiomqtt waits with, loses a cancellation that comes together with the
    broker's answer: the desk would never end.
    """
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError
