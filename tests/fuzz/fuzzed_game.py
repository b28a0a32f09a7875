"""The game that is played while a board's serial link is fuzzed."""

import json
import tempfile

from host_tools.sim.virtual.scenario_parser import PRESS_MS, parse

from .game_driver import drive

PIN = "73529146"
"""No made-up line has so long a PIN."""
SETTINGS = {"preset": "lurch61", "idle_ms": 2000, "pin": PIN}
TAKES = (1000, 64, 17, 0)
"""Bytes a host takes of a piece; 0: it never reads, until its inputs are out."""
KEYS = """
A+5 A+5 B+2 OK A+1 A< A+5 A+5 OK B+5 wait 2100 B+5 OK wait 31000
B< A+1:1100 wait 5100 MENU wait 500 MENU wait 31000 B+5 B+1 OK wait 31000
A+5 A+5 A+5 A+5 A+5 OK A+5 wait 1000 A+5 A+5 A+1 wait 31000 OK
"""
"""The waits give the lock of the PIN time to end: what tries it again meets it open."""
SIGNED = "B+1:1100 wait 500"


def made(takes):
    """What `game_driver.drive` plays, with a host that takes so many bytes of a piece."""
    ms = sum(step[2] if step[1] == "wait" else step[3] + PRESS_MS for step in parse(KEYS))
    return {"settings": SETTINGS, "keys": KEYS, "ms": ms, "last": SIGNED, "takes": takes}


def play(inputs, takes):
    """Play it on this Python with these inputs; see `game_driver.drive`. As JSON has it."""
    with tempfile.TemporaryDirectory() as root:
        return json.loads(json.dumps(drive(root, made(takes), inputs, PIN)))
