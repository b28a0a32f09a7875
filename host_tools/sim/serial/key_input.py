"""Key input of a virtual board: reads presses from a second pty, in the notation of scenarios (`A+5 OK wait 2500`)."""

import os
import threading
import time

from host_tools.sim.serial import ptys
from host_tools.sim.serial.boards import SerialBoard
from host_tools.sim.virtual.scenario_parser import ScriptError, parse

RELEASED_S = 0.04


class KeyPort:
    """A pty, `path`, on which lines press keys of `board`; each is answered with "ok" or with what is wrong."""

    def __init__(self, board: SerialBoard) -> None:
        self._board = board
        self._master, self._slave, self.path = ptys.open_pty()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with os.fdopen(self._master, "rb", closefd=False) as lines:
            for line in lines:
                os.write(self._master, f"{press(self._board, line.decode(errors='replace'))}\n".encode())


def press(board: SerialBoard, text: str) -> str:
    """Press keys one after another, in real time. Returns "ok", or what is wrong with the text."""
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
