"""Boards on a network, over MQTT: their state, their results, and the matches assigned to them."""

from host_tools.desk.live.board_messages import PayloadError, State, check_uid, parse_here, parse_state
from host_tools.desk.live.board_registry import KEPT_S, SILENT_S, LiveBoard, LiveTables
from host_tools.desk.live.broker_address import (
    ADDRESS,
    LOGIN,
    PASSWORD_VARIABLE,
    PREDECESSOR,
    PREDECESSOR_LOGIN,
    USER_VARIABLE,
    Broker,
    find_broker,
    is_overheard,
)
from host_tools.desk.live.broker_connection import connect, connection_error_text, run_live
from host_tools.desk.live.message_checks import DESK, RESULT, ROOT, RefusedMessageError, split_topic
from host_tools.desk.live.next_matches import assign_table
from host_tools.desk.live.options import LiveAuthority, LiveHome, LiveLogin, LiveUrl
from host_tools.desk.live.takeover import TAKEOVERS, count_takeovers, record_takeover

__all__ = [
    "ADDRESS",
    "DESK",
    "KEPT_S",
    "LOGIN",
    "PASSWORD_VARIABLE",
    "PREDECESSOR",
    "PREDECESSOR_LOGIN",
    "RESULT",
    "ROOT",
    "SILENT_S",
    "TAKEOVERS",
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
    "check_uid",
    "connect",
    "connection_error_text",
    "count_takeovers",
    "find_broker",
    "is_overheard",
    "parse_here",
    "parse_state",
    "record_takeover",
    "run_live",
    "split_topic",
]
