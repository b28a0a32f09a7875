"""The desk's side of the broker: subscribe, take in what boards publish, publish acks and assignments."""

from collections.abc import Callable
from typing import Protocol

from host_tools.desk.events import OpenEvent
from host_tools.desk.live.address import Broker


class Tables(Protocol):
    """Takes what boards say of themselves: messages that have been found good, `topic` is `here` or `state`."""

    def take(self, uid: str, topic: str, payload: bytes, now: float) -> None: ...


async def run_live(broker: Broker, event: OpenEvent, tables: Tables, on_change: Callable[[], None]) -> None:
    """Serve the boards of this event until cancelled; without the broker, try again and again.

    `on_change` is called in the event loop after something was kept, assigned or said of a board.
    """
