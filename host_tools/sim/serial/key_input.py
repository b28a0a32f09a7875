"""Key input of a virtual board: reads presses from a second pty, in the notation of scenarios (`A+5 OK wait 2500`)."""

import os
import threading
import time

from host_tools.sim.serial import ptys
from host_tools.sim.serial.boards import SerialBoard
from host_tools.sim.virtual.scenario_parser import ScriptError, parse

RELEASED_S = 0.04


class KeyPort:
    """A pty at `path`: each line written to it presses keys of `board` and is answered with "ok" or an error."""

    def __init__(self, board: SerialBoard) -> None:
        self._board = board
        self._master, self._slave, self.path = ptys.open_pty()
        threading.Thread(target=self._serve_lines, daemon=True).start()

    def _serve_lines(self) -> None:
        with os.fdopen(self._master, "rb", closefd=False) as lines:
            for line in lines:
                os.write(self._master, f"{press_keys(self._board, line.decode(errors='replace'))}\n".encode())


def press_keys(board: SerialBoard, text: str) -> str:
    """Press the keys in `text` (scenario notation) one after another, in real time; return "ok" or an error message."""
    try:
        steps = parse(text)
    except ScriptError as error:
        return error.message
    if any(kind not in ("press", "wait") for _, kind, *_ in steps):
        return "keys and waits only, such as A+5 A+2 OK wait 500"
    for _, kind, *arguments in steps:
        if kind == "wait":
            [ms] = arguments
            time.sleep(ms / 1000)
        else:
            key, ms = arguments
            board.hold(1 << key)
            time.sleep(ms / 1000)
            board.hold(0)
            time.sleep(RELEASED_S)
    return "ok"
