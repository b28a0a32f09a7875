"""Boards on a network, over MQTT: their state, their results, and the matches assigned to them."""

from host_tools.desk.live.board_messages import PayloadError, State, parse_here, parse_state
from host_tools.desk.live.board_registry import KEPT_S, SILENT_S, LiveBoard, LiveTables
from host_tools.desk.live.broker_address import (
    ADDRESS,
    PASSWORD_VARIABLE,
    USER_VARIABLE,
    Broker,
    find_broker,
    is_overheard,
)
from host_tools.desk.live.broker_connection import connect, connection_error_text, run_live
from host_tools.desk.live.message_checks import DESK, RESULT, ROOT, RefusedMessageError, split_topic
from host_tools.desk.live.next_matches import assign_table
from host_tools.desk.live.options import LiveAuthority, LiveHome, LiveLogin, LiveUrl

__all__ = [
    "ADDRESS",
    "DESK",
    "KEPT_S",
    "PASSWORD_VARIABLE",
    "RESULT",
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
    "RefusedMessageError",
    "State",
    "assign_table",
    "connect",
    "connection_error_text",
    "find_broker",
    "is_overheard",
    "parse_here",
    "parse_state",
    "run_live",
    "split_topic",
]
