"""Boards on a network: what they publish, as tables that change while people look; results; their next matches."""

from host_tools.desk.live.address import PASSWORD_VARIABLE, USER_VARIABLE, Broker, find_broker
from host_tools.desk.live.board_state import PayloadError, State, parse_here, parse_state
from host_tools.desk.live.broker import connect, explain, run_live
from host_tools.desk.live.matches import place_board
from host_tools.desk.live.messages import DESK, ROOT, RefusedError, split_topic
from host_tools.desk.live.options import LiveAuthority, LiveHome, LiveLogin, LiveUrl
from host_tools.desk.live.tables import KEPT_S, SILENT_S, LiveBoard, LiveTables

__all__ = [
    "DESK",
    "KEPT_S",
    "PASSWORD_VARIABLE",
    "ROOT",
    "SILENT_S",
    "USER_VARIABLE",
    "Broker",
    "LiveAuthority",
    "LiveBoard",
    "LiveHome",
    "LiveLogin",
    "LiveTables",
    "LiveUrl",
    "PayloadError",
    "RefusedError",
    "State",
    "connect",
    "explain",
    "find_broker",
    "parse_here",
    "parse_state",
    "place_board",
    "run_live",
    "split_topic",
]
