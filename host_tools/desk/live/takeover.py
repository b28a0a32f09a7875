"""MQTT messages by which a computer that has become the desk tells the one before, which then writes no more."""

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING

import aiomqtt

from firmware.journal.seal import line_hash
from host_tools.desk.events.takeover import TakenOverError
from host_tools.desk.live.message_checks import DESK, ROOT

if TYPE_CHECKING:
    from host_tools.desk.live.broker_address import Broker

TAKEOVERS = f"{ROOT}/{DESK}/takeover"
"""Topic below which each event has one, retained."""
_AGAIN_S = 5.0


def takeover_topic(event: str) -> str:
    """Return the topic on which the desks of this event (id) are told of takeovers."""
    return f"{TAKEOVERS}/{line_hash(event.encode())}"


def check_takeover(payload: bytes, event: str, name: str, count: int) -> None:
    """Raise TakenOverError if the payload tells of more takeovers of this event (id, name) than `count`; ignore an
    invalid one."""
    try:
        fields = json.loads(payload)
        announced = int(fields["count"])
        is_newer = fields["event"] == event and announced > count
        computer = str(fields["computer"])[:80]
    except (ValueError, KeyError, TypeError, RecursionError):
        return
    if is_newer:
        raise TakenOverError(name, computer, announced)


async def announce_takeover(broker: "Broker", event: str, count: int, computer: str) -> None:
    """Tell the desks at the broker of the computer before of the takeover: now, or once that is there again."""
    payload = json.dumps({"event": event, "count": count, "computer": computer})
    login = (broker.user, broker.password)
    while True:
        with suppress(aiomqtt.MqttError, OSError):
            async with aiomqtt.Client(broker.host, broker.port, username=login[0], password=login[1]) as client:
                while True:
                    await client.publish(takeover_topic(event), payload, 1, True)
                    await asyncio.sleep(_AGAIN_S)
        await asyncio.sleep(_AGAIN_S)
