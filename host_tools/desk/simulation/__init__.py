"""Made-up events: players who play random but legal games, and benchmarks of large events."""

from host_tools.desk.simulation.benchmark import SCALES, Figure, figures, seconds
from host_tools.desk.simulation.simulated_event import SimulatedBoards, simulate

__all__ = ["SCALES", "Figure", "SimulatedBoards", "figures", "seconds", "simulate"]
