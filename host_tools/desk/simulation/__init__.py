"""Simulate events with random but legal games, and benchmark large events."""

from host_tools.desk.simulation.benchmark import POSTGRESQL, SQLITE, Figure, figures, measure_seconds
from host_tools.desk.simulation.postgresql import ServerError, temporary_server
from host_tools.desk.simulation.simulated_event import SimulatedBoards, simulate

__all__ = [
    "POSTGRESQL",
    "SQLITE",
    "Figure",
    "ServerError",
    "SimulatedBoards",
    "figures",
    "measure_seconds",
    "simulate",
    "temporary_server",
]
