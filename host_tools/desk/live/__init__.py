"""Boards on a network: what they publish, as tables that change while people look."""

from host_tools.desk.live.board_state import State
from host_tools.desk.live.tables import KEPT_S, SILENT_S, LiveBoard, LiveTables

__all__ = ["KEPT_S", "SILENT_S", "LiveBoard", "LiveTables", "State"]
