"""Fixtures: an event, and a running Mosquitto."""

from desk.conftest import once
from desk.live.running_desks import KEY
from live.brokers import hall

from host_tools.desk.rounds.seating import seat_next

__all__ = ["hall"]


@once
def night(desk):
    """An event of four players, its first round seated."""
    desk.create(rounds=6, key=KEY)
    desk.do(seat_next, by="test")
