"""Boards on a network: what they publish, as tables that change while people look; results; their next matches."""

from host_tools.desk.live.address import PASSWORD_VARIABLE, USER_VARIABLE, Broker, find_broker
from host_tools.desk.live.board_state import State
from host_tools.desk.live.broker import connect, explain, run_live
from host_tools.desk.live.matches import place_board
from host_tools.desk.live.tables import KEPT_S, SILENT_S, LiveBoard, LiveTables

__all__ = [
    "KEPT_S",
    "PASSWORD_VARIABLE",
    "SILENT_S",
    "USER_VARIABLE",
    "Broker",
    "LiveBoard",
    "LiveTables",
    "State",
    "connect",
    "explain",
    "find_broker",
    "place_board",
    "run_live",
]
