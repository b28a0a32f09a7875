"""Fixtures: an event, and a running Mosquitto."""

from host_tools.desk.rounds.seating import seat_next
from tests.desk.conftest import once
from tests.desk.live.running_desks import KEY
from tests.live.brokers import hall

__all__ = ["hall"]


@once
def night(desk):
    """An event of four players, its first round seated."""
    desk.create(rounds=6, key=KEY)
    desk.do(seat_next, by="test")
