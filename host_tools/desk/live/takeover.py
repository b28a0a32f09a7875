"""When another computer has become the desk: what tells the one before, which then writes nothing any more."""

import asyncio
import json
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

import aiomqtt
from sqlalchemy.orm import Session

from firmware.journal.seal import line_hash
from host_tools.desk.events.audit_log import log_change, read_audit_log
from host_tools.desk.live.message_checks import DESK, ROOT
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.model import Event
from host_tools.i18n import message

if TYPE_CHECKING:
    from host_tools.desk.live.broker_address import Broker

log = logging.getLogger("cribboard.live")

TOOK_OVER = "took over"
"""Kind of the audit entry that a computer became the desk in place of another."""
TAKEOVERS = f"{ROOT}/{DESK}/takeover"
"""Topic below which each event has one, retained."""
_AGAIN_S = 5.0


class TakenOverError(DeskError):
    """This desk is the old one: another computer has taken over."""


def record_takeover(session: Session, event: Event, computer: str) -> None:
    """Log that the computer of this name is the desk from now on."""
    log_change(session, event, computer, TOOK_OVER, detail={"computer": computer})


def count_takeovers(session: Session, event: Event) -> tuple[int, str]:
    """Return how often a computer has become the desk, and the name of the last one ("" for none)."""
    entries = read_audit_log(session, event, TOOK_OVER)
    return len(entries), entries[-1].detail["computer"] if entries else ""


def takeover_topic(event: str) -> str:
    """Return the topic on which the desks of this event (id) are told of takeovers."""
    return f"{TAKEOVERS}/{line_hash(event.encode())}"


def check_takeover(payload: bytes, event: str, count: int) -> None:
    """Raise TakenOverError if the payload tells of more takeovers of this event than `count`; ignore an invalid one."""
    try:
        fields = json.loads(payload)
        is_newer = fields["event"] == event and int(fields["count"]) > count
        computer = str(fields["computer"])[:80]
    except (ValueError, KeyError, TypeError, RecursionError):
        return
    if is_newer:
        raise TakenOverError(message("live.takeover.old", computer=computer))


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
