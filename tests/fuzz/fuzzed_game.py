"""The game that is played while a board's serial link is fuzzed."""

import json
import tempfile

from firmware.board import Board
from host_tools.sim.virtual.board import state
from host_tools.sim.virtual.hal import VirtualHal
from host_tools.sim.virtual.scenario_parser import parse

from .game_driver import drive

PIN = "73529146"
"""No made-up line has so long a PIN."""
SETTINGS = {"preset": "lurch61", "idle_ms": 2000, "pin": PIN}
TAKES = (1000, 64, 17, 0)
"""Bytes a host takes of a piece; 0: it never reads, until its inputs are out."""
TICK_MS, RELEASED_MS, WAITING_TICK_MS = 10, 40, 50
KEYS = """
A+5 A+5 B+2 OK A+1 A< A+5 A+5 OK B+5 wait 2100 B+5 OK wait 31000
B< A+1:1100 wait 5100 MENU wait 500 MENU wait 31000 B+5 B+1 OK wait 31000
A+5 A+5 A+5 A+5 A+5 OK A+5 wait 1000 A+5 A+5 A+1 wait 31000 OK
"""
"""The waits give the lock of the PIN time to end: what tries it again meets it open."""
SIGNED = "B+1:1100 wait 500"


def _ticks():
    """Time and keys of every tick, and how many of these come before the loser signs."""
    ticks = [[0, 0]]

    def hold(mask, ms, tick=TICK_MS):
        for _ in range(ms // tick):
            ticks.append([ticks[-1][0] + tick, mask])

    def press(text):
        for step in parse(text):
            if step[1] == "wait":
                hold(0, step[2], WAITING_TICK_MS)
            else:
                hold(1 << step[2], step[3])
                hold(0, RELEASED_MS)

    press(KEYS)
    last = len(ticks) - 1
    press(SIGNED)
    return ticks, last


def made(takes):
    """What `game_driver.drive` plays, with a host that takes so many bytes of a piece."""
    ticks, last = _ticks()
    return {"settings": SETTINGS, "ticks": ticks, "last": last, "takes": takes}


def play(inputs, takes):
    """Play it on this Python with these inputs; see `game_driver.drive`. As JSON has it."""
    with tempfile.TemporaryDirectory() as root:
        return json.loads(json.dumps(drive(VirtualHal(2, root), Board, state, made(takes), inputs, PIN)))
