"""Build MQTT payloads as a board publishes them."""

import json

from host_tools.desk.live.board_messages import parse_here, parse_state

UID = "e6614c311b7e6f35"
_STATE = {
    **{"c": 1, "s": 1, "phase": "idle", "event": "Night", "round": 1, "table": 1, "preset": "acc"},
    **{"names": ["Ann", "Bo"], "scores": [0, 0], "counting": [0, 0], "games": [0, 0], "n": 0, "trouble": 0, "key": ""},
}


def here(is_here=True, c=1):
    return json.dumps({"here": is_here, "c": c}).encode()


def state(**fields):
    """A board's state: that of table 1 before its first peg, but for `fields`."""
    return json.dumps(_STATE | fields, separators=(",", ":")).encode()


def hear(tables, uid, name, payload, now):
    """A board's `here`, `state` or result comes to the tables, or an empty one that clears it; returns whether a page
    would change."""
    if name.startswith("result/"):
        return tables.receive_result(uid, now)
    if not payload:
        return (tables.forget if name == "here" else tables.forget_state)(uid)
    if name == "here":
        return tables.receive_here(uid, parse_here(payload), now)
    return tables.receive_state(uid, parse_state(payload), now)
