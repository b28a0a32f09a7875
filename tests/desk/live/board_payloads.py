"""Build MQTT payloads as a board publishes them: one of the firmware says the first, of which fields are changed."""

import json
from functools import cache
from tempfile import TemporaryDirectory
from typing import Any

from firmware.net.state_message import BoardState
from firmware.seating import Seating
from host_tools.desk.live.board_messages import parse_here, parse_state
from host_tools.desk.live.board_registry import LiveTables
from host_tools.sim.virtual.board import at_once, new_board

UID = "e6614c311b7e6f35"


def here(is_here: bool = True, c: int = 1) -> bytes:
    return json.dumps({"here": is_here, "c": c}).encode()


def state(**fields: Any) -> bytes:
    """A board's state, but for `fields` that of table 1 of the event Night: Ann and Bo before their first peg."""
    return json.dumps(_first_state() | fields, separators=(",", ":")).encode()


@cache
def _first_state() -> dict[str, Any]:
    with TemporaryDirectory() as root:
        board = new_board(root, preset="acc", event="Night", round=1, table=1).play("OK").board
        seating = Seating(board.hal.disk)
        at_once(seating.store(0, ["Ann", "Bo"], ["Night", 1, 1]))
        said = BoardState(board.console, board.results, board.findings, seating)
        return json.loads(said.encode(connection=1, number=1, assigned=0, waiting=0, refused=0))


def hear(tables: LiveTables, uid: str, name: str, payload: bytes, now: float) -> bool:
    """A board's `here`, `state` or result comes to the tables, or an empty one that clears it; returns whether a page
    would change."""
    if name.startswith("result/"):
        return tables.receive_result(uid, now)
    if not payload:
        return (tables.forget if name == "here" else tables.forget_state)(uid)
    if name == "here":
        return tables.receive_here(uid, parse_here(payload), now)
    return tables.receive_state(uid, parse_state(payload), now)
